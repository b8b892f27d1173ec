"""The Turn with a called card: it is begun by itself, or by an action that is the whole of it (FI-ACT-1)."""

from __future__ import annotations

from typing import Annotated, Final, Protocol

from msgspec import Meta

from engine.core.chance import NoChance
from engine.core.commands import Command, Request
from engine.core.draft import Draft
from engine.core.memo import memo_of_moment
from engine.model.frozen import replace
from engine.model.table import Table
from engine.rulesets.future_imperfect.actions.preparation_commands import spoil_if_whole
from engine.rulesets.future_imperfect.initiative import action_decks
from engine.rulesets.future_imperfect.initiative.action_cards import (
    CONFLICTS,
    add_hand_log_line,
    begin_simultaneous_action,
    discard_reserve,
    need_conflict,
    need_hand_able_to_act,
)
from engine.rulesets.future_imperfect.initiative.initiative_countdown import (
    called_cards,
    need_called,
    need_card,
    next_called,
    replace_turn,
)
from engine.rulesets.future_imperfect.procedures.conflict_procedure import (
    CardTurn,
    Fighter,
    current_conflict,
    fighter_of,
)
from engine.rulesets.future_imperfect.procedures.session_procedure import end_death_question

EndsTurn = Annotated[
    bool, Meta(description="it is the whole Turn: the called card is played for it, and the Turn ends with it")
]
"""The type of `ends_turn` in a command that takes an action."""
_NO_CHANCE: Final = NoChance()


class TurnAction(Protocol):
    """A command of a character that takes an action, and may be a whole Turn."""

    @property
    def seat(self) -> str:
        """The seat that asks."""

    @property
    def actor(self) -> str:
        """The character."""

    @property
    def ends_turn(self) -> bool:
        """Whether it is the whole Turn."""


def takes_action(command: Command) -> bool:
    """Say whether a command takes an action of a character, so that it may be a whole Turn."""
    return hasattr(command, "ends_turn")  # much quicker than `isinstance` with a protocol


def need_playable(table: Table, command: Request, actor: str) -> tuple[str, Fighter, str]:
    """Return the hand and its called card.

    Raises Refused unless it is the next called card, its controller asks, and a member of its hand is able to act.
    """
    called = need_card(table, command, actor, "FI-ACT-1")
    need_hand_able_to_act(table, actor)
    return called


def play_card(draft: Draft, actor: str, what: str = "", *, ends: bool = False) -> None:
    """Discard the called card and begin the Turn; a card in reserve is lost by it, the prepared one is not (FI-RES-5).

    Two of one suit may act together (FI-INIT-12). A Turn that `ends` does so by itself.
    """
    _play(draft, need_called(draft.table, actor), what, ends=ends)


def _play(draft: Draft, called: tuple[str, Fighter, str], what: str = "", *, ends: bool = False) -> None:
    name, fighter, card = called
    together = next_called(draft.table)
    draft.move((card,), fighter.hand, action_decks.discard_zone(fighter.side))
    if len(together) > 1:
        begin_simultaneous_action(draft, together)
    begin_turn(draft, CardTurn(fighter=name, card=card, kind="card", ends=ends), what)


def begin_turn(draft: Draft, turn: CardTurn, what: str) -> None:
    """Begin a turn; a reserved card is lost by it, and so is a plan whose cards must follow one another (FI-RES-5)."""
    end_death_question(draft)
    fighter = need_conflict(draft.table).fighters[turn.fighter]
    add_hand_log_line(draft, fighter, f"acts_{turn.kind}", "FI-ACT-1", card=turn.card or None, what=what)
    if turn.kind == "card":
        discard_reserve(draft, turn.fighter)
        spoil_if_whole(draft, turn.fighter)
    CONFLICTS.change(draft, turns=(*need_conflict(draft.table).turns, turn))


def table_to_act(table: Table, command: TurnAction) -> Table:
    """Return the table on which an action is checked: with its called card played, if it is a whole Turn.

    Raises Refused if the card cannot be played now.
    """
    return table_in_turn(table, command.seat, command.actor) if _plays_card(table, command) else table


def _plays_card(table: Table, command: TurnAction) -> bool:
    conflict = current_conflict(table) if command.ends_turn else None
    if conflict is None or conflict.turns:
        return False
    return fighter_of(conflict, command.actor) in called_cards(table)


def table_in_turn(table: Table, seat: str, actor: str) -> Table:
    """Return the table in the Turn of a called character. Raises Refused if its card cannot be played now."""
    return _card_played(table, seat, actor).table


@memo_of_moment
def _card_played(table: Table, seat: str, actor: str) -> Draft:
    """Return what playing a called card does: what was checked on the table after it is what is done."""
    called = need_playable(table, Request(seat=seat), actor)
    draft = Draft(table, _NO_CHANCE)
    _play(draft, called, ends=True)
    return draft


def begin_whole_turn(draft: Draft, command: TurnAction) -> None:
    """Play the called card for an action that is a whole Turn, and let the Turn end with it."""
    if not command.ends_turn:
        return
    if _plays_card(draft.table, command):
        draft.adopt(_card_played(draft.table, command.seat, command.actor))
        return
    conflict = current_conflict(draft.table)
    if conflict is not None and conflict.turns and conflict.turns[-1].fighter == fighter_of(conflict, command.actor):
        replace_turn(draft, replace(conflict.turns[-1], ends=True))
