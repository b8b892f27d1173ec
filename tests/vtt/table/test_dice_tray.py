"""A roll in the tray: its dice are shown as dice, every number says where it comes from, secrets stay secret."""

from __future__ import annotations

import random
from functools import partial

import pytest
from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine.core.chance import Chance, SeededChance
from engine.core.commands import Command
from engine.core.history import History
from engine.messages.message import Message
from engine.model.frozen import replace
from engine.model.seats import SHARED
from engine.model.table import Table
from engine.presentation.activity_view import DieView, SideView
from engine.rulesets.future_imperfect.actions.plain_roll_commands import TryRoll
from engine.rulesets.future_imperfect.checks.check_commands import AddModifier, SpendChip, ThrowDice
from tests.engine.rulesets.future_imperfect.table import GAME, dice, laid, play
from tests.vtt.painted import lines_of
from tests.vtt.table_hand import Hand
from vtt.campaign.open_campaign import OpenCampaign
from vtt.shared.fitted_text import text_width
from vtt.table.accessibility.focus_targets import FocusTargetKind
from vtt.table.layout.table_plan import ZoneBox
from vtt.table.painting.dice_tray_painting import (
    dice_groups,
    dice_numbers,
    divide_dice_lane,
    lay_dice,
    paint_reasons,
    with_room_for_numbers,
)
from vtt.table.painting.die_painting import DieStyle, paint_die
from vtt.widgets.look.colour_palette import Appearance
from vtt.widgets.look.theme import Theme
from vtt.widgets.look.ui_fonts import ui_font
from vtt.widgets.speech_bubble import SpeechBubble

CHIPS = {"tom": {"white": 2, "red": 1}}
TRY = TryRoll(seat="tom", actor="frost", name="reflex", tn=5)
THROW = ThrowDice(seat="tom")


def shown(qtbot: QtBot, table: Table, *commands: Command, chance: Chance | None = None, viewer: str = SHARED) -> Hand:
    """Show a table of a game with dice after some commands."""
    table = play(table, *commands, chance=chance)
    return Hand(qtbot, OpenCampaign(GAME, History(table), SeededChance(1)), viewer=viewer)


def told(hand: Hand) -> str:
    """Return what the lane with dice says to a screen reader."""
    return next(stop.name for stop in hand.view.focus_targets() if stop.ref.startswith("lane "))


def bubble(hand: Hand) -> str:
    """Return what the bubble says; empty while there is none."""
    found = hand.view.findChild(SpeechBubble)
    assert isinstance(found, SpeechBubble)
    return found.text if found.isVisible() else ""


def test_a_roll_has_a_text_before_and_after_the_throw_and_after_a_chip(qtbot: QtBot) -> None:
    hand = shown(qtbot, laid(chips=CHIPS), TRY, AddModifier(seat="tom", value=-2, why="smoke"))
    assert (
        told(hand) == "Frost: Reflex. 2d8. Modifier −2: “smoke”. Target number: 5. Target number as entered: 5 (Fair)"
    )
    blank = hand.picture()
    hand.campaign._chance = dice(d8=[8, 5, 3, 4])
    hand.view.submit(THROW)
    assert "d8: 8 + 3 = 11, the highest. d8: 5" in told(hand)
    assert "Total 9" in told(hand)
    thrown = hand.picture()
    hand.view.submit(SpendChip(seat="tom", colour="red"))
    assert "d8 from a red chip: 4, added to the highest" in told(hand)
    assert "Total 13" in told(hand)
    assert len({image.cacheKey() for image in (blank, thrown, hand.picture())}) == 3
    assert blank != thrown
    assert thrown != hand.picture()


def test_a_click_or_enter_on_a_roll_tells_line_by_line_where_its_number_comes_from(qtbot: QtBot) -> None:
    hand = shown(qtbot, laid(chips=CHIPS), TRY, THROW, chance=dice(d8=[6, 2]))
    lane = next(stop for stop in hand.view.focus_targets() if stop.ref.startswith("lane "))
    lines = ["Frost: Reflex", "d8: 6, the highest", "d8: 2", "Highest die: 6", "Total 6"]
    lines += ["Target number: 5", "Target number as entered: 5 (Fair)"]
    hand.click(lane.rect.center().toPoint())
    assert bubble(hand).split("\n") == lines
    hand.click(QPoint(2, 2))
    assert bubble(hand) == ""
    hand.view.set_focus_target(lane)
    hand.key(Qt.Key.Key_Return)
    assert bubble(hand).split("\n") == lines
    outcome = next(s for s in hand.view.focus_targets() if s.kind is FocusTargetKind.WORDS and s.ref == "outcome")
    hand.click(outcome.rect.center().toPoint())
    assert bubble(hand).split("\n") == ["Frost succeeds", *lines]


@pytest.mark.parametrize("viewer", [SHARED, "tom", "gm"])
def test_a_click_or_enter_on_dice_that_wait_throws_them_and_on_thrown_dice_explains_them(
    qtbot: QtBot, viewer: str
) -> None:
    hand = shown(qtbot, laid(chips=CHIPS), TRY, viewer=viewer)
    asked: list[Command] = []
    hand.view.ask_offer.connect(lambda offer, _answers: asked.append(offer.command))
    lane = next(stop for stop in hand.view.focus_targets() if stop.ref.startswith("lane "))
    hand.click(lane.rect.center().toPoint())
    hand.view.set_focus_target(lane)
    hand.key(Qt.Key.Key_Return)
    assert asked == [THROW, THROW]
    assert bubble(hand) == ""
    hand.campaign._chance = dice(d8=[6, 2])
    hand.view.submit(asked[0])
    hand.click(lane.rect.center().toPoint())
    assert len(asked) == 2, "what is next after the throw is somebody's choice"
    assert bubble(hand)


def test_a_click_on_the_dice_of_another_seat_only_explains_them(qtbot: QtBot) -> None:
    hand = shown(qtbot, laid(chips=CHIPS), TRY, viewer="eve")
    assert clicked(hand, 0) == []
    assert bubble(hand)


def test_where_the_dice_of_two_seats_wait_each_throws_by_its_own_button_and_the_last_one_by_a_click(
    qtbot: QtBot,
) -> None:
    """The GM's throw is one for everybody, so that a click on the GM's dice would throw a player's as well."""
    contest = TryRoll(seat="tom", actor="frost", name="reflex", target="thug", against="vigor")
    hand = shown(qtbot, laid(chips=CHIPS), contest)
    assert clicked(hand, 0) == clicked(hand, 1) == []
    hand.campaign._chance = dice(d8=[6, 2])
    hand.view.submit(THROW)
    assert clicked(hand, 0) == [], "thrown already"
    assert clicked(hand, 1) == [ThrowDice(seat="gm")]


def clicked(hand: Hand, number: int) -> list[Command]:
    """Click on a roll, and return what is done."""
    done: list[Command] = []
    connection = hand.view.ask_offer.connect(lambda offer, _answers: done.append(offer.command))
    lanes = [stop for stop in hand.view.focus_targets() if stop.ref.startswith("lane ")]
    hand.click(lanes[number].rect.center().toPoint())
    hand.view.ask_offer.disconnect(connection)
    return done


@pytest.mark.parametrize("size", [(880, 430), (1280, 720)])
def test_what_a_secret_character_can_roll_is_nowhere_on_the_common_screen(qtbot: QtBot, size: tuple[int, int]) -> None:
    hands = []
    for strength in ("2d6", "5d12+2"):
        table = laid(sheets={"thug": {"strength": strength}}, chips={"gm": {"white": 1}})
        table = replace(table, actors={**table.actors, "thug": replace(table.actors["thug"], secret=True)})
        modified = AddModifier(seat="gm", value=-len(strength), why=f"wounds of {strength}")
        hands.append(shown(qtbot, table, TryRoll(seat="gm", actor="thug", name="strength", tn=5), modified))
        hands[-1].view.resize(*size)
    weak, strong = hands
    qtbot.waitUntil(lambda: strong.view.table_scene.plan.size.width() == size[0])
    assert weak.table != strong.table
    assert [stop.name for stop in weak.view.focus_targets()] == [stop.name for stop in strong.view.focus_targets()]
    assert [tip for _, tip in weak.view.table_scene.static_items.tips] == [
        tip for _, tip in strong.view.table_scene.static_items.tips
    ]
    assert weak.picture() == strong.picture()
    for hand in hands:
        hand.view.set_viewer("gm")
    assert weak.picture() != strong.picture(), "the Master sees them"


@pytest.mark.parametrize("seed", range(40))
def test_dice_are_within_their_room_and_never_overlap(seed: int) -> None:
    chance = random.Random(seed)
    thrown: list[DieView] = []
    for place in range(chance.randint(1, 14)):
        sides = chance.choice((4, 6, 8, 10, 12, 20, 100))
        faces = tuple(chance.randint(1, sides) for _ in range(chance.choice((0, 1, 1, 2, 4))))
        onto = chance.randrange(place) if place and thrown[0].onto is None and chance.random() < 0.2 else None
        thrown.append(DieView(sides=sides, faces=faces, onto=0 if onto is not None else None))
    room = QRectF(chance.randint(0, 50), 7, chance.randint(120, 600), chance.randint(60, 300))
    placed = [(piece, rect) for piece, rect in lay_dice(dice_groups(tuple(thrown)), room, 90) if piece.kind == "die"]
    assert len(placed) == sum((len(die.faces) or 1) * (2 if die.sides == 100 else 1) for die in thrown)
    rects = [rect for _, rect in placed]
    inside = room.adjusted(-1, -1, 1, 1)
    assert all(inside.contains(rect) for rect in rects)
    for number, rect in enumerate(rects):
        assert not any(rect.adjusted(1, 1, -1, -1).intersects(other.adjusted(1, 1, -1, -1)) for other in rects[:number])
    assert len({round(rect.width(), 3) for piece, rect in placed if piece.wide == 1.0}) <= 1


@pytest.mark.parametrize("lines", [1, 2])
def test_a_reason_of_a_roll_is_written_whole_or_not_at_all(qapp: QApplication, lines: int) -> None:
    """Half of −16 would be −1."""
    theme = Theme()
    m, counts = theme.metrics, set[int]()
    reasons = ("Skill: 50", "Hard: −16", "critical up to 04", "fumble from 99")
    for wide in range(90, 500, 3):
        room = QRectF(0, 0, wide, lines * m.font_small * 1.3)
        written = lines_of(partial(paint_reasons, reasons=reasons, room=room, theme=theme, m=m), room)
        texts = [text for line in written for text in line.text.removesuffix(" …").split(" · ")]
        assert {*texts} <= {*reasons}, (wide, texts)
        counts.add(len({*texts}))
    assert counts == set(range(lines, 5))


def test_reasons_that_have_room_in_smaller_letters_are_all_written(qapp: QApplication) -> None:
    theme = Theme()
    m, reasons = theme.metrics, ("crit ≤ 06", "fumble ≥ 99")
    whole = " · ".join(reasons)
    needed = text_width(whole, ui_font(m.font_least))
    assert needed + 2 < text_width(whole, ui_font(m.font_small))
    for wide, text in ((needed + 2, whole), (needed - 2, "crit ≤ 06 …")):
        room = QRectF(0, 0, wide, m.font_small * 1.3)
        written = lines_of(partial(paint_reasons, reasons=reasons, room=room, theme=theme, m=m), room)
        assert {line.text for line in written} == {text}


@pytest.mark.parametrize("scale", [1.0, 1.5, 3.0])
@pytest.mark.parametrize("width", [300, 400, 600])
def test_the_numbers_of_a_hundred_sided_die_take_what_the_dice_beside_them_leave_free(
    qapp: QApplication, width: int, scale: float
) -> None:
    """The dice stay as large as they were, and where they are when they have fallen."""
    m = Theme(scale=scale).metrics
    area = QRectF(0, 0, width * scale, m.font_body * 6)
    box = ZoneBox(area=area, head=QRectF(), cards=area, foot=area.adjusted(0, area.height() - 1, 0, 0))
    waits = SideView(name="a", label=Message(key="x"), seat="tom", dice=(DieView(sides=100),), target=100)
    fallen = replace(waits, dice=(DieView(sides=100, faces=(7,)),), total=7)
    before = divide_dice_lane(box, (), m)
    rooms = with_room_for_numbers(before, fallen, m)
    assert rooms == with_room_for_numbers(before, waits, m)
    assert rooms.foot.left() >= rooms.dice.right()
    largest = m.font_display * 2.4
    sizes = [[rect.size() for _, rect in lay_dice(dice_groups(fallen.dice), r.dice, largest)] for r in (before, rooms)]
    assert sizes[0] == sizes[1]
    numbers = text_width("100 against 100", ui_font(m.font_least))
    assert rooms.foot.width() > min(numbers, before.foot.width() + 1)


def test_a_hundred_sided_die_is_tens_and_units() -> None:
    (group,) = dice_groups((DieView(sides=100, faces=(73,), state="kept"),))
    assert [(piece.sides, piece.text) for piece in group] == [(10, "70"), (10, "3")]
    (nothing,) = dice_groups((DieView(sides=100, faces=(100,), state="kept"),))
    assert [piece.text for piece in nothing] == ["00", "0"]


def test_a_hundred_sided_die_is_read_together_against_its_number_by_those_who_may_know_that() -> None:
    lying = (DieView(sides=100, faces=(73,), state="kept"),)
    side = SideView(name="roll0", label=Message(key="table.name"), seat="tom", dice=lying, total=73, target=52)
    assert dice_numbers(side) == "73 against 52"
    assert not dice_numbers(replace(side, target=None))
    assert not dice_numbers(replace(side, total=None))
    assert not dice_numbers(replace(side, dice=(DieView(sides=6, faces=(3,), state="kept"),)))


@pytest.mark.parametrize("look", list(Appearance))
@pytest.mark.parametrize("sides", [4, 6, 8, 10, 12, 20, 3])
def test_the_state_of_a_die_is_shown_by_more_than_its_colour(look: Appearance, sides: int) -> None:
    theme = Theme(look=look)

    def covered(manner: DieStyle, *, ace: bool = False) -> set[tuple[int, int]]:
        image = QImage(60, 60, QImage.Format.Format_ARGB32_Premultiplied)
        image.fill(QColor(0, 0, 0, 0))
        painter = QPainter(image)
        paint_die(painter, QRectF(8, 8, 44, 44), sides, "3", manner, theme, ace=ace)
        painter.end()
        return {(x, y) for x in range(60) for y in range(60) if image.pixelColor(x, y).alpha() > 150}

    lit, passed = covered(DieStyle.LIT), covered(DieStyle.PASSED)
    assert len(passed) < len(lit) * 0.9, "one that does not count is smaller"
    assert covered(DieStyle.LIT, ace=True) - lit, "an Ace bears a star"


def test_the_point_that_is_asked_for_need_not_be_a_number(qtbot: QtBot) -> None:
    hand = shown(qtbot, laid(chips=CHIPS))
    hand.view.explain(QPointF(2, 2))
    assert bubble(hand) == ""
