"""The command that advances a character: several commands of the game as one move, which is undone as one.

>>> raised = {"kind": "improve", "skill": "Brawn"}
>>> command = AdvanceCharacter(seat="tom", actor="hild", moves=(raised, {"kind": PLAIN_EDIT, "fields": {"age": 31}}))
>>> kind_of(command), [move["kind"] for move in command.moves]
('advance_character', ['improve', 'write_record'])
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta

from engine.core.audience import need_readable_record, record_readers
from engine.core.chance import SeededChance
from engine.core.command_fields import ActorId
from engine.core.commands import Command, Move, Request, kind_of, need_exact_numbers
from engine.core.draft import Draft
from engine.kit.creation.creation_file import ADVANCEMENT_FILE, step_plan
from engine.messages.display_names import actor_name
from engine.messages.invalid_data import invalid_data
from engine.messages.refusal import Refused
from engine.model.frozen import Json
from engine.model.table import Table
from engine.presentation.game import Ruleset
from engine.sheets.editing.record_moves import WriteRecord

PLAIN_EDIT: Final = kind_of(WriteRecord)
"""The kind of command that writes the answers of steps without a command of their own."""
MOST_MOVES: Final = 100


class AdvanceCharacter(Request):
    """Advance a character by the steps of its game: all that is chosen happens as one move, or nothing of it."""

    actor: ActorId
    moves: Annotated[
        tuple[Mapping[str, Json], ...],
        Meta(
            description="the commands that do it, in their order: each with its `kind` and its fields; `seat` and "
            "`actor` are those of this command",
            min_length=1,
            max_length=MOST_MOVES,
        ),
    ]


def move_for(ruleset: Ruleset, moves: Iterable[Move[Any]], own: Iterable[Move[Any]]) -> Move[AdvanceCharacter]:
    """Return the move in a game.

    Args:
        ruleset: the rules of the game.
        moves: the moves by hand, which the rules may limit further.
        own: the moves of the game, which replace those of the same kind.
    """
    by_hand = {kind_of(move.command): move for move in moves}
    of_rules = {kind_of(move.command): move for move in own}

    def commands(table: Table, command: AdvanceCharacter) -> Iterator[tuple[Command, Move[Any]]]:
        allowed = _allowed_kinds(table.ruleset)
        for fields in command.moves:
            kind = fields.get("kind")
            move = of_rules.get(str(kind)) or by_hand.get(str(kind))
            if kind not in allowed or move is None:
                raise Refused("no_such_command", command=str(kind)[:60])
            yield _command(move, fields, command), move

    def carry_out(draft: Draft, command: AdvanceCharacter) -> None:
        for one, move in commands(draft.table, command):
            need_exact_numbers(one)
            move.verify(draft.table, one)
            if kind_of(one) not in of_rules:
                ruleset.verify_manual_move(draft.table, one)
            move.decide(draft, one)
            ruleset.after_command(draft, one)

    def verify(table: Table, command: AdvanceCharacter) -> None:
        """Require a character that the seat may write on, and that each command is allowed after those before it."""
        need_readable_record(table, command.seat, command.actor)
        if table.actors[command.actor].seat != command.seat and not table.is_gm(command.seat):
            raise Refused("not_your_sheet", actor=actor_name(table, command.actor))
        carry_out(Draft(table, SeededChance(0)), command)  # what happens there is forgotten

    def decide(draft: Draft, command: AdvanceCharacter) -> None:
        actor = draft.table.actors[command.actor]
        draft.note("character_advances", audience=record_readers(draft.table, actor), actor=actor.name)
        carry_out(draft, command)

    return Move(AdvanceCharacter, verify, decide)


def _allowed_kinds(game: str) -> frozenset[str]:
    plan = step_plan(game, ADVANCEMENT_FILE)
    steps = plan.steps if plan is not None else ()
    return frozenset({PLAIN_EDIT, *(str(step.command["kind"]) for step in steps if step.command)})


def _command(move: Move[Any], fields: Mapping[str, Json], command: AdvanceCharacter) -> Command:
    """Return a command of the game from its fields. Raises Refused for fields that it does not have."""
    kind: Any = move.command
    named = {"seat": command.seat, "actor": command.actor}
    known = {key: value for key, value in named.items() if key in kind.__struct_fields__}
    try:
        return msgspec.convert({**fields, **known}, kind)  # type: ignore[no-any-return]
    except (msgspec.ValidationError, RecursionError) as error:
        raise Refused("advancement_command", command=kind_of(kind), problem=invalid_data(error)) from error
