"""Calling a tool: one text block, the contract's refusals, and arguments in every form that models send."""

import json
from typing import Any

import pytest

from conderis.accounts.models import Agent
from tests.mcp.toys import Caller, Post, request, tool_call


def test_text_stays_text(post: Post, caller: Caller) -> None:
    answer = post(tool_call("tell"))
    assert answer.result == {"content": [{"type": "text", "text": f"told agent:{caller.agent.id}"}]}


def test_an_object_becomes_compact_json(post: Post) -> None:
    answer = post(tool_call("echo", {"value": "größe 漢", "a": [1, None]}))
    assert answer.result == {"content": [{"type": "text", "text": '{"value":"größe 漢","a":[1,null]}'}]}


def test_a_refusal_is_an_error_in_the_contracts_form(post: Post) -> None:
    answer = post(tool_call("refuse"))
    assert answer.status == 200
    assert answer.refusal == {"error": "invalid", "message": "title must be text.", "field": "title"}


@pytest.mark.parametrize("form", [lambda a: a, json.dumps, lambda a: f"\n {json.dumps(a)} "])
def test_arguments_may_be_an_object_or_a_string_that_holds_one(post: Post, form: Any) -> None:
    assert json.loads(post(tool_call("echo", form({"value": "{}"}))).text) == {"value": "{}"}


@pytest.mark.parametrize("params", [{"name": "echo"}, {"name": "echo", "arguments": None}])
def test_no_arguments_are_an_empty_object(post: Post, params: dict[str, Any]) -> None:
    assert post(request("tools/call", params)).text == "{}"


@pytest.mark.parametrize(
    "arguments",
    [[], [{}], 1, True, "", "x", "[]", "null", '"{}"', "{", '{"a":1,"a":2}', '{"a":NaN}', "[" * 100_000, '{"a":' * 500],
)
def test_other_arguments_are_invalid(post: Post, arguments: Any) -> None:
    answer = post(tool_call("echo", arguments))
    assert (answer.status, answer.code) == (200, -32602)


@pytest.mark.parametrize("name", ["nope", "", None, 1, ["tell"], {}, "Tell", "tell "])
def test_an_unknown_tool_is_invalid_and_the_known_ones_are_named(post: Post, name: Any) -> None:
    answer = post(tool_call(name))
    assert (answer.status, answer.code, answer.body["id"]) == (200, -32602, 1)
    assert "tell, echo, store" in answer.body["error"]["message"]


@pytest.mark.parametrize("name", ["store", "refuse", "fail", "erase"])
@pytest.mark.parametrize("arguments", [{}, {"projectId": "nope"}, [1], "x"])
def test_a_read_only_key_is_refused_before_anything_is_looked_at(
    post: Post, read_only: Caller, name: str, arguments: Any
) -> None:
    refusal = post(tool_call(name, arguments), {"Authorization": read_only.bearer}).refusal
    assert (refusal["error"], refusal["missing"]) == ("denied", "write")
    assert refusal["message"] == "This key is read-only; it may call tell, echo."


def test_a_read_only_key_reads(post: Post, read_only: Caller) -> None:
    assert post(tool_call("echo", {"value": "x"}), {"Authorization": read_only.bearer}).text == '{"value":"x"}'


def test_a_key_may_become_read_only_between_two_calls(post: Post, caller: Caller) -> None:
    assert post(tool_call("store", {"value": "x"})).text == '{"value":"x"}'
    Agent.objects.filter(pk=caller.agent.pk).update(read_only=True)
    assert post(tool_call("store", {"value": "x"})).refusal["error"] == "denied"


def test_a_lone_surrogate_goes_out_as_its_escape(post: Post) -> None:
    assert json.loads(post(tool_call("echo", {"value": "\ud800"})).text) == {"value": "\ud800"}
