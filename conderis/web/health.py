"""What a load balancer asks: does the process live, and would a call find what it needs."""

import time

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from conderis.web.checks import CHECKS, OK

_PATIENCE = 2.2  # seconds for all checks, which run side by side


@require_safe
@never_cache
def healthz(_request: HttpRequest) -> HttpResponse:
    """The process answers. It asks nobody else: a database's trouble is no reason to restart web servers."""
    return HttpResponse("ok\n", content_type="text/plain")


@require_safe
@never_cache
def readyz(_request: HttpRequest) -> JsonResponse:
    """JSON with `database`, `broker` and `migrations`, each `ok` or what is wrong; 503 unless all are ok.

    Answers within three seconds, whatever hangs.
    """
    deadline = time.monotonic() + _PATIENCE
    begun = [(check, check.begin()) for check in CHECKS]
    state: dict[str, str] = {}
    for check, answer in begun:
        state |= check.answer(answer, max(0.0, deadline - time.monotonic()))
    return JsonResponse(state, status=200 if set(state.values()) == {OK} else 503)
