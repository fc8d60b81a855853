"""What a version changed, for whoever points at it."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from conderis.core.actor import Actor
from conderis.web.people import for_readers
from items.access import require_unlocked
from items.selectors.bases import words_changed_at
from items.views.places import item_at

WORDS_MOST = 240  # characters


@require_safe
@for_readers
def changed(request: HttpRequest, actor: Actor, version: int, **place: Any) -> HttpResponse:
    item = item_at(actor, **place)
    require_unlocked(item)
    return render(request, "items/changed.html", {"words": words_changed_at(item, version, WORDS_MOST)})
