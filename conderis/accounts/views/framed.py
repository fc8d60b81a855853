"""django-allauth's pages for the signed-in, in the frame that our own have."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.views.decorators.cache import never_cache
from django.views.generic.base import ContextMixin, View

from conderis.web.pages import SWITCHER_MAX
from conderis.web.people import actor_of
from projects.selectors import my_projects


class _Framed(ContextMixin):
    request: HttpRequest

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        actor = actor_of(self.request)
        frame = {"actor": actor, "section": "me", "switcher": my_projects(actor)[:SWITCHER_MAX]}
        return super().get_context_data(**kwargs) | frame


def framed(view: type[View]) -> Callable[..., HttpResponseBase]:
    """The view, whose template may extend ``base.html``."""
    in_frame: type[View] = type(view.__name__, (_Framed, view), {})
    return never_cache(in_frame.as_view())  # some show a secret
