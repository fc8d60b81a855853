"""The properties at the head of a Markdown note: a YAML mapping between two lines of three hyphens."""

import re
from typing import Any

import yaml

from conderis.imports.texts import text_of

BLOCK_MAX = 10_000  # characters; some texts cost the parser the square of their length
_DEEPEST = 20  # brackets in one another
_BLOCK = re.compile(r"---[ \t]*\r?\n(.*?)(?:^|\r?\n)(?:---|\.\.\.)[ \t]*(?:\r?\n|\Z)", re.DOTALL | re.MULTILINE)


class _Texts(yaml.BaseLoader):
    """Every scalar as it is written, no object of any other type, and no alias: ten lines of those are a bomb."""

    def compose_node(self, parent: Any, index: Any) -> Any:
        if self.check_event(yaml.AliasEvent):
            raise yaml.YAMLError
        return super().compose_node(parent, index)


def split(text: str) -> tuple[dict[str, Any] | None, str]:
    """The properties and the text behind them; (None, the whole text) where a block is there and can't be read."""
    if not text.startswith("---"):
        return {}, text
    match = _BLOCK.match(text[: BLOCK_MAX + 100])
    if match is None:
        return {}, text  # a rule, not a block
    found = _mapping(match[1])
    return (None, text) if found is None else (found, text[match.end() :])


def _mapping(block: str) -> dict[str, Any] | None:
    if _nested(block):
        return None
    try:
        found = yaml.load(block, Loader=_Texts)  # noqa: S506  BaseLoader makes texts, lists and mappings alone
    except (yaml.YAMLError, RecursionError, ValueError, TypeError):
        return None
    if found in (None, ""):
        return {}
    return found if isinstance(found, dict) and all(isinstance(name, str) for name in found) else None


def texts(value: Any) -> list[str]:
    """A property's texts, one or a list of them."""
    values = value if isinstance(value, list) else [value]
    return [each for each in values if isinstance(each, str) and each.strip()]


def shown(value: Any) -> str:
    """A property as people read it: its texts with commas between them, anything deeper as JSON, "" for nothing."""
    if value in ("", [], {}, None):
        return ""
    plain = isinstance(value, list) and all(isinstance(each, str) for each in value)
    return ", ".join(value) if plain else text_of(value)


def _nested(block: str) -> bool:
    """Whether its brackets go deeper than any note's do, those in quotes counted too."""
    depth = deepest = 0
    for bracket in re.findall(r"[\[\]{}]", block):
        depth += 1 if bracket in "[{" else -1
        deepest = max(deepest, depth)
    return deepest > _DEEPEST
