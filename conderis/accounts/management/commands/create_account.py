"""``manage.py create_account EMAIL --password PW [--name NAME] [--admin]``"""

import sys
from typing import Any

from django.core.management.base import CommandParser

from conderis.accounts.services.create_account import create_account
from conderis.core.commands import OperatorCommand, Outcome


class Command(OperatorCommand):
    help = "Make an account that is usable at once. Again for the same address: the same account, unchanged."

    def arguments(self, parser: CommandParser) -> None:
        parser.add_argument("email", metavar="EMAIL")
        password = parser.add_mutually_exclusive_group(required=True)
        password.add_argument("--password", metavar="PW")
        password.add_argument("--password-stdin", action="store_true", help="read the password's line from stdin")
        parser.add_argument("--name", metavar="NAME", help="display name; default: what stands before the @")
        parser.add_argument("--admin", action="store_true", help="may use the admin")

    def act(self, **options: Any) -> Outcome:
        password = sys.stdin.readline().rstrip("\r\n") if options["password_stdin"] else options["password"]
        user, made = create_account(
            email=options["email"], password=password, name=options["name"], admin=options["admin"]
        )
        if not made:
            self.note("This account exists already and was left as it is, its password too.")
            if not user.is_active:
                self.note("It is disabled; the admin can enable it.")
        line = f"{'Made' if made else 'Found'} the account of {user.name} <{user.email}>: {user.ref}"
        return Outcome({"account": user.ref, "email": user.email, "name": user.name}, (line,))
