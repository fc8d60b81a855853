"""Approve, reject, withdraw: the answer to a decision is the next proposal."""

import re

from items.models import Item, Version
from proposals.models import Proposal
from tests.calls import Caller
from tests.items.pages.looking import Looking, words
from tests.proposals.pages.conftest import TEXT, Propose, state_of


def test_approving_answers_with_the_next_one(at_moderator: Looking, propose: Propose, memory: int) -> None:
    first, second = propose(memory, summary="On deploy"), propose(title="Next one")

    answer = at_moderator.post(f"{first.pk}/approve/", 200, swap=True, seen=1)

    assert answer["HX-Push-Url"] == f"/proposals/{second.pk}/"
    page = answer.content.decode()
    assert "Proposal 1 of 1" in words(page)
    assert "Next one" in page
    assert "Approved: Shader cache, now #1 version 2." in words(page)
    assert "<html" not in page
    assert '<span hx-swap-oob="innerHTML:.waiting-count">' in page  # the number beside the rail's entry
    assert "Decided today: 1" in words(page)
    assert state_of(first) == "approved"
    assert Item.objects.get(number=memory).summary == "On deploy"
    version = Version.objects.get(item__number=memory, number=2)
    assert version.proposal == first.pk
    assert version.reviewed_by is not None


def test_without_a_script_it_goes_there(at_moderator: Looking, propose: Propose) -> None:
    first, second = propose(), propose()

    assert at_moderator.post(f"{first.pk}/approve/", seen=0)["Location"] == f"/proposals/{second.pk}/"
    assert "Approved: Atlas, now #1 version 1." in words(at_moderator.get(f"{second.pk}/"))
    project = first.project_id
    gone = at_moderator.post(f"{second.pk}/reject/", seen=0, reason="Not so.")
    assert gone["Location"] == f"/p/{project}/proposals/done/"


def test_the_end_is_calm(at_moderator: Looking, propose: Propose) -> None:
    made = propose()
    answer = at_moderator.post(f"{made.pk}/approve/", 200, swap=True, seen=0)

    said = words(answer.content.decode())
    assert "Nothing waits any more" in said
    assert "Decided today: 1" in said
    assert answer["HX-Push-Url"] == f"/p/{made.project_id}/proposals/done/"


def test_filters_stay_on_the_way(at_moderator: Looking, propose: Propose, as_writer: Caller) -> None:
    first = propose()
    as_writer.call("item_store", kind="page", fields={"title": "A page"})
    third = propose()

    answer = at_moderator.client.post(
        f"/proposals/{first.pk}/approve/?kind=memory&view=beside&evil=1", {"seen": 0}, headers={"HX-Request": "true"}
    )
    assert answer["HX-Push-Url"] == f"/proposals/{third.pk}/?kind=memory&view=beside"
    assert "Proposal 1 of 1" in words(answer.content.decode())
    last = at_moderator.client.post(f"/proposals/{third.pk}/approve/?kind=memory", {"seen": 0})
    assert last["Location"] == f"/p/{first.project_id}/proposals/done/?kind=memory"
    assert "All that waits" in words(at_moderator.client.get(last["Location"]).content.decode())


def test_the_filters_of_the_queue(at_moderator: Looking, propose: Propose, as_owner: Caller, writer: object) -> None:
    made, own = (
        propose(),
        as_owner.call("item_store", kind="memory", fields={"title": "Own", "summary": "S"}, propose=True)[
            "ref"
        ].partition(":")[2],
    )
    author = f"user:{made.author_id}"
    for query in ({"author": author}, {"agent": f"agent:{made.agent_id}"}, {"sitting": str(made.sitting)}):
        assert "Proposal 1 of 1" in words(at_moderator.get(f"{made.pk}/", **query))
        assert "Proposal 1 of" not in words(at_moderator.get(f"{own}/", **query))
    at_moderator.get(f"{made.pk}/", 400, kind="nonsense")
    at_moderator.get(f"{made.pk}/", 400, author="me")
    at_moderator.get(f"{made.pk}/", 400, sitting="x")


def test_a_reason_is_needed_and_asked_for_beside_its_field(at_moderator: Looking, propose: Propose) -> None:
    made = propose()
    for sent in ({}, {"reason": "  "}):
        page = at_moderator.post(f"{made.pk}/reject/", 400, swap=True, seen=0, **sent).content.decode()
        assert "Say why: the author reads it" in words(page)
        assert re.search(r"<details[^>]*data-reject open", page)
        assert "autofocus" in page
        assert "item_" not in words(page)
    assert state_of(made) == "pending"


def test_the_author_reads_the_reason_as_written(at_moderator: Looking, at_writer: Looking, propose: Propose) -> None:
    usual, own, both = propose(), propose(), propose()
    at_moderator.post(f"{usual.pk}/reject/", seen=0, usual="This isn’t correct.", reason="")
    at_moderator.post(f"{own.pk}/reject/", seen=0, reason="Not <b>so</b>.\nSee #3.")
    at_moderator.post(f"{both.pk}/reject/", seen=0, usual="This isn’t correct.", reason="See #3.")

    reasons = list(Proposal.objects.order_by("pk").values_list("decision_reason", flat=True))
    assert reasons == ["This isn’t correct.", "Not <b>so</b>.\nSee #3.", "This isn’t correct. See #3."]
    page = at_writer.get(f"{own.pk}/")
    assert "Rejected by Bea" in words(page)
    assert "Not &lt;b&gt;so&lt;/b&gt;." in page


def test_a_secret_in_a_reason_is_refused_beside_it_and_stays(at_moderator: Looking, propose: Propose) -> None:
    made = propose()
    secret = "the token is ghp_" + "Ab1" * 12
    page = at_moderator.post(f"{made.pk}/reject/", 400, swap=True, seen=0, reason=secret).content.decode()
    assert "looks like a credential" in page
    assert state_of(made) == "pending"


def test_an_unknown_usual_reason_or_a_broken_form_decides_nothing(at_moderator: Looking, propose: Propose) -> None:
    made = propose()
    at_moderator.post(f"{made.pk}/reject/", 422, swap=True, seen=0, usual="nonsense")
    at_moderator.post(f"{made.pk}/approve/", 422, swap=True, seen="nonsense")
    assert state_of(made) == "pending"


def test_its_author_withdraws_it(at_writer: Looking, at_moderator: Looking, propose: Propose) -> None:
    made = propose()
    assert "Withdraw it" in at_writer.get(f"{made.pk}/")
    assert "Withdraw it" not in at_moderator.get(f"{made.pk}/")
    at_moderator.post(f"{made.pk}/withdraw/", 403)
    assert at_writer.post(f"{made.pk}/withdraw/")["Location"] == f"/proposals/{made.pk}/"
    assert state_of(made) == "withdrawn"
    page = words(at_writer.get(f"{made.pk}/"))
    assert "Withdrawn by Chi" in page


def test_the_outcome_stands_on_its_page(
    at_moderator: Looking, at_writer: Looking, propose: Propose, memory: int
) -> None:
    made = propose(memory, content=TEXT + "nine\n")
    at_moderator.post(f"{made.pk}/approve/", seen=1)

    page = at_writer.get(f"{made.pk}/")
    assert "Approved by Bea" in words(page)
    assert f'href="/p/{made.project_id}/{memory}/versions/2/"' in page
    assert "<ins>nine</ins>" in page
    assert "What Bea changed" not in page


def test_the_median_is_of_times_between_decisions() -> None:
    from datetime import UTC, datetime, timedelta  # noqa: PLC0415

    from proposals.selectors.tally import tally  # noqa: PLC0415

    start = datetime(2026, 1, 1, tzinfo=UTC)
    at = [start + timedelta(seconds=each) for each in (0, 4, 10, 10.1, 18, 900, 904, 910)]
    assert (tally(at).count, tally(at).seconds) == (8, 6.0)
    assert tally(at[:4]).seconds is None
