"""In a large project common words are looked for only where the others find too little: they cost most."""

from collections.abc import Callable

import pytest

from items.kinds import KINDS
from items.models import Item
from items.search.haystack import Haystack
from items.search.looking import Held, Look
from items.search.ranking import find
from items.search.terms import read_terms
from projects.models import Project
from tests.items.bulk import add_items

MOST = 20
LARGE = 1_000_000

Looking = Callable[..., Held]


@pytest.fixture
def haystack(project: Project) -> Haystack:
    """121 items with the word lighthouse, of which 21 have kestrel too and five of these sextant."""
    add_items(project, "task", ({"title": "Lighthouse"} for _ in range(100)))
    add_items(project, "memory", ({"title": "Lighthouse and kestrel"} for _ in range(16)))
    add_items(project, "memory", ({"title": "Lighthouse, kestrel and sextant"} for _ in range(5)))
    add_items(project, "page", ({"title": "Something else"} for _ in range(100)))
    return Haystack(Item.objects.filter(project=project), [*KINDS.values()])


@pytest.fixture
def looking(haystack: Haystack) -> Looking:
    def look(text: str, size: int = LARGE) -> Held:
        return Look(haystack, {}, size, MOST).for_terms(read_terms(text))

    return look


def words(held: Held) -> dict[str, int]:
    """How many were looked at that hold each."""
    return {term.folded: len(keys) for term, keys in held.keys.items()}


def test_a_common_word_is_left_out_where_others_find_enough(looking: Looking) -> None:
    held = looking("lighthouse kestrel")

    assert [term.folded for term in held.left_out] == ["lighthouse"]
    assert words(held) == {"lighthouse": 0, "kestrel": MOST + 1}


def test_what_holds_all_of_the_words_is_found_all_the_same(looking: Looking) -> None:
    assert len(looking("lighthouse kestrel sextant").every) == 5


def test_it_is_looked_for_where_the_others_find_too_little(looking: Looking) -> None:
    held = looking("lighthouse sextant")

    assert held.left_out == set()
    assert words(held) == {"lighthouse": MOST + 1, "sextant": 5}


def test_it_is_looked_for_on_its_own(looking: Looking) -> None:
    assert words(looking("lighthouse")) == {"lighthouse": MOST + 1}


def test_in_a_small_project_every_word_is_looked_for(looking: Looking) -> None:
    assert words(looking("lighthouse kestrel", size=MOST)) == {"lighthouse": MOST + 1, "kestrel": MOST + 1}


def test_the_best_are_the_same_with_and_without_it(haystack: Haystack, monkeypatch: pytest.MonkeyPatch) -> None:
    def best() -> list[tuple[int, float]]:
        found = find(haystack, read_terms("lighthouse kestrel sextant"), LARGE, most=MOST)
        return [(key, round(score, 6)) for key, score in found.ranked[:MOST]]

    without = best()
    monkeypatch.setattr("items.search.looking.COMMON", 1)
    assert best() == without
