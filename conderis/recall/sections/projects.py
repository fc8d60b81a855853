"""The caller's projects, for a recall without one."""

from conderis.core.actor import Actor
from conderis.core.text import quoted
from conderis.recall.budget import Section
from projects.selectors import list_projects


def section(actor: Actor) -> Section:
    found = list_projects(actor)
    lines = [f"project {entry['projectId']} {quoted(entry['name'], 60)} ({entry['role']})" for entry in found]
    return Section("projects", lines, len(lines), "project_get")
