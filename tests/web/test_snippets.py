"""What the page of a search marks in a title, and which passage it shows."""

import time

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from conderis.accounts.models import User
from items.search.folding import fold
from items.search.terms import read_terms
from items.selectors.passages import Passages, passages
from projects.models import Project
from tests.calls import Caller
from tests.conftest import Actors
from tests.factories import acting

WIDE = 242  # characters: a passage and the ellipses at its ends
FILLER = "The harbour lies still and nothing is written of it here. " * 40


def _marked(segments: list[tuple[str, bool]]) -> str:
    return "".join(f"[{text}]" if marked else text for text, marked in segments)


@pytest.fixture
def show(as_owner: Caller, owner: User, project: Project):
    """What a query shows of a page with this content, or of another item by its number."""

    def shown(query: str, content: str = "", title: str = "Untitled", **fields: str) -> Passages:
        number = as_owner.page(title, content=content, **fields)
        [found] = passages(acting(owner), project, [f"#{number}"], read_terms(query)).values()
        return found

    return shown


@pytest.mark.parametrize(
    ("query", "text", "marked"),
    [
        ("cafe", "A café by the sea", "A [café] by the sea"),
        ("café", "CAFE and cafe\N{COMBINING ACUTE ACCENT}s", "[CAFE] and [cafe\N{COMBINING ACUTE ACCENT}s]"),
        ("größe", "Die Grosse, die GRÖẞE", "Die [Grosse], die [GRÖẞE]"),
        ("grosse", "Größe begrenzt", "[Größe] begrenzt"),
        ("item_store", "Call item_store, not item_get", "Call [item_store], not item_get"),
        ("item_sto", "Call item_store", "Call [item_store]"),
        ("item_store", "It will store an item", "It will [store] an [item]"),
        ("src/app/views.py", "./src/app/views.py:42, src/app/urls.py", "./[src/app/views.py]:42, src/app/urls.py"),
        ("app/views", "See src/app/views.py", "See src/[app/views].py"),
        ("E1234-77", "It answers e1234-77.", "It answers [e1234-77]."),
        ("説明", "設定画面の説明が古い", "設定画面の[説明]が古い"),
        ("画面の説明", "設定画面の説明が古い", "設定[画面の説明]が古い"),
        ("説", "設定画面の説明が古い", "設定画面の[説]明が古い"),
        ("토큰", "로그인 토큰 만료", "로그인 [토큰] 만료"),
        ("deploying", "It deploys, deployed by a deployment", "It [deploys], [deployed] by a [deployment]"),
        ("policies", "One policy, no police", "One [policy], no police"),
        ("running", "It runs at run time, in a runtime", "It [runs] at [run] time, in a runtime"),
        ("ployment", "Deployments wait", "[Deployments] wait"),
        ("emails", "getUserByEmail looks", "[getUserByEmail] looks"),
        ("go", "Go on, ago, going", "[Go] on, ago, [going]"),
        ("o'reilly", "By O\N{RIGHT SINGLE QUOTATION MARK}Reilly", "By [O\N{RIGHT SINGLE QUOTATION MARK}Reilly]"),
        ("the harbour", "The harbour in the mist", "The [harbour] in the mist"),
        ("100%", "At 100% of it", "At [100]% of it"),
        ("zeppelin", "Nothing of the kind", "Nothing of the kind"),
        ("<b>", "<b>bold</b> b", "<[b]>bold</[b]> [b]"),
    ],
)  # fmt: skip
def test_it_marks_what_the_query_finds(show, query: str, text: str, marked: str) -> None:
    found = show(query, content=text, title=text)

    assert _marked(found.passage) == marked
    assert _marked(found.title) == marked


def test_the_passage_is_where_most_of_the_query_stands(show) -> None:
    content = f"The cache is cold. {FILLER} On deploy the cache is warmed at once. {FILLER} Deploy on Monday. {FILLER}"

    passage = show("deploy cache warm", content=content).passage

    assert "On [deploy] the [cache] is [warmed] at once." in _marked(passage)


def test_what_the_text_seldom_says_comes_before_what_it_says_all_the_time(show) -> None:
    content = FILLER + "The harbour has a zeppelin. " + FILLER

    assert "[zeppelin]" in _marked(show("harbour zeppelin", content=content).passage)


def test_a_passage_is_one_line_of_bounded_length_that_ends_between_words(show) -> None:
    content = FILLER.replace(". ", ".\n\n") + "the\tzeppelin\n- is\N{RIGHT-TO-LEFT OVERRIDE} here " + FILLER

    passage = show("zeppelin", content=content).passage

    text = "".join(piece for piece, _ in passage)
    assert "the zeppelin - is here" in text
    assert "\n" not in text
    assert len(text) <= WIDE
    assert text.startswith("…")
    assert text.endswith("…")
    words = set(content.split())
    assert {text.strip("…").split()[0], text.strip("…").split()[-1]} <= words


def test_a_short_text_is_shown_whole(show) -> None:
    assert show("zeppelin", content="No zeppelin.").passage == [("No ", False), ("zeppelin", True), (".", False)]


def test_the_summary_is_shown_where_it_says_as_much_as_the_content(show) -> None:
    assert _marked(show("sea", content="By the sea.", summary="Of the sea").passage) == "Of the [sea]"
    assert _marked(show("calm sea", content="The calm sea.", summary="Of the sea").passage) == "The [calm] [sea]."


def test_without_a_match_in_either_the_summary_is_shown(show) -> None:
    assert show("untitled", content="Content", summary="Summary").passage == [("Summary", False)]
    assert show("untitled", content="").passage == []


def test_a_word_far_longer_than_words_are_is_marked_in_part(show) -> None:
    passage = show("zeppelin", content="x" * 5_000 + "zeppelin" + "y" * 5_000).passage

    [marked] = [text for text, is_marked in passage if is_marked]
    assert "zeppelin" in marked
    assert len(marked) < WIDE
    assert len("".join(text for text, _ in passage)) <= WIDE


def test_nobody_is_shown_what_they_may_not_see(
    actors: Actors, as_writer: Caller, as_owner: Caller, project: Project
) -> None:
    secret = as_writer.memory("Lighthouse", content="The lighthouse is dark", visibility="private")
    mine = as_writer.personal("Lighthouse")
    refs, terms = [f"#{secret}", mine, "#999"], read_terms("lighthouse")

    assert set(passages(actors.writer, project, refs, terms)) == {f"#{secret}", mine}
    assert set(passages(actors.writer, None, refs, terms)) == {mine}
    for name in ("owner", "moderator", "outsider"):
        assert passages(actors[name], project, refs, terms) == {}


def test_a_locked_item_is_not_shown(actors: Actors, as_owner: Caller, project: Project) -> None:
    number = as_owner.page("Lighthouse")
    project.items.update(state=None, sealed=True)

    assert passages(actors.owner, project, [f"#{number}"], read_terms("lighthouse")) == {}


def test_it_asks_twice_for_however_many_items(actors: Actors, as_owner: Caller, project: Project) -> None:
    numbers = [as_owner.page(f"Page {n}", content="It deploys the lights") for n in range(20)]
    terms = read_terms("deploying lights")
    for shown in (numbers[:2], numbers):
        with CaptureQueriesContext(
            connection,
        ) as asked:
            found = passages(actors.owner, project, [f"#{number}" for number in shown], terms)
        assert len(found) == len(shown)
        assert len(asked) == 2


def test_a_page_of_the_longest_texts_takes_no_second(actors: Actors, as_owner: Caller, project: Project) -> None:
    texts = [("größe deploys " * 8_000)[:100_000], ("説明" * 50_000), ("a" * 100_000), ("de " * 40_000)[:100_000]]
    refs = [f"#{as_owner.page('Long', content=text)}" for text in texts]
    terms = read_terms(
        "größe deploying 説明の画面 aaaa src/app/views.py den " + " ".join(f"word{n}" for n in range(30))
    )

    began = time.thread_time()
    assert len(passages(actors.owner, project, refs, terms)) == len(refs)
    assert time.thread_time() - began < 1


@pytest.mark.django_db
def test_text_is_folded_as_the_database_folds_it() -> None:
    codes = (*range(0x20, 0x13F), *range(0x141, 0x180), *range(0x386, 0x3CF), *range(0x400, 0x460),
             *range(0x1EA0, 0x1EFA), 0x2019, 0x201C, 0x8AAC, 0xD55C)  # fmt: skip
    letters = [chr(code) for code in codes if chr(code).isalpha()]
    with connection.cursor() as cursor:
        cursor.execute("SELECT letter, conderis_fold(letter) FROM unnest(%s::text[]) AS folded (letter)", [letters])
        differing = {letter: known for letter, known in cursor.fetchall() if fold(known) != fold(letter)}

    assert differing == {}
