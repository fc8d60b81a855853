"""The operators' pages keep to the content security policy: nothing inline, and no complaint in the console."""

from django.contrib import admin
from django.urls import reverse

from conderis.accounts.models import User
from items.models import Item
from tests.browser.conftest import Visit
from tests.calls import Caller
from tests.factories import OrganizationMembershipFactory, UserFactory


def test_every_page_keeps_to_the_policy(visit: Visit, owner: User, as_owner: Caller) -> None:
    as_owner.memory()
    as_owner.text("recall")
    as_owner.call(
        "item_store", kind="task", batch={"idempotencyKey": "k", "items": [{"kind": "task", "fields": {"title": "T"}}]}
    )
    OrganizationMembershipFactory()
    window = visit(UserFactory(name="Op", is_staff=True, is_superuser=True))
    walked = 0
    for model in admin.site._registry:
        name = f"admin:{model._meta.app_label}_{model._meta.model_name}"
        pages = [reverse(f"{name}_changelist"), reverse(f"{name}_add")]
        row = model._default_manager.first()
        if row is not None:
            pages += [reverse(f"{name}_change", args=[row.pk]), reverse(f"{name}_delete", args=[row.pk])]
        for page in [reverse("admin:index"), *pages]:
            window.goto(page)
            assert window.page.evaluate("document.styleSheets.length") > 0
            walked += 1
    assert walked > 20


def test_lists_and_rows_are_accessible(visit: Visit, as_owner: Caller) -> None:
    as_owner.memory()
    window = visit(UserFactory(name="Op", is_staff=True, is_superuser=True))
    for page in ("", "items/item/", f"items/item/{Item.objects.get().pk}/change/", "items/item/?q=nothing"):
        window.goto(f"/admin/{page}")
        window.assert_accessible()
        window.complaints.clear()  # axe's own: it looks at imported style sheets through an inline one


def test_a_filter_that_chooses_works(visit: Visit) -> None:
    """Its scripts come from files: moving groups between the two boxes needs them."""
    user = UserFactory(name="Op", is_staff=True, is_superuser=True)
    window = visit(user)
    page = window.goto(f"/admin/accounts/user/{user.pk}/change/")
    page.locator(".selector").first.wait_for()
    page.get_by_role("button", name="Save", exact=True).click()
    page.get_by_text("was changed successfully").wait_for()
