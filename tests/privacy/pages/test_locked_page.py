"""A locked item's page says who asked and when; why, only to whoever asked and whoever decides."""

import pytest

from conderis.accounts.models import User
from privacy.models import DeletionRequest
from tests.calls import Caller
from tests.conftest import Actors
from tests.items.pages.looking import Looking, words
from tests.privacy.pages.asking import CANARY, approve, ask, ask_as

REASON = "It says who the customer is."


@pytest.fixture
def request_of(as_owner: Caller, as_writer: Caller) -> DeletionRequest:
    return ask(as_writer, as_owner.memory(CANARY, content=CANARY), REASON)


def test_what_each_role_reads(lookers: dict[str, Looking], home: str, request_of: DeletionRequest) -> None:
    link = f'href="/privacy/{request_of.pk}/"'
    for role in ("reader", "writer", "moderator", "owner"):
        page = lookers[role].get(f"{home}1/")
        assert "Chi through the agent " in words(page)
        assert "asked just now that it is deleted for good." in words(page)
        assert CANARY not in page
        assert (REASON in page, link in page) == (role in ("writer", "owner"), role == "owner"), role
    lookers["outsider"].get(f"{home}1/", 404)


def test_of_a_private_one_its_author_decides(chi: Looking, home: str, as_writer: Caller) -> None:
    request = ask(as_writer, as_writer.memory(visibility="private"), REASON)
    page = chi.get(f"{home}1/")
    assert f'href="/privacy/{request.pk}/"' in page
    assert "Until you have decided" in words(page)


def test_erased_it_is_a_410_with_when_and_by_whom(
    ada: Looking, lookers: dict[str, Looking], home: str, request_of: DeletionRequest
) -> None:
    approve(ada, request_of)
    for role in ("reader", "writer", "moderator", "owner"):
        for page in ("1/", "1/history/", "1/edit/", "1/delete/", "1/versions/1/"):
            if role == "reader" and page in ("1/edit/", "1/delete/"):
                continue
            text = words(lookers[role].get(home + page, 410))
            assert "#1 was permanently deleted on 20" in text
            assert "by Ada." in text
            assert REASON not in text
    lookers["outsider"].get(f"{home}1/", 404)


def test_it_costs_the_same_few_queries(
    ada: Looking, home: str, request_of: DeletionRequest, django_assert_max_num_queries: object
) -> None:
    with django_assert_max_num_queries(12):  # type: ignore[operator]
        ada.get(f"{home}1/")


def test_a_former_members_name_goes_with_them(
    ada: Looking, home: str, actors: Actors, writer: User, as_owner: Caller
) -> None:
    as_owner.memory()
    ask_as(actors.writer, 1)
    User.objects.filter(pk=writer.pk).update(name="former member")
    assert "former member asked just now" in words(ada.get(f"{home}1/"))
