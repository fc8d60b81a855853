"""MCP clients, and what to put where so that each calls this server with an agent's key."""

import json
import shlex
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

NAME = "conderis"  # of this server in a client's settings
NO_KEY = "YOUR_KEY"  # stands where the key goes as long as there is none
VARIABLE = "CONDERIS_KEY"


@dataclass(frozen=True, slots=True)
class Block:
    """Something to copy: ``where`` it goes, a file's path or what to do with it."""

    where: str
    text: str
    format: str  # shell, json, toml or text

    @property
    def is_file(self) -> bool:
        return self.format in ("json", "toml")


@dataclass(frozen=True, slots=True)
class Client:
    """``blocks`` are made of the endpoint's address and the key; ``then`` says how to see that it works.

    ``memo`` is the file in which the client's agent finds a project's own instructions, where it has one.
    """

    slug: str
    name: str
    blocks: Callable[[str, str], list[Block]]
    then: str
    memo: str = ""


def _claude_code(url: str, key: str) -> list[Block]:
    command = f"claude mcp add --scope user --transport http {NAME} {shlex.quote(url)}"
    return [Block("In a terminal", f'{command} --header "Authorization: Bearer {key}"', "shell")]


def _claude_desktop(url: str, key: str) -> list[Block]:
    # No blank after the colon: on Windows it would end the argument.
    arguments = ["-y", "mcp-remote", url, "--header", "Authorization:${AUTH}", *_plain(url)]
    server = {"command": "npx", "args": arguments, "env": {"AUTH": f"Bearer {key}"}}
    return [_json("claude_desktop_config.json", {"mcpServers": {NAME: server}})]


def _cursor(url: str, key: str) -> list[Block]:
    server = {"url": url, "headers": {"Authorization": f"Bearer ${{env:{VARIABLE}}}"}}
    return [_json(".cursor/mcp.json", {"mcpServers": {NAME: server}}), _variable(key)]


def _vs_code(url: str, key: str) -> list[Block]:
    asked = {"type": "promptString", "id": "key", "description": "Conderis key", "password": True}
    server = {"type": "http", "url": url, "headers": {"Authorization": "Bearer ${input:key}"}}
    file = _json(".vscode/mcp.json", {"inputs": [asked], "servers": {NAME: server}})
    return [file, Block("When VS Code asks for the Conderis key", key, "text")]


def _codex(url: str, key: str) -> list[Block]:
    lines = [f"[mcp_servers.{NAME}]", f"url = {json.dumps(url)}", f'bearer_token_env_var = "{VARIABLE}"']
    return [Block("~/.codex/config.toml", "\n".join(lines), "toml"), _variable(key)]


def _gemini_cli(url: str, key: str) -> list[Block]:
    server = {"httpUrl": url, "headers": {"Authorization": f"Bearer {key}"}}
    return [_json("~/.gemini/settings.json", {"mcpServers": {NAME: server}})]


def _windsurf(url: str, key: str) -> list[Block]:
    server = {"serverUrl": url, "headers": {"Authorization": f"Bearer ${{env:{VARIABLE}}}"}}
    return [_json("~/.codeium/windsurf/mcp_config.json", {"mcpServers": {NAME: server}}), _variable(key)]


def _http(url: str, key: str) -> list[Block]:
    lines = [
        f"curl -sS {shlex.quote(url)}",
        f'  -H "Authorization: Bearer {key}"',
        '  -H "Content-Type: application/json"',
        """  -d '{"jsonrpc": "2.0", "id": 1, "method": "tools/list"}'""",
    ]
    return [Block("In a terminal", " \\\n".join(lines), "shell")]


def _json(path: str, content: dict[str, Any]) -> Block:
    return Block(path, json.dumps(content, indent=2), "json")


def _variable(key: str) -> Block:
    return Block("In the environment that it starts from, such as ~/.profile", f'export {VARIABLE}="{key}"', "shell")


def _plain(url: str) -> list[str]:
    """mcp-remote takes plain http only when told to."""
    return [] if url.startswith("https://") else ["--allow-http"]


CLIENTS = {
    client.slug: client
    for client in (
        Client(
            "claude-code", "Claude Code", _claude_code, "Inside Claude Code, /mcp shows it as connected.", "CLAUDE.md"
        ),
        Client(
            "claude-desktop",
            "Claude Desktop",
            _claude_desktop,
            "Settings, Developer, Edit Config opens the file. Then quit Claude Desktop and start it anew. It needs "
            "Node.js, which npx comes with.",
        ),
        Client(
            "cursor",
            "Cursor",
            _cursor,
            "The file holds no key and can be committed; in ~/.cursor/mcp.json it serves all your projects. Cursor’s "
            "settings show the server under MCP.",
            "AGENTS.md",
        ),
        Client(
            "vs-code",
            "VS Code",
            _vs_code,
            "The file holds no key and can be committed. “MCP: List Servers” starts the server and asks for the key, "
            "once.",
            "AGENTS.md",
        ),
        Client("codex", "Codex", _codex, "Then “codex mcp list” shows it.", "AGENTS.md"),
        Client("gemini-cli", "Gemini CLI", _gemini_cli, "Then “gemini mcp list” shows it as connected.", "GEMINI.md"),
        Client("windsurf", "Windsurf", _windsurf, "Its settings show it among Cascade’s MCP servers.", "AGENTS.md"),
        Client("http", "Plain HTTP", _http, "The answer lists eight tools. Whatever speaks MCP connects likewise."),
    )
}
