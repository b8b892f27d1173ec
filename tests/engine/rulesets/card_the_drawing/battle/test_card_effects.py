"""The result of a played card: it takes effect as written, or one of three reasons prevented it."""

from __future__ import annotations

import pytest

from engine.core.chance import SeededChance
from engine.model.cards import face_of
from engine.model.table import Table
from engine.rulesets.card_the_drawing import actor_sheet
from engine.rulesets.card_the_drawing.battle import actor_zones
from engine.rulesets.card_the_drawing.battle.battle_procedures import Phase, SlotStatus, current_battle
from engine.rulesets.card_the_drawing.battle.planning.planning_phase import PlanCards
from engine.rulesets.card_the_drawing.battle.resolution.interrupts import NobodyInterrupts, PlayInterrupt
from engine.rulesets.card_the_drawing.battle.snapshot_builder import calculator_of
from engine.rulesets.card_the_drawing.bot import BattleBot
from engine.rulesets.card_the_drawing.calculation.battle_snapshot import EffectContext
from engine.rulesets.card_the_drawing.cards.card_library import library_of
from engine.rulesets.card_the_drawing.cards.card_records import PRIMITIVES
from engine.rulesets.card_the_drawing.hit_damage import preview_damage
from tests.engine.rulesets.card_the_drawing.table import (
    GAME,
    arranged,
    carried_on,
    counts,
    duel,
    faces,
    fighter,
    in_hand,
    laid,
    now,
    planned,
    planning,
    play,
    started,
    why,
    with_tracks,
)

ATTACKS = ("punch", "thrown_rock", "swing_blade", "staggering_blow", "furious_charge", "desperate_blow", "hamstring")
ONCE = ("punch", "retreat", "thrown_rock", "swing_blade")


class Loaded(SeededChance):
    """Chance that counts what it is asked for."""

    def __init__(self) -> None:
        super().__init__(1)
        self.rolled = 0

    def roll(self, sides: int) -> int:
        self.rolled += 1
        return super().roll(sides)


def against(tia: str, eli: str = "retreat") -> Table:
    """Return a duel whose Planning phase has begun, with so much Adrenaline that all can be paid."""
    table = arranged(arranged(duel(), "tia", hand=tia, pile=None), "eli", hand=eli, pile=None)
    return with_tracks(with_tracks(planning(table), "tia", Adrenaline=9, Health=29), "eli", Adrenaline=9)


@pytest.mark.rule("CD-CORE-1", "CD-CORE-2")
@pytest.mark.parametrize("face", ATTACKS)
def test_a_played_card_does_what_was_foretold_and_no_die_decides(face: str) -> None:
    table = against(face)
    card = in_hand(table, "tia", face)
    acting = EffectContext(card=library_of().cards[face], owner="tia", id=card, targets=("eli",))
    time_preview = sum(hit.amount for done in preview_damage(calculator_of(table), acting) for hit in done.hits)
    assert time_preview > 0
    chance = Loaded()
    done = carried_on(planned(table, tia=face), chance)
    assert counts(table, "eli")["health"] - counts(done, "eli")["health"] == time_preview
    assert chance.rolled == 0


@pytest.mark.rule("CD-CORE-5", "CD-PLAY-9", "CD-DEF-2", "CD-MINION-5")
def test_a_card_comes_to_nothing_for_three_reasons_alone() -> None:
    assert not {"cancel", "miss", "prevent", "counter", "fizzle"} & set(PRIMITIVES)
    pilot, lost, done = BattleBot(), 0, 0
    for seed in range(4):
        chance = SeededChance(seed)
        table = started(laid("tia", "eli", "ogre", "rats"))
        while current_battle(table) is not None:
            command = pilot.next_command(GAME, table)
            assert command is not None
            after = GAME.apply(table, command, chance).table
            lost += _reasons(table, after)
            done += sum(slot.stand is SlotStatus.DONE for who in _fighters(after) for slot in fighter(after, who).slots)
            table = after
    assert lost
    assert done


def _fighters(table: Table) -> tuple[str, ...]:
    return tuple(now(table).fighters) if current_battle(table) is not None else ()


def _reasons(before: Table, after: Table) -> int:
    """Count the cards that came to nothing just now, each of which somebody fallen, poor or too few had played."""
    reason_count = 0
    for who in _fighters(after):
        known = {slot.card: slot.stand for slot in fighter(before, who).slots}
        for slot in fighter(after, who).slots:
            if slot.stand in (SlotStatus.FIZZLED, SlotStatus.CANCELLED) and known.get(slot.card) is not slot.stand:
                record = actor_zones.card_record_in(library_of(), slot.card)
                up = actor_sheet.standing_bodies(after, who)
                poor = actor_sheet.adrenaline(after, who) < calculator_of(after).cost(record, who).value
                few = actor_sheet.is_mob(after.actors[who]) and slot.last > len(up)
                assert not up or poor or few, f"{record.name} of {who} came to nothing, and nobody knows why"
                reason_count += 1
    return reason_count


@pytest.mark.rule("CD-INT-3", "CD-INT-8")
def test_interrupts_take_no_slot_and_do_not_count_against_speed() -> None:
    table = against("punch punch", "counter_strike counter_strike punch punch")
    assert why(table, _plan(table, "eve", "eli")) == ("drawing_plans_interrupt", "CD-PLAN-2")
    table = planned(table, tia="punch punch", eli="punch punch")
    assert calculator_of(table).speed("eli").value == 2
    played = 0
    while current_battle(table) is not None and now(table).phase is Phase.PLAYING:
        card = next((c for c in actor_zones.hand_cards(table, "eli") if face_of(c) == "counter_strike"), "")
        strike = PlayInterrupt(seat="eve", actor="eli", card=card)
        may = card and GAME.refusal(table, strike) is None
        table = play(table, strike if may else NobodyInterrupts(seat="gm"))
        played += bool(may)
    assert played == 2
    assert faces(table, "discard:eli").count("counter_strike") == 2
    assert faces(table, "discard:eli").count("punch") == 2, "both planned cards took effect besides"


def _plan(table: Table, seat: str, actor: str) -> PlanCards:
    return PlanCards(seat=seat, actor=actor, cards=(in_hand(table, actor, "counter_strike"),))


@pytest.mark.rule("CD-DMG-4", "CD-DMG-2", "CD-DMG-3")
def test_the_amount_of_a_card_is_rounded_before_it_is_multiplied() -> None:
    table = with_tracks(against("desperate_blow", "careless_assault"), "tia", Health=30)
    health = counts(table, "eli")["health"]
    table = carried_on(planned(table, tia="desperate_blow", eli="careless_assault"))
    # Half of 5 lost is 3, and doubled that is 6; rounded but once it would be 5.
    assert health - counts(table, "eli")["health"] == 6


@pytest.mark.rule("CD-COND-7", "CD-TAG-CLOSE")
def test_a_condition_that_lies_in_play_has_not_been_played_this_round() -> None:
    table = carried_on(planned(against("broad_swing broad_swing", "careless_assault retreat"), eli="careless_assault"))
    assert "careless_assault" in faces(table, "field:eli")
    assert _struck(planning(table), tia="broad_swing") == 0
    fresh = against("broad_swing", "careless_assault retreat")
    assert _struck(fresh, tia="broad_swing", eli="careless_assault") > 0, "in the round in which it is played it counts"


def _struck(table: Table, **plans: str) -> int:
    """Return what Eli loses in this round."""
    return counts(table, "eli")["health"] - counts(carried_on(planned(table, **plans)), "eli")["health"]


@pytest.mark.rule("CD-CARD-2", "CD-COND-1", "CD-CLEAN-1")
def test_the_type_of_a_card_is_read_off_its_tags() -> None:
    for face in ONCE:
        table = carried_on(planned(against(face), tia=face))
        assert face in faces(table, "discard:tia")
        assert face not in faces(table, "field:tia")
    for face in ("polearm", "shields_up", "take_cover"):
        table = carried_on(planned(against(face), tia=face))
        assert face in faces(table, "field:tia")
        assert face not in faces(table, "discard:tia")
    table = against("counter_strike")
    assert why(table, _plan(table, "tom", "tia")) == ("drawing_plans_interrupt", "CD-PLAN-2")
