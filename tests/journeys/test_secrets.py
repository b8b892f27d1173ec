"""What a viewer may not know is nowhere in the windows: an evening is played in two worlds that differ in nothing else.

An evening has brought a deal, a private note, a wound in secret, votes, and declarations that nobody has heard yet. It
goes on by mouse and keys: a draw that only the GM looks at, a Joker laid face down with its stand-ins, a card that is
carried on when the look is over. All of it is played again in a world in which the cards lie otherwise that this viewer
never gets to see, the note and the declarations read otherwise, the votes go to others, and a character whom nobody has
met has another name and other numbers. After each step, everything that the windows hold must be the same.
"""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest
from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtGui import QAccessible, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine.core.chance import SeededChance
from engine.core.codec import Codec
from engine.core.history import History
from engine.kit.conformance.other_worlds import difference, hidden_throughout, swapped_table, swapping
from engine.model.cards import JOKER as JOKER_FACE
from engine.model.cards import card_label, is_joker, standard_decks
from engine.model.seats import SHARED
from engine.model.table import Table
from engine.presentation.scripts.script import Script, read_commands, read_script, starting_table
from engine.rulesets.loader import game_of
from tests.journeys.harvest import Harvest, harvest, mark_of, words_of
from tests.journeys.kit import ADA_TOM_EVA, LEFT, NONE, Desk, script
from vtt.shared.spoken_names import spoken_playing_card
from vtt.shell import screenshot
from vtt.shell.campaigns import campaign_loading
from vtt.shell.first_window import StartOptions

GAME = game_of("imaginality")
SEED = 102
"""Deals Tom a Joker as his third card."""
JOKER = "hand:tom#2"
NYX = ("nyx", "Nyx Underhill", "a veiled lantern", "937")


@dataclass(frozen=True)
class World:
    """What people bring into a world that others may not know; for the GM alone the character that nobody has met."""

    nyx: tuple[str, str, str, str] = NYX
    note: str = "The lantern is a trap"
    tom_declares: str = "climbs the drainpipe"
    clerk_declares: str = "rings for the guards"
    ada_votes: str = "eva"
    eva_votes: str = "tom"

    @property
    def table(self) -> Table:
        """The table before anything has happened."""
        name, called, described, _ = self.nyx
        people = (
            {"id": "tomas", "seat": "tom", "name": "Tomas"},
            {"id": "sally", "seat": "eva", "name": "Sally"},
            {"id": "isa", "seat": "ida", "name": "Isabel"},
            {"id": "clerk", "seat": "gm", "name": "Clerk"},
            {"id": name, "seat": "gm", "name": called, "secret": True, "sheet": {"description": described}},
        )
        hidden = {"declaration_visibility": "hidden_until_all_in"}
        told = script({}, actors=people, options=hidden, seats=(*ADA_TOM_EVA, {"id": "ida", "name": "Ida"}))
        return starting_table(_script(told), GAME, SeededChance(1))

    @property
    def evening(self) -> tuple[Mapping[str, object], ...]:
        """What has happened before the window opens."""
        wound = {"condition": "wound", "level": int(self.nyx[3])}
        return (
            {"kind": "start_adventure", "seat": "gm"},
            {"kind": "say", "seat": "gm", "text": self.note, "private": True},
            {"kind": "lay_condition", "seat": "gm", "actor": self.nyx[0], **wound},
            {"kind": "end_adventure", "seat": "gm"},
            {"kind": "vote", "seat": "eva", "candidate": self.eva_votes},
            {"kind": "vote", "seat": "gm", "candidate": self.ada_votes},
            {"kind": "start_fight", "seat": "gm", "fighters": ["tomas", "sally", "clerk"]},
            {"kind": "declare", "seat": "tom", "actor": "tomas", "what": self.tom_declares},
            {"kind": "declare", "seat": "gm", "actor": "clerk", "what": self.clerk_declares},
        )


HERE = World()
ELSEWHERE = ("oz", "Ozymandias", "a bare blade", "12")
OTHERS = {
    SHARED: World(ELSEWHERE, "Something else", "pets the dog", "is asleep", "tom", "ida"),
    "gm": World(HERE.nyx, HERE.note, "pets the dog", HERE.clerk_declares, HERE.ada_votes, "ida"),
    "tom": World(ELSEWHERE, "Something else", HERE.tom_declares, "is asleep", "tom", "ida"),
}
FACES = ", ".join(rf"\\*'{face}\\*'" for face in standard_decks(1, (JOKER_FACE,)))
EVERY_FACE = re.compile(rf"choices=\({FACES}\)")
"""What may be added to the table: all that a deck has, in its order. A list that lacks one stays suspect."""
UNSPEAKABLE = {
    SHARED: (*NYX, HERE.note, HERE.tom_declares, HERE.clerk_declares),
    "gm": (HERE.tom_declares,),
    "tom": (*NYX, HERE.note, HERE.clerk_declares),
}


def attempted(desk: Desk) -> None:
    desk.click_offer("Tomas: try an action", seat="Tom")
    desk.answer(what="pick the lock")


def carried(desk: Desk) -> None:
    """Take a card up in the light of a look, and still hold it when the look is over."""
    desk.click_table()
    with desk.hold_key(Qt.Key.Key_2):
        assert desk.table.looking_seat == "tom"
        start, viewport = desk.at("hand:tom#1"), desk.table.viewport()
        QTest.mousePress(viewport, LEFT, NONE, start)
        for step in range(1, 7):
            QTest.mouseMove(viewport, start + QPoint(-25, -12) * step)
    desk.wait(lambda: not desk.table.looking_seat)
    assert desk.table.drag_controller.dragging


def laid_down(desk: Desk) -> None:
    QTest.mouseRelease(desk.table.viewport(), LEFT, NONE, desk.at("hand:tom#1"))


def copied(desk: Desk) -> None:
    laid_down(desk)
    log = desk.page.table_room.log
    desk.click_row(log.list, log.model.rowCount() - 1)
    desk.click(log.copy_button)


def to_the_characters(desk: Desk) -> None:
    desk.press("Escape")
    desk.go_to("characters")


def fight_over(desk: Desk) -> None:
    before = desk.truth
    desk.click_offer("End the combat", seat="Ada")
    if desk.truth == before:  # found by its name in the list, so it asks first; the GM's own screen has a button for it
        desk.choose("End the combat")


STEPS: dict[str, Callable[[Desk], object]] = {
    "as it was left": lambda desk: None,
    "the fight is over": fight_over,
    "an attempt": attempted,
    "Ada draws": lambda desk: desk.click_offer("Draw a card for the difficulty", seat="Ada"),
    "Ada looks": lambda desk: desk.click_offer("Look at the card drawn for the difficulty", seat="Ada"),
    "Tom is asked for a card": lambda desk: desk.click_offer("Play a card for Tomas", seat="Tom"),
    "a Joker face down": lambda desk: desk.answer(cards=JOKER),
    "a card that is carried": carried,
    "a line on the clipboard": copied,
    "the palette": lambda desk: desk.press("Ctrl+K"),
    "the characters": to_the_characters,
    "the story": lambda desk: desk.go_to("story"),
}


@pytest.mark.journey
@pytest.mark.parametrize("viewer", [SHARED, "gm", "tom"])
@pytest.mark.rule("IM-JOKER-3", "IM-GM-4", "IM-TURN-3", "IM-ADVANCE-5", "IM-HAND-1")
def test_nothing_in_the_windows_tells_two_worlds_apart(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, viewer: str
) -> None:
    monkeypatch.setattr(campaign_loading, "chance", lambda: SeededChance(SEED))
    with read_aloud():
        here, history = play(qtbot, tmp_path / "desk", HERE, {}, viewer, monkeypatch)
        events = [event for entry in history.entries for event in entry.events]
        hidden = hidden_throughout(history.table_at(0), events, viewer)
        jokers = {card for card in hidden if is_joker(card)}
        assert len(hidden - jokers) > 20
        swaps = swapping(hidden - jokers, Random(5)) | swapping(jokers, Random(5))
        there, other = play(qtbot, tmp_path / "desk", OTHERS[viewer], swaps, viewer, monkeypatch)
    assert history.table != other.table
    for step, found in here.items():
        told = difference(found, there[step])
        assert told is None, f"{step}: {told}"
    unspeakable = [
        *UNSPEAKABLE[viewer],
        *(word for card in hidden - jokers for word in (card_label(card), spoken_playing_card(card))),
    ]
    ids = "|".join(re.escape(card) for card in sorted(hidden - jokers))
    forbidden = re.compile("|".join(map(re.escape, unspeakable)) + rf"|(?<![\w#.:/-])({ids})(?![\w♠♥♦♣])")
    for step, found in here.items():
        for place, words in words_of(found):
            words = EVERY_FACE.sub("", words)
            named = forbidden.search(words)
            around = words[max(0, named.start() - 150) : named.end() + 150] if named else ""
            assert named is None, f"{step}: {place} says {named[0]}: {around}"
    # The harvest reaches what is there: what may be known is found in it.
    known = {SHARED: "pick the lock", "gm": card_label(history.table.zones["drawn:opposition"].cards[0])}
    wanted = known.get(viewer, history.table.zones["hand:tom"].cards[0])
    assert any(wanted in words for found in here.values() for _, words in words_of(found))


@contextmanager
def read_aloud() -> Iterator[None]:
    """Let a screen reader be there, and nothing be left on the clipboard."""
    QApplication.clipboard().clear()
    QAccessible.setActive(True)
    try:
        yield
    finally:
        QAccessible.setActive(False)
        QApplication.clipboard().clear()


def play(
    qtbot: QtBot,
    folder: Path,
    world: World,
    swaps: Mapping[str, str],
    viewer: str,
    monkeypatch: pytest.MonkeyPatch,
) -> tuple[dict[str, Harvest], History]:
    """Play the evening in a world, and return what the windows held at each step, and the truth."""
    if folder.exists():
        shutil.rmtree(folder)
    QApplication.clipboard().clear()
    desk = Desk(qtbot, folder, size=QSize(1280, 720))
    begin(desk, world, swaps)
    found: dict[str, Harvest] = {}
    try:
        if viewer == "gm":
            desk.open_player_window()
            desk.click_table()
        for name, step in STEPS.items():
            step(desk)
            found[name] = harvest(desk)
            if viewer == "tom" and desk.page.room == "table" and QApplication.activeModalWidget() is None:
                found[f"{name}, while Tom looks"] = looked(desk)
        history = desk.page.campaign._history
    finally:
        desk.close()
    pictures = folder.rglob("*.png")
    found["kept pictures"] = {str(file.relative_to(folder)): mark_of(QImage(str(file))) for file in pictures}
    assert found["kept pictures"]
    if viewer == SHARED:
        app = QApplication.instance()
        monkeypatch.setattr(screenshot, "make_application", lambda _words: app)
        assert screenshot.take_screenshot(StartOptions(campaign=desk.path), folder / "asked for.png") == 0
        found["asked for"] = {"picture": mark_of(QImage(str(folder / "asked for.png")))}
    return found, history


def looked(desk: Desk) -> Harvest:
    """Return what the windows hold while Tom holds his key."""
    if desk.table.drag_controller.dragging:
        return {}
    desk.click_table()
    with desk.hold_key(Qt.Key.Key_2):
        found = harvest(desk)
    desk.wait(lambda: not desk.table.looking_seat)
    return found


def begin(desk: Desk, world: World, swaps: Mapping[str, str]) -> None:
    """Put the world into a file and open it."""
    table = swapped_table(Codec(GAME), world.table, swaps)
    history, chance = History(table), SeededChance(SEED)
    for command in read_commands(world.evening, GAME):  # type: ignore[arg-type]
        outcome = GAME.apply(history.table, command, chance)
        history.add(outcome.entry(), outcome.table)
    desk.open_history(GAME, history)


def _script(told: Mapping[str, object]) -> Script:
    return read_script(json.dumps(told).encode())
