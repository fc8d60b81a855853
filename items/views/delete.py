"""Ask that an item, or one version of it, goes for good. From then on it is locked for everyone."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods

from conderis.core.actor import Actor
from conderis.core.errors import NotFound
from conderis.web.answers import go
from conderis.web.notices import tell
from conderis.web.pages import draw
from conderis.web.people import for_people
from items.access import require_on, require_unlocked
from items.models import Item
from items.selectors.versions import version_of
from items.views.places import ITEM, item_at, url_of
from privacy.forms import AskForm
from privacy.services.request_deletion import request_deletion
from projects.capabilities import Capability


@require_http_methods(["GET", "HEAD", "POST"])
@for_people
def delete(request: HttpRequest, actor: Actor, version: int | None = None, **place: Any) -> HttpResponse:
    item = item_at(actor, **place)
    require_on(actor, Capability.WRITE, item)
    require_unlocked(item)
    _require_stored(item, version)
    form = AskForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        reason = form.cleaned_data["reason"]
        asked = form.attempt(request_deletion, actor=actor, item=item, version=version, reason=reason)
        if asked is not None:
            tell(request, _asked(item, version))
            return go(url_of(item, "history" if _older(item, version) else ITEM))
    shown = {
        "form": form,
        "item": item,
        "version": version,
        "older": _older(item, version),
        "name": item.ref if version is None else f"version {version} of {item.ref}",
        "back": url_of(item, ITEM),
    }
    section = item.rules.plural if item.project else "personal"
    return draw(
        request, "privacy/ask.html", shown, actor=actor, project=item.project, section=section, status=form.status
    )


def _require_stored(item: Item, version: int | None) -> None:
    if not item.stored:
        raise NotFound(f"{item.ref} were never stored, so there is nothing to delete.")
    if version is not None:
        version_of(item, version)


def _older(item: Item, version: int | None) -> bool:
    """Whether the item stays readable: only while its current version waits is it locked as a whole."""
    return version is not None and version != item.version


def _asked(item: Item, version: int | None) -> str:
    name = f"Version {version} of {item.ref}" if _older(item, version) else item.ref
    who = "you decide" if item.private or item.project is None else "an owner decides"
    return f"Asked for. {name} is locked for everyone until {who}."
