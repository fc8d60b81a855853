"""Logs of the MCP SDK, without what clients sent: several of its messages quote the request that they are about."""

import logging
from pathlib import Path

SDK = ("mcp", "mcp_server")


class PlaceOnly(logging.Filter):
    """Reduce a record that the SDK wrote to the place in the SDK's code that wrote it."""

    def filter(self, record: logging.LogRecord) -> bool:
        parts = Path(record.pathname).parts
        if "site-packages" in parts and parts[parts.index("site-packages") + 1] in SDK:
            record.msg = f"MCP SDK: {Path(record.pathname).name}:{record.lineno}"
            record.args, record.exc_info, record.exc_text, record.stack_info = None, None, None, None
        return True
