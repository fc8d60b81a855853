"""POST /mcp: one JSON-RPC message in, one JSON response out, synchronous and stateless.

ARCHITECTURE.md says why this isn't the SDK's own transport.
"""

from collections.abc import Mapping

from django.http import HttpRequest, HttpResponse
from django.views.decorators.csrf import csrf_exempt

from conderis.core import logs
from conderis.core.actor import Actor
from conderis.mcp import body, callers, eras, jsonrpc
from conderis.mcp.failures import unforeseen
from conderis.mcp.jsonrpc import ProtocolError, RequestId


@csrf_exempt  # a key authorises each request; no cookie does
def endpoint(request: HttpRequest) -> HttpResponse:
    """Answer one message. Refused before its body is read: another method, a foreign page, a large body, no key."""
    actor: Actor | None = None
    ident: RequestId | None = None
    try:
        callers.refuse_method(request)
        callers.refuse_foreign(request)
        body.refuse_large(request)
        actor = callers.actor_of(request)
        logs.note(agent=actor.agent_id)
        message = jsonrpc.read(body.read(request))
        ident = message.ident
        result = eras.answer(actor, message, _mirrored(request))
    except ProtocolError as error:
        return refusal(error, ident)
    except Exception as error:  # noqa: BLE001  the one place for what nobody foresaw: a client never sees a 500
        return refusal(unforeseen(error, begun=actor is not None), ident)
    return HttpResponse(status=202) if result is None else _reply(jsonrpc.response(ident, result=result))


def refusal(error: ProtocolError, ident: RequestId | None = None) -> HttpResponse:
    """The response that carries an error, with the request's id where it is known."""
    content = jsonrpc.response(error.ident if ident is None else ident, error=error.as_dict())
    return _reply(content, error.status, error.headers)


def _reply(content: bytes, status: int = 200, headers: Mapping[str, str] | None = None) -> HttpResponse:
    response = HttpResponse(content, content_type="application/json", status=status, headers=headers)
    response["Content-Length"] = len(content)  # CommonMiddleware's job, but a foreign host never gets that far
    response["Cache-Control"] = "no-store"
    response["X-Content-Type-Options"] = "nosniff"
    return response


def _mirrored(request: HttpRequest) -> eras.Mirrored:
    sent = (request.META.get(f"HTTP_{name}") for name in ("MCP_PROTOCOL_VERSION", "MCP_METHOD", "MCP_NAME"))
    return eras.Mirrored(*(value if value is None else value.strip(" \t") for value in sent))
