"""Chips, numbers, bodies and the clock on the table, with the tiny game that has them all."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from engine.core.chance import SeededChance
from engine.core.history import History
from engine.core.manual_moves import LayCondition, MoveChips, SetClock, SetLocation, SetTrack
from engine.kit.game_factory import make_game
from engine.kit.manual_game import ManualGame
from engine.messages.message import Message
from engine.messages.refusal import Refused
from engine.model.body import Body, Location
from engine.model.frozen import Json, replace
from engine.model.seats import SHARED, Actor
from engine.model.table import Table
from engine.presentation.offers import Denial, Drag, Offer, Question, QuestionKind
from engine.presentation.visibility import VisibleTable
from engine.rulesets.loader import game_of
from tests.engine.rulesets.future_imperfect.table import GAME, PLAYS, conflict, laid
from tests.engine.tiny import POT, Deal, Raise, Tiny, seats_of
from tests.on_screen import lay_out
from tests.vtt.table_hand import Hand
from vtt.campaign.open_campaign import OpenCampaign
from vtt.campaign.viewer_campaign import ViewerCampaign
from vtt.shared.questions.question_fields import field_for
from vtt.shared.questions.question_form import filled
from vtt.shared.questions.typed_question_fields import TimeField
from vtt.table.accessibility.focus_targets import FocusTarget, FocusTargetKind
from vtt.table.input.context_menu import chip_menu_offers
from vtt.table.input.drop_targets import ItemPlace
from vtt.table.layout.table_plan import TablePlan
from vtt.table.layout.zone_placement import ZonePlacement
from vtt.table.painting.story_clock import has_story_clock
from vtt.table.scene.chip_bag_items import ChipBagPlace, place_chip_bags
from vtt.table.seats.character_summary import BLEEDING, LESS, MORE
from vtt.table.table_screen import TableScreen
from vtt.widgets.look.theme import Theme

CTRL, SHIFT, ALT = (
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.AltModifier,
)


class Stakes(Tiny):
    """The tiny game, with an offer for chips that go into the pot: one or two blue ones, and never from the GM."""

    def offers(self, table: Table, seat: str, viewer: str) -> tuple[Offer, ...]:
        ask = Question(field="count", kind=QuestionKind.NUMBER, label=Message(key="tiny.how_many"), least=1, most=2)
        denial = Denial(message=Message(key="The bank does not stake."), rules=("TN-4",)) if seat == "gm" else None
        stake = Offer(
            name="stake",
            command=Raise(seat=seat, count=1),
            label=Message(key="tiny.raise"),
            questions=(ask,),
            drag=Drag(source=seat, target=POT),
            denial=denial,
        )
        return (*super().offers(table, seat, viewer), stake)


def play(rules: Tiny | None = None, seats: int = 4, **changes: Any) -> OpenCampaign:
    """Return a table of the tiny game with hands dealt, a hero for everybody, and two monsters of the GM's."""
    rules = rules or Tiny()
    options: Mapping[str, Json] = {name: spec.default for name, spec in rules.options.items()}
    table = rules.new_table(seats_of(seats), options)
    people = [Actor(id=f"hero_{s}", name=f"Hero {s}", seat=s) for s in table.seats if s != "gm"]
    people += [Actor(id="orc", name="Orc", seat="gm"), Actor(id="rat", name="Rat", seat="gm")]
    actors = {a.id: rules.new_actor(table, a, {}) for a in people}
    campaign = OpenCampaign(make_game(rules), History(replace(table, actors=actors, **changes)), SeededChance(4))
    campaign.submit(Deal(seat="gm"))
    return campaign


@pytest.fixture
def hand(qtbot: QtBot) -> Hand:
    return Hand(qtbot, play())


def chip(hand: Hand, bag: str, colour: str) -> QPoint:
    """Return a point on the top chip of a stack."""
    item = hand.view.table_scene.chips.item(bag, colour, 0)
    assert item is not None
    return item.home.toPoint()


def bag(hand: Hand, name: str) -> QPoint:
    """Return a point in a bag's place without a chip."""
    area = next(place.in_scene for place in hand.view.table_scene.bags if place.bag == name)
    return QPointF(area.left() + 4, area.top() + 4).toPoint()


def setting(hand: Hand, *names: str) -> QPoint:
    """Return the middle of a box that can be clicked."""
    hot = next(
        hot for hot in hand.view.table_scene.static_items.regions if hot.kind == "setting" and hot.names == names
    )
    return hot.rect.center().toPoint()


def last(hand: Hand) -> Any:
    return hand.campaign._history.entries[-1].command


def stand_at(hand: Hand, kind: FocusTargetKind, *names: str) -> FocusTarget:
    """Move the keyboard focus to a target by its names."""
    stop = next(s for s in hand.view.focus_targets() if s.kind is kind and (s.names == names or (s.ref,) == names))
    hand.view.set_focus_target(stop)
    return stop


# Chips.


def test_a_chip_is_dragged_into_the_pot_and_back(hand: Hand) -> None:
    hand.drag(chip(hand, "p1", "blue"), bag(hand, POT))
    assert hand.table.chips["p1"]["blue"] == 1
    assert hand.table.chips[POT]["blue"] == 11
    assert last(hand) == MoveChips(seat="p1", source="p1", target=POT, chips={"blue": 1})
    hand.drag(chip(hand, POT, "blue"), bag(hand, "p1"))
    assert hand.table.chips["p1"]["blue"] == 2
    assert not hand.said
    hand.campaign.undo()
    assert hand.table.chips["p1"]["blue"] == 1
    names = [name for name, _ in hand.view.accessible_items()]
    assert "Player 1: 1 blue chip" in names, "the counts that are shown are those of the table"


def test_bags_light_up_while_a_chip_is_in_the_hand_and_a_drop_elsewhere_eases_back(hand: Hand) -> None:
    start = chip(hand, "p1", "blue")
    hand.press(start)
    hand.move(start, start + QPoint(0, 40))
    assert hand.view.table_scene.display_state.lit_bags == {POT, "gm", "p2", "p3"}
    assert hand.view.table_scene.display_state.lit == frozenset(), "no place for cards"
    hand.release(QPoint(4, 4))
    assert "Chips cannot go there" in hand.said[-1][0]
    assert hand.campaign.position == 1
    item = hand.view.table_scene.chips.item("p1", "blue", 0)
    assert item is not None
    assert item.pos() == item.home
    assert hand.view.table_scene.display_state.lit_bags == frozenset()


def test_several_chips_and_whole_stacks_move_as_one(hand: Hand) -> None:
    hand.click(chip(hand, POT, "white"), CTRL)
    hand.click(chip(hand, POT, "white"), CTRL)
    hand.click(chip(hand, POT, "red"), CTRL)
    assert hand.view.drag_controller.picked == [
        ItemPlace(POT, 0, "white"),
        ItemPlace(POT, 1, "white"),
        ItemPlace(POT, 0, "red"),
    ]
    hand.drag(chip(hand, POT, "red"), bag(hand, "p2"))
    assert last(hand).chips == {"white": 2, "red": 1}
    hand.drag(chip(hand, POT, "white"), bag(hand, "p3"), SHIFT)
    assert hand.table.chips["p3"] == {"blue": 2, "white": 18}, "also the chips that are not drawn in a tall stack"
    assert hand.table.chips[POT].get("white", 0) == 0
    hand.drag(chip(hand, "p3", "white"), bag(hand, POT))
    assert hand.table.chips[POT]["white"] == 1


def test_chips_are_laid_by_click_and_click(hand: Hand) -> None:
    hand.click(chip(hand, "p1", "blue"))
    assert hand.view.table_scene.display_state.lit_bags
    hand.click(chip(hand, "p1", "blue"))
    assert not hand.view.drag_controller.picked, "a second click lets it go"
    hand.click(chip(hand, "p1", "blue"))
    hand.click(chip(hand, POT, "red"))
    assert hand.table.chips[POT]["blue"] == 11, "a stack in the bag is the bag as well"
    hand.click(chip(hand, "p1", "blue"))
    hand.click(hand.at("hand:p2", 0))
    assert not hand.view.drag_controller.holds_chips, "cards are no place for chips: they are picked up instead"


def test_chips_go_by_keyboard(hand: Hand) -> None:
    stop = stand_at(hand, FocusTargetKind.CHIPS, POT, "white")
    assert stop.name == "Pot: 20 white chips"
    hand.key(Qt.Key.Key_Return)
    hand.key(Qt.Key.Key_Space)
    assert "2 picked up" in next(s.name for s in hand.view.focus_targets() if s.key == stop.key)
    stand_at(hand, FocusTargetKind.SEAT, "p2")
    hand.key(Qt.Key.Key_Return)
    assert hand.table.chips["p2"] == {"blue": 2, "white": 2}
    stand_at(hand, FocusTargetKind.CHIPS, "p2", "white")
    hand.key(Qt.Key.Key_Space)
    stand_at(hand, FocusTargetKind.CHIPS, POT, "red")
    hand.key(Qt.Key.Key_Return)
    assert hand.table.chips[POT]["white"] == 19


def test_an_empty_bag_still_is_a_place(qtbot: QtBot) -> None:
    hand = Hand(qtbot, play(chips={POT: {}, "p1": {"blue": 1}}))
    hand.drag(chip(hand, "p1", "blue"), bag(hand, POT))
    assert hand.table.chips[POT] == {"blue": 1}
    stand_at(hand, FocusTargetKind.CHIPS, "p1", "")
    hand.drag(chip(hand, POT, "blue"), bag(hand, "p1"))
    assert hand.table.chips["p1"] == {"blue": 1}


def test_where_the_game_has_an_offer_for_chips_it_rules(qtbot: QtBot) -> None:
    hand = Hand(qtbot, play(Stakes()))
    hand.drag(chip(hand, "gm", "blue"), bag(hand, POT))
    assert hand.said[-1] == ("The bank does not stake.", ("TN-4",))
    assert hand.campaign.position == 1
    hand.click(chip(hand, "gm", "blue"))
    assert POT not in hand.view.table_scene.display_state.lit_bags
    assert "p1" in hand.view.table_scene.display_state.lit_bags, "by hand, as ever"
    hand.key(Qt.Key.Key_Escape)
    hand.drag(chip(hand, "p1", "blue"), bag(hand, POT))
    assert "TN-4" in hand.said[-1][1], "the offer was tried, and there is no bout"
    hand.drag(chip(hand, "p1", "blue"), bag(hand, POT), ALT)
    assert last(hand) == MoveChips(seat="p1", source="p1", target=POT, chips={"blue": 1})


class Colours(Tiny):
    """Chips of each colour have a use of their own in the pot."""

    def offers(self, table: Table, seat: str, viewer: str) -> tuple[Offer, ...]:
        uses = (
            Offer(
                name=f"use:{colour}",
                command=MoveChips(seat=seat, source=seat, target="gm", chips={colour: 1}),
                label=Message(key="tiny.raise"),
                drag=Drag(source=seat, target=POT, colour=colour),
            )
            for colour in ("blue", "red")
        )
        return (*super().offers(table, seat, viewer), *uses)


def test_a_chip_is_good_only_for_what_its_colour_can_do(qtbot: QtBot) -> None:
    hand = Hand(qtbot, play(Colours()))
    hand.drag(chip(hand, "p1", "blue"), bag(hand, POT))
    assert last(hand) == MoveChips(seat="p1", source="p1", target="gm", chips={"blue": 1}), "one meaning, no question"
    assert [offer.name for offer in chip_menu_offers(hand.view.viewer_campaign(), "p1", "blue")][:1] == ["use:blue"]
    assert "use:red" not in [offer.name for offer in chip_menu_offers(hand.view.viewer_campaign(), "p1", "blue")]


def test_a_single_chip_is_drawn_as_soon_as_it_comes(hand: Hand) -> None:
    hand.campaign.submit(MoveChips(seat="gm", source="", target="p2", chips={"gold": 1}))
    item = hand.view.table_scene.chips.item("p2", "gold", 0)
    assert item is not None
    assert not item.pixmap().isNull()


def test_chips_are_laid_anew_only_when_they_change(hand: Hand, monkeypatch: pytest.MonkeyPatch) -> None:
    scene, placed = hand.view.table_scene, list[str]()

    def place(view: VisibleTable, placement: ZonePlacement, plan: TablePlan) -> tuple[ChipBagPlace, ...]:
        placed.append("placed")
        return place_chip_bags(view, placement, plan)

    hand.campaign.submit(SetClock(seat="gm", seconds=60))  # from now on the clock has its place
    monkeypatch.setattr("vtt.table.scene.table_scene.place_chip_bags", place)
    item = scene.chips.item("p1", "blue", 0)
    assert item is not None
    item.setZValue(item.zValue() + 500)  # as a dragged one lies that is let go at its place
    hand.campaign.submit(SetClock(seat="gm", seconds=120))
    assert not placed
    assert item.zValue() == item.spot.z, "it lies in its stack again"
    hand.campaign.submit(MoveChips(seat="gm", source="p1", target="", chips={"blue": 1}))
    assert placed
    assert scene.chips.item("p1", "blue", 1) is None
    hand.view.resize(hand.view.width() - 200, hand.view.height())
    lay_out(hand.view)
    assert all(item.pos() == item.home for item in scene.chips.all())
    assert {bag.bag: bag.area for bag in scene.bags} == {
        bag.bag: bag.area for bag in place_chip_bags(scene.view, scene.placement, scene.plan)
    }


def test_chips_glide_from_bag_to_bag(qtbot: QtBot) -> None:
    hand = Hand(qtbot, play(), theme=Theme())
    scene = hand.view.table_scene
    scene.animator.finish()
    before = scene.chips.item("p1", "blue", 0)
    assert before is not None
    start = before.pos()
    hand.campaign.submit(MoveChips(seat="p1", source="p1", target=POT, chips={"blue": 1}))
    assert scene.animator.moves(before)
    assert before.zone == POT
    assert before.pos() == start
    scene.animator.finish()
    assert before.pos() == before.home != start


def test_every_chip_of_a_turned_seat_is_at_its_place(qtbot: QtBot) -> None:
    campaign = play()
    table = campaign._history.table
    seats = {key: replace(seat, turn=(180, 270, 0, 90)[i]) for i, (key, seat) in enumerate(table.seats.items())}
    hand = Hand(qtbot, OpenCampaign(campaign.game, History(replace(table, seats=seats)), SeededChance(1)))
    for place in hand.view.table_scene.bags:
        for stack in place.stacks:
            item = hand.view.table_scene.chips.item(stack.bag, stack.colour, 0)
            assert item is not None
            assert place.in_scene.adjusted(-3, -3, 3, 3).contains(item.pos())
    hand.drag(chip(hand, "p1", "blue"), bag(hand, POT))
    assert hand.table.chips[POT]["blue"] == 11


# Numbers and bodies.


def test_a_click_on_a_box_sets_a_number(hand: Hand) -> None:
    hand.click(setting(hand, "hero_p1", "track", "Health", "3"))
    assert last(hand) == SetTrack(seat="p1", actor="hero_p1", track="Health", value=3)
    hand.click(setting(hand, "hero_p1", "track", "Health", "3"))
    assert hand.table.actors["hero_p1"].tracks["Health"].value == 2, "a click on the last full box empties it"
    hand.click(setting(hand, "hero_p1", "track", "Honour", LESS))
    hand.click(setting(hand, "hero_p1", "track", "Honour", LESS))
    hand.click(setting(hand, "hero_p1", "track", "Honour", MORE))
    assert hand.table.actors["hero_p1"].tracks["Honour"].value == -1
    names = [name for name, _ in hand.view.accessible_items()]
    assert "Health of Hero p1: 2 of 5" in names
    assert "Honour of Hero p1: −1" in names


def test_a_click_on_a_plate_wounds_a_location_and_lets_it_bleed(qtbot: QtBot) -> None:
    campaign = play()
    table = campaign._history.table
    hero = table.actors["hero_p2"]
    assert hero.body is not None
    odd = Body(chart="human", locations={**hero.body.locations, "tail": Location(most=3)})  # no drawing has a tail
    actors = {**table.actors, "hero_p2": replace(hero, body=odd)}
    hand = Hand(qtbot, OpenCampaign(campaign.game, History(replace(table, actors=actors)), SeededChance(1)))
    hand.click(setting(hand, "hero_p2", "location", "head", "2"))
    hand.click(setting(hand, "hero_p2", "location", "head", BLEEDING))
    assert last(hand) == SetLocation(seat="p2", actor="hero_p2", location="head", level=2, bleeding=True)
    assert "Head of Hero p2: 2 of 3, bleeding" in [name for name, _ in hand.view.accessible_items()]


def test_numbers_are_set_by_keyboard_within_their_bounds(hand: Hand) -> None:
    stand_at(hand, FocusTargetKind.ELEMENT, "hero_p3", "track", "Health")
    hand.key(Qt.Key.Key_Plus)
    assert hand.campaign.position == 1
    assert hand.said, "it is full, and the table says so"
    hand.key(Qt.Key.Key_Minus)
    hand.key(Qt.Key.Key_Minus)
    assert hand.table.actors["hero_p3"].tracks["Health"].value == 3


def test_every_box_is_large_enough_to_be_hit_and_is_on_the_table(hand: Hand) -> None:
    boxes = [hot for hot in hand.view.table_scene.static_items.regions if hot.kind == "setting"]
    assert {hot.names[0] for hot in boxes} == {"hero_p1", "hero_p2", "hero_p3", "orc"}
    for hot in boxes:
        assert hand.view.rect().toRectF().contains(hot.rect)
        assert min(hot.rect.width(), hot.rect.height()) >= 5, hot.names
    fans = [cell.in_scene(cell.fan) for cell in hand.view.table_scene.plan.cells]
    for hot in boxes:
        assert not any(fan.intersects(hot.rect) for fan in fans), hot.names


def test_a_table_that_is_only_shown_has_nothing_to_press_beside_its_numbers(hand: Hand, qtbot: QtBot) -> None:
    shown = TableScreen(hand.campaign, SHARED, hand.hub, hand.faces)
    qtbot.addWidget(shown)
    shown.resize(hand.view.size())
    lay_out(shown)
    steps, none = (
        {hot.names[3] for hot in table.table_scene.static_items.regions if hot.kind == "setting"} & {LESS, MORE}
        for table in (hand.view, shown)
    )
    assert steps == {LESS, MORE}
    assert not none
    assert [name for name, _ in shown.accessible_items()] == [name for name, _ in hand.view.accessible_items()]


def test_the_numbers_of_a_secret_character_are_shown_to_nobody_else(qtbot: QtBot) -> None:
    campaign = play()
    table = campaign._history.table
    orc = replace(table.actors["orc"], secret=True, body=Body(chart="human", locations={}))
    rat = replace(table.actors["rat"], secret=True)
    secret = replace(table, actors={**table.actors, "orc": orc, "rat": rat})
    hand = Hand(qtbot, OpenCampaign(campaign.game, History(secret), SeededChance(1)))
    assert not [hot for hot in hand.view.table_scene.static_items.regions if "orc" in hot.names or "rat" in hot.names]
    hand.view.set_viewer("gm")
    assert [hot for hot in hand.view.table_scene.static_items.regions if hot.kind == "setting" and "orc" in hot.names]


# What a right click offers.


def menu_at(hand: Hand, point: QPoint) -> list[Offer]:
    """Return what a right click offers at a point; nothing if no menu comes."""
    found: list[Offer] = []
    hand.view.menu_wanted.connect(lambda offers, *_: found.extend(offers))
    viewport = hand.view.viewport()
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, point, viewport.mapToGlobal(point))
    QApplication.sendEvent(viewport, event)
    return found


def test_a_right_click_on_chips_tells_where_they_can_go(qtbot: QtBot) -> None:
    hand = Hand(qtbot, play(Stakes()))
    found = menu_at(hand, chip(hand, "p1", "blue"))
    assert found[0].name == "stake", "what the rules have for it comes first"
    moves = [o.command for o in found if isinstance(o.command, MoveChips)]
    assert {move.target for move in moves} == set(hand.table.chips) - {"p1"}
    assert {*moves[0].chips} == {"blue"}
    white = hand.table.chips[POT]["white"]
    whole = menu_at(hand, bag(hand, POT))
    assert {colour for o in whole if isinstance(o.command, MoveChips) for colour in o.command.chips} == {
        colour for colour, count in hand.table.chips[POT].items() if count
    }
    asked = next(o.questions[0] for o in whole if isinstance(o.command, MoveChips) and "white" in o.command.chips)
    assert (asked.least, asked.most) == (1, white)


def test_a_right_click_on_the_cloth_sets_a_clock_that_is_not_shown_yet(qtbot: QtBot) -> None:
    game = make_game(ManualGame("classic_fantasy"))  # a game of rules lets time pass by a command of its own
    seats = seats_of(3)
    campaign = OpenCampaign(game, History(game.ruleset.new_table(seats, {})), SeededChance(1))
    hand = Hand(qtbot, campaign)
    assert hand.view.table_scene.plan.clock == QRectF()
    middle = hand.view.viewport().rect().center()
    found = {offer.name: offer for offer in menu_at(hand, middle)}
    assert {"set_clock", "new_character", "join_seat"} <= set(found)
    field = field_for(found["set_clock"].questions[0], campaign, SHARED, hand.view._hub, "gm", 3725)
    qtbot.addWidget(field)
    assert isinstance(field, TimeField)
    assert [spin.value() for spin, _ in field.parts] == [1, 2, 5]
    field.parts[0][0].setValue(18)
    campaign.submit(filled(found["set_clock"].command, {"seconds": field.value()}))
    assert campaign.viewer_campaign(SHARED).view.clock == 18 * 3600 + 125
    assert not hand.view.table_scene.plan.clock.isEmpty()


# The clock.


def test_the_clock_is_put_on_by_its_menu(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(QMenu, "popup", lambda menu, where: None)  # there is no screen to pop up on
    hand = Hand(qtbot, play(clock=3725))
    stop = stand_at(hand, FocusTargetKind.CLOCK, "clock")
    assert "1:02:05" in stop.name
    hand.click(stop.rect.center().toPoint())
    menu = hand.view.findChild(QMenu)
    assert menu is not None
    action = next(action for action in menu.actions() if "10 minutes" in action.text())
    action.trigger()
    assert last(hand) == SetClock(seat="gm", seconds=3725 + 600)
    assert not next(a for a in menu.actions() if "Back 1 day" in a.text()).isEnabled()


def test_the_clock_says_why_it_cannot_be_set_and_offers_no_step_that_is_refused(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QMenu, "popup", lambda menu, where: None)  # there is no screen to pop up on
    hand = Hand(qtbot, play(clock=3725))
    busy, questions = Refused("not_now"), list[bool]()

    def refusal(_: ViewerCampaign, command: SetClock, *, live: bool = False) -> Refused | None:
        questions.append(live)
        return busy if command.seconds > 3725 else None

    monkeypatch.setattr(ViewerCampaign, "refusal", refusal)
    hand.click(stand_at(hand, FocusTargetKind.CLOCK, "clock").rect.center().toPoint())
    menu = hand.view.findChild(QMenu)
    assert menu is not None
    reason, *steps = [action for action in menu.actions() if not action.isSeparator()]
    assert (reason.text(), reason.isEnabled()) == (busy.text, False)
    possible = {action.text() for action in steps if action.isEnabled()}
    assert {action.text() for action in steps if "Back 1 minute" in action.text()} <= possible
    assert not any("On " in text for text in possible)
    assert questions == [True, True], "asked once a direction, and by what everybody knows"


@pytest.mark.rule("FI-HEAL-1", "FI-HEAL-6")
def test_the_clock_lets_time_pass_by_the_rules_and_only_the_clock_in_a_menu_of_its_own(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QMenu, "popup", lambda menu, where: None)  # there is no screen to pop up on
    game, table = game_of("future_imperfect"), laid()
    name, actor = next((name, one) for name, one in table.actors.items() if one.body is not None)
    assert actor.body is not None
    area, location = next(iter(actor.body.locations.items()))
    body = replace(actor.body, locations={**actor.body.locations, area: replace(location, level=4, bleeding=True)})
    bleeds = replace(actor, name="Salt & Pepper", body=body)
    table = replace(table, clock=3725, actors={**table.actors, name: bleeds})
    hand = Hand(qtbot, OpenCampaign(game, History(table), SeededChance(1)))
    asked: list[Offer] = []
    hand.view.ask_offer.connect(lambda offer, _: asked.append(offer))
    hand.click(stand_at(hand, FocusTargetKind.CLOCK, "clock").rect.center().toPoint())
    menu = hand.view.findChild(QMenu)
    assert menu is not None
    *passes, alone = menu.actions()
    assert all("Salt && Pepper" in action.text() for action in passes)
    assert alone.menu() is not None, "what sets the clock without healing anybody is not the first thing at hand"
    for action in passes:
        action.trigger()
    assert [offer.name for offer in asked] == ["minutes_pass", "hours_pass", "days_pass"]


def test_a_story_without_a_clock_shows_none(hand: Hand) -> None:
    assert hand.view.table_scene.plan.clock == QRectF()
    hand.campaign.submit(SetClock(seat="gm", seconds=60))
    assert not hand.view.table_scene.plan.clock.isEmpty()


def test_a_clock_that_has_not_started_is_not_shown_during_a_fight() -> None:
    table = PLAYS.play(laid(), LayCondition(seat="gm", actor="frost", condition="winded", until=3600))
    fight = conflict(table)
    shown = [has_story_clock(GAME.view_for(state, SHARED)) for state in (laid(), table, fight)]
    assert shown == [False, True, False], "it would say 0:00:00 for all rounds"
    assert has_story_clock(GAME.view_for(PLAYS.play(fight, SetClock(seat="gm", seconds=5)), SHARED))


def test_a_dragged_chip_goes_back_when_another_seat_moves(hand: Hand) -> None:
    start = chip(hand, "p1", "blue")
    hand.press(start)
    hand.move(start, start + QPoint(0, 60))
    held = [hand.view.drag_controller.dragging]
    hand.campaign.submit(MoveChips(seat="p1", source="p1", target=POT, chips={"blue": 2}))
    assert [*held, hand.view.drag_controller.dragging] == [True, False]
    hand.release(start)
    assert hand.campaign.position == 2
    QTest.mouseMove(hand.view.viewport(), QPoint(3, 3))
