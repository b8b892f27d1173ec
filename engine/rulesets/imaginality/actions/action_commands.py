"""Starting an action: attempts, house actions, and the GM's decision without cards."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from engine.core.command_fields import ActorId
from engine.core.commands import Request
from engine.core.draft import Draft
from engine.core.game_options import check_option
from engine.kit.gm_requests import GmRequest
from engine.messages.display_names import actor_name, seat_name
from engine.messages.refusal import Refused
from engine.model.frozen import Json, replace
from engine.model.table import Table
from engine.presentation.command_offers import Asks
from engine.rulesets.imaginality.actions.action_sides import (
    cards_laid,
    close_sides,
    need_action,
    open_keys,
    set_side,
    set_side_zones,
    side_of,
)
from engine.rulesets.imaginality.actions.card_play_commands import after_laying, open_sides
from engine.rulesets.imaginality.actions.gm_card_commands import GrantCards
from engine.rulesets.imaginality.character_state import (
    ATTRIBUTES,
    end_procedure,
    is_helpless,
    need_controller,
    need_free,
    need_known,
)
from engine.rulesets.imaginality.deck.deck_commands import holders
from engine.rulesets.imaginality.procedures import (
    BEFORE_REVEAL,
    Action,
    ActionKind,
    ActionSide,
    ActionStage,
    ExtraCards,
    current_fight,
)
from engine.rulesets.imaginality.settings import (
    attribute,
    bookkeeping_skills,
    flag,
    numbers_of,
    option_specs,
    owns_skill,
    word,
)
from engine.rulesets.imaginality.turns.turn_commands import need_turn, use_action
from engine.rulesets.imaginality.turns.turn_order import advance_order, restore_actions

What = Annotated[str, Meta(description="what is tried, in free words")]
Said = Annotated[str, Meta(description="what is tried or done, in the players' words")]
More = Annotated[int, Meta(ge=0, le=9, description="extra cards for an advantage")]


class Attempt(Request):
    """Try something complex: the opposition sets a difficulty, the actor plays against it, equal or higher succeeds."""

    RULES = (
        *("IM-ACT-1", "IM-ACT-2", "IM-ACT-3", "IM-ACT-12", "IM-ACT-13", "IM-GM-7"),
        *("IM-SKILL-1", "IM-SKILL-2", "IM-SKILL-3", "IM-SKILL-4", "IM-SKILL-5", "IM-SKILL-7", "IM-SKILL-8"),
    )
    actor: ActorId
    what: What = ""
    target: Annotated[str, Meta(description="the character it is aimed at, if any")] = ""
    skill: Annotated[str, Meta(description="the skill it needs, if any")] = ""
    attribute: Annotated[str, Meta(description="`mental`, `physical` or `social` where the skill is missing")] = ""
    advantage: More = 0
    disadvantage: More = 0
    treating: Annotated[str, Meta(description="a dying character whom success stabilises")] = ""

    def verify(self, table: Table) -> None:
        """A character that can act, on its turn, with no other action in progress."""
        need_free(table)
        need_controller(table, self, self.actor, "IM-ACT-1")
        need_advantage(table, self, self.advantage, self.disadvantage)
        if self.target:
            need_target(table, self.seat, self.actor, self.target)
        if self.treating:
            need_known(table, self.seat, self.treating)
            if not table.actors[self.treating].has_condition("dying"):
                raise Refused("not_dying", "IM-WOUND-11", actor=actor_name(table, self.treating))
        need_attribute(table, self.actor, self.skill, self.attribute)
        need_turn(table, self.actor)

    def decide(self, draft: Draft) -> None:
        """Open the action: the opposition is the GM, or the player whose character is the target (IM-ACT-2, IM-ACT-3).

        Another try is an action like the first, with cards of its own (IM-ACT-13).
        """
        table = draft.table
        lacking = lacks_skill(table, self.actor, self.skill)
        # A target that cannot answer sets no difficulty; the GM does.
        opposing = "" if self.target and is_helpless(table, self.target) else self.target
        draft.push_procedure(
            Action(
                kind=ActionKind.CHECK,
                stage=ActionStage.COMMIT,
                what=self.what,
                actor=self.actor,
                target=self.target,
                skill=self.skill,
                attribute=self.attribute if lacking else "",
                treating=self.treating,
            )
        )
        mark_acting(draft, self.actor)
        draft.note("attempts", "IM-ACT-1", actor=actor_name(table, self.actor), what=self.what)
        if lacking:
            draft.note("unskilled", "IM-SKILL-5", "IM-SKILL-6", skill=self.skill, attribute=self.attribute)
        against = side_of(table, opposing, extras=opposition_extras(table, self.disadvantage, lacking))
        base = first_cards(table, self.actor, lacking, self.attribute)
        mine = side_of(table, self.actor, base=base, extras=advantage_cards(table, "actor", self.advantage))
        open_sides(draft, (("opposition", against), ("actor", mine)))


class HouseAction(GmRequest):
    """The GM improvises an action without a rule: some seats play cards, and the GM interprets the outcome."""

    RULES = ("IM-GEN-2",)
    what: Annotated[What, Asks(optional=True)]
    holders: Annotated[tuple[str, ...], Meta(description="the seats that lay cards"), Asks(least=1)]
    count: Annotated[int, Meta(ge=1, le=20, description="how many cards each"), Asks(most=9, optional=False)] = 1

    def verify(self, table: Table) -> None:
        """The GM, seats with hands, and a group that plays with house actions."""
        super().verify(table)
        need_house_actions(table)
        need_free(table)
        named = set(self.holders)
        if not named or not named <= set(holders(table)) or len(named) != len(self.holders):
            raise Refused("who_lays", "IM-GEN-2")

    def decide(self, draft: Draft) -> None:
        """Open a side for each seat."""
        draft.push_procedure(Action(kind=ActionKind.HOUSE, stage=ActionStage.COMMIT, what=self.what))
        names = [seat_name(draft.table, holder) for holder in self.holders]
        draft.note("house_action", "IM-GEN-2", what=self.what, seats=names, count=self.count)
        sides = [(f"house-{h}", ActionSide(seat=h, base=self.count, penalised=False)) for h in self.holders]
        open_sides(draft, sides)


class Judge(GmRequest):
    """The GM decides without cards: the attempt succeeds, fails or is refused, as a failed one tried again may be."""

    RULES = ("IM-GEN-4", "IM-GEN-6", "IM-ACT-13", "IM-GM-7")
    outcome: Annotated[str, Meta(description="`success`, `failure` or `refused`")]
    why: Annotated[str, Meta(description="the reason, in free words"), Asks()] = ""

    def verify(self, table: Table) -> None:
        """The GM, for an attempt, and before any card is played."""
        super().verify(table)
        action = need_action(table)
        if action.kind not in {ActionKind.CHECK, ActionKind.MELEE, ActionKind.RANGED}:
            raise Refused("judge_kind", "IM-GEN-4")
        if self.outcome not in {"success", "failure", "refused"}:
            raise Refused("judge_word", "IM-GEN-4", outcome=self.outcome[:40])
        if any(cards_laid(table, key) for key in action.sides):
            raise Refused("cards_laid", "IM-GEN-4", "IM-ACT-11")

    def decide(self, draft: Draft) -> None:
        """Log the decision and close the action; a refused attempt costs nobody an action.

        An attack that succeeds is a hit like any other, and needs its damage before it is over (IM-HTH-11).
        """
        action = need_action(draft.table)
        success = self.outcome == "success"
        hit = success and action.kind is not ActionKind.CHECK
        if hit:
            draft.replace_procedure(replace(action, stage=ActionStage.REVEALED, outcome="hit"))
        else:
            end_action(draft)
        if self.outcome == "refused":
            restore_actions(draft, action.marked)
        elif success and action.treating:
            stabilise(draft, action.treating)
        advance_order(draft)
        draft.record_results(outcome="hit" if hit else self.outcome, success=success, hit=hit)
        draft.note(f"judged_{self.outcome}", "IM-GEN-4", "IM-GEN-6", what=action.what, why=self.why)


class RuleForAction(GmRequest):
    """The GM sets an option for the present action alone; null ends that."""

    RULES = ("IM-GEN-1",)
    option: Annotated[str, Meta(description="an option that may differ for an action")]
    value: Annotated[Json, Meta(description="its value now; null ends the exception")]

    def verify(self, table: Table) -> None:
        """The GM, for an option that may differ from action to action."""
        super().verify(table)
        need_action(table)
        if self.option not in option_specs():
            raise Refused("no_such_option", option=self.option[:60])
        if "action" not in option_specs()[self.option].scopes:
            raise Refused("option_scope", option=self.option)
        if self.value is not None:
            check_option(option_specs(), self.option, self.value)

    def decide(self, draft: Draft) -> None:
        """Set the option until the action is settled; cards in progress follow at once."""
        action = need_action(draft.table)
        before = numbers_of(draft.table, "advantage_extra_cards")
        options = {name: value for name, value in action.options.items() if name != self.option}
        if self.value is not None:
            options[self.option] = self.value
        draft.replace_procedure(replace(action, options=options))
        spec = option_specs()[self.option]
        draft.note("rule_for_action", "IM-GEN-1", *spec.rules, option=spec.label, value=self.value)
        match self.option:
            case "face_down_play":
                set_side_zones(draft, {key: action.sides[key] for key in open_keys(action)})
            case "advantage_extra_cards":
                after = numbers_of(draft.table, "advantage_extra_cards")
                for key in open_keys(action):
                    more = after.get(key, 0) - before.get(key, 0)
                    if more:
                        GrantCards(seat=self.seat, side=key, count=more).decide(draft)
            case _:
                pass


class ChooseAttribute(GmRequest):
    """The GM chooses the attribute that replaces the missing skill, whatever the player had in mind."""

    RULES = ("IM-SKILL-6",)
    attribute: Annotated[str, Meta(description="`mental`, `physical` or `social`"), Asks(least=1, most=1)]

    def verify(self, table: Table) -> None:
        """The GM, where a skill is missing, before the cards are turned over."""
        super().verify(table)
        action = need_action(table)
        if not action.attribute or action.stage not in BEFORE_REVEAL:
            raise Refused("needs_no_attribute", "IM-SKILL-6")
        if self.attribute not in ATTRIBUTES:
            raise Refused("attribute_needed", "IM-SKILL-6", skill=action.skill)
        if _standing_in(table, action, self.attribute).due < cards_laid(table, "actor"):
            raise Refused("already_laid", "IM-SKILL-6")

    def decide(self, draft: Draft) -> None:
        """Set it; by the group's option its level is the number of cards."""
        action = need_action(draft.table)
        set_side(draft, "actor", _standing_in(draft.table, action, self.attribute), attribute=self.attribute)
        draft.note("unskilled", "IM-SKILL-5", "IM-SKILL-6", skill=action.skill, attribute=self.attribute)
        after_laying(draft, "actor")


class NarrateFumble(GmRequest):
    """The GM says how badly, comically or embarrassingly a fumble went."""

    RULES = ("IM-JOKER-4",)
    text: Annotated[str, Meta(description="what happens, in free words"), Asks()]

    def verify(self, table: Table) -> None:
        """The GM, after a fumble."""
        super().verify(table)
        action = need_action(table)
        if not action.fumbled:
            raise Refused("nobody_fumbled", "IM-JOKER-4")
        if not self.text.strip():
            raise Refused("nothing_to_write", "IM-JOKER-4")

    def decide(self, draft: Draft) -> None:
        """Write it into the story."""
        draft.note("fumble_told", "IM-JOKER-4", text=self.text)


def need_target(table: Table, seat: str, actor: str, target: str) -> None:
    """Raise Refused unless the target is another character that the seat knows of."""
    need_known(table, seat, target)
    if target == actor:
        raise Refused("not_oneself", "IM-ACT-3")


def need_advantage(table: Table, command: Request, *counts: int) -> None:
    """Raise Refused if any seat but the GM gives an advantage (IM-ADV-1)."""
    if any(counts) and not table.is_gm(command.seat):
        raise Refused("gm_grants", "IM-ADV-1")


def lacks_skill(table: Table, actor: str, skill: str) -> bool:
    """Return whether the other side gets a card because the character lacks the skill (IM-SKILL-5).

    A character that plays freeform (IM-SKILL-2) or owns the skill (IM-SKILL-4) does not: that is one card against one.
    """
    character = table.actors[actor]
    return bool(skill.strip()) and bookkeeping_skills(table, character) and not owns_skill(character, skill)


def first_cards(table: Table, actor: str, lacking: bool, name: str) -> int:
    """Return an actor's cards before extras: one; without the skill by the group's option the attribute's level.

    The option counts in combat too, for with skills in use an attack is a check on a skill (IM-HTH-12, IM-RANGED-9).
    """
    by_level = lacking and word(table, "unskilled_attribute_cards") == "attribute_level_cards"
    return attribute(table.actors[actor], name) if by_level else 1


def advantage_cards(table: Table, side: str, granted: int) -> tuple[ExtraCards, ...]:
    """Return the cards for an advantage: what the group gives every action, and what the GM grants for this one.

    They count in freeform checks as in any other (IM-SKILL-3).
    """
    count = granted + numbers_of(table, "advantage_extra_cards").get(side, 0)
    return (ExtraCards(reason="advantage", count=count),) if count else ()


def opposition_extras(table: Table, granted: int, lacking: bool) -> tuple[ExtraCards, ...]:
    """Return the extra cards of the other side, a player or the GM (IM-SKILL-7).

    Those for an advantage and the one for the actor's missing skill add up (IM-SKILL-8, IM-ADV-6).
    """
    extras = advantage_cards(table, "opposition", granted)
    return (*extras, ExtraCards(reason="unskilled", count=1)) if lacking else extras


def need_attribute(table: Table, actor: str, skill: str, name: str) -> None:
    """Raise Refused unless an attempt without the skill names the attribute that replaces it (IM-SKILL-6)."""
    if lacks_skill(table, actor, skill) and name not in ATTRIBUTES:
        raise Refused("attribute_needed", "IM-SKILL-6", skill=skill)


def penalty_counts(table: Table, kind: str) -> bool:
    """Say whether the wound penalty counts for a kind of total (IM-WOUND-4): `action`, `damage` or `initiative`."""
    return kind == "action" or word(table, "wound_penalty_scope") == "all_played"


def mark_acting(draft: Draft, actor: str) -> None:
    """Use up the actor's action of the turn, and remember it in case the action is cancelled."""
    fight = current_fight(draft.table)
    if fight is not None and actor in fight.fighters and actor not in fight.acted:
        use_action(draft, actor)
        action = need_action(draft.table)
        draft.replace_procedure(replace(action, marked=(*action.marked, actor)))


def need_house_actions(table: Table) -> None:
    """Raise Refused in a group that has switched house actions off."""
    if not flag(table, "house_action"):
        raise Refused("house_actions_off", "IM-GEN-2")


def stabilise(draft: Draft, actor: str) -> None:
    """A successful treatment: no longer dying, still unconscious (IM-WOUND-11)."""
    draft.lift_condition(actor, "dying")
    draft.note("stabilised", "IM-WOUND-11", actor=actor_name(draft.table, actor))


def end_action(draft: Draft) -> None:
    """Clear the zones of the action and remove it; its cards go to the discard pile first (IM-ACT-9)."""
    close_sides(draft)
    end_procedure(draft, need_action(draft.table))  # procedures begun meanwhile continue, such as a draw for points


def _standing_in(table: Table, action: Action, name: str) -> ActionSide:
    """Return the actor's side with another attribute; what is drawn by rule stays one card (IM-HTH-14)."""
    mine = action.sides["actor"]
    base = mine.base if mine.pure else first_cards(table, action.actor, True, name)
    return replace(mine, base=base, done=mine.done and base == mine.base)
