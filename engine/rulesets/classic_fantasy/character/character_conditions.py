"""The conditions of a character: names, adding, removing and ends; and the characters in the story, alive."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, get_args

from engine.core.draft import Draft
from engine.core.events import ConditionGone
from engine.core.memo import memo, memo_of_each
from engine.messages.display_names import actor_name
from engine.messages.refusal import Refused
from engine.model.conditions import Condition
from engine.model.seats import Actor
from engine.model.table import Table
from engine.rulesets.classic_fantasy.character.log_lines import add_log_line
from engine.rulesets.classic_fantasy.settings import settings_of
from engine.rulesets.classic_fantasy.wounds.wound_rules import ConsequenceEnd, lasting_end

FATIGUE: Final = "fatigue"
PRONE: Final = "prone"
UNCONSCIOUS: Final = "unconscious"
INCAPACITATED: Final = "incapacitated"
NO_OFFENCE: Final = "no_offence"
HARDER: Final = "harder"
USELESS: Final = "useless"
LIMB_LOST: Final = "limb_lost"
BLEEDING: Final = "bleeding"
STAUNCHED: Final = "staunched"
DEADLINE: Final = "bleeds_out"
MAIMING: Final = "maiming"
BREATHLESS: Final = "asphyxiating"
BURNING: Final = "burning"
STUDYING: Final = "studying"
SPELL_REST: Final = "spell_rest"
HUNGRY: Final = "hungry"
ASLEEP: Final = "asleep"
SCAR: Final = "scar"
CASTING: Final = "casting"
"""A spell was begun; the level is the number of grades by which it has become harder (CF-X-39), the note its name."""
SPELL_SHAKEN: Final = "spell_shaken"
"""A wound has disturbed the spell in progress, and Willpower was not rolled yet; the level is the wound's."""
DEAD: Final = "dead"
BY_NAME: Final = (INCAPACITATED, HARDER, HUNGRY, ASLEEP, SCAR, UNCONSCIOUS, DEAD)
"""Conditions that need nothing but their name when the GM adds one."""
STEADY: Final[dict[str, ConsequenceEnd]] = {
    USELESS: "above_zero",
    HARDER: "above_zero",
    INCAPACITATED: "not_major",
    DEADLINE: "stabilised",
    MAIMING: "not_major",
}
"""The end of conditions from a wound, unless the caller says otherwise."""


def condition_id(name: str, location: str = "", until: ConsequenceEnd | None = None) -> str:
    """Return the id of a condition: its name, its location, and how it ends if that is not the default."""
    return f"{name}:{location}:{until}" if until else f"{name}:{location}" if location else name


def place_of(condition: Condition) -> str:
    """Return the location that a condition belongs to; empty for one of the whole body."""
    return condition.id.split(":")[1] if ":" in condition.id else condition.note


def until_of(condition: Condition) -> ConsequenceEnd:
    """Return how a condition ends."""
    _, _, ending = condition.id.partition(":")[2].partition(":")
    return ending if ending in get_args(ConsequenceEnd) else STEADY.get(condition.name, "gm")  # type: ignore[return-value]


def lay(
    draft: Draft,
    actor: str,
    name: str,
    location: str = "",
    *,
    level: int = 0,
    note: str = "",
    until: int | None = None,
    ends: ConsequenceEnd | None = None,
) -> None:
    """Add a condition to a character; for one that is there already `wounds.lasting_end` gives the end (CF-WOUND-20).

    Without a location it belongs to the whole body; the note is by default the location. `until` is the moment at which
    it ends or takes effect, and `ends` is given where its end is not the default.
    """
    end = condition_id(name, location, ends)
    present = next((condition for condition in draft.table.actors[actor].conditions if condition.id == end), None)
    if present is not None and present.until is not None and until is not None:
        until = lasting_end(name, present.until, until, settings=settings_of(draft.table))  # type: ignore[arg-type]
    draft.lay_condition(actor, Condition(id=end, name=name, level=level, note=note or location, until=until))


def lift(draft: Draft, actor: str, name: str, location: str | None = None) -> bool:
    """Remove a condition, everywhere or from one location; say whether there was one."""
    named = draft.table.actors[actor].conditions_named(name)
    if not named:
        return False
    conditions = [condition for condition in named if location is None or place_of(condition) == location]
    for condition in conditions:
        draft.emit(ConditionGone(actor=actor, id=condition.id))
    return bool(conditions)


def is_dead(table: Table, actor: str) -> bool:
    """Say whether a character is dead."""
    return table.actors[actor].has_condition(DEAD)


def need_spell_held(table: Table, actor: str) -> None:
    """Raise Refused for casting before a spell that a wound has shaken is held (CF-X-39)."""
    if table.actors[actor].has_condition(SPELL_SHAKEN):
        raise Refused("d100_spell_unheld", "CF-X-39", actor=actor_name(table, actor))


def end_casting(draft: Draft, actor: str) -> bool:
    """Remove the conditions of casting; say whether there was a spell."""
    is_casting = lift(draft, actor, CASTING)
    return lift(draft, actor, SPELL_SHAKEN) or is_casting


def end_spell(draft: Draft, actor: str) -> None:
    """End the spell that a character has begun, if there is one, and log it.

    A wound ends a spell by CF-X-39. All other ends, and that only a casting skill casts it, are rulings of the program,
    as the rules are silent.
    """
    if end_casting(draft, actor):
        add_log_line(draft, actor, "d100_spell_over")


@memo
def in_story(table: Table) -> tuple[str, ...]:
    """Return the characters that time affects: in the story and alive."""
    return tuple([actor for actor, is_there in _are_in_story(table.actors).items() if is_there])


def is_in_story(character: Actor) -> bool:
    """Say whether time affects a character: it is in the story and alive."""
    return not character.archived and not character.has_condition(DEAD)


_are_in_story = memo_of_each(is_in_story)


def party(table: Table, named: Sequence[str] = ()) -> tuple[str, ...]:
    """Return the named characters that are alive and in the story; by default the living characters of players."""
    living = in_story(table)
    if named:
        return tuple(actor for actor in living if actor in named)
    return tuple(actor for actor in living if not table.is_gm(table.actors[actor].seat) and table.actors[actor].seat)


LAST_ACT = "last_act"
LAST_ACT_DONE = "last_act_done"
"""The conditions of a character with one last act left, and of one that has used it (CF-BLOOD-4)."""
