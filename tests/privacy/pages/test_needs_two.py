"""A project's setting that whoever asks for a deletion doesn't decide it."""

from projects.models import Project
from tests.items.pages.looking import Looking

FIELDS = {"name": "Lighthouse", "description": "", "remote": "", "upstream": ""}


def test_an_owner_switches_it_on_and_off(ada: Looking, home: str, project: Project) -> None:
    assert 'name="deletion_needs_two"' in ada.get(f"{home}settings/")
    ada.post(f"{home}settings/", **FIELDS, deletion_needs_two="on")
    project.refresh_from_db()
    assert project.deletion_needs_two
    ada.post(f"{home}settings/", **FIELDS)
    project.refresh_from_db()
    assert not project.deletion_needs_two


def test_nobody_else(lookers: dict[str, Looking], home: str, project: Project) -> None:
    for role, status in (("outsider", 404), ("reader", 403), ("writer", 403), ("moderator", 403)):
        lookers[role].post(f"{home}settings/", status, **FIELDS, deletion_needs_two="on")
    project.refresh_from_db()
    assert not project.deletion_needs_two
