"""A text as it will be read, before it's stored."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_POST

from conderis.core.actor import Actor
from conderis.core.text import text_of
from conderis.web.markdown import rendered
from conderis.web.people import for_people
from items.kinds.fields import CONTENT_MAX
from items.views.places import project_at


@require_POST
@for_people
def preview(request: HttpRequest, actor: Actor, project_id: str | None = None) -> HttpResponse:
    text = text_of("content", request.POST.get("content"), maximum=CONTENT_MAX)
    return render(request, "items/preview.html", {"preview": rendered(actor, project_at(actor, project_id), text)})
