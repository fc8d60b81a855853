"""What a web server runs: `gunicorn conderis.wsgi`."""

import os
from importlib import import_module

import django
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from conderis.core import metrics_files

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "conderis.settings")

metrics_files.use(settings.METRICS_FOLDER)
django.setup(set_prefix=False)
application = import_module("conderis.web.wsgi").Handler()  # what it imports needs Django set up

if settings.SECRET_KEY == settings.NO_SECRET_KEY:  # a known key would let anyone sign a session
    raise ImproperlyConfigured("Set CONDERIS_SECRET_KEY, or start with `make up`, which makes a key.")
