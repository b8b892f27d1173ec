"""What can be said to a question that the rules ask in a try-out, each way as a word that can be handed back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, islice

from engine.play.commands import Command
from engine.rulesets.card_the_drawing.asking import Question
from engine.rulesets.card_the_drawing.choosing import Choice
from engine.rulesets.card_the_drawing.current import card_record
from engine.rulesets.card_the_drawing.picking import ChooseCards, ChoosePlace, UseEffect
from engine.rulesets.card_the_drawing.scene_of import scene_of
from engine.rulesets.card_the_drawing.targeting import ChooseTargets
from engine.rulesets.card_the_drawing.workshop.telling import tell
from engine.table.table import Table
from engine.workshop.bench import Way
from engine.workshop.telling import clipped

MOST_WAYS = 24
"""How many ways to answer are told."""
_AND, _FOR, _NONE = ",", ">", "-"


def ways_of(table: Table, asked: Question) -> tuple[Way, ...]:
    """Return the ways to answer; the first is that in which most happens."""
    match asked.kind:
        case "targets":
            return tuple(islice(_targets(table, asked.choice), MOST_WAYS))
        case "cards":
            sets = combinations(asked.cards, min(asked.count, len(asked.cards)))
            return tuple(
                Way(value=_AND.join(cards), label=_listed([card_record(table, card).name for card in cards]))
                for cards in islice(sets, MOST_WAYS)
            )
        case "place":
            pairs = ((source, taker) for source in asked.ways.sources for taker in asked.ways.takers)
            return tuple(
                Way(
                    value=f"{source}{_FOR}{taker}",
                    label=tell("way.place", source=_name(table, source), taker=_name(table, taker)),
                )
                for source, taker in islice(pairs, MOST_WAYS)
            )
        case "agree":
            return (Way(value="yes", label=tell("way.yes")), Way(value="no", label=tell("way.no")))


def _targets(table: Table, choice: Choice) -> Iterator[Way]:
    """Go through the target lists that are allowed, the longest first, at last nobody."""
    for count in range(choice.most, choice.least - 1, -1):
        for bodies in combinations(choice.allowed, count):
            if bodies and choice.fault(bodies) is None:
                yield Way(value=_AND.join(bodies), label=_listed([_name(table, body) for body in bodies]))
    if choice.fault(()) is None:
        yield Way(value=_NONE, label=tell("way.nobody"))


def answering(seat: str, asked: Question, way: str) -> Command:
    """Return the command that answers so."""
    match asked.kind:
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
    found = scene_of(table).bodies.get(body)
    return found.name if found is not None else body


def _listed(names: Sequence[str]) -> str:
    return ", ".join(map(clipped, names)) or tell("way.nobody")
