"""The eight tools, one module each, in the contract's order."""

from conderis.mcp.tools import (
    item_action,
    item_delete,
    item_get,
    item_list,
    item_store,
    project_get,
    project_store,
    recall,
)

TOOLS = (
    recall.TOOL,
    project_get.TOOL,
    project_store.TOOL,
    item_get.TOOL,
    item_list.TOOL,
    item_store.TOOL,
    item_action.TOOL,
    item_delete.TOOL,
)
