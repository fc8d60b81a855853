"""Boards for the importer's tests."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings

EXCERPT = Path(__file__).with_name("beads-excerpt.jsonl")
SAMPLE: Path = settings.BASE_DIR.parent / "shared" / "samples" / "beads-issues.jsonl"

with_sample = pytest.mark.skipif(
    not SAMPLE.is_file(), reason="the whole board, ../shared/samples/beads-issues.jsonl, isn't here"
)


def issue(ident: str, **said: Any) -> dict[str, Any]:
    return {"id": ident, "title": f"Issue {ident}", "status": "open", "priority": 2, **said}


def link(source: str, said: str, target: str) -> dict[str, str]:
    return {"issue_id": source, "depends_on_id": target, "type": said}


def file_of(*rows: Any) -> bytes:
    """The rows as a file; bytes and texts stand in it as they are."""
    lines = [row if isinstance(row, bytes) else row.encode() if isinstance(row, str) else json.dumps(row).encode()
             for row in rows]  # fmt: skip
    return b"\n".join(lines) + b"\n"
