"""The whole life of a proposal, over MCP: proposed, seen, decided once, told."""

import pytest

from conderis.accounts.models import User
from projects.models import Project
from tests.calls import Caller

NEW = {"title": "Cache", "summary": "Warmed on deploy."}


@pytest.fixture
def memory(as_moderator: Caller) -> int:
    fields = {**NEW, "content": "one\ntwo\nthree\n"}
    return as_moderator.call("item_store", kind="memory", fields=fields)["number"]


def propose(caller: Caller, number: int, version: int = 1, **fields: object) -> str:
    sent = caller.call("item_store", kind="memory", number=number, version=version, fields=fields, reason="It moved.")
    assert sent["outcome"] == "proposed"
    return sent["ref"]


def test_a_writer_proposes_and_nothing_changes(as_writer: Caller, memory: int) -> None:
    sent = as_writer.call("item_store", kind="memory", number=memory, version=1, fields={"summary": "On start."})
    assert set(sent) == {"outcome", "ref", "url"}
    assert sent["url"].endswith(f"/proposals/{sent['ref'].removeprefix('proposal:')}/")
    assert as_writer.call("item_get", number=memory)["fields"]["summary"] == "Warmed on deploy."


def test_it_reads_as_the_contract_says(as_writer: Caller, writer: User, memory: int) -> None:
    ref = propose(as_writer, memory, summary="On start.")
    read = as_writer.call("item_get", ref=ref)
    assert (read["kind"], read["ref"], read["state"], read["targetKind"]) == ("proposal", ref, "pending", "memory")
    assert read["target"]["number"] == memory
    assert (read["baseVersion"], read["changedFields"], read["reason"]) == (1, ["summary"], "It moved.")
    assert read["fields"]["summary"] == "On start."
    assert read["author"]["ref"] == writer.ref
    assert "via" in read["author"]
    assert read["decision"] is None


def test_a_moderator_approves_it(as_writer: Caller, as_moderator: Caller, moderator: User, memory: int) -> None:
    ref = propose(as_writer, memory, summary="On start.")
    done = as_moderator.call("item_action", ref=ref, action="approve")
    assert done == {"ref": ref, "action": "approve", "state": "approved", "number": memory, "version": 2}
    read = as_writer.call("item_get", number=memory)
    assert read["fields"]["summary"] == "On start."
    assert read["reviewedBy"]["ref"] == moderator.ref
    [latest, _] = as_writer.call("item_get", number=memory, history=True)["versions"]
    assert latest["author"]["name"] == "Chi"
    assert latest["reviewedBy"]["name"] == "Bea"
    assert latest["reason"] == "It moved."


def test_a_second_decision_says_who_decided_what(as_writer: Caller, as_moderator: Caller, memory: int) -> None:
    ref = propose(as_writer, memory, summary="On start.")
    as_moderator.call("item_action", ref=ref, action="reject", reason="Not so.")
    refused = as_moderator.refused("conflict", "item_action", ref=ref, action="approve")
    assert "rejected by Bea" in refused["message"]
    assert refused["decision"]["reason"] == "Not so."


def test_a_base_that_moved_on_is_merged(as_writer: Caller, as_moderator: Caller, memory: int) -> None:
    ref = propose(as_writer, memory, content="one\ntwo\nTHREE\n")
    as_moderator.call("item_store", kind="memory", number=memory, version=1, fields={"content": "ONE\ntwo\nthree\n"})
    done = as_moderator.call("item_action", ref=ref, action="approve")
    assert (done["version"], done["mergedOnto"]) == (3, 2)
    assert as_writer.call("item_get", number=memory)["fields"]["content"] == "ONE\ntwo\nTHREE\n"


def test_a_conflict_is_refused_naming_the_fields(as_writer: Caller, as_moderator: Caller, memory: int) -> None:
    ref = propose(as_writer, memory, content="one\nzwei\nthree\n", summary="A.")
    as_moderator.call("item_store", kind="memory", number=memory, version=1, fields={"content": "one\ndeux\nthree\n"})
    refused = as_moderator.refused("conflict", "item_action", ref=ref, action="approve")
    assert refused["fields"] == ["content"]
    assert as_writer.call("item_get", ref=ref)["state"] == "pending"


def test_a_new_item_is_proposed_and_gets_its_number_when_approved(
    as_writer: Caller, as_moderator: Caller, project: Project
) -> None:
    ref = as_writer.call("item_store", kind="memory", fields=NEW)["ref"]
    assert as_writer.call("item_get", ref=ref)["target"] is None
    number = as_moderator.call("item_action", ref=ref, action="approve")["number"]
    read = as_writer.call("item_get", number=number)
    assert read["createdBy"]["name"] == "Chi"
    assert as_writer.call("item_get", ref=ref)["target"]["number"] == number


def test_what_changes_nothing_makes_no_proposal(as_writer: Caller, memory: int) -> None:
    sent = as_writer.call("item_store", kind="memory", number=memory, version=1, fields={"title": "Cache"})
    assert sent["unchanged"] is True
    assert as_writer.call("item_list", kind="proposal")["total"] == 0


def test_a_repeat_of_a_rejected_one_says_why(as_writer: Caller, as_moderator: Caller, memory: int) -> None:
    first = propose(as_writer, memory, summary="On start.")
    as_moderator.call("item_action", ref=first, action="reject", reason="Measured: on deploy.")
    again = as_writer.call("item_store", kind="memory", number=memory, version=1, fields={"summary": "On start."})
    assert (again["outcome"], again["repeats"], again["rejectedBefore"]) == ("proposed", first, "Measured: on deploy.")


def test_an_author_withdraws_and_nobody_else(as_writer: Caller, as_moderator: Caller, memory: int) -> None:
    ref = propose(as_writer, memory, summary="On start.")
    as_moderator.refused("denied", "item_action", ref=ref, action="withdraw")
    assert as_writer.call("item_action", ref=ref, action="withdraw")["state"] == "withdrawn"


def test_a_reader_sees_none(as_reader: Caller, as_outsider: Caller, as_writer: Caller, memory: int) -> None:
    ref = propose(as_writer, memory, summary="On start.")
    for caller in (as_reader, as_outsider):
        caller.refused("not_found", "item_get", ref=ref)
    assert as_reader.call("item_list", kind="proposal")["total"] == 0


def test_the_list_has_them(as_writer: Caller, as_moderator: Caller, memory: int) -> None:
    ref = propose(as_writer, memory, summary="On start.")
    new = as_writer.call("item_store", kind="memory", fields={"title": "Shards", "summary": "There are four."})["ref"]
    page = as_moderator.call("item_list", kind="proposal", sort="created")
    assert [entry["ref"] for entry in page["items"]] == [ref, new]
    assert page["items"][0]["target"] == {"number": memory, "title": "Cache"}
    assert [e["ref"] for e in as_moderator.call("item_list", kind="proposal", query="shards four")["items"]] == [new]
    assert as_moderator.call("item_list", kind="proposal", filter={"author": "me"})["total"] == 0
    assert as_writer.call("item_list", kind="proposal", filter={"author": "me"})["total"] == 2
    assert as_writer.call("project_get")["counts"]["pendingProposals"] == 2
