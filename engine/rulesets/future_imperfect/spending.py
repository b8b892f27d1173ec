"""What chips do besides rolls: they give Wind back, and between scenarios become bounty (FI-FATE-17, FI-BOUNTY)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from msgspec import Meta

from engine.play.commands import Move, Request, need_gm
from engine.play.draft import Draft
from engine.play.moves.fields import ActorId
from engine.play.names import actor_name, seat_name
from engine.play.refusal import Refused
from engine.rulesets.future_imperfect import bounty, fate, ledger, people, pot, states
from engine.rulesets.future_imperfect.breath import regain_wind, wind_of
from engine.rulesets.future_imperfect.leading import leader, need_known, need_leader, note_of
from engine.rulesets.future_imperfect.parts import Part, counting, total
from engine.rulesets.future_imperfect.procedures.evening import evening
from engine.rulesets.future_imperfect.purse import need_chips
from engine.rulesets.future_imperfect.sessions import need_between, set_evening
from engine.table.frozen import replace
from engine.table.table import Table

Chips = Annotated[Mapping[str, int], Meta(description="how many of each colour")]


class HelpWithWind(Request):
    """Fate Chips give a character Wind back that was lost to anything."""

    RULES = ("FI-FATE-17", "FI-FATE-18", "FI-FATE-2")
    actor: ActorId
    chips: Chips
    bag: Annotated[str, Meta(description="whose chips; empty for one's own")] = ""


class ConvertChips(Request):
    """Between scenarios: chips go back into the pot, and a character has bounty for them."""

    RULES = ("FI-BOUNTY-1", "FI-FATE-8", "FI-FATE-2")
    actor: ActorId
    chips: Chips


class AwardBounty(Request):
    """The Master awards bounty: equal shares for all player characters; what cannot be shared waits for the next."""

    RULES = ("FI-BOUNTY-2", "FI-BOUNTY-3")
    points: Annotated[int, Meta(ge=0, le=999, description="how much is shared out")]
    actors: Annotated[tuple[str, ...], Meta(description="who shares; empty for every player character")] = ()
    why: Annotated[str, Meta(description="what it is for")] = ""


# ---- Wind ------------------------------------------------------------------------------------------------------------


def verify_help(table: Table, command: HelpWithWind) -> None:
    """With chips of one's own, for one's own character or another of the crew that lives and lacks Wind."""
    need_known(table, command.seat, command.actor)
    need_chips(table, command, command.actor, command.bag, command.chips)
    for colour in command.chips:
        if not fate.colour_of(colour).wind:
            raise Refused("chip_no_use", "FI-FATE-1", colour=colour)
    name = actor_name(table, command.actor)
    if table.actors[command.actor].has(states.DEAD):
        raise Refused("is_dead", "FI-FATE-16", actor=name)
    if wind_of(table, command.actor) >= people.wind_start(table.actors[command.actor]):
        raise Refused("wind_full", "FI-FATE-17", actor=name)


def help_with_wind(draft: Draft, command: HelpWithWind) -> None:
    """Put the chips back and give the Wind; what would be above the start is lost."""
    bag = command.bag or command.seat
    actor = draft.table.actors[command.actor]
    now = wind_of(draft.table, command.actor)
    spent = [colour for colour, n in command.chips.items() for _ in range(n)]
    parts = fate.wind_after(now, people.wind_start(actor), spent)
    pot.give_back(draft, bag, command.chips)
    note_of(
        draft,
        command.actor,
        "wind_by_chips",
        "FI-FATE-17",
        seat=seat_name(draft.table, bag),
        chips=pot.in_words(command.chips),
        reckoning=[part.words for part in parts],
    )
    regain_wind(draft, command.actor, total(parts) - now, "FI-FATE-17")


# ---- bounty ----------------------------------------------------------------------------------------------------------


def verify_convert(table: Table, command: ConvertChips) -> None:
    """Whoever leads a player character, with the chips of its seat, between sessions."""
    need_leader(table, command, command.actor, "FI-BOUNTY-1")
    need_between(table, "FI-BOUNTY-1")
    bag = leader(table, command.actor)
    if table.is_gm(bag):
        raise Refused("players_only", "FI-BOUNTY-1", actor=actor_name(table, command.actor))
    pot.need_held(table, bag, command.chips)
    for colour in command.chips:
        if not fate.colour_of(colour).bounty:
            raise Refused("chip_no_use", "FI-FATE-1", colour=colour)


def convert(draft: Draft, command: ConvertChips) -> None:
    """Put the chips back and write the points down."""
    parts = bounty.bounty_of(command.chips)
    pot.give_back(draft, leader(draft.table, command.actor), command.chips)
    points = ledger.earn(draft, command.actor, total(parts))
    ledger.note_of(
        draft,
        command.actor,
        "chips_converted",
        "FI-BOUNTY-1",
        chips=pot.in_words(command.chips),
        points=total(parts),
        left=points,
        reckoning=[part.words for part in parts],
    )


def party(table: Table) -> tuple[str, ...]:
    """Return the player characters; those in the archive take no part (FI-BOUNTY-3)."""
    return tuple(a.id for a in table.actors.values() if not a.archived and not table.is_gm(leader(table, a.id)))


def verify_award(table: Table, command: AwardBounty) -> None:
    """The Master, to player characters, each once."""
    need_gm(table, command, "FI-BOUNTY-2")
    if len(set(command.actors)) != len(command.actors) or any(actor not in party(table) for actor in command.actors):
        raise Refused("award_to_players", "FI-BOUNTY-3")


def award(draft: Draft, command: AwardBounty) -> None:
    """Share it with what was left of the last award."""
    now = evening(draft.table)
    whose = command.actors or party(draft.table)
    given = Part(reason="award", value=command.points)
    shared = bounty.share(command.points, now.carry, len(whose))
    set_evening(draft, replace(now, carry=shared.carry))
    draft.note(
        "bounty_awarded",
        "FI-BOUNTY-2",
        "FI-BOUNTY-3",
        points=command.points,
        each=shared.each,
        carry=shared.carry,
        why=command.why,
        reckoning=[part.words for part in counting(given, Part(reason="award_carry", value=now.carry))],
    )
    for actor in whose if shared.each else ():
        ledger.earn(draft, actor, shared.each)
    draft.figure(bounty_each=shared.each, bounty_carry=shared.carry)


MOVES = (
    Move(HelpWithWind, verify_help, help_with_wind),
    Move(ConvertChips, verify_convert, convert),
    Move(AwardBounty, verify_award, award),
)
