"""The acting seat on the table: the light is on the cards of the seats that the table waits for."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine.core.chance import SeededChance
from engine.core.history import History
from engine.model.seats import SHARED
from engine.rulesets.future_imperfect.actions.preparation_commands import AimCard
from engine.rulesets.future_imperfect.combat.rounds.turn_commands import EndTurn, PlayCard
from engine.rulesets.future_imperfect.initiative.initiative_countdown import CallStep
from tests.engine.rulesets.future_imperfect.attack_helpers import armed
from tests.engine.rulesets.future_imperfect.table import GAME, conflict, counted, dealt, laid
from tests.on_screen import put_up
from vtt.campaign.open_campaign import OpenCampaign
from vtt.shared.card_faces.card_face_cache import CardFaceCache
from vtt.table.game_table_view import GameTableView
from vtt.widgets.look.theme import Theme, ThemeHub

HANDS = ("hand:tom", "cards:thug", "cards:guard")


@pytest.fixture
def campaign() -> OpenCampaign:
    """Return a countdown at the Queen: then come a thug's Jack, Frost's and the other one's, each with more in hand."""
    sheets = {"frost": armed("Blast rifle", hands=("both",))}
    begun = dealt(conflict(laid(sheets=sheets)), frost="JH 4H", thug="JS/2 4S/2", guard="JD/2 4D/2")
    return OpenCampaign(GAME, History(counted(begun, "Q")), SeededChance(1))


@pytest.fixture
def view(qtbot: QtBot, qapp: QApplication, campaign: OpenCampaign) -> Iterator[GameTableView]:
    hub = ThemeHub(Theme(), qapp)
    faces = CardFaceCache(hub.theme)
    view = GameTableView(campaign, SHARED, hub, faces)
    qtbot.addWidget(view)
    view.resize(1600, 900)
    put_up(view)
    yield view
    faces.close()


def lamps(view: GameTableView) -> dict[str, QPointF]:
    """Return the seats with a light, and the place of each light."""
    pictures = view.table_scene.static_items._pictures
    named = {name.removeprefix("light "): picture for name, picture in pictures.items() if name.startswith("light ")}
    return {seat: picture.sceneBoundingRect().center() for seat, picture in named.items()}


def lit(view: GameTableView) -> list[tuple[str, str]]:
    """Return the seats with a light, and the hand that each light is on."""
    places = {zone: place for zone in HANDS if (place := view.table_scene.static_items.place_of(zone)) is not None}
    found = [(seat, zone) for seat, at in lamps(view).items() for zone, place in places.items() if place.contains(at)]
    assert len(found) == len(lamps(view)), found
    return found


@pytest.mark.rule("FI-INIT-11", "FI-INIT-15")
def test_the_light_is_on_the_cards_of_the_acting_seat_only(campaign: OpenCampaign, view: GameTableView) -> None:
    assert campaign.submit(CallStep(seat="gm"))
    assert lit(view) == [("gm", "cards:thug")]
    assert campaign.submit(PlayCard(seat="gm", actor="thug"))
    assert lit(view) == [("gm", "cards:thug")], "of the Master’s hands it is that one"
    assert campaign.submit(EndTurn(seat="gm", actor="thug"))
    assert lit(view) == [("tom", "hand:tom")]
    assert campaign.submit(PlayCard(seat="tom", actor="frost"))
    assert campaign.submit(EndTurn(seat="tom", actor="frost"))
    assert lit(view) == [("gm", "cards:guard")]


@pytest.mark.rule("FI-AIM-4")
@pytest.mark.parametrize("size", [(878, 420), (1100, 560)])
def test_the_purpose_of_a_card_is_on_the_cloth_and_beside_the_hand(
    campaign: OpenCampaign, view: GameTableView, size: tuple[int, int]
) -> None:
    view.resize(*size)
    for command in (
        CallStep(seat="gm"),
        PlayCard(seat="gm", actor="thug"),
        EndTurn(seat="gm", actor="thug"),
        AimCard(seat="tom", actor="frost", target="thug", weapon="Blast rifle"),
    ):
        assert campaign.submit(command)
    scene = view.table_scene
    air = scene.plan.lengths.pad_m + 1
    told = scene.static_items._pictures["zone laid:frost"].sceneBoundingRect().adjusted(air, air, -air, -air)
    (cell,) = (cell for cell in scene.plan.cells if cell.seat == "tom")
    place = cell.in_scene(QRectF(QPointF(), cell.size))
    assert place.left() <= told.left()
    assert told.right() <= place.right()
    assert not told.intersects(cell.in_scene(cell.fan))


@pytest.mark.parametrize("zone", ["cards:thug", "cards:guard"])
def test_nothing_is_under_spread_cards(campaign: OpenCampaign, view: GameTableView, zone: str) -> None:
    """The cards of the GM's characters are side by side: between them is cloth, and no edge of a pile."""
    place = view.table_scene.static_items.place_of(zone)
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
