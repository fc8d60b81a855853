"""Logs: one JSON object a line on stderr, or key=value for a person's terminal, and never a content in it.

What we log ourselves we write with that in mind. Other packages' messages quote what they are about: an address
with its query, a statement, a whole exception. So of theirs the template stays, with its numbers, and of every
exception its class and the places it went through.
"""

import linecache
import logging
import sys
import threading
from contextvars import ContextVar
from pathlib import Path
from types import TracebackType
from typing import Any

import structlog
from structlog.typing import EventDict, Processor

_ROOT = str(Path(__file__).resolve().parents[2])
_PLACES = 30  # the innermost ones of a traceback; a runaway recursion has a thousand
_WITHHELD = "…"

Facts = dict[str, Any]
_about: ContextVar[Facts | None] = ContextVar("about", default=None)


def begin(**facts: Any) -> Facts:
    """The facts of what begins now, such as a request, in this thread; its one line is written at its end."""
    about: Facts = dict(facts)
    _about.set(about)
    return about


def end() -> None:
    """What this thread does from now on belongs to nothing that was begun."""
    _about.set(None)


def note(**facts: Any) -> bool:
    """Add to the line of what was begun in this thread; False when there is nothing."""
    about = _about.get()
    if about is not None:
        about.update(facts)
    return about is not None


def line(event: str, /, *, level: str = "info", **facts: Any) -> None:
    """Write a line. Facts are ids, names of ours and numbers: no text of a caller, no address of a person, no key."""
    getattr(_logger, level)(event, **{name: value for name, value in facts.items() if value is not None})


def configured(*, readable: bool) -> dict[str, Any]:
    """Set up structlog; the settings of the standard library's logging that go with it.

    They suit Django's LOGGING and gunicorn's logconfig_dict alike.
    """
    render: Processor = (
        structlog.processors.KeyValueRenderer(key_order=["time", "level", "event"])
        if readable
        else structlog.processors.JSONRenderer(ensure_ascii=False)
    )
    structlog.configure(
        processors=[structlog.processors.add_log_level, _TIME, render],
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        logger_factory=_Stderr,
        cache_logger_on_first_use=True,
    )
    threading.excepthook = _thread_failed
    ours = {"level": "WARNING", "handlers": ["stderr"], "propagate": False}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"line": {"()": Reduced, "render": render}},
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
        "root": {"handlers": ["stderr"], "level": "WARNING"},
        # Django and gunicorn bring handlers of their own, which are replaced here.
        "loggers": {
            "django": {"level": "WARNING", "handlers": [], "propagate": True},
            "django.request": {"level": "ERROR", "handlers": [], "propagate": True},  # a 404 has its line already
            "django.server": {"level": "WARNING", "handlers": [], "propagate": True},
            "gunicorn.error": ours,
            "gunicorn.access": ours,
        },
    }


def places_of(traceback: TracebackType | None) -> list[str]:
    """Where an exception went through, innermost last: ``["view.py:40", "store.py:12"]``."""
    places = []
    while traceback is not None:
        places.append(f"{Path(traceback.tb_frame.f_code.co_filename).name}:{traceback.tb_lineno}")
        traceback = traceback.tb_next
    return places[-_PLACES:]


class _Stderr:
    """Where structlog writes: whatever stderr is at that moment, a line in one piece."""

    def __init__(self, *_: Any) -> None: ...

    def info(self, line: str) -> None:
        sys.stderr.write(line + "\n")

    warning = error = info


_TIME = structlog.processors.TimeStamper(fmt="iso", utc=True, key="time")
_logger = structlog.get_logger()


class Reduced(logging.Formatter):
    """A line with what may be logged of a record of the standard library's logging."""

    def __init__(self, render: Processor) -> None:
        super().__init__()
        self._render = render

    def format(self, record: logging.LogRecord) -> str:
        return str(self._render(None, record.levelname.lower(), _TIME(None, "", _kept(record))))


def _kept(record: logging.LogRecord) -> EventDict:
    kept: EventDict = {"level": record.levelname.lower(), "event": _message(record), "logger": record.name}
    request = (_about.get() or {}).get("request")
    if request is not None:
        kept["request"] = request
    if not _is_ours(record):
        kept["at"] = f"{Path(record.pathname).name}:{record.lineno}"
    if record.exc_info and record.exc_info[0] is not None:
        kept["exception"] = record.exc_info[0].__qualname__
        kept["through"] = places_of(record.exc_info[2])
    return kept


def _message(record: logging.LogRecord) -> str:
    if _is_ours(record):
        return record.getMessage()
    message = str(record.msg) if isinstance(record.msg, str) else _WITHHELD
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
    lines = linecache.getlines(record.pathname)[max(0, record.lineno - 4) : record.lineno + 4]
    return bool(message.strip()) and message in "".join(lines)


def _is_ours(record: logging.LogRecord) -> bool:
    return record.pathname.startswith(_ROOT) and "site-packages" not in record.pathname


def _thread_failed(args: threading.ExceptHookArgs) -> None:
    line("thread failed", level="error", exception=args.exc_type.__qualname__, through=places_of(args.exc_traceback))
