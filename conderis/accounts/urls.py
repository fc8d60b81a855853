"""Addresses of a person's own account: django-allauth's views, one by one, and our own."""

from allauth.account import views as account
from allauth.mfa.base import views as mfa
from allauth.mfa.recovery_codes import views as recovery_codes
from allauth.mfa.totp import views as totp
from django.conf import settings
from django.urls import URLPattern, URLResolver, path, register_converter
from django.urls.converters import StringConverter
from django.views.generic import RedirectView

from conderis.accounts.throttle import throttled
from conderis.accounts.views.agents import agent, agents, end
from conderis.accounts.views.connect import calls, connect
from conderis.accounts.views.framed import framed
from conderis.accounts.views.settings import close, keys, notifications, profile, security
from conderis.core.ids import ID_LENGTH


class PersonId(StringConverter):
    """Ends where the hyphen comes, of which the token after it has one too."""

    regex = f"[a-z0-9]{{{ID_LENGTH}}}"


register_converter(PersonId, "person")
_OPEN = {"sign_up": lambda: settings.SIGN_UP}

# Left out: allauth's page for changing one's address. A new address that isn't confirmed yet would already count where
# someone signs in, asks for a new password or signs up.
urlpatterns: list[URLPattern | URLResolver] = [
    path("login/", throttled(account.LoginView.as_view(extra_context=_OPEN)), name="account_login"),
    path("logout/", account.logout, name="account_logout"),
    path("inactive/", account.account_inactive, name="account_inactive"),
    path("signup/", throttled(account.signup), name="account_signup"),
    path("confirm-email/", account.email_verification_sent, name="account_email_verification_sent"),
    path("confirm-email/<str:key>/", account.confirm_email, name="account_confirm_email"),
    path("reauthenticate/", throttled(account.reauthenticate), name="account_reauthenticate"),
    path("password/change/", throttled(framed(account.PasswordChangeView)), name="account_change_password"),
    path("password/set/", RedirectView.as_view(pattern_name="account_reset_password"), name="account_set_password"),
    path("password/reset/", throttled(account.password_reset), name="account_reset_password"),
    path("password/reset/done/", account.password_reset_done, name="account_reset_password_done"),
    path(
        "password/reset/key/<person:uidb36>-<str:key>/",
        throttled(account.password_reset_from_key),
        name="account_reset_password_from_key",
    ),
    path("2fa/", framed(mfa.IndexView), name="mfa_index"),
    path("2fa/authenticate/", throttled(mfa.authenticate), name="mfa_authenticate"),
    path("2fa/reauthenticate/", throttled(mfa.reauthenticate), name="mfa_reauthenticate"),
    path("2fa/totp/activate/", throttled(framed(totp.ActivateTOTPView)), name="mfa_activate_totp"),
    path("2fa/totp/deactivate/", framed(totp.DeactivateTOTPView), name="mfa_deactivate_totp"),
    path("2fa/recovery-codes/", framed(recovery_codes.ViewRecoveryCodesView), name="mfa_view_recovery_codes"),
    path(
        "2fa/recovery-codes/generate/",
        framed(recovery_codes.GenerateRecoveryCodesView),
        name="mfa_generate_recovery_codes",
    ),
    path("2fa/recovery-codes/download/", recovery_codes.download_recovery_codes, name="mfa_download_recovery_codes"),
    path("settings/", profile, name="my-settings"),
    path("settings/security/", security, name="my-security"),
    path("settings/notifications/", notifications, name="my-notifications"),
    path("settings/keys/", keys, name="my-keys"),
    path("settings/agents/", agents, name="my-agents"),
    path("settings/agents/<str:agent_id>/", agent, name="my-agent"),
    path("settings/agents/<str:agent_id>/end/", end, name="end-agent"),
    path("settings/close/", close, name="close-account"),
    path("connect/", connect, name="connect"),
    path("connect/<str:client>/", connect, name="connect-client"),
    path("connect/calls/<str:agent_id>/", calls, name="connect-calls"),
]
