"""The procedure of an attack from its declaration to the blow (CF-DMG-1 to CF-DMG-4, CF-X-8, CF-X-28)."""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal

from engine.core.draft import find_procedure
from engine.model.frozen import Frozen
from engine.model.table import Table
from engine.rulesets.classic_fantasy.character.activity import Activity
from engine.rulesets.classic_fantasy.damage.damage_procedure import Kindling
from engine.rulesets.classic_fantasy.dice.success_levels import RollResult

Defence = Literal["parry", "evade", "none"]


class Attack(Frozen, Activity, tag_field="procedure", tag="attack"):
    """An attack from its declaration to the damage.

    Attributes:
        weapon: the weapon, in words.
        damage: its dice, without the Damage Modifier, which counts too if `modifier` says so.
        size: its Size or Force; empty if unknown.
        magic: the bonus or malus of magic on it (CF-DMG-3).
        kindles: how it may set the target on fire.
        location: the chosen location of a called shot (CF-HITLOC-3).
        rolled: the result of the attack roll; None before it is decided.
        margin: the attack's lead in levels; below 0 if it lost (CF-X-8).
        lucky: the characters that have spent a Luck Point on it (CF-LUCK-5).
        ends_turn: the Turn of the attacker ends with it.
        goes_on: it goes on by itself where nobody has a choice: a hit rolls location and damage at once.
        gm_accepts: the GM accepts its damage and the consequences at once.
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
    rolled: RollResult | None = None
    defence: Defence | None = None
    margin: int = 0
    lucky: tuple[str, ...] = ()
    ends_turn: bool = False
    goes_on: bool = False
    gm_accepts: bool = False

    def openly_present(self, table: Table, noticed: Collection[str]) -> tuple[str, ...]:
        """Return the attacker and the target."""
        return (self.actor, self.target)


def current_attack(table: Table) -> Attack | None:
    """Return the attack under way."""
    return find_procedure(table, Attack)
