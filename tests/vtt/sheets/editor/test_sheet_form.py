from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QStyleOptionComboBox, QWidget
from pytestqt.qtbot import QtBot

from engine.core.chance import SeededChance
from engine.core.game_options import complete_options
from engine.core.history import History
from engine.core.manual_moves import EditActor
from engine.kit.game_factory import make_game
from engine.kit.manual_game import ManualGame
from engine.messages.refusal import Refused
from engine.model.frozen import Json
from engine.model.seats import Role, Seat
from engine.rulesets.imaginality.ruleset import Imaginality
from engine.sheets.editing.new_character_moves import JoinActor
from engine.sheets.editing.record_moves import EditSheet
from engine.sheets.model.filled_sheet import FilledSheet
from engine.sheets.model.sheet_description import ChoiceField
from tests.engine.rulesets.card_the_drawing import table as drawing
from tests.engine.rulesets.future_imperfect import table as imperfect
from tests.on_screen import put_up
from tests.patience import PATIENCE_MS
from tests.vtt.cut_texts import cut_messages_and_cells
from tests.vtt.panels_stage import stage
from tests.vtt.sheets.sheet_stage import actor_of, head_of, hub, record_shown, room_of
from vtt.campaign.open_campaign import OpenCampaign
from vtt.sheets.characters.character_form import CharacterForm
from vtt.sheets.characters.characters_room import CharactersRoom
from vtt.sheets.editor import sheet_form
from vtt.sheets.editor.composite_field_editors import FigureEditor
from vtt.sheets.editor.field_box import FieldBox
from vtt.sheets.editor.field_editors import ChoiceEditor, FieldLine, LineEditor
from vtt.sheets.editor.note_line import NoteLine
from vtt.sheets.editor.note_overlay import NoteOverlay
from vtt.sheets.editor.rows_editor import RowsEditor
from vtt.sheets.editor.section_card import SectionCard
from vtt.widgets.look.theme import Theme, ThemeHub, apply_theme

__all__ = ["hub"]


def line_of(room: CharactersRoom, key: str) -> LineEditor:
    editor = room.form.sheet.boxes[key].editor
    assert isinstance(editor, LineEditor)
    return editor


def write(room: CharactersRoom, key: str, words: str) -> LineEditor:
    editor = line_of(room, key)
    editor.line.setFocus()
    editor.line.selectAll()
    QTest.keyClicks(editor.line, words)
    QTest.keyClick(editor.line, Qt.Key.Key_Return)
    return editor


def table_of(game: str) -> OpenCampaign:
    """A game with one character."""
    rules = Imaginality() if game == "imaginality" else ManualGame(game)
    seats = (Seat(id="gm", name="Ada", role=Role.GM), Seat(id="tom", name="Tom"))
    campaign = OpenCampaign(
        make_game(rules), History(rules.new_table(seats, complete_options(rules.options, {}))), SeededChance(1)
    )
    assert campaign.submit(JoinActor(seat="gm", id="mara", name="Mara", leader="tom"))
    return campaign


def test_problems_are_shown_at_once_and_prevent_nothing(qtbot: QtBot, hub: ThemeHub) -> None:
    campaign = stage()
    room = record_shown(room_of(qtbot, hub, campaign), "tara")
    age = room.form.sheet.boxes["age"]
    line = line_of(room, "age").line
    line.setFocus()
    QTest.keyClicks(line, "old")
    assert "number" in age.trouble  # while it is being written
    QTest.keyClick(line, Qt.Key.Key_Return)
    assert actor_of(campaign, "tara").sheet["age"] == "old"  # nothing is kept back
    assert "number" in age.trouble
    write(room, "age", "500")
    assert "0 to 300" in age.trouble
    write(room, "age", "13")
    assert age.trouble == "Thirteen is unlucky."
    campaign.undo()
    assert "0 to 300" in age.trouble
    campaign.go_to(0)
    assert (age.trouble, line.text()) == ("", "")


def test_nothing_of_a_half_built_sheet_is_left_for_the_next_viewer(qtbot: QtBot, hub: ThemeHub) -> None:
    room = record_shown(room_of(qtbot, hub, stage()), "tara")
    form = room.form.sheet
    sheet = form.sheet
    assert sheet is not None
    form.clear()
    form._shape = (section,) = tuple(sheet.sections())[:1]
    form._sheet = sheet
    form._steps = form._making((section,))
    next(form._steps)  # one field of the first card
    assert form.findChildren(FieldBox)
    form.clear()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert not form.findChildren(FieldBox)
    assert not form.boxes


@pytest.mark.rule("IM-CHAR-12")
@pytest.mark.parametrize("numbers", [False, True])
def test_refused_text_stays_with_the_reason(qtbot: QtBot, hub: ThemeHub, numbers: bool) -> None:
    hub.set_theme(Theme(rule_numbers=numbers))
    campaign = table_of("imaginality")
    campaign.submit(EditSheet(seat="gm", actor="mara", fields={"points": 8}))
    room = record_shown(room_of(qtbot, hub, campaign), "mara")
    before = campaign.position
    points = write(room, "points", "5000")
    box = room.form.sheet.boxes["points"]
    assert campaign.position == before
    assert box.trouble
    assert ("IM-CHAR-12" in box.trouble) is numbers
    campaign.submit(EditSheet(seat="gm", actor="mara", fields={"race": "elf"}))
    assert points.line.text() == "5000"  # the words are the writer's until they are taken back
    assert ("IM-CHAR-12" in box.trouble) is numbers
    points.line.setFocus()
    QTest.keyClick(points.line, Qt.Key.Key_Escape)
    assert (points.line.text(), box.trouble) == ("8", "")
    write(room, "points", "9")
    assert actor_of(campaign, "mara").sheet["points"] == 9


def test_refused_numbers_of_a_body_stay_as_written(qtbot: QtBot, hub: ThemeHub) -> None:
    campaign = table_of("classic_fantasy")
    room = record_shown(room_of(qtbot, hub, campaign), "mara")
    body = room.form.sheet.boxes["body"]
    assert isinstance(body.editor, FigureEditor)
    before = campaign.position
    line = body.editor.stops()[0]
    assert isinstance(line, FieldLine)
    was = line.text()
    line.setFocus()
    line.selectAll()
    QTest.keyClicks(line, "-200")
    QTest.keyClick(line, Qt.Key.Key_Return)
    assert campaign.position == before
    assert body.trouble
    campaign.log_look("Tom")
    assert line.text() == "-200"
    QTest.keyClick(line, Qt.Key.Key_Escape)
    assert (line.text(), body.trouble) == (was, "")


def test_a_calculated_value_shows_its_calculation_and_can_be_overridden_and_restored(
    qtbot: QtBot, hub: ThemeHub
) -> None:
    campaign = stage()
    room = record_shown(room_of(qtbot, hub, campaign), "tara")
    power = room.form.sheet.boxes["power"]
    write(room, "strength", "6")
    assert line_of(room, "power").line.text() == "13"
    assert power.calculation == "Strength 6 × 2 + 1 = 13"
    write(room, "power", "20")
    assert power.calculation == "Calculated: Strength 6 × 2 + 1 = 13"
    back = power.back
    assert back is not None
    back.click()
    assert actor_of(campaign, "tara").sheet.get("power") is None
    assert line_of(room, "power").line.text() == "13"
    assert back.isHidden()


def test_an_edit_touches_only_what_it_changes(qtbot: QtBot, hub: ThemeHub, monkeypatch: pytest.MonkeyPatch) -> None:
    campaign = stage()
    room = record_shown(room_of(qtbot, hub, campaign), "tara")
    touched: list[str] = []
    usual = FieldBox.show_sheet

    def show(box: FieldBox, sheet: FilledSheet, troubles: dict[str, str]) -> None:
        touched.append(box.field.key)
        usual(box, sheet, troubles)

    monkeypatch.setattr(FieldBox, "show_sheet", show)
    write(room, "strength", "6")
    assert sorted(touched) == ["power", "strength"]
    touched.clear()
    campaign.undo()
    assert sorted(touched) == ["power", "strength"]
    touched.clear()
    campaign.log_look("Tom")
    assert touched == []


def test_conditional_sections_come_and_go_without_disturbing_the_rest(qtbot: QtBot, hub: ThemeHub) -> None:
    campaign = stage()
    room = record_shown(room_of(qtbot, hub, campaign), "tara")
    sheet = room.form.sheet
    luck = line_of(room, "luck")
    luck.line.setFocus()
    QTest.keyClicks(luck.line, "2d")
    assert "school" not in sheet.boxes
    campaign.submit(EditSheet(seat="gm", actor="tara", fields={"magic": True}))
    sheet.finish()
    assert sheet.boxes["school"].isVisible()
    assert sheet.boxes["luck"].editor is luck
    assert (luck.line.text(), luck.line.hasFocus()) == ("2d", True)
    campaign.undo()
    sheet.finish()
    assert "school" not in sheet.boxes


def test_rows_are_edited_navigated_and_removed_by_keys(qtbot: QtBot, hub: ThemeHub) -> None:
    campaign = stage()
    room = record_shown(room_of(qtbot, hub, campaign), "tara")
    editor = room.form.sheet.boxes["gear"].editor
    assert isinstance(editor, RowsEditor)
    view = editor.view
    view.setFocus()

    def key(*keys: Qt.Key | str, to: QWidget | None = None) -> None:
        for one in keys:
            target = to or QApplication.focusWidget() or view
            if isinstance(one, str):
                QTest.keyClicks(target, one)
            else:
                QTest.keyClick(target, one)

    key(Qt.Key.Key_Return, "Rope", Qt.Key.Key_Tab, "4", Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: line_of(room, "load").line.text() == "4")
    assert actor_of(campaign, "tara").sheet["gear"] == [{"name": "Rope", "weight": 4}]
    assert view.model().rowCount() == 2  # one more to write in
    view.setFocus()
    key(Qt.Key.Key_Tab, Qt.Key.Key_Tab, to=view)
    key(Qt.Key.Key_Return, "Anvil", Qt.Key.Key_Tab, "97.5", Qt.Key.Key_Return)
    load = room.form.sheet.boxes["load"]
    qtbot.waitUntil(lambda: bool(load.trouble))
    assert load.trouble == "A load of 101.5 is too heavy."
    view.setFocus()
    assert view.currentIndex().row() == 1
    QTest.keyClick(view, Qt.Key.Key_Delete, Qt.KeyboardModifier.ControlModifier)
    assert actor_of(campaign, "tara").sheet["gear"] == [{"name": "Rope", "weight": 4}]
    assert load.trouble == ""


def test_calculated_cells_follow_other_fields(qtbot: QtBot, hub: ThemeHub) -> None:
    campaign = table_of("classic_fantasy")
    room = record_shown(room_of(qtbot, hub, campaign), "mara")
    room.form.sheet.finish()
    editor = room.form.sheet.boxes["skills"].editor
    assert isinstance(editor, RowsEditor)
    model = editor.view.model()

    def athletics() -> list[object]:
        return [model.index(0, column).data() for column in range(5)]

    edits: list[tuple[Mapping[str, Json], list[str]]] = [
        ({"str": 14, "dex": 11}, ["Athletics", "STR + DEX", "25", "", "25"]),
        ({"str": 9}, ["Athletics", "STR + DEX", "20", "", "20"]),
        ({"skills": [{"name": "Athletics", "base_of": "STR", "added": 7}]}, ["Athletics", "STR", "9", "7", "16"]),
        ({"str": 10}, ["Athletics", "STR", "10", "7", "17"]),
    ]
    for fields, cells in edits:
        assert campaign.submit(EditSheet(seat="gm", actor="mara", fields=fields))
        assert athletics() == cells


def test_refused_text_stays_in_its_cell_until_escape(
    qtbot: QtBot, hub: ThemeHub, monkeypatch: pytest.MonkeyPatch
) -> None:
    campaign = stage()
    campaign.submit(EditSheet(seat="gm", actor="tara", fields={"gear": [{"name": "Rope"}, {"name": "Lamp"}]}))
    room = record_shown(room_of(qtbot, hub, campaign), "tara")
    box = room.form.sheet.boxes["gear"]
    assert isinstance(box.editor, RowsEditor)
    view, model = box.editor.view, box.editor.model

    def names() -> list[str]:
        return [str(model.index(row, 0).data() or "") for row in range(model.rowCount())]

    with monkeypatch.context() as patch:
        patch.setattr(campaign, "refusal", lambda command: Refused("out_of_bounds", "TI-9", field="x", value="y"))
        view.setFocus()
        view.setCurrentIndex(model.index(1, 0))
        QTest.keyClick(view, Qt.Key.Key_Return)
        line = QApplication.focusWidget()
        assert isinstance(line, QLineEdit)
        line.clear()
        QTest.keyClicks(line, "Lamp, unholy")
        QTest.keyClick(line, Qt.Key.Key_Return)
        qtbot.waitUntil(lambda: names() == ["Rope", "Lamp, unholy", ""])
        assert "cannot be" in box.trouble
    gear = [{"name": "Anvil"}, {"name": "Rope"}, {"name": "Lamp"}]
    campaign.submit(EditSheet(seat="gm", actor="tara", fields={"gear": gear}))
    assert names() == ["Anvil", "Rope", "Lamp, unholy", ""], "it stays with its row"
    view.setCurrentIndex(model.index(2, 0))
    QTest.keyClick(view, Qt.Key.Key_Escape)
    assert names() == ["Anvil", "Rope", "Lamp", ""]
    assert actor_of(campaign, "tara").sheet["gear"] == gear


def test_a_level_in_a_table_is_dots_where_they_have_room(qtbot: QtBot, hub: ThemeHub) -> None:
    campaign = stage()
    campaign.submit(EditSheet(seat="gm", actor="tara", fields={"gear": [{"name": "Rope", "worth": 2}]}))
    room = record_shown(room_of(qtbot, hub, campaign), "tara")
    editor = room.form.sheet.boxes["gear"].editor
    assert isinstance(editor, RowsEditor)
    view, cell = editor.view, editor.model.index(0, 2)

    def dots() -> list[int]:
        """The middle of each filled dot, from the left."""
        picture, place = view.viewport().grab().toImage(), view.visualRect(cell)
        ink = QColor(hub.theme.colours.accent_text).rgb()
        line = [picture.pixel(x, place.center().y()) == ink for x in range(place.left(), place.right())]
        starts = [x for x, (before, now) in enumerate(pairwise(line)) if now and not before]
        return [place.left() + x + 3 for x in starts]

    first, second = dots()
    fourth = QPoint(first + 3 * (second - first), view.visualRect(cell).center().y())
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=fourth)
    assert actor_of(campaign, "tara").sheet["gear"] == [{"name": "Rope", "worth": 4}]
    assert len(dots()) == 4
    view.horizontalHeader().setStretchLastSection(False)
    view.setColumnWidth(2, hub.theme.metrics.font_body * 2)
    assert dots() == []
    assert cell.data() == "4"


def test_tab_goes_through_the_fields_in_the_order_of_the_page(qtbot: QtBot, hub: ThemeHub) -> None:
    campaign = stage()
    room = record_shown(room_of(qtbot, hub, campaign), "tara")
    boxes = room.form.sheet.boxes
    boxes["race"].enter()
    seen = []
    for _ in range(40):
        focus = QApplication.focusWidget()
        at = next((key for key, box in boxes.items() if focus is not None and box.isAncestorOf(focus)), "")
        if at and at not in seen:
            seen.append(at)
        QTest.keyClick(focus or room, Qt.Key.Key_Tab)
    order = ["race", "age", "story", "weapon", "skills", "portrait", "strength", "power", "luck", "rank", "magic"]
    assert seen[: len(order) + 2] == [*order, "gear", "load"]


@pytest.mark.parametrize("game", ["imaginality", "future_imperfect", "card_the_drawing", "classic_fantasy"])
@pytest.mark.parametrize(("wide", "scale", "columns"), [(1500, 1.0, 2), (700, 1.0, 1), (1500, 3.0, 1)])
def test_every_game_has_a_form_at_any_size(
    qtbot: QtBot, hub: ThemeHub, game: str, wide: int, scale: float, columns: int
) -> None:
    hub.set_theme(Theme(scale=scale))
    room = record_shown(room_of(qtbot, hub, table_of(game), wide=wide), "mara")
    sheet = room.form.sheet
    qtbot.waitUntil(lambda: bool(sheet.boxes) and all(box.width() > 0 for box in sheet.boxes.values()))
    cards = {box.parentWidget() for box in sheet.boxes.values()}
    places = [QRect(card.pos(), card.size()) for card in cards if card is not None and card.parentWidget() is sheet]
    assert len(places) == len(cards) - 1, "the portrait is beside the name"
    assert len({place.x() for place in places}) == columns
    assert all(place.x() >= 0 and place.right() < sheet.width() <= wide for place in places)
    assert not any(one.intersects(other) for n, one in enumerate(places) for other in places[:n])
    for box in sheet.boxes.values():
        card = box.parentWidget()
        assert card is not None
        assert box.isHidden() or box.geometry().right() <= card.width(), "it fits, or is folded away"
        if isinstance(box.editor, RowsEditor):
            for at, cell in enumerate(box.editor.model.field.columns):
                header = box.editor.view_of(at).horizontalHeader()
                words = map(header.fontMetrics().horizontalAdvance, cell.label.split())
                assert header.sectionSize(at) >= max(words), f"the label of {cell.key} is cut"


@pytest.mark.parametrize("lines", [1, 2, 3])
def test_a_calculation_is_broken_between_words_and_only_its_end_is_left_out(
    qtbot: QtBot, hub: ThemeHub, lines: int
) -> None:
    page = QWidget()
    qtbot.addWidget(page)
    line = NoteLine(hub, page)
    words = "12 for Dexterity + 3 for the shield − 4 for Fatigue, at least 0"
    advance = line.fontMetrics().horizontalAdvance
    for wide in range(max(map(advance, words.split())), advance(words) + 20, 7):
        broken = line._broken(words, wide, lines)
        assert len(broken) <= lines
        whole = " ".join(broken)
        assert words.startswith(whole.removesuffix("…").rstrip()) if whole.endswith("…") else whole == words


def test_two_sentences_are_whole_wherever_they_are_broken(qtbot: QtBot, hub: ThemeHub) -> None:
    page = QWidget()
    qtbot.addWidget(page)
    line = NoteLine(hub, page, "This is too heavy.  That is no number.  Nobody is so old.")
    for wide in range(100, line.fontMetrics().horizontalAdvance(line.text) + 20, 3):
        line.resize(wide, line.heightForWidth(wide))
        assert not line.is_cut
        assert all(part == part.strip() for part in line._broken(line.text, wide, 12))


def test_a_choice_without_room_ends_with_a_sign(qtbot: QtBot, hub: ThemeHub) -> None:
    """Qt would cut it off within a letter."""
    page = QWidget()
    qtbot.addWidget(page)
    box = ChoiceEditor(ChoiceField(key="class", label="Class", choices=("Guardian of the Seven Valleys",)), hub, page)
    box.combo.addItem("Guardian of the Seven Valleys")
    box.combo.resize(120, 40)
    option = QStyleOptionComboBox()
    box.combo.initStyleOption(option)
    assert option.currentText.startswith("Guard")
    assert option.currentText.endswith("…")


def test_a_word_without_room_is_broken_within(qtbot: QtBot, hub: ThemeHub) -> None:
    page = QWidget()
    qtbot.addWidget(page)
    line = NoteLine(hub, page, f"The name {'W' * 60} is taken.")
    advance = line.fontMetrics().horizontalAdvance
    for wide in range(100, advance(line.text) + 20, 5):
        broken = line._broken(line.text, wide, 12)
        assert max(map(advance, broken)) <= wide
        assert all(broken)
        assert "".join(broken).replace(" ", "") == line.text.replace(" ", "")


def test_a_marked_note_over_what_is_below_it_starts_where_it_was(
    qtbot: QtBot, qapp: QApplication, hub: ThemeHub
) -> None:
    apply_theme(qapp, hub.theme)
    page = QWidget()
    qtbot.addWidget(page)
    page.resize(300, 300)
    line, note = QLineEdit(page), NoteLine(hub, page)
    line.setGeometry(20, 200, 200, 30)
    note.setGeometry(20, 20, 200, note.heightForWidth(200))
    put_up(page)
    page.activateWindow()
    line.setFocus()
    qtbot.waitUntil(line.hasFocus)
    colour = QColor(hub.theme.colours.accent_text).rgb()

    def sign() -> tuple[int, int]:
        """The left end of the sign, and its upper end."""
        image = page.grab().toImage()
        scale = image.devicePixelRatio()
        seen = [(x, y) for x in range(image.width()) for y in range(round(60 * scale)) if image.pixel(x, y) == colour]
        return min(x for x, _ in seen), min(y for _, y in seen)

    note.set_text("12 for Dexterity", marked=True)
    before = sign()
    note.set_text("12 for Dexterity + 3 for the shield − 4 for Fatigue, at least 0", marked=True)
    (overlay,) = page.findChildren(NoteOverlay)
    assert overlay.isVisible()
    assert sign() == before


@pytest.mark.parametrize("wide", [700, 1100])
def test_long_messages_and_cells_are_whole_and_short_ones_take_one_line(
    qtbot: QtBot, qapp: QApplication, hub: ThemeHub, wide: int
) -> None:
    apply_theme(qapp, hub.theme)
    campaign = stage()
    items: Json = [{"name": "a lantern, oil for it, and rope for " * 3, "weight": 1}]
    assert campaign.submit(EditSheet(seat="gm", actor="tara", fields={"gear": items}))
    room = record_shown(room_of(qtbot, hub, campaign, wide=wide), "tara")
    sheet = room.form.sheet
    age, gear = sheet.boxes["age"], sheet.boxes["gear"]
    assert isinstance(gear.editor, RowsEditor)
    view = gear.editor.view
    card = age.parentWidget()
    assert isinstance(card, SectionCard)
    line = card.message.words
    qtbot.waitUntil(lambda: sheet.is_built and view.isVisible() and view.rowHeight(0) > view.rowHeight(1))
    qtbot.waitUntil(lambda: line.height() < 3 * line.fontMetrics().height())  # it has the room of a line by now
    one_line = line.height()
    room.list.setFocus()  # nobody works on the form
    sheet.refuse("age", "This group plays without it. To allow this, change the option “Age”. " * 2)
    qtbot.waitUntil(lambda: line.height() > one_line and not list(cut_messages_and_cells(room.form)))
    qtbot.waitUntil(lambda: not view.verticalScrollBar().maximum())
    sheet.refuse("age", "No.")
    qtbot.waitUntil(lambda: line.height() == one_line)


@pytest.mark.parametrize("key", ["age", "story", "strength", "luck"])
def test_nothing_moves_while_somebody_works_on_the_form(
    qtbot: QtBot, qapp: QApplication, hub: ThemeHub, key: str
) -> None:
    apply_theme(qapp, hub.theme)
    room = record_shown(room_of(qtbot, hub, stage(), wide=700), "tara")
    sheet = room.form.sheet
    sheet.finish()
    boxes = sheet.boxes
    card = boxes["age"].parentWidget()
    assert isinstance(card, SectionCard)
    line = card.message.words
    qtbot.waitUntil(lambda: 0 < line.height() < 3 * line.fontMetrics().height())
    room.activateWindow()
    boxes[key].enter()
    qtbot.waitUntil(lambda: room.form.isAncestorOf(QApplication.focusWidget() or room))

    def places() -> list[tuple[str, QPoint, QSize]]:
        return [(one, box.mapTo(room.form, QPoint()), box.size()) for one, box in boxes.items()]

    def overlays() -> list[NoteOverlay]:
        return [one for one in room.form.findChildren(NoteOverlay) if one.isVisible()]

    seen = [places()]

    def is_settled() -> bool:
        seen.append(places())
        return len(seen) > 3 and seen[-3] == seen[-2] == seen[-1]

    qtbot.waitUntil(is_settled)
    before, high = places(), line.height()
    sheet.refuse("age", "This group plays without it. To allow this, change the option “Age”. " * 2)
    QTest.qWait(1)
    assert places() == before
    (overlay,) = overlays()
    assert overlay.height() > high
    focus = QApplication.focusWidget()
    assert focus is not None
    assert not overlay.geometry().intersects(QRect(focus.mapTo(room.form, QPoint()), focus.size()))
    assert not list(cut_messages_and_cells(room.form))
    room.list.setFocus()
    qtbot.waitUntil(lambda: line.height() > high)
    assert overlays() == []
    boxes[key].enter()
    seen.clear()
    qtbot.waitUntil(is_settled)
    before = places()
    sheet.refuse("age", "No.")
    QTest.qWait(1)
    assert places() == before, "nor does it move up"
    sheet.refuse("age", "Another long sentence about the age of a character. " * 5)
    assert len(overlays()) == 1
    sheet.clear()
    assert overlays() == [], "nothing of it is left for the next viewer"


def test_nothing_moves_when_a_calculated_value_is_overridden_and_restored(
    qtbot: QtBot, qapp: QApplication, hub: ThemeHub
) -> None:
    apply_theme(qapp, hub.theme)
    campaign = table_of("classic_fantasy")
    numbers: dict[str, Json] = dict.fromkeys(("str", "con", "siz", "dex", "int", "pow", "cha"), 13)
    assert campaign.submit(EditSheet(seat="gm", actor="mara", fields={**numbers, "species": "Human", "rank": 1}))
    room = record_shown(room_of(qtbot, hub, campaign, wide=1000), "mara")
    sheet = room.form.sheet
    sheet.finish()
    room.activateWindow()
    QTest.qWait(50)
    boxes = sheet.boxes
    keys = [key for key, box in boxes.items() if box.calculation and isinstance(box.editor, LineEditor)]
    assert len(keys) > 8

    def places() -> list[tuple[str, QPoint, QSize]]:
        return [(key, box.mapTo(room.form, QPoint()), box.size()) for key, box in boxes.items() if key != "portrait"]

    for key in keys[:9]:
        boxes[key].enter()
        QTest.qWait(10)
        before, line = places(), line_of(room, key)
        for words in ("9", ""):  # overridden, and calculated again
            line.line.selectAll()
            QTest.keyClick(line.line, Qt.Key.Key_Delete)
            QTest.keyClicks(line.line, words)
            QTest.keyClick(line.line, Qt.Key.Key_Return)
            assert (boxes[key].back is not None) is bool(words), key
            QTest.qWait(10)
            assert places() == before, key


@pytest.mark.parametrize("game", ["future_imperfect", "classic_fantasy"])
def test_the_name_does_not_move_while_the_rest_of_a_form_is_built(
    qtbot: QtBot, hub: ThemeHub, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sheet_form, "_AT_ONCE", 0.0)
    room = room_of(qtbot, hub, table_of(game))
    room.show_actor("mara")
    sheet, head = room.form.sheet, head_of(room)
    assert not sheet.is_built
    assert "portrait" in sheet.boxes
    QTest.qWait(1)
    place = head.mapTo(room, QPoint())
    sheet.finish()
    QTest.qWait(1)
    assert head.mapTo(room, QPoint()) == place


def test_characteristics_are_one_table_whose_history_is_folded(qtbot: QtBot, hub: ThemeHub) -> None:
    campaign = table_of("classic_fantasy")
    room = record_shown(room_of(qtbot, hub, campaign), "mara")
    sheet = room.form.sheet
    sheet.finish()
    named = ("str", "con", "siz", "dex", "int", "pow", "cha")
    history = {f"{name}_{of}" for name in named for of in ("original", "lost", "most")}
    card = sheet.boxes["str"].parentWidget()
    assert isinstance(card, SectionCard)
    assert set(card.boxes) == {*named, *history}, "one section"
    assert all(line_of(room, key).line.property("role") == "number" for key in named)

    def seen() -> set[str]:
        return {key for key, box in card.boxes.items() if box.isVisibleTo(card)}

    def titled() -> set[str]:
        return {key for key, box in card.boxes.items() if box.title is not None and box.title.isVisibleTo(card)}

    assert (seen(), titled()) == (set(named), set(named))
    assert card.more is not None
    card.more.click()
    assert (seen(), titled()) == ({*named, *history}, set()), "the heads of the table say it"
    places = {key: card.boxes[key].geometry() for key in card.boxes}
    for name in named:
        assert len({places[key].top() for key in places if key.partition("_")[0] == name}) == 1, "a row each"
    for of in ("original", "lost", "most"):
        assert len({places[f"{name}_{of}"].left() for name in named}) == 1, "a column each"
    write(room, "str_lost", "2")
    assert actor_of(campaign, "mara").sheet["str_lost"] == 2
    card.more.click()
    assert (seen(), titled()) == (set(named), set(named))


def test_another_sheet_is_followed_and_nothing_is_lost(qtbot: QtBot, hub: ThemeHub) -> None:
    campaign = stage()
    room = record_shown(room_of(qtbot, hub, campaign), "tara")
    write(room, "strength", "6")
    assert not room.form.conditions.isHidden()
    head_of(room).followed.emit("extra")
    room.form.sheet.finish()
    assert actor_of(campaign, "tara").sheet["sheet"] == "extra"
    assert set(room.form.sheet.boxes) == {"race", "states", "strength"}  # kept from before
    assert [row.condition.name for row in room.form.conditions.rows] == ["wound"]
    assert room.form.sheet.isAncestorOf(room.form.conditions)
    campaign.undo()
    room.form.sheet.finish()
    assert line_of(room, "strength").line.text() == "6"
    assert not room.form.sheet.isAncestorOf(room.form.conditions)


def test_a_field_that_moves_to_another_section_is_there_once(qtbot: QtBot, hub: ThemeHub) -> None:
    room = record_shown(room_of(qtbot, hub, table_of("classic_fantasy")), "mara")
    for sheet in ("creature", "hero", "creature"):  # Fatigue stands with the body of one and with the name of the other
        head_of(room).followed.emit(sheet)
        room.form.sheet.finish()
        assert room.form.sheet.boxes["fatigue"].isVisibleTo(room.form.sheet), sheet


def test_a_form_is_built_while_the_window_responds(qtbot: QtBot, hub: ThemeHub) -> None:
    campaign = table_of("classic_fantasy")
    room = room_of(qtbot, hub, campaign)
    room.show_actor("mara")
    sheet = room.form.sheet
    assert sheet.boxes  # what is seen first
    with qtbot.waitSignal(sheet.built) if not sheet.is_built else qtbot.waitExposed(room):
        campaign.submit(EditActor(seat="gm", actor="mara", name="Mara Quill"))
    assert sheet.is_built
    assert "notes" in sheet.boxes


def test_a_choice_shows_its_label_and_writes_its_name(qtbot: QtBot, hub: ThemeHub) -> None:
    campaign = OpenCampaign(imperfect.GAME, History(imperfect.laid()), SeededChance(1))
    form = CharacterForm(campaign, "gm", hub)
    qtbot.addWidget(form)
    put_up(form)
    form.show_actor("frost")
    form.sheet.finish()
    side = form.sheet.boxes["side"].editor
    assert isinstance(side, ChoiceEditor)
    assert [side.combo.itemText(at) for at in range(side.combo.count())] == ["–", "Crew", "GM"]
    side.combo.setCurrentIndex(2)
    side.combo.activated.emit(2)
    assert campaign.viewer_campaign("gm").view.actors["frost"].sheet["side"] == "Master"
    assert side.combo.currentText() == "GM"


def test_a_free_text_choice_stays_as_written(qtbot: QtBot, hub: ThemeHub) -> None:
    campaign = OpenCampaign(drawing.GAME, History(drawing.laid("tia")), SeededChance(1))
    form = CharacterForm(campaign, "gm", hub)
    qtbot.addWidget(form)
    form.resize(900, 700)
    put_up(form)
    form.show_actor("tia")
    form.sheet.finish()
    chosen = form.sheet.boxes["deck_name"].editor
    assert isinstance(chosen, ChoiceEditor)
    line = chosen.combo.lineEdit()
    assert line is not None
    line.setFocus()
    qtbot.waitUntil(line.hasFocus, timeout=PATIENCE_MS)
    QTest.keyClicks(line, "Fists")
    QTest.keyClick(line, Qt.Key.Key_Return)
    assert (line.text(), campaign.position) == ("Fists", 1)
    QTest.keyClicks(line, " and feet")
    campaign.submit(EditSheet(seat="gm", actor="tia", fields={"description": "Large."}))
    assert line.text() == "Fists and feet"
    form.flush()
    assert campaign.viewer_campaign("gm").view.actors["tia"].sheet["deck_name"] == "Fists and feet"
