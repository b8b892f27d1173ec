from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QLineEdit, QStyleOptionViewItem
from pytestqt.qtbot import QtBot

from engine.asset_folder import game_folder
from engine.core.chance import SeededChance
from engine.core.manual_moves import SetList, SetOption
from engine.core.manual_moves.list_moves import TEMPLATES
from engine.model.frozen import replace
from engine.model.seats import SHARED
from engine.presentation.scripts.script import play_script
from engine.rulesets.loader import game_of
from engine.sheets.catalogue.sheet_customisation import HideItem
from engine.sheets.editing.sheet_customisation_moves import TailorSheet
from tests.on_screen import lay_out, put_up
from tests.vtt.panels_stage import stage, words_in
from vtt.campaign.open_campaign import OpenCampaign
from vtt.panels.group_list_table import GroupListTable, Row
from vtt.panels.option_row import NO_SCENE, OptionRow
from vtt.panels.options_page import OptionsPage
from vtt.shared.option_fields import ChoiceOption, FlagOption, NumberOption, NumbersOption, TagsOption, TextOption
from vtt.widgets.look.theme import Theme, ThemeHub


@pytest.fixture
def hub(qapp: QApplication) -> ThemeHub:
    return ThemeHub(Theme())


def page_of(qtbot: QtBot, hub: ThemeHub, campaign: OpenCampaign, viewer: str = SHARED) -> OptionsPage:
    page = OptionsPage(campaign, viewer, hub)
    qtbot.addWidget(page)
    page.resize(1000, 700)
    put_up(page)
    qtbot.waitUntil(lambda: page.is_built)
    return page


def test_each_kind_of_option_is_set_by_its_control_and_taken_back_by_undo(qtbot: QtBot, hub: ThemeHub) -> None:
    campaign = stage()
    page = page_of(qtbot, hub, campaign)
    rows = page.rows
    size, mode, hands, motto, extra = (rows[name].field for name in ("hand_size", "mode", "open", "motto", "extra"))
    assert isinstance(size, NumberOption)
    assert isinstance(mode, ChoiceOption)
    assert isinstance(hands, FlagOption)
    assert isinstance(motto, TextOption)
    assert isinstance(extra, NumbersOption)
    QTest.keyClick(size.spin, Qt.Key.Key_Up)
    mode.combo.setFocus()
    QTest.keyClick(mode.combo, Qt.Key.Key_Down)
    QTest.keyClick(hands.box, Qt.Key.Key_Space)
    QTest.keyClicks(motto.line, "Onward")
    QTest.keyClick(motto.line, Qt.Key.Key_Return)
    extra.spins["actor"].stepUp()
    options = page.view.options
    assert (options["hand_size"], options["mode"], options["open"], options["motto"]) == (6, "pressure", True, "Onward")
    assert options["extra"] == {"actor": 1, "opposition": 0}
    assert campaign.position == 5
    campaign.go_to(0)
    assert (size.spin.value(), mode.combo.currentData(), hands.box.isChecked()) == (5, "calm", False)
    assert (motto.line.text(), extra.spins["actor"].value()) == ("", 0)
    campaign.go_to(5)
    rows["hand_size"].reset.click()
    assert page.view.options["hand_size"] == 5


def test_words_of_the_groups_own_stand_beside_those_that_are_proposed(qtbot: QtBot, hub: ThemeHub) -> None:
    campaign = stage()
    page = page_of(qtbot, hub, campaign)
    field = page.rows["themes"].field
    assert isinstance(field, TagsOption)
    QTest.keyClick(field.tag_buttons["punk"], Qt.Key.Key_Space)
    QTest.keyClicks(field.new.line, "Soap <b>& co")
    QTest.keyClick(field.new.line, Qt.Key.Key_Return)
    QTest.keyClicks(field.new.line, "PUNK")  # is there already, and no second one
    QTest.keyClick(field.new.line, Qt.Key.Key_Return)
    assert page.view.options["themes"] == ["punk", "Soap <b>& co"]
    assert campaign.position == 2
    assert {tag: chip.isChecked() for tag, chip in field.tag_buttons.items()} == {
        "high_fantasy": False,
        "punk": True,
        "Soap <b>& co": True,
    }
    assert "Soap <b>&& co" in words_in(page)
    field.tag_buttons["Soap <b>& co"].click()
    assert list(field.tag_buttons) == ["high_fantasy", "punk"]
    campaign.undo()
    assert page.view.options["themes"] == ["punk", "Soap <b>& co"]
    assert field.tag_buttons["Soap <b>& co"].isChecked()


def test_a_scene_has_its_exceptions_beside_what_holds_for_the_game(qtbot: QtBot, hub: ThemeHub) -> None:
    campaign = stage()
    page = page_of(qtbot, hub, campaign)
    row = page.rows["mode"]
    assert not page.rows["open"].in_scene.isVisible()
    row.in_scene.click()
    assert dict(page.view.scene) == {"mode": "calm"}
    field = row.scene_field
    assert isinstance(field, ChoiceOption)
    field.combo.setFocus()
    QTest.keyClick(field.combo, Qt.Key.Key_Down)
    assert page.view.scene["mode"] == "pressure"
    assert page.view.options["mode"] == "calm"
    row.in_scene.click()
    assert not page.view.scene
    assert not field.isVisible()


def test_a_refused_change_says_why_and_shows_what_is_in_force(qtbot: QtBot, hub: ThemeHub) -> None:
    campaign = stage()
    page = page_of(qtbot, hub, campaign)
    row = page.rows["hand_size"]
    row.wanted.emit("hand_size", 99, False)
    assert "99" in row.trouble.text()
    assert campaign.position == 0
    assert isinstance(row.field, NumberOption)
    assert row.field.spin.value() == 5


def test_the_wheel_scrolls_the_page_and_changes_nothing_on_the_way(qtbot: QtBot, hub: ThemeHub) -> None:
    campaign = stage()
    page = page_of(qtbot, hub, campaign)
    field = page.rows["hand_size"].field
    assert isinstance(field, NumberOption)
    page.search.setFocus()
    wheel = QWheelEvent(
        QPointF(5, 5),
        field.spin.mapToGlobal(QPointF(5, 5)),
        QPoint(0, -120),
        QPoint(0, -120),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(field.spin, wheel)
    assert campaign.position == 0


def test_a_search_leaves_only_what_has_the_words(qtbot: QtBot, hub: ThemeHub) -> None:
    page = page_of(qtbot, hub, stage())
    page.search.setText("ti-hand-2")
    assert [n for n, row in page.rows.items() if row.isVisible()] == ["mode"]
    page.search.setText("weapons")
    assert not any(row.isVisible() for row in page.rows.values())
    assert page.tables["weapons"].isVisible()


def test_the_default_of_an_option_is_in_one_line_where_it_has_room(qtbot: QtBot, hub: ThemeHub) -> None:
    choices = ("The rules of this game", "Another card game")
    mode = stage().game.ruleset.options["mode"]
    spec = replace(mode, label="Hand-to-hand combat", default=choices[0], choices=choices, scopes=("game",))
    row = OptionRow("fights", spec, hub, "imaginality")
    qtbot.addWidget(row)
    row.show_state("Another card game", NO_SCENE, "")
    for width, is_one_line in ((1400, True), (500, False)):
        row.resize(width, 200)
        lay_out(row)
        assert row.default.text() == "Default: The rules of this game"
        assert (row.default.height() < 2 * row.default.fontMetrics().lineSpacing()) is is_one_line, width


def test_a_list_is_written_cell_by_cell(qtbot: QtBot, hub: ThemeHub) -> None:
    campaign = stage()
    page = page_of(qtbot, hub, campaign)
    table = page.tables["weapons"]
    model = table.model
    cards, melee = model.columns.index("cards"), model.columns.index("melee")
    edit, tick = int(Qt.ItemDataRole.EditRole), int(Qt.ItemDataRole.CheckStateRole)
    assert model.setData(model.index(0, cards), "4", edit)
    assert model.setData(model.index(1, melee), Qt.CheckState.Checked.value, tick)
    assert not model.setData(model.index(0, cards), "many", edit)
    assert "many" in table.trouble.text()
    QTest.keyClicks(table.new, "Bow")
    table.add.click()  # there is one of that name
    assert "Weapons" in table.trouble.text()
    table.new.setText("Sling")
    table.add.click()
    assert [r["name"] for r in page.view.lists["weapons"]] == ["Axe", "Bow", "Sling"]
    assert page.view.lists["weapons"][0]["cards"] == 4
    assert page.view.lists["weapons"][1]["melee"] is True
    assert page.view.lists["weapons"][2]["cards"] == 0
    table.table.selectRow(0)
    table.away.click()
    assert [r["name"] for r in page.view.lists["weapons"]] == ["Bow", "Sling"]
    campaign.go_to(0)
    assert model.rows == campaign.viewer_campaign(SHARED).view.lists["weapons"]


def test_templates_and_changes_to_sheets_are_no_lists_of_this_page(qtbot: QtBot, hub: ThemeHub) -> None:
    campaign = stage()
    page = page_of(qtbot, hub, campaign)
    before = set(page.tables)
    assert campaign.submit(SetList(seat="gm", list=TEMPLATES, rows=({"name": "A guard", "character": "{}"},)))
    assert campaign.submit(TailorSheet(seat="gm", sheet="hero", ops=(HideItem(field="age"),)))
    assert {TEMPLATES, "sheet:hero"} <= set(page.view.lists)
    assert set(page.tables) == before


def test_lists_that_only_the_game_writes_are_no_lists_of_this_page(qtbot: QtBot, hub: ThemeHub) -> None:
    played = play_script((game_folder("classic_fantasy") / "demo.json").read_bytes(), game_of)
    page = page_of(qtbot, hub, OpenCampaign(played.game, played.history, SeededChance(1)), "gm")
    assert {"traps", "been_there", "places"} <= set(page.view.lists)
    assert not page.tables


def test_a_cell_shows_the_text_of_its_value_and_proposes_the_others(qtbot: QtBot, hub: ThemeHub) -> None:
    written: list[tuple[Row, ...]] = []

    def write(rows: tuple[Row, ...]) -> str:
        written.append(rows)
        return ""

    table = GroupListTable("Weapons", hub, write, ruleset="imaginality")
    qtbot.addWidget(table)
    table.set_rows(
        ({"name": "ranged", "class": "hand_to_hand", "size": "own"}, {"name": "Bow", "class": "ranged", "size": ""})
    )
    model, delegate = table.model, table.table.itemDelegate()
    name, kind, size = (model.index(0, model.columns.index(column)) for column in ("name", "class", "size"))
    assert [cell.data() for cell in (name, kind, size)] == ["ranged", "hand-to-hand", "own"]
    box = delegate.createEditor(table, QStyleOptionViewItem(), kind)
    assert isinstance(box, QComboBox)
    assert [box.itemText(at) for at in range(box.count())] == ["hand-to-hand", "ranged"]
    box.setCurrentIndex(1)
    delegate.setModelData(box, model, kind)
    assert [row["class"] for row in written[-1]] == ["ranged", "ranged"]
    assert isinstance(delegate.createEditor(table, QStyleOptionViewItem(), size), QLineEdit)


def test_what_comes_from_a_file_is_shown_as_text(qtbot: QtBot, hub: ThemeHub) -> None:
    campaign = stage()
    campaign.submit(SetOption(seat="gm", option="motto", value="<b>" + "x" * 10_000))
    page = page_of(qtbot, hub, campaign)
    assert page.width() == 1000
    assert not any(words.startswith("<b>x") and len(words) > 20_000 for words in words_in(page))
