"""``manage.py load_demo``"""

from typing import Any

from conderis.core.commands import OperatorCommand, Outcome
from conderis.demo.load import load_demo


class Command(OperatorCommand):
    help = "Make the demo: three people, an agent and a project with a story. Again: nothing."

    def act(self, **options: Any) -> Outcome:  # noqa: ARG002
        demo = load_demo()
        if demo is None:
            return Outcome({}, ("The demo is here already.",))
        data = {"email": demo.email, "password": demo.password, "key": demo.key, "projectId": demo.project.id}
        lines = (
            f"Made the demo project {demo.project.name}: {demo.project.id}",
            f"Sign in as {demo.email} (the owner) with the password, shown this once: {demo.password}",
            "The same password is for bea@example.org (moderator) and chi@example.org (writer).",
            f"Ada's agent key, shown this once: {demo.key}",
        )
        return Outcome(data, lines)
