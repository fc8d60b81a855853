"""How people are made and found."""

from typing import TYPE_CHECKING, Any

from django.contrib.auth.base_user import BaseUserManager
from django.db.models import Value
from django.db.models.functions import Lower

from conderis.core.text import storable

if TYPE_CHECKING:
    from conderis.accounts.models import User


class UserManager(BaseUserManager["User"]):
    """Addresses are compared without case, as mail servers do."""

    def get_by_natural_key(self, username: str | None) -> "User":
        """The account of an address. Both sides are lower-cased by the database: the unique index serves it."""
        if not username or not storable(username):
            raise self.model.DoesNotExist
        return self.alias(address=Lower("email")).get(address=Lower(Value(username)))

    def create_user(self, email: str, password: str | None = None, **fields: Any) -> "User":
        """A person; without ``name`` they are called what stands before the ``@``."""
        email = self.normalize_email(email)
        fields.setdefault("name", email.partition("@")[0][:100])
        user = self.model(email=email, **fields)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(self, email: str, password: str | None = None, **fields: Any) -> "User":
        """A person who may use the admin."""
        return self.create_user(email, password, is_staff=True, is_superuser=True, **fields)
