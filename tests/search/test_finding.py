"""What finds what: words, their other forms, parts of words, identifiers, and writing without spaces."""

from dataclasses import dataclass

import pytest

from tests.calls import Caller

LONGEST = 100_000  # characters of a content


@dataclass(frozen=True)
class Shelf:
    """Items that look alike to a poor search, by what they are about."""

    caller: Caller
    number: dict[str, int]

    def first(self, *queries: str) -> dict[str, str | None]:
        """What each query finds first."""
        about = {number: name for name, number in self.number.items()}
        return {
            query: next((about[number] for number in self.caller.numbers(None, query=query)), None) for query in queries
        }


@pytest.fixture
def shelf(as_owner: Caller) -> Shelf:
    memory, task, page = as_owner.memory, as_owner.task, as_owner.page
    number = {
        "tool": memory("Writing by key", content="Everything is written with item_store, one call an item."),
        "path": page("Where the lists are drawn", content="See src/app/views.py, and src/app/urls.py for the routes."),
        "other path": page("Where forms are read", content="See src/forms/readers.py and app/fields.py."),
        "code": task("The bank sends orders back", content="It answers E1234-77 two days later."),
        "other code": task("The printer stops", content="It shows E1235-78 when the paper is out, 77 times a day."),
        "size": memory("Anhänge", content="Die Größe einer Datei ist begrenzt."),
        "street": memory("Straßennamen", content="Der Versand kürzt sie."),
        "japanese": memory("設定画面の説明が古い", content="新しい通知の項目について。"),
        "chinese": page("支付回调", content="平台在超时后会再次发送。"),
        "korean": page("로그인 토큰 만료", content="앱은 조용히 갱신합니다."),
        "coffee": task("Café till", content="It leaves the tax off."),
        "load": memory("Import worker", content="It stands at 100% of one core."),
        "book": page("Reading circle", content="This month a book of O'Reilly on queues."),
        "lookup": memory("Closed accounts", content="getUserByEmail doesn't look at the flag."),
        "rollout": memory("Two at once", content="Deployments wait for each other."),
        "tagged": task("Night run", tags=["flaky-tests"]),
        "summed": memory("Rates", summary="Quarterly figures come from the treasury"),
        "formula": page("Notes", content="The option --dry-run shows x_y_z and C++ and ∑ and §12 alike."),
    }
    return Shelf(as_owner, number)


def test_identifiers_paths_and_codes(shelf: Shelf) -> None:
    """As they stand, in part, in another case, and with what people copy along."""
    about = {
        "item_store": "tool",
        "ITEM_STORE": "tool",
        "item_sto": "tool",
        "src/app/views.py": "path",
        "app/views": "path",
        "views.py": "path",
        "./src/app/views.py:42": "path",
        "E1234-77": "code",
        "e1234-77": "code",
        "E1234": "code",
        "1234-77": "code",
        "getUserByEmail": "lookup",
        "getuserbyemail": "lookup",
        "getuser": "lookup",
        "email": "lookup",
        "userByEmail()": "lookup",
        "--dry-run": "formula",
        "x_y_z": "formula",
    }
    assert shelf.first(*about) == about


def test_other_forms_of_a_word(shelf: Shelf) -> None:
    for query in ("deploy", "deployed", "deploying", "deployments", "Deployment"):
        assert shelf.first(query) == {query: "rollout"}
    assert shelf.first("worker", "workers") == {"worker": "load", "workers": "load"}


def test_parts_of_words(shelf: Shelf) -> None:
    about = {"ployment": "rollout", "reasur": "summed", "straßen": "street", "namen": "street", "uarterl": "summed"}
    assert shelf.first(*about) == about


def test_accents_and_case(shelf: Shelf) -> None:
    about = {
        "größe": "size",
        "grosse": "size",
        "Grösse": "size",
        "GRÖSSE": "size",
        "GRÖẞE": "size",
        "anhange": "size",
        "Strassennamen": "street",
        "cafe": "coffee",
        "café": "coffee",
        "CAFÉ": "coffee",
        "cafe\N{COMBINING ACUTE ACCENT}": "coffee",
    }
    assert shelf.first(*about) == about


def test_writing_without_spaces(shelf: Shelf) -> None:
    about = {
        "説明": "japanese",
        "説": "japanese",
        "画面の説明": "japanese",
        "通知": "japanese",
        "回调": "chinese",
        "再次发送": "chinese",
        "토큰": "korean",
        "조용": "korean",
    }
    assert shelf.first(*about) == about


def test_punctuation(shelf: Shelf) -> None:
    about = {
        "100%": "load",
        "O'Reilly": "book",
        "O\N{RIGHT SINGLE QUOTATION MARK}Reilly": "book",
        "reilly": "book",
        "(deployments)": "rollout",
        "“tax”,": "coffee",
    }
    assert shelf.first(*about) == about


def test_titles_summaries_tags_and_contents(shelf: Shelf) -> None:
    about = {
        "till": "coffee",
        "treasury": "summed",
        "Quarterly": "summed",
        "flaky-tests": "tagged",
        "flaky": "tagged",
        "routes": "path",
    }
    assert shelf.first(*about) == about


def test_what_nothing_holds_finds_nothing(shelf: Shelf) -> None:
    for query in ("zeppelin", "E9999-11", "flights/none/such.rs", "飛行船", "ployed"):
        assert shelf.first(query) == {query: None}


def test_words_of_no_weight_find_nothing_by_themselves_beside_others(shelf: Shelf) -> None:
    assert shelf.caller.numbers(None, query="what is the reason for the treasury") == [shelf.number["summed"]]


def test_any_kind_that_has_a_list(as_owner: Caller) -> None:
    made = {
        "memory": as_owner.memory("Of the harbour"),
        "page": as_owner.page("Of the sea", content="Seen from the harbour."),
        "task": as_owner.task("Of the town", summary="Paint the harbour", tags=["paint"]),
    }

    found = as_owner.call("item_list", query="harbour")

    assert {entry["kind"]: entry["number"] for entry in found["items"]} == made
    for kind, number in made.items():
        assert as_owner.numbers(kind, query="harbour") == [number]


@pytest.mark.parametrize("query", ["zanzibar", "anziba"])
def test_the_last_word_of_the_longest_content(as_owner: Caller, query: str) -> None:
    end = " zanzibar"
    filler = "".join(f"word{place} " for place in range(LONGEST // 5))[: LONGEST - len(end)]
    number = as_owner.page("Long", content=filler + end)

    assert as_owner.numbers("page", query=query) == [number]


def test_the_last_words_of_the_longest_content_without_spaces(as_owner: Caller) -> None:
    number = as_owner.page("Long", content="検索結果の並び順" * (LONGEST // 8 - 1) + "飛行船が来た。")

    assert as_owner.numbers("page", query="飛行船") == [number]


def test_an_item_is_found_by_what_it_says_now(as_owner: Caller) -> None:
    number = as_owner.task("Repaint the lighthouse")
    as_owner.change("task", number, 1, title="Repaint the boathouse")

    assert as_owner.numbers("task", query="boathouse") == [number]
    assert as_owner.numbers("task", query="lighthouse") == []


def test_what_others_keep_private_isnt_found(as_owner: Caller, as_writer: Caller, as_reader: Caller) -> None:
    secret = as_writer.memory("Lighthouse keeper's password", content="E1234-77", visibility="private")
    shared = as_owner.memory("Lighthouse")

    assert set(as_writer.numbers(None, query="lighthouse E1234-77")) == {secret, shared}
    for caller in (as_owner, as_reader):
        found = caller.call("item_list", query="lighthouse E1234-77 1234")
        assert [entry["number"] for entry in found["items"]] == [shared]
        assert found["total"] == 1


def test_what_is_archived_closed_or_expired_is_found_on_request_alone(as_owner: Caller) -> None:
    archived = as_owner.page("Lighthouse page")
    as_owner.act(archived, "archive", 1)
    closed = as_owner.task("Lighthouse task", status="done")
    expired = as_owner.memory("Lighthouse memory", expiresAt="2001-01-01")

    assert as_owner.call("item_list", query="lighthouse")["total"] == 0
    assert as_owner.numbers("page", query="lighthouse", filter={"includeArchived": True}) == [archived]
    assert as_owner.numbers("task", query="lighthouse", filter={"includeClosed": True}) == [closed]
    assert as_owner.numbers("memory", query="lighthouse", filter={"includeExpired": True}) == [expired]


def test_an_outsider_finds_nothing(as_owner: Caller, as_outsider: Caller) -> None:
    as_owner.task("Lighthouse")

    as_outsider.refused("not_found", "item_list", query="lighthouse")


def test_personal_memories_and_a_projects_items_are_apart(as_owner: Caller, as_writer: Caller) -> None:
    mine = as_owner.personal("Lighthouse of my own")
    as_writer.personal("Lighthouse of another")
    shared = as_owner.memory("Lighthouse")

    assert [entry["ref"] for entry in as_owner.call("item_list", projectId=None, query="lighthouse")["items"]] == [mine]
    assert as_owner.numbers(None, query="lighthouse") == [shared]
