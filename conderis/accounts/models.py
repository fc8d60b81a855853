"""People, and the agents that act for them. Both are disabled, never deleted while something refers to them."""

from typing import ClassVar

from django.contrib.auth.models import AbstractBaseUser, PermissionsMixin
from django.db import models
from django.db.models.functions import Lower
from django.utils.crypto import salted_hmac

from conderis.accounts.managers import UserManager
from conderis.core.ids import ID_LENGTH, new_id


class User(AbstractBaseUser, PermissionsMixin):
    """A person. Signs in with an email address, which no other person ever sees; others see ``name``."""

    id = models.CharField(primary_key=True, max_length=ID_LENGTH, default=new_id, editable=False)
    email = models.EmailField(unique=True)  # Django asks it of a USERNAME_FIELD; the constraint below is the rule
    name = models.CharField("display name", max_length=100)
    is_active = models.BooleanField(default=True)
    is_staff = models.BooleanField("may use the admin", default=False)
    joined_at = models.DateTimeField(auto_now_add=True)
    session_epoch = models.PositiveIntegerField(default=0, editable=False)  # raising it ends every session
    mails_outcomes = models.BooleanField("mails of what became of proposals", default=False, editable=False)
    keys_off = models.JSONField("shortcuts switched off", default=list, editable=False)

    objects: ClassVar[UserManager] = UserManager()

    USERNAME_FIELD = "email"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    class Meta:
        constraints = (models.UniqueConstraint(Lower("email"), name="user_email_unique"),)

    def __str__(self) -> str:
        return self.name

    @property
    def ref(self) -> str:
        return f"user:{self.id}"

    def _get_session_auth_hash(self, secret: str | None = None) -> str:
        """What Django compares a session with: another password or epoch ends it."""
        stamp = f"{self.session_epoch} {self.password}"
        return salted_hmac("conderis.accounts.session", stamp, secret=secret, algorithm="sha256").hexdigest()


class Agent(models.Model):
    """A connection of an agent: a key that acts for its owner, with limits of its own.

    The key is shown once; ``key_hash`` is the SHA-256 of its 40 random characters, which needs no
    slow hash because there is nothing to guess. ``prefix`` is what people recognise it by.
    """

    id = models.CharField(primary_key=True, max_length=ID_LENGTH, default=new_id, editable=False)
    owner = models.ForeignKey(User, on_delete=models.PROTECT, related_name="agents")
    name = models.CharField(max_length=100)
    prefix = models.CharField(max_length=12)
    key_hash = models.CharField(max_length=64, unique=True)
    read_only = models.BooleanField(default=False)
    review_always = models.BooleanField("changes always need review", default=False)
    created_at = models.DateTimeField(auto_now_add=True)
    last_used_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return self.name

    @property
    def ref(self) -> str:
        return f"agent:{self.id}"
