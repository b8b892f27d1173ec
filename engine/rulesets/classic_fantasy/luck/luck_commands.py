"""Luck Points: spending one on what is in progress, and the offers for it (CF-LUCK-4 to CF-LUCK-11, CF-BLOOD-4)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Annotated

from msgspec import Meta

from engine.core.draft import Draft
from engine.kit.control import may_act_for
from engine.kit.offers.nameable_characters import payer
from engine.messages.message import Message
from engine.messages.texts import say
from engine.model.frozen import replace
from engine.model.table import Table
from engine.presentation.command_offers import offer_of
from engine.presentation.offers import Denial, Offer
from engine.rulesets.classic_fantasy.character import character_conditions, resource_pools
from engine.rulesets.classic_fantasy.character.character_audience import CharacterRequest
from engine.rulesets.classic_fantasy.character.character_conditions import LAST_ACT
from engine.rulesets.classic_fantasy.character.character_sheet import character_sheet_of
from engine.rulesets.classic_fantasy.character.log_lines import add_log_line, stored_phrase
from engine.rulesets.classic_fantasy.character.record_writes import write_row
from engine.rulesets.classic_fantasy.checks.check_procedure import Check, current_check, current_effect_roll
from engine.rulesets.classic_fantasy.checks.check_resolution import CHECKS, check_result, name_of_roll, result_of_roll
from engine.rulesets.classic_fantasy.checks.effect_roll_commands import (
    change_effect_roll,
    effect_words,
    reroll_effect,
    settle_effect_rolls,
)
from engine.rulesets.classic_fantasy.combat.combat_commands import reroll_initiative
from engine.rulesets.classic_fantasy.combat.combat_procedure import Combat, current_combat
from engine.rulesets.classic_fantasy.damage.damage_pipeline import (
    find_locations,
    mitigate_wound,
    propose_consequences,
    throw_damage,
)
from engine.rulesets.classic_fantasy.damage.damage_procedure import DamageProcess, current_damage
from engine.rulesets.classic_fantasy.luck import luck_eligibility, luck_rules
from engine.rulesets.classic_fantasy.luck.luck_eligibility import ACTIONS, luck_options_of, luck_situation
from engine.rulesets.classic_fantasy.luck.luck_rules import LuckOption, LuckUse, swapped
from engine.rulesets.classic_fantasy.settings import settings_of
from engine.rulesets.classic_fantasy.time.time_passage_procedure import procedures_above_time

_END = 1_000
"""A row beyond all others: a new one."""


class SpendLuck(CharacterRequest):
    """A Luck Point is spent on what is in progress."""

    RULES = ("CF-LUCK-4", "CF-LUCK-5", "CF-LUCK-7", "CF-LUCK-8", "CF-LUCK-9", "CF-LUCK-10", "CF-BLOOD-4")
    use: Annotated[LuckUse, Meta(description="what for")]

    def verify(self, table: Table) -> None:
        """Allow the character's player, for a use that is possible now."""
        super().verify(table)
        luck_rules.check_luck_use(self.use, luck_situation(table, self.actor), settings=settings_of(table))

    def possible_checks(self, table: Table) -> Iterator[tuple[Check, Fraction]]:
        """Yield the check with its digits swapped, or with a die that is to be rolled again (CF-LUCK-7, CF-LUCK-8)."""
        check = current_check(table)
        if check is None or self.use not in ("reroll", "force_reroll", "swap"):
            return
        index = _roll_index(check, self.actor, self.use)
        thrown = check.rolls[index].thrown
        again = swapped(thrown or luck_rules.D100) if self.use == "swap" else None
        level = check.rolls[index].level if self.use == "swap" else None
        yield CHECKS.with_roll(check, index, replace(check.rolls[index], thrown=again, level=level)), Fraction(1)

    def decide(self, draft: Draft) -> None:
        """Take the point and do it."""
        table, actor = draft.table, self.actor
        shows = next((option.shows for option in luck_options_of(table, actor) if option.use == self.use), None)
        resource_pools.set_pool(
            draft, actor, resource_pools.LUCK, resource_pools.pool(table, actor, resource_pools.LUCK) - 1
        )
        _mark_luck_spent(draft, actor)
        record_luck_spent(draft, actor, self.use)
        key = f"d100_luck_{self.use}"
        seen = f"{key}_seen" if self.use == "mitigate" else ""
        add_log_line(draft, actor, key, luck_rules.RULES[self.use], seen=seen, shows=shows)
        match self.use:
            case "reroll" | "force_reroll" | "swap":
                _reroll(draft, actor, self.use)
            case "desperate_effort":
                resource_pools.set_pool(draft, actor, resource_pools.ACTION_POINTS, 1)
                # Only one point an Action (CF-LUCK-5): nobody waits for a second one to change the dice.
                settle_effect_rolls(draft)
                CHECKS.settle(draft)
            case "mitigate":
                mitigate_wound(draft)
            case "last_act":
                character_conditions.lay(draft, actor, LAST_ACT)


def record_luck_spent(draft: Draft, actor: str, use: LuckUse) -> None:
    """Write the use of a point on the character's sheet, if it has Luck; it stays until luck refills (CF-LUCK-5)."""
    if character_sheet_of(draft.table, actor).luck_most is None:
        return
    check, damage = current_check(draft.table), current_damage(draft.table)
    effect_roll = current_effect_roll(draft.table)
    if effect_roll is not None:
        cause = say(effect_words(draft.table, effect_roll))
    elif check is not None:
        cause = check.what or name_of_roll(check.rolls[-1])
    elif damage is not None:
        cause = damage.harm.what
    else:
        cause = stored_phrase("initiative") if use == "reroll" else ""
    write_row(draft, actor, "luck_spent", _END, action=cause, use=stored_phrase(f"luck-{use}"))


def _mark_luck_spent(draft: Draft, actor: str) -> None:
    """Record the Luck Point on its Action: that of the combat, else the outermost procedure.

    Procedures that come up while time passes do not belong to the Action of the combat below.
    """
    kinds = (*ACTIONS, Combat)
    action = next((procedure for procedure in procedures_above_time(draft.table) if isinstance(procedure, kinds)), None)
    if action is not None:
        marked = replace(action, lucky=(*action.lucky, actor))
        procedures = draft.table.procedures
        draft.set_procedures(tuple(marked if procedure is action else procedure for procedure in procedures))


def _reroll(draft: Draft, actor: str, use: LuckUse) -> None:
    """Reroll or swap the digits of a roll; the new result counts (CF-LUCK-7, CF-LUCK-8)."""
    effect_roll = current_effect_roll(draft.table)
    if effect_roll is not None:
        if use == "swap":
            change_effect_roll(draft, replace(effect_roll, value=luck_rules.swapped(effect_roll.value)))
        else:
            reroll_effect(draft, effect_roll)
        return
    combat = current_combat(draft.table)
    if combat is not None and draft.table.procedures[-1] is combat:
        reroll_initiative(draft, actor)
        return
    if current_check(draft.table) is None:
        if draft.in_progress(DamageProcess).stage == "consequences":
            propose_consequences(draft, throws=True)
        elif draft.in_progress(DamageProcess).blow.base is None:
            find_locations(draft)
        else:
            throw_damage(draft)
        return
    check = CHECKS.need_check(draft.table)
    index = _roll_index(check, actor, use)
    if use == "swap":
        CHECKS.change_dice(draft, index, swapped(check.rolls[index].thrown or luck_rules.D100))
    else:
        CHECKS.reroll(draft, index, level=None)


def _roll_index(check: Check, actor: str, use: LuckUse) -> int:
    """Return the roll that luck changes: an enemy's, or the character's own."""
    own = (index for index, roll in enumerate(check.rolls) if roll.actor == actor and roll.thrown is not None)
    return 0 if use == "force_reroll" else next(own, 0)


def offers(table: Table, seat: str, viewer: str) -> Iterator[Offer]:
    """Yield the uses of luck of those who take part, the impossible ones with their reason (CF-UI-4)."""
    for actor in luck_eligibility.affected_characters(table):
        if may_act_for(table, seat, actor):
            yield from offers_of_actor(table, seat, viewer, actor)


def possible_offers(table: Table, seat: str, viewer: str) -> Iterator[Offer]:
    """Yield the same offers without those of characters who have no Luck Point to spend."""
    for actor in luck_eligibility.affected_characters(table):
        if may_act_for(table, seat, actor) and luck_eligibility.may_spend_luck(table, actor):
            yield from offers_of_actor(table, seat, viewer, actor)


def offers_of_actor(table: Table, seat: str, viewer: str, actor: str) -> Iterator[Offer]:
    """Yield the uses of luck of a character that fit the moment."""
    character = table.actors[actor]
    if not (table.may_read(character, seat) and table.may_read(character, viewer)):
        return
    for option in luck_eligibility.luck_options_of(table, actor):
        if fits_the_moment(option):
            use, paying_seat = option.use, payer(table, seat, actor)
            spend = SpendLuck(seat=seat, actor=actor, use=use)
            offer = offer_of(
                None,
                spend,
                name=f"d100_luck_{use}:{actor}",
                primary=use == "mitigate" and paying_seat == seat,
                at_cost_of=paying_seat,
                actor=character.name,
                now=swapped(option.shows) if use == "swap" and option.shows is not None else None,
                shows=option.shows,
                what=option.what,
                level=_level_after_swap(table, spend, viewer) if use == "swap" else None,
            )
            denial = Denial(message=option.refused, rules=option.rules) if option.refused is not None else None
            yield offer.unless(denial)


def _level_after_swap(table: Table, spend: SpendLuck, viewer: str) -> str | None:
    """Return in words the success level of a roll with its digits swapped; None if the viewer may not know it.

    In a contest the other side can have the better roll all the same.
    """
    check = next((check for check, _ in spend.possible_checks(table)), None)
    if check is None or not CHECKS.may_know_odds(table, check, viewer):
        return None
    index = _roll_index(check, spend.actor, spend.use)
    level = stored_phrase(result_of_roll(table, check, index).level)
    if len(check.rolls) < 2 or CHECKS.unthrown(table, check) or check.then.deciding_side(table) is not None:
        return level
    contest = check_result(table, check).contest
    is_behind = contest is not None and contest.of_winner(0, 1) == 1 - index
    return say(Message(key="d100.level_behind", params={"level": level})) if is_behind else level


def fits_the_moment(option: LuckOption) -> bool:
    """Return whether a use of luck belongs to what is in progress, possible or not."""
    return option.refused is None or option.refused.key not in _UNFIT


_NO_LUCK_FOR = ("no_roll", "no_enemy_roll", "no_fight", "no_major", "swap_d100", "swap_same", "points_left")
_UNFIT = frozenset(["refused.d100_last_act_unhurt", *(f"refused.d100_luck_{what}" for what in _NO_LUCK_FOR)])
