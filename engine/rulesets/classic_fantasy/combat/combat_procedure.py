"""The procedure of a combat: combatants, Round, order and Turn (CF-X-13, CF-X-16, CF-X-27, CF-TIME-3)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Annotated, ClassVar

from msgspec import Meta

from engine.core.memo import memo_of_last
from engine.kit.combat.combat_flow import CombatFlow, CombatProcedure
from engine.model.frozen import Frozen
from engine.model.table import Table
from engine.rulesets.classic_fantasy.character.activity import Activity, need_free
from engine.rulesets.classic_fantasy.character.session_state import LuckPrompt

LuckPromptChoice = Annotated[LuckPrompt, Meta(description="after which dice Luck is asked about")]


class Combatant(Frozen):
    """A character in a combat.

    Attributes:
        die: the d10 of initiative; None before it is thrown.
        ruled: the initiative set by the GM.
        tie: the roll that breaks a tie of initiative and DEX.
        passed: does nothing more in this Round unless something changes.
        smothered: has tried to smother flames in this Turn (CF-FIRE-15).
        luck_prompt: after which dice its player is asked about Luck; a secret character always is.
    """

    die: int | None = None
    ruled: int | None = None
    tie: int = 0
    passed: bool = False
    smothered: bool = False
    luck_prompt: LuckPrompt = "always"

    @property
    def has_initiative(self) -> bool:
        """True once its initiative is thrown or set by the GM."""
        return self.die is not None or self.ruled is not None


class Combat(Frozen, Activity, CombatProcedure, tag_field="procedure", tag="fight"):
    """A combat, counted in Combat Rounds.

    Attributes:
        number: the Round, from 1.
        fighters: the combatants, by character.
        order: the order in which they act; empty until all initiative is known.
        turn: the combatant whose Turn it is; empty between Rounds.
        acted: the proactive action of this Turn has been taken.
        had: the combatants that have had a Turn since the order last began anew.
        lucky: the characters that have spent a Luck Point on the present Action (CF-LUCK-5).
        fresh: the combatants whose initiative was thrown since anybody acted, so that luck may reroll it (CF-LUCK-7).
    """

    NEEDS_ANSWER: ClassVar[bool] = False
    number: int = 1
    fighters: Mapping[str, Combatant] = {}
    order: tuple[str, ...] = ()
    turn: str = ""
    acted: bool = False
    had: tuple[str, ...] = ()
    lucky: tuple[str, ...] = ()
    fresh: tuple[str, ...] = ()

    def without_initiative(self) -> tuple[str, ...]:
        """Return the combatants whose initiative is not known yet."""
        return _without_initiative(self.fighters)

    def openly_present(self, table: Table, noticed: Collection[str]) -> tuple[str, ...]:
        """Return those who fight."""
        return tuple(self.fighters)


@memo_of_last
def _without_initiative(fighters: Mapping[str, Combatant]) -> tuple[str, ...]:
    return tuple([actor for actor, fighter in fighters.items() if fighter.die is None and fighter.ruled is None])


class Combats(CombatFlow[Combat]):
    """The course of combats."""

    refusals: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "no_combat": ("d100_no_fight", "CF-X-27"),
        "combat_runs": ("d100_fight_already", "CF-X-27"),
        "name_fighters": ("d100_nobody_fights", "CF-X-27"),
        "too_few_fighters": ("d100_fight_sides", "CF-X-27"),
        "in_combat": ("d100_fights_already", "CF-X-27"),
        "not_in_combat": ("d100_not_in_fight", "CF-X-27"),
    }
    least = 2  # nobody fights alone
    fighter_fields = ("order",)
    round_fields = ("turn", "had", "acted", "lucky", "fresh")
    fighter_round_fields = ("passed",)

    def need_free(self, table: Table) -> None:
        """Raise Refused while something waits for an answer."""
        need_free(table)


COMBATS = Combats(Combat)
current_combat, need_combat = COMBATS.current, COMBATS.need
