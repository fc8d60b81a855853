"""The importer as it's run, over HTTP with the official client."""

import asyncio
import os
import subprocess
import sys
from collections import Counter, deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import conderis_client
import httpx
import import_issues
import pytest
from beads import read_board
from conderis_client import Refused, Stopped, call, carry_out
from django.conf import settings
from mcp import McpError
from mcp.types import INTERNAL_ERROR, ErrorData
from pytest_django.live_server_helper import LiveServer

from conderis.accounts.keys import new_key
from conderis.accounts.models import User
from items.models import Item, Relation, Version
from projects.models import Project
from tests.examples.boards import EXCERPT, file_of, issue, link
from tests.factories import AgentFactory, ProjectFactory

over_http = pytest.mark.django_db(transaction=True)  # the server's threads have to see the rows


@dataclass
class Shell:
    """A terminal in which the importer is run, with a key."""

    url: str
    folder: Path
    monkeypatch: pytest.MonkeyPatch
    capsys: pytest.CaptureFixture[str]

    def run(self, data: bytes, *options: str, name: str = "board.jsonl") -> tuple[int, str]:
        """Status and output of the command on a file that holds ``data``."""
        file = self.folder / name
        file.write_bytes(data)
        self.monkeypatch.setattr(sys, "argv", ["import_issues.py", str(file), "--url", self.url, *options])
        return import_issues.main(), self.capsys.readouterr().out


@pytest.fixture
def key(owner: User) -> str:
    agent_key = new_key()
    AgentFactory(owner=owner, key=agent_key)
    return agent_key


@pytest.fixture
def shell(
    live_server: LiveServer, key: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> Shell:  # fmt: skip
    monkeypatch.setenv("CONDERIS_KEY", key)
    return Shell(f"{live_server.url}/mcp", tmp_path, monkeypatch, capsys)


def counted(project: Project | None = None) -> tuple[int, int, int]:
    """Tasks, their versions and relations: all that are stored, or those of the project."""
    inside = {"project": project} if project else {}
    items = Item.objects.filter(kind="task", **inside)
    return (
        items.count(),
        Version.objects.filter(item__in=items).count(),
        Relation.objects.filter(source__in=items).count(),
    )


def titled(title: str) -> Item:
    return Item.objects.get(state__title=title)


@over_http
def test_as_a_newcomer_runs_it_twice(live_server: LiveServer, key: str) -> None:
    command = [sys.executable, "examples/import_issues.py", str(EXCERPT), "--url", f"{live_server.url}/mcp"]

    def run() -> subprocess.CompletedProcess[str]:
        told = {**os.environ, "CONDERIS_KEY": key}
        return subprocess.run(
            command, cwd=settings.BASE_DIR, env=told, capture_output=True, text=True, timeout=60, check=False
        )

    first, second = run(), run()
    assert (first.returncode, first.stderr) == (0, "")
    assert "12 tasks stored, #1 to #12" in first.stdout
    assert "Relations: 3 new, 0 there before." in first.stdout
    assert "bd-oslm: blocks bd-wisp-b3z, but the file has no bd-wisp-b3z; left out" in first.stdout
    assert (second.returncode, second.stderr) == (0, "")
    assert "Tasks: 0 stored, 12 there before." in second.stdout
    assert "Relations: 0 new, 3 there before." in second.stdout
    assert counted() == (12, 12, 3)
    assert Project.objects.get().name == "beads-excerpt"


@over_http
def test_what_is_stored(shell: Shell) -> None:
    status, _ = shell.run(EXCERPT.read_bytes())
    assert status == 0
    child = titled("Skip custom type validation during multi-repo import")
    assert child.parent == titled("Trust child repos during multi-repo hydration (replaces PR #971)")
    [waits] = Relation.objects.filter(source=child)
    assert (waits.relation, waits.target.title, waits.note) == (
        "depends_on", "Add IsBuiltIn() method to IssueType", "beads: blocks",
    )  # fmt: skip
    hooked = titled("PR Sheriff (reference to hq-pr-sheriff)")
    assert hooked.state is not None
    assert (hooked.state["status"], hooked.state["priority"], hooked.state["tags"]) == (
        "in_progress", "high", ["gt-sheriff"],
    )  # fmt: skip
    assert hooked.state["summary"].startswith("(auto) ## Local Reference")
    assert "## Comments\n\n**" in hooked.state["content"]
    assert Counter(Item.objects.values_list("state__status", flat=True)) == {"done": 9, "open": 2, "in_progress": 1}


@over_http
def test_parents_in_earlier_batches_go_by_their_numbers(shell: Shell) -> None:
    rows = [issue("x-0"), *(issue(f"x-{n}", dependencies=[link(f"x-{n}", "parent-child", "x-0")]) for n in range(1, 7))]
    shell.monkeypatch.setattr(import_issues, "ITEMS_MAX", 3)
    status, out = shell.run(file_of(*rows))
    assert (status, out.count("tasks stored, #")) == (0, 3)
    assert Item.objects.filter(parent=titled("Issue x-0")).count() == 6
    status, _ = shell.run(file_of(*rows))
    assert (status, counted()) == (0, (7, 7, 0))


@over_http
def test_a_run_that_ended_in_the_middle_goes_on(shell: Shell, key: str) -> None:
    shell.monkeypatch.setattr(import_issues, "ITEMS_MAX", 5)
    begun = import_issues.Import(read_board(EXCERPT.read_bytes()), "board", None)
    some = deque(list(begun.steps())[:3])  # the project and two batches of three
    asyncio.run(carry_out(some, shell.url, key))
    assert counted() == (10, 10, 0)
    status, out = shell.run(EXCERPT.read_bytes())
    assert status == 0
    assert "Tasks: 2 stored, 10 there before." in out
    assert counted() == (12, 12, 3)


# -- where to ------------------------------------------------------------------------------------------------


@over_http
def test_into_a_named_project(shell: Shell, owner: User) -> None:
    project = ProjectFactory(name="Lighthouse", owner=owner)
    status, out = shell.run(EXCERPT.read_bytes(), "--project", project.id)
    assert status == 0
    assert f"Into project {project.id} (Lighthouse)." in out
    assert counted(project) == (12, 12, 3)


@over_http
def test_into_the_one_project_of_the_files_name(shell: Shell, owner: User) -> None:
    project = ProjectFactory(name="my board", owner=owner)
    ProjectFactory(name="my board")  # a stranger's
    status, out = shell.run(file_of(issue("x-1")), name="my  board.jsonl")
    assert status == 0
    assert f"Into project {project.id} (my board), which was there." in out
    assert counted(project) == (1, 1, 0)


@over_http
def test_two_projects_of_that_name_are_a_question(shell: Shell, owner: User) -> None:
    ids = [ProjectFactory(name="board", owner=owner).id for _ in range(2)]
    status, out = shell.run(file_of(issue("x-1")))
    assert status == 1
    assert all(ident in out for ident in (*ids, "--project"))
    assert counted() == (0, 0, 0)


@over_http
def test_a_dry_run_sends_nothing(shell: Shell) -> None:
    shell.monkeypatch.delenv("CONDERIS_KEY")
    status, out = shell.run(EXCERPT.read_bytes(), "--dry-run")
    assert status == 0
    assert "12 issues, 3 of them with a parent, 3 relations; batches: 1." in out
    assert "bd-wisp-b3z" in out
    assert Project.objects.count() == 0


# -- blocked tasks -------------------------------------------------------------------------------------------


@over_http
def test_a_blocked_issue_is_blocked_once(shell: Shell) -> None:
    for _ in range(2):
        status, _out = shell.run(file_of(issue("x-1", status="blocked")))
        assert status == 0
    task = titled("Issue x-1")
    assert task.state is not None
    assert (task.version, task.state["status"], task.state["blockedReason"]) == (2, "blocked", "Was blocked in beads.")


@over_http
def test_one_that_somebody_unblocked_stays_so(shell: Shell) -> None:
    data = file_of(issue("x-1", status="blocked"))
    shell.run(data)
    project = Project.objects.get()

    async def unblock(session: Any) -> None:
        await call(session, "item_action", projectId=project.id, number=1, action="unblock", version=2)

    asyncio.run(carry_out(deque([unblock]), shell.url, os.environ["CONDERIS_KEY"]))
    assert shell.run(data)[0] == 0
    assert titled("Issue x-1").version == 3


# -- what the server refuses ---------------------------------------------------------------------------------


def refuse(shell: Shell, ident: str) -> Callable[[], None]:
    """Make the importer send this issue in a way that the server refuses; returns what mends it."""
    item_of = import_issues.item_of

    def spoilt(entry: Any, numbers: dict[str, int]) -> dict[str, Any]:
        item = item_of(entry, numbers)
        return {**item, "fields": {**item["fields"], "priority": "P1"}} if entry.id == ident else item

    shell.monkeypatch.setattr(import_issues, "item_of", spoilt)
    return lambda: shell.monkeypatch.setattr(import_issues, "item_of", item_of)


@over_http
def test_a_refused_issue_is_named_and_holds_up_its_batch_alone(shell: Shell) -> None:
    rows = [
        *(issue(f"x-{n}") for n in range(6)),
        issue("x-6", dependencies=[link("x-6", "blocks", "x-1"), link("x-6", "blocks", "x-5")]),
    ]
    shell.monkeypatch.setattr(import_issues, "ITEMS_MAX", 3)
    mend = refuse(shell, "x-1")
    status, out = shell.run(file_of(*rows))
    assert status == 1
    assert "x-1: priority must be one of low, normal, high, urgent. Its batch, x-0 to x-2, waits" in out
    assert "1 relations wait for tasks that aren't stored" in out
    assert counted() == (4, 4, 1)
    mend()
    status, out = shell.run(file_of(*rows))
    assert status == 0
    assert "Tasks: 3 stored, 4 there before." in out
    assert counted() == (7, 7, 2)


@over_http
def test_children_wait_for_a_parent_that_is_not_stored(shell: Shell) -> None:
    rows = [issue("x-0"), issue("x-1"), issue("x-2", dependencies=[link("x-2", "parent-child", "x-1")])]
    shell.monkeypatch.setattr(import_issues, "ITEMS_MAX", 2)
    mend = refuse(shell, "x-1")
    status, out = shell.run(file_of(*rows))
    assert status == 1
    assert "x-2 to x-2: not sent, since their parents aren't stored: x-1" in out
    assert counted() == (0, 0, 0)
    mend()
    assert shell.run(file_of(*rows))[0] == 0
    assert titled("Issue x-2").parent == titled("Issue x-1")


@over_http
@pytest.mark.parametrize("change", ["a text", "a new issue", "one less"])
def test_a_board_that_has_changed_is_not_stored_a_second_time(shell: Shell, change: str) -> None:
    rows = [issue(f"x-{n}") for n in range(5)]
    shell.monkeypatch.setattr(import_issues, "ITEMS_MAX", 3)
    shell.run(file_of(*rows))
    if change == "a text":
        rows[4]["title"] = "Another"
    elif change == "a new issue":
        rows.append(issue("x-5"))
    else:
        del rows[1]
    status, out = shell.run(file_of(*rows))
    assert status == 1
    assert import_issues.CHANGED in out
    assert counted() == (5, 5, 0)


@over_http
def test_lines_that_are_no_issues_are_told_and_the_rest_is_stored(shell: Shell) -> None:
    status, out = shell.run(file_of(issue("x-1"), "{", issue("x-2")))
    assert status == 1
    assert "Not stored:\n  line 2: no JSON object with an id" in out
    assert counted() == (2, 2, 0)


# -- what ends in one sentence -------------------------------------------------------------------------------


@over_http
@pytest.mark.parametrize(
    ("options", "sent", "says"),
    [
        ([], "cnd_" + "x" * 40, "doesn't take this key"),
        ([], "", "Set CONDERIS_KEY"),
        ([], "schlüssel", "Set CONDERIS_KEY"),
        (["--project", "nosuch"], None, "No project with this projectId"),
        (["--url", "http://127.0.0.1:9/mcp"], None, "There is no Conderis to be reached at http://127.0.0.1:9/mcp"),
        (["--url", "nonsense"], None, "There is no Conderis to be reached at nonsense"),
        (["--url", "http://[::1/mcp"], None, "There is no Conderis to be reached at http://[::1/mcp"),
    ],
)
def test_it_ends_in_a_sentence(shell: Shell, options: list[str], sent: str | None, says: str) -> None:
    if sent is not None:
        shell.monkeypatch.setenv("CONDERIS_KEY", sent)
    status, out = shell.run(file_of(issue("x-1")), *options)
    assert status == 1
    assert says in out.splitlines()[-1]
    assert counted() == (0, 0, 0)


@over_http
@pytest.mark.parametrize("path", ["/nowhere", "/healthz"])
def test_another_address_of_the_site_ends_in_a_sentence(shell: Shell, live_server: LiveServer, path: str) -> None:
    status, out = shell.run(file_of(issue("x-1")), "--url", f"{live_server.url}{path}")
    assert status == 1
    assert "Is it a Conderis? The address for agents ends in /mcp." in out.splitlines()[-1]


def test_a_file_that_is_not_there_ends_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setenv("CONDERIS_KEY", "cnd_x")
    for path in (tmp_path / "none.jsonl", tmp_path):
        monkeypatch.setattr(sys, "argv", ["import_issues.py", str(path)])
        assert import_issues.main() == 1
        assert capsys.readouterr().out.startswith(f"{path} can't be read: ")


def test_what_a_terminal_would_act_on_is_not_printed(capsys: pytest.CaptureFixture[str]) -> None:
    conderis_client.say("a\x1b[31mb\r\nc", "d\u202ee")
    assert capsys.readouterr().out == "a[31mbc\nde\n"


# -- a connection that is lost, and a limit that is reached --------------------------------------------------


@pytest.fixture
def pauses(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The seconds that the client would have waited."""
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    monkeypatch.setattr(asyncio, "sleep", sleep)
    return slept


def losing(monkeypatch: pytest.MonkeyPatch, *errors: Exception | None) -> None:
    """Let each next session be lost with this error, at once, or with None stay."""
    left = list(errors)

    @asynccontextmanager
    async def connected(url: str, key: str) -> AsyncIterator[Any]:
        error = left.pop(0)
        if isinstance(error, httpx.ConnectError):
            raise ExceptionGroup("", [ExceptionGroup("", [error])])
        try:
            yield SimpleNamespace(error=error)
        except McpError as lost:
            raise ExceptionGroup("", [lost]) from None

    monkeypatch.setattr(conderis_client, "connected", connected)


UNAVAILABLE = McpError(ErrorData(code=INTERNAL_ERROR, message="The store is unavailable just now."))
GONE = httpx.ConnectError("refused")


@pytest.fixture
def done() -> list[int]:
    return []


@pytest.fixture
def steps(done: list[int]) -> deque[conderis_client.Step]:
    """Three steps; the second one fails where the session says so."""

    def step(number: int) -> conderis_client.Step:
        async def do(session: Any) -> None:
            if number == 2 and session.error is not None:
                raise session.error
            done.append(number)

        return do

    return deque(step(number) for number in (1, 2, 3))


def test_a_lost_connection_is_taken_up_at_the_same_step(
    monkeypatch: pytest.MonkeyPatch, pauses: list[float], steps: deque[conderis_client.Step], done: list[int]
) -> None:
    losing(monkeypatch, UNAVAILABLE, GONE, UNAVAILABLE, None)
    asyncio.run(carry_out(steps, "u", "k"))
    assert done == [1, 2, 3]
    assert pauses == [1, 2, 4]


def test_it_is_given_up_after_some_tries(
    monkeypatch: pytest.MonkeyPatch, pauses: list[float], steps: deque[conderis_client.Step], done: list[int]
) -> None:
    losing(monkeypatch, UNAVAILABLE, *[GONE] * 5)
    with pytest.raises(Stopped, match="no Conderis to be reached"):
        asyncio.run(carry_out(steps, "u", "k"))
    assert (done, len(steps)) == ([1], 2)
    assert pauses == list(conderis_client.PAUSES)


def test_a_server_that_was_never_there_is_not_waited_for(
    monkeypatch: pytest.MonkeyPatch, pauses: list[float], steps: deque[conderis_client.Step]
) -> None:
    losing(monkeypatch, GONE)
    with pytest.raises(Stopped):
        asyncio.run(carry_out(steps, "u", "k"))
    assert (pauses, len(steps)) == ([], 3)


def test_a_fault_of_our_own_is_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    @asynccontextmanager
    async def connected(url: str, key: str) -> AsyncIterator[Any]:
        try:
            yield None
        except KeyError as fault:
            raise ExceptionGroup("", [fault]) from None

    async def step(session: Any) -> None:
        raise KeyError("x")

    monkeypatch.setattr(conderis_client, "connected", connected)
    with pytest.raises(KeyError):
        asyncio.run(carry_out(deque([step]), "u", "k"))


class Answering:
    """A session whose tools give these answers, one after the other."""

    def __init__(self, *answers: tuple[str, bool]) -> None:
        self.answers = list(answers)

    async def call_tool(self, tool: str, arguments: dict[str, Any]) -> Any:
        text, refused = self.answers.pop(0)
        return SimpleNamespace(content=[SimpleNamespace(type="text", text=text)], isError=refused)


def test_a_reached_limit_is_waited_for(pauses: list[float]) -> None:
    session = Answering(('{"error": "rate_limited", "message": "Wait.", "retryAfter": 7}', True), ('{"a": 1}', False))
    assert asyncio.run(call(session, "recall")) == {"a": 1}  # type: ignore[arg-type]
    assert pauses == [7]


def test_another_refusal_has_the_contracts_code_and_message() -> None:
    session = Answering(('{"error": "denied", "message": "You may not.", "missing": "write"}', True))
    with pytest.raises(Refused, match="You may not") as raised:
        asyncio.run(call(session, "item_store"))  # type: ignore[arg-type]
    assert (raised.value.code, raised.value.answer["missing"]) == ("denied", "write")


def test_an_answer_that_is_no_json_is_not_of_conderis() -> None:
    with pytest.raises(Stopped, match="as Conderis does"):
        asyncio.run(call(Answering(("Unknown tool", True)), "item_store"))  # type: ignore[arg-type]
