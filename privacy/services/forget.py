"""What batches remember of an item: its number stays, so that a batch sent again stores nothing twice; its key goes."""

from items.models import Item
from proposals.models import BatchResult


def forget_batch_keys(item: Item) -> list[str]:
    """The keys by which callers named the item in their batches, which are texts of theirs; these are gone now."""
    gone: list[str] = []
    name = item.number if item.number is not None else item.ref
    kept = "numbers" if item.number is not None else "refs"
    rows = BatchResult.objects.filter(project=item.project_id, kind=item.kind, result__contains={"all": [name]})
    for row in rows.select_for_update():
        keys = row.result.get(kept)
        if isinstance(keys, dict):
            gone += [key for key, number in keys.items() if number == name]
            row.result[kept] = {key: number for key, number in keys.items() if number != name}
            row.save(update_fields=["result"])
    return gone
