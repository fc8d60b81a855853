"""Write the ledger of erasures into a file, to be replayed on a restored backup."""

import json
from pathlib import Path

from conderis.core.errors import Invalid
from conderis.core.files import write_private
from privacy.models import Erasure

FIELDS = ("id", "at", "by", "project", "item", "kind", "number", "versions", "proposals")


def export_erasures(file: Path) -> int:
    """One JSON object a line, oldest first; returns how many. Raises Invalid for a file that can't be written."""
    rows = list(Erasure.objects.order_by("at", "id").values(*FIELDS).iterator(chunk_size=1000))
    lines = [json.dumps(row | {"id": str(row["id"]), "at": row["at"].isoformat()}) for row in rows]
    try:
        write_private(file, "".join(f"{line}\n" for line in lines))
    except OSError as error:
        raise Invalid("file", f"{file} can't be written: {error.strerror}.") from None
    return len(lines)
