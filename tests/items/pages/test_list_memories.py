"""The lists of memories: of a project, and one's own."""

from typing import Any

import pytest
import time_machine

from conderis.accounts.models import User
from items.models import Item
from projects.models import Project
from tests.calls import Caller
from tests.items.pages.looking import Looking, numbers, words

NOW = "2026-11-30T12:00:00Z"


@pytest.fixture
def look(owner: User, project: Project) -> Looking:
    return Looking(owner, f"/p/{project.pk}/memories/")


class TestRows:
    def test_what_a_row_says(self, look: Looking, as_owner: Caller, moderator: User) -> None:
        number = as_owner.memory("Warm on deploy", "The cache is empty then", type="constraint", tags=["cache"])
        Item.objects.filter(number=number).update(reviewed_by=moderator)

        said = words(look.get().partition('<li class="row')[2])

        for each in ("Warm on deploy", "The cache is empty then", "constraint", "cache", f"#{number}"):
            assert each in said
        assert "Ada through the agent claude-code" in said
        assert "approved by Bea" in said

    def test_private_is_said(self, look: Looking, as_owner: Caller) -> None:
        as_owner.memory("Shared")
        as_owner.memory("Mine", visibility="private")

        rows = [words(row) for row in look.get().split('<li class="row')[1:]]

        assert ["private" in row for row in rows] == ["Mine" in row for row in rows]

    @pytest.mark.parametrize(
        ("expires", "said"),
        [
            ("2026-12-03", "expires in 2 d"),
            ("2027-03-01", "expires 01 Mar 2027"),
            ("2026-11-01", "expired 01 Nov"),
        ],
    )
    def test_expiry_is_said(self, look: Looking, as_owner: Caller, expires: str, said: str) -> None:
        with time_machine.travel(NOW, tick=False):
            as_owner.memory(expiresAt=expires)
            page = look.get(includeExpired="true")

        assert said in words(page)
        assert ("badge-waiting" in page) == (said == "expires in 2 d")


class TestFilters:
    def test_each_of_the_contracts(self, look: Looking, as_owner: Caller) -> None:
        fact = as_owner.memory("Fact")
        rule = as_owner.memory("Rule", type="constraint", tags=["api"])
        mine = as_owner.memory("Mine", visibility="private")
        away = as_owner.memory("Away")
        as_owner.act(away, "archive", 1)
        past = as_owner.memory("Past", expiresAt="2020-01-01")

        def shown(**query: Any) -> set[int]:
            return set(numbers(look.get(**query)))

        assert shown() == {fact, rule, mine}
        assert shown(type="constraint") == shown(tags="API") == {rule}
        assert shown(visibility="private") == shown(q="mine") == {mine}
        assert shown(includeArchived="true") == {fact, rule, mine, away}
        assert shown(includeExpired="true") == {fact, rule, mine, past}
        assert numbers(look.get(sort="title")) == [fact, mine, rule]
        assert numbers(look.get()) == [mine, rule, fact]  # the latest change first

    @pytest.mark.parametrize("sent", [{"type": "rumour"}, {"visibility": "public"}, {"priority": "high"}])
    def test_a_broken_one_says_so(self, look: Looking, sent: dict[str, str]) -> None:
        assert 'role="alert"' in look.get("", 400, **sent)

    def test_none_yet(self, look: Looking) -> None:
        assert "No memories yet" in look.get()


class TestMyOwn:
    def test_they_are_listed_with_the_same_filters(self, owner: User, as_owner: Caller) -> None:
        look = Looking(owner, "/personal/")
        as_owner.memory("Of the project")
        as_owner.personal("Short branches", type="preference", tags=["git"])
        as_owner.personal("Old habit", expiresAt="2020-01-01")

        page = look.get()

        assert "Short branches" in page
        assert "Of the project" not in page
        assert "Old habit" not in page
        assert "?tags=git" in page
        assert "Old habit" in look.get(includeExpired="true")
        assert "Short branches" not in look.get(type="fact")
        assert 'role="alert"' in look.get("", 400, type="rumour")
