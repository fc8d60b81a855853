"""Times of calls over HTTP, as milliseconds and as multiples of the endpoint's `ping` in the same run."""

import itertools
import json
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import httpx

ROUNDS = 60
SECONDS = 3.0  # of a run with many clients


@dataclass(frozen=True)
class Times:
    """p50 and p95 in milliseconds, and the characters of the last answer."""

    p50: float
    p95: float
    size: int


class Endpoint:
    """One keep-alive connection with a key."""

    def __init__(self, url: str, key: str) -> None:
        self.http = httpx.Client(base_url=url, headers={"Authorization": f"Bearer {key}"}, timeout=60)
        self.ids = itertools.count(1)

    def rpc(self, method: str, params: dict[str, Any] | None = None) -> Any:
        body = {"jsonrpc": "2.0", "id": next(self.ids), "method": method, "params": params or {}}
        answer = self.http.post("/mcp", content=json.dumps(body))
        answer.raise_for_status()
        return answer.json()["result"]

    def call(self, tool: str, **arguments: Any) -> str:
        result = self.rpc("tools/call", {"name": tool, "arguments": arguments})
        text: str = result["content"][0]["text"]
        if result.get("isError"):
            raise RuntimeError(f"{tool}: {text}")
        return text


def timed(action: Callable[[], object], rounds: int = ROUNDS) -> Times:
    """The action's times, after a few rounds that don't count."""
    for _ in range(5):
        action()
    taken = []
    said: object = ""
    for _ in range(rounds):
        start = time.perf_counter()
        said = action()
        taken.append((time.perf_counter() - start) * 1000)
    taken.sort()
    return Times(taken[len(taken) // 2], taken[int(len(taken) * 0.95)], len(str(said)))


def rate(clients: list[Callable[[], object]]) -> float:
    """Calls a second of all clients together, each in a loop for ``SECONDS``."""
    ends = time.perf_counter() + SECONDS
    done = [0] * len(clients)

    def run(place: int, action: Callable[[], object]) -> None:
        while time.perf_counter() < ends:
            action()
            done[place] += 1

    threads = [threading.Thread(target=run, args=item) for item in enumerate(clients)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sum(done) / SECONDS
