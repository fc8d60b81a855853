"""The decision: who is shown it, what it says without the text, and what approving and rejecting need."""

import re
from typing import Any

import pytest

from conderis.accounts.models import User
from items.models import Item
from privacy.models import DeletionRequest, Sealed
from projects.models import Project
from tests.calls import Caller
from tests.conftest import Actors
from tests.items.pages.looking import Looking, words
from tests.privacy.pages.asking import CANARY, HOSTILE, PASSWORD, approve, ask, ask_as, reject
from tests.privacy.pages.conftest import strict
from tests.privacy.test_life import rows_with

ROLES = ("nobody", "outsider", "reader", "writer", "moderator", "owner")


@pytest.fixture
def number(as_owner: Caller) -> int:
    """A memory of three versions, all of which hold the canary."""
    number = as_owner.memory(f"T {CANARY}", content=f"one {CANARY}")
    as_owner.change("memory", number, 1, content=f"two {CANARY}")
    as_owner.change("memory", number, 2, content=f"three {CANARY}")
    return number


@pytest.fixture
def asked(as_writer: Caller, number: int) -> DeletionRequest:
    as_writer.change("memory", number, 3, content=f"four {CANARY}")
    return ask(as_writer, number)


def button(page: str) -> str:
    """What the red button says."""
    found = re.search(r'<button class="button button-danger[^>]*>(.*?)</button>', page, re.DOTALL)
    return words(found[1]) if found else ""


class TestWhoDecides:
    def test_owners_alone(self, lookers: dict[str, Looking], asked: DeletionRequest) -> None:
        path = f"/privacy/{asked.pk}/"
        got = {role: lookers[role].client.get(path).status_code for role in ROLES}
        assert got == {"nobody": 302, "outsider": 404, "reader": 404, "writer": 404, "moderator": 404, "owner": 200}
        sent = {"decision": "approve", "password": PASSWORD, "confirm": "#1", "reason": "r"}
        for decision in ("approve", "reject"):
            for role in ROLES[1:-1]:
                assert lookers[role].client.post(path, {**sent, "decision": decision}).status_code == 404
            assert lookers["nobody"].client.post(path, {**sent, "decision": decision}).status_code == 302
        assert DeletionRequest.objects.get().pending

    def test_of_a_private_one_its_author(self, lookers: dict[str, Looking], as_writer: Caller, chi: Looking) -> None:
        request = ask(as_writer, as_writer.memory(CANARY, visibility="private"))
        lookers["owner"].get(f"/privacy/{request.pk}/", 404)
        assert CANARY not in chi.get(f"/privacy/{request.pk}/")
        approve(chi, request)
        assert rows_with(CANARY) == {}

    def test_of_a_personal_one_too(self, chi: Looking, ada: Looking, as_writer: Caller) -> None:
        ref = as_writer.personal(CANARY)
        sent = as_writer.call("item_delete", projectId=None, ref=ref, reason="r")
        request = DeletionRequest.objects.get(pk=sent["ref"].partition(":")[2])
        ada.get(f"/privacy/{request.pk}/", 404)
        assert f"Type {ref} to confirm" in words(chi.get(f"/privacy/{request.pk}/"))
        approve(chi, request)
        assert f"{ref} is erased" in words(chi.get(f"/privacy/{request.pk}/"))
        chi.get(f"/personal/{ref.partition(':')[2]}/", 410)

    def test_not_who_asked_where_two_decide(
        self, ada: Looking, actors: Actors, number: int, project: Project, lookers: dict[str, Looking]
    ) -> None:
        project.deletion_needs_two = True
        project.save()
        request = ask_as(actors.owner, number)
        page = ada.get(f"/privacy/{request.pk}/")
        assert "Someone else decides this one." in words(page)
        assert button(page) == ""
        assert 'name="decision"' not in page
        approve(ada, request, 403)
        reject(ada, request, 403)
        assert DeletionRequest.objects.get().pending

    def test_an_id_that_isnt_one(self, ada: Looking) -> None:
        for ident in ("0", "999999", "9" * 30):
            ada.get(f"/privacy/{ident}/", 404)
            ada.post(f"/privacy/{ident}/", 404, decision="reject", reason="r")

    def test_a_forged_form(self, owner: User, ada: Looking, asked: DeletionRequest) -> None:
        assert ada.get(f"/privacy/{asked.pk}/")
        sent = {"decision": "approve", "password": PASSWORD, "confirm": "#1"}
        assert strict(owner).post(f"/privacy/{asked.pk}/", sent).status_code == 403
        assert DeletionRequest.objects.get().pending


class TestWhatItSays:
    def test_all_but_the_text(self, ada: Looking, asked: DeletionRequest) -> None:
        page = ada.get(f"/privacy/{asked.pk}/")
        assert CANARY not in page
        text = words(page)
        assert "Erase #1 for good?" in text
        assert "What #1, a memory as a whole Asked by Chi through the agent" in text
        assert "It names a customer." in text
        assert "Type #1 to confirm" in text
        assert "Nothing else in this project shares its words." in text

    def test_no_store_keeps_it(self, ada: Looking, asked: DeletionRequest) -> None:
        assert "no-store" in ada.client.get(f"/privacy/{asked.pk}/")["Cache-Control"]

    def test_the_button_says_what_it_does_in_numbers(self, ada: Looking, asked: DeletionRequest) -> None:
        assert button(ada.get(f"/privacy/{asked.pk}/")) == "Erase #1: 3 versions, 1 proposal"

    def test_of_one_old_version(self, ada: Looking, as_writer: Caller, number: int) -> None:
        page = ada.get(f"/privacy/{ask(as_writer, number, version=1).pk}/")
        assert button(page) == "Erase version 1 of #1"
        assert "The other versions keep their numbers." in words(page)

    def test_of_the_current_one(self, ada: Looking, as_writer: Caller, number: int) -> None:
        as_writer.change("memory", number, 3, content="four")
        page = ada.get(f"/privacy/{ask(as_writer, number, version=3).pk}/")
        assert button(page) == "Erase version 3 of #1: 1 proposal"
        assert "The item then reads as version 2 again, as a new version." in words(page)

    def test_of_the_only_one(self, ada: Looking, as_owner: Caller) -> None:
        page = ada.get(f"/privacy/{ask(as_owner, as_owner.task(), version=1).pk}/")
        assert button(page) == "Erase #1: 1 version"

    def test_of_a_proposal(self, ada: Looking, as_writer: Caller) -> None:
        fields = {"title": CANARY, "summary": "S"}
        ref = as_writer.call("item_store", kind="memory", fields=fields, propose=True)["ref"]
        as_writer.call("item_delete", ref=ref, reason="r")
        page = ada.get(f"/privacy/{DeletionRequest.objects.get().pk}/")
        assert button(page) == f"Erase {ref}"
        assert CANARY not in page
        approve(ada, DeletionRequest.objects.get())
        assert rows_with(CANARY) == {}


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


class TestWhatIsWrong:
    @pytest.mark.parametrize(
        ("sent", "status", "said"),
        [
            ({"password": "wrong-password"}, 400, "This isn't your password."),
            ({"password": ""}, 422, "This field is required."),
            ({"confirm": "#2"}, 400, "Type #1, as it is shown, to confirm."),
            ({"confirm": "1"}, 400, "Type #1, as it is shown, to confirm."),
            ({"confirm": ""}, 422, "This field is required."),
            ({"confirm": HOSTILE}, 422, "Ensure this value has at most 60 characters"),
            ({"password": "x\x00"}, 422, "Null characters are not allowed."),
        ],
    )
    def test_nothing_changes_and_the_ticks_stay(
        self, ada: Looking, as_owner: Caller, asked: DeletionRequest, sent: dict[str, Any], status: int, said: str
    ) -> None:
        other = Item.objects.get(number=as_owner.task("Other", content=f"It has {CANARY} too", summary="S"))
        place = f"item:{other.pk}@1"
        page = approve(ada, asked, status, include=[place], **sent).content.decode()
        assert said in words(page)
        assert f'value="{place}"' in page
        assert re.search(rf'value="{place}"[^>]* checked', page)
        assert button(page) == "Erase #1: 3 versions, 1 proposal , and 1 further place"
        typed = sent.get("password", PASSWORD)
        assert not typed or typed not in page
        assert CANARY not in page
        assert DeletionRequest.objects.get().pending
        assert Sealed.objects.count() == 5

    def test_a_reason_to_keep_it_is_needed_and_stays_typed(self, ada: Looking, asked: DeletionRequest) -> None:
        reject(ada, asked, 422, reason=" ")
        page = reject(ada, asked, 422, reason="x" * 2_001).content.decode()
        assert "x" * 2_001 in page
        reject(ada, asked, 400, reason="AKIAIOSFODNN7EXAMPLF")
        assert DeletionRequest.objects.get().pending

    @pytest.mark.parametrize("decision", ["", "erase", "APPROVE", HOSTILE])
    def test_another_decision(self, ada: Looking, asked: DeletionRequest, decision: str) -> None:
        answer = ada.post(f"/privacy/{asked.pk}/", 400, decision=decision, password=PASSWORD, confirm="#1", reason="r")
        assert "decision must be approve or reject." in words(answer.content.decode())
        assert DeletionRequest.objects.get().pending

    def test_too_many_guesses(self, ada: Looking, asked: DeletionRequest, settings: Any) -> None:
        settings.SIGN_IN_LIMIT = 2
        statuses = [
            ada.client.post(
                f"/privacy/{asked.pk}/", {"decision": "approve", "password": f"wrong-{n}", "confirm": "#1"}
            ).status_code
            for n in range(5)
        ]
        assert statuses[0] == 400
        assert statuses[-1] == 429
        approve(ada, asked, 429)
        assert DeletionRequest.objects.get().pending


class TestDecided:
    def test_approved_it_says_who_and_when(self, ada: Looking, asked: DeletionRequest) -> None:
        answer = approve(ada, asked)
        assert answer["Location"] == f"/privacy/{asked.pk}/"
        text = words(ada.get(f"/privacy/{asked.pk}/"))
        assert "#1 is erased." in text
        assert "Decided by Ada just now : erased" in text
        assert "It names a customer." not in text
        assert button(ada.get(f"/privacy/{asked.pk}/")) == ""
        assert rows_with(CANARY) == {}

    def test_rejected_it_is_back(self, ada: Looking, chi: Looking, home: str, asked: DeletionRequest) -> None:
        reject(ada, asked)
        text = words(ada.get(f"/privacy/{asked.pk}/"))
        assert "It stays. #1 reads as it did before." in text
        assert "Decided by Ada just now : kept Why it stays “ It is no secret. ”" in text
        assert f'href="{home}1/"' in ada.get(f"/privacy/{asked.pk}/")
        assert f"three {CANARY}" in chi.get(f"{home}1/")

    @pytest.mark.parametrize("first", [approve, reject])
    @pytest.mark.parametrize("second", [approve, reject])
    def test_the_second_of_two_decisions(self, ada: Looking, asked: DeletionRequest, first: Any, second: Any) -> None:
        first(ada, asked)
        decided = DeletionRequest.objects.values().get()
        page = words(second(ada, asked, 409).content.decode())
        assert "by Ada already. " in page or "by Ada already." in page
        assert DeletionRequest.objects.values().get() == decided

    def test_a_certificate_is_shown_where_there_is_one(
        self, ada: Looking, asked: DeletionRequest, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        approve(ada, asked)
        assert "Certificate" not in words(ada.get(f"/privacy/{asked.pk}/"))
        found: dict[str, Any] = {"searchedAt": "2026-11-30T10:00:00.000Z", "provable": True, "complete": True}
        found["stores"] = [{"store": "items_item", "rows": 41, "hits": 0}, {"store": "valkey", "rows": 7, "hits": 0}]
        self._stored(asked, found, monkeypatch)
        text = words(ada.get(f"/privacy/{asked.pk}/"))
        assert "None was found." in text
        assert "Store Rows searched Found items_item 41 0 valkey 7 0" in text
        found["stores"][1]["hits"], found["complete"] = 2, False
        self._stored(asked, found, monkeypatch)
        text = words(ada.get(f"/privacy/{asked.pk}/"))
        assert "Words of it were found 2 times" in text
        assert "couldn’t be read to its end" in text
        self._stored(asked, {"searchedAt": "2026-11-30T10:00:00.000Z", "provable": False}, monkeypatch)
        assert "can’t be proved by a search" in words(ada.get(f"/privacy/{asked.pk}/"))

    def _stored(self, asked: DeletionRequest, found: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
        """As the search stores it, whether or not the model has the column here."""
        if any(field.name == "certificate" for field in DeletionRequest._meta.get_fields()):
            DeletionRequest.objects.filter(pk=asked.pk).update(certificate=found)
        else:
            monkeypatch.setattr(DeletionRequest, "certificate", found, raising=False)


class TestWhatWasDerived:
    def test_it_is_listed_once_erased(self, ada: Looking, home: str, as_owner: Caller, asked: DeletionRequest) -> None:
        source = as_owner.memory("Another source")
        stale, unlike = as_owner.task("Stale by now"), as_owner.task("Unlike")
        as_owner.relate(unlike, "derived_from", source)
        reject(ada, asked)
        as_owner.relate(stale, "derived_from", 1)
        request = ask(as_owner, 1)
        assert "Stale by now" not in ada.get(f"/privacy/{request.pk}/")
        approve(ada, request)
        text = words(ada.get(f"/privacy/{request.pk}/"))
        assert "Derived from it 1 These derive from it and are marked stale." in text
        assert f"Stale by now #{stale} task stale" in text
        assert "Unlike" not in text

    def test_of_what_went_along_too(self, ada: Looking, as_owner: Caller) -> None:
        number = as_owner.memory("T", content=f"The key is {CANARY} for now.")
        other = as_owner.memory("U", content=f"See, the key is {CANARY} for now.")
        as_owner.relate(as_owner.memory("Stale by now"), "derived_from", other)
        request = ask(as_owner, number)
        approve(ada, request, include=[f"item:{Item.objects.get(number=other).pk}@1"])
        assert "Stale by now" in ada.get(f"/privacy/{request.pk}/")

    def test_another_persons_private_one_isnt(self, ada: Looking, as_owner: Caller, as_writer: Caller) -> None:
        number = as_owner.memory()
        hidden = as_writer.memory("Hidden", visibility="private")
        as_writer.relate(hidden, "derived_from", number)
        request = ask(as_owner, number)
        approve(ada, request)
        assert "Hidden" not in ada.get(f"/privacy/{request.pk}/")
