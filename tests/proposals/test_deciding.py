"""Decisions: once, under the item's lock, with nothing lost when things have moved on meanwhile."""

from typing import Any

import pytest

from conderis.accounts.models import User
from conderis.core.actor import Actor
from conderis.core.errors import Conflict, Invalid, Missing, Refusal, SecretFound
from items.models import Event, Item
from projects.models import Project
from projects.selectors import project_for
from proposals.access import proposal_by_ref
from proposals.models import Proposal
from proposals.services.approve import approve
from proposals.services.reject import reject
from tests.calls import Caller
from tests.conftest import Actors
from tests.core.credentials import KEYS


def proposed(caller: Caller, number: int, version: int = 1, **fields: Any) -> Proposal:
    sent = caller.call("item_store", kind="memory", number=number, version=version, fields=fields, reason="Why not.")
    return proposal_by_ref(caller.actor, sent["ref"])


def fresh(actor: Actor, proposal: Proposal) -> Proposal:
    return proposal_by_ref(actor, proposal.ref)


@pytest.fixture
def memory(as_owner: Caller) -> int:
    return as_owner.memory(content="one\ntwo\nthree\n", tags=["old"])


def test_the_version_is_its_authors_and_says_who_let_it_in(
    as_writer: Caller, actors: Actors, memory: int, moderator: User
) -> None:
    proposal = proposed(as_writer, memory, summary="New")
    done = approve(actor=actors.moderator, proposal=fresh(actors.moderator, proposal), reason="Right.")
    assert done.item is not None
    version = done.item.versions.get(number=2)
    assert (version.author_id, version.agent_id) == (as_writer.actor.user_id, as_writer.actor.agent_id)
    assert (version.reviewed_by_id, version.reviewed_agent_id, version.proposal) == (moderator.pk, None, proposal.pk)
    assert (version.reason, version.changed_fields) == ("Why not.", ["summary"])
    held = fresh(actors.moderator, proposal)
    assert (held.status, held.decision_reason, held.version, held.merged_onto) == ("approved", "Right.", 2, None)
    assert not held.edited


def test_events_are_of_author_and_decider(as_writer: Caller, actors: Actors, memory: int) -> None:
    proposal = proposed(as_writer, memory, summary="New")
    approve(actor=actors.moderator, proposal=fresh(actors.moderator, proposal))
    stored, decided = Event.objects.filter(version=2).order_by("pk")
    assert (stored.what, stored.user_id) == ("stored", as_writer.actor.user_id)
    assert (decided.what, decided.user_id, decided.proposal) == ("approved", actors.moderator.user_id, proposal.pk)


def test_rejecting_a_new_one_leaves_an_event_without_an_item(as_writer: Caller, actors: Actors) -> None:
    ref = as_writer.call("item_store", kind="memory", fields={"title": "T", "summary": "S"})["ref"]
    reject(actor=actors.moderator, proposal=proposal_by_ref(actors.moderator, ref), reason="No.")
    event = Event.objects.get()
    assert (event.what, event.item_id, event.kind) == ("rejected", None, "memory")
    assert Item.objects.count() == 0


def test_rejecting_needs_a_reason_without_a_secret(as_writer: Caller, actors: Actors, memory: int) -> None:
    proposal = fresh(actors.moderator, proposed(as_writer, memory, summary="New"))
    for blank in ("", " \n"):
        with pytest.raises(Missing):
            reject(actor=actors.moderator, proposal=proposal, reason=blank)
    with pytest.raises(SecretFound):
        reject(actor=actors.moderator, proposal=proposal, reason=f"Use {next(iter(KEYS.values()))}")
    assert fresh(actors.moderator, proposal).pending


def test_what_the_reviewer_changes_is_told_apart(as_writer: Caller, actors: Actors, memory: int) -> None:
    proposal = proposed(as_writer, memory, summary="New", content="one\nTWO\nthree\n")
    done = approve(actor=actors.moderator, proposal=fresh(actors.moderator, proposal), fields={"summary": "Newer"})
    assert done.item is not None
    assert done.item.state is not None
    assert (done.item.state["summary"], done.item.state["content"]) == ("Newer", "one\nTWO\nthree\n")
    held = fresh(actors.moderator, proposal)
    assert held.edited
    assert held.state is not None
    assert held.state["summary"] == "New"  # what was proposed stays as it was


def test_an_edit_is_held_to_the_kinds_rules(as_writer: Caller, actors: Actors, memory: int) -> None:
    proposal = fresh(actors.moderator, proposed(as_writer, memory, summary="New"))
    edits: list[tuple[dict[str, Any], type[Refusal]]] = [
        ({"title": ""}, Missing), ({"tags": ["Not A Tag"]}, Invalid), ({"visibility": "private"}, Invalid),
        ({"content": f"Use {next(iter(KEYS.values()))}"}, SecretFound),
    ]  # fmt: skip
    for fields, expected in edits:
        with pytest.raises(expected):
            approve(actor=actors.moderator, proposal=proposal, fields=fields)
    assert fresh(actors.moderator, proposal).pending


def test_a_new_one_stays_shared(as_writer: Caller, actors: Actors) -> None:
    ref = as_writer.call("item_store", kind="memory", fields={"title": "T", "summary": "S"})["ref"]
    proposal = proposal_by_ref(actors.moderator, ref)
    with pytest.raises(Invalid, match="stays shared"):
        approve(actor=actors.moderator, proposal=proposal, fields={"visibility": "private"})


def test_a_conflict_is_decided_by_who_writes_every_field_of_it(
    as_writer: Caller, as_owner: Caller, actors: Actors, memory: int
) -> None:
    proposal = proposed(as_writer, memory, content="one\nzwei\nthree\n", tags=["new"])
    as_owner.change("memory", memory, 1, content="one\ndeux\nthree\n", tags=["other"])
    held = fresh(actors.moderator, proposal)
    for fields, left in (({}, ["content", "tags"]), ({"content": "both"}, ["tags"])):
        with pytest.raises(Conflict) as refused:
            approve(actor=actors.moderator, proposal=held, fields=fields)
        assert sorted(refused.value.data["fields"]) == left
    done = approve(actor=actors.moderator, proposal=held, fields={"content": "both", "tags": ["new", "other"]})
    assert done.item is not None
    assert done.item.state is not None
    assert (done.item.state["content"], done.item.state["tags"]) == ("both", ["new", "other"])
    assert fresh(actors.moderator, proposal).merged_onto == 2


def test_a_page_that_was_drawn_before_the_last_change_decides_nothing(
    as_writer: Caller, as_owner: Caller, actors: Actors, memory: int
) -> None:
    proposal = proposed(as_writer, memory, summary="New")
    as_owner.change("memory", memory, 1, title="Meanwhile")
    with pytest.raises(Conflict) as refused:
        approve(actor=actors.moderator, proposal=fresh(actors.moderator, proposal), seen=1)
    assert (refused.value.data["version"], refused.value.data["changedFields"]) == (2, ["title"])
    assert approve(actor=actors.moderator, proposal=fresh(actors.moderator, proposal), seen=2).changed


def test_nothing_is_merged_into_what_was_archived(
    as_writer: Caller, as_owner: Caller, actors: Actors, memory: int
) -> None:
    proposal = proposed(as_writer, memory, summary="New")
    as_owner.act(memory, "archive", 1)
    refused = as_owner.refused("conflict", "item_action", ref=proposal.ref, action="approve")
    assert "archived" in refused["message"]
    as_owner.act(memory, "restore", 2)
    assert as_owner.call("item_action", ref=proposal.ref, action="approve")["mergedOnto"] == 3


def test_nor_into_what_is_locked(as_writer: Caller, as_owner: Caller, memory: int, project: Project) -> None:
    proposal = proposed(as_writer, memory, summary="New")
    project.items.filter(number=memory).update(sealed=True, state=None)
    for caller in (as_owner, as_writer):
        caller.refused("locked", "item_get", ref=proposal.ref)
    for action in ("approve", "reject"):
        as_owner.refused("locked", "item_action", ref=proposal.ref, action=action, reason="r")
    assert as_owner.call("item_list", kind="proposal")["total"] == 0


def test_without_its_base_a_person_writes_what_the_fields_say(
    as_writer: Caller, as_owner: Caller, actors: Actors, memory: int, project: Project
) -> None:
    proposal = proposed(as_writer, memory, summary="New")
    as_owner.change("memory", memory, 1, title="Meanwhile")
    item = project.items.get(number=memory)
    item.versions.filter(number=1).update(state=None, sealed=True)
    refused = as_owner.refused("conflict", "item_action", ref=proposal.ref, action="approve")
    assert "can't be read any more" in refused["message"]
    done = approve(actor=actors.moderator, proposal=fresh(actors.moderator, proposal), fields={"summary": "By hand"})
    assert done.item is not None
    assert (done.item.state or {})["summary"] == "By hand"


def test_what_is_already_so_is_approved_without_a_version(as_writer: Caller, as_owner: Caller, memory: int) -> None:
    first, second = (proposed(as_writer, memory, summary="New") for _ in range(2))
    assert as_owner.call("item_action", ref=first.ref, action="approve")["version"] == 2
    again = as_owner.call("item_action", ref=second.ref, action="approve")
    assert (again["version"], again["unchanged"]) == (2, True)


def test_a_place_is_proposed_with_the_content_and_taken_as_it_fits(as_writer: Caller, as_owner: Caller) -> None:
    above, page, last = as_owner.page("Above"), as_owner.page("Page"), as_owner.page("Last")
    fields = {"content": "New", "parent": above, "position": 0}
    ref = as_writer.call("item_store", kind="page", number=page, version=1, fields=fields)["ref"]
    assert as_writer.call("item_get", ref=ref)["fields"]["parent"] == {"number": above, "title": "Above"}
    as_owner.call("item_action", ref=ref, action="approve")
    read = as_owner.get(page)
    assert (read["parent"]["number"], read["fields"]["position"]) == (above, 0)
    far = as_writer.call("item_store", kind="page", number=last, version=1, fields={"content": "x", "position": 1})
    as_owner.call("item_action", ref=far["ref"], action="approve")
    assert as_owner.get(last)["fields"]["position"] == 1


def test_a_proposal_isnt_changed(as_writer: Caller, memory: int) -> None:
    proposal = proposed(as_writer, memory, summary="New")
    as_writer.refused("invalid", "item_store", kind="memory", ref=proposal.ref, fields={"summary": "Newer"})


def test_it_is_of_its_project_alone(as_writer: Caller, writer: User, memory: int, actors: Actors) -> None:
    proposal = proposed(as_writer, memory, summary="New")
    other = as_writer.call("project_store", projectId=None, name="Other")["projectId"]
    as_writer.refused("not_found", "item_get", ref=proposal.ref, projectId=other)
    assert as_writer.call("item_get", ref=proposal.ref, projectId=None)["ref"] == proposal.ref
    assert project_for(actors.writer, other).pk == other


def test_a_sealed_one_has_no_state(as_writer: Caller, as_owner: Caller, memory: int) -> None:
    proposal = proposed(as_writer, memory, summary="New")
    Proposal.objects.filter(pk=proposal.pk).update(sealed=True, state=None)
    as_owner.refused("locked", "item_get", ref=proposal.ref)
    as_owner.refused("locked", "item_action", ref=proposal.ref, action="approve")
