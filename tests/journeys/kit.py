"""What journeys are told with: people at one screen, who see what it shows and move it by mouse and keys alone.

Cards are named by their ids (`8H`) or places (`hand:tom#2`), people and characters by the names that the screen shows.
Only `truth` and `in_file` know more than the screen; they are for what a journey asserts, never for what it does.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from PySide6.QtCore import QPoint, QSize
from PySide6.QtWidgets import QAbstractButton, QApplication, QCheckBox, QLineEdit, QListWidget, QSpinBox
from pytestqt.qtbot import QtBot

from engine.core.history import History
from engine.messages.texts import say
from engine.model.table import Table
from engine.presentation.dice_and_card_source import SETTING_PREFIX, SourceKind
from engine.presentation.game import Game
from engine.presentation.scripts.script import play_script
from engine.rulesets.loader import game_of
from tests.journeys.hands import ALT, CTRL, LEFT, NONE, Hands
from tests.journeys.screen import Watcher, breathe, faces_of, texts_of
from tests.on_screen import on_screen
from tests.vtt.shell_kit import QUIET, wake
from vtt.panels.options_page import OptionsPage
from vtt.panels.physical_input_dialog import PhysicalInputDialog
from vtt.shared.option_fields import ChoiceOption
from vtt.shared.questions.answer_control import AnswerControl
from vtt.shared.questions.card_question_field import CardQuestionField
from vtt.shared.questions.question_dialog import QuestionDialog
from vtt.shared.questions.question_fields import ChoiceOrTextField, ChoiceQuestionField, DependentQuestionField
from vtt.shared.questions.table_question_field import TableQuestionField
from vtt.shared.questions.typed_question_fields import FlagQuestionField, NumberQuestionField, TextQuestionField
from vtt.shell.application import Application
from vtt.shell.first_window import StartOptions
from vtt.storage.campaign_opening import create_campaign, open_campaign
from vtt.system.user_folders import folders_under
from vtt.system.user_settings_file import StoredSettings, save_settings
from vtt.table.questions.question_bubble import QuestionBubble
from vtt.welcome.new_campaign_dialog import NewCampaignDialog
from vtt.widgets.message_dialog import MessageDialog

__all__ = ["ADA_TOM_EVA", "ALT", "CTRL", "LEFT", "NONE", "SIZE", "Desk", "Watcher", "breathe", "faces_of", "script"]

SIZE = QSize(1600, 900)
ADA_TOM_EVA: tuple[Mapping[str, object], ...] = (
    {"id": "gm", "name": "Ada", "role": "gm"},
    {"id": "tom", "name": "Tom"},
    {"id": "eva", "name": "Eva"},
)


def script(
    zones: Mapping[str, Sequence[str]],
    *commands: Mapping[str, object],
    actors: Sequence[Mapping[str, object]] = (),
    options: Mapping[str, object] | None = None,
    tracks: Mapping[str, Mapping[str, int]] | None = None,
    seats: Sequence[Mapping[str, object]] = ADA_TOM_EVA,
    seed: int = 1,
) -> dict[str, object]:
    """Return a script of Imaginality for `Desk.open_table`; everybody has a character, and the GM a few."""
    usual = (
        {"id": "tom", "seat": "tom", "name": "Tomas"},
        {"id": "sally", "seat": "eva", "name": "Sally"},
        {"id": "clerk", "seat": "gm", "name": "Clerk"},
    )
    return {
        "ruleset": "imaginality",
        "seats": list(seats),
        "actors": list(actors or usual),
        "options": dict(options or {}),
        "tracks": dict(tracks or {}),
        "zones": {zone: list(cards) for zone, cards in zones.items()},
        "seed": seed,
        "commands": list(commands),
    }


class Desk(Hands):
    """One screen, one program, one folder. `open_table` begins; `close` ends, and whoever made this calls it."""

    def __init__(
        self, qtbot: QtBot, folder: Path, *, calm: bool = True, moments: bool = False, size: QSize = SIZE
    ) -> None:
        super().__init__(qtbot)
        self.path = folder / "Thursday.ktable"
        self._places = folders_under(folder)
        self._size = size
        shown = {"table.moments": "normal"} if moments else {}
        save_settings(self._places.preferences, StoredSettings(reduced_motion=calm, more={**QUIET, **shown}))

    # Opening and closing.

    def open_table(self, told: Mapping[str, object]) -> None:
        """Lay a table from a script into a campaign file, and start the program with that file."""
        played = play_script(json.dumps(told).encode(), game_of)
        assert played.stopped is None, played.stopped
        self.open_history(played.game, played.history)

    def open_table_of(self, table: Table, *, real: tuple[str, ...] = ()) -> None:
        """Put a table as it stands into a campaign file, and start the program with that file.

        Args:
            table: the table.
            real: what the group has chosen to be real, `dice` or `cards`.
        """
        self.open_history(game_of(table.ruleset), History(table), real=real)

    def open_history(self, game: Game, history: History, name: str = "Thursday", *, real: tuple[str, ...] = ()) -> None:
        """Put what has been played into a campaign file, start the program with it, and wait until it stands."""
        made = create_campaign(
            self.path,
            name,
            history.table_at(0),
            game,
            entries=tuple(history.entries),
            asides=tuple(history.asides),
            backups=self._places.backups,
        )
        for kind in real:
            made.store.keep_setting(f"{SETTING_PREFIX}{kind}", SourceKind.REAL.value)
        made.store.close()
        self._start()

    def open_welcome(self) -> None:
        """StartOptions the program without a campaign."""
        house = self._begin(None)
        self.wait(house.window.welcome.new_tile.isVisible)

    def new_campaign(self, game: str, *people: str) -> None:
        """Make a campaign from the first page: two clicks, and the names of the first people at the table."""
        self.click(self.house.window.welcome.new_tile)
        self.wait(lambda: isinstance(QApplication.activeModalWidget(), NewCampaignDialog))
        dialog = QApplication.activeModalWidget()
        assert isinstance(dialog, NewCampaignDialog)
        on_screen(dialog)
        self.wait(self.has_keys)
        self.click(dialog.games[game])
        for row, name in zip(dialog.people.rows, people, strict=False):
            self.click(row.name)
            self.press("Ctrl+A")
            self.write(name)
        self.picture(f"new-campaign-{game}")
        self.click(dialog.buttons["create"])
        self.arrive()
        opened = self.house.controller.opened
        assert opened is not None
        self.path = opened.path

    def close(self) -> None:
        """Close the window as a person does; everything is let go of."""
        house, self._house, self.watcher = self._house, None, None
        if house is None:
            return
        house.window.close()
        house.end()
        house.deleteLater()
        breathe()  # or the next one that is begun dresses all of this too, which takes a second

    def reopen(self) -> None:
        """Close the program and start it again with the same file; the table is as it was left."""
        before, lines = self.truth, self.read_log()
        self.close()
        assert self.in_file() == before
        self._start()
        assert self.truth == before
        assert self.read_log() == lines

    def in_file(self) -> Table:
        """Return the table that stands in the closed file."""
        opened = open_campaign(self.path, view_only=True, backups=self._places.backups)
        try:
            return opened.history.table
        finally:
            opened.store.close()

    def _start(self) -> None:
        self._begin(self.path)
        self.arrive()

    def _begin(self, campaign: Path | None) -> Application:
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        house = self._house = Application(app, StartOptions(campaign=campaign, size=self._size), self._places)
        house.begin()
        return house

    def arrive(self) -> None:
        """Wait until the campaign stands in the window."""
        house = self.house
        self.wait(lambda: house.window.page is not None)
        self.wait(lambda: house.controller.opened is not None)
        wake(house.window)
        on_screen(house.window)
        self.wait(lambda: house.window.size() == self._size)
        self.watcher = Watcher(self.table)
        self.click_table()

    # Dialogs.

    def dialog(self) -> QuestionDialog:
        """Return the dialog that asks for what an offer still needs; of a question on the table, its form."""
        bubble = self.table.question_input.bubble
        if bubble is not None:
            self.click(bubble.more)
        self.wait(lambda: isinstance(QApplication.activeModalWidget(), QuestionDialog))
        found = QApplication.activeModalWidget()
        assert isinstance(found, QuestionDialog)
        on_screen(found)
        return found

    def asked(self) -> QuestionBubble:
        """Return the question that is asked on the table."""
        bubble = self.table.question_input.bubble
        assert bubble is not None, "nothing is asked on the table"
        return bubble

    def point_out(self, answer: str) -> None:
        """Answer the question on the table with a piece that is lit for it.

        Args:
            answer: the id of a character, a seat, a hit location, a body or a zone.
        """
        lit = [piece for piece in self.table.question_input.pieces if piece.answer == answer]
        assert lit, f"no piece is lit for {answer}"
        self.click_table(lit[-1].rect.center().toPoint())

    def answer(self, **answers: object) -> None:
        """Fill in the dialog of an offer and press “Do it”.

        Args:
            answers: by field of the command, as a person would say them: text, a number, whether a box is ticked,
                the title of a choice or several (then no others), a card or several by id or place; of a table, what
                stands in each line: a number (`chips={"white": 1}`), or one by column
                (`victims={"Thug": {"distance": 3}}`). What is asked only where somebody wants to say more is found
                behind that button.
        """
        bubble = self.table.question_input.bubble
        if bubble is not None and not bubble.more.isVisible():
            self._answer_on_table(bubble, **answers)
            return
        dialog = self.fill_in(**answers)
        self.click(dialog.do)
        still = QApplication.activeModalWidget()
        assert still is None, f"the dialog says: {texts_of(still)}"

    def _answer_on_table(self, bubble: QuestionBubble, **answers: object) -> None:
        """Answer the only question of an offer with its button, with boxes to tick, or with a number or several."""
        if bubble.several is not None:
            for answer in answers.values():
                self._fill(bubble.several, answer)
            self.click(bubble.confirm_button)
            return
        assert list(answers) == [bubble.asked.question.field]
        if bubble.rows:
            numbers = next(iter(answers.values()))
            assert isinstance(numbers, Mapping)
            assert bubble.ok_button is not None
            for part, number in numbers.items():
                self.click(bubble.rows[part].spin.lineEdit())
                self.press("Ctrl+A")
                self.write(str(number))
            self.click(bubble.ok_button)
            return
        if bubble.typed is not None and bubble.ok_button is not None:
            self._fill(bubble.typed, next(iter(answers.values())))
            self.click(bubble.ok_button)
            return
        buttons = {shown.accessibleName(): shown for shown in bubble.choices.values()}
        title = str(next(iter(answers.values())))
        assert title in buttons, list(buttons)
        self.click(buttons[title])

    def fill_in(self, **answers: object) -> QuestionDialog:
        """Fill in the dialog of an offer and leave it open."""
        dialog = self.dialog()
        for name, value in answers.items():
            if not any(field.ask.field == name for field in dialog.form.fields) and dialog.form.more.isVisible():
                self.click(dialog.form.more)
            fields = [field for field in dialog.form.fields if field.ask.field == name]
            asked = [field.ask.field for field in dialog.form.fields]
            assert fields, f"“{say(dialog.form.offer.label)}” asks for {asked}, not for {name}"
            if fields[0].ask.part:
                assert isinstance(value, Mapping)
                parts = {field.ask.part: field for field in fields}
                for part, number in value.items():
                    self._fill(parts[part], number)
            else:
                self._fill(fields[0], value)
        return dialog

    def _fill(self, field: AnswerControl, value: object) -> None:
        match field:
            case TextQuestionField() | NumberQuestionField():
                line = field.findChild(QLineEdit if isinstance(field, TextQuestionField) else QSpinBox)
                assert line is not None
                self.click(line)
                self.input.press(line, "Ctrl+A")
                self.input.write(line, str(value))
            case FlagQuestionField():
                box = field.findChild(QCheckBox)
                assert box is not None
                if box.isChecked() != value:
                    self.click(box, QPoint(10, box.height() // 2))
            case ChoiceQuestionField():
                titles = [value] if isinstance(value, str) else list(value)  # type: ignore[call-overload]
                for title in titles:
                    self._choose(field, title)
                if not isinstance(value, str):
                    self._choose_no_more_than(field, titles)
            case DependentQuestionField():
                self._fill(field.inner, value)
            case ChoiceOrTextField():
                if any(button.accessibleName() == value for button in field.choice.findChildren(QAbstractButton)):
                    self._fill(field.choice, value)
                else:
                    self.click(field.line)
                    self.input.write(field.line, str(value))
            case TableQuestionField():
                assert isinstance(value, Mapping)
                self._fill_rows(field, value)
            case CardQuestionField():
                for card in [value] if isinstance(value, str) else list(value):  # type: ignore[call-overload]
                    self._choose_card(field, card)
            case _:
                raise AssertionError(field)

    def _fill_rows(self, field: TableQuestionField, lines: Mapping[str, Mapping[str, int]]) -> None:
        """Tick the lines that are named and no others, and write into their columns."""
        boxes = {box.accessibleName(): number for number, box in enumerate(field.boxes)}
        assert set(lines) <= set(boxes), list(boxes)
        for name, number in boxes.items():
            box = field.boxes[number]
            if box.isChecked() != (name in lines):
                self.click(box, QPoint(10, box.height() // 2))
            for column, value in lines.get(name, {}).items():
                cell = next(cell for cell in field.cells[number] if cell.ask.field == column)
                self._fill(cell, value)

    def _choose(self, field: ChoiceQuestionField, title: str) -> None:
        shown = field.findChild(QListWidget)
        if shown is not None:
            rows = [shown.item(row).text() for row in range(shown.count())]
            assert title in rows, rows
            self.input.write(shown, title)
            self.click_row(shown, rows.index(title))
            return
        buttons = {b.accessibleName(): b for b in field.findChildren(QAbstractButton)}
        assert title in buttons, list(buttons)
        if not buttons[title].isChecked():
            self.click(buttons[title], QPoint(10, buttons[title].height() // 2))

    def _choose_no_more_than(self, field: ChoiceQuestionField, titles: Sequence[str]) -> None:
        """Untick what is proposed besides."""
        for button in field.findChildren(QAbstractButton):
            if button.isCheckable() and button.isChecked() and button.accessibleName() not in titles:
                self.click(button, QPoint(10, button.height() // 2))

    def _choose_card(self, field: CardQuestionField, card: str) -> None:
        zone, index = self._place(card)
        found = [b for b in field.picker.cards if (b.slot.zone, b.slot.index) == (zone, index)]
        assert len(found) == 1, [b.slot.reference for b in field.picker.cards]
        self.click(found[0])

    def telling(self) -> PhysicalInputDialog:
        """Return the dialog that asks what real dice or cards tell."""
        self.wait(lambda: isinstance(QApplication.activeModalWidget(), PhysicalInputDialog))
        found = QApplication.activeModalWidget()
        assert isinstance(found, PhysicalInputDialog)
        on_screen(found)
        self.wait(self.has_keys)
        return found

    def tell(self, *words: str) -> None:
        """Type what real dice or cards tell, field by field as they hand the keyboard on, and press Enter."""
        self.telling()
        for word in words:
            self.write(word)
        self.press("Return")
        still = QApplication.activeModalWidget()
        assert still is None, f"the dialog says: {texts_of(still)}"
        self.wait(self.has_keys)

    def choose_real(self, kind: str, presses: int = 1) -> None:
        """Choose on the options page that one kind of chance (`dice`, `cards`) is real, or both with two presses."""
        self.go_to("options")
        page = self.page.show_room("options")
        assert isinstance(page, OptionsPage)
        field = page.ways[f"by_hand.{kind}"].field
        assert isinstance(field, ChoiceOption)
        self.click(field.combo, QPoint(8, field.combo.height() // 2))
        for _ in range(presses):
            self.press("Down")
        self.press("Return")
        self.picture(f"real-1-options-{kind}")
        self.go_to("table")

    def choose(self, words: str) -> None:
        """Press a button of the dialog that says something."""
        self.wait(lambda: isinstance(QApplication.activeModalWidget(), MessageDialog))
        dialog = QApplication.activeModalWidget()
        assert isinstance(dialog, MessageDialog)
        buttons = {b.accessibleName(): b for b in dialog.buttons.values()}
        assert words in buttons, list(buttons)
        self.click(buttons[words])
        # Keys are heard by the window that the window manager has brought to the front, a moment later.
        self.wait(self.has_keys)
