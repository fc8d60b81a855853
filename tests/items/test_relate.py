"""relate and unrelate: what may be linked, who may, and who sees it."""

from itertools import pairwise

import pytest

from conderis.accounts.models import User
from items.models import Event
from items.services import relate
from projects.models import Project
from tests.calls import Caller, Json
from tests.conftest import through_agent

RELATIONS = ["related", "depends_on", "supersedes", "contradicts", "implements", "derived_from"]


def relations(caller: Caller, number: int) -> list[tuple[str, str, int]]:
    """(relation, direction, the other's number) of each that the caller sees."""
    got = caller.get(number)
    assert got["relationsTotal"] == len(got["relations"])
    return [(row["relation"], row["direction"], row["item"]["number"]) for row in got["relations"]]


def test_both_ends_show_it(as_owner: Caller) -> None:
    for relation in RELATIONS:
        source, target = as_owner.task(), as_owner.task()
        result = as_owner.relate(source, relation, target)
        assert result == {"number": source, "action": "relate", "version": 1, "status": "open"}
        assert relations(as_owner, source) == [(relation, "out", target)]
        assert relations(as_owner, target) == [(relation, "in", source)]
        assert as_owner.get(source)["version"] == 1


def test_a_relation_shows_a_short_entry(as_owner: Caller) -> None:
    source, target = as_owner.task(), as_owner.memory("Fact", content="SECRETBODY", tags=["a"])
    as_owner.relate(source, "implements", target, reason="as decided")
    [row] = as_owner.get(source)["relations"]
    assert row == {
        "relation": "implements",
        "direction": "out",
        "reason": "as decided",
        "item": {
            "kind": "memory", "number": target, "title": "Fact", "summary": "Why it matters", "type": "fact",
            "tags": ["a"], "visibility": "shared", "version": 1,
        },
    }  # fmt: skip
    [row] = as_owner.get(target)["relations"]
    assert (row["direction"], row["reason"], row["item"]["kind"]) == ("in", "as decided", "task")


def test_again_is_unchanged(as_owner: Caller) -> None:
    source, target = as_owner.task(), as_owner.task()
    as_owner.relate(source, "related", target)
    assert as_owner.relate(source, "related", target)["unchanged"] is True
    assert as_owner.relate(source, "related", target, reason="now with one")["number"] == source
    assert relations(as_owner, source) == [("related", "out", target)]


def test_several_between_the_same_two(as_owner: Caller) -> None:
    source, target = as_owner.task(), as_owner.task()
    as_owner.relate(source, "related", target)
    as_owner.relate(source, "depends_on", target)
    as_owner.relate(target, "related", source)
    assert relations(as_owner, source) == [
        ("related", "out", target), ("depends_on", "out", target), ("related", "in", target),
    ]  # fmt: skip


def test_unrelate_takes_one_back(as_owner: Caller) -> None:
    source, target = as_owner.task(), as_owner.task()
    as_owner.relate(source, "related", target)
    as_owner.relate(source, "depends_on", target)
    sent: Json = {"target": target, "relation": "related"}
    assert as_owner.act(source, "unrelate", None, **sent) == {
        "number": source, "action": "unrelate", "version": 1, "status": "open",
    }  # fmt: skip
    assert relations(as_owner, source) == [("depends_on", "out", target)]
    assert as_owner.act(source, "unrelate", None, **sent)["unchanged"] is True


def test_the_other_direction_is_another_relation(as_owner: Caller) -> None:
    source, target = as_owner.task(), as_owner.task()
    as_owner.relate(source, "depends_on", target)
    assert as_owner.act(target, "unrelate", None, target=source, relation="depends_on")["unchanged"] is True
    assert relations(as_owner, source) == [("depends_on", "out", target)]


@pytest.mark.parametrize("action", ["relate", "unrelate"])
class TestRefusals:
    def test_to_itself(self, as_owner: Caller, action: str) -> None:
        number = as_owner.task()
        for relation in RELATIONS:
            sent: Json = {"number": number, "action": action, "target": number, "relation": relation}
            assert as_owner.refused("invalid", "item_action", **sent)["field"] == "target"
        assert relations(as_owner, number) == []

    def test_an_unknown_relation(self, as_owner: Caller, action: str) -> None:
        number, target = as_owner.task(), as_owner.task()
        for relation in ("blocks", "Related", "", "related ", "r" * 200, 7, True, ["related"]):
            sent: Json = {"number": number, "action": action, "target": target, "relation": relation}
            assert as_owner.refused("invalid", "item_action", **sent)["field"] == "relation"
        assert relations(as_owner, number) == []

    def test_an_unknown_relation_names_the_known_ones(self, as_owner: Caller, action: str) -> None:
        number, target = as_owner.task(), as_owner.task()
        error = as_owner.refused(
            "invalid", "item_action", number=number, action=action, target=target, relation="blocks"
        )
        assert all(name in error["message"] for name in RELATIONS)

    def test_depends_on_is_between_tasks(self, as_owner: Caller, action: str) -> None:
        task, memory, page = as_owner.task(), as_owner.memory(), as_owner.page()
        for source, target in ((task, memory), (memory, task), (memory, page), (page, memory)):
            sent: Json = {"number": source, "action": action, "target": target, "relation": "depends_on"}
            error = as_owner.refused("invalid", "item_action", **sent)
            assert error["field"] == "relation"
            assert "task" in error["message"]

    def test_target_and_relation_are_required(self, as_owner: Caller, action: str) -> None:
        number = as_owner.task()
        sent: Json = {"number": number, "action": action}
        assert as_owner.refused("missing", "item_action", **sent, relation="related")["field"] == "target"
        error = as_owner.refused("missing", "item_action", **sent, target=as_owner.task())
        assert error["field"] == "relation"
        assert "depends_on" in error["message"]

    def test_a_target_that_isnt_there(self, as_owner: Caller, action: str) -> None:
        number = as_owner.task()
        as_owner.refused("not_found", "item_action", number=number, action=action, target=99, relation="related")

    def test_what_is_no_number(self, as_owner: Caller, action: str) -> None:
        number = as_owner.task()
        for target in (0, -1, True, "two", "", 1.5, [2], "memory:2", {"number": 2}):
            sent: Json = {"number": number, "action": action, "target": target, "relation": "related"}
            assert as_owner.refused("invalid", "item_action", **sent)["field"] == "target"

    def test_a_personal_memory_has_none(self, as_owner: Caller, action: str) -> None:
        ref, number = as_owner.personal(), as_owner.task()
        error = as_owner.refused("invalid", "item_action", ref=ref, action=action, target=number, relation="related")
        assert error["field"] == "target"

    def test_a_note_too_long(self, as_owner: Caller, action: str) -> None:
        number, target = as_owner.task(), as_owner.task()
        sent: Json = {"number": number, "action": action, "target": target, "relation": "related"}
        assert as_owner.refused("invalid", "item_action", **sent, reason="r" * 2_001)["field"] == "reason"
        as_owner.call("item_action", **sent, reason="r" * 2_000)


def test_a_target_of_another_project(as_owner: Caller) -> None:
    other = Caller(as_owner.actor, as_owner.call("project_store", projectId=None, name="Other")["projectId"])
    for _ in range(3):
        other.task()
    number = as_owner.task()
    as_owner.refused("not_found", "item_action", number=number, action="relate", target=3, relation="related")
    assert relations(as_owner, number) == []


def test_weighty_ones_on_a_reviewed_kind_need_moderate(as_moderator: Caller, as_writer: Caller) -> None:
    task, memory, other, page = as_moderator.task(), as_moderator.memory(), as_moderator.memory(), as_moderator.page()
    for source, target in ((memory, other), (page, memory), (task, memory), (memory, task)):
        for relation in ("supersedes", "contradicts"):
            for action in ("relate", "unrelate"):
                sent: Json = {"number": source, "action": action, "target": target, "relation": relation}
                assert as_writer.refused("denied", "item_action", **sent)["missing"] == "moderate"
                before = as_moderator.get(source)["relationsTotal"]
                as_moderator.call("item_action", **sent)
                change = 1 if action == "relate" else -1
                assert as_moderator.get(source)["relationsTotal"] == before + change


@pytest.mark.parametrize("relation", ["supersedes", "contradicts"])
def test_weighty_ones_between_tasks_are_a_writers(as_writer: Caller, relation: str) -> None:
    source, target = as_writer.task(), as_writer.task()
    as_writer.relate(source, relation, target)
    assert relations(as_writer, source) == [(relation, "out", target)]


@pytest.mark.parametrize("relation", ["related", "implements", "derived_from"])
def test_the_others_are_a_writers_on_every_kind(as_moderator: Caller, as_writer: Caller, relation: str) -> None:
    source, target = as_moderator.memory(), as_moderator.page()
    as_writer.relate(source, relation, target)
    assert relations(as_writer, source) == [(relation, "out", target)]


def test_a_key_that_always_needs_review_relates_no_weighty_one(as_owner: Caller, owner: User, project: Project) -> None:
    source, target = as_owner.memory(), as_owner.memory()
    reviewed = through_agent(owner, project, review_always=True)
    error = reviewed.refused(
        "denied", "item_action", number=source, action="relate", target=target, relation="supersedes"
    )
    assert error["missing"] == "moderate"
    reviewed.relate(source, "related", target)
    as_owner.relate(source, "supersedes", target)


class TestPrivateEnds:
    """A relation whose other end the caller may not see isn't there."""

    def test_it_is_its_authors_alone(self, as_owner: Caller, as_writer: Caller) -> None:
        task = as_owner.task()
        secret = as_writer.memory("Secret", visibility="private")
        as_writer.relate(secret, "implements", task)
        as_writer.relate(task, "related", secret)
        assert relations(as_writer, task) == [("implements", "in", secret), ("related", "out", secret)]
        assert relations(as_owner, task) == []
        assert as_owner.get(task)["relationsTotal"] == 0

    def test_others_cant_name_it(self, as_owner: Caller, as_writer: Caller) -> None:
        task = as_owner.task()
        secret = as_writer.memory("Secret", visibility="private")
        sent: Json = {"number": task, "action": "relate", "relation": "related"}
        hidden = as_owner.refused("not_found", "item_action", target=secret, **sent)
        absent = as_owner.refused("not_found", "item_action", target=99, **sent)
        assert hidden["message"].replace(str(secret), "N") == absent["message"].replace("99", "N")
        as_owner.refused("not_found", "item_action", number=secret, action="relate", target=task, relation="related")

    def test_a_private_source_needs_no_moderation(self, as_owner: Caller, as_writer: Caller) -> None:
        shared = as_owner.memory()
        secret = as_writer.memory("Secret", visibility="private")
        as_writer.relate(secret, "supersedes", shared)
        assert relations(as_writer, secret) == [("supersedes", "out", shared)]
        assert relations(as_owner, shared) == []


def test_a_locked_end_isnt_there(as_owner: Caller, project: Project) -> None:
    source, target = as_owner.task(), as_owner.task()
    as_owner.relate(source, "related", target)
    project.items.filter(number=target).update(sealed=True, state=None)
    assert relations(as_owner, source) == []
    for action in ("relate", "unrelate"):
        sent: Json = {"number": source, "action": action, "target": target, "relation": "related"}
        as_owner.refused("locked", "item_action", **sent)


def test_an_archived_end_stays(as_owner: Caller) -> None:
    source, target = as_owner.memory(), as_owner.memory()
    as_owner.relate(source, "related", target)
    as_owner.act(target, "archive", 1)
    assert relations(as_owner, source) == [("related", "out", target)]
    assert relations(as_owner, target) == [("related", "in", source)]


def test_at_most_fifty_and_their_total(as_owner: Caller) -> None:
    number = as_owner.task()
    items = [{"kind": "task", "fields": {"title": f"T{place}"}} for place in range(53)]
    made = as_owner.call("item_store", kind="task", batch={"idempotencyKey": "k", "items": items})
    for target in made["kinds"]["task"]["all"]:
        as_owner.relate(number, "related", target)
    got = as_owner.get(number)
    assert (len(got["relations"]), got["relationsTotal"]) == (50, 53)
    assert len({row["item"]["number"] for row in got["relations"]}) == 50


@pytest.mark.parametrize(("kind", "relation"), [("memory", "supersedes"), ("task", "depends_on")])
def test_what_holds_one_way_cant_hold_both_ways(as_owner: Caller, kind: str, relation: str) -> None:
    make = as_owner.memory if kind == "memory" else as_owner.task
    one, other = make("One"), make("Other")
    as_owner.relate(one, relation, other)
    error = as_owner.refused("invalid", "item_action", number=other, action="relate", relation=relation, target=one)
    assert error["field"] == "target"
    as_owner.call("item_action", number=one, action="unrelate", relation=relation, target=other)
    as_owner.relate(other, relation, one)


@pytest.mark.parametrize("length", [3, 4, 12])
@pytest.mark.parametrize(
    ("kind", "relation"), [("memory", "supersedes"), ("page", "supersedes"), ("task", "depends_on")]
)
def test_a_circle_cant_hold_however_long(as_owner: Caller, kind: str, relation: str, length: int) -> None:
    chain = [getattr(as_owner, kind)(f"Link {place}") for place in range(length)]
    for one, other in pairwise(chain):
        as_owner.relate(one, relation, other)
    sent: Json = {"number": chain[-1], "action": "relate", "relation": relation, "target": chain[0]}
    error = as_owner.refused("invalid", "item_action", **sent)
    assert error["field"] == "target"
    assert "circle" in error["message"]
    assert as_owner.get(chain[-1])["relationsTotal"] == 1
    as_owner.act(chain[0], "unrelate", None, relation=relation, target=chain[1])
    as_owner.call("item_action", **sent)


def test_two_ways_to_the_same_are_no_circle(as_owner: Caller) -> None:
    top, left, right, bottom = (as_owner.task(title) for title in ("Top", "Left", "Right", "Bottom"))
    for one, other in ((top, left), (top, right), (left, bottom), (right, bottom), (top, bottom)):
        as_owner.relate(one, "depends_on", other)
    assert as_owner.get(bottom)["relationsTotal"] == 3


def test_other_relations_close_no_circle(as_owner: Caller) -> None:
    one, two, three = (as_owner.memory(title) for title in ("One", "Two", "Three"))
    as_owner.relate(one, "supersedes", two)
    as_owner.relate(two, "derived_from", three)
    as_owner.relate(three, "supersedes", one)
    for source, target in ((one, two), (two, three), (three, one)):
        as_owner.relate(source, "related", target)


def test_a_circle_through_what_others_keep_private_isnt_told_of(as_moderator: Caller, as_owner: Caller) -> None:
    new, old = as_owner.memory("New"), as_owner.memory("Old")
    secret = as_moderator.memory("Secret", visibility="private")
    as_moderator.relate(secret, "supersedes", old)
    as_moderator.relate(new, "supersedes", secret)
    sent: Json = {"number": old, "action": "relate", "relation": "supersedes", "target": new}
    assert as_moderator.refused("invalid", "item_action", **sent)["field"] == "target"
    as_owner.call("item_action", **sent)


def test_a_chain_too_long_to_look_through_is_refused(as_owner: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(relate, "CHAIN_MAX", 3)
    chain = [as_owner.task(f"Link {place}") for place in range(4)]
    for one, other in pairwise(chain):
        as_owner.relate(one, "depends_on", other)
    number = as_owner.task()
    sent: Json = {"number": number, "action": "relate", "relation": "depends_on"}
    assert "too many" in as_owner.refused("invalid", "item_action", **sent, target=chain[0])["message"]
    as_owner.call("item_action", **sent, target=chain[1])


def test_the_event_of_a_relation_to_a_private_one_is_its_owners(as_owner: Caller, as_reader: Caller) -> None:
    shared, private = as_owner.memory(), as_owner.memory(visibility="private")

    as_owner.relate(shared, "related", private)
    as_owner.act(shared, "unrelate", None, relation="related", target=private)

    told = Event.objects.filter(what__in=("related", "unrelated"))
    assert {event.item.number for event in told} == {private}
