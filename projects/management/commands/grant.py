"""``manage.py grant EMAIL PROJECT_ID reader|writer|moderator|owner|none``"""

from typing import Any

from django.core.management.base import CommandParser

from conderis.accounts.access import no_such_account
from conderis.accounts.selectors import user_by_email
from conderis.core.commands import OperatorCommand, Outcome
from conderis.core.errors import Invalid, NotFound
from projects.capabilities import ROLE_BY_LABEL
from projects.selectors import any_project
from projects.services.set_role import set_role

NO_ROLE = "none"
ROLES = (*ROLE_BY_LABEL, NO_ROLE)


class Command(OperatorCommand):
    help = "Give a person a role in a project, or take it away. The last owner stays."

    def arguments(self, parser: CommandParser) -> None:
        parser.add_argument("email", metavar="EMAIL")
        parser.add_argument("project_id", metavar="PROJECT_ID")
        parser.add_argument("role", metavar="|".join(ROLES))

    def act(self, **options: Any) -> Outcome:
        label = options["role"]
        if label not in ROLES:
            raise Invalid("role", f"role must be one of {', '.join(ROLES)}.")
        user = user_by_email(options["email"])
        if user is None:
            raise no_such_account()
        project = any_project(options["project_id"])
        if project is None:
            raise NotFound("There is no project with this id. create_project tells it.")
        set_role(project=project, user=user, role=ROLE_BY_LABEL.get(label))
        data = {"projectId": project.id, "account": user.ref, "role": label}
        return Outcome(data, (f"{user.name} in {project.name}: {label}",))
