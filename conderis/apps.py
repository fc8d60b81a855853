from django.apps import AppConfig


class ConderisConfig(AppConfig):
    name = "conderis"
