"""The lines of the tools' descriptions that the kinds write: a new kind adds its lines and nothing else."""

from collections.abc import Iterable

from items.kinds import Kind


def field_lines(kinds: Iterable[Kind]) -> str:
    """item_store's: the fields of each kind."""
    return "\n".join(f"{kind.name}: {kind.fields_line}" for kind in kinds)


def filter_lines(kinds: Iterable[Kind]) -> str:
    """item_list's: the filters of each kind that has a list."""
    return "\n".join(f"{kind.name}: {kind.filters_line}" for kind in kinds if kind.listed)


def action_lines(kinds: Iterable[Kind]) -> str:
    """item_action's: kinds with the same actions share a line."""
    names: dict[tuple[str, ...], list[str]] = {}
    for kind in kinds:
        if kind.actions:
            names.setdefault(kind.actions, []).append(kind.name)
    return "\n".join(f"{', '.join(kinds)}: {', '.join(actions)}" for actions, kinds in names.items())
