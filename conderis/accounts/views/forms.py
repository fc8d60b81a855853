"""The forms of signing in and up: django-allauth's, dressed as ours, with our rules for names and guesses."""

from collections.abc import Callable
from typing import Any, ClassVar, TypeVar

from allauth.account import forms as account
from allauth.mfa.adapter import get_adapter
from allauth.mfa.base import forms as codes
from allauth.mfa.totp.forms import ActivateTOTPForm
from django import forms
from django.contrib.auth.hashers import make_password
from django.db import transaction
from django.http import HttpRequest, HttpResponse

from conderis.accounts.access import require_password
from conderis.accounts.fields import NAME_MAX, email_value, name_value
from conderis.accounts.models import User
from conderis.accounts.selectors import user_by_email
from conderis.accounts.throttle import guess_code, is_fresh
from conderis.core.errors import RateLimited, Refusal
from conderis.core.locks import hold
from conderis.web.forms import Form

T = TypeVar("T")
_PASSWORD_HINT = "At least 8 characters, none of the common ones, and not like your address."  # noqa: S105
_CODE_HINT = "The six digits that your authenticator app shows now, or one of your recovery codes."


class Dressed(Form):
    """Drawn like every form of ours; the first field has the focus."""

    words: ClassVar[dict[str, tuple[str, str]]] = {}  # label and hint of a field
    attrs: ClassVar[dict[str, dict[str, str]]] = {}
    again: ClassVar[str] = ""  # the field that has the focus when the form is shown again

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, field in self.fields.items():
            field.widget.attrs.pop("placeholder", None)
            field.label, field.help_text = self.words.get(name, (field.label, ""))
            field.widget.attrs.update(self.attrs.get(name, {}))
        first = self.again if self.is_bound and self.again else next(iter(self.fields))
        self.fields[first].widget.attrs["autofocus"] = True


class SignIn(Dressed, account.LoginForm):
    words: ClassVar = {"login": ("Email address", "")}
    attrs: ClassVar = {"login": {"autocomplete": "username"}}
    again = "password"


class SignUp(Dressed, account.SignupForm):
    field_order = ("name", "email", "password1")
    words: ClassVar = {
        "name": ("Your name", "This is what the others see."),
        "email": ("Email address", "You confirm it with a link that we send there. Nobody else sees it."),
        "password1": ("Password", _PASSWORD_HINT),
    }
    attrs: ClassVar = {"email": {"autocomplete": "username"}}

    name = forms.CharField(max_length=NAME_MAX, widget=forms.TextInput(attrs={"autocomplete": "name"}))

    def clean_name(self) -> str:
        return _checked(name_value, self.cleaned_data["name"])

    def clean_email(self) -> str:
        _checked(email_value, self.cleaned_data["email"])
        email: str = super().clean_email()
        return email

    @transaction.atomic
    def try_save(self, request: HttpRequest) -> tuple[User | None, HttpResponse | None]:
        """An address that has an account gets a mail that says so, and who asked the same answer after the same time.

        Of two at the same moment the second finds the first one's account.
        """
        hold("account", self.cleaned_data["email"])
        self.account_already_exists = user_by_email(self.cleaned_data["email"]) is not None
        if self.account_already_exists:
            make_password(self.cleaned_data["password1"])  # takes as long as making the account does
        outcome: tuple[User | None, HttpResponse | None] = super().try_save(request)
        return outcome


class ConfirmPassword(Dressed, account.ReauthenticateForm):
    pass


class ChangePassword(Dressed, account.ChangePasswordForm):
    words: ClassVar = {
        "oldpassword": ("Your password now", ""),
        "password1": ("The new one", _PASSWORD_HINT),
        "password2": ("The new one again", ""),
    }

    def clean_oldpassword(self) -> str:
        password: str = self.cleaned_data["oldpassword"]
        _checked(lambda value: require_password(self.user, value), password)
        return password


class AskForReset(Dressed, account.ResetPasswordForm):
    words: ClassVar = {"email": ("Email address", "")}
    attrs: ClassVar = {"email": {"autocomplete": "username"}}


class ResetPassword(Dressed, account.ResetPasswordKeyForm):
    words: ClassVar = {"password1": ("New password", _PASSWORD_HINT), "password2": ("New password again", "")}


class _Counted(Dressed):
    """A code of the second factor: each try counts, and a right one is taken once."""

    words: ClassVar = {"code": ("Code", _CODE_HINT)}
    attrs: ClassVar = {"code": {"inputmode": "numeric"}}
    user: User

    def clean_code(self) -> str:
        right = guess_code(self.user.pk)
        code: str = super().clean_code()  # type: ignore[misc]
        if not is_fresh(self.user.pk, code):
            raise get_adapter().validation_error("incorrect_code")
        right()
        return code


class EnterCode(_Counted, codes.AuthenticateForm):
    pass


class ConfirmWithCode(_Counted, codes.ReauthenticateForm):
    pass


class SetUpCodes(Dressed, ActivateTOTPForm):
    words: ClassVar = {"code": ("Code", "The six digits that the app shows now.")}
    attrs: ClassVar = {"code": {"inputmode": "numeric"}}


def _checked(rule: Callable[[Any], T], value: object) -> T:
    """What the rule makes of the value. Its refusal is the field's error, but for one too many guesses."""
    try:
        return rule(value)
    except RateLimited:
        raise
    except Refusal as refusal:
        raise forms.ValidationError(refusal.message) from None
