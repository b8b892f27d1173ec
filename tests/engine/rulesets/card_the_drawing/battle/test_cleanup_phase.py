"""The Cleanup phase on the table (section 2.14)."""

from __future__ import annotations

import pytest

from engine.core.chance import SeededChance
from engine.core.draft import Draft
from engine.model.frozen import replace
from engine.model.table import Table
from engine.rulesets.card_the_drawing.battle import actor_zones, battle_changes
from engine.rulesets.card_the_drawing.battle.battle_procedures import (
    FighterState,
    Phase,
    Slot,
    SlotStatus,
)
from engine.rulesets.card_the_drawing.battle.phase_flow import carried_over_rituals, clean_up, cleared_fighter
from engine.rulesets.card_the_drawing.battle.resolution import triggered_effects
from engine.rulesets.card_the_drawing.calculation.battle_snapshot import LastingEffectState
from engine.rulesets.card_the_drawing.cards.card_records import Effect
from tests.engine.rulesets.card_the_drawing.table import (
    arranged,
    cards,
    duel,
    faces,
    fighter,
    in_hand,
    laid,
    now,
    planning,
    started,
    with_tracks,
)


def _played(table: Table, *slots: tuple[str, str, SlotStatus]) -> Table:
    """Return a battle in its Playing phase in which these cards of hands lie open, their turns come in this order."""
    changed, dealt = table, list[str]()
    for actor, face, stand in slots:
        card = in_hand(changed, actor, face)
        hand, pile = changed.zones[actor_zones.hand_zone(changed, actor)], changed.zones[actor_zones.open_zone(actor)]
        fighter_state = fighter(changed, actor)
        fighter_state = replace(
            fighter_state,
            slots=(*fighter_state.slots, Slot(card=card, first=len(fighter_state.slots) + 1, last=1, stand=stand)),
        )
        fight = replace(now(changed), fighters={**now(changed).fighters, actor: fighter_state})
        zoned = {
            hand.id: replace(hand, cards=tuple(other for other in hand.cards if other != card)),
            pile.id: replace(pile, cards=(*pile.cards, card)),
        }
        changed = _with(replace(changed, zones={**changed.zones, **zoned}), fight)
        dealt.append(card)
    return _with(changed, replace(now(changed), phase=Phase.PLAYING, dealt=tuple(dealt)))


def _with(table: Table, fight: object) -> Table:
    return replace(table, procedures=(*table.procedures[:-1], fight))


def _cleaned(table: Table) -> Table:
    draft = Draft(table, SeededChance(1))
    clean_up(draft)
    return draft.table


@pytest.mark.rule("CD-CLEAN-1", "CD-CLEAN-3", "CD-INT-8", "CD-DECK-7", "CD-UI-11")
def test_cards_are_laid_down_in_the_order_of_their_turns() -> None:
    table = arranged(planning(duel()), "tia", hand="punch counter_strike swing_blade retreat", discard="polearm")
    table = _played(
        table,
        ("tia", "counter_strike", SlotStatus.DONE),
        ("tia", "swing_blade", SlotStatus.FIZZLED),
        ("tia", "punch", SlotStatus.CANCELLED),
    )
    table = _cleaned(table)
    assert faces(table, "discard:tia") == ["punch", "swing_blade", "counter_strike", "polearm"]
    assert not cards(table, "open:tia")
    assert in_hand(table, "tia", "retreat")
    assert (now(table).round, now(table).phase) == (2, Phase.DRAWING)


@pytest.mark.rule("CD-CLEAN-1", "CD-DEF-2")
def test_what_was_never_turned_up_is_laid_down_too() -> None:
    table = arranged(planning(duel()), "tia", hand="punch retreat")
    hand, plan = table.zones["hand:tom"], table.zones["plan:tia"]
    table = replace(
        table, zones={**table.zones, "hand:tom": replace(hand, cards=()), "plan:tia": replace(plan, cards=hand.cards)}
    )
    assert sorted(faces(_cleaned(table), "discard:tia")) == ["punch", "retreat"]


@pytest.mark.rule("CD-ROUND-5", "CD-AMB-26", "CD-TAG-STUN")
def test_the_round_is_forgotten_but_not_a_stun() -> None:
    fighter_state = FighterState(
        side="red",
        fresh=False,
        ready=True,
        stunned=True,
        resolved=2,
        acted=("tia",),
        close_attackers=("eli",),
        extra_draws=1,
        interrupts=2,
        planned_speed=2,
        passing="round",
    )
    assert cleared_fighter(fighter_state, (), True) == FighterState(side="red", fresh=False, stunned=True)
    assert not cleared_fighter(fighter_state, (), False).stunned
    table = planning(duel(options={"stun_carry": False}))
    table = _cleaned(_with(table, replace(now(table), fighters={**now(table).fighters, "tia": fighter_state})))
    assert not fighter(table, "tia").stunned


@pytest.mark.rule("CD-CLEAN-4", "CD-AMB-32")
@pytest.mark.parametrize(("lasts", "left"), [("this_round", ["for ever"]), ("until_used", ["guard", "for ever"])])
def test_guards_end_and_what_lasts_for_the_battle_does_not(lasts: str, left: list[str]) -> None:
    table = planning(duel(options={"distant_guard": lasts}))
    half = Effect(on="resolve", do="modify", stat="damage_taken", op="mul", by="1/2", scope="user", uses=1)
    guard = LastingEffectState(
        id="guard", effect=half, card="retreat", owner="tia", bearer="tia", entered=0, tag="Distant"
    )
    in_force = (
        guard,
        replace(guard, id="round", entered=1, tag="", until="round_end"),
        replace(guard, id="for ever", entered=2, tag="", until="combat_end"),
    )
    table = _cleaned(_with(table, replace(now(table), in_force=in_force)))
    assert [lasting_effect.id for lasting_effect in now(table).in_force] == left


@pytest.mark.rule("CD-CLEAN-5", "CD-TAG-RITUAL", "CD-DEF-2")
def test_a_ritual_goes_on_charging_unless_its_caster_has_fallen() -> None:
    table = planning(started(laid("tia", "tam", "eli"), sides={"tia": "red", "tam": "red", "eli": "blue"}))
    table = _played(arranged(table, "tia", hand="punch"), ("tia", "punch", SlotStatus.CHARGING))
    fighter_state = fighter(table, "tia")
    slot = replace(fighter_state.slots[0], first=2, last=4)
    fight = replace(
        now(table), fighters={**now(table).fighters, "tia": replace(fighter_state, slots=(slot,))}, dealt=()
    )
    table = _with(table, fight)
    assert carried_over_rituals(table, "tia") == (replace(slot, first=1, last=2),)
    assert faces(_cleaned(table), "open:tia") == ["punch"]
    fallen = with_tracks(table, "tia", Health=0)
    assert faces(_cleaned(fallen), "discard:tia") == ["punch"]


@pytest.mark.rule("CD-COND-4", "CD-DECK-8", "CD-AMB-30")
@pytest.mark.parametrize(("option", "left"), [("stay", ["hamstring"]), ("leave", [])])
def test_what_the_fallen_cast_stays_unless_the_group_wishes(option: str, left: list[str]) -> None:
    table = arranged(duel(options={"conditions_of_fallen": option}), "tia", hand="hamstring")
    draft = Draft(table, SeededChance(1))
    card = in_hand(table, "tia", "hamstring")
    battle_changes.to_field(draft, card, "eli")
    assert [field_card.bearer for field_card in now(draft.table).field] == ["eli"]
    assert battle_changes.lose_health(draft, "tia", 40)
    triggered_effects.clear_fallen(draft)
    assert faces(draft.table, "field:eli") == left
    assert faces(draft.table, "discard:tia") == [face for face in ["hamstring"] if face not in left]
    assert len(now(draft.table).field) == len(left)


@pytest.mark.rule("CD-STAT-10", "CD-ADR-1", "CD-DEF-1")
def test_numbers_stay_within_their_bounds() -> None:
    draft = Draft(with_tracks(duel(), "tia", Health=30, Adrenaline=2), SeededChance(1))
    assert battle_changes.heal(draft, "tia", 9) == 5
    assert battle_changes.set_adrenaline(draft, "tia", -4) == -2
    assert battle_changes.lose_health(draft, "tia", 37)
    assert battle_changes.heal(draft, "tia", 9) == 0, "the defeated do not heal"
    track = draft.table.actors["tia"].tracks["Health"]
    assert track.value == -2
