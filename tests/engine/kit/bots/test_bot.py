"""A bot takes a natural next step first, and is not stopped by an offer or a seat that cannot be answered."""

from __future__ import annotations

from random import Random

import pytest

from engine.core.commands import Command
from engine.core.manual_moves import Say, SetClock
from engine.kit.bots.bot import Bot, FirstOfferBot, RandomOfferBot, SeatPosition
from engine.kit.bots.offer_answers import UnanswerableQuestion
from engine.kit.game_factory import make_game
from engine.kit.manual_game import ManualGame
from engine.model.seats import Role, Seat
from engine.model.table import Table
from engine.presentation.game import Game
from engine.presentation.offers import Offer, QuestionKind, make_offer, question
from engine.simulate.simulation import FightBot

SEATS = {"gm": Seat(id="gm", name="GM", role=Role.GM), "tom": Seat(id="tom", name="Tom")}
TABLE = Table(ruleset="stuck", seats=SEATS)


class StuckGame(ManualGame):
    """A game that offers a seat questions without answers, and the GM something else too."""

    def offers(self, table: Table, seat: str, viewer: str) -> tuple[Offer, ...]:
        """Return the same offers always, a natural next step between others."""
        nothing = question("text", QuestionKind.CHOICE)
        stuck = make_offer("stuck", Say(seat=seat, text=""), questions=(nothing,))
        more = [make_offer("clock", SetClock(seat=seat, seconds=60)), make_offer("say", Say(seat=seat, text="yes"))]
        return (
            stuck,
            *(more if seat == "gm" else ()),
            make_offer("next", stuck.command, questions=(nothing,), primary=True),
        )


class StuckBot(FightBot):
    """A bot whose fight waits for Tom, and then for the GM."""

    def awaited_seats(self, game: Game, table: Table) -> tuple[str, ...]:
        """Return both."""
        return ("tom", "gm")


class StubbornBot(StuckBot):
    """A bot of its own that looks for no other offer."""

    def choose(self, position: SeatPosition) -> Command | None:
        """Return the answer to the last offer."""
        if position.seat == "gm":
            return SetClock(seat="gm", seconds=60)
        return self.take(position.game, position.table, position.offers[-1])


GAME = make_game(StuckGame("stuck"))


def test_the_natural_next_steps_of_a_seat_come_first() -> None:
    offers = SeatPosition(GAME, TABLE, "gm").offers
    assert [offer.name for offer in offers] == ["next", "stuck", "clock", "say"]


@pytest.mark.parametrize("bot", [FirstOfferBot(), *(RandomOfferBot(Random(seed)) for seed in range(5))])
def test_what_cannot_be_answered_is_passed_over(bot: Bot) -> None:
    command = bot.choose(SeatPosition(GAME, TABLE, "gm"))
    assert command in (SetClock(seat="gm", seconds=60), Say(seat="gm", text="yes"))
    assert bot.choose(SeatPosition(GAME, TABLE, "tom")) is None


@pytest.mark.parametrize("bot", [StuckBot(), StubbornBot()])
def test_a_fight_goes_on_with_the_next_seat(bot: FightBot) -> None:
    assert bot.next_command(GAME, TABLE) == SetClock(seat="gm", seconds=60)


def test_an_offer_that_is_taken_anyway_says_what_is_missing() -> None:
    with pytest.raises(UnanswerableQuestion, match="text"):
        FirstOfferBot().take(GAME, TABLE, SeatPosition(GAME, TABLE, "tom").offers[0])
