"""When players are asked about the Luck of their characters: set, and offered (CF-LUCK-7)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from engine.core.draft import Draft
from engine.kit.control import controller_of
from engine.kit.offers.nameable_characters import led
from engine.messages.display_names import actor_name
from engine.messages.refusal import Refused
from engine.model.table import Table
from engine.presentation.command_offers import Asks, offer_of
from engine.presentation.offers import Offer
from engine.rulesets.classic_fantasy.character.character_audience import CharacterRequest, may_follow
from engine.rulesets.classic_fantasy.character.character_conditions import is_dead
from engine.rulesets.classic_fantasy.character.log_lines import add_log_line
from engine.rulesets.classic_fantasy.character.session_state import SessionState, front_procedure, set_luck_prompt
from engine.rulesets.classic_fantasy.checks.check_procedure import audience_for_check, current_check
from engine.rulesets.classic_fantasy.checks.check_resolution import CHECKS
from engine.rulesets.classic_fantasy.checks.effect_roll_commands import settle_effect_rolls
from engine.rulesets.classic_fantasy.combat.combat_procedure import COMBATS, LuckPromptChoice, current_combat
from engine.rulesets.classic_fantasy.luck.luck_eligibility import luck_awaited, luck_prompt_of, may_spend_luck


class SetLuckPrompt(CharacterRequest):
    """A player sets after which dice the table waits for the Luck of a character: in this combat, or outside one."""

    RULES = ("CF-LUCK-7", "CF-LUCK-8", "CF-LUCK-10")
    CITED = ("CF-AMB-42",)
    luck_prompt: Annotated[LuckPromptChoice, Asks()]

    def verify(self, table: Table) -> None:
        """Allow the player of a character; for a secret one the table always waits, whatever Luck it has."""
        super().verify(table)
        if table.actors[self.actor].secret:
            raise Refused("d100_luck_always_asked", "CF-AMB-42")

    def decide(self, draft: Draft) -> None:
        """Set it; dice at the front that wait for nobody else any more count."""
        if self.actor in COMBATS.fighters(draft.table):
            COMBATS.change_fighter(draft, self.actor, luck_prompt=self.luck_prompt)
        else:
            set_luck_prompt(draft, self.actor, self.luck_prompt)
        add_log_line(draft, self.actor, "d100_luck_prompt", "CF-LUCK-7", prompt=self.luck_prompt)
        settle_effect_rolls(draft)
        CHECKS.settle(draft)


def has_luck_prompt(table: Table, seat: str, actor: str) -> bool:
    """Return whether a seat plays a living character that is not secret and has a Luck Point to spend."""
    if controller_of(table, actor) != seat or table.actors[actor].secret:
        return False
    return may_spend_luck(table, actor) and not is_dead(table, actor)


def offers(table: Table, seat: str, viewer: str) -> Iterator[Offer]:
    """Yield the setting of each character of a seat that has a Luck Point to spend and is not secret.

    In a combat that is each combatant, and outsiders that are waited for; else each that the viewer may read, and while
    something is in progress only those that are waited for.

    It is at hand where the viewer sees that the table waits for the Luck of that character, and else in the list of
    all offers.
    """
    combat, check = current_combat(table), current_check(table)
    sees_dice = check is None or may_follow(table, viewer, audience_for_check(table, check))
    awaited = luck_awaited(table) if sees_dice else ()
    is_calm = isinstance(front_procedure(table), SessionState)
    characters = combat.fighters if combat is not None else led(table, seat, viewer) if is_calm else ()
    for actor in dict.fromkeys((*characters, *awaited)):
        if has_luck_prompt(table, seat, actor):
            command = SetLuckPrompt(seat=seat, actor=actor, luck_prompt=luck_prompt_of(table, actor))
            rare = actor not in awaited
            yield offer_of(None, command, name=f"d100_luck_prompt:{actor}", rare=rare, actor=actor_name(table, actor))
