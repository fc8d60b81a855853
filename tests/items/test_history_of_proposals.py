"""History says who proposed, who approved, by themselves or through an agent, and through which proposal it came."""

import pytest

from conderis.accounts.models import User
from projects.models import Project
from tests.calls import Caller
from tests.items.pages.browser import browser_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def approved(as_owner: Caller, as_writer: Caller, as_moderator: Caller) -> tuple[int, str]:
    """A memory at version 2, which Chi proposed and Bea let in through her agent, and the proposal's reference."""
    number = as_owner.memory("Cache")
    sent = as_writer.call(
        "item_store", kind="memory", number=number, version=1, fields={"summary": "On start."}, reason="It moved."
    )
    as_moderator.call("item_action", ref=sent["ref"], action="approve")
    return number, sent["ref"]


def test_an_entry_names_the_proposal_and_the_agent_that_approved(
    as_writer: Caller, as_moderator: Caller, writer: User, moderator: User, approved: tuple[int, str]
) -> None:
    number, ref = approved
    latest, first = as_writer.get(number, history=True)["versions"]
    assert latest["proposal"] == ref
    assert latest["author"]["ref"] == writer.ref
    assert latest["reviewedBy"] == {
        "ref": moderator.ref, "name": "Bea", "via": {"ref": as_moderator.ref, "name": "claude-code"},
    }  # fmt: skip
    assert "proposal" not in first
    assert first["reviewedBy"] is None


def test_the_item_and_the_version_say_it_too(as_writer: Caller, approved: tuple[int, str]) -> None:
    number, ref = approved
    read, then = as_writer.get(number), as_writer.get(number, version=2)
    assert read["reviewedBy"]["via"]["name"] == "claude-code"
    assert (then["reviewedBy"], then["proposal"]) == (read["reviewedBy"], ref)
    assert "proposal" not in as_writer.get(number, version=1)


def test_who_may_not_see_the_proposal_isnt_told_which(as_reader: Caller, approved: tuple[int, str]) -> None:
    number, _ = approved
    latest, _ = as_reader.get(number, history=True)["versions"]
    assert latest["reviewedBy"]["name"] == "Bea"
    assert "proposal" not in latest
    assert "proposal" not in as_reader.get(number, version=2)


def test_recall_says_through_what_it_was_approved(as_writer: Caller, approved: tuple[int, str]) -> None:
    assert "by Chi via claude-code, approved by Bea via claude-code)" in as_writer.text("recall")


@pytest.mark.parametrize("page", ["history/", "", "compare/", "versions/2/"])
def test_pages_lead_to_the_proposal(
    writer: User, reader: User, project: Project, approved: tuple[int, str], page: str
) -> None:
    number, ref = approved
    ident = ref.partition(":")[2]
    address = f"/p/{project.pk}/{number}/{page}"
    link = f'<a href="/proposals/{ident}/">proposal {ident}</a>'

    mine = browser_of(writer).get(address)
    assert "approved by Bea through the agent claude-code" in mine.words
    assert link in mine.text
    theirs = browser_of(reader).get(address)
    assert "approved by Bea through the agent claude-code" in theirs.words
    assert link not in theirs.text


def test_a_row_says_it(writer: User, project: Project, approved: tuple[int, str]) -> None:
    assert "approved by Bea through the agent claude-code" in browser_of(writer).get(f"/p/{project.pk}/memories/").words
