"""The legal targets of cards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from engine.messages.texts import say
from engine.model.frozen import replace
from engine.rulesets.card_the_drawing.calculation.battle_snapshot import EffectContext, TriggerEvent, acting_body
from engine.rulesets.card_the_drawing.calculation.stat_calculation import BattleCalculator
from engine.rulesets.card_the_drawing.cards.card_records import Effect
from engine.rulesets.card_the_drawing.targeting import Candidate, TargetChoice, card_target_choice, redirection
from tests.engine.rulesets.card_the_drawing.snapshot_vectors import Fight, run, scene_of
from tests.engine.rulesets.card_the_drawing.vector_files import card_of, vectors_of

PARTY = [
    {"id": "A", "of": "titan", "side": "party"},
    {"id": "D", "of": "titan", "side": "party"},
    {"id": "B", "of": "titan", "side": "gm"},
    {"id": "F", "of": "titan", "side": "gm", "health": 0},
]


@pytest.mark.parametrize("vector", vectors_of("vectors", "choosing"))
def test_a_vector(vector: Mapping[str, Any]) -> None:
    run(vector)


@pytest.mark.rule("CD-TGT-2")
@pytest.mark.parametrize(
    ("least", "most", "chosen", "key", "sentence"),
    [
        (1, 1, (), "drawing_target.exactly", "Choose 1 target."),
        (0, 2, ("A", "B", "C"), "drawing_target.up_to", "Choose up to 2 targets."),
        (1, 2, (), "drawing_target.count", "Choose 1 to 2 targets."),
    ],
)
def test_a_wrong_number_of_targets_says_how_many(
    least: int, most: int, chosen: tuple[str, ...], key: str, sentence: str
) -> None:
    choice = TargetChoice(
        chooses=True, candidates=tuple(Candidate(body=body) for body in "ABC"), least=least, most=most
    )
    refused = choice.refusal(chosen)
    assert refused is not None
    assert (refused.message.key, refused.text) == (f"refused.{key}", sentence)


@pytest.mark.rule("CD-TGT-2", "CD-UI-8")
def test_opponents_come_first_allies_are_asked_about_and_the_rest_says_why_not() -> None:
    choice = card_target_choice(
        BattleCalculator(scene_of({"fighters": PARTY})), EffectContext(card=card_of("punch"), owner="A")
    )
    assert [(candidate.body, candidate.confirm) for candidate in choice.candidates if candidate.barred is None] == [
        ("B", False),
        ("D", True),
    ]
    assert {
        candidate.body: say(candidate.barred.words) for candidate in choice.candidates if candidate.barred is not None
    } == {
        "F": "F is defeated and cannot be a target.",
        "A": "Punch cannot target its own user, A.",
    }
    healing = card_target_choice(
        BattleCalculator(scene_of({"fighters": PARTY})), EffectContext(card=card_of("so_mend"), owner="A")
    )
    assert [(candidate.body, candidate.confirm) for candidate in healing.candidates if candidate.barred is None] == [
        ("A", False),
        ("D", False),
        ("B", False),
    ]


@pytest.mark.rule("CD-TAG-BLAST", "CD-UI-8")
def test_a_forced_target_and_the_hit_on_oneself_are_known_beforehand() -> None:
    fight = Fight(scene_of({"fighters": PARTY}))
    fight.play({"who": "B", "card": "punch", "at": ["A"]})
    choice = card_target_choice(fight.at, EffectContext(card=card_of("test_blast"), owner="A"))
    assert [say(demand.words) for demand in choice.demands] == ["Blast: must include B"]
    assert [(more.body, *map(say, more.reasons)) for more in choice.added] == [
        ("A", "also hit by Blast", "Blast also hits the user if somebody made a Close attack on the user this round")
    ]
    assert choice.likeliest() == ("B",)
    assert choice.only_way() is None


@pytest.mark.rule("CD-TAG-BLAST", "CD-UI-8")
@pytest.mark.parametrize(
    ("group", "words"), [("", "the user"), ("all_allies", "everybody on the user’s side"), ("one_ally", "one ally")]
)
def test_an_added_target_is_of_the_group_that_the_card_names(group: str, words: str) -> None:
    adds = Effect(on="declare", do="add_target", target=group, if_="user.health > 0")
    card = replace(card_of("test_blast"), effects=(*card_of("test_blast").effects, adds))
    choice = card_target_choice(BattleCalculator(scene_of({"fighters": PARTY})), EffectContext(card=card, owner="A"))
    assert choice.added
    for added in choice.added:
        assert say(added.reasons[1]).startswith(f"Test Blast also hits {words} if ")


@pytest.mark.rule("CD-TGT-1", "CD-UI-8")
@pytest.mark.parametrize(
    ("group", "words", "key"),
    [
        ("all_enemies", "choose at least 1 from this group: every opponent", "refused.drawing_target.demand"),
        ("all_allies", "must include at least 1 of D, E", "refused.drawing_target.demand_some"),
    ],
)
def test_a_required_target_is_from_the_group_that_the_tag_names(group: str, words: str, key: str) -> None:
    requires = Effect(on="declare", do="require_target", from_=group, at_least=1)
    card = replace(card_of("test_blast"), effects=(*card_of("test_blast").effects, requires))
    context = EffectContext(card=card, owner="A")
    more = [{"id": name, "of": "titan", "side": "gm" if name in "GHI" else "party"} for name in "EGHI"]
    choice = card_target_choice(BattleCalculator(scene_of({"fighters": [*PARTY, *more]})), context)
    told = f"Test Blast: {words}"
    assert [say(demand.words) for demand in choice.demands] == [told]
    refusal = choice.refusal(["D" if group == "all_enemies" else "B"])
    assert refusal is not None
    assert (refusal.message.key, refusal.text) == (key, f"{told.replace('must', 'the targets must')}.")


@pytest.mark.rule("CD-MINION-4")
def test_the_head_that_acts_is_one_that_has_not_acted() -> None:
    scene = scene_of({"fighters": [{"id": "M", "minions": 3, "health": [0, 8, 8]}]})
    acting = EffectContext(card=card_of("punch"), owner="M")
    assert acting_body(scene, acting) == "M2"
    acted = replace(scene, fighters={"M": replace(scene.fighters["M"], acted=("M2",))})
    assert acting_body(acted, acting) == "M3"
    assert acting_body(acted, replace(acting, body="M2")) == "M2"


def test_nobody_is_given_two_places() -> None:
    """The attacker is struck by his own Blast already, so the blow cannot be turned aside on him."""
    at = BattleCalculator(scene_of({"fighters": PARTY}))
    card = card_of("so_turn_aside")
    event = TriggerEvent(source="B", source_actor="B", targets=("A", "B"), is_attack=True, stage="before")
    ways = redirection(at, EffectContext(card=card, owner="A", event=event), card.effects[0])
    assert (ways.sources, ways.takers) == (("A",), ())
    assert ways.refusal("A", "B") is not None
