"""A person with a browser that has no JavaScript: reads pages, fills their forms in, and sends them as browsers do."""

import re
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any

from django.http import HttpResponse
from django.test import Client

from conderis.accounts.models import User

Fields = dict[str, str]


@dataclass
class Form:
    """A form of a page with what stands in it; the buttons apart, of which one sends it."""

    action: str = ""
    ident: str = ""
    fields: Fields = field(default_factory=dict)
    buttons: list[Fields] = field(default_factory=list)
    options: dict[str, list[str]] = field(default_factory=dict)


class _Forms(HTMLParser):
    """Reads the forms; a text of many lines as a browser holds it, with ``\\n`` alone."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.forms: list[Form] = []
        self._form: Form | None = None
        self._text: list[str] | None = None
        self._name = ""
        self._elsewhere: list[tuple[str, str, str]] = []
        self.feed(page)
        for ident, name, value in self._elsewhere:
            next(form for form in self.forms if form.ident == ident).fields[name] = value

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        has = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._form = Form(has.get("action", ""), has.get("id", ""))
            self.forms.append(self._form)
        form, name = self._form, has.get("name", "")
        if has.get("form") and "checked" in has:
            self._elsewhere.append((has["form"], name, has.get("value", "")))
        if form is None or has.get("form"):
            return
        if tag == "input" and name and (has.get("type") not in ("checkbox", "radio") or "checked" in has):
            form.fields[name] = re.sub(r"[\r\n]", "", has.get("value", ""))
        elif tag == "button" and name:
            form.buttons.append({name: has.get("value", "")})
        elif tag == "textarea":
            self._name, self._text = name, []
        elif tag == "select":
            self._name, form.options[name] = name, []
        elif tag == "option" and self._name:
            value = has.get("value", "")
            form.options.setdefault(self._name, []).append(value)
            if "selected" in has or self._name not in form.fields:
                form.fields[self._name] = value

    def handle_data(self, data: str) -> None:
        if self._text is not None:
            self._text.append(data)

    def handle_endtag(self, tag: str) -> None:
        if tag == "textarea" and self._text is not None and self._form is not None:
            text = re.sub(r"\r\n?", "\n", "".join(self._text))
            self._form.fields[self._name] = text.removeprefix("\n")
            self._text = None
        elif tag == "select":
            self._name = ""
        elif tag == "form":
            self._form = None


@dataclass
class Page:
    """What came back, and the forms in it."""

    browser: "Browser"
    path: str
    response: Any

    @property
    def text(self) -> str:
        return str(self.response.content.decode())

    @property
    def words(self) -> str:
        """What is read of it, on one line."""
        main = self.text.partition('<main class="')[2] or self.text
        return " ".join(re.sub(r"<[^>]*>", " ", main).split())

    @property
    def forms(self) -> list[Form]:
        return _Forms(self.text).forms

    def form(self, action: str = "") -> Form:
        """The form that leads to this address below the item's own; without one the editor, which leads to itself."""
        found = [
            form for form in self.forms if (form.action.endswith(f"/{action}/") if action else form.ident == "editor")
        ]
        assert len(found) == 1, (action, [form.action for form in self.forms])
        return found[0]

    def offers(self, action: str) -> bool:
        return any(form.action == f"{self.path}{action}/" for form in self.forms)

    def send(self, action: str = "", /, answer: int = 303, **typed: str) -> "Page":
        """Fill the form in and send it; what a person doesn't type stays as it was drawn. ``answer`` is the status."""
        form = self.form(action)
        return self.browser.post(form.action or self.path, {**form.fields, **typed}, answer)


@dataclass
class Browser:
    client: Client

    def get(self, path: str, status: int = 200, **headers: Any) -> Page:
        response = self.client.get(path, **headers)
        assert response.status_code == status, (path, response.status_code, response.content.decode()[:2000])
        return Page(self, path, response)

    def post(self, path: str, fields: Fields, status: int = 303, **headers: Any) -> Page:
        """As a browser sends a form: every line end is CRLF. A redirect is followed."""
        sent = {name: re.sub(r"\r\n|\r|\n", "\r\n", value) for name, value in fields.items()}
        response: HttpResponse = self.client.post(path, sent, **headers)
        assert response.status_code == status, (path, response.status_code, response.content.decode()[:3000])
        return self.get(response["Location"]) if status == 303 else Page(self, path, response)


def browser_of(user: User | None) -> Browser:
    """Signed in as the person, or as nobody."""
    client = Client()
    if user is not None:
        client.force_login(user)
    return Browser(client)
