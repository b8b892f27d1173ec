"""Moves by hand: every piece on the table can be moved at any time, whatever the rules think of it."""

from __future__ import annotations

from typing import Any

from engine.play.commands import Move
from engine.play.moves import cards, people, pieces, records, words
from engine.play.moves.by_game import (
    JoinActor,
    SetOption,
    moves_of_ruleset,
)
from engine.play.moves.cards import (
    AddCards,
    ArrangeZone,
    MoveCards,
    NameCards,
    RemoveCards,
    ShuffleZone,
    TurnCards,
)
from engine.play.moves.fields import (
    ID_PATTERN,
    NewActor,
    need_id,
)
from engine.play.moves.people import (
    EditActor,
    EditSeat,
    EditSheet,
    JoinSeat,
    LeaveSeat,
    RemoveActor,
)
from engine.play.moves.pieces import (
    EditCondition,
    LayCondition,
    LiftCondition,
    MoveChips,
    SetBody,
    SetClock,
    SetLocation,
    SetTrack,
    new_condition,
)
from engine.play.moves.records import (
    ConditionLine,
    CopyActor,
    LocationLine,
    TailorSheet,
    WriteRecord,
)
from engine.play.moves.words import (
    RollDice,
    Say,
    SetList,
)

GENERIC_MOVES: tuple[Move[Any], ...] = (*cards.MOVES, *pieces.MOVES, *people.MOVES, *records.MOVES, *words.MOVES)

__all__ = [
    "GENERIC_MOVES",
    "ID_PATTERN",
    "AddCards",
    "ArrangeZone",
    "ConditionLine",
    "CopyActor",
    "EditActor",
    "EditCondition",
    "EditSeat",
    "EditSheet",
    "JoinActor",
    "JoinSeat",
    "LayCondition",
    "LeaveSeat",
    "LiftCondition",
    "LocationLine",
    "MoveCards",
    "MoveChips",
    "NameCards",
    "NewActor",
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
    "TailorSheet",
    "TurnCards",
    "WriteRecord",
    "moves_of_ruleset",
    "need_id",
    "new_condition",
]
