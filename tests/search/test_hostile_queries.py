"""Whatever is typed, the answer is a list or a refusal that says why."""

import json
from typing import Any

import pytest

from projects.models import Project
from tests.calls import Caller, text_of
from tests.items.bulk import add_items

CALLS: list[dict[str, Any]] = [{}, {"kind": "memory", "sort": "title"}]

QUERIES = {
    "what full text, LIKE and regular expressions read as theirs": [
        "%", "%%%", "_", "__", "\\", "\\\\", "\\%", "*", "?", ".", "^", "[", "(", "()", ":*", "a:*", "a:b", "'a':*",
        "&", "|", "!", "&|!()", "a & ", "| a", "!a", "<->", "a <-> b", "<2>", "a <", "@@", "((((((", "))))", "-", "--",
    ],
    "what SQL, formats and other languages do": [
        "'", "''", '"', "`", "$$", "$1", ";", "/*", "'; DROP TABLE items_item; --", "a' OR 1=1 --", "%s", "%(x)s",
        "{0}", "{{ x }}", "\\u0000", "\\x00", "\\0", "&#0;", "null", "NaN", "-1", "1e400", "[]", "{}", '{"a": 1}',
    ],
    "as long as it may be": [
        "a" * 1_000, "ß" * 1_000, "説" * 1_000, "🦉" * 1_000, "%" * 1_000, "'" * 1_000, "\\" * 1_000, "a " * 500,
        "a_" * 500, "a/" * 500, "aA" * 500, "説 " * 500, "e" + "\N{COMBINING ACUTE ACCENT}" * 999,
    ],
    "no letters, other directions, other forms": [
        "🦉", "🇨🇭", "👩\N{ZERO WIDTH JOINER}👧", "\N{RIGHT-TO-LEFT OVERRIDE}gnirts", "\N{RIGHT-TO-LEFT ISOLATE}a",
        "שלום", "مرحبا بالعالم", "नमस्ते", "\N{ZERO WIDTH SPACE}", "\N{ZERO WIDTH NO-BREAK SPACE}a", "٣", "①²½",
        "\N{NO-BREAK SPACE}a", "a\tb\nc\r\nd\x0be", "\x01\x02\x1b[31m", "\x7f", "a\x85b", "a\N{LINE SEPARATOR}b",
        "\N{REPLACEMENT CHARACTER}", "\U0010ffff", "\ue000", "\u0130\u0131\u017fKÅ", "\u01c5\ufb01", "\uff41\uff42",
        "\U0001d4bd\U0001d452",
    ],
    "words of no weight": ["the", "the of and", "a the"],
}  # fmt: skip


@pytest.mark.parametrize("sort_of_query", QUERIES)
def test_the_answer_is_a_list(as_owner: Caller, project: Project, sort_of_query: str) -> None:
    queries = QUERIES[sort_of_query]
    holders = add_items(project, "memory", ({"content": f"before {query} after"} for query in queries))

    for query in queries:
        for asked in CALLS:
            result = as_owner.result("item_list", {"projectId": project.id, "query": query, "limit": 100, **asked})

            assert "isError" not in result, f"{query[:40]!a} {asked}: {text_of(result)}"
            found = json.loads(text_of(result))
            assert found["total"] == len(found["items"]) <= len(holders), f"{query[:40]!a} {asked}"
            assert found["hasMore"] is False


@pytest.mark.parametrize("query", ["%", "_", "\\", "%%%", "\\%", "___", ".", "*", "%o%", "n_t", ".*", "!x", "x:*"])
def test_nothing_is_a_wildcard_or_an_operator(as_owner: Caller, query: str) -> None:
    as_owner.memory("Nothing of that kind", summary="None")

    assert as_owner.call("item_list", query=query)["total"] == 0


@pytest.mark.parametrize(
    "query", ["!lighthouse", "lighthouse & !granite", "lighthouse:*", "'lighthouse'", "-lighthouse"]
)
def test_operators_are_no_words_and_do_nothing(as_owner: Caller, query: str) -> None:
    number = as_owner.task("Lighthouse of granite")

    assert as_owner.numbers("task", query=query) == [number]


@pytest.mark.parametrize("query", ["a\0b", "\0", "\ud800", "a\udfff"])
def test_what_cant_be_stored_is_refused(as_owner: Caller, query: str) -> None:
    assert as_owner.refused("invalid", "item_list", query=query)["field"] == "query"


def test_a_thousand_words_are_too_many(as_owner: Caller) -> None:
    error = as_owner.refused("too_large", "item_list", query="lighthouse " * 1_000)

    assert "1000" in error["limit"]


@pytest.mark.parametrize(
    "query", ["", " ", "\n\t ", "\N{NO-BREAK SPACE}", "\N{IDEOGRAPHIC SPACE}", "\x85", "\N{LINE SEPARATOR}"]
)
def test_a_blank_query_is_refused(as_owner: Caller, query: str) -> None:
    assert as_owner.refused("invalid", "item_list", query=query)["field"] == "query"


def test_a_word_is_found_however_much_stands_around_it(as_owner: Caller) -> None:
    number = as_owner.task("Lighthouse")
    around = " ".join(f"w{place}" for place in range(80))

    assert as_owner.numbers("task", query=f"{around} lighthouse {around}") == [number]
