"""The values of names in expressions."""

from __future__ import annotations

import pytest

from engine.model.frozen import replace
from engine.rulesets.card_the_drawing.calculation.battle_snapshot import (
    NOBODY,
    EffectContext,
    FieldCard,
    TriggerEvent,
    allied,
    opposed,
)
from engine.rulesets.card_the_drawing.calculation.expression_scope import EffectScope, condition_is_met, exact_amount
from engine.rulesets.card_the_drawing.calculation.stat_calculation import BattleCalculator
from engine.rulesets.card_the_drawing.cards.card_records import Card, Effect, split_tag
from engine.rulesets.card_the_drawing.targeting import removable_conditions
from tests.engine.rulesets.card_the_drawing.snapshot_vectors import scene_of
from tests.engine.rulesets.card_the_drawing.vector_files import card_of

SCENE = scene_of(
    {
        "fighters": [
            {"id": "A", "of": "titan", "side": "party", "health": 20, "adrenaline": 2},
            {"id": "M", "minions": 3, "side": "gm", "health": [0, 8, 5]},
        ],
        "field": [["hamstring", "M", "A"], ["polearm", "A", "A"]],
    }
)
EVENT = TriggerEvent(
    stage="before", source="M2", source_actor="M", targets=("A", "M3"), tags=("Close",), is_attack=True
)
WORDS = EffectScope(
    BattleCalculator(SCENE),
    EffectContext(card=card_of("punch"), owner="M", body="M2", bearer="A", event=EVENT),
    it="M3",
    cond=SCENE.field[0],
    number=4,
)
ALONE = EffectScope(BattleCalculator(SCENE), EffectContext(card=Card(id="x", name="X")))


@pytest.mark.parametrize(
    "text",
    [
        "user == event.source_actor and user == event.source and user == it",
        "it != event.source and it in event.targets and event.source not in event.targets",
        "user in event.targets and bearer in event.targets",
        "event.stage == 'before' and event.is_attack and event.from_play",
        "cond.owner == user and cond.name == 'Hamstring' and not cond.permanent and 'Injury' in cond.tags",
        "card.name == 'Punch' and card.owner == user and 'Close' in card.tags",
        "bearer.side == 'party' and bearer.side != it.side",
        "not bearer.stunned",
    ],
)
def test_it_is_so(text: str) -> None:
    assert condition_is_met(text, WORDS)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("user.health", 8),
        ("it.health", 5),
        ("it.lost_health", 3),
        ("bearer.lost_health + bearer.max_health", 50),
        ("user.minions", 2),
        ("bearer.minions", 1),
        ("user.speed * 10 + bearer.speed", 22),
        ("bearer.injuries", 1),
        ("bearer.adrenaline", 2),
        ("event.source.strength", 2),
        ("count('all') * 100 + count('one') * 10 + count('one_other')", 321),
        ("count('targeted_allies') * 10 + count('own_untargeted')", 11),
        ("n", 4),
        ("n / 0", 0),
        ("nonsense", 0),
    ],
)
def test_it_comes_to(text: str, value: int) -> None:
    assert exact_amount(text, WORDS) == value


@pytest.mark.parametrize("text", ["user != it", "it == event.source", "user == bearer", "event.stage == 'after'"])
def test_it_is_not_so(text: str) -> None:
    assert not condition_is_met(text, WORDS)


@pytest.mark.parametrize("text", ["user == bearer", "event.source == it", "it in event.targets", "event.is_attack"])
def test_nobody_is_nobody(text: str) -> None:
    """The surroundings have no caster and no bearer, and without an event there is no source."""
    assert not condition_is_met(text, ALONE)
    assert exact_amount("user.strength + it.health + event.source_actor.injuries + bearer.played('Close')", ALONE) == 0
    assert not condition_is_met(
        "cond.permanent or event.card.name != '' or event.card.owner == user or user.side != ''", ALONE
    )


@pytest.mark.rule("CD-ENV-2")
def test_the_surroundings_are_on_no_side() -> None:
    assert not allied(SCENE, NOBODY, NOBODY)
    assert not opposed(SCENE, NOBODY, "A")
    assert allied(SCENE, "A", "A")
    assert opposed(SCENE, "A", "M")


@pytest.mark.rule("CD-AUTO-3")
def test_what_is_permanent_is_never_removed() -> None:
    effect = Effect(on="resolve", do="remove_condition", target="one_any", count=1)
    lasting = FieldCard(id="x", card=card_of("auto_timber_body"), owner="A", bearer="A")
    at = BattleCalculator(replace(SCENE, field=(*SCENE.field, lasting)))
    acting = EffectContext(card=card_of("so_unravel"), owner="M")
    assert [field_card.card.id for field_card in removable_conditions(at, acting, effect, "A")] == [
        "hamstring",
        "polearm",
    ]


@pytest.mark.rule("CD-CARD-3")
def test_a_tag_may_carry_a_number() -> None:
    assert [split_tag(text) for text in ("Blast2", "Ritual12", "Close", "3")] == [
        ("Blast", 2),
        ("Ritual", 12),
        ("Close", None),
        ("3", None),
    ]
