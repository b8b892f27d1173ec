"""The draw phase: surprise, Reflex rolls for cards, jokers, and the two cards kept (FI-SURP, FI-INIT, FI-JOKER)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from engine.core.command_fields import CardIds
from engine.core.draft import Draft
from engine.kit.calculation import CalculationStep, effective_steps
from engine.kit.gm_requests import GmActorRequest, GmRequest
from engine.messages.display_names import actor_name
from engine.messages.message import Message
from engine.messages.refusal import Refused
from engine.messages.texts import say
from engine.model.frozen import Frozen, replace
from engine.model.table import Table
from engine.odds.odds import Distribution, Odds
from engine.odds.table_after import table_after
from engine.presentation.command_offers import Asks
from engine.rulesets.future_imperfect.character import character_sheet
from engine.rulesets.future_imperfect.checks.character_rolls import skill_roll, trait_roll, without_penalty
from engine.rulesets.future_imperfect.checks.check_resolution import CHECKS, AsTheyFall
from engine.rulesets.future_imperfect.conditions import character_conditions, terror
from engine.rulesets.future_imperfect.initiative import action_decks, initiative_rules
from engine.rulesets.future_imperfect.initiative.action_cards import (
    CONFLICTS,
    add_hand_log_line,
    cards_of,
    change_fighter,
    discard_reserve,
    hand_leader,
    hand_name,
    need_conflict,
    need_fighter,
    need_free,
    need_hand_able_to_act,
    reserved,
    skip_draw,
)
from engine.rulesets.future_imperfect.procedures.check_procedure import Check, CheckPurpose, CheckResult
from engine.rulesets.future_imperfect.procedures.conflict_procedure import MASTER, Conflict, RoundPhase
from engine.rulesets.future_imperfect.procedures.participants import ParticipantRequest
from engine.rulesets.future_imperfect.rules import ranged_rules
from engine.rulesets.future_imperfect.settings import flag, limit, number, word


class RollReflex(ParticipantRequest):
    """Roll Reflex for action cards."""

    RULES = ("FI-INIT-2", "FI-INIT-3", "FI-INIT-4", "FI-INIT-5", "FI-INIT-6", "FI-FATE-21")
    NEEDS = (need_free, lambda table, command: _need_draw(table, command.actor))
    at_once: Annotated[bool, Meta(description="the dice are thrown without waiting for changes of the roll")] = False
    accepts: AsTheyFall = False

    def decide(self, draft: Draft) -> None:
        """Open the roll, with the modifiers of wounds and a weapon at the ready; or throw its dice, too."""
        name, _ = need_fighter(draft.table, self.actor)
        CHECKS.open(draft, reflex_check(draft.table, name))
        if self.at_once:
            CHECKS.throw_dice(draft, self)

    def odds(self, table: Table, viewer: str) -> Odds | None:
        """Return the chances of the roll and of the cards."""
        self.verify(table)
        opened = table_after(table, replace(self, at_once=False))
        return CHECKS.odds(opened, CHECKS.need_check(opened), viewer)


class RollForExtras(GmRequest):
    """Roll for every extra that has not drawn, as the GM; each keeps its two highest cards."""

    RULES = ("FI-INIT-2", "FI-INIT-3", "FI-INIT-15")
    CITED = ("FI-INIT-15",)

    def verify(self, table: Table) -> None:
        """Require the GM, and an extra that has not drawn."""
        super().verify(table)
        conflict = CONFLICTS.need_between_actions(table)
        if conflict.phase is not RoundPhase.DRAW or not _extras_to_draw(conflict):
            raise Refused("no_extra_to_draw", "FI-INIT-15")

    def decide(self, draft: Draft) -> None:
        """Roll, draw and keep for each extra in order; no chips are spent."""
        for name in _extras_to_draw(need_conflict(draft.table)):
            fighter = need_conflict(draft.table).fighters[name]
            reason = character_conditions.incapacity(draft.table, hand_leader(draft.table, fighter))
            if reason and not fighter.drawn:
                skip_draw(draft, name, reason)
            elif not fighter.drawn:
                CHECKS.roll_at_once(draft, reflex_check(draft.table, name))
            fighter = need_conflict(draft.table).fighters[name]
            if not fighter.kept:
                hand = action_decks.ordinary_cards(cards_of(draft.table, fighter))
                best = initiative_rules.by_rank(hand)[: initiative_rules.initiative_tables().kept]
                KeepCards(seat=self.seat, actor=fighter.members[0], cards=best).decide(draft)

    def odds(self, table: Table, viewer: str) -> Odds | None:
        """Return the chances of the highest card of each extra."""
        # Imported here: only odds need it.
        from engine.rulesets.future_imperfect.combat.rounds.initiative_odds import odds_of_extras

        self.verify(table)
        fighters = need_conflict(table).fighters
        drawing = [name for name in _extras_to_draw(need_conflict(table)) if not fighters[name].drawn]
        able = (
            name for name in drawing if not character_conditions.incapacity(table, hand_leader(table, fighters[name]))
        )
        return odds_of_extras(table, {name: reflex_check(table, name) for name in able}, viewer)


class KeepReserve(ParticipantRequest):
    """Give up the draw of this round to keep a reserved card."""

    RULES = ("FI-RES-6", "FI-EXT-6")

    def verify(self, table: Table) -> None:
        """Require a reserved card and a hand that has not drawn."""
        super().verify(table)
        need_free(table)
        if reserved(table, _need_draw(table, self.actor)) is None:
            raise Refused("nothing_reserved", "FI-RES-6")

    def decide(self, draft: Draft) -> None:
        """Draw nothing."""
        name, fighter = need_fighter(draft.table, self.actor)
        skip_draw(draft, name, initiative_rules.KEEPS_RESERVE)
        add_hand_log_line(draft, fighter, "keeps_reserve", "FI-RES-6")

    def odds(self, table: Table, viewer: str) -> Odds | None:
        """Return the chances of the draw that is given up; None if the reserve cannot be kept now."""
        # Imported here: only odds need it.
        from engine.rulesets.future_imperfect.combat.rounds.initiative_odds import odds_of_draw_given_up

        self.verify(table)
        name, _ = need_fighter(table, self.actor)
        return odds_of_draw_given_up(table, name, reflex_check(table, name), viewer)


class KeepCards(ParticipantRequest):
    """Keep up to two of the drawn cards, besides a red joker; the others are discarded."""

    RULES = ("FI-INIT-7", "FI-JOKER-3")
    cards: Annotated[CardIds, Asks("keep")]

    def verify(self, table: Table) -> None:
        """Require a hand that has drawn, and up to two of its own cards."""
        super().verify(table)
        _, fighter = need_fighter(table, self.actor)
        if not fighter.drawn or fighter.kept:
            raise Refused("nothing_to_keep", "FI-INIT-7")
        initiative_rules.need_kept(cards_of(table, fighter), self.cards)

    def decide(self, draft: Draft) -> None:
        """Discard the others; a red joker stays (FI-JOKER-3)."""
        name, fighter = need_fighter(draft.table, self.actor)
        hand = cards_of(draft.table, fighter)
        discarded = tuple(card for card in hand if card not in self.cards and card not in action_decks.red_jokers(hand))
        draft.move(discarded, fighter.hand, action_decks.discard_zone(fighter.side))
        change_fighter(draft, name, kept=True)
        add_hand_log_line(draft, fighter, "keeps_cards", "FI-INIT-7", count=len(hand) - len(discarded))


def _need_draw(table: Table, actor: str) -> str:
    """Return the hand that a character acts from. Raises Refused unless it can draw now."""
    name, fighter = need_fighter(table, actor)
    if need_conflict(table).phase is not RoundPhase.DRAW:
        raise Refused("not_drawing", "FI-INIT-2")
    if fighter.drawn:
        why = say(Message(key=f"no_draw.{fighter.why}")) if fighter.why else ""
        raise Refused("has_drawn", "FI-INIT-2", actor=hand_name(table, fighter), why=why)
    need_hand_able_to_act(table, actor)
    return name


def reflex_check(table: Table, name: str) -> Check:
    """Return the Reflex roll of a hand of cards (FI-INIT-2, FI-INIT-4, FI-INIT-6).

    It is no action: an unnerved character keeps the penalty for the action itself (FI-PSY-5).
    """
    actor = hand_leader(table, need_conflict(table).fighters[name])
    roll = trait_roll(table, actor, "reflex", *_held_weapon_parts(table, name, actor))
    roll = without_penalty(roll, character_conditions.UNNERVED)
    tn = initiative_rules.initiative_tables().tn
    return Check.against(tn, "initiative", roll, InitiativePurpose(), "initiative")


def _held_weapon_parts(table: Table, name: str, actor: str) -> tuple[CalculationStep, ...]:
    aim = need_conflict(table).fighters[name].aim
    weapons = character_sheet.readied(table.actors[actor], table.lists)
    ready = [
        ranged_rules.HeldWeapon(
            counters=aim.counters if aim is not None and aim.weapon == weapon.name else 0,
            steps=weapon.aim.steps,
            unaimed=weapon.aim.unaimed,
        )
        for weapon in weapons
        if weapon.aim is not None
    ]
    part = ranged_rules.initiative_part(ready, initiative_weapon_penalty=word(table, "initiative_weapon_penalty"))
    return effective_steps(part)


class InitiativePurpose(Frozen, CheckPurpose, tag_field="then", tag="initiative"):
    """The Reflex roll for the action cards of a round."""

    called = "for_cards"

    def odds_after(self, table: Table, check: Check, viewer: str) -> tuple[Distribution, ...]:
        """Return the chances of the cards."""
        # Imported here: only odds need it.
        from engine.rulesets.future_imperfect.combat.rounds.initiative_odds import draw_distributions

        return draw_distributions(table, check, viewer)

    def odds_assumptions(self, table: Table, check: Check) -> tuple[Message, ...]:
        """Return that no chip is spent, and that the deck is in any order."""
        return (*super().odds_assumptions(table, check), Message(key="odds.equally_likely"))

    def resume(self, draft: Draft, result: CheckResult) -> None:
        """Draw as many cards as the roll gives."""
        name, _ = need_fighter(draft.table, result.check.rolls[0].actor)
        count = initiative_rules.cards_to_draw(
            result.scores[0], raise_step=number(draft.table, "raise_step"), max_draw=limit(draft.table, "max_draw")
        )
        draw_cards(draft, name, count)


def draw_cards(draft: Draft, name: str, count: int) -> None:
    """Draw action cards; jokers take effect before any are kept (FI-INIT-7, FI-JOKER-4 to FI-JOKER-7)."""
    fighter = need_conflict(draft.table).fighters[name]
    drawn = action_decks.draw(draft, fighter.side, count, fighter.hand)
    add_hand_log_line(draft, fighter, "draws_cards", "FI-INIT-3", count=len(drawn))
    draft.record_results(cards_drawn=len(drawn))
    change_fighter(draft, name, due=len(drawn), drawn=True)
    _resolve_jokers(draft, name, drawn)
    keep = initiative_rules.initiative_tables().kept
    fighter = need_conflict(draft.table).fighters[name]
    hand = action_decks.ordinary_cards(cards_of(draft.table, fighter))
    if len(hand) <= keep:
        change_fighter(draft, name, kept=True)


def _resolve_jokers(draft: Draft, name: str, drawn: tuple[str, ...]) -> None:
    fighter = need_conflict(draft.table).fighters[name]
    preparing = fighter.preparation.paid if fighter.preparation else 0
    sorted_ = initiative_rules.sort_draw(
        drawn, reserved(draft.table, name), preparing, black_joker_takes_red=flag(draft.table, "black_joker_takes_red")
    )
    if not sorted_.reshuffle:
        return
    draft.move(sorted_.lost, fighter.hand, action_decks.discard_zone(fighter.side))
    add_hand_log_line(draft, fighter, "black_joker", "FI-JOKER-4", "FI-JOKER-6", cards=list(sorted_.lost))
    if sorted_.lost_reserve:
        discard_reserve(draft, name)
    if sorted_.lost_preparation and fighter.preparation is not None:
        preparation = replace(fighter.preparation, paid=preparing - sorted_.lost_preparation)
        change_fighter(draft, name, preparation=preparation)
        add_hand_log_line(
            draft, fighter, "preparation_lost", "FI-JOKER-5", "FI-EXT-8", paid=preparation.paid, need=preparation.need
        )
    conflict = need_conflict(draft.table)
    if fighter.side not in conflict.reshuffle:
        CONFLICTS.change(draft, reshuffle=(*conflict.reshuffle, fighter.side))
    for actor in fighter.members:
        conditions = character_conditions.condition_names(draft.table, actor)
        dread = terror.joker_under_terror(
            black_joker=True,
            failed_terror=character_conditions.TERROR_FAILED in conditions,
            terrified=character_conditions.TERRIFIED in conditions,
        )
        if dread is not None:
            terror.terrify(draft, actor, dread, "FI-JOKER-10", "FI-FEAR-6")


def _extras_to_draw(conflict: Conflict) -> tuple[str, ...]:
    return tuple(name for name, fighter in conflict.fighters.items() if fighter.side == MASTER and not fighter.kept)


GUTS = "guts"


class CheckSurprise(GmActorRequest):
    """Call for a guts check against surprise, as the GM."""

    RULES = ("FI-SURP-1", "FI-SURP-2", "FI-SURP-3")
    expecting: Annotated[bool, Meta(description="expects some danger"), Asks()] = False

    def verify(self, table: Table) -> None:
        """Require the GM, before the character draws."""
        super().verify(table)
        need_free(table)
        _, fighter = need_fighter(table, self.actor)
        if need_conflict(table).phase is not RoundPhase.DRAW or (
            fighter.drawn and fighter.why != character_conditions.SURPRISED
        ):
            raise Refused("surprise_before_draw", "FI-SURP-1")

    def decide(self, draft: Draft) -> None:
        """Open the guts roll: first by whether danger is expected, in later rounds to recover."""
        later = draft.table.actors[self.actor].has_condition(character_conditions.SURPRISED)
        tn = initiative_rules.surprise_tn(expecting=self.expecting, later=later)
        reason = "surprise_later" if later else "surprise_expecting" if self.expecting else "surprise_unexpecting"
        roll = skill_roll(draft.table, self.actor, GUTS)
        CHECKS.open(draft, Check.against(tn, reason, roll, SurprisePurpose(), "surprise"))


class SurprisePurpose(Frozen, CheckPurpose, tag_field="then", tag="surprise"):
    """A guts roll against surprise."""

    called = "surprise_check"

    def resume(self, draft: Draft, result: CheckResult) -> None:
        """End the surprise, or let the character miss the draw."""
        actor = result.check.rolls[0].actor
        name, fighter = need_fighter(draft.table, actor)
        if result.successes:
            character_conditions.remove_condition(draft, actor, character_conditions.SURPRISED, "FI-SURP-3")
            if fighter.why == character_conditions.SURPRISED:
                change_fighter(draft, name, due=None, drawn=False, kept=False, why="")
            draft.note("not_surprised", "FI-SURP-3", actor=actor_name(draft.table, actor))
        else:
            character_conditions.add_condition(draft, actor, character_conditions.SURPRISED, "FI-SURP-2")
            if character_conditions.incapacity(draft.table, hand_leader(draft.table, fighter)):
                skip_draw(draft, name, character_conditions.SURPRISED)
