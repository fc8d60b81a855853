"""An old version of an item: to read, and to make current again."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_POST, require_safe

from conderis.core.actor import Actor
from conderis.web.answers import carry_out
from conderis.web.markdown import rendered
from conderis.web.pages import draw
from conderis.web.people import for_people, for_readers
from conderis.web.queries import number_in
from items.access import can_on, require_unlocked
from items.kinds.fields import CONTENT_MAX
from items.selectors.reading import Part, read_item
from items.views.places import item_at, url_of
from items.views.words import proposed
from projects.capabilities import Capability
from proposals.permissions import may_change
from proposals.services.propose import Proposed
from proposals.services.restore_version import restore_version


@require_safe
@for_readers
def version(request: HttpRequest, actor: Actor, version: int, **place: Any) -> HttpResponse:
    """The content as it was; place and relations are today's."""
    item = item_at(actor, **place)
    require_unlocked(item)
    read = read_item(actor, item, part=Part(0, CONTENT_MAX), number=version)
    texts, fields = ("title", "content"), read["fields"]
    shown = {
        "item": item,
        "read": read,
        "text": rendered(actor, item.project, fields.get("content") or "", title=fields.get("title")),
        "facts": {name: value for name, value in fields.items() if value and name not in texts},
        "back": url_of(item, "item"),
        "history": url_of(item, "history"),
        "compare": f"{url_of(item, 'compare')}?from={version}&to={item.version}",
        "delete": url_of(item, "delete-version", version=version) if can_on(actor, Capability.WRITE, item) else None,
        "restore": url_of(item, "restore-version", version=version) if may_change(actor, item) else None,
    }
    return draw(request, "items/history/version.html", shown, actor=actor, project=item.project)


@require_POST
@for_people
def restore(request: HttpRequest, actor: Actor, version: int, **place: Any) -> HttpResponse:
    item = item_at(actor, **place)
    return carry_out(
        request,
        restore_version,
        said=lambda outcome: (
            proposed(outcome) if isinstance(outcome, Proposed) else f"Version {version} is current again."
        ),
        back=url_of(item, "item"),
        actor=actor,
        item=item,
        number=version,
        version=number_in(request.POST, "version"),
        reason=request.POST.get("reason", ""),
    )
