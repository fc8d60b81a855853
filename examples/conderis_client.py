# ruff: noqa: INP001  # stands beside the scripts that import it
"""Talk to Conderis over MCP with the official client: calls, refusals, and sessions that are taken up again."""

import asyncio
import json
import logging
import sys
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import Any

import httpx  # what the MCP client itself speaks HTTP with
from mcp import ClientSession, McpError
from mcp.client.streamable_http import streamable_http_client
from mcp.types import CONNECTION_CLOSED, INTERNAL_ERROR

PATIENCE = timedelta(seconds=90)  # for one answer
GREETING = 15  # seconds for the first one: what isn't Conderis may never give one
PAUSES = (1, 2, 4, 8, 15)  # seconds before each new try when the connection was lost
PASSING = (408, 429)  # HTTP statuses below 500 after which the same call may be carried out
WHERE = " Is it a Conderis? The address for agents ends in /mcp."

Step = Callable[[ClientSession], Awaitable[None]]

logging.getLogger("mcp").setLevel(logging.CRITICAL)  # what goes wrong is raised as well, and told in a sentence


class Refused(Exception):
    """Conderis understood the call and doesn't carry it out: the contract's code, its message and the whole object."""

    def __init__(self, answer: dict[str, Any]) -> None:
        super().__init__(answer.get("message"))
        self.code = answer.get("error")
        self.answer = answer


class Stopped(Exception):
    """There is nothing more to be done; the text says why."""


def say(*lines: str) -> None:
    """Print each as one line, without what a terminal would act on, and with escapes for what it can't show."""
    shown = "\n".join("".join(c for c in line if c.isprintable()) for line in lines)
    encoding = sys.stdout.encoding
    print(shown.encode(encoding, "backslashreplace").decode(encoding), flush=True)  # noqa: T201  a command's output


async def call(session: ClientSession, tool: str, **arguments: Any) -> dict[str, Any]:
    """A tool's answer; waits where the key's rate limit says so. Raises Refused, Stopped."""
    while True:
        result = await session.call_tool(tool, arguments)
        text = "".join(block.text for block in result.content if block.type == "text")
        try:
            answer: dict[str, Any] = json.loads(text)
        except ValueError:
            raise Stopped(f"The server doesn't answer {tool} as Conderis does.") from None
        if not result.isError:
            return answer
        if answer.get("error") != "rate_limited":
            raise Refused(answer)
        say(f"The key's rate limit is reached; going on in {answer['retryAfter']} s.")
        await asyncio.sleep(answer["retryAfter"])


@asynccontextmanager
async def connected(url: str, key: str) -> AsyncIterator[ClientSession]:
    """A session as the agent that holds the key. What goes wrong within comes out as an ExceptionGroup."""
    async with (
        httpx.AsyncClient(headers={"Authorization": f"Bearer {key}"}, timeout=PATIENCE.total_seconds()) as http,
        streamable_http_client(url, http_client=http) as (reading, writing, _),
        ClientSession(reading, writing, PATIENCE) as session,
    ):
        await asyncio.wait_for(session.initialize(), GREETING)
        yield session


async def carry_out(steps: deque[Step], url: str, key: str) -> None:
    """Do the steps over one session or, when it's lost, over new ones: each step must be safe to repeat.

    Raises Stopped; what is left of ``steps`` wasn't done.
    """
    tries, reached = 0, False
    while steps:
        left = len(steps)
        try:
            async with connected(url, key) as session:
                reached = True
                while steps:
                    await steps[0](session)
                    steps.popleft()
        except ExceptionGroup as group:
            why, passes = _meaning(group, url)
            tries = tries + 1 if len(steps) == left else 1
            if not (passes and reached and tries <= len(PAUSES)):
                raise Stopped(why) from group
            say(f"{why} Trying again in {PAUSES[tries - 1]} s.")
            await asyncio.sleep(PAUSES[tries - 1])


def _meaning(error: Exception, url: str) -> tuple[str, bool]:
    """What ended a session, in a sentence, and whether it may pass. Raises the error itself when it's none of these."""
    while isinstance(error, ExceptionGroup):
        error = error.exceptions[0]
    match error:
        case Stopped() | Refused():
            return str(error), False
        case httpx.HTTPStatusError(response=httpx.Response(status_code=401)):
            return f"{url} doesn't take this key; it may be mistyped or revoked.", False
        case httpx.HTTPStatusError(response=response):
            passes = response.is_server_error or response.status_code in PASSING
            return f"{url} answers with HTTP {response.status_code}.{'' if passes else WHERE}", passes
        case McpError():
            passes = error.error.code in (INTERNAL_ERROR, CONNECTION_CLOSED, httpx.codes.REQUEST_TIMEOUT)
            return f"{url} answers: {error}{'' if passes else WHERE}", passes
        case httpx.HTTPError() | httpx.InvalidURL() | OSError() | OverflowError():
            return f"There is no Conderis to be reached at {url} ({str(error) or 'no answer'}).", True
        case _:
            raise error
