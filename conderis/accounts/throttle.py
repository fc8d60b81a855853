"""How often anyone may try to guess a password or a code.

Two counts, both in Valkey. Each form counts its attempts by the network address that they come from:
CONDERIS_SIGN_IN_LIMIT a minute. That doesn't stop many machines that guess one person's password, so guesses are
counted by account too: after twice that number within 20 minutes no more are taken until those are over. It is never
stricter than what one address may try in a minute, so that nobody meets it by mistake, and a right password starts it
anew.

A count by account alone would let anyone shut a person out, by guessing wrongly in their name. So a browser in which
they have signed in before holds a signed cookie and has a count of its own (OWASP's "device cookies"): strangers use up
the one for unknown browsers. Whoever has no such browser at hand comes in through a new password, by mail.

A lost Valkey stops nobody from signing in, and then nothing is counted: until it is back, guessing is as quick as the
hash of passwords allows. /readyz tells the operator.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

from allauth.core.internal.cryptokit import normalize_user_code
from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.crypto import get_random_string, salted_hmac

from conderis.core import rate_limit
from conderis.core.client_address import client_address
from conderis.core.errors import RateLimited

WINDOW = 20 * 60  # seconds in which guesses for one account count
MOST_CODES = 10  # of six digits, three of which are right at a time; who gets to enter one knows the password
MOST_MAILS = 5  # that anyone can have sent to one address

COOKIE = f"{settings.COOKIE_PREFIX}known"
_COOKIE_AGE = 180 * 24 * 3600  # seconds
_SALT = "conderis.accounts.throttle"

Response = TypeVar("Response", bound=HttpResponseBase)


def throttled(view: Callable[..., Response]) -> Callable[..., Response]:
    """Each POST to the view is an attempt. Raises RateLimited for those over the limit."""

    @wraps(view)
    def limited(request: HttpRequest, *args: Any, **kwargs: Any) -> Response:
        if request.method == "POST":
            form = request.resolver_match.url_name if request.resolver_match else ""
            _count(f"{form}:{client_address(request)}", settings.SIGN_IN_LIMIT, 60)
        return view(request, *args, **kwargs)

    return limited


def guess_password(whose: str) -> Callable[[], None]:
    """Count a guess; what is returned starts the count anew, for when the guess was right. Raises RateLimited.

    ``whose`` is the id of the person who is signed in, or what `signing_in` says.
    """
    return _guess(f"password:{whose}", 2 * settings.SIGN_IN_LIMIT)


def guess_code(user_id: str) -> Callable[[], None]:
    """The same for a code of the second factor."""
    return _guess(f"code:{user_id}", MOST_CODES)


def is_fresh(user_id: str, code: str) -> bool:
    """Whether a right code is used for the first time (RFC 6238, 5.2). allauth's note of it stays in one process."""
    return not rate_limit.count(f"code-used:{user_id}:{_digest(normalize_user_code(code))}", 1, window=120)


def may_mail(email: str) -> bool:
    """Whether the address gets one more of the mails that anyone can have sent there."""
    return not rate_limit.count(f"mail:{_digest(email.lower())}", MOST_MAILS, WINDOW)


def signing_in(request: HttpRequest, email: str) -> str:
    """Whose count a sign-in with this address is on: the browser's own, where the account knows it."""
    digest = _digest(email.lower())
    known = request.get_signed_cookie(COOKIE, default="", salt=_SALT, max_age=_COOKIE_AGE)
    return known if known and known.startswith(f"{digest}:") else digest


def know(response: HttpResponseBase, email: str) -> None:
    """Have the account know the browser that was signed in just now."""
    response.set_signed_cookie(
        COOKIE,
        f"{_digest(email.lower())}:{get_random_string(12)}",
        salt=_SALT,
        max_age=_COOKIE_AGE,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def _guess(key: str, most: int) -> Callable[[], None]:
    _count(key, most, WINDOW)
    return lambda: rate_limit.forget(key)


def _count(key: str, most: int, window: int) -> None:
    seconds = rate_limit.count(key, most, window)
    if seconds:
        wait = f"{seconds} seconds" if seconds < 100 else f"{-(-seconds // 60)} minutes"
        raise RateLimited(f"Too many attempts. Try again in {wait}.", retry_after=seconds)


def _digest(text: str) -> str:
    """What stands for an address or a code in Valkey and in the cookie."""
    return salted_hmac(_SALT, text).hexdigest()
