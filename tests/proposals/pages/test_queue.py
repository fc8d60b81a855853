"""The queue of a project: what waits, oldest first, who sees it, and what each row says."""

from datetime import timedelta

import pytest
from django.utils import timezone

from conderis.accounts.models import User
from projects.models import Membership, Project
from proposals.models import Proposal, Reading
from tests.calls import Caller
from tests.conftest import through_agent
from tests.factories import ProjectFactory
from tests.items.pages.looking import Looking, link, words
from tests.proposals.making import HOSTILE, order, propose, propose_new


@pytest.fixture
def at(project: Project) -> str:
    return f"/p/{project.pk}/proposals/"


class TestWhatARowSays:
    def test_a_change(self, at: str, as_owner: Caller, as_writer: Caller, moderator: User) -> None:
        number = as_owner.memory("Cache", content="one")
        ident = propose(as_writer, number, content="two", tags=["x"])
        row = words(Looking(moderator, at).get())
        assert (
            f"Cache “ It moved. ” #{number} changes text, tags Chi through the agent claude-code on v1 just now" in row
        )
        assert link(Looking(moderator, at).get(), "<bdi>Cache") == f"/proposals/{ident}/"

    def test_a_new_one(self, at: str, as_writer: Caller, moderator: User) -> None:
        propose_new(as_writer)
        assert "Shards new memory Chi" in words(Looking(moderator, at).get())

    def test_the_instructions_have_no_title(self, at: str, as_writer: Caller, moderator: User) -> None:
        as_writer.call("item_store", kind="instructions", ref="instructions", version=0, fields={"content": "Be kind."})
        assert "Instructions changes text Chi" in words(Looking(moderator, at).get())

    def test_a_base_that_moved_on(self, at: str, as_owner: Caller, as_writer: Caller, moderator: User) -> None:
        number = as_owner.memory("Cache")
        propose(as_writer, number, summary="Mine.")
        as_owner.change("memory", number, 1, tags=["x"])
        assert "on v1, now v2" in words(Looking(moderator, at).get())

    def test_an_archived_item(self, at: str, as_owner: Caller, as_writer: Caller, moderator: User) -> None:
        number = as_owner.memory("Cache")
        propose(as_writer, number, summary="Mine.")
        as_owner.act(number, "archive", 1)
        assert "now v2 archived" in words(Looking(moderator, at).get())

    def test_a_repeat(self, at: str, as_owner: Caller, as_writer: Caller, moderator: User) -> None:
        number = as_owner.memory("Cache")
        first = propose(as_writer, number, summary="Mine.")
        as_owner.call("item_action", ref=f"proposal:{first}", action="reject", reason="Not so.")
        propose(as_writer, number, summary="Mine.")
        assert "repeats a rejected one" in words(Looking(moderator, at).get())

    def test_who_reviews_it_now(self, at: str, as_writer: Caller, owner: User, moderator: User) -> None:
        ident = propose_new(as_writer)
        now = timezone.now()
        Reading.objects.create(proposal_id=ident, user=moderator, until=now + timedelta(minutes=1))
        Reading.objects.create(proposal_id=ident, user=owner, until=now - timedelta(seconds=1))
        assert "Bea is reviewing" in words(Looking(owner, at).get())
        assert "is reviewing" not in words(Looking(moderator, at).get())

    def test_hostile_words_stay_words(self, at: str, as_writer: Caller, as_owner: Caller, moderator: User) -> None:
        number = as_owner.memory("Cache")
        propose(as_writer, number, title=HOSTILE, reason=HOSTILE)
        propose_new(as_writer, HOSTILE)
        page = Looking(moderator, at).get()
        assert "<script>alert" not in page
        assert "&lt;script&gt;alert(1)" in page


class TestWhichStandThere:
    def test_pending_ones_oldest_first(self, at: str, as_writer: Caller, as_owner: Caller, moderator: User) -> None:
        for title in ("One", "Two", "Three"):
            propose_new(as_writer, title)
        gone = propose_new(as_writer, "Gone")
        as_owner.call("item_action", ref=f"proposal:{gone}", action="reject", reason="No.")
        page = Looking(moderator, at).get()
        assert order(page, "One", "Two", "Three", "Gone") == ["One", "Two", "Three"]
        assert "3 wait, oldest first" in words(page)

    def test_decided_ones_newest_first_with_who_and_why(
        self, at: str, as_writer: Caller, as_owner: Caller, moderator: User
    ) -> None:
        for title in ("One", "Two"):
            ident = propose_new(as_writer, title)
            as_owner.call("item_action", ref=f"proposal:{ident}", action="reject", reason=f"Not {title}.")
        ident = propose_new(as_writer, "Three")
        as_owner.call("item_action", ref=f"proposal:{ident}", action="approve")
        ident = propose_new(as_writer, "Four")
        as_writer.call("item_action", ref=f"proposal:{ident}", action="withdraw")
        look = Looking(moderator, at)
        page = look.get(show="rejected")
        assert order(page, "One", "Two", "Three", "Four") == ["Two", "One"]
        assert "Ada: “ Not One. ”" in words(page)
        assert "Three" in words(look.get(show="approved"))
        assert "approved as v1 by Ada through the agent claude-code" in words(look.get(show="approved"))
        assert order(look.get(show="withdrawn"), "Three", "Four") == ["Four"]

    def test_mine_are_of_any_state(self, at: str, as_writer: Caller, as_owner: Caller, writer: User) -> None:
        ident = propose_new(as_writer, "One")
        as_owner.call("item_action", ref=f"proposal:{ident}", action="reject", reason="Not one.")
        propose_new(as_writer, "Two")
        propose_new(as_owner, "Theirs")
        page = Looking(writer, at).get(show="mine")
        assert order(page, "One", "Two", "Theirs") == ["Two", "One"]
        assert "waiting" in words(page)
        assert "rejected" in words(page)
        assert "Not one." in words(page)

    def test_locked_ones_are_nowhere(self, at: str, as_owner: Caller, as_writer: Caller, moderator: User) -> None:
        propose_new(as_writer, "Secret")
        Proposal.objects.update(sealed=True, state=None)
        assert "Nothing waits" in words(Looking(moderator, at).get())

    def test_other_projects_are_elsewhere(self, at: str, moderator: User, owner: User) -> None:
        propose_new(through_agent(owner, ProjectFactory(owner=owner)), "Elsewhere")
        assert "Elsewhere" not in Looking(moderator, at).get()


class TestWhoSees:
    def test_a_writer_sees_all_and_decides_nothing(self, at: str, as_owner: Caller, writer: User) -> None:
        propose_new(as_owner)
        propose_new(as_owner, "Another")
        page = Looking(writer, at).get()
        assert "Shards" in page
        assert 'type="checkbox"' not in page
        assert 'name="decision"' not in page

    def test_a_reader_sees_none(self, at: str, as_writer: Caller, reader: User) -> None:
        propose_new(as_writer)
        Looking(reader, at).get("", 404)

    def test_who_no_longer_writes_sees_their_own(
        self, at: str, as_writer: Caller, as_owner: Caller, writer: User, project: Project
    ) -> None:
        propose_new(as_writer, "Mine")
        propose_new(as_owner, "Theirs")
        Membership.objects.filter(user=writer).update(role=1)
        page = Looking(writer, at).get()
        assert order(page, "Mine", "Theirs") == ["Mine"]
        assert f'href="{at}"' not in page.partition("<main")[0]

    def test_strangers_find_nothing(self, at: str, as_writer: Caller, outsider: User, project: Project) -> None:
        propose_new(as_writer)
        Looking(outsider, at).get("", 404)
        Project.objects.filter(pk=project.pk).update(public=True)
        Looking(outsider, at).get("", 404)

    def test_an_archived_project_is_read_alone(
        self, at: str, as_writer: Caller, moderator: User, project: Project
    ) -> None:
        propose_new(as_writer, "One")
        propose_new(as_writer, "Two")
        Project.objects.filter(pk=project.pk).update(archived_at=timezone.now())
        page = Looking(moderator, at).get()
        assert "One" in page
        assert 'name="decision"' not in page
