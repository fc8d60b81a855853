"""What a browser may do with our pages."""

from csp.middleware import CSPMiddleware
from django.http import HttpRequest
from django.http.response import HttpResponseBase

_UNUSED = ("accelerometer", "camera", "display-capture", "geolocation", "gyroscope", "hid", "magnetometer",
           "microphone", "midi", "payment", "serial", "usb", "xr-spatial-tracking")  # fmt: skip
PERMISSIONS_POLICY = ", ".join(f"{feature}=()" for feature in _UNUSED)


class PageHeaders(CSPMiddleware):
    """The content security policy of the settings, and no use of a device's sensors, on whatever a browser renders.

    Calls of tools and the like are answered with JSON, which it doesn't.
    """

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if response.get("Content-Type", "").startswith("application/json"):
            return response
        response.setdefault("Permissions-Policy", PERMISSIONS_POLICY)
        if getattr(request, "user", None) is not None and request.user.is_authenticated:
            response.setdefault(
                "Cache-Control", "private, no-cache"
            )  # asked for anew: it may be locked or erased since
        return super().process_response(request, response)
