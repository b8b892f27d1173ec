"""Bodies on the table: regions that tell how they are, a card to set them, hits that are moved, and many characters."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from PySide6.QtCore import QPoint, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QMenu, QPushButton, QScrollArea, QWidget
from pytestqt.qtbot import QtBot

from engine.play.chance import Seeded
from engine.play.draft import Draft
from engine.play.game import Game
from engine.play.moves import CopyActor, JoinSeat, SetLocation
from engine.play.offers import AskKind, Offer, ask, offered
from engine.play.sight import SHARED, FigureNotes, Glimpse, Mark
from engine.play.timeline import Timeline
from engine.play.words import ASSETS, Message
from engine.rulesets.classic_fantasy import at_table, bodies, states
from engine.rulesets.classic_fantasy.dealing import HarmSomebody
from engine.rulesets.classic_fantasy.harming import ChooseLocations
from engine.rulesets.classic_fantasy.procedures.wounding import Wounding
from engine.rulesets.classic_fantasy.workshop.bringing import BringFoes
from engine.rulesets.future_imperfect.locations import body_of, charts
from engine.rulesets.registry import game_of
from engine.sheets.figures import drawing_of, regions_of
from engine.table.body import Body, Location
from engine.table.frozen import replace
from engine.table.seats import Actor
from engine.table.table import Table
from tests.engine.classic_fantasy import table as d100
from tests.engine.future_imperfect import table as future_imperfect
from tests.engine.tiny import Raise, Tiny
from tests.vtt.table_hand import Hand
from tests.vtt.test_table_pieces import last, play, stand_at
from vtt.session import Session
from vtt.table.body import GRAVEST, grade_of, lay_body
from vtt.table.canvas import Hot
from vtt.table.figure import shown_actor
from vtt.table.figure_laying import lay_figure
from vtt.table.layout import lay_out
from vtt.table.location_offers import offers_at
from vtt.table.places import sort_zones
from vtt.table.plan import Needs
from vtt.table.stops import StopKind
from vtt.widgets.body_shape import path_of
from vtt.widgets.metrics import metrics


class Struck(Tiny):
    """A hit lands on somebody's torso; player 1 may move it to the head, or in two ways to the legs."""

    def __init__(self, victim: str) -> None:
        super().__init__()
        self.victim = victim

    def glimpse(self, table: Table, viewer: str) -> tuple[Glimpse, ...]:
        ways = {2: ("head", ""), 3: ("legs", "knee"), 4: ("legs", "shin")}
        reach = (
            Mark(actor=self.victim, location=where, state="reach", place=place, offer="move_hit", answers={"count": n})
            for n, (where, place) in ways.items()
        )
        marks = (Mark(actor=self.victim, location="torso", state="hit"), *reach)
        return (Glimpse(title=Message(key="tiny.bout"), marks=marks),)

    def offers(self, table: Table, seat: str, viewer: str) -> tuple[Offer, ...]:
        if seat != "p1":
            return super().offers(table, seat, viewer)
        questions = (ask("count", AskKind.NUMBER),)
        return (offered("move_hit", Raise(seat=seat, count=1), asks=questions), *super().offers(table, seat, viewer))

    def figure_notes(self, table: Table, actor: str) -> FigureNotes:
        name = table.actors[actor].name
        return FigureNotes(penalties=(Message(key=f"{name} limps"),), armour={"arms": 4})


def spots(hand: Hand, actor: str, name: str = "") -> list[Hot]:
    hot = hand.view.table_scene.fittings.hot
    return [h for h in hot if h.kind == "region" and h.names[0] == actor and name in ("", h.names[2])]


def region(hand: Hand, actor: str, name: str) -> QPoint:
    """Return a point well within a region, and in no other."""
    shape = spots(hand, actor, name)[-1].shape
    assert shape is not None
    box, at = shape.boundingRect(), hand.view.table_scene.fittings.at
    steps = [QPointF(box.width() * x / 12, box.height() * y / 12) + box.topLeft() for x in range(13) for y in range(13)]
    inside = [p for p in steps if shape.contains(p) and at(p.toPoint().toPointF(), "region")[2:] == (name,)]
    return min(inside, key=lambda p: (p - box.center()).manhattanLength()).toPoint()


def button(hand: Hand, words: str) -> QPushButton:
    return next(b for b in hand.view.location_card.findChildren(QPushButton) if b.accessibleName().startswith(words))


def with_actors(session: Session, actors: Mapping[str, Actor]) -> Session:
    table = session._timeline.table
    return Session(session.game, Timeline(replace(table, actors={**table.actors, **actors})), Seeded(1))


def words_in(hand: Hand) -> str:
    """Return whatever the table says to eyes or ears."""
    fittings = hand.view.table_scene.fittings
    told = [h.text for h in fittings.hot] + [text for _, text in fittings.tips]
    told += [w.accessibleName() for w in hand.view.findChildren(QWidget)]
    told += [label.text() for label in hand.view.findChildren(QLabel)]
    return " ".join(told + [name for name, _ in hand.view.accessible_items()])


def test_a_region_opens_its_card_on_which_a_location_is_set_in_one_gesture(qtbot: QtBot) -> None:
    hand = Hand(qtbot, play())
    hand.click(region(hand, "hero_p2", "torso"))
    card = hand.view.location_card
    assert card.about == ("hero_p2", "torso")
    assert card.accessibleName() == "Torso of Hero p2"
    button(hand, "level 2").click()
    assert last(hand) == SetLocation(seat="p2", actor="hero_p2", location="torso", level=2)
    assert button(hand, "level 2").isChecked(), "the card stays and shows what is so now"
    button(hand, "Bleeding").click()
    button(hand, "more: Armour").click()
    body = hand.table.actors["hero_p2"].body
    assert body is not None
    assert body.locations["torso"] == Location(level=2, most=3, armour=1, bleeding=True)
    assert "Torso of Hero p2: 2 of 3, armour 1, bleeding" in [name for name, _ in hand.view.accessible_items()]
    hand.session.undo()
    assert not button(hand, "less: Armour").isEnabled(), "one gesture is one undo, and the card follows"
    hand.click(QPoint(3, 3))
    assert not card.isVisible()
    assert card.accessibleName() == ""


def test_the_card_of_a_location_grows_with_what_it_has_to_say(qtbot: QtBot) -> None:
    table = future_imperfect.laid()
    hand = Hand(qtbot, Session(game_of(table.ruleset), Timeline(table), Seeded(1)), size=(878, 520), viewer="gm")
    hand.click(region(hand, "frost", "right_leg"))
    before = hand.view.location_card.size()
    button(hand, "level 3").click()
    page = hand.view.location_card.findChild(QScrollArea)
    body = page.widget() if page is not None else None
    assert page is not None
    assert body is not None
    assert page.size() == body.sizeHint(), "all six levels, how bad it is, and that it bleeds"
    assert hand.view.location_card.height() > before.height()
    assert hand.view.location_card.width() >= before.width()


def test_a_location_is_set_by_keyboard_alone(qtbot: QtBot) -> None:
    hand = Hand(qtbot, play())
    stand_at(hand, StopKind.ELEMENT, "hero_p3", "location", "arms")
    hand.key(Qt.Key.Key_Return)
    card = hand.view.location_card
    focused = card.window().focusWidget()
    assert isinstance(focused, QPushButton)
    QTest.keyClick(focused, Qt.Key.Key_3)
    assert last(hand) == SetLocation(seat="p3", actor="hero_p3", location="arms", level=3)
    assert not hand.view.looking, "a digit on the card is no key of a seat"
    focused = card.window().focusWidget()
    assert isinstance(focused, QPushButton)
    QTest.keyClick(focused, Qt.Key.Key_Escape)
    assert not card.isVisible()
    assert hand.view.hasFocus()
    hand.key(Qt.Key.Key_Minus)
    assert last(hand).level == 2, "plus and minus still set it at once"


def test_a_click_where_a_hit_may_be_moved_moves_it(qtbot: QtBot) -> None:
    hand = Hand(qtbot, play(Struck("hero_p2")))
    heard: list[object] = []

    def hear(command: object) -> bool:
        heard.append(command)
        return True

    hand.view.submitter = hear
    names = [name for name, _ in hand.view.accessible_items()]
    assert any(name.startswith("Torso of Hero p2") and name.endswith("the hit lands here") for name in names)
    assert sum(name.endswith("the hit may be moved here") for name in names) == 2
    hand.click(region(hand, "hero_p2", "head"))
    assert heard == [Raise(seat="p1", count=2)]
    hand.click(region(hand, "hero_p2", "legs"))
    assert len(heard) == 1, "two ways lead there: the card asks"
    button(hand, "Move the hit here: Shin").click()
    assert heard[1:] == [Raise(seat="p1", count=4)]
    assert hand.view.location_card.about is None
    hand.click(region(hand, "hero_p2", "arms"))
    assert hand.view.location_card.about == ("hero_p2", "arms"), "nothing can be moved there"


def test_who_may_not_move_a_hit_is_shown_a_card_instead(qtbot: QtBot) -> None:
    hand = Hand(qtbot, play(Struck("hero_p2")), viewer="p3")
    hand.click(region(hand, "hero_p2", "head"))
    assert hand.view.location_card.about == ("hero_p2", "head")
    assert not [b for b in hand.view.location_card.findChildren(QPushButton) if "Move" in b.text()]


def test_what_the_game_tells_stands_beside_the_body(qtbot: QtBot) -> None:
    hand = Hand(qtbot, play(Struck("hero_p2")))
    assert "Arms of Hero p2: 0 of 3, armour 4" in words_in(hand)
    assert hand.view.table_scene.showing.notes["hero_p1"].penalties[0].key == "Hero p1 limps"


def test_the_one_who_is_hit_comes_to_the_front_and_any_other_by_a_click(qtbot: QtBot) -> None:
    hand = Hand(qtbot, play(Struck("rat")))
    assert not spots(hand, "orc")
    assert spots(hand, "rat"), "the second of the GM's two is hit"
    before = hand.session.position
    opened: list[str] = []
    hand.view.actor_activated.connect(opened.append)
    fittings = hand.view.table_scene.fittings
    chips = {h.names[0]: h.rect.center().toPoint() for h in fittings.hot if h.kind == "actor"}
    hand.click(chips["orc"])
    assert spots(hand, "orc")
    assert not spots(hand, "rat")
    assert (hand.session.position, opened) == (before, []), "a look of this window, no command"
    hand.click(chips["orc"])
    assert opened == ["orc"], "the one in front opens its record"
    assert shown_actor(hand.session.lens(SHARED).view, "gm") == hand.table.actors["rat"], "other windows show the hit"
    hand.session.submit(SetLocation(seat="gm", actor="rat", location="head", level=1))
    assert spots(hand, "orc"), "it stays in front while nobody else is hit"
    assert "Health 5, Head 1" in words_in(hand), "its plaque tells how it is"


def test_a_dozen_characters_of_one_seat_have_room_or_are_in_a_menu(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = play()
    orc = session._timeline.table.actors["orc"]
    many = {f"orc{i}": replace(orc, id=f"orc{i}", name=f"Orc {i}") for i in range(10)}
    wide = Hand(qtbot, with_actors(session, many), size=(1400, 800))
    chips = {h.names[0]: h.rect for h in wide.view.table_scene.fittings.hot if h.kind == "actor"}
    assert {*many, "orc", "rat"} <= set(chips)
    mine = [rect for name, rect in chips.items() if not name.startswith("hero")]
    assert not any(a.intersects(b) for i, a in enumerate(mine) for b in mine[:i])
    small = Hand(qtbot, with_actors(session, many), size=(900, 430))
    monkeypatch.setattr(QMenu, "popup", lambda menu, where: None)  # there is no screen to pop up on
    crowd = next(h.rect.center().toPoint() for h in small.view.table_scene.fittings.hot if h.kind == "crowd")
    small.click(crowd)
    menu = small.view.findChild(QMenu)
    assert menu is not None
    next(action for action in menu.actions() if action.text().startswith("Orc 9")).trigger()
    assert small.view.table_scene.showing.fronts == {"gm": "orc9"}


def test_nothing_of_a_secret_body_is_told_to_others(qtbot: QtBot) -> None:
    session = play(Struck("orc"))
    orc = session._timeline.table.actors["orc"]
    assert orc.body is not None
    hurt = replace(orc.body, locations={**orc.body.locations, "head": Location(level=3, most=3, bleeding=True)})
    hand = Hand(qtbot, with_actors(session, {"orc": replace(orc, name="Lurker", secret=True, body=hurt)}), viewer="gm")
    assert spots(hand, "orc")
    assert "Head of Lurker: 3 of 3" in words_in(hand)
    hand.view.bring_forward("orc")
    hand.click(region(hand, "orc", "arms"))
    assert hand.view.location_card.about == ("orc", "arms")
    hand.view.set_viewer("p2")
    assert not hand.view.location_card.isVisible()
    assert not spots(hand, "orc")
    assert "Lurker" not in words_in(hand)
    assert session.game.figure_notes(hand.table, "orc", "p2") == FigureNotes()
    seen = session.game.view_for(hand.table, "p2")
    assert not [mark for glimpse in seen.under_way for mark in glimpse.marks]
    assert "limps" not in str(hand.view.table_scene.showing.notes.get("orc"))


def test_a_body_folds_to_lines_where_it_has_no_room_or_no_drawing() -> None:
    body = body_of("six_limbed")
    lengths = metrics(1.0)
    room = QImage(200, 300, QImage.Format.Format_RGB32).rect().toRectF()
    plan = lay_body(body.chart, tuple(body.locations), room, lengths)
    assert plan is not None
    assert room.contains(plan.rect)
    assert {part.name for part in plan.parts} == set(body.locations)
    assert lay_body(body.chart, tuple(body.locations), room.adjusted(0, 0, 0, -230), lengths) is None
    assert lay_body("jelly", ("blob",), room, lengths) is None


CHARTS = {
    "human": charts().charts["human"].areas,
    "six_limbed": charts().charts["six_limbed"].areas,
    **{name: chart.names for name, chart in bodies.charts().charts.items()},
}


@pytest.mark.rule("CF-UI-1", "CF-HITLOC-4")
@pytest.mark.parametrize("chart", CHARTS)
def test_every_chart_that_ships_has_a_drawing_with_a_region_for_each_area(chart: str) -> None:
    name, drawing = drawing_of(chart)
    regions = regions_of(CHARTS[chart], drawing)
    assert name == ("human" if chart == "humanoid" else chart)
    assert sorted(region for found in regions.values() for region in found) == sorted(drawing.anchors)
    for region, outline in drawing.outlines.items():
        assert path_of(outline).contains(QPointF(*drawing.anchors[region])), region


def a_d100_table(**changes: Any) -> Session:
    """Return a table of Classic d100 fantasy with a body that has everything a body can have."""
    table = d100.laid()
    draft = Draft(table, Seeded(1))
    for where, left in {"Chest": 3, "Right Arm": -1, "Left Leg": -6, "Left Arm": -4}.items():
        at_table.set_hp(draft, "ana", where, left)
    at_table.begin_bleeding(draft, "ana", "Left Leg", 2)
    for name, where in {
        states.USELESS: "Right Arm",
        states.SCAR: "Right Arm",
        states.BURNING: "Chest",
        states.LIMB_LOST: "Left Arm",
    }.items():
        states.lay(draft, "ana", name, where, level=1)
    states.lay(draft, "ana", states.DEADLINE, "Left Leg", until=table.clock + 180)
    ana = replace(draft.table.actors["ana"], **changes)
    laid = replace(draft.table, actors={**draft.table.actors, "ana": ana})
    return Session(d100.GAME, Timeline(laid), Seeded(1))


@pytest.mark.rule("CF-UI-1")
def test_a_figure_has_a_level_in_words_and_a_sign_for_each_state(qtbot: QtBot) -> None:
    hand = Hand(qtbot, a_d100_table(), size=(1250, 620))
    told = {
        h.names[2]: h.text for h in hand.view.table_scene.fittings.hot if h.kind == "region" and h.names[0] == "ana"
    }
    assert told["Head"] == "Head of Ana: 5 of 5"
    assert "Minor" in told["Chest"]
    assert "Burns, intensity 1" in told["Chest"]
    assert "Serious" in told["Right Arm"]
    assert "Useless" in told["Right Arm"]
    assert "A scar" in told["Right Arm"]
    assert "Lost" in told["Left Arm"]
    assert "Destroyed" in told["Left Arm"]
    assert "Major" in told["Left Leg"]
    assert "Bleeds: 2 levels of Fatigue a Round" in told["Left Leg"]
    assert "Kills unless it is stabilised: 3 min left" in told["Left Leg"]
    notes = hand.session.lens(SHARED).figure_notes("ana")
    icons = {sign.icon for signs in notes.signs.values() for sign in signs}
    assert {"drop", "skull", "flame", "useless", "scar", "severed"} <= icons
    assert all((ASSETS / "art" / "icons" / f"{icon}.svg").is_file() for icon in icons)
    grades = {name: harm.grade for name, harm in notes.levels.items()}
    assert grades == {"Chest": 1, "Right Arm": 3, "Left Leg": 4, "Left Arm": GRAVEST}


@pytest.mark.rule("CF-UI-1")
def test_a_location_leads_to_what_can_be_done_there_and_says_why_not(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    hand = Hand(qtbot, a_d100_table(), size=(1250, 620))
    asked: list[tuple[Offer, dict[str, object]]] = []
    hand.view.ask_offer.connect(lambda offer, answers: asked.append((offer, answers)))
    hand.click(region(hand, "ana", "Left Leg"))
    card = hand.view.location_card
    assert card.about == ("ana", "Left Leg")
    assert "Kills unless it is stabilised: 3 min left" in [label.text() for label in card.findChildren(QLabel)]
    button(hand, "First Aid").click()
    ((offer, answers),) = asked
    assert offer.name == "d100_tend:first_aid"
    assert answers == {"patient": "ana", "location": "Left Leg"}
    assert not card.isVisible()
    hand.click(region(hand, "ana", "Left Leg"))
    monkeypatch.setattr(QMenu, "popup", lambda menu, where: None)  # there is no screen to pop up on
    button(hand, "More").click()
    menu = hand.view.findChild(QMenu)
    assert menu is not None
    denied = [action for action in menu.actions() if not action.isEnabled()]
    assert denied
    assert all(action.text().endswith("has not learned Healing.") for action in denied)
    next(action for action in menu.actions() if "attack" in action.text()).trigger()
    assert asked[-1][1] == {"target": "ana", "location": "Left Leg"}, "nothing of what others are answered"
    offers = {one.offer.name: one for one in offers_at(hand.session.lens(SHARED), "ana", "Left Leg")}
    assert offers["d100_harm"].answers == {"actor": "ana", "locations": ("Left Leg",)}
    assert offers["d100_tend:healing"].reason, "nobody has learned it"
    assert "d100_tend:first_aid" not in {one.offer.name for one in offers_at(hand.session.lens(SHARED), "ana", "Head")}


@pytest.mark.rule("CF-UI-1", "CF-UI-10")
def test_a_click_on_a_body_makes_a_blow_land_there_until_it_is_taken_off(qtbot: QtBot) -> None:
    hand = Hand(qtbot, a_d100_table(), size=(1250, 620), viewer="gm")
    hand.session.submit(HarmSomebody(seat="gm", actor="ana", damage="1d6", locations=("Head",)))
    told = {
        h.names[2]: h.text for h in hand.view.table_scene.fittings.hot if h.kind == "region" and h.names[0] == "ana"
    }
    assert told["Head"].endswith("the hit lands here")
    assert told["Abdomen"].endswith("the hit may be moved here")
    hand.click(region(hand, "ana", "Abdomen"))
    assert last(hand) == ChooseLocations(seat="gm", locations=("Abdomen",))
    now = hand.table.procedures[-1]
    assert isinstance(now, Wounding)
    assert [blow.location for blow in now.blows] == ["Abdomen"]


@pytest.mark.rule("CF-UI-1")
def test_of_a_secret_wounded_body_the_common_screen_tells_nothing(qtbot: QtBot) -> None:
    hand = Hand(qtbot, a_d100_table(name="Lurker", secret=True, seat="gm"), size=(1250, 620))
    assert not spots(hand, "ana")
    assert "Lurker" not in words_in(hand)
    assert "Kills" not in words_in(hand)
    assert offers_at(hand.session.lens(SHARED), "ana", "Left Leg") == ()
    assert hand.session.lens(SHARED).figure_notes("ana") == FigureNotes()
    hand.view.set_viewer("gm")
    hand.view.bring_forward("ana")
    assert "Kills unless it is stabilised: 3 min left" in words_in(hand)


@pytest.mark.rule("CF-UI-1")
@pytest.mark.parametrize("chart", [*bodies.charts().charts, "strange"])
def test_each_location_of_a_seat_without_cards_can_be_touched_on_a_small_window(chart: str, qtbot: QtBot) -> None:
    names = CHARTS.get(chart, ("Trunk", "Feeler", "Root", "Eye stalk"))
    shape = Body(chart=chart, locations={name: Location(level=4, least=None, most=4) for name in names})
    hand = Hand(qtbot, a_d100_table(body=shape, conditions=()), size=(880, 420))
    room = {name: QRectF() for name in names}
    for spot in spots(hand, "ana"):
        room[spot.names[2]] = room[spot.names[2]].united(spot.rect)
    assert all(
        min(rect.width(), rect.height()) >= 20 and max(rect.width(), rect.height()) >= 24 for rect in room.values()
    )


@pytest.mark.rule("CF-UI-1")
@pytest.mark.parametrize("players", range(2, 7))
def test_on_a_small_window_everybody_has_a_body_and_so_has_any_foe(players: int, qtbot: QtBot) -> None:
    more = [f"p{number}" for number in range(players - 2)]
    sit = [JoinSeat(seat="gm", id=seat, name=seat.title()) for seat in more]
    heroes = [CopyActor(seat="gm", actor="ana", id=f"{seat}_hero", name="Cora", leader=seat) for seat in more]
    foes = [BringFoes(seat="gm", foe=foe, shown=True) for foe in ("hound", "giant_bat")]
    table = d100.play(d100.laid(), *sit, *heroes, *foes)
    hand = Hand(qtbot, Session(d100.GAME, Timeline(table), Seeded(1)), size=(879, 425))
    plan, ana = hand.view.table_scene.plan, table.actors["ana"]
    laid = {
        (cell.seat, chart): lay_figure(
            replace(ana, body=Body(chart=chart, locations={name: Location(level=4, most=4) for name in CHARTS[chart]})),
            cell.figure,
            plan.lengths,
            named=cell.seat == "gm",
            numbers=cell.numbers,
        )
        for cell in plan.cells
        for chart in (bodies.charts().charts if cell.seat == "gm" else ("humanoid",))
    }
    assert len(laid) == players + len(bodies.charts().charts)
    assert not [which for which, figure in laid.items() if figure.body is None]
    assert all(len([one for one in f.elements if one.kind == "track"]) == len(ana.tracks) for f in laid.values())
    assert all(box.rect.height() >= 19 for figure in laid.values() for box in figure.callouts), "letters are read"


def test_a_grade_reads_wounds_and_points_alike() -> None:
    assert [grade_of(Location(level=level, most=5)) for level in range(6)] == [0, 1, 2, 3, 4, 5]
    assert [grade_of(Location(level=level, most=3)) for level in (0, 1, 3)] == [0, 2, GRAVEST]
    assert [grade_of(Location(level=level, least=None, most=4)) for level in (4, 3, 0, -2)] == [0, 2, GRAVEST, GRAVEST]


def test_a_game_that_has_nothing_to_tell_tells_nothing() -> None:
    game = Game(Tiny())
    assert game.figure_notes(play()._timeline.table, "orc", "gm") == FigureNotes()


@pytest.mark.parametrize("size", [(1390, 790), (870, 430), (1150, 350), (700, 900), (2600, 1400)])
@pytest.mark.parametrize("scale", [0.75, 1.0, 2.0, 3.0])
@pytest.mark.parametrize("seats", [2, 4, 8])
def test_a_figure_lies_on_nothing_else_whatever_the_size(size: tuple[int, int], scale: float, seats: int) -> None:
    view = play(seats=seats).lens(SHARED).view
    everybody = frozenset(view.seats)
    lines = dict.fromkeys(view.seats, 7)
    needs = Needs(pills=everybody, figures=lines, bodies=everybody, crowds={"gm": 12})
    plan = lay_out(QSizeF(*size), scale, sort_zones(view), needs)
    for cell in plan.cells:
        whole = QRectF(QPointF(), cell.size).adjusted(-1, -1, 1, 1)
        assert whole.contains(cell.figure) or cell.figure.isEmpty()
        for other in (cell.fan, cell.plate, cell.pills, cell.beside):
            shared = cell.figure.intersected(other)
            assert shared.isEmpty() or min(shared.width(), shared.height()) < 1.5
            assert whole.contains(other) or other.isEmpty()
    areas = [cell.area for cell in plan.cells] + [box.area for box in plan.boxes.values()]
    for number, one in enumerate(areas[: len(plan.cells)]):
        for other in areas[:number]:
            shared = one.intersected(other)
            assert shared.isEmpty() or min(shared.width(), shared.height()) < 1.5
    if size == (1390, 790) and seats == 4:
        hero = view.actors["hero_p1"]
        assert all(lay_figure(hero, c.figure, plan.lengths, named=False).body for c in plan.cells), "it is drawn"
