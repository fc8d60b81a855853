"""An error that nobody foresaw: no 500, no text of the exception, not in the answer and not in a log."""

import pytest

from tests.mcp.toys import CONTENT, Post, tool_call


@pytest.mark.parametrize(
    ("tool", "error", "message"),
    [
        ("fail", "ZeroDivisionError", "Something failed on the server. Try again;"),
        ("lose", "OperationalError", "The store is unavailable just now. Try again;"),
    ],
)
def test_it_says_to_try_again_and_logs_the_place_alone(
    post: Post, caplog: pytest.LogCaptureFixture, tool: str, error: str, message: str
) -> None:
    answer = post(tool_call(tool, {"value": CONTENT}))
    assert (answer.status, answer.code, answer.body["id"]) == (200, -32603, 1)
    assert answer.body["error"]["message"].startswith(message)
    assert set(answer.body["error"]) == {"code", "message"}
    (record,) = caplog.records
    assert record.getMessage().startswith(f"{error} at view.py:")
    assert "toys.py:" in record.getMessage()
    assert record.exc_info is None
    assert CONTENT not in caplog.text


def test_a_result_that_is_no_json_is_a_failure_too(post: Post, caplog: pytest.LogCaptureFixture) -> None:
    answer = post(tool_call("measure"))
    assert (answer.status, answer.code) == (200, -32603)
    assert "TypeError at" in caplog.text
