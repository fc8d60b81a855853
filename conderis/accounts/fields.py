"""What an address, a display name, an agent's name and a password may be."""

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.validators import validate_email

from conderis.accounts.models import User
from conderis.core.errors import Invalid, Missing
from conderis.core.secrets import refuse_secrets
from conderis.core.text import has_control, has_turning, one_line, storable, text_of

EMAIL_MAX = 254  # RFC 5321's limit of a path, less its angle brackets
NAME_MAX = 100
KEYS_MAX = 100
KEY_MAX = 20  # characters of a shortcut, such as "g t"


def email_value(value: object) -> str:
    """An address as it is stored, its domain in lower case. Raises Missing, Invalid."""
    text = text_of("email", value, maximum=EMAIL_MAX, required=True).strip()
    try:
        validate_email(text)
    except ValidationError:
        raise Invalid("email", "email must be an address such as ada@example.org.") from None
    return User.objects.normalize_email(text)


def name_value(value: object) -> str:
    """A person's or an agent's name: 1 to 100 visible characters on one line. Raises Missing, Invalid, SecretFound."""
    text = text_of("name", value, maximum=NAME_MAX, required=True).strip()
    if has_control(text):
        raise Invalid("name", "name must be one line without control characters.")
    if has_turning(text):  # it could read as someone else's, and would turn what stands beside it
        raise Invalid("name", "name holds a character that turns the direction of text. Send it without.")
    if not one_line(text):
        raise Missing("name", "name needs characters that can be seen.")
    refuse_secrets("name", text)
    return text


def password_value(value: object, *, user: User) -> str:
    """A password that passes the site's rules for this person. Raises Missing, Invalid; never repeats it."""
    if not isinstance(value, str) or not value:
        raise Missing("password", "password is required.")
    if not storable(value):
        raise Invalid("password", "password holds a NUL character or half of a surrogate pair. Send it without.")
    try:
        validate_password(value, user)
    except ValidationError as error:
        raise Invalid("password", " ".join(error.messages)) from None
    return value


def keys_off_value(value: object) -> list[str]:
    """Shortcuts as the pages name them, each once, in order. Raises Invalid."""
    if not isinstance(value, list | tuple) or len(value) > KEYS_MAX:
        raise Invalid("keys", f"keys must be a list of at most {KEYS_MAX} shortcuts.")
    for key in value:
        if not isinstance(key, str) or not 0 < len(key) <= KEY_MAX or not key.isprintable():
            raise Invalid("keys", f"A shortcut is a text of 1 to {KEY_MAX} visible characters.")
    return sorted(set(value))
