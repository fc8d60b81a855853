"""The tree of pages: what is drawn, what opens, and how one moves."""

import re
from typing import Any

import pytest

from conderis.accounts.models import User
from items.models import Item
from items.selectors import tree as selector
from projects.models import Project
from tests.calls import Caller
from tests.items.pages.looking import Looking, link, numbers, words


@pytest.fixture
def look(moderator: User, project: Project) -> Looking:
    return Looking(moderator, f"/p/{project.pk}/")


def shape(page: str) -> str:
    """The tree in brackets: ``[1[2 3] 4]``."""
    drawn = re.findall(r'<ol|</ol>|data-node="\d+"', "<ol" + page.partition('<ol class="tree"')[2])
    text = " ".join({"<ol": "[", "</ol>": "]"}.get(part) or part.split('"')[1] for part in drawn)
    return re.sub(r" ?\[ ", "[", text).replace(" ]", "]")


@pytest.fixture
def five(as_owner: Caller) -> dict[str, int]:
    """a, b below a, c below b, d below a, e."""
    made: dict[str, int] = {}
    for name, parent in (("a", None), ("b", "a"), ("c", "b"), ("d", "a"), ("e", None)):
        made[name] = as_owner.page(name, **({"parent": made[parent]} if parent else {}))
    return made


class TestDrawing:
    def test_each_stands_under_its_parent_in_its_place(self, look: Looking, five: dict[str, int]) -> None:
        assert shape(look.get("pages/")) == "[1[2[3] 4] 5]"

    def test_what_is_archived_comes_on_request_and_hides_nothing_else(
        self, look: Looking, five: dict[str, int], as_owner: Caller
    ) -> None:
        as_owner.act(five["b"], "archive", 1)

        page = look.get("pages/")
        assert shape(page) == "[1[4] 5 3]"  # c has lost its parent from sight
        assert '<li data-node="3" data-position="">' in page
        assert shape(look.get("pages/", includeArchived="true")) == "[1[4 2[3]] 5]"

    def test_what_is_locked_isnt_there(self, look: Looking, five: dict[str, int]) -> None:
        Item.objects.filter(number=five["d"]).update(sealed=True, state=None)

        assert shape(look.get("pages/")) == "[1[2[3]] 5]"
        look.get("pages/", 423, parent=five["d"])

    def test_hostile_titles_are_text(self, look: Looking, as_owner: Caller) -> None:
        as_owner.page("<script>alert(1)</script>" + "W" * 170)

        assert "<script>alert" not in look.get("pages/")

    def test_none_yet(self, look: Looking) -> None:
        assert "No pages yet" in look.get("pages/")


class TestBounds:
    def test_what_doesnt_fit_opens_where_it_stands(
        self, look: Looking, five: dict[str, int], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(selector, "DRAWN_MAX", 3)
        page = look.get("pages/")
        assert shape(page) == "[1 5]"  # both of a's children or none

        opened = look.get("pages/" + link(page, "2 under #1"), swap=True)

        assert shape(opened) == "[2[3] 4]"
        assert opened.lstrip().startswith("<ol")
        assert shape(look.get("pages/" + link(page, "2 under #1"))) == "[2[3] 4]"

    def test_the_deepest_opens_too(self, look: Looking, five: dict[str, int], monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(selector, "DEPTH_MAX", 2)

        assert shape(look.get("pages/")) == "[1[2 4] 5]"

    def test_a_wide_top_goes_on(self, look: Looking, as_owner: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(selector, "DRAWN_MAX", 2)
        for _ in range(5):
            as_owner.page()
        seen, page = [], look.get("pages/")
        for _ in range(2):
            seen += numbers(page)
            page = look.get("pages/" + link(page, "Further pages"))
        seen += numbers(page)

        assert seen == [1, 2, 3, 4, 5]
        assert "Further pages" not in page
        assert 'data-start="4"' in page

    @pytest.mark.parametrize(
        ("query", "status"),
        [
            ({"parent": "99"}, 404),
            ({"parent": "twelve"}, 400),
            ({"skip": "-1"}, 400),
            ({"includeArchived": "perhaps"}, 400),
        ],
    )
    def test_broken_parameters(self, look: Looking, query: dict[str, Any], status: int) -> None:
        look.get("pages/", status, **query)


class TestMoving:
    @pytest.mark.parametrize(
        ("name", "parent", "position", "after"),
        [
            ("e", "", "0", "[5 1[2[3] 4]]"),
            ("c", "", "", "[1[2 4] 5 3]"),
            ("d", "1", "0", "[1[4 2[3]] 5]"),
            ("e", "2", "", "[1[2[3 5] 4]]"),
            ("b", "#5", "0", "[1[4] 5[2[3]]]"),
        ],
    )
    def test_to_a_place(
        self, look: Looking, five: dict[str, int], name: str, parent: str, position: str, after: str
    ) -> None:
        answer = look.post(f"{five[name]}/move/", parent=parent, position=position)

        assert answer["Location"] == f"{look.base}pages/"
        page = look.get("pages/")
        assert shape(page) == after
        assert f"#{five[name]} is moved." in words(page)

    def test_a_swap_gets_the_tree_as_one_looked_at_it(self, look: Looking, five: dict[str, int]) -> None:
        answer = look.post(f"{five['d']}/move/?parent=1", swap=True, parent="1", position="0")

        piece = look.get(answer["Location"].removeprefix(look.base), swap=True)
        assert shape(piece) == "[4 2[3]]"
        assert look.told() == ""

    def test_the_page_says_where_it_stands(self, look: Looking, five: dict[str, int]) -> None:
        page = look.get(f"{five['b']}/move/")

        assert "Move “b”" in page
        assert 'name="parent" value="1"' in page

    @pytest.mark.parametrize(
        ("parent", "position", "said"),
        [
            ("3", "", "that would be a cycle"),
            ("1", "", "can't be its own parent"),
            ("99", "", "there is no such one"),
            ("one", "", "parent must be the number of an item"),
            ("", "9", "position must be 0 to 1 there"),
            ("", "first", "position must be a whole number"),
        ],
    )
    def test_what_cant_be(self, look: Looking, five: dict[str, int], parent: str, position: str, said: str) -> None:
        page = look.post(f"{five['a']}/move/", 400, parent=parent, position=position).content.decode()
        assert said in words(page)

        look.post(f"{five['a']}/move/", swap=True, parent=parent, position=position)
        assert said in look.told()
        assert shape(look.get("pages/")) == "[1[2[3] 4] 5]"

    def test_what_has_no_order_moves_under_another(self, look: Looking, as_owner: Caller) -> None:
        epic, task = as_owner.task("Epic"), as_owner.task("Task")

        answer = look.post(f"{task}/move/", parent=str(epic), position="")

        assert answer["Location"] == f"{look.base}tasks/"
        assert as_owner.get(task)["parent"]["number"] == epic


def test_the_page_names_no_private_parent(project: Project, as_moderator: Caller) -> None:
    """A shared memory may stand below someone's private one."""
    private = as_moderator.memory("Mine alone", visibility="private")
    shared = as_moderator.memory("For all", parent=private)

    page = Looking(project.created_by, f"/p/{project.pk}/{shared}/").get("move/")

    assert f'value="{private}"' not in page
