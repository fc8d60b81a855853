"""Accounts from before sign-up were made by someone with the right to, so their addresses count as confirmed."""

from typing import Any

from django.db import migrations

BATCH = 1000


def confirm(apps: Any, _: Any) -> None:
    EmailAddress = apps.get_model("account", "EmailAddress")
    User = apps.get_model("accounts", "User")
    unknown = User.objects.filter(emailaddress=None).values_list("pk", "email")
    rows = (
        EmailAddress(user_id=pk, email=email.lower(), verified=True, primary=True)
        for pk, email in unknown.iterator(chunk_size=BATCH)
    )
    EmailAddress.objects.bulk_create(rows, batch_size=BATCH)


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0002_sessions_and_keys"),
        ("account", "0009_emailaddress_unique_primary_email"),
    ]

    operations = [migrations.RunPython(confirm, migrations.RunPython.noop)]
