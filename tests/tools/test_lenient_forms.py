"""Lenient in form, strict in meaning: what models send for a number, a switch, an object, nothing."""

import json
from typing import Any

import pytest

from conderis.mcp.jsonrpc import ProtocolError
from tests.calls import Caller, Json, text_of


def sent(caller: Caller, tool: str, /, **arguments: Any) -> Json:
    """Exactly these arguments, carried out."""
    result = caller.result(tool, arguments)
    assert "isError" not in result, text_of(result)
    body: Json = json.loads(text_of(result))
    return body


NUMBERS = [12, "12", "#12", 12.0, " 12 "]


@pytest.fixture
def twelve(as_owner: Caller) -> Caller:
    """Twelve tasks; number 12 is about to be meant."""
    items = [{"kind": "task", "fields": {"title": f"Task {place}"}} for place in range(1, 13)]
    as_owner.call("item_store", kind="task", batch={"idempotencyKey": "twelve", "items": items})
    return as_owner


class TestNumbers:
    def test_number_and_version(self, twelve: Caller) -> None:
        for version, (twelfth, form) in enumerate(
            zip(NUMBERS, ("{}", "#{}", " {} ", "{}", "{}"), strict=True), start=1
        ):
            assert twelve.call("item_get", number=twelfth)["number"] == 12
            sent: Json = {"number": twelfth, "version": form.format(version)}
            changed = twelve.call("item_store", kind="task", fields={"title": f"T{version}"}, **sent)
            assert (changed["number"], changed["version"]) == (12, version + 1)
        assert twelve.call("item_action", number="#12", version=6.0, action="complete")["version"] == 7

    def test_target_and_parent(self, twelve: Caller) -> None:
        for number, twelfth in enumerate(NUMBERS, start=1):
            twelve.relate(number, "related", twelfth)
            assert twelve.get(number)["relations"][0]["item"]["number"] == 12
            twelve.change("task", number, parent=twelfth)
            assert twelve.get(number)["parent"]["number"] == 12
            assert number in twelve.numbers("task", filter={"parent": twelfth})

    def test_limit_take_and_offset(self, twelve: Caller) -> None:
        twelve.task()
        page = twelve.page(content="0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ")
        for twelfth in NUMBERS:
            assert len(twelve.numbers("task", limit=twelfth)) == 12
            assert twelve.get(page, offset=twelfth, take=twelfth)["fields"]["content"] == "CDEFGHIJKLMN"


def test_max_chars(as_owner: Caller) -> None:
    for _ in range(9):
        as_owner.task("t" * 100)
    for budget in (600, "600", "#600", 600.0):
        assert 300 < len(as_owner.text("recall", maxChars=budget)) <= 600


def test_switches(as_owner: Caller) -> None:
    done = as_owner.task(status="done")
    for true in (True, "true", "True", " TRUE "):
        assert as_owner.numbers("task", filter={"includeClosed": true}) == [done]
        assert "versions" in as_owner.get(done, history=true)
        assert as_owner.text("recall", guide=true) == as_owner.text("recall", guide=True)
        made = as_owner.call("project_store", projectId=None, name="Open", public=true)
        assert as_owner.call("project_get", projectId=made["projectId"])["public"] is True
        assert as_owner.call("item_store", kind="page", propose=true, fields={"title": "T"})["outcome"] == "proposed"
    for false in (False, "false", "False", None):
        assert as_owner.numbers("task", filter={"includeClosed": false}) == []
        assert "fields" in as_owner.get(done, history=false)
        assert as_owner.text("recall", guide=false) != as_owner.text("recall", guide=True)
        assert as_owner.call("item_store", kind="page", propose=false, fields={"title": "T"})["outcome"] == "published"


def test_what_is_no_switch(as_owner: Caller) -> None:
    number = as_owner.task()
    wrongs: list[Any] = [1, 0, "yes", "no", "1", "", [], {}, 1.0, "truee"]
    for wrong in wrongs:
        assert as_owner.refused("invalid", "item_get", number=number, history=wrong)["field"] == "history"
        assert as_owner.refused("invalid", "recall", guide=wrong)["field"] == "guide"
        for name in ("includeClosed", "ready"):
            assert as_owner.refused("invalid", "item_list", kind="task", filter={name: wrong})["field"] == name
        sent: Json = {"projectId": None, "name": "N", "public": wrong}
        assert as_owner.refused("invalid", "project_store", **sent)["field"] == "public"
        sent = {"kind": "page", "propose": wrong, "fields": {"title": "T"}}
        assert as_owner.refused("invalid", "item_store", **sent)["field"] == "propose"


def test_objects_as_strings(as_owner: Caller) -> None:
    project = as_owner.project_id
    made = sent(as_owner, "item_store", kind="task", projectId=project, fields='{"title": "{}", "tags": ["a"]}')
    assert as_owner.get(made["number"])["fields"]["title"] == "{}"
    found = sent(as_owner, "item_list", kind="task", projectId=project, filter='{"tags": ["a"]}')
    assert found["total"] == 1
    batch = json.dumps({"idempotencyKey": "k", "items": [{"kind": "task", "fields": {"title": "T"}}]})
    assert sent(as_owner, "item_store", kind="task", projectId=project, batch=batch)["kinds"]["task"]["all"] == [2]


def test_arguments_as_a_string(as_owner: Caller) -> None:
    arguments = json.dumps({"projectId": as_owner.project_id, "kind": "task", "fields": '{"title": "Deep"}'})
    result = as_owner.result("item_store", arguments)  # type: ignore[arg-type]
    assert json.loads(text_of(result))["number"] == 1
    assert as_owner.get(1)["fields"]["title"] == "Deep"


def test_what_is_no_object(as_owner: Caller) -> None:
    wrongs: list[Any] = ["{", "[]", '"{}"', "7", "", [], 7, True, "{'a': 1}", '{"a": NaN}', "[" * 9_999]
    for wrong in wrongs:
        for tool, name, more in (
            ("item_store", "fields", {"kind": "task"}),
            ("item_store", "batch", {"kind": "task"}),
            ("item_list", "filter", {"kind": "task"}),
        ):
            error = as_owner.refused("invalid", tool, **more, **{name: wrong})
            assert error["field"] == name
            assert "object" in error["message"]
        with pytest.raises(ProtocolError):
            as_owner.result("item_list", wrong)
    assert as_owner.numbers("task") == []


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("recall", {"focus": None, "maxChars": None, "guide": None}),
        ("project_get", {}),
        ("item_get", {"ref": None, "history": None, "version": None, "offset": None, "take": None, "number": 1}),
        ("item_list", {"kind": "task", "query": None, "filter": None, "sort": None, "limit": None, "cursor": None}),
        (
            "item_store",
            {
                "kind": "task", "number": None, "ref": None, "version": None, "fields": {"title": "T"}, "reason": None,
                "propose": None, "batch": None,
            },
        ),
        (
            "item_action",
            {"number": 1, "ref": None, "action": "claim", "version": 1, "reason": None, "target": None,
             "relation": None},
        ),
        (
            "item_action",
            {"number": 1, "ref": None, "action": "relate", "version": None, "reason": None, "target": 2,
             "relation": "related"},
        ),
        ("project_store", {"projectId": None, "name": "N", "description": None, "remote": None, "upstream": None,
                           "organization": None, "public": None}),
    ],
)  # fmt: skip
def test_an_optional_parameter_may_be_null(as_owner: Caller, tool: str, arguments: Json) -> None:
    as_owner.task()
    as_owner.task()
    as_owner.text(tool, **arguments)


def test_without_arguments(as_owner: Caller) -> None:
    for nothing in (None, {}, "{}"):
        assert "projects" in text_of(as_owner.result("project_get", nothing))  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["nope", "", None, 7, True, ["recall"], {"name": "recall"}, "Recall", "recall "])
def test_an_unknown_tool(as_owner: Caller, name: Any) -> None:
    with pytest.raises(ProtocolError) as raised:
        as_owner.result(name, {})
    assert raised.value.code == -32602
    assert "item_store" in raised.value.message
