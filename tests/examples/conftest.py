"""The examples import each other as scripts do: from the folder in which they stand."""

import sys

from django.conf import settings

sys.path.insert(0, str(settings.BASE_DIR / "examples"))
