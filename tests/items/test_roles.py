"""Who may do what with which kind: the policy as a table, each cell a call."""

import json
from typing import Any

import pytest
from django.db import transaction

from conderis.accounts.models import User
from conderis.mcp.tools import TOOLS
from projects.models import Project
from tests.calls import Caller, Json, text_of
from tests.conftest import through_agent

# ``stranger`` is the outsider in a public project; ``reviewed`` and ``readonly`` are keys of the owner.
WHO = ["owner", "moderator", "writer", "reader", "outsider", "stranger", "reviewed", "readonly"]
# A cell of the table: carried out; made a proposal; seen, and this capability is missing; nothing is seen.
CELLS = {"y": "yes", "p": "proposed", "w": "write", "m": "moderate", "o": "own", ".": "not_found"}


def store(kind: str, **fields: Any) -> tuple[str, Json]:
    return "item_store", {"kind": kind, "fields": {"title": "T", **fields}}


def change(kind: str, number: str, **fields: Any) -> tuple[str, Json]:
    return "item_store", {"kind": kind, "number": number, "version": 1, "fields": fields}


def act(number: str, action: str, **more: Any) -> tuple[str, Json]:
    return "item_action", {"number": number, "action": action, **more}


def act_on(ref: str, action: str, **more: Any) -> tuple[str, Json]:
    return "item_action", {"ref": ref, "action": action, **more}


def relate(relation: str) -> tuple[str, Json]:
    return act("MEMORY", "relate", relation=relation, target="PAGE")


def batch(*items: Json) -> tuple[str, Json]:
    return "item_store", {"kind": "task", "batch": {"idempotencyKey": "k", "items": list(items)}}


# What is asked for, by whom, and the call. Capitals are numbers of what the project holds.
# fmt: off
POLICY: list[tuple[str, str, tuple[str, Json]]] = [
    #              owner, moderator, writer, reader, outsider, stranger, reviewed, readonly
    ("recall",                  "y y y y . y y y", ("recall", {})),
    ("read the project",        "y y y y . y y y", ("project_get", {})),
    ("change the project",      "y o o o . o o w", ("project_store", {"name": "N"})),
    ("read a task",             "y y y y . y y y", ("item_get", {"number": "TASK"})),
    ("read the instructions",   "y y y y . y y y", ("item_get", {"ref": "instructions"})),
    ("list tasks",              "y y y y . y y y", ("item_list", {"kind": "task"})),
    ("list memories",           "y y y y . y y y", ("item_list", {"kind": "memory"})),
    ("store a task",            "y y y w . w y w", store("task")),
    ("store a shared memory",   "y y p w . w p w", store("memory", summary="S")),
    ("store a private memory",  "y y y w . w y w", store("memory", summary="S", visibility="private")),
    ("store a page",            "y y p w . w p w", store("page")),
    ("change a task",           "y y y w . w y w", change("task", "TASK", title="N")),
    ("change a shared memory",  "y y p w . w p w", change("memory", "MEMORY", title="N")),
    ("change a page",           "y y p w . w p w", change("page", "PAGE", title="N")),
    ("move a page",             "y y m w . w m w", change("page", "PAGE", position=1)),
    ("move a task",             "y y y w . w y w", change("task", "TASK", parent=None)),
    ("claim a task",            "y y y w . w y w", act("TASK", "claim", version=1)),
    ("block a task",            "y y y w . w y w", act("TASK", "block", version=1, reason="r")),
    ("complete a task",         "y y y w . w y w", act("TASK", "complete", version=1)),
    ("archive a memory",        "y y m w . w m w", act("MEMORY", "archive", version=1)),
    ("archive a page",          "y y m w . w m w", act("PAGE", "archive", version=1)),
    ("restore a page",          "y y m w . w m w", act("PAGE", "restore", version=1)),
    ("relate two",              "y y y w . w y w", relate("related")),
    ("supersede one",           "y y m w . w m w", relate("supersedes")),
    ("store a batch of tasks",  "y y y w . w y w", batch({"kind": "task", "fields": {"title": "T"}})),
    ("list proposals",          "y y y y . y y y", ("item_list", {"kind": "proposal"})),
    ("read another's proposal", "y y y . . . y y", ("item_get", {"ref": "PROPOSAL"})),
    ("approve one",             "y y m . . . m w", act_on("PROPOSAL", "approve")),
    ("reject one",              "y y m . . . m w", act_on("PROPOSAL", "reject", reason="r")),
    ("withdraw another's",      "y o o . . . y w", act_on("PROPOSAL", "withdraw")),
    ("ask for deletion",        "y y y w . w y w", ("item_delete", {"number": "TASK", "reason": "r"})),
]
# fmt: on


class Cast:
    """A project with one thing of each kind, and a caller of each sort."""

    def __init__(self, as_owner: Caller, people: dict[str, User], project: Project) -> None:
        self.owner, self.people, self.project = as_owner, people, project
        self.task = as_owner.task()
        self.names = {"TASK": self.task, "MEMORY": as_owner.memory(), "PAGE": as_owner.page()}
        as_owner.page("Another")
        asked = as_owner.call("item_store", kind="memory", fields={"title": "T", "summary": "S"}, propose=True)
        self.names["PROPOSAL"] = asked["ref"]

    def caller(self, who: str) -> Caller:
        Project.objects.filter(pk=self.project.pk).update(public=who == "stranger")
        user = self.people[{"stranger": "outsider", "reviewed": "owner", "readonly": "owner"}.get(who, who)]
        return through_agent(user, self.project, review_always=who == "reviewed", read_only=who == "readonly")

    def answer(self, who: str, tool: str, arguments: Json) -> str:
        """A cell of the table, found by a call that leaves nothing behind."""
        sent = {name: self.names.get(value, value) if isinstance(value, str) else value
                for name, value in arguments.items()}  # fmt: skip
        with transaction.atomic():
            result = self.caller(who).result(tool, {"projectId": self.project.id, **sent})
            transaction.set_rollback(True)
        if "isError" not in result:
            return "proposed" if '"outcome":"proposed"' in text_of(result) else "yes"
        error = json.loads(text_of(result))
        return str(error["missing"] if error["error"] == "denied" else error["error"])


@pytest.fixture
def cast(
    as_owner: Caller, owner: User, moderator: User, writer: User, reader: User, outsider: User, project: Project
) -> Cast:
    people = {"owner": owner, "moderator": moderator, "writer": writer, "reader": reader, "outsider": outsider}
    return Cast(as_owner, people, project)


@pytest.mark.parametrize(("row", "call"), [line[1:] for line in POLICY], ids=[line[0] for line in POLICY])
def test_policy(cast: Cast, row: str, call: tuple[str, Json]) -> None:
    expected = {who: CELLS[cell] for who, cell in zip(WHO, row.split(), strict=True)}
    assert {who: cast.answer(who, *call) for who in WHO} == expected


def test_the_permissions_say_the_same(cast: Cast) -> None:
    expected = {
        "owner": (True, True, True), "moderator": (True, True, False), "writer": (True, False, False),
        "reader": (False, False, False), "stranger": (False, False, False), "reviewed": (True, False, False),
        "readonly": (False, False, False),
    }  # fmt: skip
    for who, (write, moderate, own) in expected.items():
        found = cast.caller(who).call("project_get")["permissions"]
        assert found == {"write": write, "moderate": moderate, "own": own}, who


def test_a_batch_denies_each_kind_on_its_own(cast: Cast) -> None:
    _, arguments = batch({"kind": "task", "fields": {"title": "T"}}, {"kind": "page", "fields": {"title": "T"}})
    kinds = cast.caller("writer").call("item_store", **arguments)["kinds"]
    assert kinds["task"]["outcome"] == "stored"
    assert kinds["page"]["outcome"] == "failed"
    assert (kinds["page"]["error"]["error"], kinds["page"]["error"]["missing"]) == ("denied", "moderate")


def test_propose_asks_for_review_of_what_is_reviewed(cast: Cast) -> None:
    for kind in ("memory", "page"):
        fields = {"title": "T", **({"summary": "S"} if kind == "memory" else {})}
        sent = {"kind": kind, "fields": fields}
        assert cast.owner.call("item_store", propose=True, **sent)["outcome"] == "proposed"
        assert cast.owner.call("item_store", propose=False, **sent)["outcome"] == "published"
    task = cast.owner.call("item_store", propose=True, kind="task", fields={"title": "Never reviewed"})
    assert task["outcome"] == "published"


class TestReadOnlyKey:
    """denied on the four writing tools before anything is looked up."""

    ANYTHING: tuple[Json, ...] = (
        {},
        {"projectId": "nowhere"},
        {"projectId": 7, "number": "x", "nonsense": True},
        {"kind": "nonsense"},
        {"ref": "memory:1", "reason": 7},
        {"batch": "{"},
    )

    @pytest.mark.parametrize("tool", [tool.name for tool in TOOLS if not tool.read_only])
    def test_writing_tools(self, cast: Cast, tool: str, django_assert_num_queries: Any) -> None:
        readonly = cast.caller("readonly")
        for arguments in self.ANYTHING:
            with django_assert_num_queries(0):
                result = readonly.result(tool, arguments)
            assert result["isError"] is True
            assert '"error":"denied"' in text_of(result)
            assert '"missing":"write"' in text_of(result)

    def test_there_are_four_of_them(self) -> None:
        writing = [tool.name for tool in TOOLS if not tool.read_only]
        assert writing == ["project_store", "item_store", "item_action", "item_delete"]

    def test_the_reading_ones_answer(self, cast: Cast) -> None:
        readonly = cast.caller("readonly")
        assert readonly.get(cast.task)["number"] == cast.task
        assert readonly.numbers("task") == [cast.task]
        assert readonly.call("project_get")["name"] == "Lighthouse"
        assert readonly.text("recall").startswith("guide v")
