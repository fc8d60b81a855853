"""The published form of a batch, and what it says of one."""

import json
from typing import Any

from django.conf import settings
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

SCHEMA: dict[str, Any] = json.loads((settings.BASE_DIR / "schemas/conderis-batch-v2.schema.json").read_text())
_VALIDATOR = Draft202012Validator(SCHEMA)
Draft202012Validator.check_schema(SCHEMA)


def faults(batch: object) -> list[str]:
    """What the schema refuses in a batch."""
    return [error.message for error in _VALIDATOR.iter_errors(batch)]
