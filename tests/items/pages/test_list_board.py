"""The board: its columns, and cards that move without a script or in a swap."""

import re

import pytest

from conderis.accounts.models import User
from projects.models import Project
from tests.calls import Caller
from tests.items.bulk import add_items
from tests.items.pages.looking import Looking, link, numbers, words


@pytest.fixture
def look(writer: User, project: Project) -> Looking:
    return Looking(writer, f"/p/{project.pk}/")


def columns(page: str) -> dict[str, list[int]]:
    """The numbers of the cards in each column."""
    found = re.split(r'data-column="(\w+)"', page)
    return {name: numbers(cards) for name, cards in zip(found[1::2], found[2::2], strict=True)}


class TestColumns:
    def test_a_card_stands_where_it_is(self, look: Looking, as_writer: Caller) -> None:
        made = {s: as_writer.task(status=s) for s in ("open", "in_progress", "done", "canceled")}
        made["blocked"] = as_writer.task()
        as_writer.act(made["blocked"], "block", 1, reason="The vendor")

        page = look.get("tasks/board/")

        assert columns(page) == {s: [made[s]] for s in ("open", "in_progress", "blocked", "done")}
        assert "The vendor" in page

    def test_by_priority_then_the_latest_change(self, look: Looking, as_writer: Caller) -> None:
        low, high, older, newer = (as_writer.task(priority=p) for p in ("low", "urgent", "normal", "normal"))
        as_writer.change("task", older, 1, title="Touched")

        assert columns(look.get("tasks/board/"))["open"] == [high, older, newer, low]

    def test_a_full_column_leads_to_the_list(self, look: Looking, project: Project) -> None:
        add_items(project, "task", [{"status": "open"} for _ in range(53)])
        done = add_items(project, "task", [{"status": "done"} for _ in range(25)])

        page = look.get("tasks/board/")

        found = columns(page)
        assert len(found["open"]) == 50
        assert found["done"] == [row.number for row in reversed(done)][:20]  # the newest
        assert len(numbers(look.get(link(page, "3 more").removeprefix(look.base)))) == 20
        assert "25" in words(look.get(link(page, "5 more").removeprefix(look.base)))

    def test_a_swap_is_the_columns_alone(self, look: Looking, as_writer: Caller) -> None:
        as_writer.task()

        assert look.get("tasks/board/", swap=True).lstrip().startswith('<div class="board"')


class TestMoving:
    def test_a_button_of_the_card_moves_it(self, look: Looking, as_writer: Caller) -> None:
        number = as_writer.task("Mend the lamp")
        page = look.get("tasks/board/")
        button = re.search(r'<button form="mover" formaction="([^"]+)" name="to" value="in_progress"', page)
        assert button is not None

        answer = look.post(button[1].removeprefix(look.base), to="in_progress")

        assert answer["Location"] == f"{look.base}tasks/board/"
        page = look.get("tasks/board/")
        assert columns(page)["in_progress"] == [number]
        assert f"#{number} is in progress now." in words(page)
        changed = as_writer.get(number, history=True)["versions"][0]
        assert changed["author"]["name"] == "Chi"
        assert "via" not in changed["author"]

    def test_a_swap_gets_the_board_as_it_is_then(self, look: Looking, as_writer: Caller) -> None:
        number = as_writer.task()

        answer = look.post(f"{number}/status/", swap=True, to="done", version=1)

        assert columns(look.get(answer["Location"].removeprefix(look.base), swap=True))["done"] == [number]
        assert look.told() == ""  # the card itself says it

    def test_blocking_asks_for_the_reason(self, look: Looking, as_writer: Caller) -> None:
        number = as_writer.task("Mend the <lamp>")

        page = look.post(f"{number}/status/?version=1", 400, to="blocked").content.decode()

        assert "Block “Mend the &lt;lamp&gt;”" in page
        assert 'name="version" value="1"' in page
        assert as_writer.get(number)["version"] == 1
        look.post(f"{number}/status/?version=1", to="blocked", version=1, reason="The glazier is away")
        assert as_writer.get(number)["fields"]["blockedReason"] == "The glazier is away"

    def test_in_a_swap_a_blank_reason_is_said_beside_the_board(self, look: Looking, as_writer: Caller) -> None:
        number = as_writer.task()

        look.post(f"{number}/status/", swap=True, to="blocked", version=1, reason=" ")

        assert "needs a reason" in look.told()
        assert as_writer.get(number)["fields"]["status"] == "open"

    @pytest.mark.parametrize("swap", [False, True])
    def test_a_conflict_says_who_was_quicker(
        self, look: Looking, as_writer: Caller, as_owner: Caller, swap: bool
    ) -> None:
        number = as_writer.task("Mend the lamp")
        as_owner.act(number, "complete", 1)

        answer = look.post(f"{number}/status/", swap=swap, to="in_progress", version=1)

        assert f"Ada changed #{number} meanwhile" in look.told()
        assert columns(look.get(answer["Location"].removeprefix(look.base)))["done"] == [number]
        assert as_writer.get(number)["version"] == 2

    @pytest.mark.parametrize(
        "sent", [{"to": "done"}, {"version": 1}, {"to": "done", "version": "latest"}, {"to": "", "version": 1}]
    )
    def test_what_wasnt_understood_changes_nothing(
        self, look: Looking, as_writer: Caller, sent: dict[str, str]
    ) -> None:
        number = as_writer.task()

        look.post(f"{number}/status/", **sent)

        assert "wasn’t understood" in look.told()
        assert as_writer.get(number)["version"] == 1

    def test_what_has_no_status_stays(self, look: Looking, as_owner: Caller) -> None:
        number = as_owner.memory()

        look.post(f"{number}/status/", to="done", version=1)

        assert "There is no field 'status' here" in look.told()

    def test_there_is_nothing_to_read_at_it(self, look: Looking, as_writer: Caller) -> None:
        look.get(f"{as_writer.task()}/status/", 405)
        look.post("99/status/", 404, to="done", version=1)
