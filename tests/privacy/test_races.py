"""Requests, decisions and edits at the same moment: real threads, real connections.

Never is a locked text served, never is an erased item edited, and nothing waits for the other forever.
"""

import threading
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection

from conderis.accounts.models import User
from conderis.core.actor import Actor
from conderis.core.errors import Conflict, Refusal
from items.models import Item, Relation
from items.services import relate as relating
from privacy.access import deletion_for
from privacy.models import DeletionRequest, Erasure, Sealed
from privacy.services.approve_deletion import approve_deletion
from privacy.services.reject_deletion import reject_deletion
from privacy.services.scrub import scrub
from projects.capabilities import Role
from projects.models import Project
from proposals.access import proposal_by_ref
from proposals.services.approve import approve
from tests.calls import Caller, Json, text_of
from tests.conftest import through_agent
from tests.factories import MembershipFactory, ProjectFactory, UserFactory, acting
from tests.privacy.test_life import rows_with
from tests.together import together

pytestmark = pytest.mark.django_db(transaction=True)
CANARY = "quetzal-7741-nightingale"
PASSWORD = "a-long-enough-password"
ROUNDS = 4


@pytest.fixture
def ada() -> User:
    user: User = UserFactory(name="Ada")
    user.set_password(PASSWORD)
    user.save()
    return user


@pytest.fixture
def room(ada: User) -> Project:
    return ProjectFactory(owner=ada)


@pytest.fixture
def as_ada(ada: User, room: Project) -> Caller:
    return through_agent(ada, room)


@pytest.fixture
def as_chi(room: Project) -> Caller:
    user = UserFactory(name="Chi")
    MembershipFactory(project=room, user=user, role=Role.WRITER)
    return through_agent(user, room)


def calling(caller: Caller, tool: str, **arguments: Any) -> Callable[[], Json]:
    return lambda: caller.result(tool, {"projectId": caller.project_id, **arguments})


def asking(caller: Caller, number: int, **more: Any) -> Callable[[], Json]:
    return calling(caller, "item_delete", number=number, reason="A secret.", **more)


def approving(user: User, key: int, include: tuple[str, ...] = ()) -> Callable[[], Any]:
    def run() -> Any:
        actor = acting(user)
        held = deletion_for(actor, key)
        return approve_deletion(actor=actor, request=held, password=PASSWORD, confirm=held.shown, include=include)

    return run


def rejecting(actor: Actor, key: int) -> Callable[[], Any]:
    return lambda: reject_deletion(actor=actor, request=deletion_for(actor, key), reason="It stays.")


def asked(caller: Caller, number: int, **more: Any) -> int:
    ref = caller.call("item_delete", number=number, reason="A secret.", **more)["ref"]
    return int(ref.removeprefix("deletion:"))


def carried_out(results: list[Any]) -> list[bool]:
    """Whether each was; what failed for another reason than a refusal fails here."""
    for result in results:
        assert not isinstance(result, Exception) or isinstance(result, Refusal), repr(result)
    return [
        not isinstance(each, Exception) and not (isinstance(each, dict) and each.get("isError")) for each in results
    ]


def test_of_many_requests_one_locks_it(as_ada: Caller, as_chi: Caller) -> None:
    number = as_ada.memory(content=CANARY)
    results = together(*(asking(caller, number) for caller in (as_ada, as_chi) * 3))
    assert sum(carried_out(results)) == 1
    assert all('"error":"locked"' in text_of(each) for each in results if each.get("isError"))
    assert DeletionRequest.objects.count() == 1
    assert Sealed.objects.count() == 2


def test_twenty_are_open_at_most_however_many_ask_at_once(as_chi: Caller) -> None:
    numbers = [as_chi.task() for _ in range(24)]
    for number in numbers[:17]:
        asked(as_chi, number)
    assert sum(carried_out(together(*(asking(as_chi, number) for number in numbers[17:])))) == 3


def test_of_two_decisions_one_holds(ada: User, as_ada: Caller) -> None:
    for _ in range(ROUNDS):
        key = asked(as_ada, as_ada.memory(content=CANARY))
        results = together(*[approving(ada, key), rejecting(acting(ada), key)] * 3)
        assert sum(carried_out(results)) == 1
        assert all(isinstance(each, Conflict) for each in results if isinstance(each, Exception))
        erased = DeletionRequest.objects.get(pk=key).status == "approved"
        assert bool(rows_with(CANARY)) is not erased
        if not erased:
            approving(ada, asked(as_ada, Item.objects.get(sealed=False).number))()
        assert rows_with(CANARY) == {}
    assert Erasure.objects.count() == ROUNDS


def test_an_edit_and_a_request(as_ada: Caller, as_chi: Caller) -> None:
    """Whichever is first: the edit is sealed with the rest, or it's refused."""
    for _ in range(ROUNDS):
        number = as_ada.memory(content=CANARY)
        edits = [
            calling(as_ada, "item_store", kind="memory", number=number, version=1, fields={"content": f"{CANARY} 2"}),
            calling(as_chi, "item_store", kind="memory", number=number, version=1, fields={"content": f"{CANARY} 3"}),
            calling(as_ada, "item_action", number=number, action="archive", version=1),
        ]
        results = together(asking(as_chi, number), *edits)
        assert carried_out(results)[0]
        assert set(rows_with(CANARY)) == {"privacy_sealed"}
        assert as_ada.get(number)["state"] == "locked"
        assert not Item.objects.get(number=number).versions.exclude(state=None).exists()
        Sealed.objects.all().delete()


def test_nothing_is_written_on_what_is_erased(ada: User, as_ada: Caller, as_chi: Caller) -> None:
    for _ in range(ROUNDS):
        number, other = as_ada.memory(content="one"), as_ada.memory("Other")
        as_ada.change("memory", number, 1, content=CANARY)
        ref = as_chi.change("memory", number, 2, content=f"{CANARY} proposed")["ref"]
        key = asked(as_ada, number, version=2)
        relate = {"action": "relate", "relation": "related", "reason": CANARY}
        results = together(
            approving(ada, key),
            calling(as_ada, "item_store", kind="memory", number=number, version=2, fields={"content": f"{CANARY}!"}),
            calling(as_chi, "item_store", kind="memory", number=number, version=2, fields={"content": f"{CANARY}?"}),
            calling(as_ada, "item_action", number=number, action="archive", version=2),
            calling(as_ada, "item_action", number=other, target=number, **relate),
            lambda ref=ref: approve(actor=acting(ada), proposal=proposal_by_ref(acting(ada), ref)),
        )
        assert carried_out(results)[0], results[0]
        Relation.objects.all().delete()
        assert rows_with(CANARY) == {}
        assert as_ada.get(number)["fields"]["content"] == "one"


def test_a_relation_to_what_goes_is_refused_or_its_note_goes_too(ada: User, as_ada: Caller) -> None:
    for _ in range(ROUNDS):
        number, other = as_ada.memory(content=CANARY), as_ada.memory("Other")
        key = asked(as_ada, number)
        reject_deletion(actor=acting(ada), request=deletion_for(acting(ada), key), reason="r")
        relate = {"action": "relate", "relation": "related", "target": number, "reason": CANARY}

        def ask_and_approve(number: int = number) -> Any:
            return approving(ada, asked(as_ada, number))()

        results = together(ask_and_approve, *(calling(as_ada, "item_action", number=other, **relate) for _ in range(3)))
        assert carried_out(results)[0], results[0]
        assert rows_with(CANARY) == {}


def test_a_relation_looks_again_once_it_holds_both_ends(
    ada: User, as_ada: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The item is erased between the door and the lock."""
    number, other = as_ada.memory(content=CANARY), as_ada.memory("Other")
    hold = relating.lock_tree

    def ask_and_approve() -> Any:
        return approving(ada, asked(as_ada, number))()

    def erased_before(*place: Any) -> int:
        monkeypatch.setattr(relating, "lock_tree", hold)
        assert carried_out(together(ask_and_approve)) == [True]
        return hold(*place)

    monkeypatch.setattr(relating, "lock_tree", erased_before)
    as_ada.refused("gone", "item_action", number=other, action="relate", relation="related", target=number,
                   reason=CANARY)  # fmt: skip
    assert rows_with(CANARY) == {}


@pytest.mark.parametrize("_", range(3))
def test_what_is_read_meanwhile_is_the_text_before_or_none(_: int, ada: User, as_ada: Caller, as_chi: Caller) -> None:
    """Readers all along: from the answer to the request on no call that begins gets the text."""
    number = as_ada.memory(f"T {CANARY}", f"S {CANARY}", content=CANARY)
    as_chi.change("memory", number, 1, content=f"{CANARY} proposed")
    locked, ended = threading.Event(), threading.Event()
    served: list[str] = []
    reads = {
        "item_get": {"number": number}, "recall": {}, "item_list": {"query": "quetzal"},
        "item_get ": {"number": number, "version": 1}, "item_list ": {"kind": "proposal"},
    }  # fmt: skip

    def reading(tool: str, sent: Json) -> Callable[[], None]:
        def run() -> None:
            while not ended.is_set():
                was_locked = locked.is_set()
                text = text_of(as_chi.result(tool.strip(), {"projectId": as_chi.project_id, **sent}))
                if was_locked and "quetzal" in text.replace('"query":"quetzal"', ""):
                    served.append(f"{tool}: {text}")

        return run

    def life() -> None:
        try:
            key = asked(as_chi, number)
            locked.set()
            approving(ada, key)()
            for _ in range(20):
                as_ada.task()
        finally:
            ended.set()

    results = together(life, *(reading(tool, sent) for tool, sent in reads.items()))
    carried_out(results)
    assert served == []
    assert rows_with(CANARY) == {}


def test_decisions_that_include_each_other_wait_in_one_order(ada: User, as_ada: Caller, as_chi: Caller) -> None:
    for _ in range(ROUNDS):
        text = f"The key of the house is {CANARY} for now."
        first, second = as_ada.memory("First", content=text), as_ada.memory("Second", content=text)
        refs = [as_chi.change("memory", number, 1, title="New")["ref"] for number in (first, second)]
        items = [Item.objects.get(number=number) for number in (first, second)]
        keys = [asked(as_ada, number, version=1) for number in (first, second)]
        reject_deletion(actor=acting(ada), request=deletion_for(acting(ada), keys[1]), reason="r")
        names = (f"item:{items[1].pk}@1", refs[1])
        results = together(
            approving(ada, keys[0], names),
            lambda ref=refs[1]: approve(actor=acting(ada), proposal=proposal_by_ref(acting(ada), ref)),
            asking(as_ada, second),
            calling(as_ada, "item_action", number=second, action="archive", version=1),
        )
        for each in results:
            assert not isinstance(each, Exception) or isinstance(each, Refusal), repr(each)
        for key in DeletionRequest.objects.filter(status="pending").values_list("pk", flat=True):
            approving(ada, key)()
        for number in (first, second):
            if "isError" not in as_ada.result("item_get", {"projectId": as_ada.project_id, "number": number}):
                approving(ada, asked(as_ada, number))()
        assert rows_with(CANARY) == {}


def test_scrubbing_while_everyone_works(ada: User, as_ada: Caller, as_chi: Caller) -> None:
    approving(ada, asked(as_ada, as_ada.memory(content=CANARY)))()
    numbers = [as_ada.memory(f"M {place}") for place in range(12)]

    def working(caller: Caller, mine: list[int]) -> Callable[[], None]:
        def run() -> None:
            for number in mine:
                caller.get(number)
                caller.task()
                asked(caller, number)

        return run

    results = together(scrub, working(as_ada, numbers[:6]), working(as_chi, numbers[6:]))
    assert all(carried_out(results)), results
    assert results[0].tables
    assert DeletionRequest.objects.filter(status="pending").count() == 12


def test_two_scrubs_are_one(ada: User, as_ada: Caller) -> None:
    approving(ada, asked(as_ada, as_ada.memory()))()
    results = together(scrub, scrub, scrub)
    assert all(isinstance(each, Conflict) for each in results if isinstance(each, Exception)), results
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM privacy_scrub WHERE ended_at IS NOT NULL")
        assert cursor.fetchone() == (1,)
