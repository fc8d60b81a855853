"""Each address of the site for each role: what may not be seen is a 404, what may be seen but not done a 403.

A new address that isn't in the table fails the first test, so nobody forgets to say who may see it.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from conderis.accounts.models import User
from projects.capabilities import Role
from projects.models import Project
from tests.calls import Caller
from tests.conftest import through_agent
from tests.factories import AgentFactory, OrganizationFactory, OrganizationMembershipFactory

ROLES = ("nobody", "outsider", "reader", "writer", "moderator", "owner")
SIGN_IN = 302
# What GET answers, in the order of ROLES.
ANYONE = (200,) * 6
SIGNED_IN = (SIGN_IN, *(200,) * 5)
READ = (SIGN_IN, 404, 200, 200, 200, 200)
WRITE = (SIGN_IN, 404, 403, 200, 200, 200)
MODERATE = (SIGN_IN, 404, 403, 403, 200, 200)
WRITERS_ONLY = (SIGN_IN, 404, 404, 200, 200, 200)
UNASKED = (404, *WRITERS_ONLY[1:])  # asked for in the background: nobody is led away from their page
OWNERS_ONLY = (SIGN_IN, 404, 404, 404, 404, 200)
POSTED = (405,) * 6
MINE = (SIGN_IN, 404, 404, 404, 404, 200)  # the owner's own
# The same in a public project.
PUBLIC = {READ: ANYONE, WRITE: (SIGN_IN, 403, 403, 200, 200, 200), MODERATE: (SIGN_IN, 403, 403, 403, 200, 200)}

PROJECT: dict[str, tuple[int, ...]] = {
    "project": READ, "tasks": READ, "board": READ, "memories": READ, "pages": READ, "hygiene": READ, "search": READ,
    "instructions": READ, "instructions-history": READ, "instructions-compare": READ, "instructions-version": READ,
    "instructions-version-words": READ,
    "instructions-edit": WRITE, "proposals": WRITERS_ONLY, "proposals-count": UNASKED, "proposals-done": WRITERS_ONLY,
    "privacy": OWNERS_ONLY, "import": WRITE,
    "instructions-delete": WRITE, "instructions-delete-version": WRITE,
}  # fmt: skip
ITEM: dict[str, tuple[int, ...]] = {
    "item": READ, "history": READ, "version": READ, "version-words": READ, "compare": READ,
}  # fmt: skip
ALONE: dict[str, tuple[int, ...]] = {
    "home": ANYONE, "guide": ANYONE, "healthz": ANYONE, "readyz": ANYONE,
    "batch-schema": ANYONE, "batch-example": ANYONE,
    "connect": SIGNED_IN, "my-settings": SIGNED_IN, "my-security": SIGNED_IN, "my-keys": SIGNED_IN,
    "my-notifications": SIGNED_IN, "all-proposals": SIGNED_IN,
    "my-agents": SIGNED_IN, "close-account": SIGNED_IN, "new-project": SIGNED_IN, "new-organization": SIGNED_IN,
    "personal-memories": SIGNED_IN, "new-personal": SIGNED_IN, "find-personal": SIGNED_IN,
    "mfa_index": SIGNED_IN, "my-privacy": SIGNED_IN,
}  # fmt: skip
PERSONAL = (
    "personal", "personal-edit", "personal-history", "personal-version", "personal-version-words", "personal-compare",
    "personal-delete", "personal-delete-version",
)  # fmt: skip
PROPOSAL: dict[str, tuple[int, ...]] = {"proposal": WRITERS_ONLY, "edit-proposal": (SIGN_IN, 404, 404, 403, 200, 200)}
FROM_PROPOSAL = ("next-proposal", "previous-proposal")
ORGANIZATION: dict[str, tuple[int, ...]] = {"organization-home": OWNERS_ONLY, "organization-members": OWNERS_ONLY}
ONLY_POSTED = (
    "act", "personal-act", "instructions-act", "fields", "personal-fields", "instructions-fields", "relate",
    "personal-relate", "instructions-relate", "unrelate", "personal-unrelate", "instructions-unrelate", "preview",
    "preview-personal", "restore-version", "personal-restore-version", "instructions-restore-version", "status",
    "archive-project", "restore-project", "role", "organization-role", "remove-member", "organization-remove-member",
    "invite", "organization-invite", "withdraw", "organization-withdraw", "leave", "organization-leave",
    "approve-proposal", "reject-proposal", "withdraw-proposal", "restore-for-proposal", "skip-proposal",
    "unskip-proposal", "reading-proposal",
    "reject-deletions", "reveal",
)  # fmt: skip
# Told apart from role by their own tests: allauth's steps, what a link holds, the tools' endpoint, what DEBUG shows.
ELSEWHERE = (
    "account_login", "account_logout", "account_inactive", "account_signup", "account_email_verification_sent",
    "account_confirm_email", "account_reauthenticate", "account_set_password", "account_reset_password",
    "account_reset_password_done", "account_reset_password_from_key", "mfa_authenticate", "mfa_reauthenticate",
    "mfa_activate_totp", "mfa_deactivate_totp", "mfa_view_recovery_codes", "mfa_generate_recovery_codes",
    "mfa_download_recovery_codes", "invitation", "mcp", "styleguide", "connect-client", "connect-calls",
    "my-agent", "end-agent", "written", "reject-written", "undo-written", "account_change_password", "metrics",
    "new", "edit", "move", "settings", "members", "find", "delete", "delete-version", "deletion",  # below
    "delete-proposal",  # below
)  # fmt: skip


def names(patterns: list[URLPattern | URLResolver]) -> Iterator[str]:
    for each in patterns:
        if isinstance(each, URLResolver):
            if each.namespace != "admin":
                yield from names(each.url_patterns)
        else:
            assert each.name, f"{each.pattern} has no name"
            yield each.name


def test_each_address_is_in_a_table() -> None:
    known = {*PROJECT, *ITEM, *ALONE, *PERSONAL, *ORGANIZATION, *PROPOSAL, *FROM_PROPOSAL, *ONLY_POSTED, *ELSEWHERE}

    assert set(names(get_resolver().url_patterns)) == known


@dataclass(frozen=True)
class Site:
    """A project with one item of each kind, and a browser for each role."""

    project: Project
    as_owner: Caller
    browsers: dict[str, Client]

    def answers(self, address: str) -> tuple[int, ...]:
        return tuple(self.browsers[role].get(address).status_code for role in ROLES)


@pytest.fixture(params=["private", "public"])
def site(
    request: Any, project: Project, owner: User, moderator: User, writer: User, reader: User, outsider: User
) -> Site:
    project.public = request.param == "public"
    project.save()
    people = {"owner": owner, "moderator": moderator, "writer": writer, "reader": reader, "outsider": outsider}
    browsers = {"nobody": Client()}
    for role, person in people.items():
        browsers[role] = Client()
        browsers[role].force_login(person, backend="django.contrib.auth.backends.ModelBackend")
    caller = through_agent(owner, project)
    caller.call("item_store", kind="instructions", ref="instructions", version=0, fields={"content": "Be kind."})
    return Site(project, caller, browsers)


def expected(site: Site, answers: tuple[int, ...]) -> tuple[int, ...]:
    return PUBLIC.get(answers, answers) if site.project.public else answers


def test_the_pages_of_a_project(site: Site) -> None:
    wrong = {}
    for name, answers in PROJECT.items():
        more = {"version": 1} if "-version" in name else {}
        found = site.answers(reverse(name, kwargs={"project_id": site.project.pk, **more}))
        if found != expected(site, answers):
            wrong[name] = found
    assert wrong == {}


def test_the_pages_of_an_item_of_each_kind(site: Site) -> None:
    numbers = {"task": site.as_owner.task(), "memory": site.as_owner.memory(), "page": site.as_owner.page()}
    wrong = {}
    for kind, number in numbers.items():
        pages = {
            **ITEM,
            "edit": WRITE,
            "delete": WRITE,
            "delete-version": WRITE,
            **({"move": MODERATE} if kind == "page" else {}),
        }
        for name, answers in pages.items():
            more = {"version": 1} if "version" in name else {}
            found = site.answers(reverse(name, kwargs={"project_id": site.project.pk, "number": number, **more}))
            if found != expected(site, answers):
                wrong[kind, name] = found
    assert wrong == {}


def test_the_forms_for_a_new_one(site: Site) -> None:
    wrong = {}
    for kind in ("task", "memory", "page"):
        found = site.answers(reverse("new", args=[site.project.pk, kind]))
        if found != expected(site, WRITE):
            wrong[kind] = found
    assert wrong == {}
    assert site.answers(reverse("new", args=[site.project.pk, "nonsense"]))[-1] == 404


def test_a_private_memory_is_its_writers_alone(site: Site) -> None:
    number = site.as_owner.memory(visibility="private")
    addresses = [
        reverse(name, kwargs={"project_id": site.project.pk, "number": number, **more})
        for name, more in (("item", {}), ("history", {}), ("version", {"version": 1}), ("compare", {}), ("edit", {}))
    ]

    assert {site.answers(address) for address in addresses} == {MINE}


def test_a_deletion_is_its_owners_to_decide(site: Site, writer: User) -> None:
    asking = through_agent(writer, site.project)
    sent = asking.call("item_delete", number=site.as_owner.memory(), reason="It names a customer.")

    assert site.answers(reverse("deletion", args=[sent["ref"].partition(":")[2]])) == OWNERS_ONLY


def test_a_private_memorys_deletion_is_its_writers(site: Site, writer: User) -> None:
    asking = through_agent(writer, site.project)
    sent = asking.call("item_delete", number=asking.memory(visibility="private"), reason="Mine.")

    assert site.answers(reverse("deletion", args=[sent["ref"].partition(":")[2]])) == (SIGN_IN, 404, 404, 200, 404, 404)
    queue = reverse("privacy", args=[site.project.pk])
    assert site.answers(queue) == (SIGN_IN, 404, 404, 200, 404, 200)


def test_a_proposals_deletion_is_asked_for_by_those_who_see_it(site: Site, writer: User) -> None:
    proposing = through_agent(writer, site.project)
    fields = {"title": "T", "summary": "S"}
    ref = proposing.call("item_store", kind="memory", fields=fields, propose=True)["ref"]

    found = site.answers(reverse("delete-proposal", args=[ref.partition(":")[2]]))

    assert found == (SIGN_IN, 404, 404, 200, 200, 200)


def test_settings_are_the_owners_and_members_are_shown_who_is_in_it(site: Site) -> None:
    found = site.answers(reverse("settings", args=[site.project.pk]))

    assert found == (SIGN_IN, 404, 303, 303, 303, 200)
    assert site.answers(reverse("members", args=[site.project.pk])) == READ


def test_suggestions_are_for_the_signed_in(site: Site) -> None:
    found = site.answers(reverse("find", args=[site.project.pk]))

    assert found == (SIGN_IN, 200 if site.project.public else 404, 200, 200, 200, 200)


def test_what_belongs_to_no_project(site: Site) -> None:
    wrong = {name: found for name, answers in ALONE.items() if (found := site.answers(reverse(name))) != answers}

    assert wrong == {}


def test_personal_memories_are_ones_own(site: Site) -> None:
    pk = int(site.as_owner.personal().partition(":")[2])
    wrong = {}
    for name in PERSONAL:
        more = {"version": 1} if "-version" in name else {}
        found = site.answers(reverse(name, kwargs={"pk": pk, **more}))
        if found != MINE:
            wrong[name] = found
    assert wrong == {}


def test_a_proposal_is_there_for_those_who_write(site: Site) -> None:
    sent = site.as_owner.call("item_store", kind="memory", fields={"title": "T", "summary": "S"}, propose=True)
    pk = int(sent["ref"].partition(":")[2])
    found = {name: site.answers(reverse(name, args=[pk])) for name in (*PROPOSAL, *FROM_PROPOSAL)}

    assert found == {**PROPOSAL, **dict.fromkeys(FROM_PROPOSAL, (SIGN_IN, 404, 404, 303, 303, 303))}


def test_an_organization_is_its_members(site: Site, owner: User) -> None:
    place = OrganizationFactory(created_by=owner)
    OrganizationMembershipFactory(organization=place, user=owner, role=Role.OWNER)
    for name, answers in ORGANIZATION.items():
        assert site.answers(reverse(name, args=[place.pk])) == answers


def test_another_persons_agent_isnt_there(site: Site, owner: User) -> None:
    agent = AgentFactory(owner=owner)
    assert site.answers(reverse("connect-calls", args=[agent.pk])) == MINE


def test_what_an_agent_wrote_is_for_its_owner_and_who_writes_there(site: Site) -> None:
    site.as_owner.task()
    agent = site.as_owner.actor.agent_id
    assert site.answers(reverse("written", args=[agent])) == WRITERS_ONLY
    assert site.answers(reverse("reject-written", args=[agent])) == (SIGN_IN, 404, 404, 403, 200, 200)
    assert site.answers(reverse("undo-written", args=[agent])) == POSTED


def test_what_changes_something_takes_a_post(site: Site) -> None:
    values = {
        "project_id": site.project.pk, "organization_id": "x", "number": 1, "pk": 1, "version": 1, "action": "claim",
        "user_id": "x", "invitation_id": "x",
    }  # fmt: skip
    wrong = {}
    for name in ONLY_POSTED:
        taken = {key for key, _ in _converters(name).items()}
        found = site.answers(reverse(name, kwargs={key: values[key] for key in taken}))
        if found != POSTED:
            wrong[name] = found
    assert wrong == {}


def _converters(name: str) -> dict[str, Any]:
    for each in _patterns(get_resolver().url_patterns):
        if each.name == name:
            return dict(each.pattern.converters)
    raise AssertionError(name)


def _patterns(patterns: list[URLPattern | URLResolver]) -> Iterator[URLPattern]:
    for each in patterns:
        if isinstance(each, URLResolver):
            yield from _patterns(each.url_patterns)
        else:
            yield each
