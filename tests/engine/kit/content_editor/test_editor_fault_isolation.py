"""A fault of any member of a content editor is one sentence with the name of the game; nothing else is lost."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from engine.core.fault_isolation import FAULT, set_fault_handler
from engine.kit.content_editor.content_editor import ContentEditor, HasDecks
from engine.kit.content_editor.editor_fault_isolation import isolated_editor_of
from engine.kit.content_editor.view_models import CategoryEntry, EditRefused, ImportedFile, Note, NoteKind, Trial
from engine.kit.game_factory import make_game
from engine.kit.manual_game import ManualGame
from engine.messages.texts import say
from engine.presentation.game import Game
from engine.rulesets.card_the_drawing.ruleset import CardTheDrawing
from engine.rulesets.classic_fantasy.ruleset import ClassicFantasy
from tests.engine.rulesets.card_the_drawing.table import GAME, laid

SENTENCE = (
    "This does not work because of an error in the game “Duel”. Everything else still works. "
    "A report was saved; it contains no names and no cards."
)
VIEW = GAME.view_for(laid(), "gm")
FILE = ImportedFile(records=(), told="")
QUESTIONS: dict[str, tuple[tuple[Any, ...], object]] = {
    "for_gm": (("cards", {}), True),
    "facets": (({}, {}, "cards"), ()),
    "entries": (({}, {}, "cards"), (CategoryEntry(id="", name=SENTENCE),)),
    "record": (({}, {}, "cards", "punch"), None),
    "try_out": (({}, {}, "cards", {}), Trial(wrong=SENTENCE)),
    "situations": (({}, {}, "cards", {}), ()),
    "dependencies": (({}, {}, (("cards", "punch"),)), ()),
    "deck_owners": ((VIEW,), ()),
    "deck_statistics": ((VIEW, "tia"), (Note(id="fault", title=SENTENCE, kind=NoteKind.FIGURES),)),
}
"""The questions, each with arguments, and what answers instead of a faulty member."""
EDITS: dict[str, tuple[Any, ...]] = {
    "blank": ({}, {}, "cards"),
    "duplicate": ({}, {}, "cards", {}),
    "with_value": ("cards", {}, "name", "Kick"),
    "with_row": ("cards", {}, "effects"),
    "without_row": ("cards", {}, "effects[0]"),
    "moved_row": ("cards", {}, "effects[0]", 1),
    "duplicated_row": ("cards", {}, "effects[0]"),
    "save_command": ("gm", {}, {}, "cards", {"name": "Kick"}),
    "disable_command": ("gm", {}, {}, "cards", "punch", True),
    "delete_command": ("gm", {}, "cards", "punch"),
    "export_file": ({}, {}, (("cards", "punch"),)),
    "read_file": ({}, {}, "x"),
    "import_command": ("gm", {}, FILE, (0,)),
    "assign_deck_command": ("gm", VIEW, {}, "tia"),
    "deck_of": (VIEW, "tia"),
}
"""The edits and commands, each with arguments: a fault refuses them."""
OTHERS = {"gm_lists", "categories", "editor_view"}


@pytest.fixture
def heard() -> Iterator[list[Exception]]:
    """The faults that are isolated while a test runs."""
    found: list[Exception] = []
    set_fault_handler(found.append)
    yield found
    set_fault_handler(None)


def broken(*_: object, **__: object) -> object:
    """Be at fault."""
    raise ZeroDivisionError


WRONG: list[Callable[..., object]] = [broken, lambda *_, **__: 3, lambda *_, **__: [object()]]


class FaultyEditor:
    """The editor of Card: the Drawing, with faults in some members."""

    def __init__(self, faults: dict[str, Callable[..., object]]) -> None:
        self._faults = faults
        self._editor = CardTheDrawing().content_editor

    def __getattr__(self, name: str) -> object:
        return self._faults[name] if name in self._faults else getattr(self._editor, name)


def duel(**faults: Callable[..., object]) -> tuple[Game, Any]:
    """Return a game of other people, and its content editor with these faults."""

    class Duel(CardTheDrawing):
        content_editor: Any = FaultyEditor(faults)

    game = make_game(Duel(), name="Duel")
    return game, isolated_editor_of(game)


def test_every_member_is_isolated() -> None:
    declared = {name for protocol in (ContentEditor, HasDecks) for name in vars(protocol) if not name.startswith("_")}
    assert declared == {*QUESTIONS, *EDITS, *OTHERS}
    assert isinstance(isolated_editor_of(GAME), HasDecks)
    assert not isinstance(isolated_editor_of(make_game(ClassicFantasy())), HasDecks)
    assert isolated_editor_of(make_game(ManualGame("example"))) is None


@pytest.mark.parametrize("member", QUESTIONS)
@pytest.mark.parametrize("wrong", WRONG)
def test_a_faulty_answer_is_replaced(heard: list[Exception], member: str, wrong: Callable[..., object]) -> None:
    arguments, instead = QUESTIONS[member]
    _, editor = duel(**{member: wrong})
    assert getattr(editor, member)(*arguments) == instead
    assert len(heard) == 1


@pytest.mark.parametrize("member", EDITS)
@pytest.mark.parametrize("wrong", WRONG)
def test_a_faulty_edit_or_command_is_refused(heard: list[Exception], member: str, wrong: Callable[..., object]) -> None:
    _, editor = duel(**{member: wrong})
    with pytest.raises(EditRefused) as refused:
        getattr(editor, member)(*EDITS[member])
    assert refused.value.text == SENTENCE
    assert len(heard) == 1


@pytest.mark.parametrize("wrong", [*WRONG, lambda *_: ()])
def test_faulty_categories_are_one_that_names_the_game(heard: list[Exception], wrong: Callable[..., object]) -> None:
    _, editor = duel(categories=wrong)
    (category,) = editor.categories()
    assert category.help == SENTENCE
    assert not category.lists
    assert len(heard) == 1


@pytest.mark.parametrize("wrong", WRONG)
def test_a_faulty_view_of_a_record_has_the_sentence_as_its_problem(
    heard: list[Exception], wrong: Callable[..., object]
) -> None:
    _, editor = duel(editor_view=wrong)
    view = editor.editor_view({}, {}, "cards", {"id": "kick", "name": "Kick"})
    assert (view.id, view.name, view.can_save) == ("kick", "Kick", False)
    assert [problem.text for problem in view.problems] == [SENTENCE]
    assert len(heard) == 1


def test_a_game_whose_editor_cannot_be_made_has_a_category_that_says_so(heard: list[Exception]) -> None:
    class Duel(CardTheDrawing):
        @property
        def content_editor(self) -> Any:
            raise ZeroDivisionError

    editor = isolated_editor_of(make_game(Duel(), name="Duel"))
    assert editor is not None
    assert [category.help for category in editor.categories()] == [SENTENCE]
    assert editor.gm_lists == frozenset()
    with pytest.raises(EditRefused, match="Duel"):
        editor.blank({}, {}, "cards")
    assert {type(fault) for fault in heard} == {ZeroDivisionError}


def test_what_a_game_refuses_itself_is_no_fault(heard: list[Exception]) -> None:
    def refuses(*_: object) -> object:
        raise EditRefused("Not today.")

    _, editor = duel(save_command=refuses)
    with pytest.raises(EditRefused, match="Not today"):
        editor.save_command(*EDITS["save_command"])
    assert not heard


def test_where_nobody_hears_of_faults_they_are_raised() -> None:
    _, editor = duel(entries=broken, blank=broken)
    for member, arguments in (("entries", ({}, {}, "cards")), ("blank", EDITS["blank"])):
        with pytest.raises(ZeroDivisionError):
            getattr(editor, member)(*arguments)


def test_a_fault_of_a_game_of_the_program_is_one_of_the_program(heard: list[Exception]) -> None:
    game, editor = duel(entries=broken, blank=broken)
    game.fault = FAULT
    assert [entry.name for entry in editor.entries({}, {}, "cards")] == [say(FAULT)]
    with pytest.raises(ZeroDivisionError):
        editor.blank(*EDITS["blank"])
    assert len(heard) == 1


def test_an_editor_without_faults_answers_as_before() -> None:
    _, editor = duel()
    own = CardTheDrawing().content_editor
    assert editor.categories() == own.categories()
    assert editor.entries({}, {}, "cards") == own.entries({}, {}, "cards")
    record = editor.record({}, {}, "cards", "punch")
    assert editor.editor_view({}, {}, "cards", record) == own.editor_view({}, {}, "cards", record)
    assert editor.with_value("cards", record, "name", "Kick")["name"] == "Kick"
