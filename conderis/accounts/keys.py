"""Agent keys: made once, shown once, kept as a hash."""

import hashlib
import re
import secrets
import string

KEY_PREFIX = "cnd_"
KEY_RANDOM_LENGTH = 40  # of 36 characters: about 206 bits, so a plain SHA-256 needs no salt and no slow hash
SHOWN_LENGTH = 10  # what people recognise a key by: `cnd_` and six of its characters

_ALPHABET = string.ascii_lowercase + string.digits
_FORM = re.compile(rf"{KEY_PREFIX}[a-z0-9]{{{KEY_RANDOM_LENGTH}}}")


def new_key() -> str:
    """A fresh key. Whoever calls this shows it once and stores ``hash_of(key)`` alone."""
    return KEY_PREFIX + "".join(secrets.choice(_ALPHABET) for _ in range(KEY_RANDOM_LENGTH))


def is_key(text: object) -> bool:
    """Whether the text has a key's form: what hasn't costs no query."""
    return isinstance(text, str) and _FORM.fullmatch(text) is not None


def hash_of(key: str) -> str:
    """The 64 hexadecimal characters that stand in the database for the key."""
    return hashlib.sha256(key.encode()).hexdigest()
