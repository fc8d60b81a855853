"""Many proposals get one answer, each its own result: what is refused waits on, and nothing else is lost by it."""

import pytest

from conderis.accounts.models import User
from conderis.core.actor import Actor
from conderis.core.errors import Conflict, Denied, Invalid, Missing, NotFound, Refusal, SecretFound, TooLarge
from items.models import Item
from projects.models import Project
from proposals.models import Proposal
from proposals.services.decide_together import MOST, decide_together
from tests.calls import Caller
from tests.conftest import Actors, through_agent
from tests.factories import ProjectFactory
from tests.proposals.bulk import add_proposals
from tests.proposals.making import propose, propose_new


def decide(actor: Actor, project: Project, *ids: int, decision: str = "approve", **more: object) -> list[str]:
    """The state of each one, or the code of its refusal."""
    found = decide_together(actor=actor, project=project, ids=ids, decision=decision, **more)  # type: ignore[arg-type]
    assert [each.ident for each in found] == sorted(ids)
    return [each.outcome.code if isinstance(each.outcome, Refusal) else each.outcome.proposal.status for each in found]


def test_all_are_approved(project: Project, actors: Actors, as_writer: Caller) -> None:
    ids = [propose_new(as_writer, f"N{n}") for n in range(3)]
    assert decide(actors.moderator, project, *ids) == ["approved"] * 3
    assert Item.objects.filter(project=project).count() == 3


def test_all_are_rejected_with_the_one_reason(project: Project, actors: Actors, as_writer: Caller) -> None:
    ids = [propose_new(as_writer, f"N{n}") for n in range(3)]
    assert decide(actors.moderator, project, *ids, decision="reject", reason="Too vague.") == ["rejected"] * 3
    assert set(Proposal.objects.values_list("decision_reason", flat=True)) == {"Too vague."}


def test_one_that_is_refused_waits_and_the_others_are_decided(
    project: Project, actors: Actors, as_owner: Caller, as_writer: Caller
) -> None:
    number = as_owner.memory("Cache", content="one")
    clash, new = propose(as_writer, number, content="two"), propose_new(as_writer)
    as_owner.change("memory", number, 1, content="three")
    late = propose_new(as_writer, "Late")
    as_owner.call("item_action", ref=f"proposal:{late}", action="reject", reason="No.")
    assert decide(actors.moderator, project, late, clash, new, 999_999) == [
        "conflict", "approved", "conflict", "not_found",
    ]  # fmt: skip
    assert Proposal.objects.get(pk=clash).pending
    assert as_owner.get(number)["fields"]["content"] == "three"


def test_of_one_item_the_later_is_merged_onto_what_the_earlier_made(
    project: Project, actors: Actors, as_owner: Caller, as_writer: Caller
) -> None:
    number = as_owner.memory("Cache")
    ids = [propose(as_writer, number, summary="A."), propose(as_writer, number, tags=["a"])]
    assert decide(actors.moderator, project, *ids, seen=dict.fromkeys(ids, 1)) == ["approved", "approved"]
    assert Proposal.objects.get(pk=ids[1]).merged_onto == 2
    assert as_owner.get(number)["version"] == 3


def test_what_moved_on_since_it_was_seen_is_refused(
    project: Project, actors: Actors, as_owner: Caller, as_writer: Caller
) -> None:
    number = as_owner.memory("Cache")
    ident = propose(as_writer, number, summary="A.")
    as_owner.change("memory", number, 1, tags=["x"])
    [result] = decide_together(
        actor=actors.moderator, project=project, ids=[ident], decision="approve", seen={ident: 1}
    )
    assert isinstance(result.outcome, Conflict)
    assert result.outcome.data["changedBy"] == "Ada"
    assert decide(actors.moderator, project, ident, seen={ident: 2}) == ["approved"]


def test_parents_come_before_what_stands_under_them(project: Project, actors: Actors, as_writer: Caller) -> None:
    items = [
        {"key": "a", "kind": "memory", "fields": {"title": "Above", "summary": "S"}},
        {"kind": "memory", "fields": {"title": "Below", "summary": "S", "parent": "a"}},
    ]
    as_writer.call("item_store", kind="memory", batch={"idempotencyKey": "one", "items": items})
    ids = list(Proposal.objects.order_by("-pk").values_list("pk", flat=True))
    assert decide(actors.moderator, project, *ids) == ["approved", "approved"]
    below = Item.objects.select_related("parent").get(title="Below")
    assert below.parent is not None
    assert below.parent.title == "Above"


def test_those_of_another_project_arent_there(project: Project, actors: Actors, owner: User) -> None:
    other = ProjectFactory(owner=owner)
    ident = propose_new(through_agent(owner, other))
    [result] = decide_together(actor=actors.owner, project=project, ids=[ident], decision="approve")
    assert isinstance(result.outcome, NotFound)
    assert result.proposal is None
    assert Proposal.objects.get(pk=ident).pending


@pytest.mark.parametrize("person", ["writer", "reader"])
def test_it_needs_moderation_rights(project: Project, actors: Actors, as_writer: Caller, person: str) -> None:
    with pytest.raises(Denied):
        decide(actors[person], project, propose_new(as_writer))


def test_an_outsider_learns_nothing(project: Project, actors: Actors, as_writer: Caller) -> None:
    with pytest.raises(NotFound):
        decide(actors.outsider, project, propose_new(as_writer))


@pytest.mark.parametrize(
    ("refusal", "sent"),
    [
        (Missing, {"decision": "reject"}),
        (Missing, {"decision": "reject", "reason": " \n"}),
        (Missing, {"ids": []}),
        (Invalid, {"decision": "withdraw"}),
        (Invalid, {"reason": "x" * 2_001}),
        (SecretFound, {"reason": "the key is ghp_" + "a1B2" * 9}),
        (TooLarge, {"ids": range(1, MOST + 2)}),
    ],
)
def test_a_call_that_is_wrong_decides_none(
    project: Project, actors: Actors, as_writer: Caller, refusal: type[Refusal], sent: dict[str, object]
) -> None:
    ident = propose_new(as_writer)
    with pytest.raises(refusal):
        decide_together(**{"actor": actors.owner, "project": project, "ids": [ident], "decision": "approve", **sent})  # type: ignore[arg-type]
    assert Proposal.objects.get(pk=ident).pending


def test_a_hundred_at_once(project: Project, actors: Actors, writer: User) -> None:
    made = add_proposals(project, writer, MOST)
    assert set(decide(actors.owner, project, *(each.pk for each in made))) == {"approved"}
