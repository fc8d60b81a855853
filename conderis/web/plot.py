"""A small plot of days, drawn by the server: bars as SVG, with the same said in words."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

WIDTH_OF_DAY, BAR, HEIGHT, LABELS = 8, 6, 64, 18  # in the units of the drawing
LEAST_BAR = 3  # a day with one event is seen


@dataclass(frozen=True, slots=True)
class Bar:
    """One day: where its bar stands, and what it says."""

    x: int
    y: float
    height: float
    title: str
    none: bool


@dataclass(frozen=True, slots=True)
class Plot:
    """The drawing: its size, bars, and the first day of each month with its place."""

    width: int
    height: int
    baseline: int
    bars: list[Bar]
    months: list[tuple[int, str]]
    said: str


def plot_of(days: Sequence[tuple[date, int]]) -> Plot:
    """The days' counts as bars, the busiest as high as the plot."""
    most = max((count for _, count in days), default=0)
    return Plot(
        width=len(days) * WIDTH_OF_DAY,
        height=HEIGHT + LABELS,
        baseline=HEIGHT,
        bars=[_bar(place, day, count, most) for place, (day, count) in enumerate(days)],
        months=[(place * WIDTH_OF_DAY, f"{day:%b}") for place, (day, _) in enumerate(days) if day.day == 1],
        said=_said(days),
    )


def _bar(place: int, day: date, count: int, most: int) -> Bar:
    height = max(round(count / most * HEIGHT, 1), LEAST_BAR) if count else 1
    return Bar(place * WIDTH_OF_DAY, HEIGHT - height, height, f"{day:%d %b %Y}: {_changes(count)}", none=not count)


def _said(days: Sequence[tuple[date, int]]) -> str:
    total = sum(count for _, count in days)
    if not total:
        return "No changes in these weeks."
    day, count = max(days, key=lambda each: each[1])
    return f"{_changes(total).capitalize()} in {len(days)} days; the busiest was {day:%d %B} with {count}."


def _changes(count: int) -> str:
    return "1 change" if count == 1 else f"{count:,} changes" if count else "no changes"
