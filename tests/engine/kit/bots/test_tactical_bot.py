"""The choices of a tactical bot among its offers and opponents, for a made-up game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

import pytest

from engine.core.manual_moves import SetClock
from engine.kit.bots.bot import SeatPosition
from engine.kit.bots.tactical_bot import OfferHint, OfferUse, TacticalBot
from engine.kit.bots.tactics import TACTICS
from engine.kit.game_factory import make_game
from engine.kit.manual_game import ManualGame
from engine.model.seats import Actor, Role, Seat
from engine.model.table import Table
from engine.model.tracks import Track
from engine.presentation.offers import Offer, make_offer

SAFE, RISKY, SPENT = 1, 2, 3
HEALTH = {"grey": 40, "white": 20, "ann": 100, "ben": 100, "cleo": 100}


class HuntBot(TacticalBot):
    """A bot for animals with Health; the safe defence is declared before the risky one."""

    HINTS: ClassVar[Mapping[str, OfferHint]] = {
        "spend": OfferHint(OfferUse.SPEND),
        "safe": OfferHint(OfferUse.DEFEND),
        "risky": OfferHint(OfferUse.DEFEND, risky=True),
    }

    def __init__(self, tactic: str, round_: int = 1) -> None:
        self.tactics = dict.fromkeys(("party", "opposition"), TACTICS[tactic])
        self.number = round_

    def fighters(self, table: Table) -> tuple[str, ...]:
        """Return all animals."""
        return tuple(table.actors)

    def round(self, table: Table) -> int:
        """Return the number."""
        return self.number

    def health(self, table: Table, actor: str) -> int:
        """Return the Health."""
        return table.actors[actor].tracks["Health"].value

    def subject(self, position: SeatPosition, offer: Offer) -> str:
        """Return the animal whose name is behind the colon."""
        return offer.name.partition(":")[2]


class Position(SeatPosition):
    """A position with the offers of the hunt; their numbers say which one was taken."""

    @property
    def fight_offers(self) -> tuple[Offer, ...]:
        """Offers for each animal of the GM."""
        numbers = {"spend:grey": SPENT, "safe:grey": SAFE, "risky:grey": RISKY}
        return tuple(make_offer(name, SetClock(seat="gm", seconds=number)) for name, number in numbers.items())


def position(seat: str = "gm") -> Position:
    """Return a position of a seat among two animals of the GM and three of a player."""
    seats = {"gm": Seat(id="gm", name="GM", role=Role.GM), "tom": Seat(id="tom", name="Tom")}
    owners = {name: "gm" if name in ("grey", "white") else "tom" for name in HEALTH}
    actors = {
        name: Actor(id=name, name=name, seat=owners[name], tracks={"Health": Track(value=health)})
        for name, health in HEALTH.items()
    }
    return Position(make_game(ManualGame("hunt")), Table(ruleset="hunt", seats=seats, actors=actors), seat)


@pytest.mark.parametrize(
    ("tactic", "taken"),
    [
        ("balanced", SPENT),
        ("keep_resources", SAFE),
        ("protect_the_weak", SAFE),  # somebody of the side has less Health, so nothing is spent
        ("spend_early", SPENT),
    ],
)
def test_a_bot_spends_for_whom_its_tactic_names_and_else_defends(tactic: str, taken: int) -> None:
    assert HuntBot(tactic).choose(position()) == SetClock(seat="gm", seconds=taken)


def test_a_risky_tactic_prefers_the_risky_defence_wherever_a_game_lists_it() -> None:
    chosen = {tactic: HuntBot(tactic).choose_among(position(), OfferUse.DEFEND) for tactic in ("careful", "aggressive")}
    assert chosen["careful"] == SetClock(seat="gm", seconds=SAFE)
    assert chosen["aggressive"] == SetClock(seat="gm", seconds=RISKY)


def test_equal_targets_are_shared_out_among_fighters_and_rounds() -> None:
    table = position().table
    first = [HuntBot("balanced").opponents(position(), animal, table.actors)[0] for animal in ("grey", "white")]
    rounds = [HuntBot("balanced", number).opponents(position(), "grey", table.actors)[0] for number in range(1, 4)]
    assert len(set(first)) == 2
    assert set(rounds) == {"ann", "ben", "cleo"}
