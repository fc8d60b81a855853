"""Puts our tools on the stdio transport as soon as the models are there."""

from django.apps import AppConfig
from django.utils.module_loading import import_string


class McpConfig(AppConfig):
    name = "conderis.mcp"

    def ready(self) -> None:
        # Both import models, which are there only now.
        mcp_server = import_string("mcp_server.mcp_server")
        register = import_string("conderis.mcp.stdio.register")
        register(mcp_server)
