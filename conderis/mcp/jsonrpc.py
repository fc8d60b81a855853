"""The JSON-RPC 2.0 envelope: one request object in, one response object out, nothing forgiven in between."""

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

PARSE_ERROR = -32700
INVALID_REQUEST = -32600
METHOD_NOT_FOUND = -32601
INVALID_PARAMS = -32602
INTERNAL_ERROR = -32603

MAX_DEPTH = 100  # levels of objects and arrays; our deepest call, a batch, has nine

RequestId = str | int


class ProtocolError(Exception):
    """A protocol error: its JSON-RPC code, a sentence, and the HTTP status and headers that carry it.

    ``ident`` is the request's id where it could be read.
    """

    def __init__(
        self,
        code: int,
        message: str,
        *,
        status: int = 200,
        data: Mapping[str, Any] | None = None,
        headers: Mapping[str, str] | None = None,
        ident: RequestId | None = None,
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.status = status
        self.data = data
        self.headers = headers or {}
        self.ident = ident

    def as_dict(self) -> dict[str, Any]:
        """The ``error`` member of a response."""
        error: dict[str, Any] = {"code": self.code, "message": self.message}
        return {**error, "data": self.data} if self.data is not None else error


@dataclass(frozen=True, slots=True)
class Message:
    """A request or, without an ``ident``, a notification. ``params`` is not checked yet."""

    ident: RequestId | None
    method: str
    params: Any


def read(body: bytes) -> Message:
    """The one request object or notification of a body; ProtocolError with HTTP 400 for whatever else it holds."""
    try:
        value = loads(body.decode())
    except ValueError:
        raise ProtocolError(
            PARSE_ERROR, "The body must be one JSON-RPC request object as JSON in UTF-8.", status=400
        ) from None
    if not isinstance(value, dict):
        raise ProtocolError(INVALID_REQUEST, "Send one JSON-RPC request object; batches are not accepted.", status=400)
    ident = value.get("id")
    ident = ident if type(ident) in (str, int) else None  # neither null nor a boolean, which Python counts as an int
    method = value.get("method")
    if value.get("jsonrpc") != "2.0":
        raise ProtocolError(INVALID_REQUEST, 'A request needs "jsonrpc": "2.0".', status=400, ident=ident)
    if not isinstance(method, str):
        raise ProtocolError(INVALID_REQUEST, 'A request needs a "method" that is a string.', status=400, ident=ident)
    if ident is None and "id" in value:
        raise ProtocolError(INVALID_REQUEST, 'A request needs an "id" that is a string or an integer.', status=400)
    return Message(ident, method, value.get("params", {}))


def loads(text: str) -> Any:
    """Strict JSON; ValueError for what JSON doesn't have or no other reader would read alike.

    Refused beyond bad syntax: NaN and infinities (also by overflow), a key twice in one object, integers
    of more than 4,300 digits (Python's own bound), nesting deeper than ``MAX_DEPTH``, a byte order mark.
    """
    try:
        value = json.loads(text, parse_constant=_refuse, parse_float=_finite, object_pairs_hook=_object)
    except RecursionError:
        raise ValueError("nested too deeply") from None
    if _deeper_than(MAX_DEPTH, value):
        raise ValueError("nested too deeply")
    return value


def dumps(value: Any) -> str:
    """Compact JSON with its characters as they are; ValueError for NaN and infinities."""
    return _encode(value)


def response(ident: RequestId | None, **member: Any) -> bytes:
    """A response with its ``result`` or ``error``. A lone surrogate, which UTF-8 hasn't, goes out as its escape."""
    return dumps({"jsonrpc": "2.0", "id": ident, **member}).encode("utf-8", "backslashreplace")


_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode


def _deeper_than(bound: int, value: Any) -> bool:
    level = [value] if isinstance(value, dict | list) else []
    for _ in range(bound):
        level = [
            child
            for node in level
            for child in (node.values() if isinstance(node, dict) else node)
            if isinstance(child, dict | list)
        ]
        if not level:
            return False
    return True


def _refuse(constant: str) -> Any:
    raise ValueError(f"{constant} is not JSON")


def _finite(text: str) -> float:
    number = float(text)
    if math.isinf(number):
        raise ValueError("a number out of range")
    return number


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    read = dict(pairs)
    if len(read) != len(pairs):
        raise ValueError("a key twice in one object")
    return read
