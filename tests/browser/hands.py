"""A reviewer's hands at the deck, and a queue for them."""

from collections import Counter
from time import perf_counter

from playwright.sync_api import Page

from conderis.accounts.models import User
from projects.models import Project
from proposals.models import Proposal
from tests.items.bulk import add_items
from tests.proposals.bulk import add_proposals

ITEMS = 20
LINES = [f"Line {n} says what it says.\n" for n in range(40)]
# Counts what came into the deck, so that a test knows when the next one is there and has the keyboard.
COUNTING = """
    document.addEventListener("htmx:afterSettle", (event) => {
      if (event.detail.target.id === "deck") window.settled = (window.settled ?? 0) + 1;
    });
"""


def fill_queue(project: Project, author: User, count: int) -> list[Proposal]:
    """Changes of different lines of twenty memories, which fit together, and new ones among them."""
    items = add_items(project, "memory", ({"title": f"Item {n}", "content": "".join(LINES)} for n in range(ITEMS)))
    made = add_proposals(project, author, count, items=items)
    for n, each in enumerate(made):
        if n % 4 == 3:
            each.item, each.base_version, each.changed_fields = None, 0, ["title", "summary"]
            continue
        lines = [*LINES]
        at = n // ITEMS * 3  # neighbours would be in conflict
        lines[at] = f"Line {at} says {n}.\n"
        each.state = {**(each.item.state if each.item else {}), "content": "".join(lines)}
        each.changed_fields = ["content"]
    Proposal.objects.bulk_update(made, ["item", "base_version", "changed_fields", "state"])
    return made


class Hands:
    """Presses keys and looks at what comes, as one does; times each press to the next page."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.times: list[float] = []
        self.decided: Counter[str] = Counter()

    def at(self) -> str:
        found: str | None = self.page.evaluate("document.querySelector('[data-deck]')?.dataset.deck ?? null")
        return found or ""

    def press(self, *keys: str) -> str:
        """What comes then: next, refused or end."""
        before: int = self.page.evaluate("window.settled ?? 0")
        began = perf_counter()
        for key in keys:
            self.page.keyboard.press(key)
        self.page.wait_for_function("(before) => (window.settled ?? 0) > before", arg=before)
        took = perf_counter() - began
        if self.page.evaluate("!!document.querySelector('[data-refused]')"):
            return "refused"
        self.times.append(took)
        return "next" if self.at() else "end"

    def decide(self, n: int) -> str:
        here, keys = self.at(), (("r", "2") if n % 10 == 7 else ("a",))
        came = self.press(*keys)
        while came == "refused" and self.at() == here:
            # Decided by the other one, or its item moved on: then one decides again on what is there.
            gone = not self.page.evaluate("!!document.querySelector('[data-approve]')")
            came = self.press("j" if gone else "Enter" if keys[0] == "r" else "a")  # the reason stands there still
            if gone:
                self.times.pop()
                self.decided["late"] += 1
                return came
        self.decided["rejected" if keys[0] == "r" else "approved"] += 1
        return came
