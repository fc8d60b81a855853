"""The readers: each makes records of one kind of file, and stores nothing.

They know nothing of projects, of people or of the database. To add one: a module with ``read`` and ``sniff``, and an
entry here; `checked` holds it to the rules that are the same for all.
"""

from typing import BinaryIO

from conderis.core.errors import Refusal
from conderis.imports import (
    basic_memory,
    batch,
    beads,
    csv_table,
    github,
    markdown,
    mediawiki,
    memory_server,
    trello,
)
from conderis.imports.bounds import HELD_MAX, STREAM_MAX
from conderis.imports.reader import Reader
from conderis.imports.record import Earlier, Link, Options, Problem, Record

__all__ = ["READERS", "Earlier", "Link", "Options", "Problem", "Reader", "Record", "guess"]

_JSON, _LINES, _ARCHIVES = (".json",), (".jsonl", ".json"), (".zip", ".tar.gz", ".tgz")

# In the order in which they are asked whether a file is theirs: what is easily mistaken comes last.
READERS: dict[str, Reader] = {
    reader.name: reader
    for reader in (
        Reader(
            "batch", "Conderis Batch", "A batch as item_store takes it, version 1 or 2, of any length.",
            _JSON, STREAM_MAX, batch.read, batch.sniff,
        ),
        Reader(
            "trello", "Trello", "In the board's menu: Print, export and share, then Export as JSON.",
            _JSON, HELD_MAX, trello.read, trello.sniff,
        ),
        Reader(
            "github", "GitHub issues",
            "gh issue list --state all --limit 10000 --json number,title,body,state,stateReason,labels,author,"
            "assignees,milestone,comments,createdAt,updatedAt,closedAt,url; or what the REST API returns.",
            _JSON, STREAM_MAX, github.read, github.sniff,
        ),
        Reader(
            "beads", "Beads", "The file .beads/issues.jsonl of a repository.",
            _LINES, STREAM_MAX, beads.read, beads.sniff,
        ),
        Reader(
            "memory-server", "MCP memory server", "The server's memory.json or memory.jsonl.",
            _LINES, HELD_MAX, memory_server.read, memory_server.sniff,
        ),
        Reader(
            "mediawiki", "MediaWiki", "The XML of Special:Export or dumpBackup, unpacked.",
            (".xml",), STREAM_MAX, mediawiki.read, mediawiki.sniff, takes=("earlier",),
        ),
        Reader(
            "basic-memory", "Basic Memory", "The folder of notes, packed as zip or tar.gz.",
            _ARCHIVES, STREAM_MAX, basic_memory.read, markdown.sniff, looks_into=basic_memory.sniff_file,
        ),
        Reader(
            "markdown", "Markdown folder or Obsidian vault", "The folder of notes, packed as zip or tar.gz.",
            _ARCHIVES, STREAM_MAX, markdown.read, markdown.sniff,
        ),
        Reader(
            "csv", "CSV", "A table in UTF-8 whose first line names its columns.",
            (".csv", ".tsv"), STREAM_MAX, csv_table.read, csv_table.sniff, takes=("kind", "columns"),
        ),
    )
}  # fmt: skip


def guess(file: BinaryIO) -> Reader | None:
    """The reader whose file this looks like, by what is in it; None where none does. Raises nothing for it."""
    for reader in READERS.values():
        try:
            if reader.sniff(file):
                return reader
        except Refusal:
            continue
    return None
