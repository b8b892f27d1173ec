"""Cards in numbered slots, bodies that are aimed at, and what is pending: a battle of Card: the Drawing by mouse."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine.core.chance import SeededChance
from engine.core.commands import Command
from engine.core.history import History
from engine.core.manual_moves import EditActor
from engine.messages.texts import say
from engine.model.frozen import Json
from engine.model.seats import SHARED
from engine.model.table import Table
from engine.presentation.game import Game
from engine.presentation.scripts.script import play_script
from engine.presentation.stations import Station
from engine.rulesets.card_the_drawing.battle.battle_end import EndBattle
from engine.rulesets.card_the_drawing.battle.gm_override import CarryOn
from engine.rulesets.card_the_drawing.battle.planning.plan_edit_commands import LayCard, LockPlan, MarkDismissal
from engine.rulesets.card_the_drawing.battle.resolution.choice_commands import ChooseTargets
from engine.rulesets.card_the_drawing.battle.resolution.interrupts import NobodyInterrupts
from engine.rulesets.card_the_drawing.outside_combat import DrawHand, NewScene
from engine.rulesets.loader import game_of
from engine.sheets.editing.record_moves import WriteRecord
from tests.engine.rulesets.card_the_drawing.table import (
    GAME,
    arranged,
    carried_on,
    deck,
    faces,
    fighter,
    in_hand,
    laid,
    now,
    planned,
    planning,
    play,
    started,
    with_tracks,
)
from tests.engine.rulesets.future_imperfect import table as rounds
from tests.on_screen import put_up
from tests.vtt.painted import written_by
from tests.vtt.table_hand import CALM, Hand, shared_faces
from vtt.campaign.open_campaign import OpenCampaign
from vtt.campaign.result_hold import ResultHold
from vtt.shared.fitted_text import break_into_lines, text_width
from vtt.shared.pictures.picture_reader import from_image
from vtt.shared.screen_names import first_names
from vtt.shared.table_queries import seats_waited_for, stations_of
from vtt.shell.window.table_room import TableRoom
from vtt.table.input.drop_targets import ItemPlace
from vtt.table.questions.question_bubble import QuestionBubble
from vtt.table.scene.privacy_curtain import PrivacyCurtain
from vtt.table.scene.table_scene import TableScene
from vtt.table.stations.station_header_layout import BodyTileNeed, _shared
from vtt.table.stations.station_painting import (
    BodyTileLook,
    TokenLook,
    body_tile_need,
    lay_tokens,
    paint_body_tile,
    tokens_that_fit,
    tokens_width,
)
from vtt.widgets.look.theme import Theme, ThemeHub
from vtt.widgets.look.ui_fonts import ui_font
from vtt.widgets.look.ui_metrics import ui_metrics
from vtt.widgets.speech_bubble import SpeechBubble

SORCERER: dict[str, Json] = {
    "archetype": "Sorcerer",
    "deck": deck("so_arcane_lance*3 so_fireball*3 so_spark*3 punch*3 retreat*3"),
}
SIZE = (1388, 782)


@pytest.fixture(autouse=True)
def _drawn_at_once(qapp: QApplication) -> Iterator[None]:
    """Draw faces at once and not by a worker, which could outlive the test."""
    with shared_faces(CALM).patiently():
        yield


def fight(**hands: str) -> Table:
    """Return a battle of four in its Planning phase, in which these hold these cards and can pay for them."""
    table = started(laid("tia", "eli", "ogre", "rats", sheets={"eli": SORCERER}))
    for actor, held in hands.items():
        table = arranged(with_tracks(table, actor, Adrenaline=4), actor, hand=held, pile=None)
    return planning(table)


def at_table(qtbot: QtBot, table: Table, viewer: str = SHARED) -> Hand:
    """Return a hand at such a table."""
    return Hand(qtbot, OpenCampaign(GAME, History(table), SeededChance(1)), viewer=viewer, size=SIZE)


def spot(hand: Hand, kind: str, *names: str) -> QPoint:
    """Return the middle of a part of the table."""
    hot = hand.view.table_scene.static_items.regions
    return next(h.rect.center().toPoint() for h in hot if h.kind == kind and h.names[: len(names)] == names)


def words(hand: Hand, kind: str, *names: str) -> str:
    """Return what is said of a part of the table."""
    return hand.view.table_scene.static_items.tip_at(spot(hand, kind, *names).toPointF())


def station(hand: Hand, actor: str, viewer: str) -> Station:
    """Return a character's station as a viewer sees it."""
    return next(s for s in stations_of(hand.campaign.viewer_campaign(viewer).view) if s.actor == actor)


@pytest.mark.rule("CD-UI-5", "CD-PLAN-3")
def test_cards_are_laid_into_slots_moved_there_and_taken_back_by_mouse(qtbot: QtBot) -> None:
    hand = at_table(qtbot, fight(tia="punch swing_blade retreat"), "tom")
    hand.drag(hand.at("hand:tom", 1), spot(hand, "slot", "plan:tia", "1"))
    hand.drag(hand.at("hand:tom", 0), spot(hand, "slot", "plan:tia", "1"))
    assert faces(hand.table, "plan:tia") == ["punch", "swing_blade"]
    hand.drag(hand.at("plan:tia", 0), spot(hand, "slot", "plan:tia", "2"))
    assert faces(hand.table, "plan:tia") == ["swing_blade", "punch"]
    assert not fighter(hand.table, "tia").ready, "a plan that is laid is not locked by that"
    hand.drag(hand.at("hand:tom", 0), spot(hand, "slot", "plan:tia", "2"))
    assert faces(hand.table, "plan:tia") == ["swing_blade", "retreat"], "into a full plan it goes in the other's place"
    hand.drag(hand.at("plan:tia", 0), hand.at("hand:tom", 0))
    assert faces(hand.table, "plan:tia") == ["retreat"]
    assert hand.said == []
    hand.campaign.undo()
    assert faces(hand.table, "plan:tia") == ["swing_blade", "retreat"], "each gesture is one step back"


@pytest.mark.rule("CD-PLAN-2", "CD-UI-5")
def test_an_interrupt_is_refused_in_one_sentence_to_its_player_alone(qtbot: QtBot) -> None:
    table = fight(tia="counter_strike punch")
    own = at_table(qtbot, table, "tom")
    own.drag(own.at("hand:tom", 0), spot(own, "slot", "plan:tia", "1"))
    assert own.said == [("Counter Strike is an Interrupt and cannot be planned. Keep it in your hand.", ("CD-PLAN-2",))]
    shared = at_table(qtbot, table)
    shared.drag(shared.at("hand:tom", 0), spot(shared, "slot", "plan:tia", "1"))
    assert len(shared.said) == 1
    assert "Counter" not in shared.said[0][0]
    assert "Interrupt" not in shared.said[0][0]
    assert faces(shared.table, "plan:tia") == []


@pytest.mark.rule("CD-TAG-RITUAL", "CD-UI-5", "CD-UI-6")
def test_a_ritual_covers_slots_and_overflows_before_its_player_alone(qtbot: QtBot) -> None:
    table = fight(eli="so_arcane_lance punch so_spark")
    for face in ("punch", "so_arcane_lance"):
        table = play(table, LayCard(seat="eve", actor="eli", card=in_hand(table, "eli", face)))
    hand = at_table(qtbot, table)
    before = hand.view.table_scene.spots_of("plan:eli")[1]
    assert [(c.first, c.last) for c in station(hand, "eli", SHARED).cards] == [(1, 1), (2, 2)]
    hand.view.hand_peek.begin("eve")
    covered = hand.view.table_scene.placement.stations["eve"][0].cards
    assert [(c.first, c.last) for c in covered] == [(1, 1), (2, 3)]
    assert hand.view.table_scene.spots_of("plan:eli")[1].x > before.x, "it lies across the next round's slot"
    hand.view.hand_peek.end()
    assert hand.view.table_scene.spots_of("plan:eli")[1] == before


@pytest.mark.rule("CD-UI-5", "CD-UI-2")
def test_only_the_player_sees_the_cost_of_a_plan(qtbot: QtBot) -> None:
    table = fight(tia="hamstring staggering_blow counter_strike")
    table = with_tracks(table, "tia", Adrenaline=3)
    for face in ("hamstring", "staggering_blow"):
        table = play(table, LayCard(seat="tom", actor="tia", card=in_hand(table, "tia", face)))
    hand = at_table(qtbot, table)
    assert all(station(hand, "tia", viewer).budget is None for viewer in (SHARED, "gm", "eve"))
    assert not any("Cost " in text and " slots" in text for _, text in hand.view.table_scene.static_items.tips)
    hold = ResultHold(hand.view)
    hand.view.hold_results(hold)
    hand.view.hand_peek.begin("tom")
    told = [text for _, text in hand.view.table_scene.static_items.tips if "Cost 4 of 3 Adrenaline" in text]
    assert told
    assert "Staggering Blow can fizzle: cost 2, but only 1 left" in told[0]
    hold.begin()
    hand.view.hand_peek.end()
    left = [text for _, text in hand.view.table_scene.static_items.tips if "Cost " in text and " slots" in text]
    assert left == [], "also while dice fly, and most of the table stays as it was"


@pytest.mark.rule("CD-UI-5", "CD-PLAN-4")
def test_the_reserve_for_an_interrupt_is_in_the_sum_at_every_width(qtbot: QtBot) -> None:
    table = with_tracks(fight(tia="hamstring counter_strike", rats="gm_grapple"), "tia", Adrenaline=3)
    table = play(table, LayCard(seat="tom", actor="tia", card=in_hand(table, "tia", "hamstring")))
    budget = station(at_table(qtbot, table), "tia", "tom").budget
    assert budget is not None
    assert budget.least is not None
    assert (say(budget.brief), say(budget.least)) == ("Cost 2 of 3, Interrupt 2 more", "2+2/3")
    assert [say(part) for part in (budget.words, *budget.warnings)] == [
        "Cost 2 of 3 Adrenaline, 1 of 2 slots",
        "Not enough left for Counter Strike (cost 2, 1 left)",
    ]
    room = QRectF(0, 0, 60, 24)
    look = TokenLook("note", say(budget.brief), brief=say(budget.least))
    lengths = ui_metrics(1.0)
    assert [words for _, words in lay_tokens((look, TokenLook("star", "Stunned")), room, lengths)] == ["2+2/3", ""]
    wide = lay_tokens((look,), room.adjusted(0, 0, 250, 0), lengths)
    assert [words for _, words in wide] == ["Cost 2 of 3, Interrupt 2 more"]


@pytest.mark.rule("CD-UI-8", "CD-TGT-2")
def test_a_click_on_a_body_chooses_it_and_shows_the_cards_effect(qtbot: QtBot) -> None:
    table = planned(fight(tia="swing_blade punch"), tia="swing_blade")
    hand = at_table(qtbot, table)
    scene = hand.view.table_scene
    shown = scene.spots_of("open:tia")[0]
    assert shown.height == scene.plan.stage.height(), "the card in play lies large in the middle"
    assert "8 damage, 37 Health left" in words(hand, "body", "ogre")
    hand.click(spot(hand, "body", "tia"))
    assert "Swing Blade cannot target its own user, Tia" in hand.said[-1][0]
    hand.click(spot(hand, "body", "eli"))
    assert "same side" in hand.said[-1][0], "an ally is not struck by one click"
    hand.click(spot(hand, "body", "rats#3"))
    hand.campaign.submit(NobodyInterrupts(seat="gm"))
    assert hand.table.actors["rats"].tracks["Minion 3"].value == 0


@pytest.mark.rule("CD-UI-8", "CD-UI-19")
def test_escape_forgets_a_body_that_was_chosen_and_friends_are_framed_otherwise(qtbot: QtBot) -> None:
    hand = at_table(qtbot, planned(fight(tia="swing_blade punch"), tia="swing_blade"))
    looks = {name: _tile(hand, name) for name in ("eli", "ogre")}
    assert [(looks[name].aim, looks[name].ally) for name in ("eli", "ogre")] == [("open", True), ("open", False)]
    hand.click(spot(hand, "body", "eli"))
    assert list(hand.view.table_scene.display_state.chosen) == ["eli"]
    hand.key(Qt.Key.Key_Escape)
    assert not hand.view.table_scene.display_state.chosen
    hand.click(spot(hand, "body", "eli"))
    assert list(hand.view.table_scene.display_state.chosen) == ["eli"], "it takes two clicks again"


def _tile(hand: Hand, body: str) -> BodyTileLook:
    """Return what the tile of a body shows."""
    pictures = hand.view.table_scene.static_items._pictures
    whole = next(picture._key for name, picture in pictures.items() if name.endswith(f" body {body}"))
    look = whole[0][0][0]  # type: ignore[index]
    assert isinstance(look, BodyTileLook)
    return look


@pytest.mark.rule("CD-TAG-BLAST", "CD-UI-8")
def test_several_targets_are_clicked_and_fewer_confirmed_at_the_card(qtbot: QtBot) -> None:
    table = planned(fight(eli="so_fireball punch"), eli="so_fireball")
    hand = at_table(qtbot, table)
    hand.click(spot(hand, "body", "rats#1"))
    assert list(hand.view.table_scene.display_state.chosen) == ["rats#1"]
    hand.click(spot(hand, "body", "rats#1"))
    assert not hand.view.table_scene.display_state.chosen
    hand.click(spot(hand, "body", "rats#2"))
    before = hand.table.procedures
    assert _tile(hand, "rats#2").aim == "chosen"
    hand.click(spot(hand, "stage"))
    assert hand.table.procedures != before
    hand.campaign.undo()
    hand.click(spot(hand, "body", "rats#2"))
    hand.key(Qt.Key.Key_Return)
    hand.campaign.submit(NobodyInterrupts(seat="gm"))
    left = [hand.table.actors["rats"].tracks[f"Minion {n}"].value for n in (1, 2)]
    assert left == [8, 3]


@pytest.mark.rule("CD-TAG-BLAST", "CD-UI-8")
def test_the_first_click_on_a_target_chooses_nobody_besides(qtbot: QtBot) -> None:
    table = fight(eli="so_fireball punch", ogre="swing_blade")
    table = planned(table, eli="so_fireball", ogre="swing_blade")
    hand = at_table(qtbot, table)
    hand.click(spot(hand, "body", "eli"))
    while "aimed" in {side.aim for g in hand.campaign.viewer_campaign(SHARED).view.under_way for side in g.sides}:
        hand.campaign.submit(NobodyInterrupts(seat="gm"))
    assert (_tile(hand, "ogre").aim, _tile(hand, "rats#1").aim) == ("forced", "open"), "the ogre was close"
    why = "also hit by Blast"
    assert _reason_in_play(hand, "Eli") == why
    hand.click(spot(hand, "body", "rats#1"))
    assert list(hand.view.table_scene.display_state.chosen) == ["rats#1"], "the ogre was not clicked"
    hand.key(Qt.Key.Key_Return)
    assert "ogre" in hand.said[-1][0].lower(), "it says who must be among them"
    assert list(hand.view.table_scene.display_state.chosen) == ["rats#1"], "what is refused can be changed"
    hand.click(spot(hand, "body", "rats#2"))
    assert "ogre" in hand.said[-1][0].lower()
    assert list(hand.view.table_scene.display_state.chosen) == ["rats#1", "rats#2"]
    hand.click(spot(hand, "body", "ogre"))
    under_way = hand.campaign.viewer_campaign(SHARED).view.under_way
    assert {side.name for g in under_way for side in g.sides if side.aim == "aimed"} >= {"rats#2", "ogre"}
    assert _reason_in_play(hand, "Eli") == why, "the reason stays while the card can be answered"
    assert _reason_in_play(hand, "Ogre") == "", "a chosen target needs none"


def _reason_in_play(hand: Hand, body: str) -> str:
    """Return why a body is a target, too, as it is written beside the card in play."""
    regions = hand.view.table_scene.static_items.regions
    (words,) = (region.text for region in regions if region.kind == "words" and region.names == ("stage",))
    found = [line for line in words.split(". ") if line.startswith(f"{body}: ") and " damage, also" in line]
    return found[0].split(", ", 1)[1] if found else ""


@pytest.mark.rule("CD-UI-8")
def test_the_second_click_of_a_double_click_on_a_target_does_not_leave_the_table(qtbot: QtBot) -> None:
    hand = at_table(qtbot, planned(fight(tia="swing_blade punch"), tia="swing_blade"))
    shown: list[str] = []
    hand.view.actor_activated.connect(shown.append)
    hand.click(spot(hand, "body", "ogre"))
    hand.double_click(spot(hand, "body", "ogre"))
    assert not shown
    assert "aimed" in {side.aim for g in hand.campaign.viewer_campaign(SHARED).view.under_way for side in g.sides}
    hand.click(spot(hand, "body", "ogre"))
    assert (shown, hand.view.active_seat) == ([], "gm"), "the table waits for its seat, which a click chooses"
    hand.click(spot(hand, "body", "ogre"))
    assert shown == ["ogre"], "a click of its own still shows the character"


def test_the_first_click_on_a_name_of_a_seat_that_is_waited_for_chooses_the_seat(qtbot: QtBot) -> None:
    hand = at_table(qtbot, fight(tia="swing_blade punch", eli="punch"))
    shown: list[str] = []
    hand.view.actor_activated.connect(shown.append)
    hand.view.choose_seat("gm")
    seats = [hand.table.actors[actor].seat for actor in ("tia", "eli", "tia")]
    for actor, seat in zip(("tia", "eli", "tia"), seats, strict=True):
        hand.click(spot(hand, "body", actor))
        assert (hand.view.active_seat, shown) == (seat, []), "who wants to act does not leave the table"
    hand.click(spot(hand, "body", "tia"))
    assert shown == ["tia"], "the sheet takes one more click"


@pytest.mark.rule("CD-TAG-BLAST", "CD-UI-8")
def test_the_last_foe_needs_no_confirmation(qtbot: QtBot) -> None:
    table = planned(fight(eli="so_fireball punch"), eli="so_fireball")
    table = with_tracks(with_tracks(table, "ogre", Health=0), "rats", **{f"Minion {n}": 0 for n in (1, 2, 3)})
    hand = at_table(qtbot, table)
    hand.click(spot(hand, "body", "rats#4"))
    hand.campaign.submit(NobodyInterrupts(seat="gm"))
    assert hand.table.actors["rats"].tracks["Minion 4"].value == 3


@pytest.mark.rule("CD-MINION-5", "CD-UI-14")
def test_slots_of_a_mob_are_struck_out_as_heads_fall(qtbot: QtBot) -> None:
    table = fight(tia="swing_blade punch", rats="gm_grapple gm_gang_up gm_throw_sand gm_rusty_volley")
    table = planned(table, tia="swing_blade", rats="gm_grapple gm_gang_up gm_throw_sand gm_rusty_volley")
    hand = at_table(qtbot, table)
    while station(hand, "rats", SHARED).slots.count("struck") == 0:
        asked = next(
            (h for h in hand.view.table_scene.static_items.regions if h.kind == "body" and h.names[0] == "rats#4"), None
        )
        assert asked is not None
        if "open" in {side.aim for g in hand.campaign.viewer_campaign(SHARED).view.under_way for side in g.sides}:
            hand.click(spot(hand, "body", "rats#4"))
        else:
            hand.campaign.submit(NobodyInterrupts(seat="gm"))
    assert station(hand, "rats", SHARED).slots[-1] == "struck"
    assert next(b for b in station(hand, "rats", SHARED).bodies if b.id == "rats#4").state == "out"
    assert "defeated" in words(hand, "body", "rats#4")


@pytest.mark.rule("CD-UI-7", "CD-COND-1")
def test_a_slot_with_a_card_that_stays_in_play_elsewhere_is_marked_as_played(qtbot: QtBot) -> None:
    hand = at_table(qtbot, planned(fight(tia="take_cover punch"), tia="take_cover punch"))
    assert "played now" in words(hand, "slot", "plan:tia", "1")
    while "take_cover" not in faces(hand.table, "field:tia"):
        hand.campaign.submit(NobodyInterrupts(seat="gm"))
    assert words(hand, "slot", "plan:tia", "1") == "Slot 1: card already played"
    assert words(hand, "slot", "plan:tia", "2") == "Slot 2"


@pytest.mark.rule("CD-PLAN-5", "CD-PLAN-6", "CD-UI-5")
def test_who_looks_sees_which_of_their_own_conditions_at_another_place_they_have_marked(qtbot: QtBot) -> None:
    table = planned(fight(tia="hamstring punch"), tia="hamstring")
    table = planning(carried_on(play(table, ChooseTargets(seat="tom", targets=("ogre",)))))
    hand = at_table(qtbot, table)
    assert hand.campaign.submit(MarkDismissal(seat="tom", actor="tia", card="field:ogre#0"))

    def told() -> bool:
        return any("Hamstring leaves play" in text for _, text in hand.view.table_scene.static_items.tips)

    assert not told()
    hand.view.hand_peek.begin("tom")
    assert told()
    hand.view.hand_peek.end()
    assert not told()
    hand.view.hand_peek.begin("eve")
    assert not told(), "whose Condition it is not learns nothing"


@pytest.mark.rule("CD-UI-7")
def test_a_station_tells_who_acts_next_only_once_a_result_is_no_longer_held(qtbot: QtBot) -> None:
    hand = at_table(qtbot, planned(fight(tia="take_cover", eli="punch"), tia="take_cover", eli="punch"))
    hold, layer = ResultHold(hand.view), hand.view.table_scene.static_items
    hand.view.hold_results(hold)

    def told() -> dict[str, object]:
        """Return by character the slots, and whether its cloth has a bright edge."""
        slots: dict[str, object] = {"/".join(hot.names): hot.text for hot in layer.regions if hot.kind == "slot"}
        panels = {name: item.pixmap().toImage() for name, item in layer._pictures.items() if name.endswith(" panel")}
        assert panels
        return {**slots, **panels}

    before = told()
    hold.begin()
    while any(body.state == "acts" for body in station(hand, "tia", SHARED).bodies):
        assert hand.campaign.submit(NobodyInterrupts(seat="gm"))
    assert told() == before
    hold.end()
    differ = {name for name, now in told().items() if now != before[name]}
    assert "plan:tia/1" in differ
    assert any(name.endswith(" panel") for name in differ)


@pytest.mark.rule("CD-UI-5")
@pytest.mark.parametrize("size", [SIZE, (893, 425)])
@pytest.mark.parametrize(("seat", "actor", "larger"), [("tom", "tia", 1.3), ("gm", "ogre", 1.0)])
def test_who_looks_at_a_hand_reads_it_and_the_plan_and_the_health(
    qtbot: QtBot, seat: str, actor: str, larger: float, size: tuple[int, int]
) -> None:
    table = fight(tia="hamstring punch", ogre="swing_blade gm_sweeping_blow")
    hand = Hand(qtbot, OpenCampaign(GAME, History(table), SeededChance(1)), viewer=SHARED, size=size)
    scene = hand.view.table_scene
    zone = station(hand, actor, seat).hand
    resting = scene.spots_of(zone)[0].height
    hand.view.hand_peek.begin(seat)
    kinds = ("body", "words", "slot")
    told = [r for r in scene.static_items.regions if r.kind in kinds and actor in " ".join(r.names)]
    assert {*kinds} == {region.kind for region in told}
    own = next(cell.area for cell in scene.plan.cells if cell.seat == seat)
    for spot in scene.spots_of(zone).values():
        assert own.left() <= spot.x <= own.right(), "near its player"
        assert spot.height >= resting * larger
        assert QRectF(QPointF(), scene.plan.size).contains(spot.box())
        covered = [region.names for region in told if spot.box().intersected(region.rect).height() > spot.height * 0.06]
        assert not covered


@pytest.mark.rule("CD-UI-9")
@pytest.mark.parametrize("size", [SIZE, (893, 425)])
def test_who_looks_for_an_interrupt_sees_the_card_in_play(qtbot: QtBot, size: tuple[int, int]) -> None:
    table = planned(fight(tia="swing_blade counter_strike punch"), tia="swing_blade")
    hand = Hand(qtbot, OpenCampaign(GAME, History(table), SeededChance(1)), viewer=SHARED, size=size)
    scene = hand.view.table_scene
    in_play = scene.plan.stage.united(scene.plan.words)
    assert not in_play.isEmpty()
    for seat in ("tom", "eve"):
        hand.view.hand_peek.begin(seat)
        zones = [zone for zone in scene.display_state.looks if scene.view.zones[zone].count]
        assert zones
        boxes = [spot.box().adjusted(2, 2, -2, -2) for zone in zones for spot in scene.spots_of(zone).values()]
        assert not any(box.intersects(in_play) for box in boxes)
        hand.view.hand_peek.end()


def test_the_words_in_the_middle_take_no_more_room_than_is_written(qtbot: QtBot) -> None:
    """A question lies on what is free, but not on words."""
    scene = at_table(qtbot, fight(tia="hamstring punch")).view.table_scene
    (written,) = [r.rect for r in scene.static_items.regions if r.kind == "words" and r.names == ("stage",)]
    assert scene.plan.middle.contains(written)
    assert written.width() < scene.plan.middle.width() * 0.7


@pytest.mark.rule("CD-UI-1")
@pytest.mark.parametrize(("wide", "written"), [(180, "Hild Oxley"), (115, "Hild")], ids=["roomy", "narrow"])
def test_a_narrow_tile_has_the_first_name_and_no_cut_one(qtbot: QtBot, wide: int, written: str) -> None:
    m, hub, room = ui_metrics(1.0), ThemeHub(Theme()), QRectF(0, 0, wide, 20)
    look = BodyTileLook("Hild Oxley", 14, 35, "", "aimed", "−8", alone=True, first="Hild")
    lines = written_by(lambda painter: paint_body_tile(painter, room, look, hub, m, 1.0), room)
    assert written in lines
    assert not any("…" in line for line in lines)


@pytest.mark.rule("CD-UI-1")
def test_a_minion_that_has_acted_does_not_look_chosen_while_targets_are_chosen() -> None:
    m, hub, room = ui_metrics(1.0), ThemeHub(Theme()), QRectF(0, 0, 180, 20)

    def drawn(state: str, aim: str) -> tuple[QImage, BodyTileNeed]:
        look = BodyTileLook("Gap-tooth", 3, 8, state, aim, "−4" if aim else "")
        image = QImage(180, 20, QImage.Format.Format_RGB32)
        image.fill(0)
        painter = QPainter(image)
        paint_body_tile(painter, room, look, hub, m, 1.0)
        painter.end()
        return image, body_tile_need(look, m)

    assert all(one != other for one, other in zip(drawn("acted", ""), drawn("", ""), strict=True))
    for aim in ("open", "chosen", "aimed"):
        assert drawn("acted", aim) == drawn("", aim)
        assert drawn("out", aim) != drawn("", aim)


def test_a_first_name_is_a_word_of_its_own_and_that_of_nobody_else() -> None:
    isolated = "\u2068\u05de\u05e8\u2069 Marr"
    names = (
        "Ysolde Marr",
        "The boy",
        "Doctor Sable",
        "Mr. Finch",
        "Saint Ida",
        "Brother Anselm",
        "Old Moss",
        "Old man",
        "J. Doe",
        "X",
        "",
        "Raider by the crane",
        "Raider",
        "The Toll-Reeve",
        "Toll gang",
        isolated,
    )
    assert first_names({name: name for name in names}) == {
        "Ysolde Marr": "Ysolde",
        "Doctor Sable": "Sable",
        "Mr. Finch": "Finch",
        "Saint Ida": "Ida",
        "Brother Anselm": "Anselm",
        "Old Moss": "Moss",
    }


@pytest.mark.rule("CD-UI-1", "CD-UI-9")
def test_a_warning_becomes_a_bare_sign_before_a_body_loses_its_name_and_health() -> None:
    m = ui_metrics(1.0)
    looks = (TokenLook("note", "Plan at risk", warns=True), TokenLook("star", "Stunned"))
    whole, least = tokens_width(looks, m)
    assert least < whole * 0.5
    assert [words for _, words in lay_tokens(looks, QRectF(0, 0, least, 30), m)] == ["", ""]
    tile = BodyTileNeed(fixed=60.0, name=80.0, spare=20.0)
    wide, small = tile.whole + 30, m.font_least / m.font_body
    assert _shared([tile], wide - 20, wide, 0.0, small) == [tile.whole], (
        "words of tokens go before anything of a body does"
    )
    assert _shared([tile], wide - 80, wide - 30, 0.0, small) == [tile.whole]
    assert _shared([tile], 0.0, tile.at(small), 0.0, small) == [tile.at(small)], (
        "how much there was goes before the name"
    )
    fallen = replace(tile, fallen=True)
    snug = tile.at(small) + tile.spare
    assert _shared([tile, fallen], 0.0, snug + fallen.fixed, 0.0, small) == [snug, fallen.fixed], (
        "the name of the defeated goes before anything of the living"
    )


def test_words_on_a_card_are_whole_or_one_or_none() -> None:
    m = ui_metrics(1.0)
    wide = tokens_width((TokenLook("people", "Hild Oxley"),), m)[0]
    assert tokens_that_fit("Hild Oxley", wide + m.pad_s, m) == "Hild Oxley"
    assert tokens_that_fit("Hild Oxley", wide * 0.7, m) == "Hild"
    assert tokens_that_fit("Hild Oxley", wide * 0.35, m) == ""


def test_a_bubble_is_only_as_high_as_what_it_says(qtbot: QtBot) -> None:
    hand = at_table(qtbot, fight())
    bubble = hand.view.findChild(SpeechBubble)
    assert isinstance(bubble, SpeechBubble)
    bubble.say("Short.", (), QPointF(400, 400))
    before = bubble.height()
    bubble.explain(list("abcdefgh"), QPointF(400, 400))
    bubble.say("Short.", (), QPointF(400, 400))
    assert bubble.height() == before
    bubble.hide()


@pytest.mark.rule("CD-ROUND-4", "CD-UI-1")
def test_people_stay_where_they_are_when_a_battle_ends_and_the_middle_says_what_can_be_done(qtbot: QtBot) -> None:
    hand = at_table(qtbot, fight())

    def places() -> list[tuple[str, list[str]]]:
        cells = hand.view.table_scene.plan.cells
        return [(cell.edge, [rooms.actor for rooms in cell.stations]) for cell in cells]

    before = places()
    hand.campaign.submit(EndBattle(seat="gm"))
    assert places() == before == [("top", ["ogre", "rats"]), ("bottom", ["tia"]), ("bottom", ["eli"])]
    assert "Health 45 of 45" in words(hand, "body", "ogre")
    assert "start a new scene" in words_in_play(hand)
    hand.campaign.submit(NewScene(seat="gm"))
    assert places() == [("top", []), *before[1:]], "the Health of the heroes stays in sight"
    assert "draw cards" in words_in_play(hand)


@pytest.mark.rule("CD-OUT-1", "CD-UI-16")
def test_who_looks_at_a_hand_outside_combat_reads_on_each_card_what_it_allows(qtbot: QtBot) -> None:
    hand = at_table(qtbot, play(laid("tia", "eli"), DrawHand(seat="tom", actor="tia")))
    scene = hand.view.table_scene
    zone = station(hand, "tia", "tom").hand
    hand.view.hand_peek.begin("tom")
    hand.view.hand_input.choose_next_order("tom", QPointF())  # the words go with their card
    tokens = {r.names[0]: r.rect for r in scene.static_items.regions if f" token {zone}#" in r.names[0]}
    spots = scene.spots_of(zone)
    assert len(spots) == len(tokens) == 5
    for index, spot in spots.items():
        rect = tokens[f"station tia token {zone}#{index} 0"]
        assert spot.box().contains(rect.center())
        assert abs(rect.bottom() - spot.box().bottom()) < 2


@pytest.mark.rule("CD-UI-1")
def test_the_picture_on_a_sheet_is_seen_at_its_place_by_those_who_may_read_the_sheet(qtbot: QtBot) -> None:
    image = QImage(300, 500, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.red)
    picture = from_image(image)
    table = fight()
    hand = at_table(qtbot, table)
    hand.campaign.store_picture(picture)
    assert not hand.view.table_scene.display_state.portraits
    assert hand.campaign.submit(EditActor(seat="gm", actor="ogre", secret=True))
    for actor in ("tia", "ogre"):
        assert hand.campaign.submit(WriteRecord(seat="gm", actor=actor, fields={"portrait": picture.id}))
    qtbot.waitUntil(lambda: bool(hand.view.table_scene.display_state.portraits))
    shown = hand.view.table_scene.display_state.portraits
    assert set(shown) == {"tia"}, "whose sheet is secret has none on the common screen"
    assert shown["tia"].image.width() == shown["tia"].image.height()
    room = hand.view.table_scene.static_items._pictures["station tia portrait"]
    assert room.pixmap().toImage().pixelColor(room.pixmap().rect().center()).red() > 200


@pytest.mark.rule("CD-UI-2", "CD-UI-9")
def test_the_offers_follow_the_seat_that_looks_and_stay_with_a_person_on_their_own_screen(qtbot: QtBot) -> None:
    shared = room_at(qtbot, fight(), SHARED)
    assert shared.offers.seat == "tom"
    shared.table.activateWindow()
    shared.table.hand_peek.begin("eve")
    assert (shared.table.looking_seat, shared.offers.seat) == ("eve", "eve")
    shared.table.hand_peek.end()
    assert shared.offers.seat == "eve"
    own = room_at(qtbot, fight(), "gm")
    assert own.offers.seat == "gm"
    for actor in ("ogre", "rats"):
        own.table.viewer_campaign().submit(LockPlan(seat="gm", actor=actor), own)
    assert seats_waited_for(own.table.viewer_campaign().view) == {"tom", "eve"}
    assert own.offers.seat == "gm", "the strip says for whom the table waits"


def room_at(qtbot: QtBot, table: Table, viewer: str, game: Game = GAME) -> TableRoom:
    """Return the room of a table with everything round it."""
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    room = TableRoom(
        OpenCampaign(game, History(table), SeededChance(1)), viewer, ThemeHub(CALM, app), shared_faces(CALM)
    )
    qtbot.addWidget(room)
    deque(room.furnish(), maxlen=0)
    room.resize(*SIZE)
    put_up(room)
    return room


@pytest.mark.rule("CD-TGT-1", "CD-UI-13")
def test_no_target_is_under_the_question_about_targets_on_a_small_screen(qtbot: QtBot) -> None:
    room = room_at(qtbot, planned(fight(tia="swing_blade punch"), tia="swing_blade"), SHARED)
    room.resize(1280, 720)
    deque(room.table.draw_gradually(), maxlen=0)
    for seat, name in (("tom", "choose_targets"), ("gm", "set_targets")):
        offers = room.table.viewer_campaign().offers(seat)
        room.offers.take(next(offer for offer in offers if offer.base_name == name))
        question = room.table.question_input
        assert {piece.answer for piece in question.pieces} >= {"eli", "ogre", "rats#1", "rats#4"}
        assert [p.answer for p in question.pieces if p.rect.intersects(QRectF(question.place))] == [], name


@pytest.mark.rule("CD-UI-5")
def test_no_own_slot_is_under_the_question_about_a_plan_on_a_small_screen(qtbot: QtBot) -> None:
    room = room_at(qtbot, fight(tia="swing_blade punch"), SHARED)
    room.resize(1280, 720)
    deque(room.table.draw_gradually(), maxlen=0)
    offers = room.table.viewer_campaign().offers("tom")
    room.offers.take(next(offer for offer in offers if offer.base_name == "plan_cards"))
    regions = room.table.table_scene.static_items.regions
    slots = [region.rect for region in regions if region.kind == "slot" and region.names[0] == "plan:tia"]
    assert slots
    assert not any(rect.intersects(QRectF(room.table.question_input.place)) for rect in slots)


def test_a_question_ends_with_an_undo_that_gives_the_bar_to_another_seat(qtbot: QtBot) -> None:
    room = room_at(qtbot, play(fight(tia="swing_blade punch"), LockPlan(seat="gm", actor="ogre")), SHARED)
    asked, campaign = room.table.question_input, room.table.campaign
    assert campaign.submit(LockPlan(seat="gm", actor="rats"))

    room.offers.choose_seat("tom")
    offers = room.table.viewer_campaign().offers("tom")
    room.offers.take(next(offer for offer in offers if offer.base_name == "plan_cards"))
    assert asked.is_asking
    campaign.undo()
    assert (room.offers.seat, asked.is_asking) == ("gm", False)


def test_the_bar_returns_to_the_awaited_seat_after_a_look_of_a_seat_without_a_next_step(
    qtbot: QtBot,
) -> None:
    room = room_at(qtbot, planned(fight(rats="punch"), rats="punch"), SHARED)
    assert room.offers.seat == "gm"
    room.table.hand_peek.begin("tom")
    assert room.offers.seat == "tom"
    room.table.hand_peek.end()
    assert room.offers.seat == "gm"
    room = room_at(qtbot, fight(), SHARED)
    room.table.hand_peek.begin("eve")
    room.table.hand_peek.end()
    assert room.offers.seat == "eve", "who still has to plan goes on without a click"
    assert room.table.campaign.submit(LockPlan(seat="eve", actor="eli"))
    room.table.hand_peek.begin("eve")
    assert room.offers.seat == "eve"
    room.table.hand_peek.end()
    assert room.offers.seat == "tom", "the plan can be reopened, but that is not what the table waits for"
    room.table.campaign.undo()
    assert room.offers.seat == "eve", "whose move was undone goes on"
    called = rounds.counted(
        rounds.dealt(rounds.conflict(rounds.laid(options={"count_by_itself": False})), frost="5C 3D", thug="KS"), "K"
    )
    room = room_at(qtbot, called, SHARED, rounds.GAME)
    deque(room.table.draw_gradually(), maxlen=0)
    room.offers.choose_seat("tom")
    offers = room.table.viewer_campaign().offers("tom")
    room.offers.take(next(offer for offer in offers if offer.base_name == "play_red"))
    room.table.hand_peek.begin("tom")
    room.table.hand_peek.end()
    assert room.table.question_input.is_asking
    assert room.offers.seat == "tom", "who is still asked after the look keeps the bar"


@pytest.mark.rule("CD-TAG-BLAST", "CD-UI-8", "CD-UI-19")
def test_several_targets_are_asked_for_on_the_table(qtbot: QtBot) -> None:
    room = room_at(qtbot, planned(fight(eli="so_fireball"), eli="so_fireball"), SHARED)
    deque(room.table.draw_gradually(), maxlen=0)
    room.activateWindow()

    def ask() -> QuestionBubble:
        offers = room.table.viewer_campaign().offers("eve")
        room.offers.take(next(offer for offer in offers if offer.name == "choose_targets"))
        bubble = room.table.question_input.bubble
        assert room.offers.taker.dialog is None
        assert bubble is not None
        return bubble

    def click(body: str) -> None:
        lit = [piece for piece in room.table.question_input.pieces if piece.answer == body]
        QTest.mouseClick(room.table.viewport(), Qt.MouseButton.LeftButton, pos=lit[-1].rect.center().toPoint())

    bubble = ask()
    assert not bubble.confirm_button.isEnabled()
    place = bubble.geometry()
    for body in ("ogre", "tia", "tia"):
        click(body)
    assert bubble.chosen == ("ogre",), "a second click takes a target back"
    click("rats#1")
    assert bubble.confirm_button.hasFocus(), "no more can be chosen"
    assert (bubble.count.text(), bubble.geometry()) == ("2 chosen (1–2)", place)
    QTest.keyClick(bubble, Qt.Key.Key_Escape)
    assert ask().chosen == ()
    for key in (Qt.Key.Key_Space, Qt.Key.Key_Right, Qt.Key.Key_Space, Qt.Key.Key_Return):
        QTest.keyClick(QApplication.focusWidget() or room, key)
    command = room.table.campaign._history.entries[-1].command
    assert isinstance(command, ChooseTargets)
    assert len(command.targets) == 2


@pytest.mark.rule("CD-UI-5", "CD-UI-19")
def test_a_plan_is_laid_by_keyboard(qtbot: QtBot) -> None:
    hand = at_table(qtbot, fight(tia="punch swing_blade retreat"), "tom")
    stops = {stop.key: stop for stop in hand.view.focus_targets()}
    hand.view.set_focus_target(next(s for s in stops.values() if s.ref == "hand:tom" and s.index == 1))
    hand.key(Qt.Key.Key_Return)
    assert hand.view.drag_controller.picked == [ItemPlace("hand:tom", 1)]
    hand.view.set_focus_target(
        next(s for s in hand.view.focus_targets() if s.kind == "slot" and s.ref == "plan:tia" and s.index == 1)
    )
    hand.key(Qt.Key.Key_Return)
    assert faces(hand.table, "plan:tia") == ["swing_blade"]


@pytest.mark.rule("CD-PLAN-5", "CD-UI-5")
def test_own_conditions_are_marked_to_end_and_nobody_else_sees_which(qtbot: QtBot) -> None:
    table = planned(fight(tia="take_cover punch"), tia="take_cover")
    while now(table).round == 1:
        table = play(table, NobodyInterrupts(seat="gm")) if now(table).phase == "playing" else _on(table)
    table = planning(table)
    offer = next(o for o in GAME.offers(table, "tom") if o.name == "mark_dismissal:tia")
    table = play(table, offer.command)
    hand = at_table(qtbot, table)
    assert fighter(table, "tia").dismissed
    assert any(token.sign == "close" for token in station(hand, "tia", "tom").tokens)
    for viewer in (SHARED, "eve", "gm"):
        assert not any(token.sign == "close" for token in station(hand, "tia", viewer).tokens)
    table = play(table, *(LockPlan(seat="gm", actor=actor) for actor in ("eli", "ogre", "rats")))
    table = play(table, LockPlan(seat="tom", actor="tia"))
    assert "take_cover" in faces(table, "discard:tia")


def _on(table: Table) -> Table:
    return planning(table)


@pytest.mark.rule("CD-UI-1")
def test_a_discard_pile_is_opened_in_order_by_anybody(qtbot: QtBot) -> None:
    table = arranged(fight(), "tia", hand="punch", discard="retreat swing_blade", pile=None)
    hand = at_table(qtbot, table)
    QTest.qWait(0)
    hand.click(spot(hand, "zone", "discard:tia"))
    assert hand.view.opened == "discard:tia"
    assert [face and face.split("/")[0] for face in hand.faces_shown("discard:tia")] == ["retreat", "swing_blade"]


@pytest.mark.rule("CD-UI-9", "CD-PLAY-8", "CD-INT-1")
def test_an_interrupt_is_laid_on_the_card_in_play_and_its_player_alone_is_warned(qtbot: QtBot) -> None:
    table = fight(tia="counter_strike staggering_blow retreat", ogre="swing_blade hamstring")
    table = with_tracks(table, "tia", Adrenaline=3)
    table = planned(table, tia="retreat staggering_blow", ogre="swing_blade")
    hand = at_table(qtbot, table)
    while "Swing Blade" not in words_in_play(hand):
        if any(side.aim == "open" for g in hand.campaign.viewer_campaign(SHARED).view.under_way for side in g.sides):
            hand.click(spot(hand, "body", "rats#1"))
        else:
            hand.campaign.submit(NobodyInterrupts(seat="gm"))
    hand.click(spot(hand, "body", "tia"))
    told = station(hand, "tia", "tom").budget
    assert told is not None
    assert [say(words) for words in (told.words, *told.warnings)] == [
        "You can interrupt now with Counter Strike",
        "If you play Counter Strike, you cannot pay for Staggering Blow",
    ]
    assert station(hand, "tia", SHARED).budget is None
    hand.drag(hand.at("hand:tom", 0), spot(hand, "stage"))
    assert hand.said, "laid down blindly, it is not even told whether it is an Interrupt"
    hand.said.clear()
    hand.view.hand_peek.begin("tom")
    hand.drag(hand.at("hand:tom", 0), spot(hand, "stage"))
    hand.view.hand_peek.end()
    assert hand.said == []
    window = hand.campaign.viewer_campaign(SHARED).view.under_way[-1]
    assert {turn.actor: turn.state for turn in window.order}["tia"] == "declared"


def words_in_play(hand: Hand) -> str:
    """Return the texts of the card in play."""
    hot = hand.view.table_scene.static_items.regions
    return next(h.text for h in hot if h.kind == "words" and h.names == ("stage",))


@pytest.mark.rule("CD-UI-2", "CD-UI-5", "CD-UI-6")
def test_a_plan_is_laid_behind_the_curtain_by_clicks(qtbot: QtBot) -> None:
    hand = at_table(qtbot, fight(tia="punch swing_blade retreat counter_strike"))
    hand.view.draw_curtain("tom")
    curtain = hand.view.findChild(PrivacyCurtain)
    assert curtain is not None
    QTest.keyPress(curtain, Qt.Key.Key_Space)
    assert hand.view.looking_seat == "tom"
    for wanted in ("swing_blade", "punch"):
        _click_behind(hand, curtain, "hand:tom", wanted)
    assert faces(hand.table, "plan:tia") == ["swing_blade", "punch"]
    assert hand.view.looking_seat == "tom", "laying a card does not end the look"
    assert hand.view.looking_seat == "tom", "laying a card does not end the look"
    covered = [curtain._slots_of("plan:tia", index) for index in (0, 1)]
    assert [card and (card.first, card.last) for card in covered] == [(1, 1), (2, 2)], "the slots are read at the cards"
    _click_behind(hand, curtain, "plan:tia", "swing_blade")
    assert faces(hand.table, "plan:tia") == ["punch"]
    QTest.keyRelease(curtain, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: not hand.view.looking_seat)
    _click_behind(hand, curtain, "hand:tom", "retreat")
    assert faces(hand.table, "plan:tia") == ["punch"], "nobody plays what nobody looks at"
    QTest.keyClick(curtain, Qt.Key.Key_Escape)


@pytest.mark.rule("CD-UI-5", "CD-UI-10")
def test_behind_the_curtain_slots_are_numbered_for_the_one_who_looks_and_a_charging_ritual_is_seen(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = Path("assets/rulesets/card_the_drawing/demo.json").read_bytes()
    hand = at_table(qtbot, play_script(script, game_of).history.table)
    card = faces(hand.table, "hand:priya")[0]
    laid = in_hand(hand.table, "ysolde", card)
    assert hand.campaign.submit(LayCard(seat="priya", actor="ysolde", card=laid))
    written: list[str] = []
    monkeypatch.setattr(
        "vtt.table.scene.privacy_curtain.paint_slot_tag", lambda _p, _tag, number, *_: written.append(number)
    )
    monkeypatch.setattr(
        "vtt.table.scene.privacy_curtain.paint_token", lambda _p, _rect, look, *_: written.append(look.sign)
    )
    hand.view.draw_curtain("priya")
    curtain = hand.view.findChild(PrivacyCurtain)
    assert curtain is not None
    curtain.grab()
    assert set(written) == {"hourglass", "1"}, "what lies open is seen, the plan is not"
    written.clear()
    QTest.keyPress(curtain, Qt.Key.Key_Space)
    curtain.grab()
    assert set(written) == {"hourglass", "1", "2"}
    QTest.keyRelease(curtain, Qt.Key.Key_Space)


def _click_behind(hand: Hand, curtain: PrivacyCurtain, zone: str, face: str) -> None:
    index = faces(hand.table, zone).index(face)
    spot_there = next(s for z, i, s in curtain._cards() if (z, i) == (zone, index))
    left = QPoint(round(spot_there.x - spot_there.width * 0.4), round(spot_there.y))
    QTest.mouseClick(curtain, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, left)


def test_a_battle_that_was_played_on_looks_like_one_that_is_drawn_anew(qtbot: QtBot) -> None:
    table = fight(tia="swing_blade take_cover hamstring", eli="so_fireball so_arcane_lance so_spark")
    hand = at_table(qtbot, table)
    own = (
        in_hand(table, "tia", "hamstring"),
        in_hand(table, "eli", "so_arcane_lance"),
        in_hand(table, "eli", "so_spark"),
    )
    done: list[Command] = [
        LayCard(seat="tom", actor="tia", card=own[0]),
        *(LayCard(seat="eve", actor="eli", card=c) for c in own[1:]),
    ]
    done += [LockPlan(seat=seat, actor=actor) for actor, seat in (("tia", "tom"), ("eli", "eve"))]
    done += [LockPlan(seat="gm", actor=actor) for actor in ("ogre", "rats")]
    for number, command in enumerate([*done, *[CarryOn(seat="gm")] * 14]):
        if hand.campaign.refusal(command) is None:
            hand.campaign.submit(command)
        if number % 3 == 1:
            hand.view.hand_peek.begin("eve")
        played = hand.view.table_scene
        played.animator.finish()
        anew = TableScene(hand.hub, hand.faces)
        anew.show_table(played.view, played.display_state, played.plan.size, played.dpr)
        assert played.static_items.regions == anew.static_items.regions
        assert played.static_items.tips == anew.static_items.tips
        assert drawn(played) == drawn(anew)
        anew.clear_table()
        hand.view.hand_peek.end()


def drawn(scene: TableScene) -> QImage:
    """Return what a scene shows."""
    image = QImage(scene.plan.size.toSize(), QImage.Format.Format_RGB32)
    image.fill(0x335533)
    painter = QPainter(image)
    scene.render(painter, image.rect().toRectF(), image.rect().toRectF())
    painter.end()
    return image


@pytest.mark.rule("CD-UI-15", "CD-UI-19")
@pytest.mark.parametrize("size", [SIZE, (860, 400)], ids=str)
def test_the_card_in_play_and_the_surroundings_say_their_words_beside_them(qtbot: QtBot, size: tuple[int, int]) -> None:
    table = started(
        laid("tia", "eli"), "tia", "eli", sides={"tia": "red", "eli": "blue"}, environment=("env_knee_deep_mud",)
    )
    table = planned(planning(arranged(table, "tia", hand="swing_blade", pile=None)), tia="swing_blade")
    hand = Hand(qtbot, OpenCampaign(GAME, History(table), SeededChance(1)), viewer=SHARED, size=size)
    assert "4 + Strength damage to one target." in words(hand, "words", "stage").split("\n")
    scene = hand.view.table_scene
    mud = scene.card("surroundings", 0)
    assert mud is not None
    beside = mud.spot.box().center() + QPointF(mud.spot.box().width(), 0)
    assert scene.static_items.tip_at(beside).startswith("Knee-Deep Mud\nEvery card with the Close tag")


def test_words_are_broken_between_words_and_cut_where_there_are_too_many() -> None:
    font = ui_font(14)
    text = "Every card with the Close tag has Initiative +1."
    lines = break_into_lines(text, font, 120, 9)
    assert " ".join(lines) == text
    assert all(text_width(line, font) <= 120 for line in lines)
    assert break_into_lines(text, font, 120, 2) == (lines[0], f"{lines[1]} …")
