"""The Prep room by mouse and keys: made from nothing, restored, counted, undone, and never lost."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from errno import ENOSPC
from pathlib import Path
from threading import Event
from unittest.mock import patch

import platformdirs
import pytest
from PySide6.QtCore import QCoreApplication, QRect, Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from engine.core.manual_moves import EditActor
from engine.kit.bots.tactics import BALANCED, TACTICS
from engine.kit.content_editor.view_models import Trial
from engine.messages.texts import say
from engine.model.seats import SHARED
from engine.rulesets.card_the_drawing.bot import BattleBot
from engine.rulesets.classic_fantasy.checks.check_commands import RollSkill
from engine.sheets.editing.new_character_moves import JoinActor
from engine.simulate import worker_processes
from engine.simulate.fight_variants import VariantKind
from engine.simulate.simulation import PreparedFight, Progress, simulate
from engine.simulate.simulation_results import SimulationResults
from engine.simulate.worker_processes import FindGame
from tests.engine.rulesets.card_the_drawing.table import USUAL
from tests.engine.rulesets.game_folders import games_folder, write_game
from tests.vtt.prep_kit import box, lay_out, make_prepared, prep_room, settle
from tests.vtt.shell_kit import dialogue_of, make_file, open_house, play_at
from vtt.campaign.combat_simulation import FightLimits
from vtt.prep.prep_room import PrepRoom
from vtt.prep.record_form.choice_controls import ChoicesControl
from vtt.prep.record_form.deck_control import DeckControl
from vtt.prep.record_form.form_field import EditKind, FieldEdit
from vtt.prep.record_form.nested_records_control import NestedRecordsControl
from vtt.prep.record_header import HeaderButton, RecordHeader
from vtt.prep.trial_run_pane import TrialRun
from vtt.shared.questions.question_dialog import QuestionDialog
from vtt.sheets.characters.character_form import CharacterForm
from vtt.widgets.ui_texts import ui_text

CTRL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return make_prepared(tmp_path)


def focused() -> QLineEdit:
    found = QApplication.focusWidget()
    assert isinstance(found, QLineEdit), found
    return found


def write_new(qtbot: QtBot, room: PrepRoom, category: str, name: str) -> None:
    """Begin a record of a category and write its name, which has the focus, wherever it is in the form."""
    room.open_category(category)
    QTest.mouseClick(room.pane.new, Qt.MouseButton.LeftButton)
    settle(qtbot, room)
    QTest.keyClicks(focused(), name)
    settle(qtbot, room)


@pytest.mark.rule("CD-UI-23")
def test_a_card_is_made_from_nothing_and_is_in_the_library(qtbot: QtBot, tmp_path: Path, path: Path) -> None:
    with open_house(tmp_path) as house:
        campaign, room = prep_room(house, path, gm=False)
        before = campaign.position
        QTest.mouseClick(room.pane.new, Qt.MouseButton.LeftButton)
        QTest.keyClicks(focused(), "Moon Cut")
        settle(qtbot, room)
        assert room.head.name.text == "Moon Cut"
        assert not room.head.state.text().startswith("Saved")
        box(room, "cost").control.first_stop().setFocus()
        QTest.keyClick(focused(), Qt.Key.Key_Up)
        QTest.keyClick(focused(), Qt.Key.Key_Up)
        box(room, "init").control.first_stop().setFocus()
        focused().selectAll()
        QTest.keyClicks(focused(), "4")
        rows = box(room, "effects").control
        assert isinstance(rows, NestedRecordsControl)
        QTest.mouseClick(rows.add, Qt.MouseButton.LeftButton)
        qtbot.waitUntil(lambda: bool(rows.cards) and rows.cards[0].is_open)
        amount = box(room, "effects[0].amount")
        amount.control.first_stop().setFocus()
        focused().selectAll()
        QTest.keyClicks(focused(), "2 + user.")
        assert amount.trouble, "half a formula is wrong, and stands as it was written"
        QTest.keyClicks(focused(), "strength")
        assert not amount.trouble
        assert "Strength" in room.beside.reading
        assert campaign.position == before, "nothing is written before somebody saves it"
        QTest.keyClick(focused(), Qt.Key.Key_S, CTRL)
        assert campaign.position == before + 1
        (row,) = campaign.viewer_campaign("shared").view.lists["cards"]
        assert (row["name"], row["cost"], row["init"]) == ("Moon Cut", 2, 4)
        assert room.open_record is not None
        assert room.open_record.id == row["id"]
        assert not room.open_record.dirty
        assert room.pane.list.current() == row["id"]
        campaign.undo()
        assert not campaign.viewer_campaign("shared").view.lists.get("cards")
        assert room.open_record is not None
        assert room.open_record.dirty, "what was saved and undone is still in the form"


@pytest.mark.rule("CD-UI-23")
def test_an_original_is_changed_and_restored(qtbot: QtBot, tmp_path: Path, path: Path) -> None:
    with open_house(tmp_path) as house:
        campaign, room = prep_room(house, path, gm=False)
        lay_out(qtbot, room, "cards", "punch")
        box(room, "cost").control.first_stop().setFocus()
        QTest.keyClick(focused(), Qt.Key.Key_Up)
        QTest.keyClick(focused(), Qt.Key.Key_S, CTRL)
        assert room.editor_view is not None
        assert room.editor_view.origin == "changed"
        room.record_actions.remove()
        dialogue_of(house).choose("yes")
        assert room.editor_view is not None
        assert room.editor_view.origin == "printed"
        assert room.open_record is not None
        assert room.open_record.record["cost"] == 0
        campaign.undo()
        assert room.editor_view is not None
        assert room.editor_view.origin == "changed"
        assert room.open_record.record["cost"] == 1


def test_the_menu_has_what_can_be_done_with_the_open_record(qtbot: QtBot, tmp_path: Path, path: Path) -> None:
    with open_house(tmp_path) as house:
        campaign, room = prep_room(house, path, gm=False)
        lay_out(qtbot, room, "cards", "punch")

        def menu() -> dict[str, QAction]:
            room.pane.menu.aboutToShow.emit()
            return {line.text().replace("&", ""): line for line in room.pane.menu.actions() if not line.isSeparator()}

        restore, files = "Restore the original…", ["Save to the library", "Export this entry…", "Export this category…"]
        files += ["Export all your own entries…", "Import…"]
        assert [*menu()] == ["Disable", restore, *files]
        disabled = [line for line, action in menu().items() if not action.isEnabled()]
        assert disabled == [restore, files[0]], "it is the original, and the library is the GM's"
        menu()["Disable"].trigger()
        assert campaign.viewer_campaign(SHARED).view.lists["cards"][0]["disabled"]
        assert [*menu()] == ["Enable", restore, *files]
        menu()[restore].trigger()
        dialogue_of(house).choose("yes")
        assert not campaign.viewer_campaign(SHARED).view.lists.get("cards")
        QTest.mouseClick(room.pane.new, Qt.MouseButton.LeftButton)
        QTest.keyClicks(focused(), "Moon Cut")
        settle(qtbot, room)
        blank = ["Disable", "Delete…", "Save to the library", "Export this entry…"]
        assert [line for line, action in menu().items() if not action.isEnabled()] == blank, "it is not saved"
        QTest.mouseClick(room.head.save, Qt.MouseButton.LeftButton)
        assert [line for line, action in menu().items() if not action.isEnabled()] == [files[0]]
        menu()["Delete…"].trigger()
        dialogue_of(house).choose("yes")
        assert not campaign.viewer_campaign(SHARED).view.lists.get("cards")


def test_what_is_not_saved_outlives_other_entries_rooms_and_the_program(
    qtbot: QtBot, tmp_path: Path, path: Path
) -> None:
    with open_house(tmp_path) as house:
        _, room = prep_room(house, path, gm=False)
        lay_out(qtbot, room, "cards", "punch")
        name = box(room, "name").control
        name.first_stop().setFocus()
        QTest.keyClicks(focused(), " of Steel")
        room.open_entry("retreat")
        room.pane.list.field.setText("Nothing of this name")
        room.open_category("decks")
        assert room.pane.list.model.rowCount(), "a search in one category hides nothing in the next"
        room.open_category("cards")
        line = next(line for line in room.pane.lines() if line.payload == "punch")
        assert line.hint.startswith("Not saved yet")
        QTest.mouseClick(room.pane.new, Qt.MouseButton.LeftButton)
        QTest.keyClicks(focused(), "Half a thought")
    with open_house(tmp_path) as house:
        campaign, room = prep_room(house, path, gm=False)
        assert [unsaved_record.record["name"] for unsaved_record in room.unsaved_records] == [
            "Punch of Steel",
            "Half a thought",
        ]
        lay_out(qtbot, room, "cards", "punch")
        assert room.head.name.text == "Punch of Steel"
        assert campaign.position == 0
        room.controller.let_go()
        assert room.head.name.text == "Punch"


def test_undo_goes_through_the_desk_before_it_goes_to_the_table(qtbot: QtBot, tmp_path: Path, path: Path) -> None:
    with open_house(tmp_path) as house:
        campaign, room = prep_room(house, path, gm=False)
        lay_out(qtbot, room, "cards", "hamstring")
        rows = box(room, "effects").control
        assert isinstance(rows, NestedRecordsControl)
        first, second = (card.row.told for card in rows.cards)
        QTest.mouseClick(rows.cards[0].bring_tools().down, Qt.MouseButton.LeftButton)
        assert [card.row.told for card in rows.cards] == [second, first]
        QTest.mouseClick(rows.cards[0].bring_tools().remove, Qt.MouseButton.LeftButton)
        assert [card.row.told for card in rows.cards] == [first]
        before = campaign.position
        for _ in range(2):
            focus = QApplication.focusWidget()
            assert focus is not None
            QTest.keyClick(focus, Qt.Key.Key_Z, CTRL)
        qtbot.waitUntil(lambda: [card.row.told for card in rows.cards] == [first, second])
        assert campaign.position == before
        assert room.open_record is not None
        assert not room.open_record.dirty


def test_focus_and_caret_stay_while_everything_round_them_is_made_anew(
    qtbot: QtBot, tmp_path: Path, path: Path
) -> None:
    with open_house(tmp_path) as house:
        _, room = prep_room(house, path, gm=False)
        lay_out(qtbot, room, "cards", "hamstring")
        amount = box(room, "effects[0].amount").control
        amount.first_stop().setFocus()
        line = focused()
        line.setCursorPosition(1)
        QTest.keyClicks(line, "0 ")
        assert focused() is line
        assert (line.text(), line.cursorPosition()) == ("20  + user.strength", 3)
        area = room.form.area.verticalScrollBar()
        held = area.value()
        QTest.keyClicks(line, "+")
        assert area.value() == held
        QTest.keyClick(line, Qt.Key.Key_Escape)
        assert focused() is room.pane.list.field
        QTest.keyClick(focused(), Qt.Key.Key_Return)
        assert focused().accessibleName() == "Name"


@pytest.mark.rule("CD-UI-21", "CD-UI-22")
def test_a_deck_is_counted_by_keys_and_mouse_and_its_numbers_follow(qtbot: QtBot, tmp_path: Path, path: Path) -> None:
    with open_house(tmp_path) as house:
        campaign, room = prep_room(house, path, gm=False)
        lay_out(qtbot, room, "decks", "titan")
        pool = box(room, "cards").control
        assert isinstance(pool, DeckControl)
        before = room.beside.notes[0].note.rows[0].told
        QTest.keyClicks(pool.search, "zzz")
        assert (pool.nothing.text(), pool.nothing.isHidden()) == ("Nothing matches “zzz”.", False)
        pool.search.clear()
        assert pool.nothing.isHidden()
        QTest.keyClicks(pool.search, "thrown")
        (line,) = pool.model.lines
        assert line.count == 0
        QTest.keyClick(pool.search, Qt.Key.Key_Down)
        for _ in range(3):
            QTest.keyClick(pool.view, Qt.Key.Key_Plus)
        (line,) = pool.model.lines
        assert line.count == 3
        assert line.flaws, "more copies than Wisdom allows are marked"
        middle = pool.view.visualRect(pool.model.index(0)).center()
        QTest.mouseDClick(pool.view.viewport(), Qt.MouseButton.LeftButton, pos=middle)
        QTest.mouseRelease(pool.view.viewport(), Qt.MouseButton.LeftButton, pos=middle)
        assert pool.model.lines[0].count == 4
        QTest.keyClick(pool.view, Qt.Key.Key_1)
        settle(qtbot, room)
        assert int(room.beside.notes[0].note.rows[0].told) == int(before) + 1
        room.save()
        (row,) = campaign.viewer_campaign("shared").view.lists["decks"]
        cards = row["cards"]
        assert isinstance(cards, Mapping)
        assert cards["thrown_rock"] == 1


@pytest.mark.rule("CD-UI-26")
def test_a_broken_file_says_so_and_a_good_one_is_shown_before_it_changes_anything(
    qtbot: QtBot, tmp_path: Path, path: Path
) -> None:
    with open_house(tmp_path) as house:
        campaign, room = prep_room(house, path, gm=False)
        broken = tmp_path / "broken.toml"
        broken.write_text("[[cards]]\nname = ", encoding="utf-8")
        with qtbot.waitSignal(room.said) as told:
            room.record_actions.files.read(broken)
        assert told.args is not None
        assert told.args[0]
        assert campaign.position == 0
        good = tmp_path / "good.toml"
        lay_out(qtbot, room, "cards", "punch")
        room.double()
        QTest.keyClicks(focused(), " Hard")
        room.save()
        with qtbot.waitSignal(room.said):
            assert room.open_record is not None
            room.record_actions.files.write((("cards", room.open_record.id),), good)
        campaign.undo()
        room.record_actions.files.read(good)
        qtbot.waitUntil(lambda: room.record_actions.dialog is not None)
        dialog = room.record_actions.dialog
        assert dialog is not None
        assert not campaign.viewer_campaign("shared").view.lists.get("cards")
        QTest.mouseClick(dialog.do, Qt.MouseButton.LeftButton)  # type: ignore[attr-defined]
        (row,) = campaign.viewer_campaign("shared").view.lists["cards"]
        assert str(row["name"]).endswith(" Hard")


def test_a_game_without_a_content_editor_of_its_own_has_the_categories_of_every_game(
    qtbot: QtBot, tmp_path: Path
) -> None:
    write_game(tmp_path)  # the Duel, a game of a friend
    with games_folder(tmp_path), open_house(tmp_path) as house:
        _, page = play_at(house, make_file(tmp_path, ruleset="duel"))
        assert house.window.named_actions["room_prep"].isVisible()
        QTest.keyClick(house.window, Qt.Key.Key_3, CTRL)
        assert page.room == "prep"
        room = page.show_room("prep")
        assert isinstance(room, PrepRoom)
        of_every_game = ["notes", "handouts", "random_tables", "encounters", "kept_characters"]
        assert list(room.pane.category_buttons) == of_every_game
        assert room.is_closed, "the shared screen shows nothing of it"


def _simulate_here(
    fight: PreparedFight, _find_game: FindGame, times: int, progress: Progress, **_limits: object
) -> SimulationResults:
    """Simulate in this process, for what does not depend on the others."""
    return simulate(fight, times, progress)


@pytest.mark.rule("CD-UI-25")
def test_an_encounter_is_fought_beforehand_as_it_stands_and_comes_to_the_table(
    qtbot: QtBot, tmp_path: Path, path: Path
) -> None:
    with open_house(tmp_path) as house:
        campaign, room = prep_room(house, path, gm=True)
        tom = next(seat for seat in room.view.seats if seat != room.seat)
        assert campaign.submit(JoinActor(seat=room.seat, id="tia", name="Tia", leader=tom, sheet=USUAL["tia"]))
        lay_out(qtbot, room, "encounters", "ford")
        count = box(room, "foes[0].minions").control
        count.first_stop().setFocus()
        focused().selectAll()
        QTest.keyClicks(focused(), "2")
        before = campaign.position
        _, place = room.record_actions.offers()
        assert "simulate" in room.head.also
        fights = room.record_actions.simulate(FightLimits(times=2, within=3))
        assert fights is not None
        with qtbot.waitSignal(fights.fought) as told:
            pass
        assert told.args is not None
        tally = told.args[0]
        assert tally.times == 2
        assert sum(side == "opposition" for side in tally.fights[0].sides.values()) == 2, "as it is in the form"
        foes = fights.choices.combos["opposition"]
        assert list(fights.choices.combos) == ["party", "opposition"]
        foes.setFocus()
        with (
            patch.object(BattleBot, "with_tactics", return_value=BattleBot()) as bot,
            patch.object(worker_processes, "simulate_in_processes", _simulate_here),
            qtbot.waitSignal(fights.fought) as told,
        ):
            QTest.keyClick(foes, Qt.Key.Key_Down)
            assert foes.accessibleDescription() == say(TACTICS["aggressive"].sentence)
        assert told.args is not None
        assert told.args[0].times == 2, "another tactic begins anew"
        bot.assert_called_once_with({"party": BALANCED, "opposition": TACTICS["aggressive"]})
        with (
            patch.object(worker_processes, "simulate_in_processes", _simulate_here),
            qtbot.waitSignal(fights.compared) as told,
        ):
            QTest.mouseClick(fights.compare, Qt.MouseButton.LeftButton)
        assert told.args is not None
        kinds = [row.variant.kind for row in told.args[0]]
        assert kinds[:2] == [VariantKind.FOE_FEWER, VariantKind.FOE_MORE]
        titles = [card.chart.note.title for card in fights.cards if card.isVisible()]
        assert titles[:2] == [ui_text("simulation", "won"), ui_text("simulation", "changes")]
        assert campaign.position == before, "no table changes by it"
        fights.accept()
        room.controller.let_go()
        room.record_actions.lay_on_table(place)
        dialog = room.record_actions.dialog
        assert isinstance(dialog, QuestionDialog)
        with qtbot.waitSignal(room.table_wanted):
            QTest.mouseClick(dialog.do, Qt.MouseButton.LeftButton)
        assert any(actor.name == "Robbers" for actor in campaign.viewer_campaign(room.seat).view.actors.values())


@pytest.mark.rule("CF-UI-12")
def test_what_asks_nothing_more_comes_to_the_table_in_one_gesture(qtbot: QtBot, tmp_path: Path) -> None:
    path = make_prepared(tmp_path, "classic_fantasy")
    with open_house(tmp_path) as house:
        campaign, room = prep_room(house, path, gm=True)
        write_new(qtbot, room, "places", "Cellar")
        rows = box(room, "foes").control
        assert isinstance(rows, NestedRecordsControl)
        QTest.mouseClick(rows.add, Qt.MouseButton.LeftButton)
        settle(qtbot, room)
        room.save()
        (go,) = room.record_actions.offers()
        qtbot.waitUntil(lambda: "table" in room.head.also)
        button = room.head.also["table"]
        before = campaign.position
        assert button.menu() is None, "there is one thing to do: it is done at once"
        assert go.explanation is not None
        assert button.accessibleDescription() == f"{say(go.label)}: {say(go.explanation)}"
        with qtbot.waitSignal(room.table_wanted):
            QTest.mouseClick(button, Qt.MouseButton.LeftButton)
        assert room.record_actions.dialog is None
        assert campaign.position == before + 1
        view = campaign.viewer_campaign(room.seat).view
        assert [actor.name for actor in view.actors.values() if actor.secret] == ["Hound"]
        others = [seat for seat in view.seats if seat != room.seat]
        assert not any(campaign.viewer_campaign(viewer).view.actors for viewer in (SHARED, *others))
        assert "Hound" not in repr(campaign.undo_title)
        # A roll lets nothing be used meanwhile: the button waits where it is, and says for what.
        hound = next(iter(view.actors))
        assert campaign.submit(RollSkill(seat=room.seat, actor=hound, skill="Brawn"))
        assert not room.record_actions.offers()
        qtbot.waitUntil(lambda: not button.isEnabled())
        assert room.head.also["table"] is button
        assert "Brawn" in button.accessibleDescription()


def test_tab_goes_through_a_form_whose_parts_come_and_go_and_leaves_it(
    qtbot: QtBot, tmp_path: Path, path: Path
) -> None:
    with open_house(tmp_path) as house:
        _, room = prep_room(house, path, gm=True)
        lay_out(qtbot, room, "cards", "punch")
        QTest.keyClick(room, Qt.Key.Key_N, CTRL | Qt.KeyboardModifier.ShiftModifier)
        settle(qtbot, room)
        rows = box(room, "effects").control
        assert isinstance(rows, NestedRecordsControl)
        assert [card.is_open for card in rows.cards] == [True], "also where it is the effect of the one before"
        room.form.area.ensureWidgetVisible(rows.add, 0, 0)  # the button at the lower edge, as if scrolled by hand
        QTest.mouseClick(rows.add, Qt.MouseButton.LeftButton)
        settle(qtbot, room)
        qtbot.waitUntil(lambda: rows.cards[1].host is not None and rows.cards[1].host.isVisible())
        settle(qtbot, room)
        card = rows.cards[1]
        qtbot.waitUntil(lambda: card.visibleRegion().boundingRect() == card.rect())
        room.form.go_in()
        order = ["name", "cost", "init", "tags", "lists", "effects[0].do", "effects[0].amount", "effects[1].do", "out"]
        wanted = [box(room, path).control.first_stop() for path in order]
        room.form.go_in()
        met: list[QWidget] = []
        for _ in range(90):
            now = QApplication.focusWidget()
            assert now is not None
            met.append(now)
            QTest.keyClick(now, Qt.Key.Key_Tab)
        found = [met.index(stop) for stop in wanted]
        assert found == sorted(found)
        assert room.pane.list.field in met, "nobody is caught in the form"


@pytest.mark.rule("CD-UI-23")
def test_what_is_new_says_nothing_before_somebody_came_there_or_saves(qtbot: QtBot, tmp_path: Path, path: Path) -> None:
    with open_house(tmp_path) as house:
        campaign, room = prep_room(house, path, gm=True)
        for kind in ("cards", "tags"):
            room.open_category(kind)
            room.make_new()
            settle(qtbot, room)
            first = next(room.form.boxes())
            assert first.trouble == ""
            assert room.beside.folds["problems"].isHidden()
            before = campaign.position
            room.save()
            settle(qtbot, room)
            assert first.trouble
            assert not room.beside.folds["problems"].isHidden()
            assert campaign.position == before
            room.make_new()
            settle(qtbot, room)
            QTest.keyClicks(focused(), "A")
            QTest.keyClick(focused(), Qt.Key.Key_Backspace)
            assert next(room.form.boxes()).trouble, "somebody was there"


@pytest.mark.rule("CD-UI-26")
def test_a_file_that_cannot_be_written_stays_as_it_was(qtbot: QtBot, tmp_path: Path, path: Path) -> None:
    with open_house(tmp_path) as house:
        _, room = prep_room(house, path, gm=True)
        lay_out(qtbot, room, "cards", "punch")
        file = tmp_path / "cards.toml"
        file.write_text("precious")
        full = OSError(ENOSPC, "No space left on device")
        with patch("vtt.system.atomic_files.put_in_place", side_effect=full), qtbot.waitSignal(room.said) as said:
            room.record_actions.files.write((("cards", "punch"),), file)
        assert said.args is not None
        assert "the disk is full" in said.args[0]
        assert file.read_text() == "precious"
        assert [one.name for one in tmp_path.glob("*.part")] == []


@pytest.mark.rule("CD-UI-22")
def test_the_statistics_of_a_deck_stand_below_the_record_of_its_owner(qtbot: QtBot, tmp_path: Path, path: Path) -> None:
    with open_house(tmp_path) as house:
        campaign, room = prep_room(house, path, gm=True)
        tom = next(seat for seat in room.view.seats if seat != room.seat)
        assert campaign.submit(JoinActor(seat=room.seat, id="tia", name="Tia", leader=tom, sheet=USUAL["tia"]))
        form = CharacterForm(campaign, SHARED, room.hub, house.window)  # it goes with the house, also half made
        form.resize(900, 600)
        form.show_actor("tia")
        form.show()
        numbers = form.numbers
        assert not numbers.isHidden()
        assert numbers.notes == [], "nothing is reckoned before somebody looks"
        QTest.mouseClick(numbers.fold, Qt.MouseButton.LeftButton)
        assert room.decks is not None
        expected = room.decks.deck_statistics(campaign.viewer_campaign(SHARED).view, "tia")
        assert [view.note for view in numbers.notes] == list(expected)
        assert expected
        assert campaign.submit(EditActor(seat=room.seat, actor="tia", secret=True))
        assert numbers.isHidden()
        assert not any(view.note.rows for view in numbers.notes)


@pytest.mark.rule("CD-UI-28")
def test_the_program_says_whose_game_it_is_and_under_which_licence(tmp_path: Path, path: Path) -> None:
    with open_house(tmp_path) as house:
        prep_room(house, path, gm=False)
        about = house.window.show_about()
        assert "Card: the Drawing" in about.text
        assert "Attribution-ShareAlike 3.0" in about.text
        about.reject()


def test_in_large_letters_an_open_record_has_the_room_for_itself(qtbot: QtBot, tmp_path: Path, path: Path) -> None:
    with open_house(tmp_path) as house:
        _, room = prep_room(house, path, gm=False)
        room.make_new()
        settle(qtbot, room)
        house.hub.set_theme(replace(house.hub.theme, scale=2.0))
        house.window.resize(1280, 720)
        settle(qtbot, room)
        assert room.form.area.isVisible()
        assert not room.split_view.empty.isVisible(), "a record is open"
        assert not room.beside.area.isVisible(), "it is shown in turn with the form"


def signs(control: ChoicesControl) -> dict[str, tuple[bool, bool]]:
    """Return of each word whether it is chosen, and whether its sign says so."""
    side = control.hub.theme.metrics.icon_s
    ticked = control.hub.icon("check", role="on_selection", size=side).pixmap(side).toImage()
    return {
        word: (chip.isChecked(), chip.icon().pixmap(side).toImage() == ticked)
        for word, chip in control.choice_buttons.items()
    }


@pytest.mark.parametrize(
    ("game", "category", "entry", "part"),
    [("card_the_drawing", "cards", "punch", "lists"), ("classic_fantasy", "prepared_traps", "", "purposes")],
)
def test_a_chosen_word_is_ticked_and_one_that_is_not_has_a_plus(
    qtbot: QtBot, tmp_path: Path, game: str, category: str, entry: str, part: str
) -> None:
    with open_house(tmp_path) as house:
        _, room = prep_room(house, make_prepared(tmp_path, game), gm=True)
        if entry:
            lay_out(qtbot, room, category, entry)
        else:
            room.open_category(category)
            QTest.mouseClick(room.pane.new, Qt.MouseButton.LeftButton)
            settle(qtbot, room)
        control = box(room, part).control
        assert isinstance(control, ChoicesControl)
        for word in list(control.choice_buttons):
            before = control.choice_buttons[word].isChecked()
            for chosen in (not before, before):
                QTest.mouseClick(control.choice_buttons[word], Qt.MouseButton.LeftButton)
                settle(qtbot, room)
                shown = signs(control)
                assert shown[word][0] == chosen
                assert [word for word, (on, ticked) in shown.items() if on != ticked] == []


def test_files_of_prepared_things_are_sought_and_kept_in_the_documents(
    qtbot: QtBot, tmp_path: Path, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = tmp_path / "papers"
    kept.mkdir()
    monkeypatch.setattr(platformdirs, "user_documents_path", lambda: kept)
    with open_house(tmp_path) as house:
        _, room = prep_room(house, path, gm=False)
        lay_out(qtbot, room, "cards", "punch")
        for ask, names in (
            (room.record_actions.files.export_one, ["Punch.toml"]),
            (room.record_actions.files.ask_import, []),
        ):
            ask()
            dialog = room.record_actions.dialog
            assert isinstance(dialog, QFileDialog)
            assert Path(dialog.directory().absolutePath()) == kept
            assert [Path(name).name for name in dialog.selectedFiles()] == names
            dialog.reject()


def test_what_is_written_while_the_preview_is_being_shown_is_shown_too(
    qtbot: QtBot, tmp_path: Path, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with open_house(tmp_path) as house:
        _, room = prep_room(house, path, gm=True)
        lay_out(qtbot, room, "cards", "punch")
        texts, show_also = ["Second"], room.controller.show_also

        def write_and_show_also() -> None:
            if texts:  # the preview shows the first one by now, and the rest of what follows an edit is still to come
                room.controller.edit(FieldEdit(EditKind.VALUE, "name", texts.pop()))
            show_also()

        monkeypatch.setattr(room.controller, "show_also", write_and_show_also)
        room.controller.edit(FieldEdit(EditKind.VALUE, "name", "First"))
        settle(qtbot, room)
        assert not texts
        face = room.beside.face.face
        assert face is not None
        assert face.name == "Second"


def test_a_trial_that_ends_beside_another_record_tells_nothing(qtbot: QtBot, tmp_path: Path, path: Path) -> None:
    with open_house(tmp_path) as house:
        _, room = prep_room(house, path, gm=True)
        lay_out(qtbot, room, "cards", "punch")
        trying, may_end, tried = room.beside.trying, Event(), list[Trial]()
        trying.tried.connect(tried.append)

        def slow(_situation: str, _answers: tuple[str, ...]) -> Trial:
            may_end.wait(5)
            return Trial(wrong="Punch does harm")

        trying.show_trying(TrialRun((), slow), other=False)
        trying.start.click()
        trying.show_trying(TrialRun((), lambda _situation, _answers: Trial()), other=True)
        may_end.set()
        qtbot.waitUntil(lambda: not trying._work.busy)
        assert tried == []
        assert "Punch" not in trying.said.text()


def test_buttons_stay_where_they_are_while_a_saved_entry_is_edited(qtbot: QtBot, tmp_path: Path) -> None:
    path = make_prepared(tmp_path, "imaginality")
    with open_house(tmp_path) as house:
        _, room = prep_room(house, path, gm=True)
        write_new(qtbot, room, "handouts", "Map")
        form = room.form.area.geometry()
        room.save()
        settle(qtbot, room)
        qtbot.waitUntil(lambda: "show" in room.head.also)
        before = places_in(room.head)
        assert room.form.area.geometry() == form, "buttons come with the first save, and the form stays"
        assert not room.head.let_go.isEnabled()
        QTest.keyClicks(focused(), "s")
        settle(qtbot, room)
        assert room.head.let_go.isEnabled()
        assert places_in(room.head) == before
        room.head.also["show"].setFocus()
        room.head.show_also({key: HeaderButton(None, lambda: None) for key in ("hide", "library")})
        assert room.head.also["hide"].hasFocus(), "it comes where “Show” was pressed"


def places_in(head: RecordHeader) -> list[QRect]:
    """Return where the buttons of the header are, and what is told beside them begins."""
    QCoreApplication.sendPostedEvents()
    return [part.geometry() for part in (head.save, head.let_go, *head.also.values(), head.state)]
