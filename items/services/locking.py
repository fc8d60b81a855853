"""Row locks, always in this order: project (or, outside of projects, owner), then items from the moved one upwards."""

from conderis.accounts.models import User
from conderis.accounts.selectors import names_for
from conderis.core.errors import Conflict, Missing
from items.access import require_unlocked
from items.models import Item, Version
from projects.models import Project


def locked(item: Item) -> Item:
    """The item as it is now, locked until the transaction ends; raises Locked when it's sealed.

    ``FOR NO KEY UPDATE``: rows that only refer to the item don't wait for it.
    """
    fresh = Item.objects.select_for_update(no_key=True).get(pk=item.pk)
    fresh.project = item.project
    require_unlocked(fresh)
    return fresh


def lock_tree(project: Project | None, owner_id: str) -> int:
    """Let one caller at a time add items and change who stands under whom: no number twice, no cycle even in a race.

    Returns the project's last number; 0 outside of projects.
    """
    if project is None:
        User.objects.select_for_update(no_key=True).only("pk").get(pk=owner_id)
        return 0
    rows = Project.objects.select_for_update(no_key=True).values_list("last_number", flat=True)
    return rows.get(pk=project.pk)


def check_version(item: Item, version: int | None) -> None:
    """Raises Missing without a version, Conflict for another than the current one."""
    if version is None:
        raise Missing(
            "version", f"Send version, the one that you read with item_get; {item.ref} is at {item.version}.",
            version=item.version,
        )  # fmt: skip
    if version == item.version:
        return
    since = Version.objects.filter(item=item, number__gt=version).values_list("changed_fields", flat=True)
    changed = {name for names in since for name in names}
    raise Conflict(
        f"{item.ref} is at version {item.version}, you sent {version}. "
        "Read it with item_get and send your change again.",
        version=item.version,
        changedFields=sorted(changed),
        changedBy=names_for([item.updated_by_id]).user(item.updated_by_id),
    )
