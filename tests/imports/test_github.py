"""GitHub's issues as tasks. The rows have the shape of octokit/fixtures (MIT)."""

from datetime import UTC, datetime
from typing import Any

import pytest

from conderis.core.errors import Invalid
from tests.imports.reading import as_json, found_in


def issue(number: int, **more: Any) -> dict[str, Any]:
    return {"number": number, "title": f"Issue {number}", "state": "open", "body": None, "labels": [],
            "user": {"login": "ada"}, "html_url": f"https://github.com/acme/ship/issues/{number}",
            "created_at": "2017-10-10T16:00:00Z", "updated_at": "2017-10-11T16:00:00Z", "comments": 0,
            **more}  # fmt: skip


def test_an_issue_of_the_rest_api() -> None:
    row = issue(
        7, body="See #12 and other/repo#3, and [#anchor](x)\r\n", labels=[{"name": "bug"}, {"name": "help wanted"}],
        assignees=[{"login": "bea"}], milestone={"title": "v1"}, comments=2, reactions={"total_count": 3},
        parent_issue_url="https://api.github.com/repos/acme/ship/issues/6",
    )  # fmt: skip
    record = found_in("github", as_json([row, issue(6)])).by_id()["acme/ship#7"]
    assert record.fields == {
        "title": "Issue 7", "tags": ["bug", "help-wanted"],
        "content": "See acme/ship#12 and other/repo#3, and [#anchor](x)\r\n\n\n---"
        "\n\n- assignees: bea\n- milestone: v1",
    }  # fmt: skip
    assert (record.parent, record.author) == ("acme/ship#6", "ada")
    assert record.created == datetime(2017, 10, 10, 16, tzinfo=UTC)
    assert set(record.dropped) == {"assignees", "milestone", "comments", "reactions"}


def test_code_is_left_as_it_is() -> None:
    body = "#1 `#2` #3\n```\n#4\n```\n#5\n~~~ #6"
    record = found_in("github", as_json([issue(7, body=body)])).only
    assert record.fields["content"] == "a/b#1 `#2` a/b#3\n```\n#4\n```\na/b#5\n~~~ a/b#6".replace("a/b", "acme/ship")


def test_an_issue_of_gh_is_the_same_one() -> None:
    row = {
        "number": 7, "title": "Issue 7", "state": "CLOSED", "stateReason": "NOT_PLANNED", "body": "",
        "url": "https://github.com/acme/ship/issues/7", "author": {"login": "ada"}, "labels": [{"name": "bug"}],
        "createdAt": "2017-10-10T16:00:00Z", "comments": [
            {"author": {"login": "bea"}, "body": "Same as #6", "createdAt": "2017-10-12T00:00:00Z"}],
    }  # fmt: skip
    record = found_in("github", as_json([row])).only
    assert record.source_id == "acme/ship#7"
    assert record.fields["status"] == "canceled"
    assert record.fields["content"] == "## Comments\n\n**bea**, 2017-10-12:\n\nSame as acme/ship#6"
    assert record.author == "ada"


@pytest.mark.parametrize(("reason", "status"), [("completed", "done"), (None, "done"), ("not_planned", "canceled")])
def test_closed_is_done_or_canceled(reason: str | None, status: str) -> None:
    record = found_in("github", as_json([issue(1, state="closed", state_reason=reason)])).only
    assert record.fields["status"] == status


def test_pull_requests_are_left_out_and_counted() -> None:
    found = found_in("github", as_json([issue(1), issue(2, pull_request={"url": "x"})]))
    assert [record.source_id for record in found.records] == ["acme/ship#1"]
    assert [problem.skipped for problem in found.problems] == [True]


def test_pages_that_follow_one_another_are_read_all() -> None:
    data = as_json([issue(1)]) + b"\n" + as_json([issue(2)])
    assert len(found_in("github", data).records) == 2
    assert len(found_in("github", as_json({"total_count": 1, "items": [issue(3)]})).records) == 1


def test_a_long_title_is_cut_and_stands_whole_in_the_text() -> None:
    record = found_in("github", as_json([issue(1, title="long " * 60, body="Body")])).only
    assert len(record.fields["title"]) == 200
    assert record.fields["content"] == f"# {'long ' * 59}long\n\nBody"


def test_a_text_that_no_item_holds_is_a_problem() -> None:
    found = found_in("github", as_json([issue(1, body="x" * 100_001), issue(2, body="x" * 100_000)]))
    assert found.only.source_id == "acme/ship#2"
    assert "100,001" in found.failed[0].reason


@pytest.mark.parametrize(
    "data", [b"", b"{}", b'{"message": "Not Found"}', b'"text"', b"[1, 2", b'{"a" 1}', b"]", b"[}"]
)
def test_what_holds_no_issues_is_refused(data: bytes) -> None:
    with pytest.raises(Invalid):
        found_in("github", data)


def test_no_issues_are_no_fault() -> None:
    assert found_in("github", b"[]") == ([], [])


def test_one_broken_issue_does_not_take_the_others_along() -> None:
    data = b"[" + as_json(issue(1)) + b', {"number": 2,, }, 5, ' + as_json(issue(3)) + b"]"
    found = found_in("github", data)
    assert [record.source_id for record in found.records] == ["acme/ship#1", "acme/ship#3"]
    assert [problem.place for problem in found.failed] == ["issue 2 of the file", "issue 3 of the file"]
