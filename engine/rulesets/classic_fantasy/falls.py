"""Falls, and what falls on somebody (CF-FALL, CF-X-32, CF-UI-11)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from engine.play.commands import Move, Request, need_gm
from engine.play.draft import Draft
from engine.play.moves.fields import ActorId
from engine.rulesets.classic_fantasy import falling
from engine.rulesets.classic_fantasy.characters import person_of
from engine.rulesets.classic_fantasy.checks import PURPOSES, Decided, Purpose, open_check, roll_of
from engine.rulesets.classic_fantasy.falling import Fall
from engine.rulesets.classic_fantasy.leading import figure_of, need_leader, note_of
from engine.rulesets.classic_fantasy.procedures.check import Check
from engine.rulesets.classic_fantasy.procedures.wounding import Harm
from engine.rulesets.classic_fantasy.rolling import need_free
from engine.rulesets.classic_fantasy.settings import settings_of
from engine.rulesets.classic_fantasy.wounding import hurt
from engine.table.table import Table

Feet = Annotated[float, Meta(ge=0, le=1000, description="how far, in feet; no more dice can be thrown than 100")]


class FallDown(Request):
    """Somebody falls."""

    RULES = ("CF-FALL-1", "CF-FALL-2", "CF-FALL-3", "CF-FALL-4", "CF-FALL-5", "CF-FALL-9", "CF-FALL-10", "CF-X-32")
    actor: ActorId
    feet: Feet
    acrobatics: Annotated[bool, Meta(description="Acrobatics is rolled, to land deftly")] = False


class DropObject(Request):
    """Something falls on somebody."""

    RULES = ("CF-FALL-6", "CF-FALL-7", "CF-FALL-8")
    actor: ActorId
    siz: Annotated[int, Meta(ge=0, le=180, description="the SIZ of what falls")]
    feet: Feet
    less_dice: Annotated[int, Meta(ge=0, le=99, description="dice taken off, for it is small")] = 0
    less_feet: Annotated[int, Meta(ge=0, le=9999, description="feet that do not count, for it is small")] = 0
    what: Annotated[str, Meta(description="what falls, in words")] = ""


def verify_fall(table: Table, command: FallDown) -> None:
    """The GM; Acrobatics must have been learned."""
    need_gm(table, command, "CF-FALL-1")
    need_leader(table, command, command.actor)
    need_free(table)
    if command.acrobatics:
        roll_of(table, command.actor, "Acrobatics")


def fall_down(draft: Draft, command: FallDown) -> None:
    """Reckon it, or roll first."""
    if not command.acrobatics:
        drop(draft, command.actor, command.feet, deft=False)
        return
    roll = roll_of(draft.table, command.actor, "Acrobatics")
    open_check(draft, Check(purpose="landing", rolls=(roll,), about={"feet": command.feet}))


def drop(draft: Draft, actor: str, feet: float, *, deft: bool, after: str = "") -> bool:
    """Let somebody fall so far; say whether that does any harm (CF-FALL-1 to CF-FALL-5).

    Args:
        draft: where it is written down.
        actor: who falls.
        feet: how far.
        deft: Acrobatics has succeeded.
        after: what goes on when the harm is over.
    """
    found = falling.fall(feet, settings=settings_of(draft.table))
    _tell(draft, actor, "d100_falls", found, feet, "CF-FALL-1")
    if not found.dice:
        return False
    own = person_of(draft.table, actor).damage_modifier
    hurt(
        draft,
        Harm(
            actor=actor,
            source="fall",
            dice=found.dice,
            modifier="" if own in ("", "0") else own,
            locations=str(found.locations),
            acrobatics=deft,
            after=after,
        ),
    )
    return True


def _tell(draft: Draft, actor: str, key: str, found: Fall, feet: float, *rules: str, what: str = "") -> None:
    reckoning = [part.words for part in found.parts]
    told = int(feet) if feet == int(feet) else feet
    note_of(draft, actor, key, *rules, reckoning=reckoning, feet=told, dice=found.dice, what=what, many=found.locations)
    figure_of(draft, actor, dice=found.dice, fall_locations=found.locations)


def _landed(draft: Draft, result: Decided) -> None:
    feet = result.check.about.get("feet")
    assert isinstance(feet, int | float)
    drop(draft, result.check.rolls[0].actor, feet, deft=result.succeeded)


def _undeft(draft: Draft, found: Check) -> None:
    feet = found.about.get("feet")
    assert isinstance(feet, int | float)
    drop(draft, found.rolls[0].actor, feet, deft=False)


def verify_object(table: Table, command: DropObject) -> None:
    """The GM."""
    need_gm(table, command, "CF-FALL-6")
    need_leader(table, command, command.actor)
    need_free(table)


def drop_object(draft: Draft, command: DropObject) -> None:
    """Reckon it (CF-FALL-6 to CF-FALL-8)."""
    found = falling.falling_object(
        command.siz,
        command.feet,
        less_dice=command.less_dice,
        less_feet=command.less_feet,
        settings=settings_of(draft.table),
    )
    _tell(draft, command.actor, "d100_falls_on", found, command.feet, "CF-FALL-6", what=command.what)
    if found.dice:
        harm = Harm(
            actor=command.actor, source="object", what=command.what, dice=found.dice, locations=str(found.locations)
        )
        hurt(draft, harm)


PURPOSES["landing"] = Purpose(_landed, waived=_undeft)
MOVES = (Move(FallDown, verify_fall, fall_down), Move(DropObject, verify_object, drop_object))
