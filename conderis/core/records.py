"""What may be logged of a record of the standard library's logging, whoever wrote it.

Other packages' messages quote what they are about: an address with its query, a statement, a whole exception. So of
theirs the template stays, with its numbers; and of every exception its class and the places that it went through.
"""

import linecache
import logging
from pathlib import Path
from types import TracebackType
from typing import Any

_ROOT = str(Path(__file__).resolve().parents[2])
_PLACES = 30  # the innermost ones of a traceback; a runaway recursion has a thousand
_NEAR = 4  # lines around the one that logs, in which its message may stand
_WITHHELD = "…"


def kept(record: logging.LogRecord) -> dict[str, Any]:
    """The event and what belongs to it."""
    ours = record.pathname.startswith(_ROOT) and "site-packages" not in record.pathname
    fields: dict[str, Any] = {"event": record.getMessage() if ours else _template(record), "logger": record.name}
    if not ours:
        fields["at"] = f"{Path(record.pathname).name}:{record.lineno}"
    if record.exc_info and record.exc_info[0] is not None:
        fields["exception"] = record.exc_info[0].__qualname__
        fields["through"] = places_of(record.exc_info[2])
    return fields


def places_of(traceback: TracebackType | None) -> list[str]:
    """Where an exception went through, innermost last: ``["view.py:40", "store.py:12"]``."""
    places = []
    while traceback is not None:
        places.append(f"{Path(traceback.tb_frame.f_code.co_filename).name}:{traceback.tb_lineno}")
        traceback = traceback.tb_next
    return places[-_PLACES:]


def _template(record: logging.LogRecord) -> str:
    message = record.msg if isinstance(record.msg, str) else _WITHHELD
    if not record.args:
        return message if _stands_in_source(message, record) else _WITHHELD
    try:
        if isinstance(record.args, dict):
            return message % {name: _number(value) for name, value in record.args.items()}
        return message % tuple(map(_number, record.args))
    except (TypeError, ValueError, KeyError):
        return message


def _number(value: object) -> object:
    return value if isinstance(value, int | float) else _WITHHELD


def _stands_in_source(message: str, record: logging.LogRecord) -> bool:
    """Whether a message without arguments is a constant of the code that logs it, not put together there."""
    lines = linecache.getlines(record.pathname)[max(0, record.lineno - _NEAR) : record.lineno + _NEAR]
    return bool(message.strip()) and message in "".join(lines)
