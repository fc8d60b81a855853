"""Short opaque identifiers."""

import re
import secrets

_ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"  # no 0/o, 1/l/i: ids are read aloud and typed
ID_LENGTH = 12  # 31**12 is about 59 bits: no id of one project says anything of another's
_FORM = re.compile(rf"[a-z0-9]{{{ID_LENGTH}}}")


def new_id() -> str:
    """A random id of ``ID_LENGTH`` lower-case letters and digits."""
    return "".join(secrets.choice(_ALPHABET) for _ in range(ID_LENGTH))


def is_id(text: object) -> bool:
    """Whether the text has an id's form: what hasn't (a number, a NUL, a novel) costs no query."""
    return isinstance(text, str) and _FORM.fullmatch(text) is not None
