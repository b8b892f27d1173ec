"""A hero by package in at most 15 gestures, and later a step further, in each game: with the mouse and the keyboard."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QPushButton

from engine.core.game_options import complete_options
from engine.kit.creation.creation_plan import ChooseStep
from engine.model.frozen import Json
from engine.model.seats import Role, Seat
from engine.rulesets.loader import game_of
from engine.sheets.editing.record_moves import WriteRecord
from tests.journeys.kit import Desk
from tests.journeys.record_hands import room_of
from vtt.sheets.creation.advancement_dialog import AdvancementDialog
from vtt.sheets.creation.creation_dialog import CreationDialog
from vtt.sheets.creation.step_pages import SpendPage
from vtt.widgets.message_dialog import MessageDialog

GESTURES = 15
NAME = "Al"
SEATS = (Seat(id="gm", name="Ada", role=Role.GM), Seat(id="tom", name="Tom"))
ADVANCES: dict[str, tuple[dict[str, Json], str, str, str]] = {
    "imaginality": ({"mental": 1, "physical": 1, "social": 1, "points": 7}, "attributes", "Mental", "mental"),
    "future_imperfect": ({"bounty": 12, "bounty_earned": 12}, "coordination", "Strength", "strength"),
    "classic_fantasy": ({"experience": 2}, "standard", "Athletics", "skills"),
    "card_the_drawing": ({}, "stats", "Strength", "strength"),
}
"""The fields that let a hero advance; a step with one of its rows, and the field that changes."""


def make_hero(desk: Desk) -> str:
    """Make a hero by package: one option of each step, and the rest by chance; return the id."""
    desk.go_to("characters")
    room = room_of(desk)
    desk.input.gestures = 0
    desk.click(room.new)
    assert room.dialog is not None
    desk.click(next(one for one in room.dialog.findChildren(QPushButton) if one.accessibleName() == "Step by step…"))
    dialog = room.guided.dialog
    assert isinstance(dialog, CreationDialog)
    desk.wait(lambda: dialog.size() == dialog.sizeHint())  # a late message of the screen made it tiny
    desk.write(NAME)
    desk.press("Return")
    for _ in range(GESTURES):
        step = dialog.progress.step(dialog.step)
        is_package = isinstance(step.step, ChooseStep) and step.step.most == 1 and not step.answer.chosen
        if not is_package:
            break
        desk.press("1")
    desk.click(dialog.random)
    desk.wait(dialog.finish.isEnabled)
    desk.picture("new-hero-1-ready")
    desk.press("Ctrl+Return")
    assert desk.input.gestures <= GESTURES
    return room.form.actor


@pytest.mark.journey
@pytest.mark.rule("CF-X-19", "CD-ARCH-1", "FI-WIND-7", "CF-XP-5", "FI-BOUNTY-5", "IM-ADVANCE-6")
@pytest.mark.parametrize("game", list(ADVANCES))
def test_a_hero_is_made_by_package_and_advances(desk: Desk, game: str) -> None:
    fields, step, row, field = ADVANCES[game]
    rules = game_of(game).ruleset
    own = {"character_creation": True} if "character_creation" in rules.options else {}
    desk.open_table_of(rules.new_table(SEATS, complete_options(rules.options, own)))
    actor = make_hero(desk)
    assert desk.truth.actors[actor].name == NAME
    if fields:
        desk.page.campaign.submit(WriteRecord(seat="gm", actor=actor, fields=fields))
    before = desk.truth
    room = room_of(desk)
    assert room.form.head is not None
    desk.input.gestures = 0
    desk.click(room.form.head.advance)
    dialog = room.advancement.dialog
    assert isinstance(dialog, AdvancementDialog)
    for _ in range([state.step.key for state in dialog.progress.steps].index(step)):
        desk.click(dialog.next)
    page = dialog.page
    assert isinstance(page, SpendPage)
    if row in page.raises:
        desk.click(page.raises[row])
    else:
        desk.click(page.boxes[row].lineEdit())
        desk.press("Up")
    desk.picture(f"new-hero-2-{game}")
    desk.press("Ctrl+Return")
    assert desk.input.gestures <= GESTURES
    assert desk.truth.actors[actor].sheet[field] != before.actors[actor].sheet.get(field)
    told = room.advancement.dialog
    assert isinstance(told, MessageDialog)
    desk.press("Return")
    desk.reopen()
