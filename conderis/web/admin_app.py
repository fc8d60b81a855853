"""Django's admin with a site of our own."""

from django.contrib.admin.apps import AdminConfig


class Admin(AdminConfig):
    default_site = "conderis.web.admin_site.Site"
