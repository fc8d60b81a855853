"""Real exports of other programs, where they lie beside the repository."""

from collections import Counter
from pathlib import Path

import pytest
from django.conf import settings

from conderis.imports import READERS, Problem, Record, guess
from items.kinds import KINDS

SAMPLES = Path(settings.BASE_DIR).parent / "shared" / "samples"

# The reader, records by kind, failed, left out, parents, relations.
COUNTS = {
    "beads-issues.jsonl": ("beads", {"task": 485}, 0, 0, 102, 76),
    "trello-board.json": ("trello", {"task": 3}, 0, 0, 0, 0),
    "github-issues.json": ("github", {"task": 13}, 0, 0, 0, 0),
    "obsidian-vault.tar.gz": ("markdown", {"page": 109}, 0, 39, 102, 84),  # 103 notes and their 6 folders
    "mediawiki-dump.xml": ("mediawiki", {"page": 6}, 1, 1, 0, 1),  # one title stands twice, one page leads elsewhere
}


@pytest.mark.parametrize("name", COUNTS)
def test_a_sample_is_read_whole(name: str) -> None:
    path = SAMPLES / name
    if not path.exists():
        pytest.skip(f"{name} isn't beside the repository")
    reader, kinds, failed, left_out, parents, relations = COUNTS[name]
    with path.open("rb") as file:
        assert guess(file) is READERS[reader]
        rows = list(READERS[reader].read(file))
        assert list(READERS[reader].read(file)) == rows, "read again it is the same"
    records = [row for row in rows if isinstance(row, Record)]
    for record in records:
        KINDS[record.kind].new(dict(record.fields), in_project=True)
    assert Counter(record.kind for record in records) == kinds
    assert Counter(row.skipped for row in rows if isinstance(row, Problem)) == Counter(
        {True: left_out, False: failed} if failed else {True: left_out} if left_out else {}
    )
    assert sum(record.parent is not None for record in records) == parents
    assert sum(len(record.relations) for record in records) == relations


def test_the_six_links_of_beads_that_lead_nowhere_are_told() -> None:
    path = SAMPLES / "beads-issues.jsonl"
    if not path.exists():
        pytest.skip("the samples aren't beside the repository")
    with path.open("rb") as file:
        rows = [row for row in READERS["beads"].read(file) if isinstance(row, Record)]
    assert Counter(name for row in rows for name in row.dropped) == {
        "work_type": 416, "closed_at": 360, "owner": 249, "assignee": 181, "relations": 6,
    }  # fmt: skip
