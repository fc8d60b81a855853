"""Keys that say what they are: a prefix that their issuer chose to be found by, then random characters.

From the issuers' pages on their formats, where they have one, and the rules of the open scanners (gitleaks,
detect-secrets). Of each no more is asked than tells it from other text: lengths grow over the years.
"""

import re
import string
from typing import NamedTuple

from conderis.core.secrets.placeholders import is_placeholder_key


class Shape(NamedTuple):
    """``needles``: letters of which one stands in every such key."""

    rule: str
    needles: tuple[str, ...]
    pattern: re.Pattern[str]


def _shape(rule: str, needles: str, pattern: str) -> Shape:
    return Shape(rule, tuple(needles.split()), re.compile(pattern))


_WITHIN = frozenset(string.ascii_letters + string.digits)


SHAPES = (
    _shape("Conderis agent key", "cnd_", r"cnd_[a-z0-9]{40}"),
    _shape(
        "Private key",
        "PRIVATE PuTTY-User-Key AGE-SECRET-KEY",
        r"-----BEGIN[ A-Z0-9]{0,40} PRIVATE KEY(?: BLOCK)?-----|PuTTY-User-Key-File-\d|AGE-SECRET-KEY-1[A-Z0-9]{40}",
    ),
    _shape("AWS access key", "AKIA ASIA ABIA ACCA", r"(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}(?![A-Za-z0-9])"),
    _shape(
        "GitHub token",
        "ghp_ gho_ ghu_ ghs_ ghr_ github_pat_",
        r"gh[pousr]_[A-Za-z0-9]{36}|ghs_\d{1,12}_eyJ[A-Za-z0-9_-]{20}|github_pat_[A-Za-z0-9]{22}_[A-Za-z0-9]{20}",
    ),
    _shape(
        "GitLab token",
        "glpat- gldt- glft- glsoat- glrt- glptt- glagent- gloas- glimt- glcbt- glffct-",
        r"gl(?:pat|dt|ft|soat|rt|ptt|agent|oas|imt|cbt|ffct)-[A-Za-z0-9_-]{20}",
    ),
    _shape("Anthropic key", "sk-ant-", r"sk-ant-[a-z0-9]{3,10}-[A-Za-z0-9_-]{20}"),
    _shape("OpenAI key", "sk-", r"sk-(?:proj|svcacct|admin|None)-[A-Za-z0-9_-]{20}|sk-[A-Za-z0-9]{20}T3BlbkFJ"),
    _shape("API key of the form sk-", "sk-", r"sk-(?:or-v1-|lf-)?(?=[a-z-]{0,40}[0-9A-Z])[A-Za-z0-9]{32}"),
    _shape(
        "JSON Web Token",
        "eyJ",
        r"(?<![\w-])eyJ[A-Za-z0-9_-]{10,2000}+\.[A-Za-z0-9_-]{10,8000}+\.[A-Za-z0-9_-]{10}",
    ),
    _shape("Google key", "AIza GOCSPX- ya29.", r"AIza[A-Za-z0-9_-]{35}(?![\w-])|GOCSPX-[\w-]{28}|ya29\.[\w-]{30}"),
    _shape("Slack token", "xox xapp-", r"xox[abeoprs](?:\.xox[bp])?-\d[A-Za-z0-9-]{15}|xapp-\d-[A-Z0-9]{8,14}-\d{8}"),
    _shape("Stripe key", "k_live_ k_test_ whsec_", r"[rs]k_(?:live|test)_[A-Za-z0-9]{20}|whsec_[A-Za-z0-9+/]{32}"),
    _shape("npm token", "npm_ :_authToken=", r"npm_[A-Za-z0-9]{36}|:_authToken=[a-f0-9-]{36}"),
    _shape("PyPI token", "pypi-AgE", r"pypi-AgE[A-Za-z0-9_-]{40}"),
    _shape("Hugging Face token", "hf_ api_org_", r"(?:hf|api_org)_[A-Za-z]{34}(?![A-Za-z])"),
    _shape("DigitalOcean token", "_v1_", r"do[opr]_v1_[a-f0-9]{64}"),
    _shape("SendGrid key", "SG.", r"SG\.[\w-]{16,32}\.[\w-]{32}"),
    _shape("Twilio key", "SK", r"SK[a-f0-9]{32}(?![A-Za-z0-9])"),
    _shape("Telegram bot token", ":A", r"\d{8,12}:A[\w-]{34}(?![\w-])"),
    _shape("Discord webhook", "/api/webhooks/", r"discord(?:app)?\.com/api/webhooks/\d{15,22}/[\w-]{30}"),
    _shape("Slack webhook", "hooks.slack.com", r"hooks\.slack\.com/(?:services|workflows)/[A-Z0-9]{8,}/[\w/]{20}"),
    _shape("Azure secret", "Q~", r"[\w~.]{3}\dQ~[\w~.-]{31}"),
    _shape("Atlassian token", "ATATT3 ATCTT3", r"AT[AC]TT3[\w=-]{60}"),
    _shape("HashiCorp Vault token", "hvs. hvb. hvr.", r"hv[bsr]\.[\w-]{24}"),
    _shape("Terraform token", ".atlasv1.", r"[A-Za-z0-9]{14}\.atlasv1\.[\w-]{40}"),
    _shape("Databricks token", "dapi", r"dapi[a-f0-9]{32}"),
    _shape("Docker token", "dckr_", r"dckr_[po]at_[\w-]{20}"),
    _shape("Grafana token", "glc_ glsa_", r"glc_eyJ[\w+/]{30}|glsa_[A-Za-z0-9]{32}"),
    _shape("Linear key", "lin_", r"lin_(?:api|oauth)_[A-Za-z0-9]{32}"),
    _shape("Notion token", "ntn_ secret_", r"ntn_[A-Za-z0-9]{40}|secret_[A-Za-z0-9]{43}(?![A-Za-z0-9])"),
    _shape("Shopify token", "shpat_ shpca_ shppa_ shpss_", r"shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}"),
    _shape("Supabase key", "sbp_ sb_secret_", r"sbp_[a-f0-9]{40}|sb_secret_[\w-]{20}"),
    _shape("Sentry token", "sntry", r"sntry[su]_[\w=+/-]{40}"),
    _shape("Groq key", "gsk_", r"gsk_[A-Za-z0-9]{40}"),
    _shape("xAI key", "xai-", r"xai-[A-Za-z0-9]{60}"),
    _shape("Perplexity key", "pplx-", r"pplx-[A-Za-z0-9]{40}"),
    _shape("Replicate token", "r8_", r"r8_[A-Za-z0-9]{37}"),
    _shape("Tailscale key", "tskey-", r"tskey-[a-z]{3,12}-[A-Za-z0-9]{8,20}-[A-Za-z0-9]{16}"),
    _shape("Figma token", "figd_ figu figo", r"fig(?:d|[ou][rh]?)_[\w-]{40}"),
    _shape("Postman key", "PMAK-", r"PMAK-[a-f0-9]{24}-[a-f0-9]{34}"),
    _shape("Doppler token", "dp.", r"dp\.(?:pt|st|ct|sa|scim|audit)\.[\w.-]{40}"),
    _shape("Pulumi token", "pul-", r"pul-[a-f0-9]{40}"),
    _shape("PlanetScale token", "pscale_", r"pscale_(?:tkn|oauth|pw)_[\w=.-]{32}"),
    _shape("RubyGems key", "rubygems_", r"rubygems_[a-f0-9]{48}"),
    _shape("Fly.io token", "fo1_ fm1 fm2_", r"fo1_[\w-]{43}|fm[12][ar]?_[A-Za-z0-9+/]{60}"),
    _shape("New Relic key", "NRAK- NRII-", r"NR(?:AK-[A-Z0-9]{27}|II-[\w-]{32})"),
    _shape("Airtable token", "pat", r"pat[A-Za-z0-9]{14}\.[a-f0-9]{64}"),
    _shape(
        "1Password token",
        "ops_eyJ A3-",
        r"ops_eyJ[A-Za-z0-9+/]{60}|A3-[A-Z0-9]{6}-[A-Z0-9]{6}-?[A-Z0-9]{5}-[A-Z0-9]{5}-",
    ),
)


def key_in(text: str, _lowered: str) -> str | None:
    """The rule of the first key in the text that no manual has published."""
    for rule, needles, pattern in SHAPES:
        if any(needle in text for needle in needles):
            for match in pattern.finditer(text):
                start, end = match.span()
                # Within a longer word or encoded data a prefix means nothing.
                if (start == 0 or text[start - 1] not in _WITHIN) and not is_placeholder_key(text, start, end):
                    return rule
    return None
