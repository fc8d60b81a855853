"""Decisions, edits and proposals at the same moment: real threads, each thing decided once, nothing lost."""

from typing import Any

import pytest

from conderis.accounts.models import User
from conderis.core.errors import Conflict, Refusal
from items.models import Item
from projects.capabilities import Role
from projects.models import Project
from proposals.access import proposal_by_ref
from proposals.models import Proposal
from proposals.services.approve import approve
from proposals.services.reject import reject
from proposals.services.withdraw import withdraw
from tests.calls import Caller
from tests.conftest import through_agent
from tests.factories import MembershipFactory, ProjectFactory, UserFactory
from tests.together import together

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def ada() -> User:
    return UserFactory(name="Ada")


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


def proposed(caller: Caller, number: int, **fields: Any) -> str:
    sent = caller.call("item_store", kind="memory", number=number, version=1, fields=fields)
    return str(sent["ref"])


def test_one_of_many_deciders_decides(as_ada: Caller, as_chi: Caller) -> None:
    ref = proposed(as_chi, as_ada.memory(), title="New")
    ada, chi = as_ada.actor, as_chi.actor

    results = together(
        *(lambda: approve(actor=ada, proposal=proposal_by_ref(ada, ref)) for _ in range(3)),
        *(lambda: reject(actor=ada, proposal=proposal_by_ref(ada, ref), reason="No.") for _ in range(2)),
        lambda: withdraw(actor=chi, proposal=proposal_by_ref(chi, ref)),
    )

    refused = [result for result in results if isinstance(result, Exception)]
    assert len(refused) == 5
    assert all(isinstance(each, Conflict) and each.data["decision"]["by"]["name"] for each in refused), refused
    status = Proposal.objects.get().status
    assert Item.objects.get().version == (2 if status == "approved" else 1)


def test_a_new_one_is_made_once(as_ada: Caller, as_chi: Caller) -> None:
    ref = as_chi.call("item_store", kind="memory", fields={"title": "T", "summary": "S"})["ref"]
    ada = as_ada.actor
    results = together(*(lambda: approve(actor=ada, proposal=proposal_by_ref(ada, ref)) for _ in range(6)))
    assert sum(isinstance(result, Conflict) for result in results) == 5
    assert Item.objects.count() == 1


def test_proposals_on_one_item_approved_at_once_are_all_merged(as_ada: Caller, as_chi: Caller) -> None:
    lines = [f"line {place}" for place in range(80)]
    number = as_ada.memory(content="\n".join(lines))
    refs = []
    for place in range(0, 80, 10):
        changed = [*lines[:place], f"changed {place}", *lines[place + 1 :]]
        refs.append(proposed(as_chi, number, content="\n".join(changed)))
    ada = as_ada.actor

    results = together(*(lambda ref=ref: approve(actor=ada, proposal=proposal_by_ref(ada, ref)) for ref in refs))

    assert not [result for result in results if isinstance(result, Exception)]
    content = as_ada.get(number)["fields"]["content"].split("\n")
    assert [line for line in content if line.startswith("changed")] == [
        f"changed {place}" for place in range(0, 80, 10)
    ]
    assert as_ada.get(number)["version"] == 9


def test_approving_races_with_edits_and_nothing_is_lost(as_ada: Caller, as_chi: Caller) -> None:
    number = as_ada.memory(content="one\n\n\n\n\ntwo")
    ref = proposed(as_chi, number, content="ONE\n\n\n\n\ntwo")
    ada = as_ada.actor

    def edit() -> Any:
        return as_ada.change("memory", number, 1, content="one\n\n\n\n\nTWO")

    decided, edited = together(lambda: approve(actor=ada, proposal=proposal_by_ref(ada, ref)), edit)

    content = as_ada.get(number)["fields"]["content"]
    assert not isinstance(decided, Exception)
    if isinstance(edited, Exception):  # its version was gone, and it was told so
        assert content == "ONE\n\n\n\n\ntwo"
    else:
        assert content == "ONE\n\n\n\n\nTWO"


def test_archiving_and_approving(as_ada: Caller, as_chi: Caller) -> None:
    number = as_ada.memory()
    ref = proposed(as_chi, number, title="New")
    ada = as_ada.actor
    decided, _ = together(
        lambda: approve(actor=ada, proposal=proposal_by_ref(ada, ref)),
        lambda: as_ada.result(
            "item_action", {"projectId": as_ada.project_id, "number": number, "action": "archive", "version": 1}
        ),
    )
    item, proposal = Item.objects.get(), Proposal.objects.get()
    if isinstance(decided, Refusal):
        assert (proposal.status, item.archived, item.title) == ("pending", True, "A memory")
    else:
        assert (proposal.status, item.title) == ("approved", "New")


def test_one_pair_in_a_batch_approved_at_once(as_ada: Caller, as_chi: Caller) -> None:
    """A parent and its child: the child waits or follows, and stands under it either way."""
    items = [{"key": "a", "kind": "memory", "fields": {"title": "Above", "summary": "S"}},
             {"kind": "memory", "fields": {"title": "Below", "summary": "S", "parent": "a"}}]  # fmt: skip
    sent = as_chi.call("item_store", kind="memory", batch={"idempotencyKey": "k", "items": items})
    above, below = sent["kinds"]["memory"]["refs"]
    ada = as_ada.actor
    first, second = together(
        lambda: approve(actor=ada, proposal=proposal_by_ref(ada, above)),
        lambda: approve(actor=ada, proposal=proposal_by_ref(ada, below)),
    )
    assert not isinstance(first, Exception)
    if isinstance(second, Exception):
        assert isinstance(second, Conflict)
        approve(actor=ada, proposal=proposal_by_ref(ada, below))
    assert Item.objects.get(title="Below").parent == Item.objects.get(title="Above")
