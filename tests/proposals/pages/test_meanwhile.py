"""What happens between drawing the page and deciding: it is told, nothing is lost, and a person decides again."""

from conderis.accounts.models import User
from items.models import Item
from projects.capabilities import Role
from projects.models import Membership, Project
from tests.calls import Caller
from tests.items.pages.looking import Looking, words
from tests.proposals.pages.conftest import TEXT, Propose, state_of


def test_decided_meanwhile_says_who_what_and_when_and_goes_on(
    at_moderator: Looking, at_owner: Looking, propose: Propose
) -> None:
    made, other = propose(), propose()
    at_owner.post(f"{made.pk}/reject/", seen=0, reason="Not so.")

    for act in ("approve", "reject"):
        page = at_moderator.post(f"{made.pk}/{act}/", 409, swap=True, seen=0, reason="R").content.decode()
        said = words(page)
        assert "Ada rejected it before you. Nothing of yours was done." in said
        assert "“Not so.”" in said
        assert f"/proposals/{made.pk}/next/" in page
        assert "data-approve" not in page
    assert at_moderator.client.get(f"/proposals/{made.pk}/next/")["Location"] == f"/proposals/{other.pk}/"


def test_withdrawn_meanwhile(at_moderator: Looking, at_writer: Looking, propose: Propose) -> None:
    made = propose()
    at_writer.post(f"{made.pk}/withdraw/")
    page = at_moderator.post(f"{made.pk}/approve/", 409, swap=True, seen=0).content.decode()
    assert "Chi withdrew it before you" in words(page)


def test_an_item_that_moved_on_is_shown_anew_before_anything_is_decided(
    at_moderator: Looking, propose: Propose, as_owner: Caller, memory: int
) -> None:
    made = propose(memory, content=TEXT.replace("two", "zwei"))
    as_owner.change("memory", memory, 1, content=TEXT.replace("seven", "sieben"), tags=["new"])

    page = at_moderator.post(f"{made.pk}/approve/", 409, swap=True, seen=1).content.decode()

    said = words(page)
    assert "Ada changed #1 while you looked (content, tags); it is at version 2 now." in said
    assert "merged cleanly" in said
    assert "Version 2" in said
    assert 'name="seen" value="2"' in page
    assert "item_get" not in said
    assert state_of(made) == "pending"
    at_moderator.post(f"{made.pk}/approve/", 200, swap=True, seen=2)
    item = Item.objects.get(number=memory)
    assert (item.version, item.state["content"]) == (3, TEXT.replace("seven", "sieben").replace("two", "zwei"))
    assert "merged onto version 2" in words(at_moderator.get(f"{made.pk}/"))


def test_a_reason_that_was_typed_stays(at_moderator: Looking, propose: Propose, as_owner: Caller, memory: int) -> None:
    made = propose(memory, summary="On start")
    as_owner.change("memory", memory, 1, tags=["new"])

    page = at_moderator.post(f"{made.pk}/reject/", 409, swap=True, seen=1, reason="Long <words>").content.decode()

    assert ">Long &lt;words&gt;</textarea>" in page
    assert "data-reject open" in page
    assert state_of(made) == "pending"
    page = at_moderator.post(
        f"{made.pk}/reject/", 409, swap=True, seen=1, usual="It belongs elsewhere."
    ).content.decode()
    assert ">It belongs elsewhere.</textarea>" in page
    at_moderator.post(f"{made.pk}/reject/", 200, swap=True, seen=2, reason="Long words")


def test_a_conflict_cant_be_approved_with_one_key(
    at_moderator: Looking, propose: Propose, as_owner: Caller, memory: int
) -> None:
    made = propose(memory, content=TEXT.replace("two", "zwei"))
    as_owner.change("memory", memory, 1, content=TEXT.replace("two", "deux"))

    page = at_moderator.get(f"{made.pk}/")
    assert "base v1 · now v2, in conflict" in words(page)
    assert 'data-key="a"' not in page
    assert "The same place was changed since: content" in words(page)
    at_moderator.post(f"{made.pk}/approve/", 409, swap=True, seen=2)
    assert state_of(made) == "pending"


def test_an_archived_target_is_restored_from_here(
    at_moderator: Looking, propose: Propose, as_owner: Caller, memory: int
) -> None:
    made = propose(memory, summary="On start")
    as_owner.act(memory, "archive", 1)

    page = at_moderator.post(f"{made.pk}/approve/", 409, swap=True, seen=1).content.decode()
    assert "#1 was archived, so nothing can be put into it." in words(page)
    assert "item_action" not in words(page)
    assert 'data-key="a"' not in page
    answer = at_moderator.post(f"{made.pk}/restore/", 200, swap=True, seen=2)
    assert "#1 is active again." in words(answer.content.decode())
    at_moderator.post(f"{made.pk}/approve/", 200, swap=True, seen=3)
    item = Item.objects.get(number=memory)
    assert (item.archived, item.summary) == (False, "On start")


def test_what_stands_under_one_that_waits_says_so(at_moderator: Looking, as_writer: Caller, project: Project) -> None:
    items = [
        {"key": "a", "kind": "memory", "fields": {"title": "Above", "summary": "S"}},
        {"kind": "memory", "fields": {"title": "Below", "summary": "S", "parent": "a"}},
    ]
    sent = as_writer.call("item_store", kind="memory", batch={"idempotencyKey": "k", "items": items})
    above, below = (ref.partition(":")[2] for ref in sent["kinds"]["memory"]["refs"])

    page = at_moderator.get(f"{below}/")
    assert "which waits too. Decide that one first." in words(page)
    assert 'data-key="a"' not in page
    at_moderator.post(f"{above}/reject/", seen=0, reason="No")
    assert "which was rejected. Approved, it goes to the top level." in words(at_moderator.get(f"{below}/"))
    at_moderator.post(f"{below}/approve/", seen=0)
    assert Item.objects.get(title="Below").parent is None


def test_a_role_that_was_lost_says_so(
    at_moderator: Looking, propose: Propose, moderator: User, project: Project
) -> None:
    made = propose()
    Membership.objects.filter(user=moderator, project=project).update(role=Role.WRITER)
    page = at_moderator.post(f"{made.pk}/approve/", 403, swap=True, seen=0).content.decode()
    assert "You may not decide here any more" in words(page)
    assert "data-approve" not in page
    Membership.objects.filter(user=moderator, project=project).delete()
    at_moderator.post(f"{made.pk}/approve/", 404, swap=True, seen=0)


def test_a_session_that_was_lost_leads_to_the_sign_in_and_back(at_moderator: Looking, propose: Propose) -> None:
    made = propose()
    at_moderator.client.logout()
    here = {"HX-Request": "true", "HX-Current-URL": f"http://testserver/proposals/{made.pk}/"}
    answer = at_moderator.client.post(f"/proposals/{made.pk}/approve/", {"seen": 0}, headers=here)
    assert answer.status_code == 401
    assert f"proposals/{made.pk}" in answer["HX-Redirect"]
