"""After a decision every store is searched for what was erased; the result stays, the key and the hashes don't."""

import inspect
import json
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings

from conderis.accounts.models import User
from conderis.celery import app
from conderis.core.valkey import client
from items.models import Relation
from privacy import stores
from privacy.access import deletion_for
from privacy.marks import MOST, SIZE, Marks, Wanted
from privacy.models import DeletionRequest, Proof
from privacy.services.approve_deletion import approve_deletion
from privacy.services.prove import prove
from tests.calls import Caller
from tests.conftest import Actors

pytestmark = pytest.mark.django_db
PASSWORD = "a-long-enough-password"
SECRET = "The launch code of the lighthouse is kept in drawer nine; ask for abc-12345-xyz."
KEY = b"k" * 32


@pytest.fixture(autouse=True)
def ada(owner: User) -> User:
    owner.set_password(PASSWORD)
    owner.save()
    return owner


@pytest.fixture
def data(tmp_path: Path, settings: Any) -> Path:
    settings.CONDERIS_DATA = tmp_path
    return tmp_path


def erased(caller: Caller, actors: Actors, number: int, **more: Any) -> DeletionRequest:
    ref = caller.call("item_delete", number=number, reason="A secret.", **more)["ref"]
    held = deletion_for(actors.owner, ref.removeprefix("deletion:"))
    return approve_deletion(actor=actors.owner, request=held, password=PASSWORD, confirm=held.shown)


def certificate(request: DeletionRequest) -> dict[str, Any]:
    while prove():
        pass
    request.refresh_from_db()
    assert request.certificate is not None
    return request.certificate


def hits(request: DeletionRequest) -> dict[str, int]:
    return {each["store"]: each["hits"] for each in certificate(request)["stores"] if each["hits"]}


def test_nothing_is_found_and_nothing_of_it_is_kept(as_owner: Caller, actors: Actors, data: Path) -> None:
    (data / "log").mkdir()
    (data / "log" / "web.log").write_text("a line\n")
    request = erased(as_owner, actors, as_owner.memory(content=SECRET))
    proof = Proof.objects.get()
    assert len(proof.marks) >= 10 * SIZE

    found = certificate(request)

    assert (found["provable"], found["complete"]) == (True, True)
    searched = {each["store"]: each for each in found["stores"]}
    assert not any(each["hits"] for each in searched.values())
    assert {"items_item", "items_version", "proposals_proposal", "outbox_mail", "django_session", "valkey",
            "log files"} <= searched.keys()  # fmt: skip
    assert searched["items_item"]["rows"] == 1
    assert searched["log files"]["rows"] == 1
    assert not Proof.objects.exists()
    assert not any(word in json.dumps(found) for word in ("launch", "drawer", "12345"))


def test_what_else_holds_it_is_said_by_its_store_alone(as_owner: Caller, actors: Actors, data: Path) -> None:
    number = as_owner.memory(content=SECRET)
    other = as_owner.task("Other", content="Note: LAUNCH CODE of the - lighthouse, is kept elsewhere.")
    third = as_owner.task("Third")
    as_owner.relate(third, "related", other, reason="see abc-12345-xyz")
    (data / "exports").mkdir()
    (data / "exports" / "old.json").write_text('{"content":"x\\n' + SECRET.replace(";", '",') + '"}')
    (data / "postgres" / "base").mkdir(parents=True)
    (data / "postgres" / "base" / "1").write_text(SECRET)  # the database's own files are scrub's business
    request = erased(as_owner, actors, number)
    assert hits(request) == {"items_item": 1, "items_version": 1, "items_relation": 1, "exports files": 1}
    assert Relation.objects.get().note == "see abc-12345-xyz"


def test_valkey_and_the_tasks_in_it_are_searched(as_owner: Caller, actors: Actors) -> None:
    valkey = client(1.0)
    try:
        valkey.set("key", f"cached: {SECRET}")
        valkey.rpush("list", "none", SECRET)
        valkey.hset("hash", mapping={"field": SECRET})
        valkey.zadd("sorted", {SECRET: 1})
        with app.connection_for_write(settings.REDIS_URL) as connection:
            app.send_task("none", args=[SECRET], connection=connection, queue="tests-of-certificates")
        assert hits(erased(as_owner, actors, as_owner.memory(content=SECRET))) == {"valkey": 5}
    finally:
        valkey.delete("key", "list", "hash", "sorted", "tests-of-certificates")


def test_no_task_takes_anything_along() -> None:
    """What a queue holds are names of tasks: what is due, they find in the rows."""
    app.loader.import_default_modules()
    for each in app.conf.beat_schedule.values():
        task = app.tasks[each["task"]]
        assert not inspect.signature(task.run).parameters
        assert not {"args", "kwargs"} & each.keys()
    ours = {name for name in app.tasks if not name.startswith("celery.")}
    assert ours == {each["task"] for each in app.conf.beat_schedule.values()}


def test_a_store_that_does_not_answer_is_no_proof(as_owner: Caller, actors: Actors, settings: Any) -> None:
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    found = certificate(erased(as_owner, actors, as_owner.memory(content=SECRET)))
    assert found["complete"] is False


def test_a_short_text_can_not_be_proved(as_owner: Caller, actors: Actors) -> None:
    request = erased(as_owner, actors, as_owner.memory("Our secret", "Only three words", content="hunter2"))
    assert not Proof.objects.exists()
    found = certificate(request)
    assert (found["provable"], found["stores"]) == (False, [])


def test_it_goes_on_where_a_slice_ended(as_owner: Caller, actors: Actors, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stores, "BATCH", 3)
    number = as_owner.memory(content=SECRET)
    for place in range(8):
        as_owner.task(f"Task {place}", content=SECRET if place % 4 == 0 else "Nothing")
    request = erased(as_owner, actors, number)
    slices = 0
    while prove(seconds=0):
        slices += 1
    assert slices > 30
    assert hits(request) == {"items_item": 2, "items_version": 2}
    rows = {each["store"]: each["rows"] for each in certificate(request)["stores"]}
    assert (rows["items_item"], rows["items_version"]) == (9, 9)


def test_of_one_version_only_what_went_is_searched_for(as_owner: Caller, actors: Actors) -> None:
    number = as_owner.memory(content="These are the words of the very first version.")
    as_owner.change("memory", number, 1, content=SECRET)
    as_owner.change("memory", number, 2, content="And then there came one more version of it.")
    assert hits(erased(as_owner, actors, number, version=2)) == {}


def test_usual_reasons_and_values_are_no_hits(as_owner: Caller, as_writer: Caller, actors: Actors) -> None:
    """What many rows say in the same words: a rejection's usual reason, a status, an assignee."""
    first, second = as_owner.memory("One"), as_owner.memory("Two")
    for number in (first, second):
        ref = as_writer.change("memory", number, 1, content="x")["ref"]
        as_owner.call("item_action", ref=ref, action="reject", reason="This isn't true or wasn't checked yet.")
    task = as_owner.task("Busy", status="in_progress", assignee=as_owner.ref)
    as_owner.task("Busy", status="in_progress", assignee=as_owner.ref)
    assert hits(erased(as_owner, actors, first)) == {}
    assert hits(erased(as_owner, actors, task)) == {}


@pytest.mark.parametrize(
    ("said", "elsewhere", "found"),
    [
        ("one two three four five", "ONE, two; three\nfour five", True),
        ("one two three four five", "one two three five four", False),
        ("one two three four", "one two three four", False),
        ("key is abc-12345", '{"k":"abc-12345"}', True),
        ("key is abc-12345", "abc-12346", False),
        ("key is correcthorsebatterystaple", "(correcthorsebatterystaple)", True),
        ("documentation", "documentation", False),
        ("https://example.org/a?b=1", "see https://example.org/a?b=1.", True),
        ("ada@example.org", "<ada@example.org>", True),
    ],
)
def test_what_is_recognised(said: str, elsewhere: str, found: bool) -> None:
    marks = Marks(KEY)
    marks.add([said])
    assert Wanted(KEY, bytes(marks)).stand_in([elsewhere]) is found
    assert not Wanted(b"l" * 32, bytes(marks)).stand_in([elsewhere])


def test_the_hashes_of_a_long_history_are_a_sample() -> None:
    marks = Marks(KEY)
    marks.add(" ".join(f"w{place}" for place in range(start, start + 20_000)) for start in range(0, 140_000, 20_000))
    kept = bytes(marks)
    assert (len(kept), marks.complete) == (MOST * SIZE, False)
    assert Wanted(KEY, kept).stand_in([" ".join(f"w{place}" for place in range(30_000, 31_000))])
