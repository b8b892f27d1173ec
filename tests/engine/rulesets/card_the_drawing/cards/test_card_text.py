"""Cards in plain words, made from the data: every word of the vocabulary has its own, and nothing is left out."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.messages.texts import say, texts
from engine.rulesets.card_the_drawing.cards.card_library import library_of
from engine.rulesets.card_the_drawing.cards.card_records import (
    LIFETIMES,
    OPERATIONS,
    PRIMITIVES,
    SCOPES,
    TRIGGERS,
    Card,
    Effect,
)
from engine.rulesets.card_the_drawing.cards.card_text import (
    card_sentences,
    effect_sentence,
    expression_text,
    tag_sentences,
)
from engine.rulesets.card_the_drawing.cards.expressions import ATTRIBUTES, NAMES, SELECTORS, ValueKind, parse
from tests.engine.rulesets.card_the_drawing.card_strategies import ANY_CARDS
from tests.properties import examples

LIBRARY = library_of()
READINGS = tomllib.loads((Path(__file__).parents[1] / "readings.toml").read_text(encoding="utf-8"))


def _read(card: str) -> list[str]:
    return [say(line) for line in card_sentences(LIBRARY.cards[card], LIBRARY)]


@pytest.mark.parametrize(("card", "lines"), READINGS["cards"].items())
@pytest.mark.rule("CD-UI-23")
def test_a_card_says_what_its_data_does(card: str, lines: list[str]) -> None:
    assert _read(card) == lines


@pytest.mark.parametrize(("text", "words"), READINGS["expressions"].items())
def test_an_expression_is_read_in_words(text: str, words: str) -> None:
    assert expression_text(text, 2) == words


@pytest.mark.rule("CD-TAG-BLAST", "CD-TAG-RITUAL")
def test_a_tag_is_read_with_its_number() -> None:
    assert say(tag_sentences(LIBRARY.tags["Blast"], 3)[0]) == "When targets are chosen: up to 3 different targets."
    assert (
        say(tag_sentences(LIBRARY.tags["Ritual"])[0]) == "The card takes up n steps and takes effect in the last one."
    )


def test_every_word_of_the_vocabulary_has_its_own_words() -> None:
    wanted = {f"on.{trigger}" for trigger in TRIGGERS} | {f"selector.{selector}" for selector in SELECTORS}
    wanted |= {f"stat.{stat}" for stat in OPERATIONS} | {f"scope.{scope}" for scope in SCOPES}
    wanted |= {f"do.{do}" for do in PRIMITIVES if do != "modify"} | {f"until.{until}" for until in LIFETIMES}
    wanted |= {f"change.{op}" for op in ("add", "mul", "set", "post_add", "tags_add", "tags_remove")}
    attributes = {(name, kind) for known in ATTRIBUTES.values() for name, kind in known.items()}
    wanted |= {f"name.{name}" for name in (*NAMES, *(name for name, _ in attributes)) if name != "card"}
    wanted |= {f"some.{selector}" for selector in SELECTORS}
    truths = {name for name, kind in attributes if kind is ValueKind.TRUTH}
    wanted |= {f"{so}.{name}" for so in ("true", "false") for name in truths}
    assert {f"drawing.reading.{key}" for key in wanted} - texts().keys() == set()


class AnyScope:
    """A scope with a value for every name: what is read does not depend on it."""

    def name(self, name: str) -> object:
        return 2 if name == "n" else self

    def attribute(self, of: object, name: str) -> object:
        return {"stage": "before", "name": "Punch", "side": "party", "tags": ("Close",), "targets": (self,)}.get(
            name, 3
        )

    def call(self, of: object, name: str, text: str) -> int:
        return 1


def _language() -> Iterator[str]:
    """Yield every selector, attribute, comparison and call of the expressions, each with its opposite."""
    yield from (f"count('{selector}')" for selector in sorted(SELECTORS))
    yield from (f"count('{selector}') > 0" for selector in sorted(SELECTORS))
    owners = {ValueKind.BEING: "user", ValueKind.EVENT: "event", ValueKind.CONDITION: "cond", ValueKind.CARD: "card"}
    for owner, attributes in ATTRIBUTES.items():
        for name, kind in attributes.items():
            path = f"{owners[owner]}.{name}"
            match kind:
                case ValueKind.TRUTH:
                    yield from (path, f"not {path}")
                case ValueKind.TAGS:
                    yield from (f"'Close' in {path}", f"'Close' not in {path}")
                case ValueKind.BODIES:
                    yield from (f"user in {path}", f"user not in {path}")
                case ValueKind.BEING:
                    yield from (f"{path}.speed", f"user == {path}", f"user != {path}")
                case ValueKind.TEXT if name != "stage":
                    yield from (f"{path} == 'Punch'", f"{path} != 'Punch'")
                case ValueKind.NUMBER:
                    yield path
    yield from (f"user.health {sign} 3" for sign in ("==", "!=", "<", "<=", ">", ">="))
    yield from ("event.stage == 'before'", "event.stage == 'after'", "user.played('Close')", "user.played('Close') > 0")


SAME_WORDS = {"count('one_enemy')": "count('all_enemies')", "event.source.speed": "event.source_actor.speed"}
SAME_WORDS |= {f"{text} > 0": f"{same} > 0" for text, same in SAME_WORDS.items() if text.startswith("count")}
SAME_WORDS |= {f"user {sign} event.source": f"user {sign} event.source_actor" for sign in ("==", "!=")}
"""Two ways to say the same thing."""


def test_every_part_of_the_expressions_is_read_in_words_of_its_own() -> None:
    """A card of the group's own may use any of them; the printed cards use few."""
    texts_read = [text for text in _language() if text not in SAME_WORDS]
    assert len(texts_read) > 80
    for read in (expression_text, lambda text: parse(text).explain(AnyScope())):
        words = {text: read(text) for text in texts_read}
        raw = re.compile(rf".*([_{{}}]|\w\.\w|count\(|one of these).*|{'|'.join(SELECTORS)}")
        assert {text: said for text, said in words.items() if raw.fullmatch(said)} == {}
    assert len(set(map(expression_text, texts_read))) == len(texts_read)


def test_what_is_still_being_written_is_shown_as_it_is_written() -> None:
    half = Effect(on="sometimes", do="tickle", if_="user.", target="two")
    assert say(effect_sentence(half)) == "sometimes, if user.: tickle."
    broken = Effect(on="resolve", do="damage", amount="4 + user.str", target="two")
    assert say(effect_sentence(broken)) == "When taking effect: 4 + user.str damage to two."


@examples(100)
@given(ANY_CARDS, st.sampled_from((None, 2)))
def test_no_card_is_too_odd_to_be_read(card: Card, number: int | None) -> None:
    lines = [say(line) for line in card_sentences(card, LIBRARY)]
    lines += [say(effect_sentence(effect, number)) for effect in card.effects]
    assert lines
    for line in lines:
        assert line.endswith(".")
        assert not re.search(r"[{}]|drawing\.", line)
