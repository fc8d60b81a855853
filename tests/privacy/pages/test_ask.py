"""Ask on a page that an item, a version or a proposal goes for good: locked at once, and who may ask."""

import pytest

from conderis.accounts.models import User
from items.models import Item
from privacy.models import DeletionRequest
from projects.models import Project
from proposals.models import Proposal
from tests.calls import Caller
from tests.conftest import Actors
from tests.items.pages.looking import Looking, words
from tests.privacy.pages.asking import CANARY, HOSTILE, ask
from tests.privacy.pages.conftest import strict
from tests.proposals.bulk import add_proposals

ROLES = ("nobody", "outsider", "reader", "writer", "moderator", "owner")


@pytest.fixture
def number(as_owner: Caller) -> int:
    return as_owner.memory(CANARY, content=f"one {CANARY}")


def test_the_menu_leads_there_and_it_is_locked_at_once(chi: Looking, home: str, number: int, actors: Actors) -> None:
    assert f'href="{home}{number}/delete/"' in chi.get(f"{home}{number}/")
    page = words(chi.get(f"{home}{number}/delete/"))
    assert f"Request deletion of #{number}" in page
    assert "It is locked at once, for everyone." in page
    assert "An owner of the project then decides" in page
    assert "Don’t repeat the secret" in page

    answer = chi.post(f"{home}{number}/delete/", reason="It names a customer.")

    assert answer["Location"] == f"{home}{number}/"
    page = chi.get(f"{home}{number}/")
    assert CANARY not in page
    assert "Asked for. #1 is locked for everyone until an owner decides." in words(page)
    request = DeletionRequest.objects.get()
    assert (request.asked_by_id, request.asked_agent_id, request.version) == (actors.writer.user_id, None, None)
    assert Item.objects.get().sealed


def test_what_waits_isnt_offered_again(chi: Looking, home: str, number: int) -> None:
    chi.post(f"{home}{number}/delete/", reason="r")
    assert "/delete/" not in chi.get(f"{home}{number}/")
    assert chi.get(f"{home}{number}/delete/", 423)
    chi.post(f"{home}{number}/delete/", 423, reason="r")
    assert DeletionRequest.objects.count() == 1


@pytest.mark.parametrize("public", [False, True], ids=["private", "public"])
def test_who_may_ask(lookers: dict[str, Looking], home: str, number: int, project: Project, public: bool) -> None:
    project.public = public
    project.save()
    unseen = 403 if public else 404
    expected = {"nobody": 302, "outsider": unseen, "reader": 403, "writer": 422, "moderator": 422, "owner": 422}
    for page in ("delete/", "versions/1/delete/"):
        found = {role: lookers[role].client.post(f"{home}{number}/{page}").status_code for role in ROLES}
        assert found == expected
    assert not DeletionRequest.objects.exists()
    for role in ("reader", *(("nobody", "outsider") if public else ())):
        for page in ("", "history/", "versions/1/"):
            assert "delete/" not in lookers[role].get(f"{home}{number}/{page}")


def test_another_persons_private_one_isnt_there(lookers: dict[str, Looking], home: str, as_writer: Caller) -> None:
    number = as_writer.memory(visibility="private")
    for role in ("moderator", "owner"):
        lookers[role].post(f"{home}{number}/delete/", 404, reason="r")
    page = words(lookers["writer"].get(f"{home}{number}/delete/"))
    assert "You yourself then decide" in page
    lookers["writer"].post(f"{home}{number}/delete/", reason="r")
    assert "locked for everyone until you decide." in words(lookers["writer"].get(f"{home}{number}/"))


def test_an_older_version_alone(chi: Looking, home: str, number: int, as_owner: Caller) -> None:
    as_owner.change("memory", number, 1, title="Clean", content="two")
    assert f'href="{home}{number}/versions/1/delete/"' in chi.get(f"{home}{number}/history/")
    assert f'href="{home}{number}/versions/1/delete/"' in chi.get(f"{home}{number}/versions/1/")
    assert "the item as it is today stays readable" in words(chi.get(f"{home}{number}/versions/1/delete/"))

    answer = chi.post(f"{home}{number}/versions/1/delete/", reason="r")

    assert answer["Location"] == f"{home}{number}/history/"
    history = chi.get(f"{home}{number}/history/")
    assert f"{home}{number}/versions/1/" not in history
    assert CANARY not in history
    assert "two" in chi.get(f"{home}{number}/")
    chi.get(f"{home}{number}/versions/1/delete/", 423)
    assert DeletionRequest.objects.get().version == 1


def test_the_current_version_locks_the_item(chi: Looking, home: str, number: int, as_owner: Caller) -> None:
    as_owner.change("memory", number, 1, content="two")
    answer = chi.post(f"{home}{number}/versions/2/delete/", reason="r")
    assert answer["Location"] == f"{home}{number}/"
    assert "that version 2 of it, the one that counts today, is deleted" in words(chi.get(f"{home}{number}/"))


def test_a_version_that_isnt_there(chi: Looking, home: str, number: int) -> None:
    chi.get(f"{home}{number}/versions/2/delete/", 404)
    chi.get(f"{home}{number}/versions/0/delete/", 404)
    chi.get(f"{home}instructions/delete/", 404)
    chi.get(f"{home}instructions/versions/0/delete/", 404)


@pytest.mark.parametrize("reason", ["", " \n ", "x" * 2_001, "it is AKIAIOSFODNN7EXAMPLF", "nul \x00"])
def test_a_reason_that_wont_do(chi: Looking, home: str, number: int, reason: str) -> None:
    answer = chi.client.post(f"{home}{number}/delete/", {"reason": reason})
    assert answer.status_code in (400, 422)
    assert "field-error" in answer.content.decode()
    assert not DeletionRequest.objects.exists()
    assert not Item.objects.get().sealed


def test_a_hostile_reason_is_text(chi: Looking, ada: Looking, home: str, number: int) -> None:
    chi.post(f"{home}{number}/delete/", reason=HOSTILE)
    for look, path in ((chi, f"{home}{number}/"), (ada, f"{home}privacy/"), (ada, "/"), (ada, "/privacy/1/")):
        page = look.get(path.replace("/1/", f"/{DeletionRequest.objects.get().pk}/") if path == "/privacy/1/" else path)
        assert "<script>alert" not in page
        assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page


def test_a_forged_form_asks_for_nothing(writer: User, home: str, number: int) -> None:
    assert strict(writer).post(f"{home}{number}/delete/", {"reason": "r"}).status_code == 403
    assert not DeletionRequest.objects.exists()


def test_twenty_at_most(chi: Looking, home: str, as_owner: Caller, as_writer: Caller) -> None:
    for _ in range(20):
        ask(as_writer, as_owner.task())
    number = as_owner.task()
    page = chi.post(f"{home}{number}/delete/", 413, reason="r").content.decode()
    assert "You have 20 deletion requests open in this project." in words(page)


def test_a_personal_one(chi: Looking, as_writer: Caller, ada: Looking) -> None:
    key = as_writer.personal(CANARY).partition(":")[2]
    ada.post(f"/personal/{key}/delete/", 404, reason="r")
    chi.post(f"/personal/{key}/delete/", reason="r")
    assert CANARY not in chi.get(f"/personal/{key}/")


def test_a_proposal(chi: Looking, lookers: dict[str, Looking], home: str, project: Project, owner: User) -> None:
    [proposal] = add_proposals(project, owner, 1)
    path = f"/proposals/{proposal.pk}/delete/"
    assert f'href="{path}"' in chi.get(f"/proposals/{proposal.pk}/")
    expected = {"nobody": 302, "outsider": 404, "reader": 404, "writer": 422, "moderator": 422, "owner": 422}
    assert {role: lookers[role].client.post(path).status_code for role in ROLES} == expected
    assert f"Request deletion of proposal {proposal.pk}" in words(chi.get(path))

    assert chi.post(path, reason="r")["Location"] == f"{home}proposals/"

    assert Proposal.objects.get().sealed
    chi.get(path, 423)
    chi.post(path, 423, reason="r")
