"""Everything may be moved by hand, and the rules then use the new state of the table (CD-UI-13)."""

from __future__ import annotations

import pytest

from engine.core.chance import SeededChance
from engine.core.events import Noted
from engine.core.manual_moves import AddCards, EditActor, LeaveSeat, MoveCards, RemoveCards, SetTrack, TurnCards
from engine.core.manual_moves.seat_moves import JoinSeat
from engine.kit.content_editor.persistence import row_of
from engine.kit.control import controller_of
from engine.messages.texts import say
from engine.model.frozen import Json, replace
from engine.model.table import Table
from engine.rulesets.card_the_drawing import actor_sheet
from engine.rulesets.card_the_drawing.battle import actor_zones, participants
from engine.rulesets.card_the_drawing.battle.battle_end import EndBattle, LeaveBattle
from engine.rulesets.card_the_drawing.battle.battle_procedures import current_battle
from engine.rulesets.card_the_drawing.battle.drawing_phase import BuyReshuffle
from engine.rulesets.card_the_drawing.battle.planning.planning_phase import PlanCards
from engine.rulesets.card_the_drawing.battle.snapshot_builder import snapshot_of
from engine.rulesets.card_the_drawing.cards.card_library import CARDS, library_of
from engine.rulesets.card_the_drawing.cards.card_records import Card, Effect
from engine.rulesets.card_the_drawing.encounters.battle_start import StartBattle
from engine.sheets.editing.new_character_moves import JoinActor
from engine.sheets.editing.record_moves import EditSheet
from tests.engine.rulesets.card_the_drawing.table import (
    GAME,
    arranged,
    cards,
    counts,
    deck,
    duel,
    faces,
    in_hand,
    laid,
    next_round,
    now,
    planning,
    play,
    started,
    with_tracks,
)


@pytest.mark.rule("CD-UI-13", "CD-COND-2")
def test_a_card_that_is_laid_before_somebody_is_borne_by_them() -> None:
    table = arranged(duel(), "tia", hand="polearm punch", pile="retreat retreat")
    polearm = in_hand(table, "tia", "polearm")
    table = play(table, MoveCards(seat="gm", cards=(polearm,), target="field:eli"))
    assert [(field_card.id, field_card.owner, field_card.bearer) for field_card in snapshot_of(table).field] == [
        (polearm, "tia", "eli")
    ]
    table = play(table, MoveCards(seat="gm", cards=(polearm,), target="hand:tom"))
    assert not snapshot_of(table).field
    assert counts(next_round(table), "tia")["hand"] == 3


@pytest.mark.rule("CD-UI-13")
def test_a_planned_card_that_is_taken_back_is_in_the_round_no_more() -> None:
    table = planning(arranged(duel(), "tia", hand="take_cover shields_up"))
    take_cover, shields_up = in_hand(table, "tia", "take_cover"), in_hand(table, "tia", "shields_up")
    table = play(table, PlanCards(seat="tom", actor="tia", cards=(take_cover, shields_up)))
    assert [laid.id for laid in snapshot_of(table).fighters["tia"].laid] == [take_cover, shields_up]
    table = play(table, MoveCards(seat="gm", cards=(take_cover,), target="hand:tom"))
    assert [laid.id for laid in snapshot_of(table).fighters["tia"].laid] == [shields_up]


@pytest.mark.rule("CD-INIT-4", "CD-UI-13")
def test_a_tie_names_no_discard_that_was_turned_face_down_by_hand() -> None:
    table = arranged(duel(), "tia", hand="punch", discard="punch swing_blade")
    table = planning(arranged(table, "eli", hand="thrown_rock", discard="punch furious_charge"))
    table = play(table, PlanCards(seat="tom", actor="tia", cards=(in_hand(table, "tia", "punch"),)))
    plan = PlanCards(seat=controller_of(table, "eli"), actor="eli", cards=(in_hand(table, "eli", "thrown_rock"),))
    turned = play(table, TurnCards(seat="gm", cards=("discard:eli#1",), face="down"))
    told = []
    for each in (table, turned):
        events = GAME.apply(each, plan, SeededChance(1)).events
        told += [e.message for e in events if isinstance(e, Noted) and e.message.key == "log.drawing_tie_piles"]
    assert [say(line) for line in told] == [
        "Tie: the lowest discard acts first (Tia: Swing Blade 4, Eli: Furious Charge 2)",
        "Tie: the lowest discard acts first (Tia: Swing Blade 4, Eli: ?)",
    ]


@pytest.mark.rule("CD-UI-13", "CD-UI-12")
def test_what_is_told_of_cards_moved_by_hand_has_their_names() -> None:
    table = arranged(duel(), "tia", hand="swing_blade")
    card = in_hand(table, "tia", "swing_blade")
    outcome = GAME.apply(table, MoveCards(seat="tom", cards=(card,), target="discard:tia"), SeededChance(1))
    log_lines = [say(event.message) for event in outcome.events if isinstance(event, Noted)]
    assert any("Swing Blade" in line for line in log_lines)
    assert not any("swing_blade" in line for line in log_lines)
    refused = GAME.refusal(table, AddCards(seat="tom", zone="nowhere", faces=("swing_blade",)))
    assert refused is not None
    assert "swing_blade" not in refused.text


@pytest.mark.rule("CD-UI-13", "CD-DECK-8")
def test_a_strangers_card_stays_the_strangers() -> None:
    table = arranged(duel(), "tia", hand=2, pile=4, discard=0)
    table = with_tracks(arranged(table, "eli", hand="punch", pile=4), "tia", Adrenaline=6)
    punch = in_hand(table, "eli", "punch")
    table = play(table, MoveCards(seat="gm", cards=(punch,), target="discard:tia"))
    table = play(table, BuyReshuffle(seat="tom", actor="tia"))
    assert cards(table, "discard:tia") == [punch]
    table = play(table, LeaveBattle(seat="gm", actor="eli"))
    assert current_battle(table) is None
    assert not table.all_cards()


@pytest.mark.rule("CD-UI-13")
def test_cards_that_come_and_go_by_hand_break_nothing() -> None:
    table = arranged(duel(), "tia", hand="punch", pile=4)
    table = play(table, AddCards(seat="gm", zone="draw:tia", faces=("so_spark",)))
    table = play(table, RemoveCards(seat="gm", cards=(in_hand(table, "tia", "punch"),)))
    before = counts(table, "tia")
    table = next_round(table)
    assert counts(table, "tia")["hand"] == before["hand"] + 1
    assert actor_zones.owner_of(table, next(card for card in table.all_cards() if card.startswith("so_spark"))) == "tia"
    table = play(table, EndBattle(seat="gm"))
    assert not table.all_cards()


@pytest.mark.rule("CD-COND-6", "CD-AMB-30", "CD-UI-13")
def test_who_is_written_down_as_fallen_has_fallen() -> None:
    table = laid("tia", "tam", "ogre", options={"conditions_of_fallen": "leave"})
    table = arranged(started(table), "tia", hand="polearm")
    table = play(table, MoveCards(seat="gm", cards=(in_hand(table, "tia", "polearm"),), target="field:tia"))
    assert participants.standing_actors(table) == ("tia", "tam", "ogre")
    table = play(table, SetTrack(seat="gm", actor="tia", track="Health", value=0))
    assert participants.standing_actors(table) == ("tam", "ogre")
    assert faces(table, "discard:tia") == ["polearm"]


@pytest.mark.rule("CD-COND-6", "CD-COND-4", "CD-AMB-30")
@pytest.mark.parametrize(("option", "lost"), [("leave", 3), ("stay", 0)])
def test_a_condition_that_leaves_with_the_fallen_does_what_it_does_when_it_leaves(option: str, lost: int) -> None:
    curse = Card(
        id="curse",
        name="Curse",
        lists=("Titan",),
        cost=0,
        init=1,
        tags=("Condition",),
        effects=(Effect(on="leave", do="lose_health", target="all_enemies", amount=3),),
    )
    sheets = {"tia": {"deck": deck("curse")}}
    table = laid("tia", "tam", "ogre", options={"conditions_of_fallen": option}, sheets=sheets)
    table = replace(table, lists={**table.lists, CARDS: (row_of(curse),)})
    table = arranged(play(table, _start()), "tia", hand="curse")
    table = play(table, MoveCards(seat="gm", cards=(in_hand(table, "tia", "curse"),), target="field:tia"))
    before = counts(table, "ogre")["health"]
    table = play(table, SetTrack(seat="gm", actor="tia", track="Health", value=0))
    assert before - counts(table, "ogre")["health"] == lost
    assert faces(table, "discard:tia") == (["curse"] if lost else [])


def _start() -> StartBattle:
    return StartBattle(seat="gm", fighters=("tia", "tam", "ogre"), override=True)


def test_who_leaves_the_table_leaves_no_card_in_the_air() -> None:
    table = play(arranged(duel(), "tia", hand="punch"), JoinSeat(seat="gm", id="zoe", name="Zoe"))
    punch = in_hand(table, "tia", "punch")
    table = play(table, MoveCards(seat="gm", cards=(punch,), target="hand:zoe"), LeaveSeat(seat="zoe", id="zoe"))
    assert cards(table, "discard:tia") == [punch]
    assert now(table).owners[punch] == "tia"
    calm = play(laid("tia"), JoinSeat(seat="gm", id="zoe", name="Zoe"))
    calm = play(calm, AddCards(seat="gm", zone="hand:zoe", faces=("punch",)), LeaveSeat(seat="zoe", id="zoe"))
    assert not calm.all_cards()


@pytest.mark.rule("CD-MINION-1", "CD-MINION-3")
def test_minions_are_called_after_their_mob_but_for_those_whom_somebody_has_named() -> None:
    """Two mobs of one template must not have bodies of the same names."""
    mob = actor_sheet.sheet_of_foe(library_of().foes["mob"], library_of(), minions=2)
    table = laid("tia")
    for name in ("Wolves", "Rats"):
        table = play(table, JoinActor(seat="gm", id=name.lower(), name=name, leader="gm", sheet=mob))
    assert _called(table, "wolves") == ["Wolves 1", "Wolves 2"]
    assert _called(table, "rats") == ["Rats 1", "Rats 2"]
    rows: list[Json] = [{"name": "Grub", "health": 8}, {"name": "Rats 2", "health": 8}]
    table = play(table, EditSheet(seat="gm", actor="rats", fields={"minions": rows}))
    table = play(table, EditActor(seat="gm", actor="rats", name="Vermin"))
    assert _called(table, "rats") == ["Grub", "Vermin 2"]
    assert [row["name"] for row in actor_sheet.minion_rows(table.actors["rats"])] == ["Grub", "Vermin 2"]


def _called(table: Table, actor: str) -> list[str]:
    return [body.name for body in actor_sheet.bodies_of(table, actor)]
