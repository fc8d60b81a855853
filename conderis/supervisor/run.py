"""`manage.py up` from its first check to its exit status."""

import json
import os
import signal
import threading
from types import FrameType
from urllib.parse import urlsplit

from django.conf import settings

from conderis.core.processes import Child
from conderis.embedded import StartError
from conderis.supervisor import logs, orphans, programs
from conderis.supervisor.crew import Crew, Stopped
from conderis.supervisor.folder import DataFolder, Taken
from conderis.supervisor.ports import NoDoor, listen, readiness
from conderis.supervisor.report import introduce, plain, say
from conderis.supervisor.servers import start_servers
from conderis.supervisor.watch import GaveUp

_PREPARE_SECONDS = 3600.0
_ANSWER_TRIES = 300
_ANSWER_POLL = 0.2  # seconds
_TICK = 0.5  # seconds between two looks at the children


def run() -> int:
    """Run until Ctrl-C, SIGTERM or SIGHUP; returns the exit status: 0 when asked to end, else 1."""
    asked = threading.Event()
    _listen_for_signals(asked)
    folder = DataFolder(settings.CONDERIS_DATA)
    try:
        folder.make()
        os.umask(0o077)  # what the children make is nobody else's business
        with folder.locked():
            _run(folder, asked)
        return 0
    except (Stopped, StartError) as error:
        if asked.is_set():
            return 0
        say(str(error))
    except (Taken, NoDoor, GaveUp) as error:
        say(str(error))
    except OSError as error:
        say(plain(error, folder.path))
    return 1


def _run(folder: DataFolder, asked: threading.Event) -> None:
    left = orphans.end(folder.recorded().get("children", []))
    folder.forget()
    if left:
        say(f"Ended what a killed run had left behind: {', '.join(left)}.")
    listen(settings.BIND, settings.PORT).close()
    crew = Crew(folder, asked, settings.PUBLIC_URL)
    try:
        folder.make_secret_key()
        addresses = start_servers(crew, folder)
        folder.announce(addresses)
        _serve(crew, folder, programs.environment(folder, addresses, settings.GIVEN_ADDRESSES))
    finally:
        if asked.is_set():
            say("Stopping ...")
        crew.end()
        folder.forget()
        if asked.is_set():
            say("Everything has stopped.")


def _serve(crew: Crew, folder: DataFolder, told: dict[str, str]) -> None:
    """Migrate, load the demo, start web and worker, then look after all of it until somebody asks to end."""
    demo = _prepare(crew, folder, told)
    if demo:
        introduce(settings.PUBLIC_URL, demo)
    # The socket is ours: while the web server is started again, callers wait instead of being refused.
    with listen(settings.BIND, settings.PORT) as door:
        web = programs.web(folder, told, door.fileno())
        crew.start(web)
        crew.start(programs.worker(folder, told))
        _wait_for_answer(crew, web)
        say(f"Conderis runs at {settings.PUBLIC_URL} (Ctrl-C stops it).")
        while not crew.asked.wait(_TICK):
            for line in crew.check():
                say(line)
            logs.keep_small(folder.path / "log")


def _prepare(crew: Crew, folder: DataFolder, told: dict[str, str]) -> dict[str, str]:
    """Migrate; returns the credentials of a demo that was made just now, else nothing."""
    lines = crew.to_end(programs.prepare(folder, told), _PREPARE_SECONDS).strip().splitlines()
    made: dict[str, str] = json.loads(lines[-1]) if lines else {}
    return made


def _wait_for_answer(crew: Crew, web: Child) -> None:
    """Return when the web server answers, naming what isn't ready behind it. Raises GaveUp, Stopped."""
    name = urlsplit(settings.PUBLIC_URL).netloc
    for _ in range(_ANSWER_TRIES):
        answer = readiness(settings.BIND, settings.PORT, name)
        if answer is not None:
            for part, state in answer.items():
                if state != "ok":
                    say(f"Not ready yet: {part} ({state}).")
            return
        if not web.running:
            break
        if crew.asked.wait(_ANSWER_POLL):
            raise Stopped
    raise GaveUp(f"The web server doesn't answer. Its log is {web.log}.")


def _listen_for_signals(asked: threading.Event) -> None:
    def ask(_sign: int, _frame: FrameType | None) -> None:
        asked.set()

    for sign in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(sign) is not signal.SIG_IGN:  # `nohup make up` means it
            signal.signal(sign, ask)
