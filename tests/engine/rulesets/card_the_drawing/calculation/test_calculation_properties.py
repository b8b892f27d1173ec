"""Properties of every calculation of every card in every fight."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.messages.texts import say, texts
from engine.model.frozen import replace
from engine.rulesets.card_the_drawing.calculation.active_modifiers import CardCalculationStep
from engine.rulesets.card_the_drawing.calculation.battle_snapshot import (
    NOBODY,
    BattleSnapshot,
    EffectContext,
    TriggerEvent,
)
from engine.rulesets.card_the_drawing.calculation.initiative import (
    stunned_turns,
    triggered_turns,
    turn_order,
    waiting_turns,
)
from engine.rulesets.card_the_drawing.calculation.play_restrictions import interrupt_refusal, play_refusal, slots_needed
from engine.rulesets.card_the_drawing.calculation.stat_calculation import BattleCalculator
from engine.rulesets.card_the_drawing.cards.card_records import OPERATIONS, Card, Effect
from engine.rulesets.card_the_drawing.hit_damage import (
    calculate_damage,
    explain_amount,
    preview_damage,
    snapshot_after_damage,
)
from engine.rulesets.card_the_drawing.targeting import (
    card_target_choice,
    effect_target_choice,
    redirection,
    removable_conditions,
)
from tests.engine.rulesets.card_the_drawing.battle_strategies import WHO, cards, events, scenes
from tests.engine.rulesets.card_the_drawing.snapshot_vectors import scene_of


def _retold(parts: Sequence[CardCalculationStep]) -> int:
    """Reckon again by nothing but the steps that are shown."""
    value = Fraction(0)
    for part in parts:
        step = Fraction(part.value)
        match part.op:
            case "base" | "set":
                value = step
            case "add" | "post_add":
                value += step
            case "mul":
                value *= step
            case "round":
                assert step == math.ceil(value)
                value = step
            case _:
                assert part.op == "least"
                assert value < 0
                value = step
        assert part.words.key in texts()
    assert value.denominator == 1
    return int(value)


@given(scenes(), cards(), st.sampled_from(WHO))
def test_a_number_is_what_its_steps_come_to(scene: BattleSnapshot, card: Card, who: str) -> None:
    at = BattleCalculator(scene)
    values = (at.initiative(card, who), at.cost(card, who), at.speed(who), at.hand_size(who), at.adrenaline_gain(who))
    for calculated_value in (*values, at.draw_count(who)):
        assert calculated_value.value == _retold(calculated_value.steps) >= 0
    assert slots_needed(at, card, who) >= 1


@given(scenes(), cards(), st.sampled_from((*WHO, NOBODY)), events)
def test_a_hit_is_what_its_steps_come_to(scene: BattleSnapshot, card: Card, who: str, event: TriggerEvent) -> None:
    at = BattleCalculator(scene)
    choice = card_target_choice(at, EffectContext(card=card, owner=who, event=event))
    acting = EffectContext(card=card, owner=who, event=event, targets=choice.targets(choice.likeliest()))
    for done in preview_damage(at, acting):
        for hit in done.hits:
            assert hit.amount == _retold(hit.steps) >= 0
            assert hit.before - hit.amount == hit.after
    for effect in card.effects:
        if effect.do == "damage":
            done = calculate_damage(at, acting, effect, tuple(scene.bodies), event)
            assert all(scene.bodies[hit.body].is_standing for hit in done.hits)
            assert isinstance(explain_amount(at, acting, effect, "A"), str)
            changed = snapshot_after_damage(scene, done)
            assert {hit.body: hit.after for hit in done.hits if hit.dealt}.items() <= {
                body.id: body.health for body in changed.bodies.values()
            }.items()
            gone = {spent.holder for spent in done.spent if spent.discards}
            assert {field_card.id for field_card in scene.field} - gone == {
                field_card.id for field_card in changed.field
            }


@given(scenes(), cards(), st.sampled_from(WHO), events, st.integers(-9, 9))
def test_damage_of_any_number_is_what_its_steps_come_to(
    scene: BattleSnapshot, card: Card, who: str, event: TriggerEvent, amount: int
) -> None:
    effect = Effect(on="resolve", do="damage", target="all", amount=str(amount))
    context = EffectContext(card=card, owner=who, event=event)
    for hit in calculate_damage(BattleCalculator(scene), context, effect, tuple(scene.bodies), event).hits:
        assert hit.amount == _retold(hit.steps) >= 0


@given(scenes(), cards(), st.sampled_from(WHO), events)
def test_there_is_always_a_way_to_choose(scene: BattleSnapshot, card: Card, who: str, event: TriggerEvent) -> None:
    at = BattleCalculator(scene)
    acting = EffectContext(card=card, owner=who, event=event)
    for effect in card.effects:
        if effect.target:
            choice = effect_target_choice(at, acting, effect)
            chosen = choice.likeliest()
            assert choice.refusal(chosen) is None
            only = choice.only_way()
            assert only is None or choice.refusal(only) is None
            assert len(set(choice.targets(chosen))) == len(choice.targets(chosen))
            assert all(scene.bodies[body].is_standing for body in choice.targets(chosen))
            assert all(say(c.barred.words) != c.barred.words.key for c in choice.candidates if c.barred is not None)
        assert all(not field_card.card.permanent for field_card in removable_conditions(at, acting, effect, "A"))
        assert not set(redirection(at, acting, effect).takers) & set(event.targets)
    assert (interrupt_refusal(at, acting) is None) in {True, False}


@given(scenes(), st.sampled_from((1, 2)), events)
def test_an_order_leaves_nobody_out(scene: BattleSnapshot, step: int, event: TriggerEvent) -> None:
    at = BattleCalculator(scene)
    for turns in (waiting_turns(at, step), stunned_turns(at), triggered_turns(at, "playing_start", event)):
        places = turn_order(scene, turns)
        acting = [place.turn for place in places if not place.turn.lost]
        assert [place.turn for place in places[: len(acting)]] == acting, "lost cards come last"
        ranks = [(turn.stunned, turn.initiative.value) for turn in acting]
        assert sorted(place.turn.card_id for place in places) == sorted(turn.card_id for turn in turns)
        assert ranks == sorted(ranks)
        for place in places:
            assert all(say(line) for line in (*place.turn.reasons, *(tie.words for tie in place.tied)))
    for who in scene.fighters.values():
        for laid in who.laid:
            why = play_refusal(at, who.id, laid)
            assert why is None or why.text != why.message.key


@pytest.mark.rule("CD-DMG-5")
@given(scenes(), st.sampled_from(WHO), events)
def test_a_second_copy_waits(scene: BattleSnapshot, who: str, event: TriggerEvent) -> None:
    scene = replace(scene, options=replace(scene.options, stack_same_name=False))
    for stat in OPERATIONS:
        modifiers = BattleCalculator(scene).in_force(stat, who, event=event)
        assert [m.entered for m in modifiers] == sorted(m.entered for m in modifiers)
        assert len({m.key for m in modifiers}) == len(modifiers)


@pytest.mark.rule("CD-DMG-3", "CD-AMB-27")
@given(st.permutations(("sh_smoke_bomb", "careless_assault", "so_ward", "shields_up")), st.integers(0, 30))
def test_the_order_of_multipliers_does_not_matter(order: list[str], amount: int) -> None:
    """Doubling and three times halving: a quarter, rounded up once."""
    field = [[card, "B", "B"] for card in order]
    scene = scene_of({"fighters": [{"id": "A", "of": "titan"}, {"id": "B", "of": "titan"}], "field": field})
    effect = Effect(on="resolve", do="damage", amount=amount, target="one")
    card = Card(id="x", name="X", tags=("Close", "Distant"), effects=(effect,))
    acting = EffectContext(card=card, owner="A", targets=("B",))
    assert [hit.amount for done in preview_damage(BattleCalculator(scene), acting) for hit in done.hits] == [
        math.ceil(amount / 4)
    ]
