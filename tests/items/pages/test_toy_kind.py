"""A kind that declares nothing for its pages has them all the same."""

from typing import Annotated, ClassVar, Literal

import pytest
from pydantic import Field

from items.kinds import KINDS
from items.kinds.base import Json, Kind, State
from items.kinds.fields import Content, Tags, Title
from items.kinds.filters import PARENT
from items.models import Item
from tests.calls import Caller
from tests.items.pages.browser import Browser


class CommitState(State):
    title: Title
    content: Content = ""
    tags: Tags = []  # noqa: RUF012  pydantic copies it
    mood: Literal["calm", "in_a_hurry"] = "calm"
    lines: Annotated[int, Field(ge=0, le=3)] | None = None
    author: str | None = None


class Commit(Kind):
    name = "commit"
    plural = "commits"
    state = CommitState
    required = ("title",)
    filters: ClassVar = {"parent": PARENT}
    actions = ("archive", "restore", "relate", "unrelate")
    fields_line = "title*, content, tags, mood, lines, author, parent"

    def short(self, item: Item) -> Json:
        return {"title": item.title}


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(KINDS, "commit", Commit())


def test_it_is_written_read_changed_and_put_away(home: str, as_owner: Caller, at_owner: Browser) -> None:
    above = at_owner.get(f"{home}new/commit/").send(title="Above").path
    form = at_owner.get(f"{home}new/commit/?parent=1")
    assert form.form().options["mood"] == ["calm", "in_a_hurry"]

    page = form.send(title="Mend the lamp", content="diff", tags="lamp", mood="in_a_hurry", author="Ada")

    for said in ("Mend the lamp", "diff", "lamp", "Mood in a hurry", "Author Ada", "Parent #1 Above"):
        assert said in page.words, said
    assert "Mend the lamp" in at_owner.get(above).words
    page = at_owner.get(f"{page.path}edit/").send(author="")
    assert as_owner.get(2)["fields"]["author"] is None
    page = page.send("archive").send("restore").send("relations", relation="related", target="1")
    assert "related to Above" in page.words
