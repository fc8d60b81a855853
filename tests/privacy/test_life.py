"""The whole life of a deletion request: asked for over MCP, locked at once, decided by a person, and then gone."""

import json
from typing import Any

import pytest
from django.db import connection

from conderis.accounts.models import User
from conderis.core.errors import Conflict, Denied, Invalid, Missing, NotFound, Refusal
from items.models import Event, Item, Version
from privacy.access import deletion_for
from privacy.models import DeletionRequest, Sealed
from privacy.selectors.trace import trace_of
from privacy.services.approve_deletion import approve_deletion
from privacy.services.reject_deletion import reject_deletion
from projects.models import Project
from proposals.models import Proposal
from tests.calls import Caller
from tests.conftest import Actors, through_agent

CANARY = "quetzal-7741-nightingale"
PASSWORD = "a-long-enough-password"


@pytest.fixture
def ada(owner: User) -> User:
    owner.set_password(PASSWORD)
    owner.save()
    return owner


def ask(caller: Caller, number: int, **more: Any) -> DeletionRequest:
    sent = caller.call("item_delete", number=number, reason=f"It says {CANARY}.", **more)
    assert set(sent) == {"outcome", "ref", "locked", "url"}
    return DeletionRequest.objects.get(pk=int(sent["ref"].removeprefix("deletion:")))


def approve(actors: Actors, request: DeletionRequest, include: tuple[str, ...] = ()) -> DeletionRequest:
    held = deletion_for(actors.owner, request.pk)
    return approve_deletion(actor=actors.owner, request=held, password=PASSWORD, confirm=held.shown, include=include)


def rows_with(text: str) -> dict[str, int]:
    """How many rows of each table of the database hold the text, in any column."""
    found = {}
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f'SELECT count(*) FROM "{table}" AS row WHERE row::text ILIKE %s', [f"%{text}%"])  # noqa: S608
            [count] = cursor.fetchone()
            if count:
                found[table] = count
    return found


def test_it_is_locked_at_once_for_everyone(as_writer: Caller, as_owner: Caller, actors: Actors) -> None:
    number = as_owner.memory(f"T {CANARY}", f"S {CANARY}", content=CANARY)
    request = ask(as_writer, number)
    for caller in (as_owner, as_writer):
        read = caller.get(number)
        assert (read["state"], read["fields"]) == ("locked", {})
        assert CANARY not in json.dumps(read)
        assert CANARY not in caller.text("recall")
        assert CANARY not in json.dumps(caller.call("item_list", query="quetzal"))
        refused = caller.refused("locked", "item_get", number=number, history=True)
        assert refused["request"] == request.ref
        caller.refused("locked", "item_get", number=number, version=1)
        assert caller.refused("locked", "item_delete", number=number, reason="r")["request"] == request.ref
    as_owner.refused("locked", "item_store", kind="memory", number=number, version=1, fields={"title": "N"})
    as_owner.refused("locked", "item_action", number=number, action="archive", version=1)
    assert set(rows_with(CANARY)) == {"privacy_sealed", "privacy_deletionrequest"}


def test_rejecting_brings_it_back_as_it_was(as_writer: Caller, as_owner: Caller, actors: Actors) -> None:
    number = as_owner.memory(content="one")
    as_owner.change("memory", number, 1, content="two")
    proposed = as_writer.change("memory", number, 2, content="three")["ref"]
    before = (as_owner.get(number), as_owner.get(number, version=1), as_owner.call("item_get", ref=proposed))
    request = ask(as_writer, number)
    as_owner.refused("locked", "item_get", ref=proposed)
    with pytest.raises(Missing):
        reject_deletion(actor=actors.owner, request=deletion_for(actors.owner, request.pk), reason=" ")
    reject_deletion(actor=actors.owner, request=deletion_for(actors.owner, request.pk), reason="It is no secret.")
    assert (as_owner.get(number), as_owner.get(number, version=1), as_owner.call("item_get", ref=proposed)) == before
    assert not Sealed.objects.exists()
    with pytest.raises(Conflict):
        reject_deletion(actor=actors.owner, request=deletion_for(actors.owner, request.pk), reason="Again.")


def test_approved_nothing_of_it_is_in_any_row(
    as_writer: Caller, as_owner: Caller, actors: Actors, ada: User, project: Project
) -> None:
    number = as_owner.memory(f"T {CANARY}", f"S {CANARY}", content=CANARY, tags=["quetzal-7741"])
    other = as_owner.memory("Other")
    as_owner.call("item_store", kind="memory", number=number, version=1, fields={"weight": 5}, reason=CANARY)
    as_writer.call(
        "item_store", kind="memory", number=number, version=2, fields={"content": f"{CANARY}!"}, reason=CANARY
    )
    as_owner.relate(other, "derived_from", number, reason=CANARY)
    batch = {
        "idempotencyKey": "k",
        "items": [{"kind": "memory", "key": CANARY, "fields": {"title": CANARY, "summary": "S"}}],
    }
    stored = as_owner.call("item_store", kind="memory", batch=batch)["kinds"]["memory"]["all"][0]

    approve(actors, ask(as_writer, number))
    assert set(rows_with(CANARY)) <= {"items_item", "items_version", "proposals_batchresult"}  # the other one's
    approve(actors, ask(as_writer, stored))

    assert rows_with(CANARY) == {}
    assert rows_with("quetzal") == {}
    gone = as_writer.refused("gone", "item_get", number=number)
    assert (gone["by"]["name"], set(gone)) == ("Ada", {"error", "message", "deletedAt", "by"})
    change = {"kind": "memory", "version": 2, "fields": {"title": "N"}}
    calls = {"item_store": change, "item_action": {"action": "archive", "version": 2}, "item_delete": {"reason": "r"}}
    for tool, sent in calls.items():
        as_owner.refused("gone", tool, number=number, **sent)
    assert as_owner.get(other)["relations"] == []
    assert "stale" in as_owner.text("recall")
    assert project.items.get(number=number).kind == "memory"
    assert as_owner.memory("Next") > stored
    again = as_owner.call("item_store", kind="memory", batch=batch)["kinds"]["memory"]
    assert (again["all"], again["replayed"]) == ([stored], True)


def test_a_wrong_password_or_confirmation_changes_nothing(as_owner: Caller, actors: Actors, ada: User) -> None:
    request = deletion_for(actors.owner, ask(as_owner, as_owner.memory()).pk)
    wrong: list[tuple[Any, Any, type[Refusal]]] = [
        ("wrong", "#1", Invalid), ("", "#1", Missing), (None, "#1", Missing), (PASSWORD, "#2", Invalid),
        (PASSWORD, "", Invalid), (PASSWORD, None, Invalid), (PASSWORD, "1", Invalid),
    ]  # fmt: skip
    for password, confirm, expected in wrong:
        with pytest.raises(expected):
            approve_deletion(actor=actors.owner, request=request, password=password, confirm=confirm)
    with pytest.raises(Invalid):
        approve_deletion(actor=actors.owner, request=request, password=PASSWORD, confirm="#1", include=["item:1@99"])
    assert deletion_for(actors.owner, request.pk).pending
    assert Sealed.objects.count() == 2


def test_only_owners_decide_and_never_an_agent(as_owner: Caller, actors: Actors, owner: User, project: Project) -> None:
    request = ask(as_owner, as_owner.memory())
    for name in ("moderator", "writer", "reader", "outsider"):
        with pytest.raises(NotFound):
            deletion_for(actors[name], request.pk)
    held = deletion_for(actors.owner, request.pk)
    for caller in (through_agent(owner, project), as_owner):
        with pytest.raises(NotFound):
            deletion_for(caller.actor, request.pk)
        with pytest.raises(Denied):
            approve_deletion(actor=caller.actor, request=held, password=PASSWORD, confirm="#1")
        with pytest.raises(Denied):
            reject_deletion(actor=caller.actor, request=held, reason="r")


def test_what_is_private_its_author_decides(as_writer: Caller, writer: User, actors: Actors) -> None:
    writer.set_password(PASSWORD)
    writer.save()
    number, personal = as_writer.memory(visibility="private"), as_writer.personal()
    requests = [ask(as_writer, number)]
    sent = as_writer.call("item_delete", projectId=None, ref=personal, reason="r")
    requests.append(DeletionRequest.objects.get(pk=int(sent["ref"].removeprefix("deletion:"))))
    for request in requests:
        with pytest.raises(NotFound):
            deletion_for(actors.owner, request.pk)
        held = deletion_for(actors.writer, request.pk)
        approve_deletion(actor=actors.writer, request=held, password=PASSWORD, confirm=held.shown)
    as_writer.refused("gone", "item_get", number=number)
    as_writer.refused("gone", "item_get", projectId=None, ref=personal)


def test_one_version_and_the_others_keep_their_numbers(as_owner: Caller, actors: Actors, ada: User) -> None:
    number = as_owner.memory(content="one")
    as_owner.change("memory", number, 1, content=f"two {CANARY}")
    as_owner.change("memory", number, 2, content="three")
    request = ask(as_owner, number, version=2)
    assert as_owner.get(number)["fields"]["content"] == "three"
    as_owner.refused("locked", "item_get", number=number, version=2)
    states = [each["state"] for each in as_owner.get(number, history=True)["versions"]]
    assert states == ["stored", "locked", "stored"]

    approve(actors, request)

    assert [each["state"] for each in as_owner.get(number, history=True)["versions"]] == ["stored", "erased", "stored"]
    as_owner.refused("gone", "item_get", number=number, version=2)
    assert as_owner.get(number, version=1)["fields"]["content"] == "one"
    assert as_owner.get(number)["version"] == 3
    assert rows_with(CANARY) == {}


def test_of_the_current_version_it_falls_back(as_owner: Caller, actors: Actors, ada: User) -> None:
    number = as_owner.memory(content="one")
    as_owner.change("memory", number, 1, content=CANARY)
    request = ask(as_owner, number, version=2)
    assert as_owner.get(number)["state"] == "locked"
    approve(actors, request)
    read = as_owner.get(number)
    assert (read["version"], read["fields"]["content"], read["state"]) == (3, "one", "active")
    assert rows_with(CANARY) == {}


def test_with_no_version_left_it_goes(as_owner: Caller, actors: Actors, ada: User) -> None:
    number = as_owner.memory(content=CANARY)
    approve(actors, ask(as_owner, number, version=1))
    as_owner.refused("gone", "item_get", number=number)


def test_the_trace_finds_what_holds_it_and_the_decision_includes_it(
    as_owner: Caller, as_writer: Caller, actors: Actors, ada: User
) -> None:
    number = as_owner.memory(content="one")
    as_owner.change("memory", number, 1, content=f"The key is {CANARY} for now.")
    as_owner.change("memory", number, 2, content=f"The key is {CANARY} for now, and more.")
    other = as_owner.task("Task", content=f"See: the key is {CANARY} for now")
    as_owner.memory("Unlike", content="The key to it is patience.")
    proposed = as_writer.call("item_store", kind="memory", fields={"title": "T", "summary": f"It is {CANARY}"})["ref"]
    request = ask(as_owner, number, version=2)
    item, task = (Item.objects.get(number=each) for each in (number, other))

    found = trace_of(actors.owner, deletion_for(actors.owner, request.pk))

    names = {place.name for place in found.places}
    assert names == {f"item:{item.pk}@3", f"item:{task.pk}@1", proposed}
    assert found.complete
    approve(actors, request, tuple(names))
    assert rows_with(CANARY) == {}
    assert as_owner.get(number)["fields"]["content"] == "one"
    as_owner.refused("gone", "item_get", number=other)


def test_a_proposal_alone(as_writer: Caller, as_owner: Caller, actors: Actors, ada: User) -> None:
    ref = as_writer.call("item_store", kind="memory", fields={"title": CANARY, "summary": "S"}, reason=CANARY)["ref"]
    sent = as_writer.call("item_delete", ref=ref, reason="A secret.")
    as_owner.refused("locked", "item_get", ref=ref)
    as_owner.refused("locked", "item_action", ref=ref, action="approve")
    assert as_owner.call("item_list", kind="proposal")["total"] == 0
    approve(actors, DeletionRequest.objects.get(pk=int(sent["ref"].removeprefix("deletion:"))))
    as_owner.refused("gone", "item_get", ref=ref)
    assert rows_with(CANARY) == {}
    assert Proposal.objects.get().status == "withdrawn"


def test_the_instructions_begin_anew(as_owner: Caller, actors: Actors, ada: User) -> None:
    as_owner.call("item_store", kind="instructions", version=0, fields={"content": CANARY})
    sent = as_owner.call("item_delete", ref="instructions", reason="r")
    approve(actors, DeletionRequest.objects.get(pk=int(sent["ref"].removeprefix("deletion:"))))
    read = as_owner.call("item_get", ref="instructions")
    assert (read["version"], read["fields"]["content"]) == (2, "")
    assert rows_with(CANARY) == {}


def test_requests_that_overlap(as_owner: Caller, actors: Actors, ada: User) -> None:
    """An old version waits, then the whole item: whichever is decided first, nothing comes back too early."""
    number = as_owner.memory(content="one")
    as_owner.change("memory", number, 1, content="two")
    old, whole = ask(as_owner, number, version=1), ask(as_owner, number)
    reject_deletion(actor=actors.owner, request=deletion_for(actors.owner, old.pk), reason="Fine.")
    assert not Version.objects.filter(state__isnull=False).exists()
    reject_deletion(actor=actors.owner, request=deletion_for(actors.owner, whole.pk), reason="Fine.")
    assert as_owner.get(number, version=1)["fields"]["content"] == "one"
    again = ask(as_owner, number, version=1)
    approve(actors, ask(as_owner, number))
    assert DeletionRequest.objects.get(pk=again.pk).status == "approved"
    assert not Sealed.objects.exists()


def test_all_but_the_current_wait_when_that_is_erased(as_owner: Caller, actors: Actors, ada: User) -> None:
    number = as_owner.memory(content="one")
    as_owner.change("memory", number, 1, content="two")
    old = ask(as_owner, number, version=1)
    approve(actors, ask(as_owner, number, version=2))
    assert as_owner.get(number)["state"] == "locked"
    reject_deletion(actor=actors.owner, request=deletion_for(actors.owner, old.pk), reason="Fine.")
    assert as_owner.get(number)["fields"]["content"] == "one"


def test_twenty_are_open_at_most(as_writer: Caller, as_owner: Caller) -> None:
    numbers = [as_owner.task() for _ in range(21)]
    for number in numbers[:20]:
        ask(as_writer, number)
    assert "20" in as_writer.refused("too_large", "item_delete", number=numbers[20], reason="r")["limit"]
    ask(as_owner, numbers[20])


def test_events_say_that_it_happened(as_owner: Caller, actors: Actors, ada: User) -> None:
    number = as_owner.memory()
    reject_deletion(actor=actors.owner, request=deletion_for(actors.owner, ask(as_owner, number).pk), reason="Not so.")
    approve(actors, ask(as_owner, number))
    whats = list(Event.objects.order_by("pk").values_list("what", flat=True))
    assert whats == ["stored", "locked", "unlocked", "locked", "erased"]
