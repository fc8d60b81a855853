"""Projects of many items that read like real ones: words as often as prose has them, all kinds, tags, priorities."""

import random
from collections.abc import Iterator
from itertools import islice
from typing import Any

from conderis.core.actor import Actor
from items.kinds import KINDS
from items.services.create import Draft, create
from projects.models import Project
from projects.services.create_project import create_project

WORDS = 6_000
CHUNK = 500
SHARES = (("task", 0.5), ("memory", 0.35), ("page", 0.15))
TAGS = ("api", "ui", "db", "ops", "docs", "ci")


def filled(actor: Actor, size: int) -> Project:
    """A project of the caller's with ``size`` items; the same ones each time."""
    dice = random.Random(size)
    project = create_project(actor=actor, fields={"name": f"{size} items"})
    for kind, share in SHARES:
        drafts = _drafts(kind, round(size * share), dice)
        while chunk := list(islice(drafts, CHUNK)):
            create(actor=actor, kind=KINDS[kind], project=project, drafts=chunk)
    project.refresh_from_db()
    return project


def _drafts(kind: str, count: int, dice: random.Random) -> Iterator[Draft]:
    for _ in range(count):
        fields: dict[str, Any] = {
            "title": _text(dice, 4, 9)[:200],
            "summary": _text(dice, 10, 20)[:280],
            "content": _text(dice, 20, 200),
            "tags": dice.sample(TAGS, dice.randint(0, 2)),
        }
        if kind == "task":
            fields["status"] = dice.choice(("open", "open", "in_progress", "done"))
            fields["priority"] = dice.choice(("low", "normal", "normal", "high", "urgent"))
        elif kind == "memory":
            fields["weight"] = dice.randint(1, 5)
        yield Draft(KINDS[kind].new(fields, in_project=True))


def _text(dice: random.Random, least: int, most: int) -> str:
    """Words by Zipf's law: the n-th is about 1/n as frequent as the first."""
    return " ".join(word(int(WORDS ** dice.random())) for _ in range(dice.randint(least, most)))


def word(rank: int) -> str:
    """The word of a rank: letters alone, so that full text stems it like any other."""
    syllables = ("ka", "lo", "mi", "ru", "te", "vo", "sa", "ne", "pi", "du")
    return "".join(syllables[int(digit)] for digit in str(rank))
