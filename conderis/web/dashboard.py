"""The first page of whoever is signed in: their work, what changed since they were here last, their projects."""

from django.http import HttpRequest, HttpResponse

from conderis.core.actor import Actor
from conderis.recall.visit import since_last_visit
from conderis.web.pages import draw
from items.selectors.dashboard import my_tasks, project_cards
from projects.selectors import archived_projects
from projects.selectors.organizations import organizations_of

TASKS, CHANGES = 15, 20


def dashboard(request: HttpRequest, actor: Actor) -> HttpResponse:
    tasks, tasks_total = my_tasks(actor, limit=TASKS)
    cards, cards_total = project_cards(actor)
    shown = {
        "tasks": tasks,
        "tasks_total": tasks_total,
        "visit": since_last_visit(actor, limit=CHANGES),
        "cards": cards,
        "cards_total": cards_total,
        "organizations": list(organizations_of(actor)),
        "archived": list(archived_projects(actor)),
    }
    return draw(request, "web/dashboard.html", shown, actor=actor, section="dashboard")
