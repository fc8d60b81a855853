"""Undoing and editing at the same moment: one of the two wins, or both are in the result; neither is lost."""

from typing import Any

import pytest

from conderis.accounts.models import Agent
from items.models import Item, Version
from proposals.selectors.writing import writing_of
from proposals.services.undo_changes import Undone, undo_changes
from tests.calls import Caller, text_of
from tests.conftest import Actors
from tests.together import together

pytestmark = pytest.mark.django_db(transaction=True)
TEXT = "one\ntwo\nthree\nfour\nfive\n"
ROUNDS = 8


def test_an_edit_at_the_same_moment_is_never_lost(
    as_moderator: Caller, wrong: Caller, agent: Agent, actors: Actors
) -> None:
    """1. Both read version 2. 2. One writes version 3. 3. The other is refused, and nothing of it is written."""
    for _ in range(ROUNDS):
        number = as_moderator.page(content=TEXT)
        wrong.change("page", number, 1, content=TEXT.replace("one", "WRONG"))
        [version] = Version.objects.filter(item__number=number, agent=agent).values_list("pk", flat=True)
        edit = {"projectId": wrong.project_id, "kind": "page", "number": number, "version": 2}

        def undo(pk: int = version) -> list[Undone]:
            return undo_changes(actor=actors.moderator, writing=writing_of(actors.moderator, agent.pk), versions=[pk])

        def change(sent: dict[str, Any] = edit) -> dict[str, Any]:
            fields = {"content": TEXT.replace("one", "WRONG").replace("five", "5")}
            return as_moderator.result("item_store", {**sent, "fields": fields})

        [undone], changed = together(undo, change)
        edited = "isError" not in changed
        item = Item.objects.get(number=number)
        said = (item.state or {})["content"]
        assert edited or "conflict" in text_of(changed)
        assert ("5" in said) is edited
        assert ("WRONG" not in said) is (undone.how == "undone")
        assert item.version == 2 + edited + (undone.how == "undone")
        assert edited or undone.how == "undone"


def test_two_who_undo_the_same_undo_it_once(as_moderator: Caller, wrong: Caller, agent: Agent, actors: Actors) -> None:
    for _ in range(ROUNDS):
        number = as_moderator.page(content=TEXT)
        wrong.change("page", number, 1, content="WRONG")
        [version] = Version.objects.filter(item__number=number, agent=agent).values_list("pk", flat=True)
        results = together(
            *(
                lambda actor=actor, pk=version: undo_changes(
                    actor=actor, writing=writing_of(actor, agent.pk), versions=[pk]
                )
                for actor in (actors.moderator, actors.owner)
            )
        )
        hows = sorted(each.how for [each] in results)
        assert hows in (["already", "undone"], ["refused", "undone"])
        item = Item.objects.get(number=number)
        assert ((item.state or {})["content"], item.version) == (TEXT, 3)
