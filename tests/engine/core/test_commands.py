"""A command that checks and decides itself needs no more than its class."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.chance import SeededChance
from engine.core.commands import Move, Request, need_gm
from engine.core.draft import Draft
from engine.kit.game_factory import make_game
from engine.kit.manual_game import ManualGame
from engine.messages.refusal import Refused
from engine.model.table import Table
from engine.presentation.offers import make_offer, with_denial
from tests.engine.tiny import seats_of


class Whistle(Request):
    """The GM whistles a tune."""

    tune: str = "a march"

    def verify(self, table: Table) -> None:
        need_gm(table, self)

    def decide(self, draft: Draft) -> None:
        draft.note("said", seat=self.seat, text=self.tune)


class Whistling(ManualGame):
    moves: tuple[Move[Any] | type[Request], ...] = (Whistle,)


GAME = make_game(Whistling("imaginality"))
TABLE = GAME.ruleset.new_table(seats_of(2), {})


def test_it_is_checked_and_decided() -> None:
    assert GAME.commands["whistle"] is Whistle
    gm, player = TABLE.gm(), next(seat for seat in TABLE.seats if not TABLE.is_gm(seat))
    refused = GAME.refusal(TABLE, Whistle(seat=player))
    assert refused is not None
    assert refused.message.key == "refused.gm_only"
    told = GAME.apply(TABLE, Whistle(seat=gm, tune="a waltz"), SeededChance(1))
    assert told.title.params["text"] == "a waltz"


def test_its_offer_is_denied_by_its_own_check() -> None:
    offers = [with_denial(TABLE, make_offer("whistle", Whistle(seat=seat))) for seat in TABLE.seats]
    assert [offer.denial is None for offer in offers] == [TABLE.is_gm(seat) for seat in TABLE.seats]


class _Loud(Request):
    ABSTRACT = True
    NEEDS = (lambda table, command: need_gm(table, command, "TEST-1"),)


class _Shout(_Loud):
    """Its checks come after those of its base class."""

    NEEDS = (lambda table, command: need_gm(table, command, "TEST-2"),)

    def verify(self, table: Table) -> None:
        super().verify(table)


class _Scream(_Shout):
    """It forgets what it needs."""

    def verify(self, table: Table) -> None:
        """Check nothing."""


def test_what_a_kind_needs_is_checked_from_its_base_class_on_and_cannot_be_left_out() -> None:
    player = next(seat for seat in TABLE.seats if not TABLE.is_gm(seat))
    with pytest.raises(Refused) as refusal:
        Move.of(_Shout).verify(TABLE, _Shout(seat=player))
    assert refusal.value.rules == ("TEST-1",)
    with pytest.raises(TypeError, match=r"^_Scream: verify must call super"):
        Move.of(_Scream)
