"""What the table shows of who acts: the lamp falls on the cards of whoever is waited for."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine.play.chance import Seeded
from engine.play.sight import SHARED
from engine.play.timeline import Timeline
from engine.rulesets.future_imperfect.aiming import AimCard
from engine.rulesets.future_imperfect.counting import CallStep
from engine.rulesets.future_imperfect.turns import EndTurn, PlayCard
from tests.engine.future_imperfect.skirmish import armed
from tests.engine.future_imperfect.table import GAME, conflict, counted, dealt, laid
from tests.on_screen import put_up
from vtt.session import Session
from vtt.table.faces import Faces
from vtt.table.view import TableView
from vtt.widgets.theme import Theme, ThemeHub

HANDS = ("hand:tom", "cards:thug", "cards:guard")


@pytest.fixture
def session() -> Session:
    """Return a countdown at the Queen: then come a thug's Jack, Frost's and the other one's, each with more in hand."""
    sheets = {"frost": armed("Blast rifle", hands=("both",))}
    begun = dealt(conflict(laid(sheets=sheets)), frost="JH 4H", thug="JS/2 4S/2", guard="JD/2 4D/2")
    return Session(GAME, Timeline(counted(begun, "Q")), Seeded(1))


@pytest.fixture
def view(qtbot: QtBot, qapp: QApplication, session: Session) -> Iterator[TableView]:
    hub = ThemeHub(Theme(), qapp)
    faces = Faces(hub.theme)
    view = TableView(session, SHARED, hub, faces)
    qtbot.addWidget(view)
    view.resize(1600, 900)
    put_up(view)
    yield view
    faces.close()


def lamps(view: TableView) -> dict[str, QPointF]:
    """Return whose lamps are lit, and on what they fall."""
    pictures = view.table_scene.fittings._pictures
    named = {name.removeprefix("light "): picture for name, picture in pictures.items() if name.startswith("light ")}
    return {seat: picture.sceneBoundingRect().center() for seat, picture in named.items()}


def lit(view: TableView) -> list[tuple[str, str]]:
    """Return whose lamps are lit, and on the cards of which hand each falls."""
    places = {zone: place for zone in HANDS if (place := view.table_scene.fittings.place_of(zone)) is not None}
    found = [(seat, zone) for seat, at in lamps(view).items() for zone, place in places.items() if place.contains(at)]
    assert len(found) == len(lamps(view)), found
    return found


@pytest.mark.rule("FI-INIT-11", "FI-INIT-15")
def test_the_lamp_falls_on_the_cards_of_whoever_acts_and_on_nobody_elses(session: Session, view: TableView) -> None:
    assert session.submit(CallStep(seat="gm"))
    assert lit(view) == [("gm", "cards:thug")]
    assert session.submit(PlayCard(seat="gm", actor="thug"))
    assert lit(view) == [("gm", "cards:thug")], "of the Master’s hands it is that one"
    assert session.submit(EndTurn(seat="gm", actor="thug"))
    assert lit(view) == [("tom", "hand:tom")]
    assert session.submit(PlayCard(seat="tom", actor="frost"))
    assert session.submit(EndTurn(seat="tom", actor="frost"))
    assert lit(view) == [("gm", "cards:guard")]


@pytest.mark.rule("FI-AIM-4")
@pytest.mark.parametrize("size", [(878, 420), (1100, 560)])
def test_what_a_card_lies_there_for_is_told_on_the_cloth_and_beside_the_hand(
    session: Session, view: TableView, size: tuple[int, int]
) -> None:
    view.resize(*size)
    for command in (
        CallStep(seat="gm"),
        PlayCard(seat="gm", actor="thug"),
        EndTurn(seat="gm", actor="thug"),
        AimCard(seat="tom", actor="frost", target="thug", weapon="Blast rifle"),
    ):
        assert session.submit(command)
    scene = view.table_scene
    air = scene.plan.lengths.pad_m + 1
    told = scene.fittings._pictures["zone laid:frost"].sceneBoundingRect().adjusted(air, air, -air, -air)
    (cell,) = (cell for cell in scene.plan.cells if cell.seat == "tom")
    place = cell.in_scene(QRectF(QPointF(), cell.size))
    assert place.left() <= told.left()
    assert told.right() <= place.right()
    assert not told.intersects(cell.in_scene(cell.fan))


@pytest.mark.parametrize("zone", ["cards:thug", "cards:guard"])
def test_nothing_lies_under_cards_that_are_spread(session: Session, view: TableView, zone: str) -> None:
    """The cards of the GM's figures lie side by side: what shows beside them is the cloth, and no edge of a pile."""
    place = view.table_scene.fittings.place_of(zone)
    cards = [card for card in view.table_scene.cards() if card.zone == zone]
    assert place is not None
    assert len(cards) == 2
    picture = view.grab().toImage()
    inner = place.toRect().adjusted(4, 4, -4, -4)
    bare = [
        point
        for x in range(inner.left(), inner.right(), 2)
        for y in range(inner.top(), int(min(card.spot.box().bottom() for card in cards)) - 4, 2)
        if not any(card.spot.box().adjusted(-8, -8, 8, 8).contains(point := QPointF(x, y)) for card in cards)
    ]
    assert bare
    bright = [
        point for point in bare if picture.pixelColor(point.toPoint() * picture.devicePixelRatio()).lightness() > 150
    ]
    assert not bright, f"{len(bright)} of {len(bare)}: the first is at {bright[:1]}"
