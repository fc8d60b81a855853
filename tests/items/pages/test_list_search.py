"""The search page: over all kinds, best first, with pages and a way straight to a number."""

import json
from typing import Any

import pytest

from conderis.accounts.models import User
from projects.models import Project
from tests.calls import Caller
from tests.items.bulk import add_items
from tests.items.pages.looking import Looking, link, numbers, words

CANARY = "zebra-kumquat-quince"


@pytest.fixture
def look(owner: User, project: Project) -> Looking:
    return Looking(owner, f"/p/{project.pk}/search/")


class TestFinding:
    def test_over_all_kinds_best_first(self, look: Looking, as_owner: Caller) -> None:
        memory = as_owner.memory("About", "The lamp flickers")
        page = as_owner.page("Lamp", content="Everything about the lamp")
        task = as_owner.task("Other", content="A lamp")

        found = look.get(q="lamp")

        assert numbers(found) == [page, memory, task]
        for kind in ("memory", "page", "task"):
            assert kind in words(found)

    def test_the_matching_passage_is_marked(self, look: Looking, as_owner: Caller) -> None:
        content = "Nothing here. " * 60 + "The <b>lamps</b> were mended in March. " + "Nothing there. " * 60
        as_owner.page("About the lamp", summary="What it is", content=content)

        found = look.get(q="lamp")

        assert "About the <mark>lamp</mark>" in found
        assert "The &lt;b&gt;<mark>lamps</mark>&lt;/b&gt; were mended in March." in found
        assert "What it is" not in found

    def test_one_kind_alone(self, look: Looking, as_owner: Caller) -> None:
        as_owner.memory("Lamp")
        task = as_owner.task("Lamp")

        found = look.get(q="lamp", kind="task")

        assert numbers(found) == [task]
        assert 'name="kind" value="task"' in found  # what is typed next stays within it
        assert 'href="?q=lamp" aria-current' not in found

    def test_what_is_put_away_is_found_too(self, look: Looking, as_owner: Caller) -> None:
        closed = as_owner.task("Lamp", status="done")
        expired = as_owner.memory("Lamp", expiresAt="2020-01-01")
        archived = as_owner.page("Lamp")
        as_owner.act(archived, "archive", 1)

        assert sorted(numbers(look.get(q="lamp"))) == [closed, expired, archived]

    def test_a_cursor_of_the_tool_is_no_place_here(self, look: Looking, as_owner: Caller) -> None:
        for _ in range(3):
            as_owner.task("Lamp")
        cursor = as_owner.call("item_list", query="lamp", limit=2)["nextCursor"]

        assert "has gone out of date" in words(look.get("", 400, q="lamp", cursor=cursor))

    def test_a_number_leads_to_its_item(self, look: Looking, as_owner: Caller) -> None:
        number = as_owner.task("Mend the lamp", status="done")

        for typed in (f"#{number}", f" {number} "):
            found = look.get(q=typed)
            assert f"Go to #{number} Mend the lamp" in words(found)
            assert f'href="{look.base.removesuffix("search/")}{number}/"' in found
        assert "Go to" not in look.get(q="#99")
        assert "Go to" not in look.get(q="9" * 19)

    def test_what_is_typed_stands_in_the_box(self, look: Looking) -> None:
        assert 'value="a &quot;b&quot; &lt;i&gt;"' in look.get(q='a "b" <i>')

    def test_a_swap_is_what_was_found(self, look: Looking, as_owner: Caller) -> None:
        as_owner.task("Lamp")

        piece = look.get(swap=True, q="lamp")

        assert "Lamp" in piece
        assert "search-q" not in piece
        assert "<html" not in piece

    def test_hostile_text_is_text(self, look: Looking, as_owner: Caller) -> None:
        as_owner.memory("<b>lamp</b>", "<script>lamp</script>")

        found = look.get(q="lamp")

        assert "<script>lamp" not in found
        assert "<b>lamp" not in found


class TestPages:
    def test_it_goes_on(self, look: Looking, project: Project) -> None:
        made = add_items(project, "task", [{"title": f"lamp {n}"} for n in range(25)])
        page = look.get(q="lamp")

        more = look.get(link(page, "Show more"), swap=True)

        assert len(numbers(page)) == 20
        assert sorted(numbers(page) + numbers(more)) == [row.number for row in made]
        assert "task" in words(more)

    def test_a_large_total_is_said_as_at_least(self, look: Looking, project: Project) -> None:
        add_items(project, "task", [{"title": f"lamp {n}"} for n in range(1001)])

        assert '<span class="count">1,000+</span>' in look.get(q="lamp")


class TestAdvice:
    def test_what_can_be_searched(self, look: Looking) -> None:
        for nothing in ({}, {"q": "  "}):
            assert "memories, pages and tasks" in words(look.get(**nothing))

    def test_nothing_found(self, look: Looking, as_owner: Caller) -> None:
        as_owner.memory("Lamp")

        assert "Nothing holds these words" in look.get(q="quince")
        assert "Search everything" in look.get(q="lamp", kind="page")

    @pytest.mark.parametrize(
        ("query", "status"),
        [
            ({"kind": "rumour"}, 400),
            ({"kind": "instructions"}, 400),
            ({"cursor": "x"}, 400),
            ({"sort": "colour"}, 400),
            ({"colour": "red"}, 400),
            ({"q": "lamp\0"}, 400),
            ({"q": "x" * 1001}, 413),
        ],
    )
    def test_a_broken_parameter_says_so(self, look: Looking, query: dict[str, Any], status: int) -> None:
        assert 'role="alert"' in look.get("", status, **{"q": "lamp", **query})


def test_no_log_holds_what_was_looked_for(look: Looking, capsys: pytest.CaptureFixture[str]) -> None:
    for query in ({"q": CANARY}, {"q": CANARY, "kind": CANARY}, {"q": "\0" + CANARY}, {"q": CANARY * 60}):
        look.client.get(look.base, query, headers={"Referer": f"http://testserver{look.base}?q={CANARY}"})

    logged = capsys.readouterr().err
    assert [json.loads(line)["path"] for line in logged.splitlines()] == [look.base] * 4
    assert CANARY not in logged
