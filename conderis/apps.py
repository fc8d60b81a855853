"""The site's own app: it has no models."""

from django.apps import AppConfig
from django.core.signals import request_finished
from django.utils.module_loading import import_string


class ConderisConfig(AppConfig):
    name = "conderis"

    def ready(self) -> None:
        # When a request has given its connection back: asked earlier, each would count its own as in use.
        request_finished.connect(import_string("conderis.web.metrics.note_pool"))
