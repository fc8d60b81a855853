"""What someone says of why: bounded, and without a credential in it, whichever surface it comes from."""

from conderis.core.secrets import refuse_secrets
from conderis.core.text import REASON_MAX, text_of


def check_reason(reason: str) -> None:
    """Raises Invalid or SecretFound, naming ``reason``."""
    text_of("reason", reason, maximum=REASON_MAX)
    refuse_secrets("reason", reason)
