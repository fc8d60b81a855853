"""/settings/agents/: a person's own agents. One makes them, changes their limits, and ends them."""

from django.core.paginator import Paginator
from django.forms import model_to_dict
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from conderis.accounts.access import agent_for
from conderis.accounts.selectors import agents_of
from conderis.accounts.services.change_agent import change_agent
from conderis.accounts.services.create_agent import create_agent
from conderis.accounts.services.revoke_agent import revoke_agent
from conderis.accounts.views.making import AgentForm, MakeAgent
from conderis.core.actor import Actor
from conderis.web.answers import carry_out, go
from conderis.web.notices import tell
from conderis.web.pages import draw
from conderis.web.people import for_people

A_PAGE = 50


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@for_people
def agents(request: HttpRequest, actor: Actor) -> HttpResponse:
    """POST makes one, and the answer shows its key."""
    form = MakeAgent(request.POST or None)
    made = form.attempt(create_agent, actor=actor, **form.cleaned_data) if form.is_valid() else None
    agent, key = made or (None, "")
    shown = {
        "tab": "agents",
        "form": MakeAgent() if made else form,
        "agent": agent,
        "key": key,
        "waiting": agent is not None,
        "page": Paginator(agents_of(actor), A_PAGE).get_page(request.GET.get("page")),
    }
    return draw(request, "accounts/agents/list.html", shown, actor=actor, section="me", status=form.status)


@require_http_methods(["GET", "HEAD", "POST"])
@for_people
def agent(request: HttpRequest, actor: Actor, agent_id: str) -> HttpResponse:
    """Its name and limits."""
    changed = agent_for(actor, agent_id)
    form = AgentForm(request.POST or None, initial=model_to_dict(changed, AgentForm.base_fields))
    if form.is_valid() and form.attempt(change_agent, actor=actor, agent=changed, **form.cleaned_data) is not None:
        tell(request, f"{form.cleaned_data['name']} is changed. It holds from its next call on.")
        return go(reverse("my-agents"))
    shown = {"tab": "agents", "agent": changed, "form": form}
    return draw(request, "accounts/agents/change.html", shown, actor=actor, section="me", status=form.status)


@require_http_methods(["GET", "HEAD", "POST"])
@for_people
def end(request: HttpRequest, actor: Actor, agent_id: str) -> HttpResponse:
    """Asks first, on a page of its own."""
    ended = agent_for(actor, agent_id)
    if request.method == "POST":
        said = f"{ended.name} is ended: its key doesn’t work any more."
        return carry_out(request, revoke_agent, said=said, back=reverse("my-agents"), actor=actor, agent=ended)
    return draw(request, "accounts/agents/end.html", {"tab": "agents", "agent": ended}, actor=actor, section="me")
