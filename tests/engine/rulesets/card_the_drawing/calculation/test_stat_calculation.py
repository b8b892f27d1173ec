"""The values of tags, Initiative, Speed and Adrenaline, with their steps."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from engine.messages.texts import say
from engine.model.frozen import replace
from engine.rulesets.card_the_drawing.calculation.battle_snapshot import (
    BattleOptions,
    FieldCard,
    LastingEffect,
    ends_at_cleanup,
)
from engine.rulesets.card_the_drawing.calculation.play_restrictions import slots_needed
from engine.rulesets.card_the_drawing.calculation.stat_calculation import BattleCalculator
from engine.rulesets.card_the_drawing.cards.card_library import library_of
from engine.rulesets.card_the_drawing.cards.card_records import Card, Effect, Tag
from tests.engine.rulesets.card_the_drawing.snapshot_vectors import Fight, run, scene_of
from tests.engine.rulesets.card_the_drawing.vector_files import card_of, vectors_of

TWO = [{"id": "A", "of": "titan"}, {"id": "B", "of": "titan"}]


@pytest.mark.parametrize("vector", vectors_of("vectors", "values"))
def test_a_vector(vector: Mapping[str, Any]) -> None:
    run(vector)


@pytest.mark.rule("CD-UI-7")
def test_every_change_has_its_reason() -> None:
    scene = scene_of({"fighters": TWO, "field": [["polearm", "A", "A"], ["so_leaden_curse", "B", "A"]]})
    at = BattleCalculator(scene)
    assert [say(part.words) for part in at.initiative(card_of("swing_blade"), "A").steps] == [
        "printed 4",
        "+1 from Polearm",
        "+2 from Leaden Curse",
    ]
    assert [say(part.words) for part in at.tagged(card_of("swing_blade"), "A").steps] == ["Close removed by Polearm"]


@pytest.mark.rule("CD-ADR-2")
def test_a_gain_is_multiplied_then_rounded_then_added_to() -> None:
    field = [["careless_assault", "A", "A"], ["sh_light_feet", "A", "A"]]
    vector = {"fighters": TWO, "field": field, "surroundings": ["env_thin_air", "env_roaring_crowd"]}
    gain = BattleCalculator(scene_of(vector)).adrenaline_gain("A")
    assert [say(part.words) for part in gain.steps] == [
        "Stamina 3",
        "× 1/2 from Thin Air",
        "× 2 from Careless Assault",
        "× 1/2 from Light Feet",
        "rounded up to 2",
        "+1 from Roaring Crowd, after all other changes",
    ]
    assert gain.value == 3


def _with(card: Card, *, tags: tuple[Tag, ...] = (), bearer: str = "A") -> BattleCalculator:
    scene = scene_of({"fighters": TWO})
    known = {**library_of().tags, **{tag.id: tag for tag in tags}}
    return BattleCalculator(replace(scene, tags=known, field=(FieldCard(id="x", card=card, owner="A", bearer=bearer),)))


def test_whether_a_card_has_a_tag_never_depends_on_itself() -> None:
    test = "'Close' not in card.tags and user.played('Close') == 0"
    adds = Effect(on="while", do="modify", stat="tags", op="add", by="Close", scope="all", if_=test)
    at = _with(Card(id="x", name="X", tags=("Condition",), effects=(adds,)))
    assert at.tags(card_of("retreat"), "A") == {"Distant", "Close"}


def test_a_tag_changes_what_bears_it_for_as_long_as_the_card_has_it() -> None:
    heavy = Tag(
        id="Heavy", param="n", effects=(Effect(on="while", do="modify", stat="cost", op="add", by="n", scope="bearer"),)
    )
    card = Card(id="x", name="X", tags=("Condition", "Heavy3"))
    assert _with(card, tags=(heavy,)).cost(card_of("punch"), "A").value == 3
    assert [say(part.words) for part in _with(card, tags=(heavy,)).cost(card_of("punch"), "A").steps][1:] == [
        "+3 from Heavy (X)"
    ]
    loses = Effect(on="while", do="modify", stat="tags", op="remove", by="Heavy", scope="all")
    light = replace(card, effects=(loses,))
    assert _with(light, tags=(heavy,)).cost(card_of("punch"), "A").value == 0


@pytest.mark.rule("CD-AMB-32", "CD-CLEAN-4")
@pytest.mark.parametrize(("lasts", "ends"), [("this_round", True), ("until_used", False)])
def test_a_guard_ends_in_cleanup_unless_the_group_lets_it_wait(lasts: Any, ends: bool) -> None:
    fight = Fight(scene_of({"fighters": TWO}))
    fight.play({"who": "A", "card": "retreat"})
    (guard,) = fight.scene.timed
    assert isinstance(guard, LastingEffect)
    assert ends_at_cleanup(replace(fight.scene, options=BattleOptions(distant_guard=lasts)), guard) is ends
    own = replace(guard, tag="", until="combat_end")
    assert not ends_at_cleanup(fight.scene, own)


@pytest.mark.rule("CD-TAG-RITUAL")
def test_a_ritual_takes_as_many_slots_as_its_number_says() -> None:
    at = BattleCalculator(scene_of({"fighters": TWO}))
    taken = {name: slots_needed(at, card_of(name), "A") for name in ("so_cataclysm", "so_mend", "punch")}
    assert taken == {"so_cataclysm": 3, "so_mend": 2, "punch": 1}
