"""What an address says behind its question mark, checked."""

from collections.abc import Mapping

from django.http import HttpRequest

from conderis.core.errors import Invalid

MOST = 10**9


def whole(request: HttpRequest, name: str, default: int, most: int = MOST) -> int:
    """A whole number from 0. Raises Invalid, which names the parameter."""
    given = request.GET.get(name, "")
    if not given:
        return default
    if not given.isascii() or not given.isdigit() or len(given) > 10 or int(given) > most:
        raise Invalid(name, f"{name} in the address must be a whole number from 0 to {most:,}.")
    return int(given)


def number_in(data: Mapping[str, str], name: str) -> int | None:
    """A whole number of a form, None where it is absent. Raises Invalid, which names the field."""
    given = data.get(name, "")
    if not given:
        return None
    if not given.isascii() or not given.isdigit() or len(given) > 10:
        raise Invalid(name, f"{name} must be a whole number.")
    return int(given)
