"""The bearer key: who has none is told how to send one, and a revoked one ends at once."""

from collections.abc import Callable

import pytest
from django.db import OperationalError
from django.utils import timezone

from conderis.mcp import callers
from tests.mcp.toys import CONTENT, Caller, Post, request

PING = request("ping", ident=7)


@pytest.mark.parametrize(
    "authorization",
    [
        None,
        "",
        "Bearer",
        "Bearer ",
        "Basic eDp5",
        "bearer:x",
        "Bearer nope",
        "Bearer cnd_" + "0" * 40,
        "Bearer \xe4\x00",
    ],
)
def test_it_challenges_who_has_no_valid_key(post: Post, authorization: str | None) -> None:
    answer = post(PING, {"Authorization": authorization})
    assert (answer.status, answer.code, answer.body["id"]) == (401, -32600, None)
    assert answer.headers["WWW-Authenticate"].startswith('Bearer realm="conderis"')


def test_only_a_key_that_was_sent_is_called_invalid(post: Post) -> None:
    assert "invalid_token" not in post(PING, {"Authorization": None}).headers["WWW-Authenticate"]
    assert 'error="invalid_token"' in post(PING, {"Authorization": "Bearer nope"}).headers["WWW-Authenticate"]


@pytest.mark.parametrize("scheme", ["Bearer ", "bearer ", "BEARER ", "Bearer   "])
def test_the_scheme_is_read_without_case(post: Post, caller: Caller, scheme: str) -> None:
    assert post(PING, {"Authorization": scheme + caller.key}).status == 200


def test_revoking_works_at_once(post: Post, caller: Caller) -> None:
    assert post(PING).status == 200
    caller.agent.revoked_at = timezone.now()
    caller.agent.save()
    assert post(PING).status == 401


def test_it_asks_for_the_key_before_it_reads_the_body(post: Post) -> None:
    assert post(b"\xff", {"Authorization": None}).status == 401
    assert post(b"\xff").status == 400


def test_a_lost_store_is_no_invalid_key(
    post: Post, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def lost(key: str) -> None:
        raise OperationalError(CONTENT)

    monkeypatch.setattr(callers, "actor_for_key", lost)
    answer = post(PING)
    assert (answer.status, answer.code) == (503, -32603)
    assert answer.body["error"]["message"] == "The store is unavailable just now; nothing was stored. Try again."
    assert "WWW-Authenticate" not in answer.headers
    assert "OperationalError at " in caplog.text
    assert CONTENT not in caplog.text


def test_each_call_is_its_own_callers(post: Post, make_caller: Callable[..., Caller]) -> None:
    other = make_caller()
    call = request("tools/call", {"name": "tell"})
    assert post(call, {"Authorization": other.bearer}).text == f"told agent:{other.agent.id}"
    assert post(call).text != f"told agent:{other.agent.id}"
