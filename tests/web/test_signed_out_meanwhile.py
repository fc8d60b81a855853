"""A form that is sent after the session has ended: back to its page, with a word on what was written."""

from django.test import Client

SENT = {"name": "Lighthouse"}


def test_it_leads_back_to_the_page_of_the_form(db: None) -> None:
    client = Client()
    answer = client.post("/projects/new/", SENT, headers={"Referer": "http://testserver/projects/new/?a=b"})

    assert answer["Location"] == "/login/?next=/projects/new/%3Fa%3Db"
    assert "Sign in again." in client.get(answer["Location"]).content.decode()


def test_another_sites_page_is_no_place_to_go(db: None) -> None:
    answer = Client().post("/projects/new/", SENT, headers={"Referer": "https://elsewhere.example.org/projects/new/"})

    assert answer["Location"] == "/login/?next=/"


def test_a_swap_takes_its_whole_page_there(db: None) -> None:
    headers = {"HX-Request": "true", "HX-Current-URL": "http://testserver/projects/new/"}
    answer = Client().post("/projects/new/", SENT, headers=headers)

    assert (answer.status_code, answer["HX-Redirect"]) == (401, "/login/?next=/projects/new/")


def test_what_only_takes_a_post_says_so(db: None) -> None:
    answer = Client().get("/p/x/settings/leave/")

    assert answer.status_code == 405
    assert "Nothing is shown at this address" in answer.content.decode()
    assert answer["Allow"] == "POST"
