"""/connect/: what each MCP client needs to call this server, with a new key filled in on request."""

from datetime import timedelta

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from conderis.accounts.access import agent_for
from conderis.accounts.clients import CLIENTS, NO_KEY, Client
from conderis.accounts.models import Agent
from conderis.accounts.services.create_agent import create_agent
from conderis.accounts.views.making import MakeKey
from conderis.core.actor import Actor
from conderis.core.errors import NotFound
from conderis.recall.instructions import prompt
from conderis.web.pages import draw, wants_part
from conderis.web.people import for_people
from projects.selectors.projects import my_projects, project_for

WAIT = timedelta(minutes=5)  # for the first call of a new key; afterwards the page stops asking
MOST_PROJECTS = 200  # to choose from
_FIRST = next(iter(CLIENTS))


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@for_people
def connect(request: HttpRequest, actor: Actor, client: str = _FIRST) -> HttpResponse:
    """POST makes a key, and the answer has it filled in."""
    chosen = _client(client)
    project_id = (request.POST or request.GET).get("project", "")
    project = project_for(actor, project_id) if project_id else None
    form = MakeKey(request.POST or None)
    made = None
    if form.is_valid():
        made = form.attempt(create_agent, actor=actor, name=chosen.name, ident=form.cleaned_data["ident"])
    agent, key = made or (None, "")
    shown = {
        "clients": CLIENTS.values(),
        "client": chosen,
        "form": form,
        "agent": agent,
        "key": key,
        "waiting": agent is not None,
        "no_key": NO_KEY,
        "blocks": chosen.blocks(f"{settings.PUBLIC_URL}/mcp", key or NO_KEY),
        "prompt": prompt(project.pk if project else None),
        "projects": my_projects(actor)[:MOST_PROJECTS],
        "chosen": project,
    }
    part = "accounts/connect/prompt.html"
    return draw(
        request, "accounts/connect/page.html", shown, actor=actor, section="connect", part=part, status=form.status
    )


@require_safe
@never_cache
@for_people
def calls(request: HttpRequest, actor: Actor, agent_id: str) -> HttpResponse:
    """Whether the agent has called yet. A page that asks again and again gets nothing until there is news."""
    agent = agent_for(actor, agent_id)
    waiting = _waits(agent)
    if waiting and wants_part(request):
        return HttpResponse(status=204)
    shown = {"agent": agent, "waiting": waiting}
    part = "accounts/connect/calls.html"
    return draw(request, "accounts/connect/calls_page.html", shown, actor=actor, section="connect", part=part)


def _client(slug: str) -> Client:
    if slug not in CLIENTS:
        raise NotFound("There is no such client here.")
    return CLIENTS[slug]


def _waits(agent: Agent) -> bool:
    return agent.last_used_at is None and agent.revoked_at is None and agent.created_at > timezone.now() - WAIT
