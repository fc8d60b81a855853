"""How well search answers: questions with known answers, a floor for the figures, and BM25 as the yardstick.

`.venv/bin/python -m pytest tests/search/test_quality.py -s -n 0` prints the figures.
"""

from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter

import pytest
from django.db import transaction
from pytest_django import DjangoDbBlocker

from tests.conftest import through_agent
from tests.factories import ProjectFactory, UserFactory, acting
from tests.search.bm25 import Index
from tests.search.library import Question, entries, questions, store

pytestmark = pytest.mark.django_db  # has pytest-django make the database that the module's fixture fills

DEPTH = 10  # answers that somebody looks at

# hit@1, hit@10 and MRR@10, a little below what was measured.
FLOORS = {
    "all": (0.82, 0.92, 0.86),
    "sentence": (0.78, 0.93, 0.83),
    "keywords": (0.92, 0.96, 0.94),
    "hard": (0.36, 0.60, 0.45),
    "identifier": (0.90, 1.00, 0.95),
    "part": (0.90, 1.00, 0.95),
    "cjk": (0.90, 1.00, 0.95),
}
BEYOND_WORDS = ("part", "cjk")  # parts of words, writing without spaces: what BM25's words can't see


@dataclass(frozen=True, repr=False)
class Score:
    """The share of questions with an answer first, with one among the first ten, and 1/rank on average."""

    hit1: float
    hit10: float
    mrr: float

    def __repr__(self) -> str:
        return f"{self.hit1:.3f} {self.hit10:.3f} {self.mrr:.3f}"


@dataclass(frozen=True, repr=False)
class Figures:
    """Each question with the rank of its first answer, None beyond the first ten."""

    name: str
    ranks: list[tuple[Question, int | None]]

    @classmethod
    def of(cls, name: str, ask: Callable[[str], list[str]]) -> "Figures":
        """Ask everything; ``ask`` gives the ids that it finds, best first."""
        ranks = []
        for question in questions():
            found = ask(question.question)
            assert len(found) <= DEPTH
            ranks.append((question, next((at for at, one in enumerate(found, 1) if one in question.answers), None)))
        return cls(name, ranks)

    @property
    def types(self) -> list[str]:
        return list(dict.fromkeys(question.type for question, _ in self.ranks))

    def score(self, *types: str) -> Score:
        """Of the questions of these types; of all where none is named."""
        ranks = [rank for question, rank in self.ranks if not types or question.type in types]
        found = [rank for rank in ranks if rank is not None]
        return Score(found.count(1) / len(ranks), len(found) / len(ranks), sum(1 / at for at in found) / len(ranks))

    def __repr__(self) -> str:
        parts = [f"{name} {self.score(name)}" for name in self.types]
        return f"{self.name}, hit@1 hit@10 mrr@10: all {self.score()} | " + " | ".join(parts)

    @property
    def missed(self) -> str:
        return "; ".join(f"{question.question!r}" for question, rank in self.ranks if rank is None)


@pytest.fixture(scope="module")
def ours(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Figures:
    """What search found, asked once; the items are gone again when the tests look at the figures."""
    with django_db_blocker.unblock(), transaction.atomic():
        user = UserFactory()
        project = ProjectFactory(owner=user)
        ids = store(acting(user), project, entries())
        agent = through_agent(user, project)
        took: list[float] = []

        def ask(question: str) -> list[str]:
            start = perf_counter()
            numbers = agent.numbers(None, query=question, limit=DEPTH)
            took.append(perf_counter() - start)
            return [ids[number] for number in numbers]

        figures = Figures.of("ours", ask)
        transaction.set_rollback(True)
    print(f"\n{figures}\n{sum(took) / len(took) * 1000:.1f} ms a question, {max(took) * 1000:.0f} at most")  # noqa: T201
    print(f"not found: {figures.missed}")  # noqa: T201
    return figures


@pytest.fixture(scope="module")
def yardstick() -> Figures:
    index = Index({entry.id: entry.whole for entry in entries()})
    figures = Figures.of("bm25", lambda question: index.best(question, DEPTH))
    print(f"\n{figures}")  # noqa: T201
    return figures


def test_every_question_has_answers_in_the_corpus() -> None:
    ids = {entry.id for entry in entries()}
    asked = questions()

    assert len(asked) >= 80
    assert len({question.question for question in asked}) == len(asked)
    assert all(1 <= len(question.answers) <= 4 and set(question.answers) <= ids for question in asked)


def test_the_yardstick_is_no_straw_man(yardstick: Figures) -> None:
    assert yardstick.score().mrr > 0.7, yardstick


def test_it_keeps_its_floors_and_is_no_worse_than_bm25(ours: Figures, yardstick: Figures) -> None:
    """One test, so that everything is asked once, whichever process runs it."""
    both = f"\n{ours}\n{yardstick}\nnot found: {ours.missed}"
    words = [name for name in ours.types if name not in BEYOND_WORDS]
    for types in ([], words):
        assert ours.score(*types).hit10 >= yardstick.score(*types).hit10, both
        assert ours.score(*types).mrr >= yardstick.score(*types).mrr, both
    for name, (hit1, hit10, mrr) in FLOORS.items():
        score = ours.score(*([] if name == "all" else [name]))
        assert score.hit1 >= hit1, f"{name}: {both}"
        assert score.hit10 >= hit10, f"{name}: {both}"
        assert score.mrr >= mrr, f"{name}: {both}"
