"""What every reader's records have in common: they can be stored, and what couldn't come along is told."""

from hypothesis import given
from hypothesis import strategies as st

from conderis.core.text import one_line
from conderis.imports.draft import Comment, Draft
from conderis.imports.moments import moment_of
from conderis.imports.record import Problem, Record
from conderis.imports.statuses import priority_of, status_of
from conderis.imports.texts import auto_summary, plain, tag_of
from items.kinds import KINDS
from items.kinds.fields import moment_text

ANY = st.text(alphabet=st.characters(codec=None), max_size=400) | st.sampled_from(
    ["\0", "\ud800", "x" * 500, " ", "\n\n# a"]
)


@given(st.sampled_from(["task", "memory", "page"]), ANY, ANY, ANY, st.lists(ANY, max_size=8), ANY)
def test_whatever_a_source_says_can_be_stored(
    kind: str, ident: str, title: str, text: str, tags: list[str], summary: str
) -> None:
    draft = Draft(kind, f"id {ident}", "here")
    draft.title(title)
    draft.say(text)
    draft.tags(tags)
    draft.summary(summary)
    draft.fact("a fact", text)
    draft.comments([Comment(one_line(title), None, text)])
    draft.relate("related", ident, summary)
    draft.author = title
    record = draft.record()
    assert isinstance(record, Record)
    KINDS[kind].new(dict(record.fields), in_project=True)


def test_five_tags_at_most_are_kept_and_the_rest_is_told() -> None:
    draft = Draft("task", "a", "here")
    draft.tags(["A", "a", "b", "c"], "labels")
    assert draft.dropped == {}
    draft.tags(["d", "e", "f"], "labels")
    assert draft.fields["tags"] == ["a", "b", "c", "d", "e"]
    assert list(draft.dropped) == ["labels"]


def test_comments_fill_the_text_to_its_last_character() -> None:
    for spare, kept in ((0, 2), (-1, 1)):
        draft = Draft("task", "a", "here")
        draft.say("x" * 50_000)
        room = 100_000 - 50_000 - len("\n\n## Comments") - 2 * 2 - 100
        draft.comments([Comment("", None, "y" * 100), Comment("", None, "z" * (room - spare))])
        record = draft.record()
        assert isinstance(record, Record)
        assert ("z" in record.fields["content"], len(record.fields["content"]) == 100_000) == (kept == 2, kept == 2)
        assert ("comments" in record.dropped) == (kept == 1)


def test_a_text_that_is_too_long_is_a_problem_never_cut() -> None:
    draft = Draft("page", "a", "here")
    draft.say("x" * 100_000)
    assert isinstance(draft.record(), Record)
    draft.say("y")
    assert isinstance(draft.record(), Problem)


def test_a_summary_is_plain_text_of_one_line() -> None:
    text = (
        "# Title\n\n- [x] **Bold** and _it_, `code`\n> [a](http://b) ![[c.png]] [[d|e]] <b>f</b> snake_case 2 * 3\u202e"
    )
    assert plain(text) == "Title Bold and it, code a c.png e f snake_case 2 * 3"
    assert auto_summary("x" * 300) == "(auto) " + "x" * 200
    assert auto_summary(" \n\u200b") is None


def test_labels_become_tags() -> None:
    assert [tag_of(label) for label in ("Good First Issue", "C++", "Straße/Köln", "🌲", "a" * 29 + " b", "--x--")] == [
        "good-first-issue", "c", "strasse-koln", "", "a" * 29, "x",
    ]  # fmt: skip


def test_words_of_other_programs_have_a_meaning() -> None:
    assert [status_of(word) for word in ("✅ Done!", "3. In Review", "To-Do", "Won't fix", "Roadmap", "")] == [
        "done", "in_progress", "open", "canceled", None, None,
    ]  # fmt: skip
    assert [priority_of(word) for word in ("P0", "Major", "medium", "?")] == ["urgent", "high", "normal", None]


def test_dates_have_a_zone_or_are_none() -> None:
    read = {"2024-01-02": "2024-01-02T00:00:00Z", "2024-01-02T03:04:05.678+02:00": "2024-01-02T01:04:05Z"}
    assert {text: moment_text(moment) for text in read if (moment := moment_of(text))} == read
    for text in ("", "yesterday", "0001-01-01T00:00:00+14:00", "2024-13-01", None, 5, "2" * 5_000):
        assert moment_of(text) is None
