"""An evening at the table, played by nobody: commands that are on offer, picked by a seed."""

from __future__ import annotations

from random import Random
from typing import Any

from engine.play.chance import Seeded
from engine.play.commands import Command
from engine.play.game import Game
from engine.play.moves import JoinActor, Say
from engine.play.offers import Ask, AskKind, Offer
from engine.play.options import complete
from engine.table.frozen import replace
from engine.table.seats import Role, Seat
from engine.table.table import Table

HOLDERS = 8
DECKS = 4


def crowded_table(game: Game) -> Table:
    """Return a table with eight holders, a character each, and four decks: 216 cards."""
    seats = (Seat(id="gm", name="GM", role=Role.GM), *(Seat(id=f"p{n}", name=f"P{n}") for n in range(1, HOLDERS)))
    table = game.ruleset.lay_table(seats, complete(game.ruleset.options, {"deck_count": DECKS}))
    chance = Seeded(7)
    table = replace(table, zones={z.id: replace(z, cards=chance.shuffle(z.cards)) for z in table.zones.values()})
    for seat in seats:
        command = JoinActor(seat="gm", id=f"of_{seat.id}", name=f"Of {seat.name}", leader=seat.id)
        table = game.apply(table, command, chance).table
    return table


def on_offer(game: Game, table: Table, seat: str, random: Random) -> Command | None:
    """Return one of the things that a seat can do now, or None if there is nothing.

    Left out are offers that ask for rows of a table, and notes: those can be written at any time by anybody, and an
    evening of them would measure nothing of the game.
    """
    able = [offer for offer in game.offers(table, seat) if offer.denial is None]
    able = [o for o in able if not isinstance(o.command, Say) and not any(question.part for question in o.asks)]
    able = [offer for offer in able if offer.main] or able
    return filled(random.choice(able), random) if able else None


def filled(offer: Offer, random: Random) -> Command:
    """Return what an offer comes to when somebody answers what it asks without thinking."""
    command: Any = offer.command
    changes = {ask.field: _answer(ask, random) for ask in offer.asks if not ask.optional}
    return replace(command, **changes)


def _answer(ask: Ask, random: Random) -> object:
    match ask.kind:
        case AskKind.CARD | AskKind.CHOICE:
            return random.choice(ask.choices)
        case AskKind.CARDS | AskKind.CHOICES:
            return tuple(random.sample(ask.choices, min(max(1, ask.least), len(ask.choices))))
        case AskKind.NUMBER | AskKind.TIME:
            return ask.least
        case AskKind.FLAG:
            return False
        case _:
            return "word"
