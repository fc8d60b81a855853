"""The tokens of invitations' links: made once, kept as a hash like agent keys."""

import re
import secrets
import string

LENGTH = 40  # of 36 characters: about 206 bits, nothing to guess
_ALPHABET = string.ascii_lowercase + string.digits
_FORM = re.compile(rf"[a-z0-9]{{{LENGTH}}}")


def new_token() -> str:
    """A fresh token. Whoever calls this hands it out once and stores its hash (``accounts.keys.hash_of``) alone."""
    return "".join(secrets.choice(_ALPHABET) for _ in range(LENGTH))


def is_token(text: object) -> bool:
    """Whether the text has a token's form: what hasn't costs no query."""
    return isinstance(text, str) and _FORM.fullmatch(text) is not None
