"""An item's page: what it says, and to whom."""

import pytest

from conderis.accounts.models import User
from items.models import Item, Version
from projects.models import Project
from projects.services.archive_project import archive_project
from tests.calls import Caller
from tests.items.pages.browser import Browser, browser_of


def test_everyone_in_the_project_reads_it(
    home: str, as_owner: Caller, owner: User, moderator: User, writer: User, reader: User
) -> None:
    number = as_owner.memory("Shader cache", "It is warmed on deploy", content="Since March.")

    for person in (owner, moderator, writer, reader):
        page = browser_of(person).get(f"{home}{number}/")
        assert "Shader cache" in page.words
        assert "It is warmed on deploy" in page.words
        assert "Since March." in page.words


def test_for_others_it_is_not_there(home: str, as_owner: Caller, at_outsider: Browser, at_nobody: Browser) -> None:
    number = as_owner.memory()

    at_outsider.get(f"{home}{number}/", 404)
    assert at_nobody.client.get(f"{home}{number}/")["Location"].startswith("/login/")
    assert at_nobody.client.get(f"{home}{number + 1}/")["Location"].startswith("/login/")


def test_a_public_projects_is_read_by_all(
    home: str, public: Project, as_owner: Caller, at_outsider: Browser, at_nobody: Browser
) -> None:
    number = as_owner.memory("Shader cache")

    for browser in (at_outsider, at_nobody):
        page = browser.get(f"{home}{number}/")
        assert "Shader cache" in page.words
        assert "Everyone sees this: the project is public." in page.words
        assert not any(form.action.startswith(page.path) for form in page.forms)
        assert f'href="{page.path}edit/"' not in page.text


def test_a_private_one_is_its_authors_alone(
    home: str, public: Project, as_writer: Caller, at_writer: Browser, at_owner: Browser, at_nobody: Browser
) -> None:
    number = as_writer.memory("My draft", visibility="private")

    page = at_writer.get(f"{home}{number}/")

    assert "My draft" in page.words
    assert "Everyone sees this" not in page.words
    at_owner.get(f"{home}{number}/", 404)
    assert at_nobody.client.get(f"{home}{number}/").status_code == 302


def test_a_personal_one_is_its_owners_alone(as_writer: Caller, at_writer: Browser, at_owner: Browser) -> None:
    path = f"/personal/{as_writer.personal('For me').removeprefix('memory:')}/"

    assert "For me" in at_writer.get(path).words
    at_owner.get(path, 404)


def test_what_is_not_there(home: str, at_owner: Browser) -> None:
    at_owner.get(f"{home}99/", 404)
    at_owner.get(f"{home}0/", 404)
    at_owner.get(f"{home}{10**30}/", 404)
    at_owner.get("/personal/99/", 404)
    at_owner.get(f"/personal/{10**30}/", 404)


def test_who_stands_behind_it(home: str, as_owner: Caller, as_writer: Caller, at_reader: Browser) -> None:
    number = as_owner.task("Warm the cache")
    as_writer.change("task", number, 1, title="Warm the cache on deploy")

    words = at_reader.get(f"{home}{number}/").words

    assert "version 2" in words
    assert "by Ada through the agent claude-code" in words
    assert "changed by Chi through the agent claude-code" in words


def test_who_approved_it(home: str, as_owner: Caller, moderator: User, at_reader: Browser) -> None:
    number = as_owner.memory()
    Item.objects.filter(number=number).update(reviewed_by=moderator)

    assert "approved by Bea" in at_reader.get(f"{home}{number}/").words


def test_its_fields(home: str, as_owner: Caller, at_reader: Browser) -> None:
    parent = as_owner.memory("Rendering")
    number = as_owner.memory(
        "Shader cache", type="constraint", tags=["render"], weight=5, expiresAt="2091-01-31", parent=parent
    )

    words = at_reader.get(f"{home}{number}/").words

    for said in ("render", "constraint", "shared", "Weight 5", f"Parent #{parent} Rendering", "31 Jan 2091"):
        assert said in words, said
    assert f"#{number}" in at_reader.get(f"{home}{parent}/").words


def test_a_blocked_task_says_what_it_waits_for(home: str, as_owner: Caller, at_reader: Browser) -> None:
    number = as_owner.task()
    as_owner.act(number, "block", 1, reason="The contract <b>isn't</b> signed.")

    page = at_reader.get(f"{home}{number}/")

    assert "Waits: The contract &lt;b&gt;isn&#x27;t&lt;/b&gt; signed." in page.words


def test_an_archived_and_an_expired_one_say_so(home: str, as_owner: Caller, at_reader: Browser) -> None:
    expired = as_owner.memory(expiresAt="2020-01-01")
    archived = as_owner.page()
    as_owner.act(archived, "archive", 1)

    assert "Expired 01 Jan 2020" in at_reader.get(f"{home}{expired}/").words
    assert "Archived: lists and recall leave it out." in at_reader.get(f"{home}{archived}/").words


def test_a_locked_one_says_nothing(home: str, as_owner: Caller, at_owner: Browser) -> None:
    other = as_owner.task("A neighbour")
    number = as_owner.task("Holds a secret", content="hunter2", parent=other)
    as_owner.relate(number, "related", other, reason="hunter2 too")
    item = Item.objects.get(number=number)
    Version.objects.filter(item=item).update(state=None, sealed=True, reason="hunter2 again")
    Item.objects.filter(pk=item.pk).update(state=None, sealed=True)

    page = at_owner.get(f"{home}{number}/")

    assert f"#{number} is locked" in page.words
    for said in ("Holds a secret", "hunter2", "A neighbour"):
        assert said not in page.text
    assert not any(form.action.startswith(page.path) for form in page.forms)
    at_owner.get(f"{page.path}edit/", 423)
    at_owner.post(f"{page.path}edit/", {"version": "1", "title": "New"}, 423)


def test_the_newest_versions_stand_beside_it(home: str, as_owner: Caller, at_reader: Browser) -> None:
    number = as_owner.task()
    for version in range(1, 8):
        as_owner.call(
            "item_store", kind="task", number=number, version=version, fields={"title": f"T{version}"},
            reason=f"reason {version}",
        )  # fmt: skip

    words = at_reader.get(f"{home}{number}/").words

    assert [each for each in range(1, 8) if f"reason {each}" in words] == [3, 4, 5, 6, 7]
    assert "All 8 versions" in words


def test_what_a_version_changed_is_told_to_who_points_at_it(
    home: str, as_owner: Caller, at_reader: Browser, at_outsider: Browser
) -> None:
    number = as_owner.task("Warm the cache at first use")
    as_owner.change("task", number, 1, title="Warm the cache on deploy")
    path = f"{home}{number}/versions/2/words/"

    page = at_reader.get(path)

    assert "−at first use +on deploy" in page.text
    assert page.path in at_reader.get(f"{home}{number}/").text
    at_outsider.get(path, 404)
    at_reader.get(f"{home}{number}/versions/9/words/", 404)
    Version.objects.filter(number=1).update(state=None, sealed=True)
    assert "deploy" not in at_reader.get(path).text
    Item.objects.update(state=None, sealed=True)
    at_reader.get(path, 423)


@pytest.mark.parametrize("kind", ["task", "page"])
def test_children_and_both_ends_of_a_relation(home: str, as_owner: Caller, at_reader: Browser, kind: str) -> None:
    number = as_owner.store(kind, title="The one")
    child = as_owner.store(kind, title="A child", parent=number)
    as_owner.relate(child, "implements", number, reason="Because")

    above, below = at_reader.get(f"{home}{number}/").words, at_reader.get(f"{home}{child}/").words

    assert "Below it 1" in above
    assert "implemented by A child Because" in above
    assert "implements The one Because" in below


def test_what_its_reader_may_not_see_is_not_there(
    home: str, as_owner: Caller, as_writer: Caller, at_owner: Browser, at_writer: Browser
) -> None:
    number = as_owner.memory("Shared")
    hidden = as_writer.memory("A private child", visibility="private", parent=number)
    as_writer.relate(hidden, "related", number)

    assert "A private child" not in at_owner.get(f"{home}{number}/").text
    assert at_writer.get(f"{home}{number}/").text.count("A private child") == 2


def test_a_text_is_shown_to_its_end(home: str, as_owner: Caller, at_reader: Browser) -> None:
    number = as_owner.page(content="x" * 99_990 + " the end")

    assert "the end" in at_reader.get(f"{home}{number}/").words


def test_its_text_is_markdown(home: str, as_owner: Caller, at_reader: Browser) -> None:
    other = as_owner.task("The other")
    text = f"# One\n\n## Two\n\n### Three\n\n- [x] done, see #{other}\n\n| a | b |\n|---|---|\n| 1 | 2 |"
    number = as_owner.page(content=text)

    page = at_reader.get(f"{home}{number}/")

    assert f'<a class="ref" href="{home}{other}/" title="The other"' in page.text
    for drawn in ("<table", 'type="checkbox"', 'aria-label="Contents"'):
        assert drawn in page.text, drawn
    assert 'aria-label="Contents"' not in at_reader.get(f"{home}{other}/").text


HOSTILE = "<script>alert(1)</script>\"'><img src=x onerror=alert(1)>&amp;"


def test_hostile_texts_are_shown_as_they_are(home: str, as_owner: Caller, at_owner: Browser) -> None:
    number = as_owner.task(HOSTILE, content=HOSTILE, summary=HOSTILE)
    child = as_owner.task(HOSTILE, parent=number)
    as_owner.relate(child, "related", number, reason=HOSTILE)
    as_owner.act(number, "block", 1, reason=HOSTILE)

    for path in (f"{home}{number}/", f"{home}{child}/", f"{home}{number}/edit/", f"{home}new/task/?title={HOSTILE}"):
        page = at_owner.get(path)
        assert "<script>alert" not in page.text
        assert "<img" not in page.text
    assert at_owner.get(f"{home}{number}/edit/").form().fields["title"] == HOSTILE


def test_instructions_that_nobody_wrote_teach(
    home: str, at_owner: Browser, at_reader: Browser, at_outsider: Browser
) -> None:
    assert "No instructions yet" in at_reader.get(f"{home}instructions/").words
    assert "Write them" not in at_reader.get(f"{home}instructions/").words
    assert "Write them" in at_owner.get(f"{home}instructions/").words
    at_outsider.get(f"{home}instructions/", 404)


def test_each_page_of_instructions_that_nobody_wrote(home: str, at_owner: Browser, at_writer: Browser) -> None:
    for browser in (at_owner, at_writer):
        for page in ("", "history/", "edit/"):
            browser.get(f"{home}instructions/{page}")
        browser.get(f"{home}instructions/compare/?from=0&to=0")


def test_instructions_once_they_are_written(home: str, as_owner: Caller, at_reader: Browser) -> None:
    as_owner.call("item_store", kind="instructions", version=0, fields={"content": "Keep it short."})

    words = at_reader.get(f"{home}instructions/").words

    assert "Keep it short." in words
    assert "version 1" in words
    assert "Relations" not in words


def test_who_may_change_it_is_offered_to(
    home: str, as_owner: Caller, at_moderator: Browser, at_writer: Browser, at_reader: Browser
) -> None:
    memory, task = as_owner.memory(), as_owner.task()

    def offers(browser: Browser, number: int) -> tuple[bool, bool, bool]:
        page = browser.get(f"{home}{number}/")
        acts = page.offers("archive") or page.offers("claim")
        return f'href="{page.path}edit/"' in page.text, acts, page.offers("relations")

    assert offers(at_moderator, memory) == (True, True, True)
    assert offers(at_writer, memory) == (True, False, True)  # it becomes a proposal
    assert offers(at_writer, task) == (True, True, True)
    assert offers(at_reader, memory) == offers(at_reader, task) == (False, False, False)


def test_an_archived_projects_items_are_only_read(
    home: str, project: Project, as_owner: Caller, at_owner: Browser
) -> None:
    number = as_owner.task()
    archive_project(actor=as_owner.actor, project=project)
    page = at_owner.get(f"{home}{number}/")
    assert not any(form.action.startswith(page.path) for form in page.forms)
