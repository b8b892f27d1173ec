"""Real dice and cards at the window: what is asked, how it is typed, and that it is one gesture or none."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QObject, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from engine.core.chance import SeededChance
from engine.core.commands import Command
from engine.core.events import CardsSwapped
from engine.core.history import History
from engine.core.manual_moves import NameCards, ShuffleZone
from engine.messages.refusal import Refused
from engine.model.seats import SHARED
from engine.model.table import Table
from engine.presentation.dice_and_card_source import SourceKind, SourceSettings, read_source_settings
from engine.presentation.game import Game
from engine.rulesets.imaginality.action_resolution import Reveal
from engine.rulesets.imaginality.actions.action_commands import Attempt
from engine.rulesets.imaginality.actions.card_play_commands import Draw, Play
from tests.engine.laid import TINY, laid
from tests.engine.rulesets.imaginality import table as imaginality
from tests.engine.tiny import Surge
from tests.patience import PATIENCE_MS
from tests.vtt import save_kit
from tests.vtt.panels_stage import stage, words_in
from vtt.campaign.open_campaign import OpenCampaign
from vtt.panels.dice_roller import DiceRoller
from vtt.panels.options_page import OptionsPage
from vtt.panels.physical_input_dialog import PhysicalInputDialog
from vtt.panels.physical_input_fields import CardInput, DieInput
from vtt.shared.card_choice.card_name_parser import read_card
from vtt.shared.card_choice.card_picker import faces_of
from vtt.shared.hand_peek import HandPeek
from vtt.shared.option_fields import ChoiceOption
from vtt.shared.questions.question_dialog import QuestionDialog
from vtt.shared.questions.question_form import OfferInput
from vtt.storage.campaign_opening import create_campaign, open_campaign
from vtt.widgets.look.theme import Theme, ThemeHub

REAL = SourceSettings(dice=SourceKind.REAL, cards=SourceKind.REAL)
BOTH = SourceSettings(dice=SourceKind.BOTH, cards=SourceKind.BOTH)
SIX = "2S 3S 4S 5S 6S 7S"


@pytest.fixture
def hub(qapp: QApplication) -> Iterator[ThemeHub]:
    made = ThemeHub(Theme())
    yield made
    faces_of(made).close()


class Group(QObject):
    """People at a screen who are asked what their dice and cards tell."""

    def __init__(self, hub: ThemeHub, game: Game, table: Table, ways: SourceSettings) -> None:
        super().__init__()
        self.hub = hub
        self.campaign = OpenCampaign(game, History(table), SeededChance(1), sources=ways)
        self.refused: list[Refused] = []
        self.campaign.asked.connect(self._ask)
        self.campaign.refused.connect(self.refused.append)
        self.dialog: PhysicalInputDialog | None = None

    def _ask(self, pending: object) -> None:
        self.dialog = PhysicalInputDialog(self.campaign, pending, SHARED, self.hub)  # type: ignore[arg-type]
        self.dialog.finished.connect(self._gone)
        self.dialog.show()
        assert QTest.qWaitForWindowActive(self.dialog, PATIENCE_MS)

    def _gone(self) -> None:
        self.dialog = None

    def asked(self, command: Command) -> PhysicalInputDialog:
        assert not self.campaign.submit(command)
        assert self.dialog is not None
        return self.dialog

    def type(self, *words: str) -> None:
        """Type into whatever has the keyboard, as fields hand it on."""
        for word in words:
            QTest.keyClicks(here(), word)

    def press(self, key: Qt.Key, keys: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
        QTest.keyClick(here(), key, keys)

    def enter(self) -> None:
        self.press(Qt.Key.Key_Return)

    @property
    def keys(self) -> list[str]:
        assert self.dialog is not None
        return list(self.dialog.form.fields)


def here() -> QWidget:
    """What has the keyboard."""
    found = QApplication.focusWidget()
    assert found is not None
    return found


Seated = Callable[..., Group]


@pytest.fixture
def seated(hub: ThemeHub) -> Iterator[Seated]:
    """Makes groups; what they have not answered at the end is put away."""
    groups: list[Group] = []

    def seat(game: Game, table: Table, ways: SourceSettings = REAL) -> Group:
        groups.append(Group(hub, game, table, ways))
        return groups[-1]

    yield seat
    for group in groups:
        if group.dialog is not None:
            group.dialog.close()


def attempt(**zones: str) -> Table:
    """Rex tries something; both sides have laid a card of which nobody here knows which it is."""
    table = imaginality.laid({"hand:tom": f"KD {SIX}", "deck": "2H 3H 4H 5H", **zones})
    commands = (Attempt(seat="tom", actor="rex"), Play(seat="tom", side="actor", cards=("hand:tom#0",)))
    return imaginality.play(table, *commands, Draw(seat="gm", side="opposition"))


def test_dice_are_typed_fields_hand_on_and_chains_grow(seated: Seated) -> None:
    group = seated(TINY, laid())
    dialog = group.asked(Surge(seat="tom", count=2))
    done = dialog.buttons["done"]
    assert group.keys == ["d6.0", "d6.1"]
    assert not done.isEnabled()
    group.type("6")
    assert group.keys == ["d6.0", "d6.1"], "the other die of the throw comes first"
    group.type("0")
    assert group.keys == ["d6.0", "d6.1", "d6.2", "d6.3"]
    assert [f.caption for f in dialog.form.fields.values() if isinstance(f, DieInput)][2] == "d6 rolled again"
    group.type("9")
    assert QApplication.focusWidget() is dialog.form.fields["d6.2"].focusProxy(), "a d6 has no 9"
    group.press(Qt.Key.Key_Backspace)
    group.type("4", "2")
    last = dialog.form.fields["d6.3"]
    assert QApplication.focusWidget() is last.focusProxy()
    assert done.isEnabled()
    group.type("5")
    assert "“25” is not a face of a d6" in dialog.form.reason.text(), "a digit too many is not dropped without a word"
    assert not done.isEnabled()
    group.press(Qt.Key.Key_Backspace)
    assert group.campaign.position == 0
    group.enter()
    assert group.campaign.position == 1
    assert group.dialog is None
    params = group.campaign.viewer_campaign(SHARED).log()[0].message.params
    assert (params["faces"], params["total"]) == ([6, 6, 4, 2], 18)
    group.campaign.undo(consent=True)
    assert group.campaign.position == 0


@pytest.mark.parametrize(("written", "told"), [("9", "9"), ("-1", "-1"), ("x", "x"), ("7 ", "7")])
def test_what_no_die_shows_stays_where_it_was_typed_and_is_told_with_what_it_may_show(
    seated: Seated, written: str, told: str
) -> None:
    group = seated(TINY, laid(), ways=BOTH)
    dialog = group.asked(Surge(seat="tom", count=2))
    field, second = dialog.form.fields["d6.0"], dialog.form.fields["d6.1"]
    assert isinstance(field, DieInput)
    QTest.keyClicks(field.line, written)
    said = f"“{told}” is not a face of a d6. Type 1 to 6, or 0 for 6."
    assert (dialog.form.reason.text(), dialog.form.reason.isVisible()) == (said, True)
    assert QApplication.focusWidget() is field.line
    assert field.line.text() == written
    group.enter()
    assert (group.campaign.position, field.line.text()) == (0, written), (
        "Enter leaves nothing to the screen that is begun"
    )
    assert isinstance(second, DieInput)
    second.line.setFocus()
    QTest.keyClicks(second.line, "3")
    assert dialog.form.reason.text() == said, "it is told for as long as it stands there"
    field.line.clear()
    QTest.keyClicks(field.line, "2")
    assert dialog.form.reason.isHidden()
    assert dialog.buttons["done"].isEnabled()


def test_what_no_card_is_called_is_told_and_of_a_secret_one_not_repeated(seated: Seated) -> None:
    group = seated(imaginality.GAME, attempt(), ways=REAL)
    dialog = group.asked(Reveal(seat="gm"))
    field = next(f for f in dialog.form.fields.values() if isinstance(f, CardInput))
    QTest.keyClicks(field.line, "1")
    assert not dialog.form.reason.text(), "a ten may come of it"
    QTest.keyClicks(field.line, "zz")
    assert dialog.form.reason.text() == "“1zz” is not one of these cards."
    assert field.line.text() == "1zz"
    field.input_field = replace(field.input_field, secret=True)
    dialog.form.follow()
    assert dialog.form.reason.text() == "What you typed is not one of these cards."


def test_a_die_that_was_mistyped_takes_its_chain_away_again(seated: Seated) -> None:
    group = seated(TINY, laid())
    dialog = group.asked(Surge(seat="tom", count=1))
    group.type("6", "5")
    dialog.form.fields["d6.1"].setFocus()
    group.press(Qt.Key.Key_Backspace)
    group.press(Qt.Key.Key_Backspace)
    assert QApplication.focusWidget() is dialog.form.fields["d6.0"].focusProxy()
    group.press(Qt.Key.Key_Backspace)
    group.type("3")
    assert group.keys == ["d6.0"]
    group.enter()
    assert group.campaign.viewer_campaign(SHARED).log()[0].message.params["faces"] == [3]


def test_cancel_does_nothing_at_all(seated: Seated) -> None:
    group = seated(TINY, laid())
    dialog = group.asked(Surge(seat="tom", count=1))
    group.type("3")
    dialog.buttons[""].click()
    assert group.campaign.position == 0
    group.asked(Surge(seat="tom", count=1))
    group.press(Qt.Key.Key_Escape)
    assert (group.campaign.position, group.dialog, group.refused) == (0, None, [])


def test_what_may_be_thrown_here_is_thrown_by_enter_until_something_is_typed(seated: Seated) -> None:
    group = seated(TINY, laid(), BOTH)
    group.asked(Surge(seat="tom", count=2))
    group.enter()
    assert group.campaign.position == 1
    dialog = group.asked(Surge(seat="tom", count=2))
    group.type("3")
    assert dialog.buttons["done"].isDefault()
    group.enter()
    assert group.campaign.position == 1, "half of a throw is none"
    group.type("2")
    group.enter()
    assert group.campaign.viewer_campaign(SHARED).log(1)[0].message.params["faces"] == [3, 2]


def test_a_shuffle_only_waits_for_enter(seated: Seated) -> None:
    group = seated(imaginality.GAME, attempt())
    dialog = group.asked(ShuffleZone(seat="gm", zone="deck"))
    assert any("46" in words for words in words_in(dialog))
    group.enter()
    assert group.campaign.position == 1


@pytest.mark.rule("IM-JOKER-1")
def test_cards_are_typed_or_clicked_and_a_joker_asks_for_two_more(seated: Seated) -> None:
    group = seated(imaginality.GAME, attempt(discard="AH 9S"))
    dialog = group.asked(Reveal(seat="gm"))
    group.type("10d", "x")
    assert group.keys == ["drawn:opposition#0", "committed:actor#0", "deck#0", "deck#1"]
    captions = [field.caption for field in dialog.form.fields.values()]
    assert captions == ["Difficulty (Ada): drawn card", "Rex", "Rex: card for a Joker (1)", "Rex: card for a Joker (2)"]
    grid = dialog.form.grid
    assert grid is not None
    assert not grid.can_be("AH"), "it lies on the discard pile"
    QTest.mouseClick(grid, Qt.MouseButton.LeftButton, pos=grid.place_of("AH").center())
    assert dialog.form.fields["deck#0"].value() is None
    QTest.mouseClick(grid, Qt.MouseButton.LeftButton, pos=grid.place_of("5C").center())
    group.type("ah")
    assert "discard pile" in dialog.form.reason.text()
    assert not dialog.buttons["done"].isEnabled()
    group.press(Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    group.type("kc")
    assert not dialog.form.reason.isVisible()
    group.enter()
    assert group.campaign.position == 1
    view = group.campaign.viewer_campaign(SHARED).view
    assert view.zones["standins:actor"].cards == ("5C", "KC")
    assert view.zones["drawn:opposition"].cards == ("10D",)
    entry = group.campaign._history.entries[-1]
    assert isinstance(entry.command, Reveal)
    assert [e.other for e in entry.events if isinstance(e, CardsSwapped)] == ["10D", "X", "5C", "KC"]
    group.campaign.undo(consent=True)
    assert group.campaign.viewer_campaign(SHARED).view.zones["committed:actor"].face(0) is None


def test_a_card_told_for_later_is_seen_nowhere(seated: Seated) -> None:
    group = seated(imaginality.GAME, attempt())
    (offer,) = (o for o in group.campaign.viewer_campaign(SHARED).offers("gm") if isinstance(o.command, NameCards))
    dialog = group.asked(offer.command)
    group.type("10d")
    (field,) = dialog.form.fields.values()
    assert isinstance(field, CardInput)
    assert dialog.form.grid is None, "others would see where the mouse clicks"
    assert field.line.displayText() == ""
    told = [words for words in words_in(dialog) if words != field.line.text()]
    assert not [words for words in told if "10" in words.replace("10s", "") or "iamond" in words]
    shown = dialog.grab().toImage()
    group.enter()
    other = seated(imaginality.GAME, attempt())
    dialog = other.asked(offer.command)
    other.type("x")
    assert dialog.grab().toImage() == shown, "a Joker and a ten look alike"
    other.enter()
    for campaign in (group.campaign, other.campaign):
        assert campaign.viewer_campaign("gm").view.zones["deck"].cards == ()
        assert all("10" not in str(line.message.params) for line in campaign.viewer_campaign("gm").log())


def test_what_was_told_beforehand_is_not_asked_again_until_time_goes_back(seated: Seated) -> None:
    table = imaginality.laid({"hand:tom": f"KD {SIX}"})
    commands = (Attempt(seat="tom", actor="rex"), Play(seat="tom", side="actor", cards=("hand:tom#0",)))
    group = seated(imaginality.GAME, imaginality.play(table, *commands))
    group.asked(NameCards(seat="gm", cards=("deck#0",), faces=()))
    group.type("10d")
    group.enter()
    assert group.campaign.submit(Draw(seat="gm", side="opposition"))
    group.asked(Reveal(seat="gm"))
    assert group.keys == ["committed:actor#0"]
    group.press(Qt.Key.Key_Escape)
    group.campaign.undo(consent=True)
    group.campaign.redo()
    group.asked(Reveal(seat="gm"))
    assert group.keys == ["drawn:opposition#0", "committed:actor#0"]


@pytest.mark.rule("IM-HAND-3")
def test_with_real_cards_no_screen_shows_a_hand_and_no_look_begins(qtbot: QtBot, seated: Seated) -> None:
    group = seated(imaginality.GAME, attempt())
    widget = QWidget()
    qtbot.addWidget(widget)
    widget.show()
    looker = HandPeek(group.campaign, widget)
    looker.begin("tom")
    assert looker.seat == ""
    assert not group.campaign.viewer_campaign(SHARED).log()
    for viewer in ("gm", "tom", SHARED):
        assert all(
            not zone.cards
            for name, zone in group.campaign.viewer_campaign(viewer).view.zones.items()
            if name != "discard"
        )
    group.campaign.set_source("cards", SourceKind.SCREEN)
    looker.begin("tom")
    assert looker.seat == "tom"
    looker.end()


def test_a_secret_card_that_cannot_be_so_gets_no_tick(seated: Seated) -> None:
    group = seated(imaginality.GAME, attempt(discard="AH 9S"))
    (offer,) = (o for o in group.campaign.viewer_campaign(SHARED).offers("gm") if isinstance(o.command, NameCards))
    dialog = group.asked(offer.command)
    (field,) = dialog.form.fields.values()
    assert isinstance(field, CardInput)
    signs = []
    for face in ("ah", "10d"):
        group.press(Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
        group.type(face)
        signs.append((field.picture.sign, dialog.form.complete))
    assert signs == [("close", False), ("check", True)]


def test_a_form_waits_behind_what_is_asked_and_goes_when_it_is_told(
    qtbot: QtBot, hub: ThemeHub, seated: Seated
) -> None:
    table = imaginality.laid({"hand:tom": f"KD {SIX}"})
    group = seated(imaginality.GAME, table)
    offer = next(o for o in group.campaign.viewer_campaign(SHARED).offers("tom") if o.name == "refresh")
    form = QuestionDialog(OfferInput(group.campaign, SHARED, hub, offer, {"cards": ("hand:tom#0", "hand:tom#2")}))
    form.show()
    assert not form.form.submit()
    group.type("5d", "x")
    dialog = group.dialog
    assert dialog is not None
    dialog.buttons[""].click()
    assert form.isVisible(), "cancelled: the answers are still there"
    assert not form.form.submit()
    group.type("5d", "x")
    with qtbot.waitSignals([form.submitted, form.accepted]):
        group.enter()
    assert group.campaign.position == 1
    assert group.campaign.viewer_campaign(SHARED).view.zones["discard"].cards == ("X", "5D")


def test_the_group_says_for_each_kind_how_it_plays_and_the_campaign_keeps_it(
    qtbot: QtBot, hub: ThemeHub, tmp_path: Path
) -> None:
    made = create_campaign(tmp_path / "real.ktable", "Real", save_kit.new_table(), save_kit.GAME, backups=tmp_path)
    with closing(made.store):
        campaign = OpenCampaign(made.game, made.history, SeededChance(1), made.store)
        page = OptionsPage(campaign, SHARED, hub)
        qtbot.addWidget(page)
        page.resize(1000, 700)
        page.show()
        row = page.ways["by_hand.cards"]
        field = row.field
        assert isinstance(field, ChoiceOption)
        field.combo.setFocus()
        QTest.keyClick(field.combo, Qt.Key.Key_Down)
        assert campaign.sources == SourceSettings(cards=SourceKind.REAL)
        assert campaign.position == 0, "it is no part of the story"
        assert row.reset.isVisible()
        page.search.setText("roll")
        assert page.ways["by_hand.dice"].isVisible()
        assert not row.isVisible()
        page.close()
    back = open_campaign(tmp_path / "real.ktable", backups=tmp_path, games=save_kit.games)
    with closing(back.store):
        assert read_source_settings(back.store.settings()) == SourceSettings(cards=SourceKind.REAL)


def test_a_choice_that_the_file_cannot_keep_is_not_made(tmp_path: Path, qtbot: QtBot) -> None:
    made = create_campaign(tmp_path / "real.ktable", "Real", save_kit.new_table(), save_kit.GAME, backups=tmp_path)
    made.store.close()
    campaign = OpenCampaign(made.game, made.history, SeededChance(1), made.store)
    with qtbot.waitSignal(campaign.failed):
        assert not campaign.set_source("dice", SourceKind.REAL)
    assert campaign.sources == SourceSettings()


def test_the_roller_of_a_group_with_real_dice_only_writes_down(qtbot: QtBot, hub: ThemeHub) -> None:
    campaign = stage()
    campaign.set_source("dice", SourceKind.REAL)
    window = QWidget()
    qtbot.addWidget(window)
    window.show()
    box = DiceRoller(campaign, SHARED, hub, window)
    box.open_over(window, "tom")
    assert box.real.isChecked()
    assert not box.real.isVisible()
    assert len(box.faces) == 1
    QTest.keyClicks(box.faces[0], "25")
    assert "“25” is not a face of a d20. Type 1 to 20" in box.result.text()
    assert not box.roll()
    assert "1 to 20" in box.result.text()
    assert box.faces[0].text() == "25"
    box.notation.setText("2d20")
    assert [field.text() for field in box.faces] == ["25", ""], "another die takes nothing away"
    box.notation.setText("d20")
    box.faces[0].clear()
    QTest.keyClicks(box.faces[0], "17")
    assert not box.result.text()
    assert box.roll()
    assert campaign.viewer_campaign(SHARED).log()[0].message.params["faces"] == [17]


STANDARD = ("2S", "10S", "10H", "KD", "X")


@pytest.mark.parametrize(
    ("written", "faces", "found"),
    [
        ("kd", STANDARD, ("KD", True)),
        (" 10♥ ", STANDARD, ("10H", True)),
        ("ts", STANDARD, ("10S", True)),
        ("x", STANDARD, ("X", True)),
        ("joker", STANDARD, ("X", True)),
        ("1", STANDARD, (None, False)),
        ("10", STANDARD, (None, False)),
        ("zz", STANDARD, (None, False)),
        ("", STANDARD, (None, False)),
        ("x", ("XR", "XB"), (None, False)),
        ("xr", ("XR", "XB"), ("XR", True)),
        ("joker", ("XR", "XB"), (None, False)),
        ("LM-ki", ("LM-kick", "LM-punch"), ("LM-kick", False)),
        ("LM-kick", ("LM-kick", "LM-kick-2"), ("LM-kick", False)),
    ],
)
def test_cards_are_read_as_people_write_them(
    written: str, faces: tuple[str, ...], found: tuple[str | None, bool]
) -> None:
    assert read_card(written, faces) == found
