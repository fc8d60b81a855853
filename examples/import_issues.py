#!/usr/bin/env python3
"""Import a beads board into Conderis with the official MCP client.

    CONDERIS_KEY=cnd_... .venv/bin/python examples/import_issues.py FILE [--project ID] [--url URL] [--dry-run]

Without --project the board goes into your project of the file's name, which is made when there is none. A
second run stores nothing twice, and one that was ended in the middle goes on there. Ends with status 1 when
anything wasn't stored.
"""

import argparse
import asyncio
import hashlib
import json
import os
import sys
from collections import Counter, deque
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from beads import Board, Issue, Relation, read_board
from conderis_client import Refused, Step, Stopped, call, carry_out, say
from mcp import ClientSession

ITEMS_MAX = 100  # of a batch
BYTES_MAX = 1_000_000 - 5_000  # of a batch; what is kept back holds the envelope, and parents as numbers
NAME_MAX = 200  # characters of a project's name
CHANGED = (
    "This board was imported here before, and its file has changed since; nothing was stored twice. Import what is new "
    "from a file of its own, or all of it into another project."
)


def item_of(issue: Issue, numbers: dict[str, int]) -> dict[str, Any]:
    """An item of a batch. A parent that is stored goes by its number, one of the same batch by its key."""
    parent = {"parent": numbers.get(issue.parent, issue.parent)} if issue.parent else {}
    return {"key": issue.id, "kind": "task", "fields": {**issue.fields, **parent}}


def batches_of(issues: Iterable[Issue]) -> Iterator[list[Issue]]:
    """The issues in as few parts as item_store takes, in their order."""
    part: list[Issue] = []
    size = 0
    for issue in issues:
        text = json.dumps(item_of(issue, {}), ensure_ascii=False, separators=(",", ":"))
        length = len(text.encode()) + 1
        if part and (len(part) == ITEMS_MAX or size + length > BYTES_MAX):
            yield part
            part, size = [], 0
        part.append(issue)
        size += length
    if part:
        yield part


def envelope_of(batch: list[Issue], numbers: dict[str, int]) -> dict[str, Any]:
    """The batch as it is sent.

    Its key is made of its first issue's id, not of its text. So a board that has changed since it was imported
    meets the key that stored something else, and is refused instead of stored a second time.
    """
    key = hashlib.sha256(batch[0].id.encode()).hexdigest()
    return {"idempotencyKey": f"beads-{key}", "source": "beads", "items": [item_of(issue, numbers) for issue in batch]}


class Import:
    """One board on its way into one project. Each method that takes a session is a step, and may be repeated."""

    def __init__(self, board: Board, name: str, project: str | None) -> None:
        self.board = board
        self.name = name
        self.project = project
        self.numbers: dict[str, int] = {}  # of the issues that are stored
        self.counts: Counter[str] = Counter()
        self.faults = list(board.lost)

    def steps(self) -> Iterator[Step]:
        yield self.find_project
        yield from (partial(self.store, batch) for batch in batches_of(self.board.issues))
        yield from (partial(self.block, issue) for issue in self.board.issues if issue.blocked)
        yield from (partial(self.relate, relation) for relation in self.board.relations)

    async def find_project(self, session: ClientSession) -> None:
        if self.project is not None:
            found = await call(session, "project_get", projectId=self.project)
            say(f"Into project {self.project} ({found['name']}).")
            return
        mine = (await call(session, "project_get"))["projects"]
        ids = [project["projectId"] for project in mine if project["name"] == self.name]
        if len(ids) > 1:
            raise Stopped(f"You have several projects named {self.name}. Choose one: --project {' or '.join(ids)}")
        made = not ids
        self.project = ids[0] if ids else (await call(session, "project_store", name=self.name))["projectId"]
        say(f"Into project {self.project} ({self.name}), {'made just now' if made else 'which was there'}.")

    async def store(self, batch: list[Issue], session: ClientSession) -> None:
        """All tasks of the batch or, when the server refuses one, none of them."""
        span = f"{batch[0].id} to {batch[-1].id}"
        absent = {issue.parent for issue in batch if issue.parent} - self.numbers.keys() - {issue.id for issue in batch}
        if absent:
            self.faults.append(f"{span}: not sent, since their parents aren't stored: {', '.join(sorted(absent))}")
            return
        envelope = envelope_of(batch, self.numbers)
        try:
            answer = await call(session, "item_store", kind="task", projectId=self.project, batch=envelope)
        except Refused as refusal:
            raise Stopped(f"{span}: {CHANGED if refusal.code == 'idempotency' else refusal}") from None
        tasks = answer["kinds"]["task"]
        if tasks["outcome"] == "failed":
            issue = batch[tasks["error"].get("item", 0)]
            self.faults.append(
                f"{issue.id}: {tasks['error']['message']} Its batch, {span}, waits until that is mended."
            )
            return
        self.numbers |= tasks["numbers"]
        outcome = "there before" if tasks.get("replayed") else "stored"
        self.counts[outcome] += len(batch)
        say(f"  {len(batch)} tasks {outcome}, #{tasks['all'][0]} to #{tasks['all'][-1]} ({span})")

    async def block(self, issue: Issue, session: ClientSession) -> None:
        """Block the task, unless somebody has worked on it since it was stored."""
        if issue.id not in self.numbers:
            return
        task = {"projectId": self.project, "number": self.numbers[issue.id]}
        try:
            if (await call(session, "item_get", **task, take=1))["version"] == 1:
                await call(session, "item_action", **task, action="block", version=1, reason="Was blocked in beads.")
        except Refused as refusal:
            self.faults.append(f"{issue.id}: {refusal}")

    async def relate(self, relation: Relation, session: ClientSession) -> None:
        """Relate two tasks; a relation that is there stays as it is."""
        if not {relation.source, relation.target} <= self.numbers.keys():
            self.counts["relations left"] += 1
            return
        source, target = self.numbers[relation.source], self.numbers[relation.target]
        try:
            answer = await call(
                session, "item_action", projectId=self.project, number=source, action="relate",
                relation=relation.relation, target=target, reason=f"beads: {relation.said[:100]}",
            )  # fmt: skip
        except Refused as refusal:
            self.faults.append(f"{relation.source} {relation.relation} {relation.target}: {refusal}")
            return
        self.counts["relations there" if answer.get("unchanged") else "relations new"] += 1
        done = self.counts["relations there"] + self.counts["relations new"]
        if done % 100 == 0:
            say(f"  {done} of {len(self.board.relations)} relations")

    def plan(self) -> str:
        issues = self.board.issues
        children = sum(issue.parent is not None for issue in issues)
        batches = sum(1 for _ in batches_of(issues))
        relations = len(self.board.relations)
        return f"{len(issues)} issues, {children} of them with a parent, {relations} relations; batches: {batches}."

    def report(self) -> None:
        counts = self.counts
        say(f"Tasks: {counts['stored']} stored, {counts['there before']} there before.")
        say(f"Relations: {counts['relations new']} new, {counts['relations there']} there before.")
        if counts["relations left"]:
            self.faults.append(f"{counts['relations left']} relations wait for tasks that aren't stored")


def main() -> int:
    options = parsed()
    key = os.environ.get("CONDERIS_KEY", "").strip()
    if not options.dry_run and not (key and key.isascii() and key.isprintable()):
        say("Set CONDERIS_KEY to the key of an agent; it begins with cnd_.")
        return 1
    try:
        board = read_board(options.file.read_bytes())
    except OSError as error:
        say(f"{options.file} can't be read: {error.strerror}.")
        return 1
    name = " ".join(options.file.stem.encode(errors="replace").decode().split())[:NAME_MAX]
    job = Import(board, name, options.project)
    say(f"{options.file}: {job.plan()}")
    if not options.dry_run and not sent(job, options.url, key):
        return 1
    for title, lines in (("Changed or left out", board.remarks), ("Not stored", job.faults)):
        if lines:
            say(f"{title}:", *(f"  {line}" for line in lines))
    return 1 if job.faults else 0


def sent(job: Import, url: str, key: str) -> bool:
    """Carry the import out and report; False when not even its first step was, which is told in a sentence."""
    steps = deque(job.steps())
    planned = len(steps)
    try:
        asyncio.run(carry_out(steps, url, key))
    except Stopped as reason:
        if len(steps) == planned:
            say(str(reason))
            return False
        job.faults.append(str(reason))
    except KeyboardInterrupt:
        job.faults.append("Ended early. Run the same command again: it goes on from here.")
    job.report()
    return True


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Import a beads board into Conderis. CONDERIS_KEY holds the key.")
    parser.add_argument("file", type=Path, help="such as .beads/issues.jsonl")
    parser.add_argument("--project", metavar="ID", help="default: your project of the file's name, made if need be")
    parser.add_argument("--url", default="http://127.0.0.1:8000/mcp", help="default: %(default)s")
    parser.add_argument("--dry-run", action="store_true", help="say what would be stored, and send nothing")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
