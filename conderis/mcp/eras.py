"""The two eras of MCP on one address: the handshake versions and the stateless one.

Written from the specification's 2025-11-25 and 2026-07-28 revisions ("Versioning and Compatibility",
"Streamable HTTP", "_meta", "Discovery", "Caching"). Which era a request belongs to, it says itself: the
version in its ``MCP-Protocol-Version`` header or in its ``_meta``. Saying neither, it is of a handshake version.
"""

import base64
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from conderis import __version__
from conderis.core.actor import Actor
from conderis.mcp import toolset
from conderis.mcp.jsonrpc import INVALID_PARAMS, INVALID_REQUEST, METHOD_NOT_FOUND, Message, ProtocolError
from conderis.recall.instructions import INSTRUCTIONS

STATELESS = "2026-07-28"
HANDSHAKE = ("2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05")
SUPPORTED = (STATELESS, *HANDSHAKE)

HEADER_MISMATCH = -32020
UNSUPPORTED_VERSION = -32022

SERVER_INFO = {"name": "conderis", "title": "Conderis", "version": __version__}
CAPABILITIES = {"tools": {"listChanged": False}}
# The list changes with a new release alone and is the same for everyone: five minutes old is fresh enough.
CACHE = {"ttlMs": 300_000, "cacheScope": "public"}

_PREFIX = "io.modelcontextprotocol/"
_VERSION = _PREFIX + "protocolVersion"
_CAPABILITIES = _PREFIX + "clientCapabilities"

Method = Callable[[Actor, dict[str, Any]], dict[str, Any]]


class Mirrored(NamedTuple):
    """What a client repeats of a request in its headers; None where a header is absent."""

    version: str | None = None
    method: str | None = None
    name: str | None = None


def answer(actor: Actor, message: Message, mirrored: Mirrored) -> dict[str, Any] | None:
    """The result of a request; None for a notification, which has none. ProtocolError for a protocol error."""
    declared = _meta(message).get(_VERSION)
    for version in (mirrored.version, declared):
        if version is not None and version not in SUPPORTED:
            data = {"supported": SUPPORTED, "requested": str(version)[:80]}
            raise ProtocolError(UNSUPPORTED_VERSION, f"Use one of {', '.join(SUPPORTED)}.", status=400, data=data)
    if message.ident is None:
        _refuse_forgotten_id(message)
        return None
    said = mirrored.version or declared
    if STATELESS in (mirrored.version, declared) or (said is None and message.method == "server/discover"):
        return _stateless(actor, message, mirrored)
    if not isinstance(message.params, dict):
        raise ProtocolError(INVALID_PARAMS, '"params" must be an object.')
    return _method(_HANDSHAKE_METHODS, message.method, 200)(actor, message.params)


def _refuse_forgotten_id(message: Message) -> None:
    """No notification calls for anything here, but a request that lacks its id must not pass for one in silence."""
    if message.method in _HANDSHAKE_METHODS or message.method in _STATELESS_METHODS:
        raise ProtocolError(INVALID_REQUEST, f"{message.method} is a request: it needs an id.", status=400)


def _stateless(actor: Actor, message: Message, mirrored: Mirrored) -> dict[str, Any]:
    meta = _meta(message)
    if not isinstance(meta.get(_VERSION), str) or not isinstance(meta.get(_CAPABILITIES), dict):
        wanted = f'"{_VERSION}" (a string) and "{_CAPABILITIES}" (an object)'
        raise ProtocolError(INVALID_PARAMS, f'"params" must be an object whose "_meta" holds {wanted}.', status=400)
    _match("MCP-Protocol-Version", mirrored.version, meta[_VERSION])
    _match("Mcp-Method", mirrored.method, message.method)
    if message.method == "tools/call":
        _match("Mcp-Name", _decoded(mirrored.name), message.params.get("name"))
    result = _method(_STATELESS_METHODS, message.method, 404)(actor, message.params)
    return {"resultType": "complete", **result, "_meta": {_PREFIX + "serverInfo": SERVER_INFO}}


def _meta(message: Message) -> dict[str, Any]:
    meta = message.params.get("_meta") if isinstance(message.params, dict) else None
    return meta if isinstance(meta, dict) else {}


def _match(header: str, sent: str | None, stated: object) -> None:
    """Refuse a header that differs from the body: a proxy may have routed by the one, we act by the other."""
    if sent != stated:
        difference = "is missing" if sent is None else "differs from the body"
        raise ProtocolError(HEADER_MISMATCH, f"The header {header} {difference}.", status=400)


def _decoded(value: str | None) -> str | None:
    """A header value out of its ``=?base64?…?=`` form, which carries what plain ASCII can't."""
    if value is None or not (value.startswith("=?base64?") and value.endswith("?=")):
        return value
    try:
        return base64.b64decode(value[9:-2], validate=True).decode()
    except ValueError:
        raise ProtocolError(HEADER_MISMATCH, "The header Mcp-Name is not valid base64 of UTF-8.", status=400) from None


def _method(methods: Mapping[str, Method], name: str, status: int) -> Method:
    try:
        return methods[name]
    except KeyError:
        known = ", ".join(methods)
        raise ProtocolError(
            METHOD_NOT_FOUND, f"There is no such method. The methods are {known}.", status=status
        ) from None


def _initialize(_: Actor, params: dict[str, Any]) -> dict[str, Any]:
    wanted = params.get("protocolVersion")
    return {
        "protocolVersion": wanted if wanted in HANDSHAKE else HANDSHAKE[0],
        "capabilities": CAPABILITIES,
        "serverInfo": SERVER_INFO,
        "instructions": INSTRUCTIONS,
    }


def _ping(_: Actor, _params: dict[str, Any]) -> dict[str, Any]:
    return {}


def _tools_list(_: Actor, params: dict[str, Any]) -> dict[str, Any]:
    if params.get("cursor"):  # one page holds all, so no cursor was ever given out
        raise ProtocolError(INVALID_PARAMS, "The list of tools has one page: leave cursor out.")
    return {"tools": toolset.advertised()}


def _tools_call(actor: Actor, params: dict[str, Any]) -> dict[str, Any]:
    return toolset.call(actor, params.get("name"), params.get("arguments"))


def _discover(_: Actor, _params: dict[str, Any]) -> dict[str, Any]:
    return {
        "supportedVersions": SUPPORTED,
        "capabilities": CAPABILITIES,
        "serverInfo": SERVER_INFO,
        "instructions": INSTRUCTIONS,
        **CACHE,
    }


def _cacheable_list(actor: Actor, params: dict[str, Any]) -> dict[str, Any]:
    return {**_tools_list(actor, params), **CACHE}


_HANDSHAKE_METHODS: Mapping[str, Method] = {
    "initialize": _initialize,
    "ping": _ping,
    "tools/list": _tools_list,
    "tools/call": _tools_call,
}
_STATELESS_METHODS: Mapping[str, Method] = {
    "server/discover": _discover,
    "tools/list": _cacheable_list,
    "tools/call": _tools_call,
}
