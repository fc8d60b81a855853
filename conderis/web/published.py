"""Files that are served as they stand in the repository, to whoever asks: the form of a batch, and an example."""

from collections.abc import Callable
from pathlib import Path

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import conditional_page, require_safe

_FRESH = 3600  # seconds; a new release alone changes them


def _serving(name: str, content_type: str) -> Callable[[HttpRequest], HttpResponse]:
    """A view of one file. Its name is fixed here: nothing of the request goes into the path."""
    path: Path = settings.BASE_DIR / name

    @require_safe
    @cache_control(public=True, max_age=_FRESH)
    @conditional_page
    def view(_request: HttpRequest) -> HttpResponse:
        return HttpResponse(path.read_bytes(), content_type=content_type)

    return view


batch_schema = _serving("schemas/conderis-batch-v2.schema.json", "application/schema+json")
batch_example = _serving("examples/conderis-batch-v2.json", "application/json")
