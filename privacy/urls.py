"""Addresses of deletion requests and their decisions. Where one asks for an item stands among the item's own pages."""

from django.urls import URLPattern, path

from privacy.views.ask import ask
from privacy.views.decision import decision
from privacy.views.mine import mine
from privacy.views.queue import queue, reject_all
from privacy.views.reveal import reveal

urlpatterns: list[URLPattern] = [
    path("p/<str:project_id>/privacy/", queue, name="privacy"),
    path("p/<str:project_id>/privacy/reject/", reject_all, name="reject-deletions"),
    path("privacy/", mine, name="my-privacy"),
    path("privacy/<int:pk>/", decision, name="deletion"),
    path("privacy/<int:pk>/reveal/", reveal, name="reveal"),
    path("proposals/<int:pk>/delete/", ask, name="delete-proposal"),
]
