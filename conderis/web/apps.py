from django.apps import AppConfig


class WebConfig(AppConfig):
    name = "conderis.web"
    label = "web"
