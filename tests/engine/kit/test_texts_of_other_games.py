"""What the kit shows of a game from a folder is said in the game's own words, never by their keys."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.kit.content_editor.content_editor import HasContentEditor
from engine.messages.texts import say
from engine.model.seats import Actor, Role, Seat
from engine.model.table import Table
from engine.rulesets.loader import game_of
from tests.engine.rulesets.game_folders import games_folder, write_game

CODE = """
from engine.kit.content_editor.content_file_format import ContentFiles
from engine.kit.content_editor.form_definitions import RecordForms, RecordKind, text, whole
from engine.kit.content_editor.record_editor import RecordEditor
from engine.kit.content_editor.save_content import SaveContent
from engine.kit.content_editor.statistics import figures, statistic
from engine.kit.content_editor.tryout_run import TryoutRun
from engine.kit.content_editor.view_models import NoteKind, RecordOrigin
from engine.kit.game_factory import make_game
from engine.kit.manual_game import ManualGame
from engine.kit.status_pages import StatusPages, StatusPageView
from engine.messages.refusal import Refused
from engine.model.frozen import Frozen


class WoundPage(StatusPageView):
    TEXTS, KEY = "duel.pages", "wounds"

    def lines(self):
        yield self.line("a", self.cell([self.text("burn"), self.text("cut", deep=3)]), self.cell("burn"))


PAGES = StatusPages(WoundPage)


class Trap(Frozen):
    id: str
    name: str
    depth: int = 0


class KeepTraps(SaveContent):
    WORDS, FORMS = "duel", {"traps": Trap}


FIELDS = (text("name", "what", longest=40, required=True), whole("depth", "what", 0, 99))
FORMS = RecordForms("duel", {"traps": RecordKind(struct=Trap, fields=FIELDS, tries=True)})


class TrapRun(TryoutRun):
    forms = FORMS

    def prepare(self):
        raise Refused("too_deep")


class TrapEditor(RecordEditor):
    forms, files, command = FORMS, ContentFiles("duel", ("traps",)), KeepTraps

    def content(self, lists, options):
        return lists

    def records(self, content, kind):
        return {}

    def shipped_record(self, kind, id_):
        return None

    def origin(self, content, kind, record):
        return RecordOrigin.OWN

    def try_record(self, understood, content, lists, options, situation, answers):
        return TrapRun(self._game, answers).result()

    def statistics(self, draft):
        return (statistic(self.forms, "costs", NoteKind.FIGURES, figures(self.forms, [("price", 3)])),)


class Duel(ManualGame):
    moves = (KeepTraps,)

    def __init__(self):
        super().__init__("duel")

    def status_page_tabs(self, table, viewer):
        return PAGES.tabs(table, viewer)

    def status_page(self, table, viewer, key):
        return PAGES.page(table, viewer, key)

    @property
    def content_editor(self):
        return TrapEditor(make_game(self))
"""
TEXTS = """
[duel.pages.wounds]
tab = "Wounds"
title = "All wounds"
burn = "burnt"
cut = "a cut of {deep}"

[refused]
too_deep = "Nobody digs so deep."

[duel.bench]
trial_stopped = "It ends: {why}"
drawer.traps = "Traps"
one.traps = "Trap"
drawer_help.traps = "Everything that falls shut"
note.costs = "Costs"
note.price = "price in crowns"

[duel.field.traps]
name = "How it is called"
"""


@pytest.fixture
def duel(tmp_path: Path) -> Iterator[str]:
    """The id of an installed game with a status page and a content editor."""
    folder = write_game(tmp_path, ruleset=CODE)
    (folder / "texts" / "en").mkdir(parents=True)
    (folder / "texts" / "en" / "duel.toml").write_text(TEXTS, encoding="utf-8")
    with games_folder(tmp_path):
        yield "duel"


def test_a_status_page_shows_the_games_own_words(duel: str) -> None:
    game = game_of(duel)
    seats = {"gm": Seat(id="gm", name="GM", role=Role.GM)}
    table = Table(ruleset=duel, seats=seats, actors={"ann": Actor(id="ann", name="Ann", seat="gm")})
    page = game.status_page(table, "gm", "wounds")
    assert page is not None
    assert say(page.title) == "All wounds"
    assert [[say(text) for text in cell.texts] for line in page.lines for cell in line.cells] == [
        ["burnt", "a cut of 3"],
        ["burnt"],
    ]


def test_the_content_editor_speaks_the_games_own_words(duel: str) -> None:
    ruleset = game_of(duel).ruleset
    assert isinstance(ruleset, HasContentEditor)
    editor = ruleset.content_editor
    [category] = editor.categories()
    assert (category.title, category.one, category.help) == ("Traps", "Trap", "Everything that falls shut")
    trap = {"name": "Pit"}
    view = editor.editor_view({}, {}, "traps", trap)
    assert view.groups[0].parts[0].label == "How it is called"
    [costs] = view.notes
    assert (costs.title, [row.label for row in costs.rows]) == ("Costs", ["price in crowns"])
    assert editor.try_out({}, {}, "traps", trap).wrong == "It ends: Nobody digs so deep."
