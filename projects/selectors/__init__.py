"""Reads of projects, and of who is in them. Organizations, members and invitations are rooms of their own."""

from projects.selectors.people import MAX_ASSIGNEES, assignable, assignees, can_see
from projects.selectors.projects import (
    any_project,
    archived_projects,
    describe,
    is_upstream_of,
    list_projects,
    my_projects,
    project_for,
    public_upstream,
    visible_projects,
)

__all__ = [
    "MAX_ASSIGNEES",
    "any_project",
    "archived_projects",
    "assignable",
    "assignees",
    "can_see",
    "describe",
    "is_upstream_of",
    "list_projects",
    "my_projects",
    "project_for",
    "public_upstream",
    "visible_projects",
]
