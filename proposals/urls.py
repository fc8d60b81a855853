"""Addresses of proposals and of their queue."""

from django.urls import URLPattern, path

from proposals.views.approve import approve
from proposals.views.count import count
from proposals.views.edit import edit
from proposals.views.everywhere import everywhere
from proposals.views.going import following, previous, skip, unskip
from proposals.views.queue import queue
from proposals.views.reading import reading
from proposals.views.reject import reject
from proposals.views.restore import restore
from proposals.views.review import done, review
from proposals.views.withdraw import withdraw
from proposals.views.written import reject_all, undo, written

urlpatterns: list[URLPattern] = [
    path("proposals/", everywhere, name="all-proposals"),
    path("p/<str:project_id>/proposals/", queue, name="proposals"),
    path("p/<str:project_id>/proposals/done/", done, name="proposals-done"),
    path("p/<str:project_id>/proposals/count/", count, name="proposals-count"),
    path("proposals/<int:pk>/", review, name="proposal"),
    path("proposals/<int:pk>/approve/", approve, name="approve-proposal"),
    path("proposals/<int:pk>/reject/", reject, name="reject-proposal"),
    path("proposals/<int:pk>/edit/", edit, name="edit-proposal"),
    path("proposals/<int:pk>/withdraw/", withdraw, name="withdraw-proposal"),
    path("proposals/<int:pk>/restore/", restore, name="restore-for-proposal"),
    path("proposals/<int:pk>/skip/", skip, name="skip-proposal"),
    path("proposals/<int:pk>/unskip/", unskip, name="unskip-proposal"),
    path("proposals/<int:pk>/next/", following, name="next-proposal"),
    path("proposals/<int:pk>/previous/", previous, name="previous-proposal"),
    path("proposals/<int:pk>/reading/", reading, name="reading-proposal"),
    path("written/<str:agent_id>/", written, name="written"),
    path("written/<str:agent_id>/undo/", undo, name="undo-written"),
    path("written/<str:agent_id>/reject/", reject_all, name="reject-written"),
]
