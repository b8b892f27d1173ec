"""Limits of moves by hand: the bounds of numbers, locked options, and what is still in use."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated

from msgspec import Meta

from engine.core.commands import Command
from engine.core.draft import Draft
from engine.core.manual_moves import EditCondition, JoinSeat, LayCondition, LeaveSeat, RemoveActor, SetList, SetOption
from engine.kit.gm_requests import GmRequest
from engine.messages.refusal import Refused
from engine.model.frozen import Json, replace
from engine.model.table import Table
from engine.rulesets.imaginality.character_state import NUMBERS
from engine.rulesets.imaginality.deck.deck_commands import count_game_cards, need_enough_cards
from engine.rulesets.imaginality.deck.hand_commands import change_evening
from engine.rulesets.imaginality.procedures import Fight, current_action, evening
from engine.rulesets.imaginality.settings import (
    NumberBounds,
    numbers,
    option_specs,
    sheet_bounds,
)
from engine.sheets.editing.record_moves import EditSheet, WriteRecord


class UnlockOption(GmRequest):
    """The GM unlocks an option that is fixed once the game has begun, such as where a refreshed hand is filled from."""

    RULES = ("IM-JOKER-9",)
    option: Annotated[str, Meta(description="an option that is locked now")]

    def verify(self, table: Table) -> None:
        """The GM, and an option that is locked now."""
        super().verify(table)
        spec = option_specs().get(self.option)
        if spec is None:
            raise Refused("no_such_option", option=self.option[:60])
        if not spec.locked or self.option in evening(table).unlocked:
            raise Refused("already_so", "IM-JOKER-9")

    def decide(self, draft: Draft) -> None:
        """Unlock it for the rest of the campaign."""
        session = evening(draft.table)
        change_evening(draft, replace(session, unlocked=(*session.unlocked, self.option)))
        draft.note("option_unlocked", "IM-JOKER-9", option=option_specs()[self.option].label)


def verify_by_hand(table: Table, command: Command) -> None:
    """Raise Refused for a move by hand that would break what the game keeps together, or a number of no use to it."""
    match command:
        case SetOption():
            _verify_option(table, command)
        case JoinSeat() if evening(table).running:  # enough cards for another hand (IM-DECK-2, IM-HAND-10)
            need_enough_cards(table, more_holders=1)
        case LeaveSeat(id=seat):
            _need_not_in_action(table, seat)
        case RemoveActor(actor=actor):
            _need_actor_free(table, actor)
        case EditSheet(fields=fields):
            verify_sheet(fields)
        case WriteRecord(fields=fields, conditions=conditions):
            verify_sheet(fields)
            for line in conditions or ():
                verify_level(line.name, line.level)
        case SetList(list=name, rows=rows):
            _verify_rows(name, rows)
        case LayCondition(condition=condition, level=level) | EditCondition(condition=condition, level=int(level)):
            verify_level(condition, level)
        case _:
            pass


def verify_sheet(fields: Mapping[str, Json]) -> None:
    """Raise Refused unless the numbers of a sheet are within its record's limits, or empty."""
    for name in NUMBERS:
        if fields.get(name) is not None:  # read the record sheet only then: a table opens sooner without it
            _need(name, fields[name], sheet_bounds()[name])


def verify_level(condition: str, level: int) -> None:
    """Raise Refused for a wound or another condition above its maximum or below 0."""
    _need(condition, level, numbers().condition_level)


def _verify_rows(name: str, rows: Iterable[Mapping[str, Json]]) -> None:
    for row in rows:
        for column, bounds in numbers().list_bounds.get(name, {}).items():
            if isinstance(row.get(column), int):  # text in place of a number counts as none and is allowed
                _need(f"{row.get('name')}, {column}", row[column], bounds)


def _need(field: str, value: Json, bounds: NumberBounds) -> None:
    if isinstance(value, bool) or not (isinstance(value, int) and bounds.least <= value <= bounds.most):
        raise Refused(
            "out_of_bounds",
            bounds.rule,
            field=(bounds.label or field)[:60],
            value=str(value)[:40],
            least=bounds.least,
            most=bounds.most,
        )


def _verify_option(table: Table, command: SetOption) -> None:
    """A locked option cannot change after the first adventure began; decks are counted by their cards (IM-DECK-8)."""
    spec = option_specs().get(command.option)
    begun = evening(table).adventure > 0
    if spec is not None and spec.locked and begun and command.option not in evening(table).unlocked:
        raise Refused("option_locked", "IM-JOKER-9", option=spec.label)
    counts = command.option in {"deck_count", "jokers_per_deck"}
    if counts and (begun or len(table.zones["deck"].cards) != count_game_cards(table)):
        raise Refused("decks_by_cards", "IM-DECK-8")


def _need_not_in_action(table: Table, seat: str) -> None:
    """Raise Refused if a seat still has cards in the action under way."""
    action = current_action(table)
    if action is not None and any(side.seat == seat for side in action.sides.values()):
        raise Refused("seat_in_action", "IM-HAND-10")


def _need_actor_free(table: Table, actor: str) -> None:
    """Raise Refused if a character still takes part in something."""
    action = current_action(table)
    in_action = action is not None and (
        actor in {action.actor, action.target, action.treating, action.wounded}
        or any(s.actor == actor for s in action.sides.values())
    )
    in_fight = any(isinstance(p, Fight) and actor in p.fighters for p in table.procedures)
    if in_action or in_fight:
        raise Refused("actor_in_action", "IM-TURN-1")
