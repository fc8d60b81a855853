"""What the terminal shows: a few calm lines."""

import contextlib
import errno
import sys
from collections.abc import Mapping
from pathlib import Path


def say(line: str) -> None:
    """Print a line. A terminal that has gone is no reason to stop differently."""
    with contextlib.suppress(OSError, ValueError):
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()


def plain(error: OSError, data: Path) -> str:
    """What a person can do about an error of the file system."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return f"The disk that holds {data} is full. Free some space there and start again."
    if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        where = error.filename or data
        return f"This user may not write to {where}. Set CONDERIS_DATA to a folder of your own."
    if error.errno in (errno.EEXIST, errno.ENOTDIR):
        return f"{error.filename or data} isn't a folder. Set CONDERIS_DATA to one."
    return f"{error.filename or data}: {error.strerror or error}."


def introduce(address: str, demo: Mapping[str, str]) -> None:
    """How to get in the first time. Said before the web server is up: whoever stops now couldn't see it again."""
    header = f'--header "Authorization: Bearer {demo["key"]}"'
    say("")
    say(f"Demo sign-in: {demo['email']} / {demo['password']}")
    say(f"Demo agent key: {demo['key']}")
    say(f"Demo project: {demo['projectId']}")
    say("Connect Claude Code (README.md has the other clients):")
    say(f"  claude mcp add --scope user --transport http conderis {address}/mcp {header}")
    say("The key and the password are shown this once.")
    say("")
