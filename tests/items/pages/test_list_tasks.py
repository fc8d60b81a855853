"""The list of tasks: groups, rows, filters, pages, and the line that makes another."""

import re

import pytest

from conderis.accounts.models import User
from projects.models import Project
from tests.calls import Caller
from tests.items.bulk import add_items
from tests.items.pages.looking import Looking, link, numbers, words

HOSTILE = "<img src=x onerror=alert(1)>\"'&amp;{{ 7 }}"


@pytest.fixture
def look(owner: User, project: Project) -> Looking:
    return Looking(owner, f"/p/{project.pk}/tasks/")


class TestGroups:
    def test_they_stand_by_status_and_closed_ones_on_request(self, look: Looking, as_owner: Caller) -> None:
        made = {status: as_owner.task(status=status) for status in ("open", "in_progress", "done", "canceled")}
        made["blocked"] = as_owner.task()
        as_owner.act(made["blocked"], "block", 1, reason="the vendor")

        assert numbers(look.get("")) == [made["in_progress"], made["blocked"], made["open"]]
        page = look.get("", includeClosed="true")
        assert numbers(page) == [made[s] for s in ("in_progress", "blocked", "open", "done", "canceled")]
        assert re.findall(r'<h2 id="group-(\w+)"', page) == ["in_progress", "blocked", "open", "done", "canceled"]

    def test_the_most_urgent_come_first_unless_asked_otherwise(self, look: Looking, as_owner: Caller) -> None:
        made = [as_owner.task(f"T{n}", priority=each) for n, each in enumerate(["low", "urgent", "normal"])]

        assert numbers(look.get("")) == [made[1], made[2], made[0]]
        assert numbers(look.get("", sort="-title")) == [made[2], made[1], made[0]]

    def test_one_of_them_alone(self, look: Looking, as_owner: Caller) -> None:
        as_owner.task(status="in_progress")
        number = as_owner.task()

        assert numbers(look.get("", group="open")) == [number]

    def test_what_a_query_finds_isnt_grouped(self, look: Looking, as_owner: Caller) -> None:
        twice = as_owner.task("Lamp lamp", status="open")
        once = as_owner.task("A", content="lamp", status="in_progress")

        assert numbers(look.get("", q="lamp")) == [twice, once]


class TestRows:
    def test_what_a_row_says(self, look: Looking, as_owner: Caller, owner: User) -> None:
        parent = as_owner.task("The epic")
        number = as_owner.task(
            "Mend the lamp", summary="It flickers", priority="urgent", parent=parent, tags=["lamp", "glass"],
            assignee=f"user:{owner.id}",
        )  # fmt: skip
        as_owner.act(number, "block", 1, reason="The glazier is away")

        row = look.get("", group="blocked").partition('class="row')[2]

        for said in ("Mend the lamp", "It flickers", "urgent priority", f"#{number}", "The glazier is away", "Ada"):
            assert said in words(row)
        assert f"in #{parent} The epic" in words(row)
        assert 'href="/p/' in row
        assert "?tags=glass" in row

    def test_ready_is_marked_where_nothing_is_waited_for(self, look: Looking, as_owner: Caller) -> None:
        waits, free = as_owner.task("Waits"), as_owner.task("Free")
        as_owner.relate(waits, "depends_on", free)

        rows = [words(row) for row in look.get("").split('<li class="row')[1:]]

        assert "ready" in next(row for row in rows if "Free" in row)
        assert "ready" not in next(row for row in rows if "Waits" in row)

    def test_an_agents_name_stands_with_its_owners(self, look: Looking, as_owner: Caller, as_writer: Caller) -> None:
        number = as_owner.task()
        as_writer.act(number, "claim", 1)

        assert "claude-code (Chi)" in words(look.get(""))

    def test_hostile_text_is_text(self, look: Looking, as_owner: Caller, owner: User) -> None:
        owner.name = HOSTILE
        owner.save()
        parent = as_owner.task(HOSTILE)
        number = as_owner.task(HOSTILE, summary=HOSTILE, parent=parent, assignee=f"user:{owner.id}")
        as_owner.act(number, "block", 1, reason=HOSTILE)

        page = look.get("")

        assert "<img" not in page
        assert page.count("&lt;img src=x onerror=alert(1)&gt;") >= 5


class TestFilters:
    def test_each_of_the_contracts(self, look: Looking, as_owner: Caller, as_writer: Caller, owner: User) -> None:
        parent = as_owner.task("Epic")
        child = as_owner.task("Child", parent=parent, tags=["api", "lamp"], priority="high")
        mine = as_owner.task("Mine", assignee=as_owner.ref)
        other = as_owner.task("Other", assignee=as_writer.ref)
        waits = as_owner.task("Waits")
        as_owner.relate(waits, "depends_on", other)

        assert numbers(look.get("", parent=f"#{parent}")) == [child]
        assert numbers(look.get("", tags="lamp, api")) == [child]
        assert numbers(look.get("", tags=["lamp", "api"])) == [child]
        assert numbers(look.get("", priority="high")) == [child]
        assert numbers(look.get("", assignee="me")) == [mine]
        assert numbers(look.get("", assignee=as_writer.ref)) == [other]
        assert numbers(look.get("", ready="false")) == [waits]
        assert numbers(look.get("", q="mine", priority="", tags="", parent="", ready="", assignee="")) == [mine]

    def test_they_stand_as_they_were_set(self, look: Looking, as_writer: Caller) -> None:
        page = look.get("", priority="high", ready="false", tags="b,a", parent="#3", q="x & y", includeClosed="true",
                        assignee=as_writer.ref, sort="-title")  # fmt: skip

        selected = re.findall(r'<option value="([^"]*)" selected', page)
        assert selected == ["-title", "high", as_writer.ref, "false"]
        assert 'value="b, a"' in page
        assert 'value="#3"' in page
        assert 'value="x &amp; y"' in page
        assert re.search(r'name="includeClosed"[^>]*checked', page)

    def test_assignees_are_the_projects(self, look: Looking, as_writer: Caller, outsider: User) -> None:
        page = look.get("")

        assert "Chi" in page
        assert "Eve" not in page

    @pytest.mark.parametrize(
        ("sent", "said"),
        [
            ({"priority": "purple"}, "Priority must be one of low, normal, high, urgent."),
            ({"assignee": "Ada"}, "Choose one of those in the list of assignees."),
            ({"parent": "twelve"}, "Parent must be the number of an item of this project."),
            ({"tags": "no_tag"}, "Tags must be a list of at most 5 tags"),
            ({"tags": "a,b,c,d,e,f"}, "Tags may hold at most 5 tags"),
            ({"ready": "perhaps"}, "Ready must be true or false."),
            ({"includeClosed": "yes"}, "IncludeClosed must be true or false."),
            ({"sort": "colour"}, "There is no sort 'colour' here."),
            ({"sort": "relevance"}, "relevance needs a query."),
            ({"colour": "red"}, "There is no filter 'colour' here."),
            ({"status": "open"}, "There is no filter 'status' here."),
            ({"group": "done"}, "Group must be one of in_progress, blocked, open."),
            ({"cursor": "x"}, "This page of the list has gone out of date."),
            ({"q": "x" * 1001}, "may have at most 1,000 characters"),
            ({"q": "a\0b"}, "no control characters"),
        ],
    )
    def test_a_broken_one_says_so(self, look: Looking, as_owner: Caller, sent: dict[str, str], said: str) -> None:
        as_owner.task("Not shown")
        status = 413 if len(sent.get("q", "")) > 1000 else 400

        for swap in (False, True):
            page = look.get("", status, swap=swap, **sent)
            assert said in words(page)
            assert "Not shown" not in page

    def test_nothing_fits(self, look: Looking, as_owner: Caller) -> None:
        as_owner.task()

        assert "Nothing fits these filters" in look.get("", priority="urgent")
        assert "No tasks yet" not in look.get("", priority="urgent")


class TestPages:
    def test_each_group_goes_on_by_itself(self, look: Looking, project: Project) -> None:
        rows = add_items(project, "task", [{"title": f"T{n}", "status": "open"} for n in range(45)])
        add_items(project, "task", [{"title": "I", "status": "in_progress"}])
        page = look.get("")
        seen = numbers(page)[1:]
        assert len(seen) == 20
        assert '<span class="count">45</span>' in page

        address = link(page, "Show more")
        more = look.get(address, swap=True)
        assert more.lstrip().startswith("<li")
        assert "<html" not in more
        assert more.count("autofocus") == 1
        seen += numbers(more)
        last = look.get(link(more, "Show more"), swap=True)
        seen += numbers(last)

        assert "Show more" not in last
        assert sorted(seen) == [row.number for row in rows]

        plain = look.get(address)
        assert numbers(plain) == numbers(more)
        assert "<html" in plain
        assert "From the beginning" in plain

    def test_a_swap_is_the_piece_alone(self, look: Looking, as_owner: Caller) -> None:
        number = as_owner.task()

        piece = look.get("", swap=True)

        assert numbers(piece) == [number]
        assert "<html" not in piece
        assert 'class="filters"' not in piece


class TestQuickAdd:
    def test_a_title_makes_a_task(self, look: Looking, as_owner: Caller) -> None:
        answer = look.post("?priority=normal", title="  Mend the lamp ")

        assert answer["Location"].endswith("/tasks/?priority=normal")
        assert as_owner.get(1)["fields"]["title"] == "Mend the lamp"
        assert as_owner.get(1)["createdBy"]["name"] == "Ada"
        assert "via" not in as_owner.get(1)["createdBy"]
        assert "#1 is made." in words(look.get(""))

    def test_in_a_swap_the_line_comes_back_empty_with_the_list(self, look: Looking) -> None:
        piece = look.post("", 200, swap=True, title="Mend the lamp")

        page = piece.content.decode()
        assert page.lstrip().startswith('<form class="quick"')
        assert 'value=""' in page
        assert 'id="found" hx-swap-oob' in page
        assert "Mend the lamp" in page
        assert "#1 is made." in piece["HX-Trigger"]

    @pytest.mark.parametrize(
        ("title", "status", "said"),
        [
            ("", 422, "This field is required."),
            ("x" * 201, 400, "200"),
            ("AKIAIOSFODNN7EXAMPLQ", 400, "looks like a credential"),
        ],
    )
    def test_a_refusal_stands_beside_it(
        self, look: Looking, as_owner: Caller, title: str, status: int, said: str
    ) -> None:
        for swap in (False, True):
            page = look.post("", status, swap=swap, title=title).content.decode()
            assert said in words(page)
            assert f'value="{title}"' in page
        as_owner.refused("not_found", "item_get", number=1)
