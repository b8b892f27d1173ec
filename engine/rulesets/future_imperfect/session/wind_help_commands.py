"""Help with Wind: Fate Chips restore the Wind of a character (FI-FATE-17)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from msgspec import Meta

from engine.core.command_fields import ActorId
from engine.core.commands import Move, Request
from engine.core.draft import Draft
from engine.kit.calculation import total
from engine.messages.display_names import actor_name, seat_name
from engine.messages.refusal import Refused
from engine.model.table import Table
from engine.rulesets.future_imperfect.character import character_sheet
from engine.rulesets.future_imperfect.chips import fate_chip_rules, fate_pot
from engine.rulesets.future_imperfect.chips.chip_ownership import need_chip_payment
from engine.rulesets.future_imperfect.conditions import character_conditions
from engine.rulesets.future_imperfect.damage.wind import regain_wind, wind_of
from engine.rulesets.future_imperfect.procedures.participants import add_log_line, need_known

ChipCountsField = Annotated[Mapping[str, int], Meta(description="how many of each colour")]


class HelpWithWind(Request):
    """Restore lost Wind of a character with Fate Chips."""

    RULES = ("FI-FATE-17", "FI-FATE-18", "FI-FATE-2")
    actor: ActorId
    chips: ChipCountsField
    bag: Annotated[str, Meta(description="whose chips; empty for one's own")] = ""


def verify_help(table: Table, command: HelpWithWind) -> None:
    """Require chips that may help, for a living character that lacks Wind: the own one, or one of the crew."""
    need_known(table, command.seat, command.actor)
    need_chip_payment(table, command, command.actor, command.bag, command.chips)
    for colour in command.chips:
        if not fate_chip_rules.chip_colour(colour).wind:
            raise Refused("chip_no_use", "FI-FATE-1", colour=colour)
    name = actor_name(table, command.actor)
    if table.actors[command.actor].has_condition(character_conditions.DEAD):
        raise Refused("is_dead", "FI-FATE-16", actor=name)
    if wind_of(table, command.actor) >= character_sheet.wind_start(table.actors[command.actor]):
        raise Refused("wind_full", "FI-FATE-17", actor=name)


def help_with_wind(draft: Draft, command: HelpWithWind) -> None:
    """Put the chips back and restore the Wind; a surplus over the starting value is lost."""
    bag = command.bag or command.seat
    actor = draft.table.actors[command.actor]
    wind = wind_of(draft.table, command.actor)
    spent = [colour for colour, n in command.chips.items() for _ in range(n)]
    parts = fate_chip_rules.wind_after_chips(wind, character_sheet.wind_start(actor), spent)
    fate_pot.return_chips(draft, bag, command.chips)
    add_log_line(
        draft,
        command.actor,
        "wind_by_chips",
        "FI-FATE-17",
        seat=seat_name(draft.table, bag),
        chips=fate_pot.chip_words(command.chips),
        reckoning=[part.words for part in parts],
    )
    regain_wind(draft, command.actor, total(parts) - wind, "FI-FATE-17")


MOVES = (Move(HelpWithWind, verify_help, help_with_wind),)
