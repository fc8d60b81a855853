"""Where else it stands: each place with a box, and a decision includes those that are ticked and no other."""

import re

import pytest

from items.models import Item
from privacy.models import DeletionRequest
from tests.calls import Caller
from tests.items.pages.looking import Looking, words
from tests.privacy.pages.asking import CANARY, HOSTILE, approve, ask
from tests.privacy.test_life import rows_with


class TestTheTrace:
    @pytest.fixture
    def elsewhere(self, as_owner: Caller, as_writer: Caller) -> tuple[int, int, str]:
        """The flagged memory, a task of two versions that repeats it, and a proposal that does."""
        number = as_owner.memory("T", content=f"The key is {CANARY} for now.")
        task = as_owner.task("Rotate", content=f"See: the key is {CANARY} for now", summary="S")
        as_owner.change("task", task, 1, content=f"Later: the key is {CANARY} for now")
        fields = {"title": "About keys", "summary": f"It is {CANARY}"}
        return number, task, as_writer.call("item_store", kind="memory", fields=fields)["ref"]

    def test_it_lists_each_place_with_a_box(
        self, ada: Looking, as_writer: Caller, elsewhere: tuple[int, int, str]
    ) -> None:
        number, task, proposal = elsewhere
        page = ada.get(f"/privacy/{ask(as_writer, number).pk}/")
        text, item = words(page), Item.objects.get(number=task)
        assert "Where else it stands 3" in text
        assert f"Version 2 of #{task}: Rotate task item:{item.pk}@2 current shares" in text
        assert f"Version 1 of #{task}: Rotate task item:{item.pk}@1 old shares" in text
        assert f"Proposal {proposal.partition(':')[2]}: About keys memory {proposal} shares" in text
        assert CANARY not in page
        assert re.findall(r'name="include" value="([^"]+)"[^>]* checked', page) == []

    def test_a_place_of_the_same_item_has_no_title(self, ada: Looking, as_writer: Caller, number: int) -> None:
        page = ada.get(f"/privacy/{ask(as_writer, number, version=1).pk}/")
        assert "Version 2 of #1 memory" in words(page)
        assert CANARY not in page

    def test_a_word_of_the_kinds_own_is_no_trace(self, ada: Looking, as_owner: Caller) -> None:
        as_owner.memory("Unlike", "Other words", type="decision")
        page = ada.get(f"/privacy/{ask(as_owner, as_owner.memory('T', 'S', type='decision')).pk}/")
        assert "Nothing else in this project shares its words." in words(page)

    def test_ticked_it_goes_along(self, ada: Looking, as_writer: Caller, elsewhere: tuple[int, int, str]) -> None:
        number, task, proposal = elsewhere
        request = ask(as_writer, number)
        item = Item.objects.get(number=task)
        approve(ada, request, include=[f"item:{item.pk}@1", f"item:{item.pk}@2", proposal])
        assert rows_with(CANARY) == {}
        assert Item.objects.get(number=task).erased_at is not None

    def test_unticked_it_stays(self, ada: Looking, as_writer: Caller, elsewhere: tuple[int, int, str]) -> None:
        approve(ada, ask(as_writer, elsewhere[0]))
        assert set(rows_with(CANARY)) == {"items_item", "items_version", "proposals_proposal"}

    @pytest.mark.parametrize("name", ["item:1@1", "item:999999@1", "nonsense", "", "proposal:1", HOSTILE])
    def test_what_isnt_in_it_cant_be_included(
        self, ada: Looking, as_writer: Caller, elsewhere: tuple[int, int, str], as_owner: Caller, name: str
    ) -> None:
        innocent = Item.objects.get(number=as_owner.task("Innocent"))
        request = ask(as_writer, elsewhere[0])
        for wrong in (name, f"item:{innocent.pk}@1"):
            page = approve(ada, request, 400, include=[wrong]).content.decode()
            assert "One of the further places no longer holds it, or never did." in words(page)
            assert "<script>alert" not in page
        assert DeletionRequest.objects.get().pending
        assert as_owner.get(innocent.number or 0)["fields"]["title"] == "Innocent"

    def test_another_persons_private_place_isnt_in_it(
        self, ada: Looking, as_writer: Caller, elsewhere: tuple[int, int, str]
    ) -> None:
        private = as_writer.memory("Hidden", content=f"The key is {CANARY} for now.", visibility="private")
        request = ask(as_writer, elsewhere[0])
        assert "Hidden" not in ada.get(f"/privacy/{request.pk}/")
        approve(ada, request, 400, include=[f"item:{Item.objects.get(number=private).pk}@1"])

    def test_one_that_took_too_long_says_so(
        self, ada: Looking, as_writer: Caller, elsewhere: tuple[int, int, str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("privacy.selectors.trace.PLACES_MOST", 1)
        page = words(ada.get(f"/privacy/{ask(as_writer, elsewhere[0]).pk}/"))
        assert "the list may not be complete" in page
