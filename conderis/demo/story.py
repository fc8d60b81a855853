"""The demo's story: a small bookshop gives its customers a checkout without an account.

Data alone, in the order in which it was written. ``conderis.demo.load`` puts it through the same services
as everyone's. ``{bea}`` and ``{chi}`` in an assignee become their references.
"""

from dataclasses import dataclass, field
from typing import Any

PROJECT = {
    "name": "Larkspur Books",
    "description": "The web shop of a small bookshop: its catalogue, its checkout, the stock that comes at night.",
    "remote": "https://git.example.org/larkspur/shop.git",
}


@dataclass(frozen=True, slots=True)
class Entry:
    """One item: who writes it, under which parent, and what is done with it afterwards."""

    key: str
    kind: str
    by: str
    fields: dict[str, Any]
    parent: str | None = None
    then: tuple["Step", ...] = ()


@dataclass(frozen=True, slots=True)
class Step:
    """A later change: ``action`` is ``store``, an action of a task, or ``relate``."""

    by: str
    action: str
    reason: str = ""
    fields: dict[str, Any] = field(default_factory=dict)
    target: str = ""
    relation: str = ""


INSTRUCTIONS = """\
# Working on the shop

- Recall first, then claim the task you work on. One task, one branch, one pull request.
- `make test` has to pass before you hand over. It takes about a minute.
- Money is whole cents everywhere: in the code, in the database, in tests. See the decision on it.
- Never call the payment provider's live address from a test. `FAKE_PAYMENTS=1` is there for that.
- What you learn that the next one needs goes into a memory. What you couldn't finish goes into a handoff.
"""

ARCHITECTURE = """\
# How the shop is put together

One Django project with three apps and one PostgreSQL:

| app | what it holds |
| --- | --- |
| `catalogue` | books, prices, covers; search |
| `checkout` | basket, address, payment, receipt |
| `stock` | what the supplier sends at night |

A request never talks to the supplier or to the mail provider. It leaves a row, and the worker picks it up.

```python
def pay(basket: Basket) -> Payment:
    return provider.charge(basket.total_cents, key=basket.payment_key)
```

`payment_key` is made with the basket, so that a second click or a retry charges once.
"""

IMPORT = """\
# The nightly stock import

The supplier puts `stock.csv` on its server at about 02:00, local time in Berlin, without a time zone in it.
The worker fetches it at 03:30 and goes through it in batches of 500 rows:

1. Find the book by ISBN-13. An ISBN-10 is converted first.
2. Set the number in stock. A price that changed is written down for the morning, never applied by itself.
3. Report what it couldn't read: one line a row, with the reason.

A run that stops halfway can be started again: the same row twice changes nothing.
"""

RUNBOOK = """\
# When the checkout is down

1. Look at `/readyz`. It names the part that doesn't answer.
2. If it's the payment provider, switch to "order now, pay on collection": `manage.py pay_on_collection on`.
3. Tell the shop by phone. They sell on, on paper.
4. Write down what happened as a memory of type fact, with the times.
"""

STORY: tuple[Entry, ...] = (
    Entry("instructions", "instructions", "ada", {"content": INSTRUCTIONS}),
    Entry(
        "architecture",
        "page",
        "ada",
        {
            "title": "How the shop is put together",
            "summary": "Three apps, one database; a request leaves a row and the worker does the rest.",
            "content": ARCHITECTURE,
            "tags": ["architecture"],
        },
    ),
    Entry(
        "import",
        "page",
        "bea",
        {
            "title": "The nightly stock import",
            "summary": "What arrives at 02:00, what we do with it at 03:30, and why it can run twice.",
            "content": IMPORT,
            "tags": ["stock"],
        },
        parent="architecture",
    ),
    Entry(
        "runbook",
        "page",
        "bea",
        {
            "title": "When the checkout is down",
            "summary": "Four steps; the second one keeps the shop selling.",
            "content": RUNBOOK,
            "tags": ["checkout", "operations"],
        },
    ),
    Entry(
        "cents",
        "memory",
        "ada",
        {
            "title": "Money is whole cents",
            "summary": "Amounts are integers of cents everywhere; floats lost a cent in about one order of 400.",
            "content": "Found in the March accounts: 11 orders were a cent off. `Decimal` would do too, but JSON and "
            "the provider's interface know integers, so there is nothing to convert and nothing to forget.",
            "tags": ["money", "checkout"],
            "type": "decision",
            "weight": 5,
        },
    ),
    Entry(
        "hourly",
        "memory",
        "bea",
        {
            "title": "Stock is imported every hour",
            "summary": "The import runs at every full hour, so that the numbers are never older than that.",
            "tags": ["stock"],
            "type": "decision",
        },
    ),
    Entry(
        "nightly",
        "memory",
        "bea",
        {
            "title": "Stock is imported once a night",
            "summary": "The supplier writes its file once a day; hourly runs read the same file 23 times.",
            "content": "Agreed with the supplier on the phone: the file is complete by 03:00 at the latest.",
            "tags": ["stock"],
            "type": "decision",
            "weight": 4,
        },
        then=(Step("bea", "relate", "The hourly runs changed nothing.", target="hourly", relation="supersedes"),),
    ),
    Entry(
        "rate",
        "memory",
        "ada",
        {
            "title": "The payment provider takes five calls a second",
            "summary": "More than five calls a second get a 429 for a whole minute, for all of us together.",
            "tags": ["checkout", "payments"],
            "type": "constraint",
        },
        then=(
            Step(
                "ada",
                "store",
                "The provider wrote to us.",
                {"content": "From January on it is ten a second. Until then the worker spaces its calls by 250 ms."},
            ),
        ),
    ),
    Entry(
        "epic",
        "task",
        "ada",
        {
            "title": "Checkout without an account",
            "summary": "A guest buys with an address and a payment, and gets a receipt by mail.",
            "priority": "high",
            "tags": ["checkout"],
            "status": "in_progress",
            "assignee": "{bea}",
        },
    ),
    Entry(
        "address",
        "task",
        "chi",
        {"title": "A form for the delivery address", "tags": ["checkout"]},
        parent="epic",
        then=(Step("chi", "claim"), Step("chi", "complete", "Merged, with a test for addresses without a street.")),
    ),
    Entry(
        "shipping",
        "task",
        "chi",
        {
            "title": "Show what shipping costs before the payment",
            "content": "By country and weight, from the table in `checkout/shipping.py`. In cents.",
            "priority": "high",
            "tags": ["checkout"],
        },
        parent="epic",
        then=(
            Step("chi", "relate", "The country comes from the form.", target="address", relation="depends_on"),
            Step("chi", "relate", target="cents", relation="implements"),
        ),
    ),
    Entry(
        "receipt",
        "task",
        "bea",
        {"title": "Send the receipt by mail", "tags": ["checkout", "mail"], "assignee": "{chi}"},
        parent="epic",
        then=(Step("chi", "block", "Waits for the contract with the mail provider; Ada signs it this week."),),
    ),
    Entry(
        "isbn",
        "task",
        "chi",
        {
            "title": "The import skips books without an ISBN",
            "content": "Old stock and calendars have none. They are reported as unreadable every night, about 40 rows.",
            "priority": "urgent",
            "tags": ["stock"],
        },
        then=(Step("chi", "relate", target="import", relation="related"),),
    ),
    Entry(
        "handoff",
        "memory",
        "ada",
        {
            "title": "Where the guest checkout stands",
            "summary": "The address form is merged; shipping costs are next and nobody's; the receipt is blocked.",
            "content": "The form validates on the server alone, so that it works without JavaScript. The table of "
            "shipping costs is in the old shop's spreadsheet, tab 3; ask Bea for it.",
            "tags": ["checkout"],
            "type": "handoff",
        },
        then=(Step("ada", "relate", target="epic", relation="derived_from"),),
    ),
)
