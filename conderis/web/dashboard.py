"""The first page of whoever is signed in: what they are to decide and do, what changed meanwhile, their projects."""

from django.http import HttpRequest, HttpResponse

from conderis.core.actor import Actor
from conderis.recall.visit import since_last_visit
from conderis.web.pages import draw
from items.selectors.dashboard import my_tasks, project_cards
from privacy.selectors.rows import rows_of
from privacy.selectors.shelves import to_decide as to_decide_deletions
from projects.selectors import archived_projects
from projects.selectors.organizations import organizations_of
from proposals.selectors.dashboard import outcomes, to_decide

TASKS, PROPOSALS, DELETIONS, CHANGES = 15, 10, 5, 20


def dashboard(request: HttpRequest, actor: Actor) -> HttpResponse:
    tasks, tasks_total = my_tasks(actor, limit=TASKS)
    to_review, to_review_total = to_decide(actor, limit=PROPOSALS)
    waiting = to_decide_deletions(actor)
    cards, cards_total = project_cards(actor)
    shown = {
        "tasks": tasks,
        "tasks_total": tasks_total,
        "to_review": to_review,
        "to_review_total": to_review_total,
        "to_erase": rows_of(waiting[:DELETIONS]),
        "to_erase_total": waiting.count(),
        "outcomes": outcomes(actor, limit=PROPOSALS),
        "visit": since_last_visit(actor, limit=CHANGES),
        "cards": cards,
        "cards_total": cards_total,
        "organizations": list(organizations_of(actor)),
        "archived": list(archived_projects(actor)),
    }
    return draw(request, "web/dashboard.html", shown, actor=actor, section="dashboard")
