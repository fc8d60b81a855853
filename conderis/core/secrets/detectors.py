"""detect-secrets' detectors, as far as they add to ours and go without asking anyone.

Its own way of scanning is built for files: it reads settings that are global to the process, and can call the
issuers. So its compiled expressions are used and nothing else. Left out are both entropy detectors (every UUID
is one to them), those of public addresses and of keywords (ours is ``assignments``), and those whose keys
``shapes`` knows. The expressions weren't written for hostile text, so they see it through a window.
"""

import re
from collections.abc import Iterator

from detect_secrets.plugins.artifactory import ArtifactoryDetector
from detect_secrets.plugins.aws import AWSKeyDetector
from detect_secrets.plugins.azure_storage_key import AzureStorageKeyDetector
from detect_secrets.plugins.base import RegexBasedDetector
from detect_secrets.plugins.cloudant import CloudantDetector
from detect_secrets.plugins.discord import DiscordBotTokenDetector
from detect_secrets.plugins.gitlab_token import GitLabTokenDetector
from detect_secrets.plugins.ibm_cloud_iam import IbmCloudIamDetector
from detect_secrets.plugins.ibm_cos_hmac import IbmCosHmacDetector
from detect_secrets.plugins.mailchimp import MailchimpDetector
from detect_secrets.plugins.softlayer import SoftlayerDetector
from detect_secrets.plugins.square_oauth import SquareOAuthDetector

from conderis.core.secrets.placeholders import is_placeholder_key

# Their letters, in lower case, of which some stand in what they find.
_DETECTORS: tuple[tuple[RegexBasedDetector, tuple[str, ...]], ...] = (
    (AWSKeyDetector(), ("aws", "akia", "asia", "abia", "acca", "a3t")),
    (ArtifactoryDetector(), ("akcp",)),
    (AzureStorageKeyDetector(), ("accountkey=",)),
    (CloudantDetector(), ("cloudant",)),
    (DiscordBotTokenDetector(), ("discord",)),
    (GitLabTokenDetector(), ("gr1348941", "glcbt-", "glimt-", "glptt-", "glagent-", "gloas-")),
    (IbmCloudIamDetector(), ("ibm",)),
    (IbmCosHmacDetector(), ("hmac", "_cos", "cos_", "ibm")),
    (MailchimpDetector(), ("-us",)),
    (SoftlayerDetector(), ("softlayer",)),
    (SquareOAuthDetector(), ("sq0csp-",)),
)
_WINDOW = 1_200  # characters; the expressions' cost grows with its square at worst
_OVERLAP = 400  # what they find is shorter


def detected_in(text: str, lowered: str) -> str | None:
    """What the first detector that finds a credential calls it."""
    for detector, needles in _DETECTORS:
        if any(needle in lowered for needle in needles):
            for start, end in _windows(lowered, needles):
                for pattern in detector.denylist:
                    if _finds(pattern, text, start, end):
                        return str(detector.secret_type)
    return None


def _windows(lowered: str, needles: tuple[str, ...]) -> Iterator[tuple[int, int]]:
    for start in range(0, len(lowered), _WINDOW - _OVERLAP):
        end = min(start + _WINDOW, len(lowered))
        if any(lowered.find(needle, start, end) >= 0 for needle in needles):
            yield start, end
        if end == len(lowered):
            return


def _finds(pattern: re.Pattern[str], text: str, start: int, end: int) -> bool:
    for match in pattern.finditer(text, start, end):
        if match.end() == end < len(text):
            continue  # cut off by the window's edge; the next one shows it whole
        if not is_placeholder_key(text, *match.span(match.lastindex or 0)):
            return True
    return False
