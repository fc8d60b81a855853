"""Whoever changes what agents are taught raises the guide's version, so that agents can tell their copy is old."""

import hashlib
import json

from conderis.mcp import toolset
from conderis.recall import guide
from conderis.recall.instructions import INSTRUCTIONS

# The version, and the SHA-256 of the guide (without its version), the server instructions and the tools' descriptions.
TAUGHT = (8, "3ddb6188bc91a3bc6ca3e9f50615ec4618b00fc83eb27f870980e7bb3797b460")


def test_the_version_grows_with_what_is_taught() -> None:
    described = [(tool["name"], tool["description"], tool["inputSchema"]) for tool in toolset.advertised()]
    text = guide.TEXT.removeprefix(guide.LABEL)
    digest = hashlib.sha256(json.dumps([text, INSTRUCTIONS, described], sort_keys=True).encode()).hexdigest()
    assert (guide.VERSION, digest) == TAUGHT, "raise guide.VERSION, and put both here"


def test_the_essential_stands_in_the_first_500_characters() -> None:
    essential = INSTRUCTIONS[:500]
    for word in ("recall", "memory", "page", "task", "instructions", "version", "proposal"):
        assert word in essential
    assert len(INSTRUCTIONS) <= 2_000
