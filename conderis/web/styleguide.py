"""Every component in every state, for those who work on the pages. Served while CONDERIS_DEBUG is on."""

from datetime import timedelta

from django import forms
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone

from conderis.web.forms import Form
from conderis.web.pages import draw
from conderis.web.people import actor_of


class _Sample(Form):
    title = forms.CharField(help_text="What it is, in a line.")
    kind = forms.ChoiceField(choices=[("fact", "Fact"), ("decision", "Decision")])
    summary = forms.CharField(required=False, widget=forms.Textarea(attrs={"rows": 3}))
    shared = forms.BooleanField(required=False, help_text="Everyone in the project sees it.")


def styleguide(request: HttpRequest) -> HttpResponse:
    if not settings.DEBUG:
        raise Http404
    faulty = _Sample({"title": "", "kind": "fact"})
    now = timezone.now()
    shown = {
        "form": _Sample(initial={"title": "Shader cache"}),
        "faulty": faulty,
        "moments": [now, now - timedelta(minutes=5), now - timedelta(days=3), now - timedelta(days=90)],
        "ada": {"name": "Ada", "via": {"name": "claude-code"}},
        "bea": {"name": "Bea"},
    }
    return draw(request, "web/styleguide.html", shown, actor=actor_of(request))
