"""Reading a file that a test has made."""

import io
import json
import tarfile
import zipfile
from collections.abc import Mapping
from typing import Any, NamedTuple

from conderis.imports import READERS, Options, Problem, Record
from items.kinds import KINDS


class Found(NamedTuple):
    records: list[Record]
    problems: list[Problem]

    def by_id(self) -> dict[str, Record]:
        return {record.source_id: record for record in self.records}

    @property
    def only(self) -> Record:
        (record,) = self.records
        return record

    @property
    def failed(self) -> list[Problem]:
        return [problem for problem in self.problems if not problem.skipped]


def found_in(name: str, data: bytes, **options: Any) -> Found:
    """What the reader makes of the bytes. Each record is one that its kind takes."""
    rows = list(READERS[name].read(io.BytesIO(data), Options(**options)))
    found = Found([row for row in rows if isinstance(row, Record)], [row for row in rows if isinstance(row, Problem)])
    for record in found.records:
        KINDS[record.kind].new(dict(record.fields), in_project=True)
    return found


def as_json(value: Any) -> bytes:
    return json.dumps(value).encode()


def as_lines(*values: Any) -> bytes:
    return b"".join(as_json(value) + b"\n" for value in values)


def as_zip(files: Mapping[str, str | bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return buffer.getvalue()


def as_tar(files: Mapping[str, str | bytes | tarfile.TarInfo]) -> bytes:
    """A TarInfo in the place of a content is written as it is, without any."""
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w:gz") as archive:
        for name, content in files.items():
            if isinstance(content, tarfile.TarInfo):
                archive.addfile(content)
                continue
            data = content.encode() if isinstance(content, str) else content
            info = tarfile.TarInfo(name)
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
    return buffer.getvalue()
