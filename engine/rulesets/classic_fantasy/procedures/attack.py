"""An attack from its declaration to the blow (CF-DMG-1 to CF-DMG-4, CF-X-8, CF-X-28)."""

from __future__ import annotations

from typing import Literal

from engine.play.draft import find_procedure
from engine.rulesets.classic_fantasy.grades import Rolled
from engine.table.frozen import Frozen
from engine.table.table import Procedure, Table

Defence = Literal["parry", "evade", "none"]
Kindling = Literal["", "fire", "electrical"]
"""What an attack may set alight by (CF-FIRE-10, CF-FIRE-11)."""


class Attack(Frozen, Procedure, tag_field="procedure", tag="attack"):
    """Somebody attacks somebody.

    Attributes:
        actor: who attacks.
        target: whom.
        weapon: what with, in words.
        damage: its dice; the Damage Modifier comes besides.
        size: its Size or Force; empty where nobody knows.
        modifier: the Damage Modifier counts.
        magic: what magic on it adds or takes (CF-DMG-3).
        kindles: what it may set alight by.
        location: where it is aimed, if that was chosen (CF-HITLOC-3).
        rolled: how the roll to hit went; None before it is decided.
        defence: how the target has defended itself.
        margin: by how many levels the attack won; less than 0 if it lost (CF-X-8).
        lucky: who has spent a Luck Point on it (CF-LUCK-5).
    """

    actor: str
    target: str
    weapon: str = ""
    damage: str = ""
    size: str = ""
    modifier: bool = True
    magic: int = 0
    kindles: Kindling = ""
    location: str = ""
    rolled: Rolled | None = None
    defence: Defence | None = None
    margin: int = 0
    lucky: tuple[str, ...] = ()


def attack(table: Table) -> Attack | None:
    """Return the attack under way."""
    return find_procedure(table, Attack)
