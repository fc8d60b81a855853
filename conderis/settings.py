"""Django settings. Every value comes from the environment; .env.example lists each with its default."""

import os
import sys
from pathlib import Path
from urllib.parse import urlsplit

import django_stubs_ext
import environ
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured

from conderis import __version__
from conderis.core import logs

BASE_DIR = Path(__file__).resolve().parent.parent
VERSION = __version__

django_stubs_ext.monkeypatch()  # generic Django classes take their parameters at run time too

env = environ.Env()
environ.Env.read_env(BASE_DIR / ".env")


def _number(name: str, default: int, least: int, most: int) -> int:
    """A whole number of the environment. Raises ImproperlyConfigured, which says what it may be."""
    given = env.str(name, default="") or str(default)
    if not given.isdecimal() or not least <= int(given) <= most:
        raise ImproperlyConfigured(f"{name} is {given!r}; it must be a whole number from {least} to {most}.")
    return int(given)


# The folder of the embedded servers' files. A running `make up` writes their addresses into its `env`
# file, so that operator commands find them without configuration. An address in the environment wins.
CONDERIS_DATA = Path(env.str("CONDERIS_DATA", default="") or BASE_DIR / "var").expanduser().absolute()
GIVEN_ADDRESSES = {name: value for name in ("DATABASE_URL", "REDIS_URL") if (value := env.str(name, default=""))}
for _name in {"DATABASE_URL", "REDIS_URL"} - GIVEN_ADDRESSES.keys():
    os.environ.pop(_name, None)  # an empty one counts as not given
environ.Env.read_env(CONDERIS_DATA / "env")

DEBUG = env.bool("CONDERIS_DEBUG", default=False)
BIND = env.str("CONDERIS_BIND", default="") or "127.0.0.1"
PORT = _number("PORT", 8000, 1, 65535)

# What `manage.py up` starts (ARCHITECTURE.md says how the numbers were found).
WEB_WORKERS = _number("CONDERIS_WEB_WORKERS", 2, 1, 256)  # processes
WEB_THREADS = _number("CONDERIS_WEB_THREADS", 8, 1, 256)  # of each process
WORKER_PROCESSES = _number("CONDERIS_WORKER_PROCESSES", 1, 1, 256)
LOAD_DEMO = env.bool("CONDERIS_DEMO", default=True)


def _secret_key() -> str:
    """CONDERIS_SECRET_KEY, or the one that the first `make up` made for this data folder."""
    given: str = env.str("CONDERIS_SECRET_KEY", default="")
    if given:
        return given
    kept = CONDERIS_DATA / "secret_key"
    try:
        return kept.read_text().strip() if kept.is_file() else ""
    except PermissionError:
        raise ImproperlyConfigured(f"{CONDERIS_DATA} belongs to another user. Set CONDERIS_DATA to another.") from None


# Without a key only what signs nothing works: `manage.py up` makes one, and conderis.wsgi refuses to go without.
NO_SECRET_KEY = "unset-until-make-up-has-run"  # noqa: S105
SECRET_KEY = _secret_key() or NO_SECRET_KEY
PUBLIC_URL = (env.str("CONDERIS_URL", default="") or f"http://127.0.0.1:{PORT}").rstrip("/")
if not PUBLIC_URL.startswith(("http://", "https://")):
    raise ImproperlyConfigured(f"CONDERIS_URL is {PUBLIC_URL!r}; it must begin with https:// or http://.")
ALLOWED_HOSTS = env.list("CONDERIS_HOSTS", default=["127.0.0.1", "localhost", "[::1]", urlsplit(PUBLIC_URL).hostname])
_HTTPS = PUBLIC_URL.startswith("https://")

INSTALLED_APPS = [
    "conderis",
    "conderis.web",
    "conderis.outbox",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "conderis.accounts",
    "conderis.recall",
    "projects",
    "items",
    "proposals",
    "privacy",
    "conderis.mcp",
    "mcp_server",
    "conderis.web.admin_app.Admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.postgres",
    "csp",
    "django.forms",
    "django_htmx",
    "lucide",
]
FORM_RENDERER = "django.forms.renderers.TemplatesSetting"  # fields are drawn by our own templates

MIDDLEWARE = [
    "conderis.web.requests.observe_requests",
    "conderis.web.refusals.refuse_large",
    "django.middleware.security.SecurityMiddleware",
    "conderis.web.headers.PageHeaders",
    "conderis.mcp.middleware.refuse_foreign_host",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "conderis.accounts.middleware.keep_signed_in",
    "allauth.account.middleware.AccountMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "conderis.web.refusals.AnswerRefusals",
]

ROOT_URLCONF = "conderis.urls"
WSGI_APPLICATION = "conderis.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

# PostgreSQL is the only database. The pool keeps connections of one process for its threads and checks
# each before it is handed out, so that a restarted database costs no call its answer.
DATABASES = {"default": env.db_url("DATABASE_URL", default="postgresql://conderis@127.0.0.1:5432/conderis")}
if DATABASES["default"]["ENGINE"] != "django.db.backends.postgresql":
    raise ImproperlyConfigured("DATABASE_URL must begin with postgresql://; Conderis runs on PostgreSQL alone.")
_pool = _number("CONDERIS_DB_POOL", 0, 0, 1000)
DATABASES["default"]["CONN_HEALTH_CHECKS"] = True
DATABASES["default"].setdefault("OPTIONS", {})
if _pool:
    DATABASES["default"]["OPTIONS"]["pool"] = {"min_size": 1, "max_size": _pool, "timeout": 10}
REDIS_URL = env.str("REDIS_URL", default="redis://127.0.0.1:6379/0")

CELERY_BROKER_URL = REDIS_URL
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True  # a killed worker's task goes to the next one
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_TIME_LIMIT = 1800  # seconds; what takes longer goes in bounded batches
CELERY_BROKER_TRANSPORT_OPTIONS = {"visibility_timeout": 3600}  # above the time limit: no task runs twice at once
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_CANCEL_LONG_RUNNING_TASKS_ON_CONNECTION_LOSS = True
CELERY_WORKER_REDIRECT_STDOUTS = False
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TIMEZONE = "UTC"

AUTH_USER_MODEL = "accounts.User"
PASSWORD_HASHERS = ["django.contrib.auth.hashers.Argon2PasswordHasher"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
LOGIN_URL = LOGOUT_REDIRECT_URL = "/login/"
LOGIN_REDIRECT_URL = "/"
PASSWORD_RESET_TIMEOUT = 24 * 3600  # seconds
CSRF_FAILURE_VIEW = "conderis.web.refusals.forged"

# django-allauth: an address and a password, a second factor for who wants one. Who an address belongs to and what a
# display name may be is ours (accounts.adapter, accounts.views.forms), and so is how often anyone may try
# (accounts.throttle): its own limits count in a cache, which all processes would have to share and none could lose.
ACCOUNT_ADAPTER = "conderis.accounts.adapter.Adapter"
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*"]
ACCOUNT_FORMS = {
    "login": "conderis.accounts.views.forms.SignIn",
    "signup": "conderis.accounts.views.forms.SignUp",
    "reauthenticate": "conderis.accounts.views.forms.ConfirmPassword",
    "change_password": "conderis.accounts.views.forms.ChangePassword",
    "reset_password": "conderis.accounts.views.forms.AskForReset",
    "reset_password_from_key": "conderis.accounts.views.forms.ResetPassword",
}
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_EMAIL_NOTIFICATIONS = True  # of a new password, and of changes to the second factor
ACCOUNT_PREVENT_ENUMERATION = True
ACCOUNT_REAUTHENTICATION_METHODS = ["password", "mfa"]
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_LOGIN_ON_PASSWORD_RESET = True  # past the second factor, as ever
ACCOUNT_RATE_LIMITS = False
MFA_FORMS = {
    "authenticate": "conderis.accounts.views.forms.EnterCode",
    "reauthenticate": "conderis.accounts.views.forms.ConfirmWithCode",
    "activate_totp": "conderis.accounts.views.forms.SetUpCodes",
}
MFA_TOTP_ISSUER = "Conderis"
MFA_TOTP_TOLERANCE = 1  # a telephone's clock may be half a minute off
MFA_RATE_LIMITS = False
SIGN_UP = env.bool("CONDERIS_SIGN_UP", default=False)
SIGN_IN_LIMIT = _number("CONDERIS_SIGN_IN_LIMIT", 30, 0, 1_000_000)  # attempts of an address in a minute; 0 is no limit
TRUSTED_PROXIES = _number("CONDERIS_TRUSTED_PROXIES", 0, 0, 10)

# Without a mail server mails are printed on stderr, which `make up` keeps in the log of the process that sends them.
MAIL_URL = env.str("CONDERIS_MAIL_URL", default="")
SENDS_MAIL = bool(MAIL_URL)
if SENDS_MAIL:
    if not MAIL_URL.startswith(("smtp://", "smtp+tls://", "smtp+ssl://")):
        raise ImproperlyConfigured("CONDERIS_MAIL_URL must begin with smtp+tls://, smtp+ssl:// or smtp://.")
    globals().update(env.email_url_config(MAIL_URL))
else:
    EMAIL_BACKEND = "conderis.core.mail.Printed"
EMAIL_TIMEOUT = 10  # seconds
DEFAULT_FROM_EMAIL = env.str("CONDERIS_MAIL_FROM", default="") or f"Conderis <conderis@{urlsplit(PUBLIC_URL).hostname}>"

LANGUAGE_CODE = "en"
TIME_ZONE = "UTC"
USE_I18N = False
USE_TZ = True
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

STATIC_URL = "/static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATIC_ROOT = CONDERIS_DATA / "static"
WHITENOISE_USE_FINDERS = True  # served from where they stand as long as nothing was collected
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "conderis.web.static.Collected"},
}

RATE_LIMIT = _number("CONDERIS_RATE_LIMIT", 1200, 0, 1_000_000)  # calls of a key in a minute; 0 is no limit
METRICS_FOLDER = CONDERIS_DATA / "metrics"
METRICS_TOKEN = env.str("CONDERIS_METRICS_TOKEN", default="")

MAX_BODY = 2_000_000  # bytes of one request
OWN_BODIES = {"/mcp"}  # these refuse a larger one in their own words
DATA_UPLOAD_MAX_MEMORY_SIZE = MAX_BODY

# A browser takes a __Host- cookie from this host over https alone, not from a neighbour under the same domain.
COOKIE_PREFIX = "__Host-" if _HTTPS else ""
SESSION_COOKIE_NAME = f"{COOKIE_PREFIX}sessionid"
SESSION_COOKIE_AGE = 14 * 24 * 3600  # seconds since the last day of use (accounts.middleware)
SESSION_COOKIE_SECURE = _HTTPS
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_NAME = f"{COOKIE_PREFIX}csrftoken"
CSRF_COOKIE_SECURE = _HTTPS
CSRF_COOKIE_SAMESITE = "Lax"
SECURE_SSL_REDIRECT = _HTTPS  # TLS ends at the proxy, which says so in X-Forwarded-Proto; see README.md
SECURE_REDIRECT_EXEMPT = [r"^(healthz|readyz|metrics)$"]  # asked for from inside, without a proxy
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if _HTTPS else None
SECURE_HSTS_SECONDS = 31_536_000 if _HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = _HTTPS
SECURE_HSTS_PRELOAD = _HTTPS
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
SECURE_CONTENT_TYPE_NOSNIFF = True
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
        "base-uri": [NONE],
        "manifest-src": [SELF],
    }
}

# django-mcp-server holds the stdio transport; the HTTP endpoint is conderis.mcp.view (ARCHITECTURE.md says why).
DJANGO_MCP_GLOBAL_SERVER_CONFIG = {"name": "conderis", "stateless": True}
DJANGO_MCP_GET_SERVER_INSTRUCTIONS_TOOL = False

# To stderr alone: stdout is the protocol's on stdio, and the SDK would otherwise set up a handler of its own.
LOGGING = logs.configured(readable=DEBUG or sys.stderr.isatty())
