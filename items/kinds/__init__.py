"""The registry of kinds: one line each. Their order is the order in which texts and counts name them."""

from items.kinds.base import Kind
from items.kinds.instructions import Instructions
from items.kinds.memory import Memory
from items.kinds.page import Page
from items.kinds.task import Task

__all__ = ["KINDS", "Kind"]

KINDS: dict[str, Kind] = {
    kind.name: kind
    for kind in (
        Memory(),
        Page(),
        Task(),
        Instructions(),
    )
}
