"""Complete games: a ruleset together with all moves by hand."""

from __future__ import annotations

from typing import Any

from engine.core.commands import Move, kind_of
from engine.core.manual_moves import (
    card_moves,
    character_moves,
    character_state_moves,
    chip_moves,
    clock_moves,
    dice_moves,
    list_moves,
    option_moves,
    seat_moves,
    story_moves,
)
from engine.kit.creation import advancement_commands
from engine.kit.every_game.every_game_content import SECRET_LISTS, commands_for, shared_parts
from engine.presentation.game import Game, Ruleset
from engine.presentation.game_capabilities import secret_lists_of
from engine.sheets.editing import list_entry_moves, new_character_moves, record_moves, sheet_customisation_moves


def make_game(ruleset: Ruleset, name: str = "") -> Game:
    """Return a game with its own commands and every move by hand; `name` is the name of a game of other people."""
    return Game(ruleset, manual_moves(ruleset), name, shared_parts(ruleset))


def manual_moves(ruleset: Ruleset) -> tuple[Move[Any], ...]:
    """Return every move by hand, in the order in which the reference for script authors lists them."""
    own = tuple(map(Move.of, ruleset.moves))
    own_kinds = {kind_of(move.command) for move in own}
    moves: tuple[Move[Any], ...] = (
        *card_moves.MOVES,
        *chip_moves.MOVES,
        *character_state_moves.MOVES,
        *clock_moves.MOVES,
        *seat_moves.MOVES,
        *character_moves.MOVES,
        *record_moves.MOVES,
        *new_character_moves.MOVES,
        *sheet_customisation_moves.MOVES,
        *list_moves.moves_for(SECRET_LISTS | secret_lists_of(ruleset)),
        *list_entry_moves.MOVES,
        *dice_moves.MOVES,
        *story_moves.MOVES,
        *option_moves.moves_for(ruleset.options),
        *new_character_moves.moves_for(ruleset.new_actor),
        *(move for move in map(Move.of, commands_for(ruleset)) if kind_of(move.command) not in own_kinds),
    )
    return (*moves, advancement_commands.move_for(ruleset, moves, own))
