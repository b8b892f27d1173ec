"""The states of a character: what they are called, how they are laid and lifted, and how they end."""

from __future__ import annotations

from functools import partial
from typing import Final, get_args

from engine.play.draft import Draft
from engine.play.events import ConditionGone
from engine.rulesets.classic_fantasy.settings import settings_of
from engine.rulesets.classic_fantasy.wounds import Until, lasting_end
from engine.rulesets.remembering import Remembered
from engine.table.conditions import Condition
from engine.table.table import Table

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
"""A spell was begun; the level says how many grades harder it has become (CF-X-39)."""
SPELL_SHAKEN: Final = "spell_shaken"
"""A wound has disturbed the spell that is being cast, and Willpower was not rolled yet; the level is the wound's."""
DEAD: Final = "dead"
BY_NAME: Final = (INCAPACITATED, HARDER, HUNGRY, ASLEEP, SCAR, UNCONSCIOUS, DEAD)
"""States of which nothing more need be said by whoever lays one by hand."""
STEADY: Final[dict[str, Until]] = {
    USELESS: "above_zero",
    HARDER: "above_zero",
    INCAPACITATED: "not_major",
    DEADLINE: "stabilised",
    MAIMING: "not_major",
}
"""How states end that a wound brings, where nobody has said it otherwise."""


def condition_id(name: str, location: str = "", until: Until | None = None) -> str:
    """Return the id of a condition: its name, where it is, and how it ends, if that is not as usual."""
    return f"{name}:{location}:{until}" if until else f"{name}:{location}" if location else name


def place_of(held: Condition) -> str:
    """Return the location that a condition belongs to; empty for one of the whole body."""
    return held.id.split(":")[1] if ":" in held.id else held.note


def until_of(held: Condition) -> Until:
    """Return how a condition ends."""
    _, _, said = held.id.partition(":")[2].partition(":")
    return said if said in get_args(Until) else STEADY.get(held.name, "gm")  # type: ignore[return-value]


def lay(
    draft: Draft,
    actor: str,
    name: str,
    location: str = "",
    *,
    level: int = 0,
    note: str = "",
    until: int | None = None,
    ends: Until | None = None,
) -> None:
    """Lay a condition on a character; the same one again lasts as `wounds.lasting_end` says (CF-WOUND-20).

    Args:
        draft: where it is written down.
        actor: on whom.
        name: one of the names here.
        location: where on the body; empty for all of it.
        level: how much.
        note: what else there is to say; the location if there is nothing.
        until: the moment at which it ends, or strikes.
        ends: how it ends, if that is not as usual: see `wounds.Until`.
    """
    found = condition_id(name, location, ends)
    old = next((held for held in draft.table.actors[actor].conditions if held.id == found), None)
    if old is not None and old.until is not None and until is not None:
        until = lasting_end(name, old.until, until, settings=settings_of(draft.table))  # type: ignore[arg-type]
    draft.lay_condition(actor, Condition(id=found, name=name, level=level, note=note or location, until=until))


def lift(draft: Draft, actor: str, name: str, location: str | None = None) -> bool:
    """Lift a condition, everywhere or from one location; say whether there was one."""
    gone = [held for held in draft.table.actors[actor].named(name) if location is None or place_of(held) == location]
    for held in gone:
        draft.emit(ConditionGone(actor=actor, id=held.id))
    return bool(gone)


def is_dead(table: Table, actor: str) -> bool:
    """Say whether somebody is dead."""
    return table.actors[actor].has(DEAD)


def in_story(table: Table) -> tuple[str, ...]:
    """Return those whom time changes: who is in the story and alive."""
    return _IN_STORY.get("", (table.actors,), partial(_in_story, table))


_IN_STORY: Final = Remembered[tuple[str, ...]]()


def _in_story(table: Table) -> tuple[str, ...]:
    return tuple(one.id for one in table.actors.values() if not one.archived and not one.has(DEAD))
