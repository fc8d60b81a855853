"""The page of a decision: who is shown it, and what it says without the text."""

from conderis.accounts.models import User
from privacy.models import DeletionRequest
from projects.models import Project
from tests.calls import Caller
from tests.conftest import Actors
from tests.items.pages.looking import Looking, words
from tests.privacy.pages.asking import CANARY, PASSWORD, approve, ask, ask_as, button, reject
from tests.privacy.pages.conftest import strict
from tests.privacy.test_life import rows_with

ROLES = ("nobody", "outsider", "reader", "writer", "moderator", "owner")


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
