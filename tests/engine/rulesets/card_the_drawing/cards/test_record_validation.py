"""The problems of a card with their places; a card without problems can be resolved (section 5.12)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
import pytest
from hypothesis import assume, given, settings

from engine.kit.content_editor.persistence import row_of
from engine.messages.texts import say
from engine.model.frozen import Json
from engine.rulesets.card_the_drawing.calculation.battle_snapshot import (
    BattleSnapshot,
    Combatant,
    EffectContext,
    FieldCard,
    FighterBody,
    Stats,
    TriggerEvent,
)
from engine.rulesets.card_the_drawing.calculation.expression_scope import CardReference, EffectScope
from engine.rulesets.card_the_drawing.calculation.stat_calculation import BattleCalculator
from engine.rulesets.card_the_drawing.cards.card_library import CARDS, TAGS, library_of
from engine.rulesets.card_the_drawing.cards.card_records import Archetype, Card, Foe, Number, PreparedEncounter, Tag
from engine.rulesets.card_the_drawing.cards.card_text import card_sentences
from engine.rulesets.card_the_drawing.cards.expressions import parse
from engine.rulesets.card_the_drawing.cards.record_validation import problem_place, record_problems
from engine.sheets.formulas.expression_terms import FormulaValueError
from tests.engine.rulesets.card_the_drawing.card_strategies import ANY_CARDS, sound_cards
from tests.properties import examples

LIBRARY = library_of()
BLOW: Mapping[str, Any] = {"on": "resolve", "do": "damage", "amount": "4 + user.strength", "target": "one"}
STANCE: Mapping[str, Any] = {
    "on": "while",
    "do": "modify",
    "stat": "damage_taken",
    "op": "mul",
    "by": "1/2",
    "scope": "bearer",
    "if": "event.is_attack",
}
BACKLASH: Mapping[str, Any] = {"on": "declare", "do": "add_target", "target": "user"}
TAGGING: Mapping[str, Any] = {"on": "while", "do": "modify", "stat": "tags", "op": "add", "scope": "bearer"}
CARD: Mapping[str, Any] = {
    "id": "mine",
    "name": "Mine",
    "lists": ["Titan"],
    "cost": 1,
    "init": 4,
    "tags": ["Close"],
    "out": "flee",
    "effects": [BLOW],
}
INTERRUPT: Mapping[str, Any] = {"tags": ["Interrupt"]}
CONDITION: Mapping[str, Any] = {"tags": ["Condition"]}
SURROUNDINGS: Mapping[str, Any] = {"lists": ["Environment"], "cost": None, "init": None, "tags": [], "out": ""}


def _card(**changes: Any) -> Card:
    return msgspec.convert({**CARD, **changes}, Card)


def _blow(**changes: Any) -> list[dict[str, Any]]:
    return [{**BLOW, **changes}]


def _found(card: Card) -> list[tuple[str, Json]]:
    messages = record_problems(card, LIBRARY)
    for message in messages:
        assert say(message).startswith(f"{problem_place(message)}:")
    return [(message.key.removeprefix("drawing.problem."), problem_place(message)) for message in messages]


GOOD: tuple[Mapping[str, Any], ...] = (
    {},
    {**CONDITION, "effects": [STANCE]},
    {"tags": ["Condition", "Close"], "attach": "target", "effects": [BLOW, STANCE]},
    {**INTERRUPT, "interrupt_when": "user in event.targets", "effects": _blow(target="attacker")},
    {**INTERRUPT, "effects": [{"on": "resolve", "do": "redirect", "to": "others_not_targeted"}]},
    {"effects": [BLOW, {"on": "resolve", "do": "stun", "target": "same"}]},
    {"effects": _blow(amount="iff(it.stunned, 7, 3)", where="it.health > 3")},
    {"effects": [{"on": "resolve", "do": "remove_condition", "target": "one", "count": 1, "where": "cond.permanent"}]},
    {"tags": ["Blast2", "Fire"], "effects": _blow(optional=True)},
    {**SURROUNDINGS, "effects": [{**STANCE, "scope": "all"}]},
    {**SURROUNDINGS, "effects": [{**BACKLASH, "if": "'Blast' in card.tags"}]},
    {**CONDITION, "effects": [{**STANCE, "uses": 2, "when_spent": "discard_self"}]},
    {**CONDITION, "effects": _blow(on="dealt_damage", target="attacker", attack=False)},
    {"effects": [{**STANCE, "on": "resolve", "scope": "user", "until": "combat_end"}]},
    {**CONDITION, "effects": [{**STANCE, "stat": "initiative", "op": "add", "by": "-2", "if": "'Close' in card.tags"}]},
)

BAD: tuple[tuple[Mapping[str, Any], str, str], ...] = (
    ({"name": " "}, "no_name", "name"),
    ({"id": ""}, "no_id", "id"),
    ({"text": "a" * 601}, "text_too_long", "text"),
    ({"cost": None}, "printed", "cost"),
    ({"cost": -1}, "printed", "cost"),
    ({"init": 100}, "printed", "init"),
    ({**SURROUNDINGS, "cost": 0, "effects": []}, "not_played", "cost"),
    ({"lists": ["Titan", "Environment"], "cost": None, "init": None, "effects": []}, "list_alone", "lists"),
    ({"out": "fly"}, "no_outside", "out"),
    ({"tags": ["Clsoe"]}, "no_tag", "tags[0]"),
    ({"tags": ["Close", "Blast"]}, "number_wanted", "tags[1]"),
    ({"tags": ["Blast0"]}, "number_wanted", "tags[0]"),
    ({"tags": ["Ritual" + "9" * 9]}, "number_wanted", "tags[0]"),
    ({"tags": ["Close2"]}, "number_unwanted", "tags[0]"),
    ({"tags": ["Blast2", "Blast3"]}, "tag_twice", "tags"),
    ({"tags": ["Interrupt", "Ritual2"]}, "interrupt_and_ritual", "tags"),
    ({"interrupt_when": "event.is_attack"}, "no_interrupt", "interrupt_when"),
    ({**INTERRUPT, "interrupt_when": "user.strength"}, "no_truth", "interrupt_when"),
    ({**INTERRUPT, "interrupt_when": "it.stunned"}, "not_there", "interrupt_when"),
    ({"attach": "both"}, "not_known", "attach"),
    ({"attach": "target"}, "attach_condition", "attach"),
    ({"tags": ["Condition", "Blast2"], "attach": "target"}, "attach_blast", "attach"),
    ({**CONDITION, "attach": "target", "effects": [STANCE]}, "attach_target", "attach"),
    ({"effects": _blow(on="later")}, "not_known", "effects[0].on"),
    ({"effects": _blow(do="harm")}, "not_known", "effects[0].do"),
    ({"effects": [BLOW, {"on": "resolve", "do": "damage", "target": "same"}]}, "needed", "effects[1].amount"),
    ({"effects": _blow(scope="all")}, "unused", "effects[0].scope"),
    ({"effects": _blow(do="heal", attack=False)}, "unused", "effects[0].attack"),
    ({"effects": [STANCE]}, "stays_not", "effects[0].on"),
    ({"effects": _blow(on="playing_start")}, "stays_not", "effects[0].on"),
    ({"effects": _blow(on="declare", target="all")}, "wrong_moment", "effects[0].do"),
    ({**CONDITION, "effects": _blow(on="while")}, "wrong_moment", "effects[0].do"),
    ({"effects": [{"on": "resolve", "do": "discard_self"}]}, "wrong_moment", "effects[0].do"),
    ({**SURROUNDINGS, "effects": _blow(target="all", amount=1)}, "never_resolves", "effects[0].on"),
    ({"effects": [{"on": "resolve", "do": "redirect", "to": "all"}]}, "redirect", "effects[0].do"),
    ({"effects": _blow(do="discard", mode="all")}, "not_known", "effects[0].mode"),
    ({"effects": _blow(target="two")}, "not_known", "effects[0].target"),
    ({"effects": _blow(target="same")}, "same", "effects[0].target"),
    ({**CONDITION, "effects": [BLOW, _blow(on="playing_start", target="same")[0]]}, "same", "effects[1].target"),
    ({"effects": [BLOW, BLOW]}, "chosen_twice", "effects[1].target"),
    ({**INTERRUPT, "effects": [{"on": "resolve", "do": "redirect", "to": "same"}]}, "same_here", "effects[0].to"),
    ({"effects": _blow(target="attacker")}, "no_event", "effects[0].target"),
    ({"effects": _blow(target="bearer")}, "no_bearer", "effects[0].target"),
    ({**SURROUNDINGS, "effects": _blow(on="playing_start", target="one", amount=1)}, "nobody", "effects[0].target"),
    ({"effects": [{**BACKLASH, "target": "one"}]}, "not_chosen", "effects[0].target"),
    ({"effects": _blow(amount="4 +")}, "expression", "effects[0].amount"),
    ({"effects": _blow(amount="user.charm")}, "expression", "effects[0].amount"),
    ({"effects": _blow(amount="user.stunned")}, "no_number", "effects[0].amount"),
    ({"effects": _blow(amount="'four'")}, "no_number", "effects[0].amount"),
    ({"effects": _blow(amount="bearer.strength")}, "not_there", "effects[0].amount"),
    ({"effects": _blow(amount="event.source.strength")}, "not_there", "effects[0].amount"),
    ({"effects": _blow(amount="n")}, "not_there", "effects[0].amount"),
    ({"effects": _blow(amount=-1)}, "below_nothing", "effects[0].amount"),
    ({"effects": _blow(amount="2 - 3")}, "below_nothing", "effects[0].amount"),
    ({"effects": _blow(amount="6 / user.strength")}, "divisor", "effects[0].amount"),
    ({"effects": _blow(amount="half(6 / (2 - 2))")}, "divisor", "effects[0].amount"),
    ({"effects": _blow(amount="count('one')")}, "not_chosen", "effects[0].amount"),
    ({"effects": _blow(amount="count('targeted_allies')")}, "no_event", "effects[0].amount"),
    ({"effects": _blow(where="it.strength")}, "no_truth", "effects[0].where"),
    ({"effects": _blow(where="cond.permanent")}, "not_there", "effects[0].where"),
    ({"effects": _blow(where="it.played('Clsoe') > 0")}, "no_tag", "effects[0].where"),
    ({"effects": _blow(**{"if": "it.stunned"})}, "not_there", "effects[0].if"),
    ({**CONDITION, "effects": [{**STANCE, "if": "'Clsoe' in event.tags"}]}, "no_tag", "effects[0].if"),
    ({**CONDITION, "effects": [{**STANCE, "stat": "luck"}]}, "not_known", "effects[0].stat"),
    ({**CONDITION, "effects": [{**STANCE, "op": "post_add"}]}, "not_known", "effects[0].op"),
    ({**CONDITION, "effects": [{**STANCE, "scope": "target"}]}, "not_known", "effects[0].scope"),
    ({**CONDITION, "effects": [{**STANCE, "uses": 0}]}, "uses", "effects[0].uses"),
    ({**CONDITION, "effects": [{**STANCE, "stat": "cost", "if": "", "uses": 1}]}, "uses", "effects[0].uses"),
    ({**CONDITION, "effects": [{**STANCE, "when_spent": "discard_self"}]}, "when_spent", "effects[0].when_spent"),
    ({**CONDITION, "effects": [{**STANCE, "until": "cleanup"}]}, "until", "effects[0].until"),
    ({"effects": [{**STANCE, "on": "resolve"}]}, "no_bearer", "effects[0].scope"),
    ({**SURROUNDINGS, "effects": [STANCE]}, "nobody", "effects[0].scope"),
    ({**CONDITION, "effects": [{**STANCE, "stat": "speed"}]}, "not_there", "effects[0].if"),
    ({**CONDITION, "effects": [{**TAGGING, "by": "Ritual"}]}, "fixed_tag", "effects[0].by"),
    ({**CONDITION, "effects": [{**TAGGING, "by": "Blast"}]}, "fixed_tag", "effects[0].by"),
    ({**CONDITION, "effects": [{**TAGGING, "op": "remove", "by": "Clsoe"}]}, "no_tag", "effects[0].by"),
    ({"effects": [BLOW, *_blow(target="same") * 20]}, "too_many", "effects"),
)  # fmt: skip


@pytest.mark.parametrize("changes", GOOD)
@pytest.mark.rule("CD-UI-23")
def test_a_sound_card_has_no_problems(changes: Mapping[str, Any]) -> None:
    assert _found(_card(**changes)) == []


@pytest.mark.parametrize(("changes", "key", "place"), BAD)
@pytest.mark.rule("CD-UI-23")
def test_each_problem_is_found_at_its_place_and_nothing_else(changes: Mapping[str, Any], key: str, place: str) -> None:
    assert _found(_card(**changes)) == [(key, place)]


@pytest.mark.parametrize(
    ("changes", "key", "place"),
    [
        ({"id": "Cold2"}, "tag_name", "id"),
        ({"id": ""}, "tag_name", "id"),
        ({"param": "x"}, "tag_number", "param"),
        ({"play_mode": "always"}, "not_known", "play_mode"),
        ({"param": "n", "slots": "n + m"}, "expression", "slots"),
        ({"slots": "n"}, "not_there", "slots"),
        ({"play_mode": "interrupt", "slots": 2}, "interrupt_and_ritual", "slots"),
        ({"effects": [{"on": "declare", "do": "set_targets", "count": "n"}]}, "not_there", "effects[0].count"),
        ({"effects": [{"on": "resolve", "do": "damage", "amount": 1}]}, "needed", "effects[0].target"),
    ],
)
@pytest.mark.rule("CD-UI-24")
def test_a_tag_is_looked_over_like_a_card(changes: Mapping[str, Any], key: str, place: str) -> None:
    tag = msgspec.convert({"id": "Cold", **changes}, Tag)
    messages = record_problems(tag, LIBRARY)
    assert [(m.key.removeprefix("drawing.problem."), problem_place(m)) for m in messages] == [(key, place)]
    assert not record_problems(Tag(id="Cold"), LIBRARY)


@pytest.mark.rule("CD-CARD-3")
def test_a_tag_of_the_group_is_known_to_its_cards() -> None:
    card = _card(tags=["Cold"], effects=_blow(where="it.played('Cold') > 0"))
    assert {key for key, _ in _found(card)} == {"no_tag"}
    assert record_problems(card, library_of({TAGS: (row_of(Tag(id="Cold")),)})) == ()


@pytest.mark.rule("CD-STAT-9", "CD-AUTO-1", "CD-ARCH-6")
def test_an_archetype_has_whole_stats_and_automatic_cards_that_are_such() -> None:
    ent = Archetype(
        id="ent",
        name="Ent",
        strength=0,
        stamina=9,
        intelligence=0,
        wisdom=1,
        speed=1,
        automatic=("auto_timber_body", "punch", "none"),
    )
    places = [problem_place(message) for message in record_problems(ent, LIBRARY)]
    assert places == ["intelligence", "automatic[1]", "automatic[2]"]


@pytest.mark.parametrize(
    ("changes", "places"),
    [
        ({}, []),
        ({"speed": None}, ["speed"]),
        ({"speed": None, "minions": 3, "health": 8}, []),
        ({"minions": -1, "wisdom": 0, "health": 0}, ["wisdom", "minions", "health"]),
        ({"minions": "1d4", "wisdom": "1d6", "strength": "1d6-1", "health": 8}, []),
        ({"minions": "1d4-1", "wisdom": "1d6-1", "speed": "1d4-1"}, ["wisdom", "minions", "speed"]),
        ({"deck": "none", "automatic": ["punch"]}, ["deck", "automatic[0]"]),
    ],
)
@pytest.mark.rule("CD-UI-25", "CD-MINION-6", "CD-BOSS-1", "CD-STAT-9")
def test_a_foe_is_looked_over(changes: Mapping[str, Any], places: list[str]) -> None:
    foe = msgspec.convert({**row_of(LIBRARY.foes["boss"]), **changes}, Foe)
    assert [problem_place(message) for message in record_problems(foe, LIBRARY)] == places


@pytest.mark.parametrize(
    ("changes", "places"),
    [
        ({}, []),
        ({"foes": []}, ["foes"]),
        ({"foes": [{"foe": "none"}]}, ["foes[0].foe"]),
        ({"foes": [{"foe": "mob", "minions": 0, "adrenaline": -1}]}, ["foes[0].minions", "foes[0].adrenaline"]),
        ({"environment": ["punch"]}, ["environment[0]"]),
        ({"environment": ["env_thin_air", "env_pitch_dark", "env_no_room"]}, ["environment"]),
    ],
)
@pytest.mark.rule("CD-UI-25", "CD-ENV-3")
def test_an_encounter_is_looked_over(changes: Mapping[str, Any], places: list[str]) -> None:
    encounter = msgspec.convert({**row_of(LIBRARY.encounters["pit"]), **changes}, PreparedEncounter)
    assert [problem_place(message) for message in record_problems(encounter, LIBRARY)] == places


@examples(120)
@given(ANY_CARDS)
def test_no_card_is_too_odd_to_be_looked_over(card: Card) -> None:
    for message in record_problems(card, LIBRARY):
        assert say(message).startswith(f"{problem_place(message)}:")
        assert "{" not in say(message)


def _scene() -> BattleSnapshot:
    stats = Stats(strength=2, stamina=2, intelligence=5, wisdom=2, speed=2)
    fighters = {id_: Combatant(id=id_, name=id_, side=id_, stats=stats, bodies=(f"{id_}-1",)) for id_ in ("a", "b")}
    bodies = {f"{id_}-1": FighterBody(id=f"{id_}-1", name=id_, fighter=id_, health=20, most=30) for id_ in fighters}
    return BattleSnapshot(fighters=fighters, bodies=bodies, tags=LIBRARY.tags)


def _reckon(text: Number, words: EffectScope) -> None:
    """Reckon an expression; it may grow too large, and nothing else may befall it."""
    why = ""
    try:
        parse(text).value(words)
    except FormulaValueError as unfit:
        why = unfit.text
    assert not why or "too large" in why


@examples(200)
@given(sound_cards())
def test_what_has_no_problem_can_be_reckoned_and_read(card: Card) -> None:
    library = library_of({CARDS: (row_of(card),)})
    assume(not record_problems(card, library))
    scene = _scene()
    event = TriggerEvent(stage="before", source="b-1", source_actor="b", targets=("a-1",), tags=("Close",), card=card)
    acting = EffectContext(card=card, owner="a", body="a-1", bearer="a", id="x", targets=("b-1",), event=event)
    lying = FieldCard(id="x", card=card, owner="a", bearer="b")
    words = EffectScope(BattleCalculator(scene), acting, it="b-1", cond=lying, card=CardReference(card, "a"), number=2)
    for effect in card.effects:
        numbers = (effect.amount, effect.count, effect.at_least, None if effect.stat == "tags" else effect.by)
        for text in (*numbers, effect.if_, effect.where):
            if text is not None and text != "":
                _reckon(text, words)
    assert all(say(message) for message in card_sentences(card, library))


def test_most_of_the_generated_sound_cards_are_sound() -> None:
    verdicts: list[bool] = []

    @settings(max_examples=200, database=None, derandomize=True, deadline=None)
    @given(sound_cards())
    def look(card: Card) -> None:
        verdicts.append(not record_problems(card, LIBRARY))

    look()
    assert sum(verdicts) > len(verdicts) / 2
