"""Procedures with dice: a roll or a contest (CF-X-1 to CF-X-9), and the dice of an effect (CF-LUCK-7)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import ClassVar, Literal

from engine.core.continuation import Continuation
from engine.core.draft import procedure_in_front
from engine.kit.checks.check_flow import CheckContinuation, CheckProcedure
from engine.model.frozen import Frozen, Json
from engine.model.table import Table
from engine.rulesets.classic_fantasy.character.activity import Activity
from engine.rulesets.classic_fantasy.character.character_audience import audience_for_all
from engine.rulesets.classic_fantasy.dice import success_levels
from engine.rulesets.classic_fantasy.dice.difficulty_grades import DifficultyModifier
from engine.rulesets.classic_fantasy.dice.grade_tables import Grade, SuccessLevel
from engine.rulesets.classic_fantasy.dice.success_levels import ContestResult, RollResult

CheckKind = Literal["plain", "opposed", "differential"]
"""The result that is asked for: of one roll, the winner of a contest, or the winner's lead in levels."""
ContestEnd = Literal["acting", "resisting", "neither"]
"""The side that wins a contest, if one does."""
LuckPurpose = Literal["skill", "attack", "damage", "effect", "experience", "training"]
"""The purpose of a roll, for the rules of luck (CF-LUCK-6 to CF-LUCK-8)."""


class CheckPurpose(CheckContinuation["Check", "CheckResult"]):
    """The purpose of a check, with its data: the next step once the check is over.

    Attributes:
        PLAYER_CALLS_OFF: its player may call it off before any dice are thrown, and not only the GM.
    """

    __slots__ = ()
    PLAYER_CALLS_OFF: ClassVar[bool] = False

    def successes(self, table: Table) -> tuple[ContestEnd, ...]:
        """Return the ends of a contest that are a success for who asked for it; by default the first side wins."""
        return ("acting",)

    def deciding_side(self, table: Table) -> int | None:
        """Return the side whose level alone decides a contest; None if the winner does, which is usual."""
        return None


class CheckRoll(Frozen):
    """One side of a check.

    Attributes:
        actor: who rolls; empty for a trap or another thing that has a skill.
        name: the skill, or the name of the thing.
        skill: in per cent, before grades.
        base: the grade of the task itself.
        bearings: the difficulty modifiers.
        value: the effective skill set by the GM.
        thrown: the face of the d100; None before it is thrown.
        stands: the result of an earlier check that is kept (CF-WOUND-4).
        level: the success level set by the GM.
    """

    name: str
    actor: str = ""
    skill: int = 0
    base: Grade = "Standard"
    bearings: tuple[DifficultyModifier, ...] = ()
    value: int | None = None
    thrown: int | None = None
    stands: RollResult | None = None
    level: SuccessLevel | None = None


class Check(Frozen, Activity, CheckProcedure, tag_field="procedure", tag="check"):
    """A check in progress: one roll, or a contest of two.

    Attributes:
        then: its purpose.
        rolls: one or two; the first acts, the second resists.
        sort: the result that is asked for.
        what: the task, in words.
        secret: only the GM sees it.
        luck: the purpose of the first roll, for the rules of luck.
        target: the target, if it is an attack.
        at_once: its dice are thrown with the command that opens it.
        fallen: dice have been thrown, so that it cannot be called off any more.
        lets: the characters whose players have accepted the dice.
        lucky: the characters that have spent their Luck Point on this Action (CF-LUCK-5).
    """

    then: CheckPurpose
    rolls: tuple[CheckRoll, ...]
    sort: CheckKind = "plain"
    what: str = ""
    secret: bool = False
    luck: LuckPurpose = "skill"
    target: str = ""
    at_once: bool = False
    fallen: bool = False
    lets: tuple[str, ...] = ()
    lucky: tuple[str, ...] = ()

    def openly_present(self, table: Table, noticed: Collection[str]) -> tuple[str, ...]:
        """Return those who roll, unless the roll is secret or no character in it is known to everybody."""
        rolling = tuple(roll.actor for roll in self.rolls if roll.actor in table.actors)
        is_known = any(actor in noticed or not table.actors[actor].secret for actor in rolling)
        return rolling if is_known and not self.secret else ()

    def bound_actors(self) -> tuple[str, ...]:
        """Return those who roll."""
        return tuple(roll.actor for roll in self.rolls)


class CheckResult(Frozen):
    """A check with its result.

    Attributes:
        check: the check; it is over.
        rolls: the result of each side's roll.
        contest: the winner, if two rolled.
        margin: by how many levels the first side wins, or loses below 0 (CF-X-8).
    """

    check: Check
    rolls: tuple[RollResult, ...]
    contest: ContestResult | None = None
    margin: int = 0

    @property
    def actor(self) -> str:
        """The first side."""
        return self.check.rolls[0].actor

    @property
    def succeeded(self) -> bool:
        """Whether the first roll succeeds, or the first side wins."""
        if self.contest is not None:
            return self.contest.is_won
        return success_levels.succeeds(self.rolls[0].level)


def current_check(table: Table) -> Check | None:
    """Return the check at the front, if there is one."""
    return procedure_in_front(table, Check)


def audience_for_check(table: Table, check: Check) -> tuple[str, ...] | None:
    """Return the seats that may know of a roll: all (None), the GM for a secret one, else the characters' readers."""
    if check.secret:
        return (table.gm(),)
    known = table.actors
    for roll in check.rolls:
        if roll.actor in known and not known[roll.actor].secret:
            return None
    return audience_for_all(table, [roll.actor for roll in check.rolls if roll.actor])


class EffectPurpose(Continuation["EffectRoll"]):
    """The purpose of dice for an effect, with its data: the effect comes about once the total is final."""

    __slots__ = ()

    def bound_actors(self) -> tuple[str, ...]:
        """Return the characters that the effect needs, besides who throws; none by default."""
        return ()

    def is_enough(self, table: Table, total: int) -> bool:
        """Return whether everybody sees that a better total would change nothing; by default it would."""
        return False


class EffectRoll(Frozen, Activity, tag_field="procedure", tag="effect"):
    """Dice that a character throws for an effect.

    Attributes:
        then: its purpose.
        actor: who throws.
        dice: in writing, such as `1d3`.
        best: the best total for who throws; empty if that depends.
        word: its purpose in words, the sentence `activity_view.<word>`.
        params: the parameters of that sentence, besides who throws.
        value: the total.
        lucky: the characters that have spent their Luck Point on this Action (CF-LUCK-5).
    """

    then: EffectPurpose
    actor: str
    dice: str
    word: str
    best: Literal["least", "most", ""] = ""
    params: Mapping[str, Json] = {}
    value: int = 0
    lucky: tuple[str, ...] = ()

    def bound_actors(self) -> tuple[str, ...]:
        """Return who rolls, and the characters that the effect is about."""
        return (self.actor, *self.then.bound_actors())


def current_effect_roll(table: Table) -> EffectRoll | None:
    """Return the dice of an effect at the front, if there are any."""
    return procedure_in_front(table, EffectRoll)
