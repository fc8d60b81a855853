"""Who sees which list, and what is offered on it."""

import pytest

from conderis.accounts.models import User
from projects.models import Project
from tests.calls import Caller
from tests.items.pages.looking import Looking, words

PAGES = ["tasks/", "tasks/board/", "memories/", "pages/", "search/", "search/?q=lamp", "hygiene/"]
MEMBERS = ["owner", "moderator", "writer", "reader"]


@pytest.fixture
def base(project: Project) -> str:
    return f"/p/{project.pk}/"


@pytest.fixture
def people(owner: User, moderator: User, writer: User, reader: User, outsider: User, base: str) -> dict[str, Looking]:
    found = {"owner": owner, "moderator": moderator, "writer": writer, "reader": reader, "outsider": outsider}
    return {**{name: Looking(user, base) for name, user in found.items()}, "nobody": Looking(None, base)}


@pytest.mark.parametrize("page", PAGES)
def test_members_see_it_and_others_dont(people: dict[str, Looking], page: str) -> None:
    for name in MEMBERS:
        assert "<h1" in people[name].get(page)
    people["outsider"].get(page, 404)
    answer = people["nobody"].client.get(people["nobody"].base + page)
    assert answer.status_code == 302
    assert answer["Location"].startswith("/login/?next=/p/")


@pytest.mark.parametrize("page", PAGES)
def test_in_public_everyone_sees_it(people: dict[str, Looking], project: Project, page: str) -> None:
    Project.objects.filter(pk=project.pk).update(public=True)

    for name in ("nobody", "outsider"):
        seen = people[name].get(page)
        assert 'id="mover"' not in seen
        assert 'id="quick"' not in seen
        assert f"{people[name].base}new/" not in seen


def test_what_is_private_is_in_nobody_elses_list(people: dict[str, Looking], as_writer: Caller) -> None:
    number = as_writer.memory("The lamp of a writer", visibility="private")

    for page in ("memories/", "search/?q=lamp", f"search/?q=%23{number}"):
        assert "The lamp of a writer" in words(people["writer"].get(page))
        assert "The lamp of a writer" not in words(people["owner"].get(page))


@pytest.mark.parametrize(
    ("page", "offered", "to"),
    [
        ("tasks/", 'id="quick"', {"owner", "moderator", "writer"}),
        ("tasks/", "/new/task/", {"owner", "moderator", "writer"}),
        ("tasks/board/", "data-card=", {"owner", "moderator", "writer"}),
        ("tasks/board/", "formaction=", {"owner", "moderator", "writer"}),
        ("memories/", "/new/memory/", {"owner", "moderator", "writer"}),
        ("pages/", "data-move=", {"owner", "moderator"}),
        ("pages/", "/move/", {"owner", "moderator"}),
        ("pages/", "/new/page/", {"owner", "moderator", "writer"}),
    ],
)
def test_offered_is_what_one_may(
    people: dict[str, Looking], as_owner: Caller, page: str, offered: str, to: set[str]
) -> None:
    as_owner.task()
    as_owner.page()

    assert {name for name in MEMBERS if offered in people[name].get(page)} == to


def test_what_isnt_offered_is_refused(people: dict[str, Looking], as_owner: Caller, as_reader: Caller) -> None:
    task, page = as_owner.task(), as_owner.page()

    people["reader"].post("tasks/", 403, title="Mine")
    people["reader"].post(f"{task}/status/", 403, to="done", version=1)
    for name in ("reader", "writer"):
        people[name].post(f"{page}/move/", 403, parent="", position="0")
        people[name].get(f"{page}/move/", 403)
    for path in (f"{task}/status/", f"{page}/move/", "tasks/"):
        people["outsider"].post(path, 404, title="Mine", to="done", version=1)
    assert as_reader.get(task)["version"] == 1


def test_what_is_only_read_takes_no_post(people: dict[str, Looking]) -> None:
    for page in ("memories/", "pages/", "search/", "hygiene/", "tasks/board/"):
        people["owner"].post(page, 405)


def test_my_own_are_mine_alone(owner: User, outsider: User, as_owner: Caller) -> None:
    as_owner.personal("Short branches")

    assert "Short branches" in Looking(owner, "/").get("personal/")
    assert "Short branches" not in Looking(outsider, "/").get("personal/")
    assert Looking(None, "/").client.get("/personal/").status_code == 302
