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
    Key("c", "Create"),
    Key("e", "Edit"),
    Key("h", "History"),
    Key("m", "Move the focused card or page; arrows, then Enter or Escape"),
    Key("j", "Next in the list"),
    Key("k", "Previous in the list"),
    Key("d", "Inline or side by side"),
)
