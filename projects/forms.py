"""What people fill in about projects, organizations and their members."""

from typing import Any

from django import forms

from conderis.web.forms import Form
from projects.capabilities import Role
from projects.fields import DESCRIPTION_MAX, NAME_MAX, REMOTE_MAX
from projects.models import Organization

ROLES = [(role.label, f"{role.label.capitalize()}: {does}") for role, does in (
    (Role.READER, "reads what is shared"),
    (Role.WRITER, "works on tasks, proposes the rest"),
    (Role.MODERATOR, "publishes and decides proposals"),
    (Role.OWNER, "settings, members, deletions"),
)]  # fmt: skip


class ProjectForm(Form):
    """A project's own fields. The services check them; here they only keep their form."""

    name = forms.CharField(max_length=NAME_MAX)
    description = forms.CharField(
        required=False,
        max_length=DESCRIPTION_MAX,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text="What it is about, for people and agents who meet it first.",
    )
    remote = forms.CharField(
        required=False,
        max_length=REMOTE_MAX,
        label="Repository",
        help_text="Its address, such as https://git.example.org/team/project. Nothing is fetched from it.",
    )
    public = forms.BooleanField(
        required=False,
        label="Public",
        help_text="Everyone can read it, signed in or not: shared memories, pages, tasks, instructions and names.",
    )
    deletion_needs_two = forms.BooleanField(
        required=False,
        label="Deletions need a second person",
        help_text="An owner who asks for a deletion can’t decide it: another owner does. With one owner alone, nobody.",
    )
    upstream = forms.CharField(
        required=False,
        max_length=60,
        label="Upstream project",
        help_text="The id of a public project, as its address shows it: its shared memories join recall here.",
    )
    organization = forms.ChoiceField(
        required=False, help_text="Its members get this project with their role there, and its instructions."
    )

    def __init__(self, *args: Any, organizations: list[Organization], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [("", "None"), *((each.ref, each.name) for each in organizations)]
        field = self.fields["organization"]
        if isinstance(field, forms.ChoiceField):
            field.choices = choices
        if len(choices) == 1:
            del self.fields["organization"]

    @property
    def wanted(self) -> dict[str, object]:
        """The fields as the services take them: a blank one clears."""
        return {name: None if value == "" else value for name, value in self.cleaned_data.items()}


class OrganizationForm(Form):
    """An organization's own fields."""

    name = forms.CharField(max_length=NAME_MAX)
    instructions = forms.CharField(
        required=False,
        max_length=20_000,
        widget=forms.Textarea(attrs={"rows": 12, "class": "textarea-code"}),
        help_text="Every agent recalls them in each of the organization’s projects. Keep them short.",
    )


class NameForm(Form):
    """A name alone."""

    name = forms.CharField(max_length=NAME_MAX, widget=forms.TextInput(attrs={"autofocus": True}))


class InviteForm(Form):
    """An address and the role that it gets."""

    email = forms.CharField(
        label="Email address", max_length=254, widget=forms.EmailInput(attrs={"autocomplete": "off"})
    )
    role = forms.ChoiceField(choices=ROLES, initial=Role.WRITER.label)


class SignUpForm(Form):
    """What an invitation's link asks of someone who has no account yet."""

    name = forms.CharField(label="Your name", max_length=100, widget=forms.TextInput(attrs={"autocomplete": "name"}))
    password = forms.CharField(
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
        help_text="At least 8 characters.",
    )
