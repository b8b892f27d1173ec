"""The possible answers to a choice in a try-out, each as a word that can be handed back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, islice

from engine.core.commands import Command
from engine.kit.content_editor.shared_editor_texts import clipped
from engine.kit.content_editor.view_models import EditorChoice
from engine.model.table import Table
from engine.rulesets.card_the_drawing.battle.resolution.choice_commands import (
    ChooseCards,
    ChoosePlace,
    ChooseTargets,
    UseEffect,
)
from engine.rulesets.card_the_drawing.battle.resolution.resolution_context import PendingChoice, card_record
from engine.rulesets.card_the_drawing.battle.snapshot_builder import snapshot_of
from engine.rulesets.card_the_drawing.editor.record_fields import editor_text
from engine.rulesets.card_the_drawing.targeting import TargetChoice

MOST_WAYS = 24
"""The maximum number of answers that are offered."""
_AND, _FOR, _NONE = ",", ">", "-"


def possible_answers(table: Table, choice: PendingChoice) -> tuple[EditorChoice, ...]:
    """Return the possible answers; the first is the one with the largest effect."""
    match choice.kind:
        case "targets":
            return tuple(islice(_targets(table, choice.choice), MOST_WAYS))
        case "cards":
            sets = combinations(choice.cards, min(choice.count, len(choice.cards)))
            return tuple(
                EditorChoice(value=_AND.join(cards), label=_listed([card_record(table, card).name for card in cards]))
                for cards in islice(sets, MOST_WAYS)
            )
        case "place":
            pairs = ((source, taker) for source in choice.ways.sources for taker in choice.ways.takers)
            return tuple(
                EditorChoice(
                    value=f"{source}{_FOR}{taker}",
                    label=editor_text("way.place", source=_name(table, source), taker=_name(table, taker)),
                )
                for source, taker in islice(pairs, MOST_WAYS)
            )
        case "agree":
            return (
                EditorChoice(value="yes", label=editor_text("way.yes")),
                EditorChoice(value="no", label=editor_text("way.no")),
            )


def _targets(table: Table, choice: TargetChoice) -> Iterator[EditorChoice]:
    """Yield the allowed target lists, the longest first, the empty one last."""
    for count in range(choice.most, choice.least - 1, -1):
        for bodies in combinations(choice.allowed, count):
            if bodies and choice.refusal(bodies) is None:
                yield EditorChoice(value=_AND.join(bodies), label=_listed([_name(table, body) for body in bodies]))
    if choice.refusal(()) is None:
        yield EditorChoice(value=_NONE, label=editor_text("way.nobody"))


def answer_command(seat: str, choice: PendingChoice, way: str) -> Command:
    """Return the command that gives an answer."""
    match choice.kind:
        case "targets":
            return ChooseTargets(seat=seat, targets=() if way == _NONE else tuple(way.split(_AND)))
        case "cards":
            return ChooseCards(seat=seat, cards=tuple(filter(None, way.split(_AND))))
        case "place":
            source, _, taker = way.partition(_FOR)
            return ChoosePlace(seat=seat, source=source, taker=taker)
        case "agree":
            return UseEffect(seat=seat, use=way == "yes")


def _name(table: Table, body: str) -> str:
    fighter_body = snapshot_of(table).bodies.get(body)
    return fighter_body.name if fighter_body is not None else body


def _listed(names: Sequence[str]) -> str:
    return ", ".join(map(clipped, names)) or editor_text("way.nobody")
