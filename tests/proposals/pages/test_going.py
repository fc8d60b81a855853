"""Next, previous, skip and its undo: what others decided meanwhile is never shown again."""

from tests.items.pages.looking import Looking, words
from tests.proposals.pages.conftest import Propose


def test_next_and_previous_look_again_when_they_are_used(
    at_moderator: Looking, at_owner: Looking, propose: Propose
) -> None:
    first, second, third = propose(), propose(), propose()
    at_owner.post(f"{second.pk}/approve/", seen=0)

    assert at_moderator.get(f"{first.pk}/")  # drawn
    answer = at_moderator.client.get(f"/proposals/{first.pk}/next/", headers={"HX-Request": "true"})
    assert answer["HX-Push-Url"] == f"/proposals/{third.pk}/"
    assert at_moderator.client.get(f"/proposals/{third.pk}/previous/")["Location"] == f"/proposals/{first.pk}/"
    assert at_moderator.client.get(f"/proposals/{third.pk}/next/")["Location"] == f"/proposals/{third.pk}/"
    assert at_moderator.client.get(f"/proposals/{second.pk}/next/")["Location"] == f"/proposals/{third.pk}/"


def test_what_is_skipped_comes_last_for_this_person(at_moderator: Looking, at_owner: Looking, propose: Propose) -> None:
    first, second, third = propose(), propose(), propose()

    assert at_moderator.post(f"{first.pk}/skip/")["Location"] == f"/proposals/{second.pk}/"
    assert "Proposal 1 of 3" in words(at_moderator.get(f"{second.pk}/"))
    assert "Proposal 3 of 3" in words(at_moderator.get(f"{first.pk}/"))
    assert "Proposal 1 of 3" in words(at_owner.get(f"{first.pk}/"))
    assert at_moderator.post(f"{second.pk}/approve/", seen=0)["Location"] == f"/proposals/{third.pk}/"
    assert at_moderator.post(f"{third.pk}/approve/", seen=0)["Location"] == f"/proposals/{first.pk}/"


def test_undoing_a_skip_shows_it(at_moderator: Looking, propose: Propose) -> None:
    first, second, third = propose(), propose(), propose()
    assert "Undo skip" not in at_moderator.get(f"{first.pk}/")
    at_moderator.post(f"{first.pk}/skip/")
    at_moderator.post(f"{second.pk}/skip/")

    page = at_moderator.get(f"{third.pk}/")
    assert f'action="/proposals/{second.pk}/unskip/"' in page
    answer = at_moderator.post(f"{second.pk}/unskip/", 200, swap=True)
    assert answer["HX-Push-Url"] == f"/proposals/{second.pk}/"
    assert f'action="/proposals/{first.pk}/unskip/"' in answer.content.decode()


def test_skipping_goes_round(at_moderator: Looking, propose: Propose) -> None:
    first, second = propose(), propose()
    assert at_moderator.post(f"{first.pk}/skip/")["Location"] == f"/proposals/{second.pk}/"
    assert at_moderator.post(f"{second.pk}/skip/")["Location"] == f"/proposals/{first.pk}/"
    assert at_moderator.post(f"{first.pk}/skip/")["Location"] == f"/proposals/{second.pk}/"
    at_moderator.post(f"{second.pk}/approve/", seen=0)
    end = at_moderator.post(f"{first.pk}/skip/")["Location"]
    page = words(at_moderator.client.get(end).content.decode())
    assert "Only what you skipped is left" in page
    assert "Undo skip" in page


def test_a_decision_goes_back_to_what_was_passed_over(at_moderator: Looking, propose: Propose) -> None:
    first, second = propose(), propose()
    assert at_moderator.post(f"{second.pk}/approve/", seen=0)["Location"] == f"/proposals/{first.pk}/"


def test_the_end_says_when_more_came(at_moderator: Looking, propose: Propose) -> None:
    made = propose()
    page = words(at_moderator.client.get(f"/p/{made.project_id}/proposals/done/").content.decode())
    assert "1 waits" in page
    assert "Go on" in page
