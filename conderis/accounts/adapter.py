"""What django-allauth asks us: who may sign up, whether a password is right, where to go next, what mails say."""

from typing import Any, ClassVar

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme

from conderis.accounts import throttle
from conderis.accounts.access import require_password
from conderis.accounts.models import User
from conderis.accounts.selectors import user_by_email
from conderis.core.client_address import client_address
from conderis.core.errors import Invalid
from conderis.outbox.services.post import post

_ASKED_FOR = {
    f"account/email/{name}"
    for name in (
        "account_already_exists",
        "email_confirmation",
        "email_confirmation_signup",
        "password_reset_key",
        "unknown_account",
    )
}


class Adapter(DefaultAccountAdapter):
    """Signing in and up as this site has it."""

    error_messages: ClassVar[dict[str, Any]] = {
        **DefaultAccountAdapter.error_messages,
        "email_password_mismatch": "The address or the password is wrong.",
        "enter_current_password": "This isn't your password.",
        "incorrect_password": "This isn't your password.",
    }

    def is_open_for_signup(self, request: HttpRequest) -> bool:  # noqa: ARG002
        return bool(settings.SIGN_UP)

    def is_ajax(self, request: HttpRequest) -> bool:  # noqa: ARG002
        """Pages alone: allauth's answers in JSON are nobody's here."""
        return False

    def is_safe_url(self, url: str | None) -> bool:
        """Whether ``next`` stays on this site, by the name that the browser asked for."""
        host, secure = self.request.get_host(), self.request.is_secure()
        return url_has_allowed_host_and_scheme(url, allowed_hosts={host}, require_https=secure)

    def get_client_ip(self, request: HttpRequest) -> str:
        return client_address(request)

    # Passwords

    def authenticate(self, request: HttpRequest, **credentials: Any) -> User | None:
        right = throttle.guess_password(throttle.signing_in(request, credentials["email"]))
        user: User | None = super().authenticate(request, **credentials)
        if user is not None:
            right()
        return user

    def reauthenticate(self, user: User, password: str) -> bool:
        try:
            require_password(user, password)
        except Invalid:
            return False
        return True

    def post_login(self, request: HttpRequest, user: User, **about: Any) -> HttpResponse:
        response: HttpResponse = super().post_login(request, user, **about)
        throttle.know(response, user.email)
        return response

    # Accounts

    def save_user(self, request: HttpRequest, user: User, form: Any, commit: bool = True) -> User:
        user.name = form.cleaned_data["name"]
        saved: User = super().save_user(request, user, form, commit)
        return saved

    def confirm_email(self, request: HttpRequest, email_address: EmailAddress) -> bool:
        """Refuse an address that has become another account's since."""
        holder = user_by_email(email_address.email)
        return holder in (None, email_address.user) and super().confirm_email(request, email_address)

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:  # noqa: ARG002
        return reverse("my-settings")

    # Mails

    def get_email_confirmation_url(self, request: HttpRequest, emailconfirmation: Any) -> str:  # noqa: ARG002
        return settings.PUBLIC_URL + reverse("account_confirm_email", args=[emailconfirmation.key])

    def get_reset_password_from_key_url(self, key: str) -> str:
        uid, _, token = key.partition("-")
        return settings.PUBLIC_URL + reverse("account_reset_password_from_key", args=[uid, token])

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Nobody's mailbox is flooded: of what anyone can ask for a few mails go, then none, with the same answer."""
        if template_prefix in _ASKED_FOR and not throttle.may_mail(email):
            return
        about = {**context, "site": settings.PUBLIC_URL, "sign_up": settings.SIGN_UP}
        message = self.render_mail(template_prefix, email, about)
        if settings.SENDS_MAIL:
            post(to=email, subject=message.subject, text=message.body)
        else:
            message.send()  # prints it
