"""References in a text: which are found, and which become links for whom."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from conderis.web.markdown import references, render, rendered
from items.models import Item
from items.selectors.references import REFERENCES_MAX, Target, titles_of
from projects.models import Project
from tests.calls import Caller
from tests.conftest import Actors
from tests.factories import acting

pytestmark = pytest.mark.urls("tests.web.addresses")

TWELVE = Target(pk=1, project_id="p", number=12, kind="task", title="Card form", state="open")
LINK = '<a class="ref" href="/p/p/12/" title="Card form" rel="nofollow noopener noreferrer">#12</a>'


def _html(text: str) -> str:
    return render(text, refs={"#12": TWELVE}).html


@pytest.mark.parametrize(
    "text",
    [
        "#12", "see #12.", "(#12)", "[#12]", "#12, #12", "#12: why", "#12's", "#12-ish", "*#12*", "**x** #12",
        "x\n#12", "\N{EN DASH}#12", "課題#12を見る", "> - #12", "# On #12", "| #12 |\n|-|\n", "a[^1]\n\n[^1]: #12",
        "- [ ] #12", "#12 `x`", "~~#12~~", "[x](/y) #12", "![x](/y) #12",
    ],
)  # fmt: skip
def test_a_reference_is_a_link(text: str) -> None:
    assert references(text) == ["#12"]
    assert LINK in _html(text)
    assert _html(text).count(LINK) == text.count("#12")


@pytest.mark.parametrize(
    "text",
    [
        "a#12", "#12abc", "#0", "#012", "##12", "/#12", "&#12", "#12.5", "#1234", "`#12`", "    #12", "```\n#12\n```",
        "[#12](/x)", "[a #12 b](/x)", "[*#12*](/x)", "![#12](/x)", "<https://example.org/#12>", "[x](/y '#12')",
        "[x](#12)", "\\#12", "&#35;12", "#\\12", "x#12y", "**a**#12", "#12**a**", "`a`#12", "#12`a`", "é#12", "#1*2*",
        "https://example.org/a#12", "#12_", "#" + "1" * 19, "#\N{FULLWIDTH DIGIT ONE}", "# 12", "![x](/y)#12",
    ],
)  # fmt: skip
def test_anything_else_is_text(text: str) -> None:
    assert "#12" not in references(text)
    assert LINK not in _html(text)


def test_a_personal_memory_is_referred_to_by_its_kind() -> None:
    assert references("memory:345, (memory:3) memory:0 page:3 xmemory:4 memory:5x `memory:6` memory: 7 Memory:8") == [
        "memory:345", "memory:3",
    ]  # fmt: skip
    mine = Target(pk=345, project_id=None, number=None, kind="memory", title="My own", state="active")
    assert '<a class="ref" href="/personal/345/" title="My own"' in render("memory:345", refs={"memory:345": mine}).html


def test_a_reference_stands_as_it_was_written() -> None:
    text = "a #12 b #13 c\n#14 d\n"

    assert re.sub("<[^>]*>", "", _html(text)) == text


def test_each_is_named_once_in_the_texts_order_and_200_at_most() -> None:
    assert references("#3 #1 #3 memory:2 #1") == ["#3", "#1", "memory:2"]
    assert references(" ".join(f"#{n}" for n in range(1, 1_000))) == [f"#{n}" for n in range(1, REFERENCES_MAX + 1)]


def test_a_title_is_text() -> None:
    hostile = Target(1, "p", 12, "task", "\"><script>'&\N{RIGHT-TO-LEFT OVERRIDE}\n", "open")

    shown = render("#12", refs={"#12": hostile}).html
    assert 'title="&quot;&gt;&lt;script&gt;\'&amp;"' in shown
    assert shown.count("<") == 4


@pytest.fixture
def numbers(as_owner: Caller) -> dict[str, int]:
    made = {
        "open": as_owner.task("Open"),
        "done": as_owner.task("Done", status="done"),
        "archived": as_owner.page("Archived"),
        "expired": as_owner.memory("Expired", expiresAt="2001-01-01"),
        "memory": as_owner.memory("Memory"),
        "secret": as_owner.memory("Secret", visibility="private"),
        "locked": as_owner.page("Locked"),
    }
    as_owner.act(made["archived"], "archive", 1)
    Item.objects.filter(number=made["locked"]).update(state=None, sealed=True)
    return made


def test_a_reader_is_told_the_title_and_the_state(actors: Actors, project: Project, numbers: dict[str, int]) -> None:
    refs = [f"#{number}" for number in numbers.values()]
    found = {target.title: (target.kind, target.state, target.closed)
             for target in titles_of(actors.reader, project, refs).values()}  # fmt: skip

    assert found == {
        "Open": ("task", "open", False),
        "Done": ("task", "done", True),
        "Archived": ("page", "archived", True),
        "Expired": ("memory", "expired", True),
        "Memory": ("memory", "active", False),
    }
    assert "Secret" in {target.title for target in titles_of(actors.owner, project, refs).values()}


def test_what_is_over_says_so(actors: Actors, project: Project, numbers: dict[str, int]) -> None:
    shown = rendered(actors.reader, project, f"#{numbers['open']} #{numbers['done']}").html

    assert f'<a class="ref" href="/p/{project.id}/{numbers["open"]}/" title="Open"' in shown
    assert f'<a class="ref ref-closed" href="/p/{project.id}/{numbers["done"]}/" title="Done (done)"' in shown


def test_what_the_reader_may_not_see_stays_text(actors: Actors, project: Project, numbers: dict[str, int]) -> None:
    text = f"#{numbers['secret']} #{numbers['locked']} #999"

    assert rendered(actors.reader, project, text).html == f"<p>{text}</p>\n"
    assert rendered(actors.owner, project, text).html.count("<a") == 1


def test_a_personal_memory_is_its_owners_alone(actors: Actors, as_writer: Caller, project: Project) -> None:
    mine = as_writer.personal("My own")
    shared = Item.objects.get(number=as_writer.task("A task"))

    assert list(titles_of(actors.writer, project, [mine])) == [mine]
    assert list(titles_of(actors.writer, None, [mine, "#1"])) == [mine]
    assert titles_of(actors.owner, project, [mine]) == {}
    assert titles_of(actors.writer, project, [f"memory:{shared.pk}"]) == {}


def test_another_projects_numbers_lead_nowhere(actors: Actors, as_owner: Caller, project: Project) -> None:
    number = as_owner.task("Here")
    other = as_owner.call("project_store", projectId=None, name="Elsewhere")["projectId"]

    assert titles_of(actors.owner, Project.objects.get(pk=other), [f"#{number}"]) == {}


def test_one_query_looks_all_of_them_up(actors: Actors, as_owner: Caller, project: Project) -> None:
    refs = [f"#{as_owner.task(f'Task {n}')}" for n in range(20)] + [as_owner.personal() for _ in range(3)]
    for text, queries in (("No reference", 0), (refs[0], 1), (" ".join(refs), 1)):
        with CaptureQueriesContext(connection) as asked:
            shown = rendered(actors.owner, project, text).html
        assert shown.count("<a") == (len(text.split()) if queries else 0)
        assert len(asked) == queries


def test_more_than_200_are_not_looked_up(actors: Actors, as_owner: Caller, project: Project) -> None:
    number = as_owner.task("Last")
    others = " ".join(f"#{n}" for n in range(1_000, 1_000 + REFERENCES_MAX))

    assert "<a" not in rendered(actors.owner, project, f"{others} #{number}").html
    assert "<a" in rendered(actors.owner, project, f"#{number} {others}").html
    assert titles_of(actors.owner, project, [*others.split(), f"#{number}"]) == {}


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("# Cache\n\n## Size\n", ["Size"]),
        ("# Cache size\n", ["Cache size"]),
        ("## Cache\n", []),
        ("First.\n\n# Cache\n", ["Cache"]),
        ("", []),
    ],
)
def test_a_heading_that_repeats_the_title_is_left_out(project: Project, text: str, left: list[str]) -> None:
    shown = rendered(acting(project.created_by), project, text, title="Cache")

    assert [heading.text for heading in shown.toc] == left
    assert shown.html.count("</h") == len(left)
