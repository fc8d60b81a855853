from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False  # built while events go on being written; when it breaks off: DROP INDEX event_days, then again

    dependencies = [
        ("items", "0002_initial"),
    ]

    operations = [
        AddIndexConcurrently(
            model_name="event",
            index=models.Index(fields=["project", "at"], include=("item",), name="event_days"),
        ),
    ]
