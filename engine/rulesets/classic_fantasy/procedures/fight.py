"""A fight, its Round and whose Turn it is (CF-X-13, CF-X-16, CF-X-27, CF-TIME-3)."""

from __future__ import annotations

from collections.abc import Mapping

from engine.play.draft import find_procedure
from engine.table.frozen import Frozen
from engine.table.table import Procedure, Table


class Fighter(Frozen):
    """Somebody in a fight.

    Attributes:
        die: the d10 of initiative; None before it falls.
        ruled: the initiative that the GM has ruled.
        tie: what the roll between the same initiative and DEX came to.
        passed: does nothing more in this Round unless something changes.
        smothered: has tried to smother flames in this Turn (CF-FIRE-15).
    """

    die: int | None = None
    ruled: int | None = None
    tie: int = 0
    passed: bool = False
    smothered: bool = False


class Fight(Frozen, Procedure, tag_field="procedure", tag="fight"):
    """A fight that is counted in Combat Rounds.

    Attributes:
        number: the Round's, from 1.
        fighters: who takes part, by character.
        order: who acts in which order; empty until all initiative is known.
        turn: whose Turn it is; empty between Rounds.
        acted: the proactive action of this Turn has been taken.
        had: who has had a Turn since the order was last begun anew.
        lucky: who has spent a Luck Point on the present Action (CF-LUCK-5).
        fresh: whose initiative has fallen since anybody acted, so that luck may throw it again (CF-LUCK-7).
    """

    number: int = 1
    fighters: Mapping[str, Fighter] = {}
    order: tuple[str, ...] = ()
    turn: str = ""
    acted: bool = False
    had: tuple[str, ...] = ()
    lucky: tuple[str, ...] = ()
    fresh: tuple[str, ...] = ()


def fight(table: Table) -> Fight | None:
    """Return the fight under way."""
    return find_procedure(table, Fight)
