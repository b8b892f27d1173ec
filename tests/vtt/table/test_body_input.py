"""Bodies on the table: regions that tell how they are, a card to set them, hits that are moved, and many characters."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from PySide6.QtCore import QLineF, QPoint, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QMenu, QPushButton, QScrollArea, QWidget
from pytestqt.qtbot import QtBot

from engine.asset_folder import ASSETS
from engine.core.chance import SeededChance
from engine.core.draft import Draft
from engine.core.history import History
from engine.core.manual_moves import JoinSeat, SetLocation
from engine.kit.game_factory import make_game
from engine.messages.message import Message
from engine.model.body import Body, Location
from engine.model.frozen import Json, replace
from engine.model.seats import SHARED, Actor
from engine.model.table import Table
from engine.presentation.activity_view import ActivityView
from engine.presentation.body_annotations import BodyAnnotations, LocationMark
from engine.presentation.offers import Offer, QuestionKind, make_offer, question
from engine.rulesets.classic_fantasy.character import character_conditions
from engine.rulesets.classic_fantasy.damage.damage_commands import ChooseLocations, HarmSomebody
from engine.rulesets.classic_fantasy.damage.damage_procedure import DamageProcess
from engine.rulesets.classic_fantasy.editor.deployment_commands import BringFoes
from engine.rulesets.classic_fantasy.health import body_state
from engine.rulesets.classic_fantasy.wounds import hit_locations
from engine.rulesets.future_imperfect.character.hit_locations import hit_charts, unhurt_body
from engine.rulesets.future_imperfect.combat.attack_commands import StopAttack
from engine.rulesets.future_imperfect.combat.ranged.shot_commands import Shoot
from engine.rulesets.future_imperfect.combat.rounds.turn_commands import PlayCard
from engine.rulesets.future_imperfect.health.treatment_commands import TreatWound
from engine.rulesets.loader import game_of
from engine.sheets.editing.new_character_moves import CopyActor
from engine.sheets.layout.body_outline import outline_of, regions_of
from tests.engine.rulesets.classic_fantasy import table as d100
from tests.engine.rulesets.future_imperfect import table as future_imperfect
from tests.engine.rulesets.future_imperfect.attack_helpers import armed
from tests.engine.tiny import Raise, Tiny
from tests.vtt.table.test_chips_and_tracks import last, play, stand_at
from tests.vtt.table_hand import Hand
from vtt.campaign.open_campaign import OpenCampaign
from vtt.campaign.viewer_campaign import ViewerCampaign
from vtt.shared.bodies.body_drawing import GRAVEST, BodyPartLook, grade_of, lay_body, shield_places
from vtt.shared.offers.pressed_questions import next_question
from vtt.table.accessibility.focus_targets import FocusTargetKind
from vtt.table.input.hit_location_offer_filter import location_offers
from vtt.table.items.picture_layer import HotRegion
from vtt.table.layout.table_layout import lay_out_table
from vtt.table.layout.table_plan import LayoutNeeds
from vtt.table.layout.zone_placement import place_zones
from vtt.table.questions.answering_pieces import answering_pieces
from vtt.table.seats.character_summary import shown_actor
from vtt.table.seats.character_summary_layout import lay_summary
from vtt.widgets.body_shape import svg_path
from vtt.widgets.look.ui_metrics import ui_metrics


class Struck(Tiny):
    """A hit is on the torso; player 1 may move it to the head, or in two ways to the legs."""

    def __init__(self, victim: str) -> None:
        super().__init__()
        self.victim = victim

    def activity_view(self, table: Table, viewer: str) -> tuple[ActivityView, ...]:
        ways = {2: ("head", ""), 3: ("legs", "knee"), 4: ("legs", "shin")}
        reach = (
            LocationMark(
                actor=self.victim, location=where, state="reach", place=place, offer="move_hit", answers={"count": n}
            )
            for n, (where, place) in ways.items()
        )
        marks = (LocationMark(actor=self.victim, location="torso", state="hit"), *reach)
        return (ActivityView(title=Message(key="tiny.bout"), marks=marks),)

    def offers(self, table: Table, seat: str, viewer: str) -> tuple[Offer, ...]:
        if seat != "p1":
            return super().offers(table, seat, viewer)
        questions = (question("count", QuestionKind.NUMBER),)
        return (
            make_offer("move_hit", Raise(seat=seat, count=1), questions=questions),
            *super().offers(table, seat, viewer),
        )

    def body_annotations(self, table: Table, actor: str) -> BodyAnnotations:
        name = table.actors[actor].name
        return BodyAnnotations(penalties=(Message(key=f"{name} limps"),), armour={"arms": 4})


def spots(hand: Hand, actor: str, name: str = "") -> list[HotRegion]:
    hot = hand.view.table_scene.static_items.regions
    return [h for h in hot if h.kind == "region" and h.names[0] == actor and name in ("", h.names[2])]


def region(hand: Hand, actor: str, name: str) -> QPoint:
    """Return a point well within a region, and in no other."""
    shape = spots(hand, actor, name)[-1].shape
    assert shape is not None
    box, at = shape.boundingRect(), hand.view.table_scene.static_items.at
    steps = [QPointF(box.width() * x / 12, box.height() * y / 12) + box.topLeft() for x in range(13) for y in range(13)]
    inside = [p for p in steps if shape.contains(p) and at(p.toPoint().toPointF(), "region")[2:] == (name,)]
    return min(inside, key=lambda p: (p - box.center()).manhattanLength()).toPoint()


def button(hand: Hand, words: str) -> QPushButton:
    return next(b for b in hand.view.location_card.findChildren(QPushButton) if b.accessibleName().startswith(words))


def with_actors(campaign: OpenCampaign, actors: Mapping[str, Actor]) -> OpenCampaign:
    table = campaign._history.table
    return OpenCampaign(campaign.game, History(replace(table, actors={**table.actors, **actors})), SeededChance(1))


def words_in(hand: Hand) -> str:
    """Return whatever the table says to eyes or ears."""
    static_items = hand.view.table_scene.static_items
    told = [h.text for h in static_items.regions] + [text for _, text in static_items.tips]
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
    button(hand, "increase: Armour").click()
    body = hand.table.actors["hero_p2"].body
    assert body is not None
    assert body.locations["torso"] == Location(level=2, most=3, armour=1, bleeding=True)
    assert "Torso of Hero p2: 2 of 3, armour 1, bleeding" in [name for name, _ in hand.view.accessible_items()]
    hand.campaign.undo()
    assert not button(hand, "decrease: Armour").isEnabled(), "one gesture is one undo, and the card follows"
    hand.click(QPoint(3, 3))
    assert not card.isVisible()
    assert card.accessibleName() == ""


def test_the_card_of_a_location_grows_with_what_it_has_to_say(qtbot: QtBot) -> None:
    table = future_imperfect.laid()
    hand = Hand(
        qtbot, OpenCampaign(game_of(table.ruleset), History(table), SeededChance(1)), size=(878, 520), viewer="gm"
    )
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
    stand_at(hand, FocusTargetKind.ELEMENT, "hero_p3", "location", "arms")
    hand.key(Qt.Key.Key_Return)
    card = hand.view.location_card
    focused = card.window().focusWidget()
    assert isinstance(focused, QPushButton)
    QTest.keyClick(focused, Qt.Key.Key_3)
    assert last(hand) == SetLocation(seat="p3", actor="hero_p3", location="arms", level=3)
    assert not hand.view.looking_seat, "a digit on the card is no key of a seat"
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
    assert any(name.startswith("Torso of Hero p2") and name.endswith("hit location") for name in names)
    assert sum(name.endswith("the hit can be moved here") for name in names) == 2
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


def test_the_games_annotations_are_beside_the_body(qtbot: QtBot) -> None:
    hand = Hand(qtbot, play(Struck("hero_p2")))
    assert "Arms of Hero p2: 0 of 3, armour 4" in words_in(hand)
    assert hand.view.table_scene.display_state.notes["hero_p1"].penalties[0].key == "Hero p1 limps"


def test_the_one_who_is_hit_comes_to_the_front_and_any_other_by_a_click(qtbot: QtBot) -> None:
    hand = Hand(qtbot, play(Struck("rat")))
    assert not spots(hand, "orc")
    assert spots(hand, "rat"), "the second of the GM's two is hit"
    before = hand.campaign.position
    opened: list[str] = []
    hand.view.actor_activated.connect(opened.append)
    static_items = hand.view.table_scene.static_items
    chips = {h.names[0]: h.rect.center().toPoint() for h in static_items.regions if h.kind == "actor"}
    hand.click(chips["orc"])
    assert spots(hand, "orc")
    assert not spots(hand, "rat")
    assert (hand.campaign.position, opened) == (before, []), "a look of this window, no command"
    hand.click(chips["orc"])
    assert opened == ["orc"], "the one in front opens its record"
    assert shown_actor(hand.campaign.viewer_campaign(SHARED).view, "gm") == hand.table.actors["rat"], (
        "other windows show the hit"
    )
    hand.campaign.submit(SetLocation(seat="gm", actor="rat", location="head", level=1))
    assert spots(hand, "orc"), "it stays in front while nobody else is hit"
    assert "Health 5, Head 1" in words_in(hand), "its plaque tells how it is"


def test_a_dozen_characters_of_one_seat_have_room_or_are_in_a_menu(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    campaign = play()
    orc = campaign._history.table.actors["orc"]
    many = {f"orc{i}": replace(orc, id=f"orc{i}", name=f"Orc {i}") for i in range(10)}
    wide = Hand(qtbot, with_actors(campaign, many), size=(1400, 800))
    chips = {h.names[0]: h.rect for h in wide.view.table_scene.static_items.regions if h.kind == "actor"}
    assert {*many, "orc", "rat"} <= set(chips)
    mine = [rect for name, rect in chips.items() if not name.startswith("hero")]
    assert not any(a.intersects(b) for i, a in enumerate(mine) for b in mine[:i])
    small = Hand(qtbot, with_actors(campaign, many), size=(900, 430))
    monkeypatch.setattr(QMenu, "popup", lambda menu, where: None)  # there is no screen to pop up on
    crowd = next(h.rect.center().toPoint() for h in small.view.table_scene.static_items.regions if h.kind == "crowd")
    small.click(crowd)
    menu = small.view.findChild(QMenu)
    assert menu is not None
    next(action for action in menu.actions() if action.text().startswith("Orc 9")).trigger()
    assert small.view.table_scene.display_state.fronts == {"gm": "orc9"}


def test_others_learn_nothing_of_a_secret_body(qtbot: QtBot) -> None:
    campaign = play(Struck("orc"))
    orc = campaign._history.table.actors["orc"]
    assert orc.body is not None
    hurt = replace(orc.body, locations={**orc.body.locations, "head": Location(level=3, most=3, bleeding=True)})
    hand = Hand(qtbot, with_actors(campaign, {"orc": replace(orc, name="Lurker", secret=True, body=hurt)}), viewer="gm")
    assert spots(hand, "orc")
    assert "Head of Lurker: 3 of 3" in words_in(hand)
    hand.view.bring_forward("orc")
    hand.click(region(hand, "orc", "arms"))
    assert hand.view.location_card.about == ("orc", "arms")
    hand.view.set_viewer("p2")
    assert not hand.view.location_card.isVisible()
    assert not spots(hand, "orc")
    assert "Lurker" not in words_in(hand)
    assert campaign.game.body_annotations(hand.table, "orc", "p2") == BodyAnnotations()
    seen = campaign.game.view_for(hand.table, "p2")
    assert not [mark for activity_view in seen.under_way for mark in activity_view.marks]
    assert "limps" not in str(hand.view.table_scene.display_state.notes.get("orc"))


def test_a_body_folds_to_lines_where_it_has_no_room_or_no_drawing() -> None:
    body = unhurt_body("six_limbed")
    lengths = ui_metrics(1.0)
    room = QImage(200, 300, QImage.Format.Format_RGB32).rect().toRectF()
    plan = lay_body(body.chart, tuple(body.locations), room, lengths)
    assert plan is not None
    assert room.contains(plan.rect)
    assert {part.name for part in plan.parts} == set(body.locations)
    assert lay_body(body.chart, tuple(body.locations), room.adjusted(0, 0, 0, -230), lengths) is None
    assert lay_body("jelly", ("blob",), room, lengths) is None


CHARTS = {
    "human": hit_charts().charts["human"].areas,
    "six_limbed": hit_charts().charts["six_limbed"].areas,
    **{name: chart.names for name, chart in hit_locations.charts().charts.items()},
}


@pytest.mark.rule("CF-UI-1", "CF-HITLOC-4")
@pytest.mark.parametrize("chart", CHARTS)
def test_every_chart_that_ships_has_a_drawing_with_a_region_for_each_area(chart: str) -> None:
    name, drawing = outline_of(chart)
    regions = regions_of(CHARTS[chart], drawing)
    assert name == ("human" if chart == "humanoid" else chart)
    assert sorted(region for found in regions.values() for region in found) == sorted(drawing.anchors)
    for region, outline in drawing.outlines.items():
        assert svg_path(outline).contains(QPointF(*drawing.anchors[region])), region


@pytest.mark.rule("CF-UI-1")
@pytest.mark.parametrize("chart", CHARTS)
def test_the_armour_of_a_location_covers_no_number(chart: str) -> None:
    looks = {name: BodyPartLook(level=5, grade=0, armour=3) for name in CHARTS[chart]}
    for high in (160, 240, 400):
        plan = lay_body(chart, tuple(looks), QRectF(0, 0, high, high), ui_metrics(1.0))
        assert plan is not None
        shields, discs = shield_places(plan, looks), [at for part in plan.parts for at in part.badges]
        assert len(shields) == len(discs)
        assert all(QLineF(shield, disc).length() > 0.85 * plan.badge for _, shield in shields for disc in discs), high
        assert all(plan.rect.contains(shield) for _, shield in shields), high


def a_d100_table(**changes: Any) -> OpenCampaign:
    """Return a table of Classic d100 fantasy with a body that has everything a body can have."""
    table = d100.laid()
    draft = Draft(table, SeededChance(1))
    for where, left in {"Chest": 3, "Right Arm": -1, "Left Leg": -6, "Left Arm": -4}.items():
        body_state.set_hit_points(draft, "ana", where, left)
    body_state.begin_bleeding(draft, "ana", "Left Leg", 2)
    for name, where in {
        character_conditions.USELESS: "Right Arm",
        character_conditions.SCAR: "Right Arm",
        character_conditions.BURNING: "Chest",
        character_conditions.LIMB_LOST: "Left Arm",
    }.items():
        character_conditions.lay(draft, "ana", name, where, level=1)
    character_conditions.lay(draft, "ana", character_conditions.DEADLINE, "Left Leg", until=table.clock + 180)
    ana = replace(draft.table.actors["ana"], **changes)
    laid = replace(draft.table, actors={**draft.table.actors, "ana": ana})
    return OpenCampaign(d100.GAME, History(laid), SeededChance(1))


@pytest.mark.rule("CF-UI-1")
def test_a_figure_has_a_level_in_words_and_a_sign_for_each_state(qtbot: QtBot) -> None:
    hand = Hand(qtbot, a_d100_table(), size=(1250, 620))
    told = {
        h.names[2]: h.text
        for h in hand.view.table_scene.static_items.regions
        if h.kind == "region" and h.names[0] == "ana"
    }
    assert told["Head"] == "Head of Ana: 5 of 5"
    assert "Minor" in told["Chest"]
    assert "On fire, intensity 1" in told["Chest"]
    assert "Serious" in told["Right Arm"]
    assert "Useless" in told["Right Arm"]
    assert "Scar" in told["Right Arm"]
    assert "Lost" in told["Left Arm"]
    assert "Destroyed" in told["Left Arm"]
    assert "Major" in told["Left Leg"]
    assert "Bleeding: 2 Fatigue levels per Round" in told["Left Leg"]
    assert "Will die of this wound unless stabilised: 3 min left" in told["Left Leg"]
    notes = hand.campaign.viewer_campaign(SHARED).body_annotations("ana")
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
    labels = [label.text() for label in card.findChildren(QLabel)]
    assert "Will die of this wound unless stabilised: 3 min left" in labels
    button(hand, "Treat a wound: First Aid").click()
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
    assert all(action.text().endswith("has not learned Healing. Choose another skill.") for action in denied)
    next(action for action in menu.actions() if "attack" in action.text()).trigger()
    assert asked[-1][1] == {"target": "ana", "location": "Left Leg"}, "nothing of what others are answered"
    offers = {one.offer.name: one for one in location_offers(hand.campaign.viewer_campaign(SHARED), "ana", "Left Leg")}
    assert offers["d100_harm"].answers == {"actor": "ana", "locations": ("Left Leg",)}
    assert offers["d100_tend:healing"].reason, "nobody has learned it"
    assert "d100_tend:first_aid" not in {
        one.offer.name for one in location_offers(hand.campaign.viewer_campaign(SHARED), "ana", "Head")
    }


@pytest.mark.parametrize("by_location", [True, False])
def test_only_an_offer_that_says_so_is_not_proposed_at_a_location(
    monkeypatch: pytest.MonkeyPatch, *, by_location: bool
) -> None:
    """What is rare and takes several locations is proposed like anything else."""
    viewer_campaign = a_d100_table().viewer_campaign(SHARED)
    harm = next(offer for offer in viewer_campaign.offers("gm") if offer.name == "d100_harm")
    questions = tuple(replace(asked, by_location=by_location) for asked in harm.questions)
    offers = (replace(harm, rare=True, questions=questions),)
    monkeypatch.setattr(ViewerCampaign, "offers", lambda *_: offers)
    placed = location_offers(viewer_campaign, "ana", "Left Leg")
    assert [found.offer.name for found in placed] == (["d100_harm"] if by_location else [])


@pytest.mark.rule("CF-UI-1")
def test_the_wounds_that_are_asked_about_are_lit_on_the_patient_whoever_treats_them(qtbot: QtBot) -> None:
    hand = Hand(qtbot, a_d100_table(), size=(1250, 620), viewer="gm")
    offers = hand.campaign.viewer_campaign("gm").offers("gm")
    tend = next(offer for offer in offers if offer.name == "d100_stabilise_by:first_aid")
    asked = next_question(tend, {"actor": "bor", "patient": "ana"})
    assert asked is not None
    assert asked.question.field == "location"
    scene = hand.view.table_scene
    lit = answering_pieces(scene.view, scene.static_items.regions, asked)
    bodies = {spot.names[0] for spot in scene.static_items.regions for piece in lit if piece.rect == spot.rect}
    assert bodies == {"ana"}


@pytest.mark.rule("CF-UI-1", "CF-UI-10")
def test_a_click_on_a_body_makes_a_blow_land_there_until_it_is_taken_off(qtbot: QtBot) -> None:
    hand = Hand(qtbot, a_d100_table(), size=(1250, 620), viewer="gm")
    hand.campaign.submit(HarmSomebody(seat="gm", actor="ana", damage="1d6", locations=("Head",)))
    told = {
        h.names[2]: h.text
        for h in hand.view.table_scene.static_items.regions
        if h.kind == "region" and h.names[0] == "ana"
    }
    assert told["Head"].endswith("hit location")
    assert told["Abdomen"].endswith("the hit can be moved here")
    hand.click(region(hand, "ana", "Abdomen"))
    assert last(hand) == ChooseLocations(seat="gm", locations=("Abdomen",))
    now = hand.table.procedures[-1]
    assert isinstance(now, DamageProcess)
    assert [blow.location for blow in now.blows] == ["Abdomen"]


def test_who_was_shot_at_stays_at_the_front_until_another_acts_or_is_hit(qtbot: QtBot) -> None:
    fight = future_imperfect.conflict(future_imperfect.laid(sheets={"frost": armed("Blast pistol")}))
    table = future_imperfect.counted(future_imperfect.dealt(fight, frost="AS", thug="3S/2"), "A")
    table = future_imperfect.play(table, PlayCard(seat="tom", actor="frost"))
    campaign = OpenCampaign(game_of("future_imperfect"), History(table), SeededChance(1))
    hand = Hand(qtbot, campaign, size=(1400, 800))
    assert spots(hand, "thug")
    campaign.submit(Shoot(seat="tom", actor="frost", target="guard", weapon="Blast pistol", distance=5))
    assert spots(hand, "guard")
    campaign.submit(StopAttack(seat="tom"))
    assert spots(hand, "guard"), "everybody still looks there"
    hand.view.bring_forward("thug")
    assert spots(hand, "thug"), "whom people want to see, they see"
    campaign.submit(Shoot(seat="tom", actor="frost", target="guard", weapon="Blast pistol", distance=5))
    assert spots(hand, "guard"), "the same one is shot at again"


@pytest.mark.rule("FI-HEAL-3")
@pytest.mark.parametrize("others", [(), ("thug", "chuk")])
def test_a_click_on_a_wound_lets_who_knows_medicine_treat_it_whoever_sits_first(others: tuple[str, ...]) -> None:
    """Whose wound it is says the click, also where several have the same one."""
    surgeon: Json = {"name": "medicine", "concentration": "surgery", "level": 1}
    cuts = [SetLocation(seat="gm", actor=who, location="left_leg", level=2) for who in ("frost", *others)]
    hurt = future_imperfect.play(future_imperfect.laid(sheets={"chuk": {"aptitudes": [surgeon]}}), *cuts)
    campaign = OpenCampaign(game_of("future_imperfect"), History(hurt), SeededChance(1))
    placed = location_offers(campaign.viewer_campaign(SHARED), "frost", "left_leg")
    assert "set_on_fire" not in {found.offer.name for found in placed}, "nobody who looks after a wound wants that"
    operate = next(found for found in placed if found.offer.name == "operate:left_leg")
    assert isinstance(operate.offer.command, TreatWound)
    assert (operate.offer.command.actor, operate.answers.get("patient", operate.offer.command.patient)) == (
        "chuk",
        "frost",
    )
    own = location_offers(campaign.viewer_campaign(SHARED), "chuk", "left_leg")
    assert others or not any(isinstance(found.offer.command, TreatWound) for found in own), (
        "it is not the healer's own leg"
    )


@pytest.mark.rule("CF-UI-1")
def test_of_a_secret_wounded_body_the_common_screen_tells_nothing(qtbot: QtBot) -> None:
    hand = Hand(qtbot, a_d100_table(name="Lurker", secret=True, seat="gm"), size=(1250, 620))
    assert not spots(hand, "ana")
    assert "Lurker" not in words_in(hand)
    assert "Dying" not in words_in(hand)
    assert location_offers(hand.campaign.viewer_campaign(SHARED), "ana", "Left Leg") == ()
    assert hand.campaign.viewer_campaign(SHARED).body_annotations("ana") == BodyAnnotations()
    hand.view.set_viewer("gm")
    hand.view.bring_forward("ana")
    assert "Will die of this wound unless stabilised: 3 min left" in words_in(hand)


@pytest.mark.rule("CF-UI-1")
@pytest.mark.parametrize("chart", [*hit_locations.charts().charts, "strange"])
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
    hand = Hand(qtbot, OpenCampaign(d100.GAME, History(table), SeededChance(1)), size=(879, 425))
    plan, ana = hand.view.table_scene.plan, table.actors["ana"]
    laid = {
        (cell.seat, chart): lay_summary(
            replace(ana, body=Body(chart=chart, locations={name: Location(level=4, most=4) for name in CHARTS[chart]})),
            cell.figure,
            plan.lengths,
            named=cell.seat == "gm",
            numbers=cell.numbers,
        )
        for cell in plan.cells
        for chart in (hit_locations.charts().charts if cell.seat == "gm" else ("humanoid",))
    }
    assert len(laid) == players + len(hit_locations.charts().charts)
    assert not [which for which, figure in laid.items() if figure.body is None]
    assert all(len([one for one in f.elements if one.kind == "track"]) == len(ana.tracks) for f in laid.values())
    assert all(box.rect.height() >= 19 for figure in laid.values() for box in figure.callouts), "letters are read"
    least = {seat: min(e.rect.height() for e in f.elements if e.kind == "track") for (seat, _), f in laid.items()}
    assert least["gm"] >= plan.lengths.font_least, least


def test_a_grade_reads_wounds_and_points_alike() -> None:
    assert [grade_of(Location(level=level, most=5)) for level in range(6)] == [0, 1, 2, 3, 4, 5]
    assert [grade_of(Location(level=level, most=3)) for level in (0, 1, 3)] == [0, 2, GRAVEST]
    assert [grade_of(Location(level=level, least=None, most=4)) for level in (4, 3, 0, -2)] == [0, 2, GRAVEST, GRAVEST]


def test_a_game_that_has_nothing_to_tell_tells_nothing() -> None:
    game = make_game(Tiny())
    assert game.body_annotations(play()._history.table, "orc", "gm") == BodyAnnotations()


@pytest.mark.parametrize("size", [(1390, 790), (870, 430), (1150, 350), (700, 900), (2600, 1400)])
@pytest.mark.parametrize("scale", [1.0, 1.5, 2.0, 3.0])
@pytest.mark.parametrize("seats", [2, 4, 8])
def test_a_character_summary_overlaps_nothing_at_any_size(size: tuple[int, int], scale: float, seats: int) -> None:
    view = play(seats=seats).viewer_campaign(SHARED).view
    everybody = frozenset(view.seats)
    lines = dict.fromkeys(view.seats, 7)
    needs = LayoutNeeds(pills=everybody, figures=lines, bodies=everybody, crowds={"gm": 12})
    plan = lay_out_table(QSizeF(*size) * scale, scale, place_zones(view), needs)
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
        assert all(lay_summary(hero, c.figure, plan.lengths, named=False).body for c in plan.cells), "it is drawn"
