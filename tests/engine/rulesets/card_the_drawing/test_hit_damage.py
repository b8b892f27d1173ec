"""The damage of hits, and the uses that they spend."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from engine.messages.texts import say
from engine.model.frozen import replace
from engine.rulesets.card_the_drawing.calculation.battle_snapshot import EffectContext, FieldCard
from engine.rulesets.card_the_drawing.calculation.stat_calculation import BattleCalculator
from engine.rulesets.card_the_drawing.cards.card_records import Card, Effect
from engine.rulesets.card_the_drawing.hit_damage import explain_amount, preview_damage
from tests.engine.rulesets.card_the_drawing.snapshot_vectors import run, scene_of
from tests.engine.rulesets.card_the_drawing.vector_files import card_of, vectors_of

TWO = [{"id": "A", "of": "titan"}, {"id": "B", "of": "titan"}]


@pytest.mark.parametrize("vector", vectors_of("vectors", "damage"))
def test_a_vector(vector: Mapping[str, Any]) -> None:
    run(vector)


@pytest.mark.rule("CD-UI-8", "CD-DMG-3")
def test_a_hit_is_shown_step_by_step() -> None:
    field = [["shields_up", "B", "B"], ["take_cover", "B", "B"], ["gm_mob_fury", "A", "A"]]
    scene = scene_of({"fighters": TWO, "field": field})
    acting = EffectContext(card=card_of("test_arrow"), owner="A", targets=("B",))
    (done,) = preview_damage(BattleCalculator(scene), acting)
    assert [say(part.words) for part in done.hits[0].steps] == [
        "7 damage from the card",
        "+2 from Mob Fury",
        "× 1/2 from Shields Up",
        "× 1/2 from Take Cover",
        "rounded up to 3",
    ]
    assert [(spent.holder, spent.discards) for spent in done.spent] == [("field2", True)]


def test_what_the_card_adds_up_can_be_told() -> None:
    acting = EffectContext(card=card_of("swing_blade"), owner="A", targets=("B",))
    assert (
        explain_amount(BattleCalculator(scene_of({"fighters": TWO})), acting, acting.card.effects[0], "B")
        == "4 + Strength 4"
    )


@pytest.mark.rule("CD-DMG-6")
def test_the_second_blow_of_a_card_meets_what_the_first_has_left() -> None:
    """One guard against two blows, and whoever falls at the first is not struck by the second."""
    blow = Effect(on="resolve", do="damage", amount=6, target="one")
    again = Effect(on="resolve", do="damage", amount=6, target="same")
    card = Card(id="x", name="X", tags=("Distant",), effects=(blow, again))
    acting = EffectContext(card=card, owner="A", targets=("B",))
    scene = scene_of({"fighters": TWO, "field": [["take_cover", "B", "B"]]})
    assert [hit.amount for done in preview_damage(BattleCalculator(scene), acting) for hit in done.hits] == [3, 6]
    weak = scene_of({"fighters": [TWO[0], {"id": "B", "of": "titan", "health": 2}]})
    assert [[hit.after for hit in done.hits] for done in preview_damage(BattleCalculator(weak), acting)] == [[-4], []]


@pytest.mark.rule("CD-DMG-6", "CD-AMB-29")
def test_a_protection_is_not_used_up_where_the_source_has_nothing_left_to_deal() -> None:
    curse = Effect(on="while", do="modify", stat="damage_dealt", op="add", by=-9, scope="bearer")
    scene = scene_of({"fighters": TWO, "field": [["sh_smoke_bomb", "B", "B"]]})
    cursed = FieldCard(id="x", card=Card(id="x", name="Curse", effects=(curse,)), owner="B", bearer="A")
    scene = replace(scene, field=(*scene.field, cursed))
    (done,) = preview_damage(
        BattleCalculator(scene), EffectContext(card=card_of("swing_blade"), owner="A", targets=("B",))
    )
    assert (done.hits[0].amount, done.hits[0].dealt, done.spent) == (0, False, ())
