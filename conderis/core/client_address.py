"""Which machine a request comes from."""

from ipaddress import IPv6Address, IPv6Network, ip_address

from django.conf import settings
from django.http import HttpRequest

_NETWORK = 64  # bits of an IPv6 address that a household or server gets: the others are its own to change


def client_address(request: HttpRequest) -> str:
    """The client's IP address, of IPv6 its network; ``""`` where the server doesn't know one (a Unix socket).

    Each proxy appends the address that it was asked from to X-Forwarded-For. So behind N trusted ones
    (CONDERIS_TRUSTED_PROXIES) the Nth from the right was written by ours, and what stands left of it by anyone.
    """
    seen = [request.META.get("REMOTE_ADDR", "")]
    if settings.TRUSTED_PROXIES:
        seen = request.META.get("HTTP_X_FORWARDED_FOR", "").split(",")[-settings.TRUSTED_PROXIES :] + seen
    for address in seen:
        if told := _normal(address.strip()):
            return told
    return ""


def _normal(text: str) -> str:
    try:
        address = ip_address(text)
    except ValueError:
        return ""
    if isinstance(address, IPv6Address):
        mapped = address.ipv4_mapped
        return str(mapped) if mapped else str(IPv6Network((int(address), _NETWORK), strict=False))
    return str(address)
