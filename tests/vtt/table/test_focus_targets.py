"""Everything on the table can be reached with the keyboard, and its names tell no more than its viewer may know."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QGraphicsScene
from pytestqt.qtbot import QtBot

from engine.core.chance import SeededChance
from engine.core.history import History
from engine.model.seats import SHARED
from tests.vtt.table.test_hand_secrecy import shuffled_unseen
from tests.vtt.table.test_table_painting import DEMOS, LARGE, at_demo
from tests.vtt.table_hand import Hand
from vtt.campaign.open_campaign import OpenCampaign
from vtt.table.accessibility.focus_targets import FocusTarget, FocusTargetKind, next_focus_target, target_beside
from vtt.table.input.selection_marks import SelectionMarks
from vtt.table.layout.card_spread import CardSpot
from vtt.table.painting.cached_picture import CachedPicture
from vtt.widgets.look.theme import Theme, ThemeHub

SMALL = (900, 430)
WAYS = ((1, 0), (-1, 0), (0, 1), (0, -1))


def with_arrows(targets: tuple[FocusTarget, ...]) -> set[object]:
    """Return the targets that the arrows lead to from the first one."""
    reached: set[object] = {targets[0].key}
    ahead = [targets[0]]
    while ahead:
        focused = ahead.pop()
        for way in WAYS:
            target = next_focus_target(targets, focused, *way)
            if target is not None and target.key not in reached:
                reached.add(target.key)
                ahead.append(target)
    return reached


@pytest.mark.parametrize("size", [LARGE, SMALL])
@pytest.mark.parametrize("viewer", [SHARED, "gm"])
@pytest.mark.parametrize("demo", DEMOS)
def test_the_arrows_lead_to_everything_on_the_table(
    qtbot: QtBot, demo: str, viewer: str, size: tuple[int, int]
) -> None:
    targets = at_demo(qtbot, demo, viewer, size).view.focus_targets()
    assert len({target.key for target in targets}) == len(targets)
    reached = with_arrows(targets)
    assert [target.name for target in targets if target.key not in reached] == []


def test_two_keys_go_round_everything_in_order_and_back(qtbot: QtBot) -> None:
    hand = at_demo(qtbot, "card_the_drawing")
    view, targets = hand.view, hand.view.focus_targets()
    QTest.keyClick(view, Qt.Key.Key_PageDown)
    start = view.selection_marks.focus_target
    assert start is not None
    assert start.name == "face-down card 1 of 4, Mia", "the first card of a seat that the table waits for"
    met = []
    for _ in targets:
        focused = view.selection_marks.focus_target
        assert focused is not None
        met.append(focused.key)
        QTest.keyClick(view, Qt.Key.Key_PageDown)
    assert set(met) == {target.key for target in targets}
    assert view.selection_marks.focus_target == start
    QTest.keyClick(view, Qt.Key.Key_PageUp)
    focused = view.selection_marks.focus_target
    assert focused is not None
    assert focused.key == met[-1]


def test_the_ring_is_where_a_raised_card_is_seen(qtbot: QtBot) -> None:
    """It would cover the title of a card that is chosen or picked up if it stayed where the card was."""
    view = at_demo(qtbot, "card_the_drawing").view
    QTest.keyClick(view, Qt.Key.Key_PageDown)
    before = view.selection_marks.focus_target
    assert before is not None
    item = view.table_scene.card(before.ref, before.index)
    assert item is not None
    QTest.keyClick(view, Qt.Key.Key_Space)
    raised = view.selection_marks.focus_target
    assert raised is not None
    assert item.is_raised
    assert raised.key == before.key
    assert raised.rect.top() < before.rect.top()
    assert (raised.rect.center() - item.home).manhattanLength() < 1.5
    QTest.keyClick(view, Qt.Key.Key_Space)
    assert view.selection_marks.focus_target == before


def test_there_is_nothing_to_go_round_on_a_bare_table() -> None:
    assert target_beside((), None, 1) is None


@pytest.mark.parametrize("viewer", [SHARED, "gm"])
@pytest.mark.parametrize("demo", DEMOS)
def test_other_cards_that_a_viewer_may_not_know_have_the_same_names(qtbot: QtBot, demo: str, viewer: str) -> None:
    """Only the cards change that nobody at this screen may see; every name and place stays."""
    hand = at_demo(qtbot, demo, viewer)
    other = shuffled_unseen(hand.table, viewer, 5)
    campaign = OpenCampaign(hand.campaign.game, History(other), SeededChance(1))
    again = Hand(qtbot, campaign, viewer=viewer, size=LARGE)
    assert demo == "classic_fantasy" or other != hand.table
    assert hand.view.accessible_items() == again.view.accessible_items()


def test_the_ring_of_a_card_covers_nothing_of_the_card_that_overlaps_it(qtbot: QtBot) -> None:
    """The rank, the suit and the chance in the corner of the next card in a hand are read as before."""
    scene, left, right = QGraphicsScene(), CardSpot(0, 0, 100, z=3.0), CardSpot(40, 0, 100, z=4.0)
    for spot in (left, right):
        scene.addRect(spot.box(), brush=QColor("white")).setZValue(spot.z)
    marks = SelectionMarks(scene, ThemeHub(Theme()))
    marks.set_focus_target(FocusTarget(FocusTargetKind.CARD, "hand:mia", 0, left.box(), "a card", left))
    marks.show_ring(True)
    ring = next(item for item in scene.items(left.box().topLeft()) if isinstance(item, CachedPicture))
    assert ring.isVisible()
    assert left.z < ring.zValue() < right.z
