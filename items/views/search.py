"""Search over everything of a project."""

import re

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from conderis.core.actor import Actor
from conderis.web.pages import draw
from conderis.web.people import for_readers
from items.selectors.rows import numbered
from items.views.filters import Search
from projects.selectors import project_for

_NUMBER = re.compile(r"#?([0-9]{1,18})")


@require_safe
@for_readers
def search(request: HttpRequest, actor: Actor, project_id: str) -> HttpResponse:
    """Best first, with the passage that fits; a number offers the item itself."""
    project = project_for(actor, project_id)
    filters = Search(request.GET, actor=actor)
    named = _NUMBER.fullmatch(filters.text)
    shown = {
        "filters": filters,
        "mixed": filters.kind is None,  # so that each row says its kind
        "jump": numbered(actor, project, int(named[1])) if named else [],
        "found": filters.attempt(filters.rows, project=project) if filters.text else None,
    }
    return draw(
        request,
        "items/search/search.html",
        shown,
        actor=actor,
        project=project,
        section="search",
        part="items/lists/more.html" if filters.goes_on else "items/search/found.html",
        status=filters.status,
    )
