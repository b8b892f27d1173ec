"""What holds of every reckoning of every card in every fight."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.play.words import say, texts
from engine.rulesets.card_the_drawing.choosing import choice_for, choice_of, redirection, removable
from engine.rulesets.card_the_drawing.damage import after, damage, preview, told
from engine.rulesets.card_the_drawing.hindering import hindrance, no_interrupt, slots
from engine.rulesets.card_the_drawing.order import order_of, triggered, waiting, waiting_last
from engine.rulesets.card_the_drawing.parts import Part
from engine.rulesets.card_the_drawing.records import Card, Effect
from engine.rulesets.card_the_drawing.scene import NOBODY, Acting, Event, Scene
from engine.rulesets.card_the_drawing.values import Reckoner
from engine.rulesets.card_the_drawing.vocabulary import OPERATIONS
from engine.table.frozen import replace
from tests.engine.card_the_drawing.generated import WHO, cards, events, scenes
from tests.engine.card_the_drawing.pure import scene_of


def _retold(parts: Sequence[Part]) -> int:
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
def test_a_number_is_what_its_steps_come_to(scene: Scene, card: Card, who: str) -> None:
    at = Reckoner(scene)
    found = (at.initiative(card, who), at.cost(card, who), at.speed(who), at.hand_size(who), at.adrenaline_gain(who))
    for one in (*found, at.draw_count(who)):
        assert one.value == _retold(one.parts) >= 0
    assert slots(at, card, who) >= 1


@given(scenes(), cards(), st.sampled_from((*WHO, NOBODY)), events)
def test_a_hit_is_what_its_steps_come_to(scene: Scene, card: Card, who: str, event: Event) -> None:
    at = Reckoner(scene)
    choice = choice_of(at, Acting(card=card, owner=who, event=event))
    acting = Acting(card=card, owner=who, event=event, targets=choice.targets(choice.some_way()))
    for done in preview(at, acting):
        for hit in done.hits:
            assert hit.amount == _retold(hit.parts) >= 0
            assert hit.before - hit.amount == hit.after
    for effect in card.effects:
        if effect.do == "damage":
            done = damage(at, acting, effect, tuple(scene.bodies), event)
            assert all(scene.bodies[hit.body].stands for hit in done.hits)
            assert isinstance(told(at, acting, effect, "A"), str)
            changed = after(scene, done)
            assert {hit.body: hit.after for hit in done.hits if hit.dealt}.items() <= {
                body.id: body.health for body in changed.bodies.values()
            }.items()
            gone = {spent.holder for spent in done.spent if spent.discards}
            assert {lies.id for lies in scene.field} - gone == {lies.id for lies in changed.field}


@given(scenes(), cards(), st.sampled_from(WHO), events)
def test_there_is_always_a_way_to_choose(scene: Scene, card: Card, who: str, event: Event) -> None:
    at = Reckoner(scene)
    acting = Acting(card=card, owner=who, event=event)
    for effect in card.effects:
        if effect.target:
            choice = choice_for(at, acting, effect)
            chosen = choice.some_way()
            assert choice.fault(chosen) is None
            only = choice.only_way()
            assert only is None or choice.fault(only) is None
            assert len(set(choice.targets(chosen))) == len(choice.targets(chosen))
            assert all(scene.bodies[body].stands for body in choice.targets(chosen))
            assert all(say(c.barred.words) != c.barred.words.key for c in choice.candidates if c.barred is not None)
        assert all(not lies.card.permanent for lies in removable(at, acting, effect, "A"))
        assert not set(redirection(at, acting, effect).takers) & set(event.targets)
    assert (no_interrupt(at, acting) is None) in {True, False}


@given(scenes(), st.sampled_from((1, 2)), events)
def test_an_order_leaves_nobody_out(scene: Scene, step: int, event: Event) -> None:
    at = Reckoner(scene)
    for turns in (waiting(at, step), waiting_last(at), triggered(at, "playing_start", event)):
        places = order_of(scene, turns)
        ranks = [(place.turn.stunned, place.turn.initiative.value) for place in places]
        assert sorted(place.turn.card_id for place in places) == sorted(turn.card_id for turn in turns)
        assert ranks == sorted(ranks)
        for place in places:
            assert all(say(line) for line in (*place.turn.reasons, *(one.words for one in place.tied)))
    for who in scene.fighters.values():
        for laid in who.laid:
            why = hindrance(at, who.id, laid)
            assert why is None or why.text != why.message.key


@pytest.mark.rule("CD-DMG-5")
@given(scenes(), st.sampled_from(WHO), events)
def test_a_second_copy_waits(scene: Scene, who: str, event: Event) -> None:
    scene = replace(scene, options=replace(scene.options, stack_same_name=False))
    for stat in OPERATIONS:
        found = Reckoner(scene).in_force(stat, who, event=event)
        assert [m.entered for m in found] == sorted(m.entered for m in found)
        assert len({m.key for m in found}) == len(found)


@pytest.mark.rule("CD-DMG-3", "CD-AMB-27")
@given(st.permutations(("sh_smoke_bomb", "careless_assault", "so_ward", "shields_up")), st.integers(0, 30))
def test_the_order_of_multipliers_does_not_matter(order: list[str], amount: int) -> None:
    """Doubling and three times halving: a quarter, rounded up once."""
    field = [[card, "B", "B"] for card in order]
    scene = scene_of({"fighters": [{"id": "A", "of": "titan"}, {"id": "B", "of": "titan"}], "field": field})
    effect = Effect(on="resolve", do="damage", amount=amount, target="one")
    card = Card(id="x", name="X", tags=("Close", "Distant"), effects=(effect,))
    acting = Acting(card=card, owner="A", targets=("B",))
    assert [hit.amount for done in preview(Reckoner(scene), acting) for hit in done.hits] == [math.ceil(amount / 4)]
