"""The dialog for a character in steps: few gestures to a hero, nothing is lost, and nobody else learns of a draft."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QCheckBox, QLabel, QPushButton
from pytestqt.qtbot import QtBot

from engine.core.chance import SeededChance
from engine.core.game_options import complete_options
from engine.core.history import History
from engine.core.manual_moves import LeaveSeat
from engine.kit.creation.character_creation import CharacterCreation
from engine.kit.creation.creation_plan import ChooseStep
from engine.model.seats import SHARED, Role, Seat
from engine.presentation.dice_and_card_source import SourceKind
from engine.rulesets.loader import game_of
from engine.sheets.editing.new_character_moves import JoinActor
from tests.vtt.sheets.sheet_stage import hub, room_of
from vtt.campaign.open_campaign import OpenCampaign
from vtt.sheets.characters.characters_room import CharactersRoom
from vtt.sheets.creation.creation_dialog import CreationDialog
from vtt.sheets.creation.step_pages import ChoosePage, NumbersPage, SpendPage, WordsPage
from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.message_dialog import MessageDialog

__all__ = ["hub"]

SEATS = (Seat(id="gm", name="Ada", role=Role.GM), Seat(id="tom", name="Tom"), Seat(id="eva", name="Eva"))


def campaign_of(game: str) -> OpenCampaign:
    rules = game_of(game)
    return OpenCampaign(
        rules, History(rules.ruleset.new_table(SEATS, complete_options(rules.ruleset.options, {}))), SeededChance(1)
    )


def steps_in(room: CharactersRoom) -> CreationDialog:
    """Open the steps by two clicks."""
    room.new.click()
    assert room.dialog is not None
    other = next(one for one in room.dialog.findChildren(QPushButton) if one.accessibleName() == "Step by step…")
    other.click()
    dialog = room.guided.dialog
    assert isinstance(dialog, CreationDialog)
    return dialog


def closed(dialog: CreationDialog) -> None:
    dialog.reject()
    QApplication.sendPostedEvents(dialog, QEvent.Type.DeferredDelete)


def next_package(dialog: CreationDialog) -> str:
    """Return the first step with one package to choose that nobody has chosen yet."""
    packages = (one for one in dialog.progress.steps if isinstance(one.step, ChooseStep) and one.step.most == 1)
    return next((one.step.key for one in packages if not one.answer.chosen), "")


@pytest.mark.parametrize("game", ["classic_fantasy", "card_the_drawing", "imaginality", "future_imperfect"])
def test_a_hero_by_package_takes_at_most_15_gestures(qtbot: QtBot, hub: ThemeHub, game: str) -> None:
    campaign = campaign_of(game)
    dialog = steps_in(room_of(qtbot, hub, campaign, "gm"))
    QTest.keyClicks(dialog.name, "Hild")
    gestures = 3
    while package := next_package(dialog):
        if dialog.step != package:
            item = dialog.list.item([one.step.key for one in dialog.progress.steps].index(package))
            where = dialog.list.visualItemRect(item).center()
            QTest.mouseClick(dialog.list.viewport(), Qt.MouseButton.LeftButton, pos=where)
            gestures += 1
        assert dialog.page.choose_by_number(1)
        gestures += 1
    dialog.random.click()
    qtbot.waitUntil(dialog.finish.isEnabled)
    dialog.finish.click()
    assert gestures + 2 <= 15
    (hero,) = campaign.viewer_campaign("gm").view.actors.values()
    assert (hero.id, hero.name, hero.seat) == ("hild", "Hild", "tom")
    assert campaign.position == 1
    campaign.undo()
    assert not campaign.viewer_campaign("gm").view.actors


def test_a_random_character_is_two_more_clicks(qtbot: QtBot, hub: ThemeHub) -> None:
    campaign = campaign_of("classic_fantasy")
    dialog = steps_in(room_of(qtbot, hub, campaign, "tom"))
    dialog.page.choose_by_number(5)
    dialog.random.click()
    qtbot.waitUntil(dialog.finish.isEnabled)
    assert dialog.progress.sheet.value("species") == "Dwarf", "what is chosen stays"
    dialog.finish.click()
    (hero,) = campaign.viewer_campaign("gm").view.actors.values()
    assert hero.name in dialog._making.plan.names
    assert hero.tracks["Magic"].value == hero.sheet["pow"]


def test_a_step_that_can_stay_open_is_ticked_only_when_something_is_chosen(qtbot: QtBot, hub: ThemeHub) -> None:
    dialog = steps_in(room_of(qtbot, hub, campaign_of("card_the_drawing"), "gm"))
    marks = []
    for archetype, deck in ((0, 0), (1, 0), (0, 1), (2, 0)):
        dialog.go_to("archetype")
        if archetype:
            assert dialog.page.choose_by_number(archetype)
        dialog.go_to("deck")
        if deck:
            assert dialog.page.choose_by_number(deck)
        words = [part.text() for part in dialog.page.findChildren(QLabel) if part.isVisible()]
        nothing = any("nothing to choose" in text for text in words)
        marks.append((dialog.list.item(1).text()[0], nothing))
    assert marks == [(" ", True), (" ", False), ("✓", False), (" ", False)]
    closed(dialog)


@pytest.mark.parametrize("option", [1, 20])
def test_a_step_shows_its_choice_or_else_its_beginning(qtbot: QtBot, hub: ThemeHub, option: int) -> None:
    dialog = steps_in(room_of(qtbot, hub, campaign_of("imaginality"), "gm"))
    dialog.go_to("weapon")
    scroll = dialog._scrolls["weapon"]
    scroll.setFixedHeight(200)
    bar = scroll.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 0)
    assert bar.value() == 0
    page = dialog.page
    assert isinstance(page, ChoosePage)
    chosen = page.buttons[min(option, len(page.buttons)) - 1]
    chosen.click()
    dialog.go_to("words")
    bar.setValue(bar.maximum() // 2)  # as the focus does that leaves the page
    dialog.go_to("weapon")
    assert chosen.isChecked()
    assert chosen.visibleRegion().boundingRect() == chosen.rect()
    closed(dialog)


def test_a_draft_waits_for_its_viewer_alone(qtbot: QtBot, hub: ThemeHub) -> None:
    room = room_of(qtbot, hub, campaign_of("classic_fantasy"), "gm")
    dialog = steps_in(room)
    QTest.keyClicks(dialog.name, "Hild")
    dialog.page.choose_by_number(2)
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert room.guided.dialog is None
    again = steps_in(room)
    assert (again.name.text(), again.step) == ("Hild", "characteristics")
    room.set_viewer("tom")
    assert room.guided.dialog is None, "no words of the GM stay on the screen of a player"
    other = steps_in(room)
    assert (other.name.text(), other.step, other.undo.isEnabled()) == ("", "species", False)
    closed(other)
    room.set_viewer("gm")
    mine = steps_in(room)
    assert mine.progress.sheet.value("species") == "Elf"
    mine.restart.click()
    assert (mine.name.text(), mine.step) == ("", "species")
    mine.undo.click()
    assert mine.name.text() == "Hild"
    closed(mine)


def test_a_draft_that_was_begun_as_secret_stays_secret(qtbot: QtBot, hub: ThemeHub) -> None:
    campaign = campaign_of("card_the_drawing")
    room = room_of(qtbot, hub, campaign, "gm")
    room.guided.start(JoinActor(seat="gm", id="", name="Spy", leader="tom", secret=True))
    first = room.guided.dialog
    assert isinstance(first, CreationDialog)
    assert first.secret.isChecked()
    closed(first)
    dialog = steps_in(room)
    assert dialog.secret.isChecked(), "nobody ticked it again"
    dialog.random.click()
    qtbot.waitUntil(dialog.finish.isEnabled)
    dialog.finish.click()
    assert all(actor.secret for actor in campaign.viewer_campaign("gm").view.actors.values())
    assert not steps_in(room).secret.isChecked(), "the next one is a new character"
    assert isinstance(room.guided.dialog, CreationDialog)
    closed(room.guided.dialog)


def test_a_campaign_that_closes_takes_its_draft_from_the_screen(qtbot: QtBot, hub: ThemeHub) -> None:
    campaign = campaign_of("card_the_drawing")
    dialog = steps_in(room_of(qtbot, hub, campaign, "gm"))
    assert dialog.isVisible()
    campaign.closing.emit()
    assert not dialog.isVisible()


def test_what_a_number_was_is_below_its_name_and_widens_nothing(qtbot: QtBot, hub: ThemeHub) -> None:
    dialog = steps_in(room_of(qtbot, hub, campaign_of("classic_fantasy"), "gm"))
    dialog.page.choose_by_number(1)
    dialog.roll()
    wide = dialog._card.minimumWidth()
    dialog.go_to("species")
    dialog.page.choose_by_number(5)
    told = {name.text(): shown.text() for name, shown in dialog._values}
    assert told["Movement\nwas 20 ft"] == "15 ft"
    assert dialog._card.minimumWidth() == wide
    closed(dialog)


def test_numbers_that_appear_later_stand_together(qtbot: QtBot, hub: ThemeHub, monkeypatch: pytest.MonkeyPatch) -> None:
    """A choice may bring more numbers on the sheet, as one of magic does in a game of somebody else."""
    dialog = steps_in(room_of(qtbot, hub, campaign_of("imaginality"), "gm"))
    before, few = len(dialog._values), CharacterCreation.derived
    monkeypatch.setattr(CharacterCreation, "derived", lambda making, draft: few(making, draft) * 3)
    dialog.page.choose_by_number(2)
    assert len(dialog._values) == before * 3
    grid = dialog._grid
    assert [row for row in range(grid.rowCount()) if grid.rowStretch(row)] == [len(dialog._values)]
    closed(dialog)


def test_typed_words_are_one_change(qtbot: QtBot, hub: ThemeHub) -> None:
    dialog = steps_in(room_of(qtbot, hub, campaign_of("card_the_drawing"), "gm"))
    QTest.keyClicks(dialog.name, "Hild")
    dialog.go_to("words")
    page = dialog.page
    assert isinstance(page, WordsPage)
    QTest.keyClicks(page.areas["description"], "Tall and quiet")
    QTest.keyClicks(page.areas["notes"], "Owes a debt")
    dialog.clear.click()
    seen = []
    for _ in range(4):
        seen.append(len(dialog.progress.step("words").answer.words))
        dialog.undo.click()
    assert (seen, dialog.history.draft.name, dialog.undo.isEnabled()) == ([0, 2, 1, 0], "", False)
    closed(dialog)


def test_own_words_are_added_with_enter(qtbot: QtBot, hub: ThemeHub) -> None:
    dialog = steps_in(room_of(qtbot, hub, campaign_of("classic_fantasy"), "gm"))
    dialog.go_to("passions")
    page = dialog.page
    assert isinstance(page, ChoosePage)
    page.entry.setFocus()
    QTest.keyClicks(page.entry, "Love 1 horse")
    QTest.keyClick(page.entry, Qt.Key.Key_Return)
    assert dialog.progress.step("passions").answer.chosen == ("Love 1 horse",)
    assert dialog.step == "passions"
    QTest.keyClick(page.entry, Qt.Key.Key_Return)
    assert dialog.step == "age", "with nothing typed, Enter goes on"
    closed(dialog)


def test_dice_are_typed_points_run_out_and_limits_can_be_ignored(qtbot: QtBot, hub: ThemeHub) -> None:
    dialog = steps_in(room_of(qtbot, hub, campaign_of("classic_fantasy"), "gm"))
    dialog.page.choose_by_number(1)
    page = dialog.page
    assert isinstance(page, NumbersPage)
    page.roll.click()
    assert page.rolls.text() == "Rolled on the screen 1 time."
    page.boxes["str"].setValue(17)
    assert dialog.progress.sheet.value("str") == 17
    page.methods["points"].click()
    assert dialog.left.text() == "48 of 79 characteristic points left"
    for key in ("str", "con", "dex", "cha"):
        page.boxes[key].setValue(18)
    assert (
        dialog.said.text() == "There are not enough characteristic points: 3 left. Spend fewer, or ignore the limits."
    )
    assert page.boxes["cha"].value() == 3, "the box shows what counts"
    dialog.overrule.click()
    page.boxes["cha"].setValue(18)
    assert dialog.missing.text().startswith("Limits ignored: Characteristic points: 12 too many")
    dialog.go_to("standard")
    spends = dialog.page
    assert isinstance(spends, SpendPage)
    spends.boxes["Athletics"].setValue(20)
    assert dialog.left.text() == "80 of 100 points for standard skills left"
    assert spends.boxes["Athletics"].maximum() == 20
    closed(dialog)


def test_a_long_name_is_cut_and_a_refusal_keeps_the_draft(qtbot: QtBot, hub: ThemeHub) -> None:
    campaign = campaign_of("card_the_drawing")
    room = room_of(qtbot, hub, campaign, "gm")
    room.guided.start(JoinActor(seat="gm", id="", name="A" * 10_000, leader="tom"))
    dialog = room.guided.dialog
    assert isinstance(dialog, CreationDialog)
    assert len(dialog.name.text()) == len(dialog.history.draft.name) == 200
    dialog.random.click()
    qtbot.waitUntil(dialog.finish.isEnabled)
    campaign.submit(LeaveSeat(seat="gm", id="tom"))
    dialog.finish.click()
    assert dialog.said.text(), "the player has gone"
    assert room.guided.dialog is dialog
    closed(dialog)


def test_a_group_with_real_dice_types_them(qtbot: QtBot, hub: ThemeHub) -> None:
    campaign = campaign_of("future_imperfect")
    campaign.set_source("dice", SourceKind.REAL)
    dialog = steps_in(room_of(qtbot, hub, campaign, "gm"))
    dialog.go_to("wind")
    page = dialog.page
    assert isinstance(page, NumbersPage)
    assert not page.roll.isEnabled()
    page.boxes["wind_start"].setValue(22)
    assert dialog.progress.step("wind").is_complete
    closed(dialog)


def test_a_secret_character_is_not_made_on_the_shared_screen(qtbot: QtBot, hub: ThemeHub) -> None:
    room = room_of(qtbot, hub, campaign_of("classic_fantasy"), SHARED)
    room.new.click()
    assert room.dialog is not None
    secret = next(one for one in room.dialog.form.fields if one.ask.field == "secret")
    tick = secret.findChild(QCheckBox)
    assert tick is not None
    tick.click()
    assert secret.value() is True
    next(one for one in room.dialog.findChildren(QPushButton) if one.accessibleName() == "Step by step…").click()
    assert isinstance(room.guided.dialog, MessageDialog)
    room.guided.dialog.reject()
