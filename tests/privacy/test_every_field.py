"""Every field of every model that could hold a text: what is erased, and why the others can't hold content."""

from collections.abc import Iterator

import pytest
from django.apps import apps
from django.contrib.postgres.search import SearchVectorField
from django.db import connection, models

from conderis.accounts.models import User
from privacy.access import deletion_for
from privacy.models import DeletionRequest
from privacy.services.approve_deletion import approve_deletion
from privacy.services.scrub import HOLDING
from tests.calls import Caller
from tests.conftest import Actors

CANARY = "quetzal7741"
PASSWORD = "a-long-enough-password"

ERASED = {
    "items.Item.state", "items.Item.title", "items.Item.summary", "items.Item.tags", "items.Item.search",
    "items.Version.state", "items.Version.reason", "items.Relation.note",
    "proposals.Proposal.state", "proposals.Proposal.title", "proposals.Proposal.search", "proposals.Proposal.reason",
    "proposals.Proposal.decision_reason", "proposals.BatchResult.result",
    "privacy.Sealed.state", "privacy.Sealed.texts", "privacy.DeletionRequest.reason", "outbox.Mail.text",
}  # fmt: skip
EMPTIED = {
    "privacy.DeletionRequest.decision_reason": "with the item; before that only a rejection has one",
    "proposals.Proposal.fingerprint": "a keyed hash, emptied with the proposal",
    "privacy.Proof.key": "thrown away with its hashes once every store was searched",
    "privacy.Proof.marks": "keyed hashes, thrown away once every store was searched",
}
NAME = "a name out of a closed set of ours"
IDS = "ids, made by us"
ACCOUNT = "of an account or its keys: never an item's"
PLACE = "what a project or an organization says of itself, which its owners change in its settings"
CANT = {
    "outbox.Mail.to": ACCOUNT, "outbox.Mail.about": IDS,
    "outbox.Mail.subject": "references, and a project's name",
    "account.EmailAddress.email": ACCOUNT, "account.EmailConfirmation.key": ACCOUNT,
    "mfa.Authenticator.type": NAME, "mfa.Authenticator.data": ACCOUNT,
    "accounts.User.password": ACCOUNT, "accounts.User.id": IDS, "accounts.User.email": ACCOUNT,
    "accounts.User.name": ACCOUNT, "accounts.User.keys_off": NAME,
    "accounts.Agent.id": IDS, "accounts.Agent.name": ACCOUNT, "accounts.Agent.prefix": ACCOUNT,
    "accounts.Agent.key_hash": ACCOUNT,
    "projects.Organization.id": IDS, "projects.Organization.name": PLACE, "projects.Organization.instructions": PLACE,
    "projects.Project.id": IDS, "projects.Project.name": PLACE, "projects.Project.description": PLACE,
    "projects.Project.remote": PLACE,
    "projects.Invitation.id": IDS, "projects.Invitation.email": ACCOUNT, "projects.Invitation.link_hash": ACCOUNT,
    "projects.Invitation.mail_hash": ACCOUNT,
    "items.Item.kind": NAME, "items.Item.status": NAME, "items.Item.type": NAME, "items.Item.priority": NAME,
    "items.Item.visibility": NAME, "items.Item.assignee": "a reference, checked", "items.Item.expires_at": "a moment",
    "items.Version.changed_fields": NAME, "items.Relation.relation": NAME,
    "items.Event.what": NAME, "items.Event.kind": NAME,
    "proposals.Proposal.kind": NAME, "proposals.Proposal.status": NAME, "proposals.Proposal.changed_fields": NAME,
    "proposals.BatchResult.key": "its caller's name for the whole batch, which keeps a repeat from storing it twice",
    "proposals.BatchResult.kind": NAME, "proposals.BatchResult.digest": "a keyed hash",
    "privacy.DeletionRequest.status": NAME,
    "privacy.DeletionRequest.certificate": "names of stores and numbers", "privacy.Proof.stores": "the same",
    "privacy.Proof.after": "where the search is: a key of a row or a file's name",
    "privacy.Scrub.done": NAME, "privacy.Erasure.by": IDS, "privacy.Erasure.project": IDS, "privacy.Erasure.kind": NAME,
    "privacy.Erasure.versions": "numbers", "privacy.Erasure.proposals": IDS,
    "admin.LogEntry.object_id": IDS, "admin.LogEntry.object_repr": "a reference: no model's name is its content",
    "admin.LogEntry.change_message": "names of fields",
    "auth.Permission.name": NAME, "auth.Permission.codename": NAME, "auth.Group.name": "the operator's",
    "contenttypes.ContentType.app_label": NAME, "contenttypes.ContentType.model": NAME,
    "sessions.Session.session_key": "random",
    "sessions.Session.session_data": "who is signed in, and notices in words of ours",
}  # fmt: skip
# A keyed hash needs none left out; what a person chose as a key or wrote as a subject has none either.
WITHOUT_STATISTICS = (ERASED | EMPTIED.keys() | {"outbox.Mail.subject", "proposals.BatchResult.key"}) - {
    "proposals.Proposal.fingerprint"
}
TEXTS = (models.CharField, models.TextField, models.JSONField, models.BinaryField, models.FileField, SearchVectorField)


def fields() -> Iterator[tuple[str, str, str]]:
    """Name, table and column of each field that could hold a text."""
    for model in apps.get_models(include_auto_created=True):
        for field in model._meta.concrete_fields:
            held = field.output_field if isinstance(field, models.GeneratedField) else field
            if isinstance(held, TEXTS):
                yield f"{model._meta.label}.{field.name}", model._meta.db_table, field.column


def holding() -> set[str]:
    found = set()
    with connection.cursor() as cursor:
        for name, table, column in fields():
            rows = f'SELECT count(*) FROM "{table}" WHERE "{column}"::text ILIKE %s'  # noqa: S608
            cursor.execute(rows, [f"%{CANARY}%"])
            if cursor.fetchone()[0]:
                found.add(name)
    return found


def test_each_field_is_erased_or_cannot_hold_it() -> None:
    """For a new field: erase it in `privacy.services.erase`, or say here why it can't hold content."""
    assert {name for name, _, _ in fields()} == ERASED | EMPTIED.keys() | CANT.keys()
    assert not ERASED & CANT.keys()


def test_what_is_erased_is_rewritten_in_the_files_too() -> None:
    tables = {table for name, table, _ in fields() if name in ERASED | EMPTIED.keys()}
    assert tables == {model._meta.db_table for model in HOLDING}


@pytest.mark.django_db
def test_no_statistics_are_kept_of_them() -> None:
    with connection.cursor() as cursor:
        for name, table, column in fields():
            cursor.execute(
                "SELECT attstattarget FROM pg_attribute WHERE attrelid = %s::regclass AND attname = %s", [table, column]
            )
            assert (cursor.fetchone()[0] == 0) is (name in WITHOUT_STATISTICS), name
        # and of the expressions that indexes are made of, where these are texts
        cursor.execute(
            "SELECT attrelid::regclass::text FROM pg_attribute JOIN pg_class c ON c.oid = attrelid "
            "JOIN pg_index i ON i.indexrelid = c.oid JOIN pg_class t ON t.oid = i.indrelid "
            "WHERE i.indkey[attnum - 1] = 0 AND atttypid = 'text'::regtype AND attstattarget IS DISTINCT FROM 0 "
            "AND t.relname = ANY(%s)",
            [[model._meta.db_table for model in HOLDING]],
        )
        assert cursor.fetchall() == []


def test_each_of_them_held_it_and_holds_it_no_more(
    as_owner: Caller, as_writer: Caller, actors: Actors, owner: User, writer: User, settings: object
) -> None:
    settings.SENDS_MAIL = True  # type: ignore[attr-defined]
    owner.set_password(PASSWORD)
    owner.save()
    writer.mails_outcomes = True
    writer.save()
    number = as_owner.memory(f"T {CANARY}", f"S {CANARY}", content=CANARY, tags=[CANARY])
    as_owner.call("item_store", kind="memory", number=number, version=1, fields={"weight": 5}, reason=CANARY)
    change = {"kind": "memory", "number": number, "version": 2, "fields": {"title": f"P {CANARY}"}, "reason": CANARY}
    proposal = as_writer.call("item_store", **change)["ref"]
    as_owner.call("item_action", ref=proposal, action="reject", reason=f"No {CANARY}.")
    as_owner.relate(as_owner.memory("Other"), "related", number, reason=CANARY)
    items = [{"kind": "memory", "key": CANARY, "fields": {"title": "Batch", "summary": "S"}}]
    sent = as_owner.call("item_store", kind="memory", batch={"idempotencyKey": "k", "items": items})
    held = holding()
    for each in (number, sent["kinds"]["memory"]["all"][0]):
        as_owner.call("item_delete", number=each, reason=CANARY)
    held |= holding()
    assert held == ERASED
    for request in DeletionRequest.objects.all():
        found = deletion_for(actors.owner, request.pk)
        approve_deletion(actor=actors.owner, request=found, password=PASSWORD, confirm=found.shown)
    assert holding() == set()
