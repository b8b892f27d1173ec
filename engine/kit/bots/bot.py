"""Computer players of any game: a bot knows what its seat knows, and takes one of the offers that its seat can take.

>>> from engine.kit.game_factory import make_game
>>> from engine.kit.manual_game import ManualGame
>>> from engine.kit.trial_table import TrialTable
>>> trial = TrialTable(make_game(ManualGame("example")), "ann")
>>> position = SeatPosition(trial.game, trial.table, "gm")
>>> [offer.name for offer in position.offers]
['new_character', 'set_clock']
>>> FirstOfferBot().choose(position).name
'word'

A game writes a bot of its own as a class with `choose`. This one reads the clock and turns it:

>>> class Clockwork(FirstOfferBot):
...     def choose(self, position):
...         [turn] = [offer for offer in position.offers if offer.name == "set_clock"]
...         return replace(turn.command, seconds=position.view.clock + 60)
>>> from engine.model.frozen import replace
>>> Clockwork().choose(position)
SetClock(seat='gm', seconds=60)
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Protocol

from engine.core.commands import Command
from engine.kit.bots.offer_answers import (
    AnswerSource,
    FirstAnswers,
    RandomAnswers,
    UnanswerableQuestion,
    answered_command,
)
from engine.model.table import Table
from engine.presentation.game import Game
from engine.presentation.offers import Offer
from engine.presentation.visibility import VisibleTable, visible_zone


@dataclass(frozen=True)
class SeatPosition:
    """A table as one seat has it before it: what the seat sees, and the offers that it can take.

    Attributes:
        game: the game.
        table: the table, for functions of the rules; they must use no more of it than `view` shows.
        seat: the seat.
    """

    game: Game
    table: Table
    seat: str

    @cached_property
    def view(self) -> VisibleTable:
        """Everything that the seat may know."""
        return self.game.view_for(self.table, self.seat)

    def cards(self, zone: str) -> tuple[str | None, ...]:
        """Return the cards of a zone, None for those that the seat does not see."""
        held = self.table.zones[zone]
        return visible_zone(held, self.seat).cards or (None,) * len(held.cards)

    @cached_property
    def offers(self) -> tuple[Offer, ...]:
        """The offers that the seat can take now, the natural next steps first."""
        return _next_steps_first(allowed_offers(self.game, self.table, (self.seat,)))

    @cached_property
    def fight_offers(self) -> tuple[Offer, ...]:
        """The offers among which the game's bot chooses in a fight, the natural next steps first."""
        offers = self.game.fight_offers(self.table, self.seat)
        return _next_steps_first(offer for offer in offers if offer.denial is None)


class Bot(Protocol):
    """A computer player."""

    def choose(self, position: SeatPosition) -> Command | None:
        """Return the next command of a seat, one of its offers with answers; None if it does nothing."""
        ...


class FirstOfferBot:
    """The bot of a game without one: it takes the first offer, with the first answers that are allowed."""

    answers: AnswerSource = FirstAnswers()

    def pick(self, offers: Sequence[Offer]) -> Offer:
        """Return the offer to take, of at least one."""
        return offers[0]

    def choose(self, position: SeatPosition) -> Command | None:
        """Return the next command of a seat; None if it has no offer that can be answered."""
        offers = list(position.offers)
        while offers:
            offer = self.pick(offers)
            try:
                return self.take(position.game, position.table, offer)
            except UnanswerableQuestion:
                offers.remove(offer)
        return None

    def take(self, game: Game, table: Table, offer: Offer) -> Command:
        """Return the command of an offer with the bot's answers. Raises UnanswerableQuestion."""
        return answered_command(game.complete_offer(table, offer), table, self.answers)


class RandomOfferBot(FirstOfferBot):
    """A bot that takes any offer: often a natural next step, or else one of any kind; and any answers.

    Args:
        random: the source of all its choices.
    """

    def __init__(self, random: Random) -> None:
        self._random = random
        self.answers = RandomAnswers(random)

    def pick(self, offers: Sequence[Offer]) -> Offer:
        """Return any of some offers; the many skills of many people do not crowd out everything else."""
        primary = [offer for offer in offers if offer.primary]
        name = self._random.choice(sorted({offer.base_name for offer in offers}))
        likely = primary and self._random.random() < 0.4
        return self._random.choice(primary if likely else [offer for offer in offers if offer.base_name == name])


def allowed_offers(game: Game, table: Table, seats: Iterable[str]) -> tuple[Offer, ...]:
    """Return the offers of some seats that can be taken now."""
    return tuple(offer for seat in seats for offer in game.offers(table, seat) if offer.denial is None)


def _next_steps_first(offers: Iterable[Offer]) -> tuple[Offer, ...]:
    return tuple(sorted(offers, key=lambda offer: not offer.primary))
