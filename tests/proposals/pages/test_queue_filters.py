"""The queue narrowed and paged: only what occurs is offered, links keep it, each proposal comes once."""

import pytest

from conderis.accounts.models import User
from projects.models import Project
from tests.calls import Caller
from tests.items.pages.looking import Looking, link, words
from tests.proposals.bulk import add_proposals
from tests.proposals.making import order, propose_new


@pytest.fixture
def at(project: Project) -> str:
    return f"/p/{project.pk}/proposals/"


class TestFilters:
    def test_only_what_occurs_is_offered(
        self, at: str, as_writer: Caller, as_owner: Caller, moderator: User, project: Project
    ) -> None:
        propose_new(as_writer)
        as_owner.call("item_store", kind="page", fields={"title": "How"}, propose=True)
        add_proposals(project, moderator, 1)
        page = Looking(moderator, at).get()
        assert 'value="page"' in page
        assert 'value="memory"' in page
        assert 'value="instructions"' not in page
        assert "claude-code (Chi)" in page

    def test_each_narrows_and_stays_in_the_links(
        self, at: str, as_writer: Caller, as_owner: Caller, writer: User, moderator: User, project: Project
    ) -> None:
        ident = propose_new(as_writer, "Chis")
        as_owner.call("item_store", kind="page", fields={"title": "Adas"}, propose=True)
        look = Looking(moderator, at)
        for name, value in (("kind", "memory"), ("author", writer.ref), ("agent", as_writer.ref), ("sitting", ident)):
            page = look.get(**{name: value})
            assert order(page, "Chis", "Adas") == ["Chis"]
            found = link(page, "<bdi>Chis")
            assert found.startswith(f"/proposals/{ident}/?{name}=")
            assert order(look.get(swap=True, **{name: value}), "Chis", "Adas") == ["Chis"]

    @pytest.mark.parametrize(
        "query",
        [{"kind": "x"}, {"author": "x"}, {"agent": "user:abc"}, {"sitting": "-1"}, {"show": "x"}, {"cursor": "x"}],
    )
    def test_a_wrong_one_is_said(self, at: str, moderator: User, query: dict[str, str]) -> None:
        page = Looking(moderator, at).get("", 400, **query)
        assert 'role="alert"' in page
        assert "Show all that wait" in page

    def test_nothing_fits(self, at: str, as_writer: Caller, moderator: User) -> None:
        propose_new(as_writer)
        assert "Nothing fits these filters" in words(Looking(moderator, at).get(kind="page"))


class TestPages:
    def test_each_comes_once(self, at: str, writer: User, moderator: User, project: Project) -> None:
        made = add_proposals(project, writer, 120)
        look, found, address = Looking(moderator, at), "", ""
        for _ in range(3):
            page = look.client.get(at + address).content.decode()
            found += page
            address = link(page, "Show more").removeprefix(at) if "Show more" in page else ""
        assert address == ""
        titles = [f"title {n}" for n in range(len(made))]
        assert order(found, *titles) == titles
        assert all(found.count(f"<bdi>{title}</bdi>") == 1 for title in titles)

    def test_a_swap_brings_the_next_rows_alone(self, at: str, writer: User, moderator: User, project: Project) -> None:
        add_proposals(project, writer, 60)
        look = Looking(moderator, at)
        address = link(look.get(), "Show more")
        part = look.client.get(address, headers={"HX-Request": "true"}).content.decode()
        assert part.count('class="row"') == 10
        assert "<main" not in part
