"""What tests of these pages do again and again: ask for a deletion, decide it."""

import re
from typing import Any

from conderis.core.actor import Actor
from items.models import Item
from privacy.models import DeletionRequest
from privacy.services.request_deletion import request_deletion
from tests.calls import Caller
from tests.items.pages.looking import Looking, words

PASSWORD = "a-long-enough-password"
CANARY = "quetzal-7741-nightingale"
HOSTILE = '<script>alert(1)</script>"onload=x \u202eabc' + "x" * 150


def ask(caller: Caller, number: int, reason: str = "It names a customer.", **more: Any) -> DeletionRequest:
    """Over the tools, as an agent of the person does."""
    sent = caller.call("item_delete", number=number, reason=reason, **more)
    return DeletionRequest.objects.get(pk=int(sent["ref"].removeprefix("deletion:")))


def ask_as(
    actor: Actor, number: int, reason: str = "It names a customer.", version: int | None = None
) -> DeletionRequest:
    """As the person themselves does, on a page."""
    item = Item.objects.select_related("project").get(number=number)
    return request_deletion(actor=actor, item=item, reason=reason, version=version)


def approve(look: Looking, request: DeletionRequest, status: int = 303, **sent: Any) -> Any:
    typed = {"decision": "approve", "password": PASSWORD, "confirm": request.shown, **sent}
    return look.post(f"/privacy/{request.pk}/", status, **typed)


def reject(look: Looking, request: DeletionRequest, status: int = 303, reason: str = "It is no secret.") -> Any:
    return look.post(f"/privacy/{request.pk}/", status, decision="reject", reason=reason)


def button(page: str) -> str:
    """What the red button says."""
    found = re.search(r'<button class="button button-danger[^>]*>(.*?)</button>', page, re.DOTALL)
    return words(found[1]) if found else ""
