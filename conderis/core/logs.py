"""Logs: one JSON object a line on stderr, or key=value for a person's terminal, and never a content in it.

What we log ourselves we write with that in mind; what others log, ``records`` reduces.
"""

import json
import logging
import sys
import threading
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Any

import structlog
from structlog.typing import EventDict, Processor, WrappedLogger

from conderis.core.records import kept, places_of

Facts = dict[str, Any]
_about: ContextVar[Facts | None] = ContextVar("about", default=None)


def begin(**facts: Any) -> Facts:
    """The facts of what begins now in this thread, such as a request; its one line is written at its end."""
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
    render: Processor = structlog.processors.KeyValueRenderer() if readable else as_json
    structlog.configure(
        processors=[_headed, render],
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        logger_factory=_Stderr,
        cache_logger_on_first_use=True,
    )
    threading.excepthook = _thread_failed
    ours = {"level": "WARNING", "handlers": ["stderr"], "propagate": False}
    inherited = {"level": "WARNING", "handlers": [], "propagate": True}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"line": {"()": Formatter, "render": render}},
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
        "root": {"handlers": ["stderr"], "level": "WARNING"},
        # Django and gunicorn bring handlers of their own, which are replaced here.
        "loggers": {
            "django": inherited,
            "django.request": {**inherited, "level": "ERROR"},  # a 404 has its line already
            "django.server": inherited,
            "gunicorn.error": ours,
            "gunicorn.access": ours,
        },
    }


class Formatter(logging.Formatter):
    """A record of the standard library's logging as a line like ours, with the request that it belongs to."""

    def __init__(self, render: Processor) -> None:
        super().__init__()
        self._render = render

    def format(self, record: logging.LogRecord) -> str:
        level, fields = record.levelname.lower(), kept(record)
        request = (_about.get() or {}).get("request")
        if request is not None:
            fields["request"] = request
        return str(self._render(None, level, _headed(None, level, fields)))


class _Stderr:
    """Where structlog writes: whatever stderr is at that moment, a line in one piece."""

    def __init__(self, *_: Any) -> None: ...

    def info(self, line: str) -> None:
        sys.stderr.write(line + "\n")

    warning = error = info


_logger = structlog.get_logger()
_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), default=lambda value: type(value).__name__).encode


def as_json(_logger: WrappedLogger, _level: str, event: EventDict) -> str:
    return _encode(event)


def _headed(_logger: WrappedLogger, level: str, event: EventDict) -> EventDict:
    """With the time, the level and the event in front."""
    now = datetime.now(UTC).isoformat(timespec="milliseconds")
    return {"time": now, "level": level, "event": event.pop("event"), **event}


def _thread_failed(args: threading.ExceptHookArgs) -> None:
    line("thread failed", level="error", exception=args.exc_type.__qualname__, through=places_of(args.exc_traceback))
