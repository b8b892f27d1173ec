"""An evening at the table, played by nobody: commands that are on offer, picked by a seed."""

from __future__ import annotations

from random import Random
from typing import Any

from engine.core.chance import SeededChance
from engine.core.commands import Command
from engine.core.game_options import complete_options
from engine.core.manual_moves import Say
from engine.model.frozen import replace
from engine.model.seats import Role, Seat
from engine.model.table import Table
from engine.presentation.game import Game
from engine.presentation.offers import Offer, Question, QuestionKind
from engine.sheets.editing.new_character_moves import JoinActor

HOLDERS = 8
DECKS = 4


def crowded_table(game: Game) -> Table:
    """Return a table with eight holders, a character each, and four decks: 216 cards."""
    seats = (Seat(id="gm", name="GM", role=Role.GM), *(Seat(id=f"p{n}", name=f"P{n}") for n in range(1, HOLDERS)))
    table = game.ruleset.new_table(seats, complete_options(game.ruleset.options, {"deck_count": DECKS}))
    chance = SeededChance(7)
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
    able = [o for o in able if not isinstance(o.command, Say) and not any(question.part for question in o.questions)]
    able = [offer for offer in able if offer.primary] or able
    return filled(random.choice(able), random) if able else None


def filled(offer: Offer, random: Random) -> Command:
    """Return what an offer comes to when somebody answers what it asks without thinking."""
    command: Any = offer.command
    changes = {ask.field: _answer(ask, random) for ask in offer.questions if not ask.optional}
    return replace(command, **changes)


def _answer(ask: Question, random: Random) -> object:
    match ask.kind:
        case QuestionKind.CARD | QuestionKind.CHOICE:
            return random.choice(ask.choices)
        case QuestionKind.CARDS | QuestionKind.CHOICES:
            return tuple(random.sample(ask.choices, min(max(1, ask.least), len(ask.choices))))
        case QuestionKind.NUMBER | QuestionKind.TIME:
            return ask.least
        case QuestionKind.FLAG:
            return False
        case _:
            return "word"
