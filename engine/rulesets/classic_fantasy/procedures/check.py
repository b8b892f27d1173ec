"""A roll that is being made: against one's own skill, or one against another's (CF-X-1 to CF-X-9)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from engine.rulesets.classic_fantasy.grades import Bearing, Grade, Level, Rolled
from engine.table.frozen import Frozen, Json
from engine.table.table import Procedure, Table

Sort = Literal["plain", "opposed", "differential"]
"""What is asked of a check: how one roll went, who wins, or by how many levels."""
LuckFor = Literal["skill", "attack", "damage", "effect", "experience", "training"]
"""What a roll is for, as far as luck asks (CF-LUCK-6 to CF-LUCK-8)."""


class Roll(Frozen):
    """One side of a check.

    Attributes:
        actor: who rolls; empty for a trap or another thing that has a skill.
        name: the skill, or what the thing is called.
        skill: in per cent, before grades.
        base: how hard the task is by itself.
        bearings: what else makes it harder or easier.
        value: the effective skill as the GM has ruled it.
        thrown: the d100 as it lies; None before it falls.
        stands: how it went, where it fell earlier in another check and stands (CF-WOUND-4).
        level: what the GM has ruled that it comes to.
    """

    name: str
    actor: str = ""
    skill: int = 0
    base: Grade = "Standard"
    bearings: tuple[Bearing, ...] = ()
    value: int | None = None
    thrown: int | None = None
    stands: Rolled | None = None
    level: Level | None = None


class Check(Frozen, Procedure, tag_field="procedure", tag="check"):
    """A roll under way.

    Attributes:
        purpose: what goes on once it is decided, a key of `rolling.PURPOSES`.
        rolls: one, or two; the first is of who acts, the second of who resists.
        sort: what is asked of it.
        what: what is tried, in words.
        about: what the purpose needs to know.
        secret: the GM alone sees it.
        luck: what the roll of who acts is for, as far as luck asks.
        target: at whom it aims, if it is an attack.
        fallen: dice of it have fallen, so that nobody calls it off any more.
        lets: the characters who have let it stand as it is.
        lucky: the characters who have spent their Luck Point on this Action (CF-LUCK-5).
    """

    purpose: str
    rolls: tuple[Roll, ...]
    sort: Sort = "plain"
    what: str = ""
    about: Mapping[str, Json] = {}
    secret: bool = False
    luck: LuckFor = "skill"
    target: str = ""
    fallen: bool = False
    lets: tuple[str, ...] = ()
    lucky: tuple[str, ...] = ()


def check(table: Table) -> Check | None:
    """Return the check under way, if it is what is at the front."""
    front = table.procedures[-1] if table.procedures else None
    return front if isinstance(front, Check) else None
