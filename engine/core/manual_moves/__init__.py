"""Moves by hand: every piece on the table can be moved at any time, whatever the rules think of it.

The moves that write on record sheets are in `engine.sheets.editing`; `engine.kit.game_factory` puts all of them
together.
"""

from __future__ import annotations

from engine.core.manual_moves.card_moves import (
    AddCards,
    ArrangeZone,
    MoveCards,
    NameCards,
    RemoveCards,
    ShuffleZone,
    TurnCards,
)
from engine.core.manual_moves.character_moves import EditActor, RemoveActor
from engine.core.manual_moves.character_state_moves import (
    EditCondition,
    LayCondition,
    LiftCondition,
    SetBody,
    SetLocation,
    SetTrack,
    new_condition,
)
from engine.core.manual_moves.chip_moves import MoveChips
from engine.core.manual_moves.clock_moves import SetClock
from engine.core.manual_moves.dice_moves import RollDice
from engine.core.manual_moves.list_moves import SetList
from engine.core.manual_moves.option_moves import SetOption
from engine.core.manual_moves.seat_moves import EditSeat, JoinSeat, LeaveSeat
from engine.core.manual_moves.story_moves import Say

__all__ = [
    "AddCards",
    "ArrangeZone",
    "EditActor",
    "EditCondition",
    "EditSeat",
    "JoinSeat",
    "LayCondition",
    "LeaveSeat",
    "LiftCondition",
    "MoveCards",
    "MoveChips",
    "NameCards",
    "RemoveActor",
    "RemoveCards",
    "RollDice",
    "Say",
    "SetBody",
    "SetClock",
    "SetList",
    "SetLocation",
    "SetOption",
    "SetTrack",
    "ShuffleZone",
    "TurnCards",
    "new_condition",
]
