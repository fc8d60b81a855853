"""Who else has a proposal open: told, ended by itself, in nobody's way."""

from datetime import timedelta

from django.utils import timezone

from proposals.models import Reading
from proposals.services.remove_ended_readings import remove_ended_readings
from tests.items.pages.looking import Looking, words
from tests.proposals.pages.conftest import Propose, state_of


def test_others_see_that_it_is_open(
    at_moderator: Looking, at_owner: Looking, at_writer: Looking, propose: Propose
) -> None:
    made = propose()
    at_moderator.get(f"{made.pk}/")

    assert "Bea is reviewing this too (ends in 2 min )" in words(at_owner.get(f"{made.pk}/"))
    assert "Bea is reviewing" not in words(at_moderator.get(f"{made.pk}/"))
    assert "Ada is reviewing" in words(at_moderator.post(f"{made.pk}/reading/", 200, swap=True).content.decode())
    at_writer.get(f"{made.pk}/")
    assert Reading.objects.count() == 2  # who can't decide claims nothing


def test_it_ends_by_itself_and_is_said_again_by_an_open_page(
    at_moderator: Looking, at_owner: Looking, propose: Propose
) -> None:
    made = propose()
    at_moderator.get(f"{made.pk}/")
    Reading.objects.update(until=timezone.now() - timedelta(seconds=1))
    assert "is reviewing" not in words(at_owner.get(f"{made.pk}/"))
    at_moderator.post(f"{made.pk}/reading/", 200, swap=True)
    assert Reading.objects.filter(proposal=made).count() == 2
    assert "Bea is reviewing" in words(at_owner.get(f"{made.pk}/"))


def test_it_blocks_nobody_and_goes_with_the_decision(
    at_moderator: Looking, at_owner: Looking, propose: Propose
) -> None:
    made = propose()
    at_moderator.get(f"{made.pk}/")
    at_owner.post(f"{made.pk}/approve/", seen=0)
    assert state_of(made) == "approved"
    assert not Reading.objects.exists()
    line = words(at_moderator.post(f"{made.pk}/reading/", 200, swap=True).content.decode())
    assert "Ada approved it" in line
    assert not Reading.objects.exists()


def test_going_on_ends_it(at_moderator: Looking, propose: Propose) -> None:
    first, second = propose(), propose()
    at_moderator.get(f"{first.pk}/")
    at_moderator.post(f"{first.pk}/skip/", 200, swap=True)
    assert [each.proposal_id for each in Reading.objects.all()] == [second.pk]
    at_moderator.get(f"{second.pk}/next/", swap=True)
    assert [each.proposal_id for each in Reading.objects.all()] == [first.pk]


def test_the_line_is_all_that_is_answered(at_moderator: Looking, propose: Propose) -> None:
    made = propose()
    answer = at_moderator.post(f"{made.pk}/reading/", 200, swap=True)
    assert "<html" not in answer.content.decode()


def test_ended_ones_are_swept_in_batches(at_moderator: Looking, at_owner: Looking, propose: Propose) -> None:
    first, second = propose(), propose()
    at_moderator.get(f"{first.pk}/")
    at_moderator.get(f"{second.pk}/")
    Reading.objects.filter(proposal=first).update(until=timezone.now() - timedelta(seconds=1))
    assert remove_ended_readings() == 1
    assert [each.proposal_id for each in Reading.objects.all()] == [second.pk]
