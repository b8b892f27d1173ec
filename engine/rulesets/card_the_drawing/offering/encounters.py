"""How the GM brings in a prepared encounter; nobody else is told what is prepared (CD-UI-25)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.play.offers import Ask, AskKind, Offer, ask, offered
from engine.play.refusal import Refused
from engine.rulesets.card_the_drawing import people, settings
from engine.rulesets.card_the_drawing.encounters import BeginEncounter, free_number, need_encounter
from engine.rulesets.card_the_drawing.offering.battle import called_by, usual_fighters
from engine.rulesets.card_the_drawing.offering.eyes import Eyes
from engine.table.frozen import kept
from engine.table.table import Table


def offers(eyes: Eyes) -> Iterator[Offer]:
    """Yield how an encounter begins, or comes to the table without a battle: before the eyes of the GM alone."""
    table, seat = eyes.table, eyes.seat
    if not eyes.gm or not table.is_gm(eyes.viewer):
        return
    ready = tuple(_ready(table))
    if not ready:
        return
    number = free_number(table)
    party = tuple(actor.id for actor in eyes.there if people.side_of(table, actor.id) == people.PARTY)
    if eyes.battle is None and party:
        usual = usual_fighters(table, party)
        yield _begin(seat, ready, party, usual, number)
    yield _place(seat, ready, number)


def _ready(table: Table) -> Iterator[tuple[str, str]]:
    """Go through the encounters that can come to the table, with their names."""
    for id_, encounter in settings.library(table).encounters.items():
        try:
            need_encounter(table, id_)
        except Refused:
            continue
        yield id_, encounter.name


@kept
def _begin(
    seat: str, ready: tuple[tuple[str, str], ...], party: tuple[str, ...], usual: tuple[str, ...], number: int
) -> Offer:
    asks = (
        *_which(ready),
        ask("who_fights", AskKind.CHOICES, party, field="fighters", least=1, most=len(party)),
        ask("unseen", AskKind.FLAG, field="secret", optional=True, seldom=True),
        ask("override", AskKind.FLAG, optional=True, seldom=True),
    )
    bare = BeginEncounter(seat=seat, encounter=ready[0][0], fighters=usual, number=number)
    return offered("begin_encounter", bare, asks=asks)


@kept
def _place(seat: str, ready: tuple[tuple[str, str], ...], number: int) -> Offer:
    asks = (*_which(ready), ask("unseen", AskKind.FLAG, field="secret", optional=True))
    bare = BeginEncounter(seat=seat, encounter=ready[0][0], begin=False, number=number)
    return offered("place_encounter", bare, asks=asks)


def _which(ready: tuple[tuple[str, str], ...]) -> tuple[Ask, ...]:
    called = called_by(ready)
    return (ask("encounter", AskKind.CHOICE, tuple(called), called=called),)
