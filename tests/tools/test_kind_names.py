"""Nothing outside ``items/kinds`` asks which kind an item is: it asks the kind."""

import ast
from collections.abc import Iterator
from pathlib import Path

from items.kinds import KINDS

ROOT = Path(__file__).resolve().parents[2]
SOURCES = [
    path
    for folder in ("conderis", "items", "projects", "proposals", "privacy")
    for path in sorted((ROOT / folder).rglob("*.py"))
    if "migrations" not in path.parts and not path.is_relative_to(ROOT / "items" / "kinds")
]
# Where a kind is meant by its name, or its name means something else, and why.
ALLOWED = {
    ("conderis/celery.py", "task"): "Celery's own word",
    ("conderis/core/metrics.py", "task"): "a label for Celery's",
    ("conderis/mcp/eras.py", "instructions"): "the server's, in MCP's own words",
    ("conderis/recall/sections/instructions.py", "instructions"): "they have a part of recall of their own",
    ("conderis/accounts/views/agents.py", "page"): "one of a list",
    ("projects/admin.py", "instructions"): "an organization's, which are a column and no item",
    ("projects/fields.py", "instructions"): "an organization's too",
    ("projects/views/organization.py", "instructions"): "and here",
    ("proposals/services/envelope.py", "memory"): "Conderis Memory Batch v1 holds memories alone",
}
# These speak to the system as its users do, or say what something from elsewhere becomes in it.
CLIENTS = ("conderis/demo/", "conderis/imports/")


def literals(path: Path) -> Iterator[tuple[int, str]]:
    """Each string of the file that is a kind's name, with its line."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in KINDS:
            yield node.lineno, node.value


def test_there_are_sources() -> None:
    assert len(SOURCES) > 100
    assert {name for _, name in literals(ROOT / "items" / "kinds" / "task.py")} == {"task"}


def test_no_kind_by_its_name() -> None:
    found = [
        f"{where}:{line} {name}"
        for path in SOURCES
        for where in [path.relative_to(ROOT).as_posix()]
        for line, name in literals(path)
        if (where, name) not in ALLOWED and not where.startswith(CLIENTS)
    ]
    assert not found


def test_each_exception_is_still_needed() -> None:
    needed = {(where, name) for where, name in ALLOWED if name in {found for _, found in literals(ROOT / where)}}
    assert needed == set(ALLOWED)
