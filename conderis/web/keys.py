"""The keys of pages. A control says which is its own with ``data-key``; each can be switched off in the settings."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Key:
    """A key, or two one after the other, and what it does."""

    keys: str
    does: str


KEYS = (
    Key("?", "Show the keys of this page"),
    Key("/", "Search"),
    Key("g d", "Go to the dashboard"),
    Key("g o", "Go to the project’s overview"),
    Key("g t", "Go to its tasks"),
    Key("g m", "Go to its memories"),
    Key("g p", "Go to its pages"),
    Key("g i", "Go to its instructions"),
    Key("g r", "Go to its proposals"),
    Key("c", "Create"),
    Key("e", "Edit; a proposal, then approve it"),
    Key("h", "History"),
    Key("m", "Move the focused card or page; arrows, then Enter or Escape"),
    Key("j", "Next in the list"),
    Key("k", "Previous in the list"),
    Key("o", "Open what is marked in the list, or begin at its first"),
    Key("d", "Inline or side by side"),
    Key("a", "Approve a proposal"),
    Key("r", "Reject a proposal, with a reason"),
    Key("1", "Reject it: not correct"),
    Key("2", "Reject it: out of date"),
    Key("3", "Reject it: another one says this"),
    Key("4", "Reject it: too vague"),
    Key("5", "Reject it: belongs elsewhere"),
    Key("6", "Reject it: shouldn’t be kept"),
    Key("s", "Skip a proposal"),
    Key("u", "Undo a skip"),
)
