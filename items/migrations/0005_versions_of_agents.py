import django.db.models.deletion
from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False  # built while versions go on being written; when it breaks off: DROP INDEX version_agent, then again

    dependencies = [
        ("items", "0004_approvals"),
    ]

    operations = [
        AddIndexConcurrently(
            model_name="version",
            index=models.Index(
                condition=models.Q(("agent__isnull", False)), fields=["agent", "id"], name="version_agent"
            ),
        ),
        migrations.AlterField(  # what it replaces
            model_name="version",
            name="agent",
            field=models.ForeignKey(
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="accounts.agent",
            ),
        ),
    ]
