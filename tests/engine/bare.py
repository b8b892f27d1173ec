"""A game that brings nothing: no pieces, no moves, no options, no sheet, no texts, no pictures."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from engine.core.commands import Command, Move
from engine.core.continuation import Continuation
from engine.core.draft import Draft
from engine.core.game_options import OptionSpec
from engine.model.frozen import Json
from engine.model.seats import Actor, Seat
from engine.model.table import Procedure, Table
from engine.presentation.activity_view import ActivityView
from engine.presentation.offers import Offer


class Bare:
    """A table with people and nothing else."""

    id = "bare"
    moves: tuple[Move[Any], ...] = ()
    procedures: tuple[type[Procedure], ...] = ()
    continuations: tuple[type[Continuation[Any]], ...] = ()
    options: Mapping[str, OptionSpec] = {}

    def new_table(self, seats: tuple[Seat, ...], options: Mapping[str, Json]) -> Table:
        return Table(ruleset=self.id, options=options, seats={seat.id: seat for seat in seats})

    def new_actor(self, table: Table, actor: Actor, tracks: Mapping[str, int]) -> Actor:
        return actor

    def advised_options(self, players: int, options: Mapping[str, Json]) -> Mapping[str, Json]:
        return {}

    def offers(self, table: Table, seat: str, viewer: str) -> tuple[Offer, ...]:
        return ()

    def activity_view(self, table: Table, viewer: str) -> tuple[ActivityView, ...]:
        return ()

    def verify_manual_move(self, table: Table, command: Command) -> None:
        pass

    def after_command(self, draft: Draft, command: Command) -> None:
        pass


def write_bare_game(games: Path) -> None:
    """Write its folder into a games folder: a `game.toml`, and a module that finds the class above."""
    code = games / Bare.id / Bare.id
    code.mkdir(parents=True)
    head = 'id = "bare"\nname = "Bare"\nruleset = "bare.ruleset:Bare"\n'
    (games / Bare.id / "game.toml").write_text(head, encoding="utf-8")
    (code / "ruleset.py").write_text("from tests.engine.bare import Bare\n", encoding="utf-8")
