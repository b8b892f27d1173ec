"""Offers of poisons that the GM makes up, gives, ends and removes (CF-X-37)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

from engine.kit.memo import memoized
from engine.messages.display_names import actor_name
from engine.model.table import Table
from engine.presentation.offers import Offer, QuestionKind, make_offer, question
from engine.rulesets.classic_fantasy.character.offer_targets import alive, led
from engine.rulesets.classic_fantasy.hazards import poison_commands
from engine.rulesets.classic_fantasy.hazards.custom_hazard_commands import PACES
from engine.rulesets.classic_fantasy.hazards.custom_hazard_rules import RESISTANCES


def offers(table: Table, seat: str, viewer: str) -> Iterator[Offer]:
    """Yield the poisons that the GM can make up, remove, give and end."""
    if not (table.is_gm(seat) and table.is_gm(viewer)):
        return
    yield _make_poison_offer(seat)
    brewed = tuple(poison.name for poison in poison_commands.known_poisons(table))
    actors = alive(table, led(table, seat, viewer))
    if brewed:
        yield _remove_poison_offer(seat, brewed)
        if actors:
            yield _poison_offer(seat, actors, brewed)
    for actor in actors:
        character = table.actors[actor]
        if character.has_condition(poison_commands.COMING) or character.has_condition(poison_commands.POISONED):
            command = poison_commands.EndPoison(seat=seat, actor=actor)
            yield make_offer(f"d100_end_poison:{actor}", command, actor=actor_name(table, actor))


@memoized
def _make_poison_offer(seat: str) -> Offer:
    questions = (
        question("poison_name", QuestionKind.TEXT, field="name", least=1),
        question("application", QuestionKind.CHOICE, get_args(poison_commands.PoisonApplication)),
        question("potency", QuestionKind.NUMBER, least=0, most=999),
        question("resistance", QuestionKind.CHOICE, RESISTANCES, own_words=True),
        question("onset", QuestionKind.NUMBER, least=0, most=9999, optional=True),
        question("onset_in", QuestionKind.CHOICE, PACES, optional=True),
        question("duration", QuestionKind.NUMBER, least=0, most=9999, optional=True),
        question("duration_in", QuestionKind.CHOICE, PACES, optional=True),
        question("poison_does", QuestionKind.TEXT, field="conditions", optional=True),
        question("antidote", QuestionKind.TEXT, optional=True, rare=True),
    )
    return make_offer("d100_make_poison", poison_commands.MakePoison(seat=seat, name="?"), questions=questions)


@memoized
def _remove_poison_offer(seat: str, names: tuple[str, ...]) -> Offer:
    questions = (question("which_poison", QuestionKind.CHOICE, names, field="name"),)
    return make_offer("d100_remove_poison", poison_commands.RemovePoison(seat=seat, name=names[0]), questions=questions)


@memoized
def _poison_offer(seat: str, actors: tuple[str, ...], names: tuple[str, ...]) -> Offer:
    questions = (
        question("actor", QuestionKind.CHOICE, actors),
        question("which_poison", QuestionKind.CHOICE, names, field="name"),
    )
    return make_offer(
        "d100_poison", poison_commands.PoisonSomebody(seat=seat, actor=actors[0], name=names[0]), questions=questions
    )
