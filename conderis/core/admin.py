"""What the admin pages share."""

from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

from django import forms
from django.contrib import admin, messages
from django.core.paginator import Paginator
from django.db.models import Model, Q, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect

from conderis.core.errors import Refusal
from conderis.core.ids import is_id

# Django's classes take their model as a parameter in the stubs alone.
if TYPE_CHECKING:
    Admin = admin.ModelAdmin[Any]
    Inline = admin.TabularInline[Any, Any]
    Form = forms.ModelForm[Any]
    Pages = Paginator[Any]
else:
    Admin = admin.ModelAdmin
    Inline = admin.TabularInline
    Form = forms.ModelForm
    Pages = Paginator

NEWEST = 10_000  # rows of metadata that a list pages through; older ones are found by their ids
MAX_DIGITS = 18  # of a number: what a bigint holds whatever they are


class ServiceAdmin(Admin):
    """Pages whose changes go through services: a refusal becomes a message, and nothing is added or deleted
    behind a service's back."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest | None = None) -> bool:
        """An address filters by what the list offers: by any other column it would tell what is in it unseen."""
        fields = (each[0] if isinstance(each, tuple) else each for each in self.list_filter)
        offered = {getattr(field, "parameter_name", field) for field in fields}
        return lookup.partition("__")[0] in offered

    def changeform_view(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return super().changeform_view(request, *args, **kwargs)
        except Refusal as refusal:  # its transaction is rolled back by now
            return self._refused(request, refusal)

    def delete_view(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return super().delete_view(request, *args, **kwargs)
        except Refusal as refusal:
            return self._refused(request, refusal)

    def _refused(self, request: HttpRequest, refusal: Refusal) -> HttpResponse:
        self.message_user(request, refusal.message, messages.ERROR)
        return HttpResponseRedirect(request.get_full_path())


class NewestPaginator(Pages):
    """Counts no further than ``NEWEST``, so that a list costs the same whatever the table holds."""

    @cached_property
    def count(self) -> int:
        rows: Any = self.object_list
        return int(rows.order_by()[:NEWEST].count())


class MetadataAdmin(ServiceAdmin):
    """What people and agents wrote, as ids, dates and flags: operators look at it and never into it.

    The admin asks with an operator's rights, not with a person's in a project. So a page loads the columns ``loaded``
    alone, those of other tables through ``related``, and shows ``list_display``. A search takes numbers and ids, which
    it looks for in the columns ``numbers`` and ``ids``; all have to fit.
    """

    loaded: ClassVar[tuple[str, ...]]
    related: ClassVar[tuple[str, ...]]
    numbers: ClassVar[tuple[str, ...]] = ()
    ids: ClassVar[tuple[str, ...]] = ()

    actions = None
    ordering = ("-pk",)
    sortable_by = ()  # by another column all rows would have to be read
    paginator = NewestPaginator
    show_full_result_count = False
    show_facets = admin.ShowFacets.NEVER

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def get_fields(self, request: HttpRequest, obj: Model | None = None) -> Any:
        return self.list_display

    def get_readonly_fields(self, request: HttpRequest, obj: Model | None = None) -> Any:
        return self.list_display

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).select_related(*self.related).only(*self.loaded)

    def get_search_fields(self, request: HttpRequest) -> tuple[str, ...]:
        return (*self.numbers, *self.ids)

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        for word in search_term.split():
            queryset = queryset.filter(self._named(word))
        return queryset, False

    def _named(self, word: str) -> Q:
        named = Q(pk__in=())
        number = word.removeprefix("#")
        if number.isascii() and number.isdigit() and len(number) <= MAX_DIGITS:
            for column in self.numbers:
                named |= Q(**{column: int(number)})
        if is_id(word):
            for column in self.ids:
                named |= Q(**{column: word})
        return named

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        about = {"subtitle": f"The newest {NEWEST:,}; search by number or id for older ones"}
        return super().changelist_view(request, {**about, **(extra_context or {})})
