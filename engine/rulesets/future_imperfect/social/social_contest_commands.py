"""Contests of will in a conflict, and their effects on the losers, as those of fear (FI-PSY)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from msgspec import Meta

from engine.core.draft import Draft
from engine.kit.control import controller_of
from engine.messages.display_names import actor_name
from engine.messages.message import Message
from engine.messages.refusal import Refused
from engine.model.frozen import Frozen
from engine.model.table import Table
from engine.presentation.command_offers import NO_LIMIT, Asks
from engine.rulesets.future_imperfect.actions import action_cost
from engine.rulesets.future_imperfect.actions.action_cost import stop_aiming
from engine.rulesets.future_imperfect.character import character_sheet
from engine.rulesets.future_imperfect.character.row_reader import MAX_NAME_LENGTH, folded
from engine.rulesets.future_imperfect.checks.character_rolls import methods_of, skill_roll
from engine.rulesets.future_imperfect.checks.check_resolution import CHECKS
from engine.rulesets.future_imperfect.chips import fate_pot
from engine.rulesets.future_imperfect.conditions import character_conditions
from engine.rulesets.future_imperfect.initiative import action_decks, initiative_rules
from engine.rulesets.future_imperfect.initiative.action_cards import cards_of, discard_reserve, reserved
from engine.rulesets.future_imperfect.procedures.check_procedure import Check, CheckResult
from engine.rulesets.future_imperfect.procedures.conflict_procedure import current_conflict, fighter_of
from engine.rulesets.future_imperfect.procedures.participants import ParticipantRequest, add_log_line, need_known
from engine.rulesets.future_imperfect.rules import social_contest_rules
from engine.rulesets.future_imperfect.settings import word

AptitudeField = Annotated[str, Meta(description="an Aptitude", max_length=MAX_NAME_LENGTH)]


class ContestWills(ParticipantRequest):
    """Begin a psychological contest: bluff, overawe, ridicule. It takes an action; to resist costs nothing."""

    RULES = ("FI-PSY-1", "FI-PSY-2", "FI-PSY-3", "FI-PSY-4", "FI-PSY-9", "FI-ACT-7")
    CITED = ("FI-PSY-3",)
    target: Annotated[str, Meta(description="who resists; of a group its leader"), Asks()]
    aptitude: Annotated[AptitudeField, Asks(own_words=True)]
    against: Annotated[
        str,
        Meta(description="with what it is resisted, where the rules do not say"),
        Asks(own_words=True, rare=True, instead=Message(key="ask.against_usual")),
    ] = ""
    group: Annotated[
        tuple[str, ...],
        Meta(description="who else is meant and follows the one who resists"),
        Asks(rare=True, most=NO_LIMIT),
    ] = ()

    def verify(self, table: Table) -> None:
        """Require an action, known opponents, and an Aptitude with an opposing one."""
        super().verify(table)
        action_cost.need_action(table, self, self.actor, "FI-PSY-3")
        for actor in (self.target, *self.group):
            need_known(table, self.seat, actor)
            if actor == self.actor:
                raise Refused("not_against_oneself", "FI-PSY-2")
        methods_of(table, self.actor, self.aptitude)
        methods_of(table, self.target, resisting(self))

    def decide(self, draft: Draft) -> None:
        """Open both rolls; the action is taken when the dice fall."""
        own_roll = skill_roll(draft.table, self.actor, self.aptitude)
        target_roll = skill_roll(draft.table, self.target, resisting(self))
        then = WillsPurpose(losers=tuple(dict.fromkeys((self.target, *self.group))))
        check = Check(then=then, what=folded(self.aptitude), rolls=(own_roll, target_roll))
        CHECKS.open(draft, check)


# ---- wills -----------------------------------------------------------------------------------------------------------


def resisting(command: ContestWills) -> str:
    """Return the opposing Aptitude (FI-PSY-1). Raises Refused if neither the rules nor the command name one."""
    opposing = social_contest_rules.opposing_aptitude(character_sheet.name_of(command.aptitude)) or folded(
        command.against
    )
    if not opposing:
        raise Refused("resist_with", "FI-PSY-1", aptitude=command.aptitude)
    return opposing


class WillsPurpose(Frozen, action_cost.ActionPurpose, tag_field="then", tag="wills"):
    """A contest of wills; the `losers` are tested if the character that began it wins."""

    losers: tuple[str, ...] = ()

    def resume(self, draft: Draft, result: CheckResult) -> None:
        """Apply the effect to the tested characters; the resisting side has no effect by winning."""
        first, second = (roll.actor for roll in result.check.rolls)
        losers = [actor for actor in self.losers if actor in draft.table.actors]
        effect = social_contest_rules.contest_effect(result.successes)
        if effect is None or not losers:
            draft.note("resists", "FI-PSY-2", actor=actor_name(draft.table, second))
            draft.record_results(effect="none")
            return
        names = [actor_name(draft.table, actor) for actor in losers]
        draft.note("wills_won", "FI-PSY-4", actor=actor_name(draft.table, first), losers=names, effect=effect)
        draft.record_results(effect=effect)
        for actor in losers:
            stop_aiming(draft, actor, "FI-PSY-9", "FI-AIM-7")
        apply_contest_effect(draft, losers, effect, first)


UNNERVED, DISTRACTED, BROKEN = "unnerved", "distracted", "broken"


def apply_contest_effect(
    draft: Draft, losers: Sequence[str], effect: social_contest_rules.ContestEffect, winner: str
) -> None:
    """Apply an effect to the losers of a contest, or of a fear test; one hand of cards pays once.

    The graver effects include the lighter. Fear has no winner: it is empty (FI-FEAR-4).
    """
    felt = social_contest_rules.included_effects(effect)
    for actor in losers:
        character_conditions.add_condition(draft, actor, character_conditions.UNNERVED, "FI-PSY-5")
    if DISTRACTED in felt:
        _distract_losers(draft, losers)
    if BROKEN in felt:
        _break(draft, losers[0], winner)


def _distract_losers(draft: Draft, losers: Sequence[str]) -> None:
    conflict = current_conflict(draft.table)
    if conflict is None:
        return
    names = dict.fromkeys(name for actor in losers if (name := fighter_of(conflict, actor)))
    for name in names:
        lose_highest(draft, name)


def lose_highest(draft: Draft, name: str) -> str | None:
    """Discard the highest card of a hand, the reserve first; return it, None without cards (FI-PSY-7, FI-PSY-10)."""
    conflict = current_conflict(draft.table)
    assert conflict is not None
    fighter = conflict.fighters[name]
    reserve = reserved(draft.table, name)
    if reserve is not None:
        discard_reserve(draft, name)
        return reserve
    card = initiative_rules.highest(cards_of(draft.table, fighter), counts_red=True)
    if card is None:
        add_log_line(draft, fighter.members[0], "no_card_to_lose", "FI-PSY-10")
        return None
    draft.move((card,), fighter.hand, action_decks.discard_zone(fighter.side))
    add_log_line(draft, fighter.members[0], "card_lost", "FI-PSY-7", "FI-JOKER-7", card=card)
    return card


def _break(draft: Draft, loser: str, winner: str) -> None:
    """Draw a chip for a broken character, blindly: for the winner, or for an extra the GM (FI-PSY-8, FI-FEAR-4)."""
    gm = draft.table.gm()
    seat = controller_of(draft.table, winner) if winner else gm
    who = social_contest_rules.chip_of_broken(
        "contest" if winner else "fear",
        winner_is_extra=draft.table.is_gm(seat),
        fear_broken_chip=word(draft.table, "fear_broken_chip"),
    )
    rule = "FI-PSY-8" if winner else "FI-FEAR-4"
    add_log_line(draft, loser, "broken", rule)
    bag = {"winner": seat, "master": gm, None: ""}[who]
    if bag:
        fate_pot.draw_blindly(draft, bag, 1, rule)
