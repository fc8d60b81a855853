"""Items' pages say what waits on them: their own text to authors, marked as pending, the rest to who may write."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from conderis.accounts.models import User
from items.models import Item
from projects.models import Project
from proposals.models import Proposal
from tests.calls import Caller
from tests.items.pages.looking import Looking, words
from tests.proposals.bulk import add_proposals
from tests.proposals.making import propose, propose_new


@pytest.fixture
def base(project: Project) -> str:
    return f"/p/{project.pk}/"


@pytest.fixture
def number(as_owner: Caller) -> int:
    return as_owner.memory("Cache")


class TestOnTheItem:
    def test_the_author_finds_their_own(self, base: str, number: int, as_writer: Caller, writer: User) -> None:
        ident = propose(as_writer, number, summary="On start.", tags=["a"])
        page = Looking(writer, base).get(f"{number}/")
        assert "Pending: you proposed to change summary, tags just now , and it waits for a decision." in words(page)
        assert f'<a href="/proposals/{ident}/">See it or withdraw it</a>' in page
        assert "wait on this" not in page

    def test_who_may_write_finds_the_others(
        self, base: str, number: int, as_writer: Caller, as_moderator: Caller, owner: User
    ) -> None:
        first = propose(as_writer, number, summary="On start.")
        assert "1 proposal waits on this: Chi : summary" in words(Looking(owner, base).get(f"{number}/"))
        as_moderator.call("item_store", kind="memory", number=number, version=1, fields={"tags": ["a"]}, propose=True)
        page = Looking(owner, base).get(f"{number}/")
        assert "2 proposals wait on this: Chi : summary" in words(page)
        assert f'href="/proposals/{first}/"' in page

    def test_a_reader_finds_nothing(self, base: str, number: int, as_writer: Caller, reader: User) -> None:
        propose(as_writer, number, summary="On start.")
        page = Looking(reader, base).get(f"{number}/")
        assert "/proposals/" not in page
        assert "On start." not in page

    def test_a_decided_one_is_gone(
        self, base: str, number: int, as_writer: Caller, as_owner: Caller, writer: User
    ) -> None:
        ident = propose(as_writer, number, summary="On start.")
        as_owner.call("item_action", ref=f"proposal:{ident}", action="reject", reason="No.")
        assert "Pending:" not in words(Looking(writer, base).get(f"{number}/"))

    def test_the_instructions_too(self, base: str, as_owner: Caller, as_writer: Caller, writer: User) -> None:
        sent = {"kind": "instructions", "ref": "instructions", "fields": {"content": "Be kind."}}
        as_owner.call("item_store", version=0, **sent)
        as_writer.call("item_store", version=1, **{**sent, "fields": {"content": "Be brief."}})
        assert "Pending: you proposed to change text" in words(Looking(writer, base).get("instructions/"))

    def test_many(self, base: str, number: int, project: Project, owner: User, writer: User) -> None:
        add_proposals(project, writer, 120, items=[Item.objects.get(number=number)])
        page = words(Looking(owner, base).get(f"{number}/"))
        assert "100+ proposals wait on this" in page
        assert "more in the queue" in page
        assert "All 100 of yours that wait on this" in words(Looking(writer, base).get(f"{number}/"))

    def test_it_costs_one_query(
        self, base: str, number: int, project: Project, owner: User, writer: User, as_owner: Caller
    ) -> None:
        look, task = Looking(owner, base), as_owner.task()

        def asked(which: int) -> int:
            with CaptureQueriesContext(connection) as queries:
                look.get(f"{which}/")
            return sum('FROM "proposals_proposal"' in each["sql"] for each in queries)

        assert (asked(task), asked(number)) == (1, 2)  # the rail's number; and what waits on it
        add_proposals(project, writer, 120, items=[Item.objects.get(number=number)])
        assert asked(number) == 2


class TestOnLists:
    def test_my_new_ones_stand_as_pending(
        self, base: str, as_writer: Caller, as_owner: Caller, writer: User, owner: User
    ) -> None:
        ident = propose_new(as_writer)
        as_writer.call("item_store", kind="page", fields={"title": "How"})
        look = Looking(writer, base)
        memories, pages = look.get("memories/"), look.get("pages/")
        assert "Yours, pending 1 All that you proposed Shards" in words(memories)
        assert f'href="/proposals/{ident}/"' in memories
        assert "Yours, pending 1 All that you proposed How" in words(pages)
        assert "Shards" not in pages
        assert "Yours, pending" not in words(Looking(owner, base).get("memories/"))

    def test_not_among_what_a_filter_swaps(self, base: str, as_writer: Caller, writer: User) -> None:
        propose_new(as_writer)
        assert "Yours, pending" not in Looking(writer, base).get("memories/", swap=True)

    def test_nothing_once_it_is_decided(self, base: str, as_writer: Caller, as_owner: Caller, writer: User) -> None:
        as_owner.call("item_action", ref=f"proposal:{propose_new(as_writer)}", action="approve")
        assert "Yours, pending" not in Looking(writer, base).get("memories/")

    def test_nor_while_it_is_locked(self, base: str, as_writer: Caller, writer: User) -> None:
        propose_new(as_writer)
        Proposal.objects.update(sealed=True, state=None)
        assert "Yours, pending" not in Looking(writer, base).get("memories/")
