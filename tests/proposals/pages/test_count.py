"""The number beside the rail's entry: right when a page is drawn, asked for again later, never for strangers."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from conderis.accounts.models import User
from projects.models import Project
from tests.calls import Caller
from tests.items.pages.looking import Looking, words
from tests.proposals.bulk import add_proposals
from tests.proposals.making import propose_new


@pytest.fixture
def base(project: Project) -> str:
    return f"/p/{project.pk}/"


def rail(page: str) -> str:
    return words(page.partition("<main")[0])


@pytest.mark.parametrize("page", ["", "tasks/", "memories/", "proposals/"])
def test_each_page_of_the_project_has_it(base: str, as_writer: Caller, writer: User, page: str) -> None:
    assert "Proposals Settings" in rail(Looking(writer, base).get(page))
    propose_new(as_writer)
    assert "Proposals 1 waiting Settings" in rail(Looking(writer, base).get(page))


def test_it_stands_in_the_rail_and_in_the_phones_sheet_and_is_asked_for_once(base: str, writer: User) -> None:
    page = Looking(writer, base).get()
    assert page.count("waiting-count") == 2
    assert page.count(f'hx-get="{base}proposals/count/"') == 1


def test_it_is_fresh_and_has_nothing_but_the_number(base: str, as_writer: Caller, writer: User) -> None:
    propose_new(as_writer, "Shards")
    part = Looking(writer, base).get("proposals/count/", swap=True)
    assert words(part) == "1 waiting"
    assert 'hx-swap-oob="innerHTML:.waiting-count"' in part


def test_readers_have_neither_entry_nor_number(base: str, as_writer: Caller, reader: User) -> None:
    propose_new(as_writer)
    page = Looking(reader, base).get()
    assert f"{base}proposals/" not in page
    Looking(reader, base).get("proposals/count/", 404)


def test_strangers_arent_led_to_the_sign_in(base: str, as_writer: Caller, outsider: User, project: Project) -> None:
    propose_new(as_writer)
    Project.objects.filter(pk=project.pk).update(public=True)
    Looking(outsider, base).get("proposals/count/", 404)
    answer = Client().get(f"{base}proposals/count/", headers={"HX-Request": "true"})
    assert (answer.status_code, answer.content) == (404, b"")
    assert "HX-Redirect" not in answer


def test_it_costs_one_query_however_many_wait(base: str, writer: User, moderator: User, project: Project) -> None:
    look = Looking(moderator, base)

    def cost() -> int:
        with CaptureQueriesContext(connection) as queries:
            look.get("proposals/count/")
        return len(queries)

    assert cost() == 4  # the session's, the person's, the project's, and the count
    add_proposals(project, writer, 1_000)
    assert cost() == 4
