"""Credentials that nobody was ever given, put together here so that no scanner finds them in this repository."""

import string

_MIXED = "aB3dE5gH7jK9mN1pQ3sT5vW7yZ9aB1cD3eF5gH7jK9mN1pQ3sT5vW7yZ9aB1cD3eF5gH7jK9mN1pQ3sT5vW7yZ9aB1cD3eF5gH7jK9"
_LETTERS = (string.ascii_letters * 2)[7:]
_HEX = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a0817b2c4d5e6f708192a3b4c5d6e7f8091"
_UPPER = "Q3EGRIRI4XWQ7ZPLN2VK"


def _join(*parts: str) -> str:
    return "".join(parts)


# What the refusal calls it -> one of it.
KEYS = {
    "Conderis agent key": _join("cnd", "_", "k3v9" * 10),
    "Private key": _join("-----BEGIN RSA ", "PRIVATE KEY-----\nMIIEowIBAAKCAQEA"),
    "AWS access key": _join("AK", "IA", _UPPER[:16]),
    "GitHub token": _join("gh", "p_", _MIXED[:36]),
    "GitLab token": _join("gl", "pat-", _MIXED[:20]),
    "Anthropic key": _join("sk-", "ant-api03-", _MIXED[:93], "AA"),
    "OpenAI key": _join("sk-", "proj-", _MIXED[:48]),
    "API key of the form sk-": _join("sk", "-", _MIXED[:48]),
    "Google key": _join("AI", "za", _MIXED[:35]),
    "Slack token": _join("xo", "xb-1234567890-", _MIXED[:24]),
    "Stripe key": _join("sk_", "live_", _MIXED[:24]),
    "npm token": _join("np", "m_", _MIXED[:36]),
    "PyPI token": _join("pypi-", "AgEIcHlwaS5vcmc", _MIXED[:80]),
    "Hugging Face token": _join("h", "f_", _LETTERS[:34]),
    "DigitalOcean token": _join("dop", "_v1_", _HEX[:64]),
    "SendGrid key": _join("S", "G.", _MIXED[:22], ".", _MIXED[:43]),
    "Twilio key": _join("S", "K", _HEX[:32]),
    "Telegram bot token": _join("123456789", ":A", _MIXED[:34]),
    "Discord webhook": _join("https://discord.com/api/", "webhooks/123456789012345678/", _MIXED[:60]),
    "Slack webhook": _join("https://hooks.slack.com/", "services/T0123ABCD/B0123ABCD/", _MIXED[:24]),
    "Azure secret": _join("a1b8", "Q~", _MIXED[:34]),
    "Azure Storage Account access key": _join("AccountKey", "=", _MIXED[:86], "=="),
    "JSON Web Token": _join("eyJ", "hbGciOiJIUzI1NiJ9.eyJ", "zdWIiOiI0MiJ9.", _MIXED[:43]),
    "Discord Bot Token": _join("discord: M", _MIXED[:23], ".", _MIXED[:6], ".", _MIXED[:27]),
    "Mailchimp Access Key": _join(_HEX[:32], "-us", "12"),
    "HashiCorp Vault token": _join("hv", "s.", _MIXED[:40]),
    "Password in an address": _join("postgresql://app:", "x9fK2mPq", "@db.internal:5432/app"),
    "Authorization header": _join("Authorization: Bearer ", _MIXED[:24]),
    "Assigned credential": _join("pass", 'word = "', "x9fK2mPq", '"'),
    "Credential on a command line": _join("login --pass", "word x9fK2mPq"),
}
GITHUB = KEYS["GitHub token"]
