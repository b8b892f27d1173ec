"""Combat: its start, who joins and leaves, initiative, and its end (CF-X-16, CF-X-27, CF-FATIGUE-6, CF-UI-9)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Annotated

from msgspec import Meta

from engine.core.command_fields import ActorId
from engine.core.commands import Request
from engine.core.draft import Draft
from engine.kit.combat.combat_commands import EndCombatRequest, LeaveCombatRequest, StartCombatRequest
from engine.kit.control import may_act_for
from engine.kit.gm_requests import GmRequest
from engine.messages.display_names import actor_name
from engine.messages.message import Message
from engine.messages.refusal import Refused
from engine.messages.texts import say
from engine.model.frozen import Json, replace
from engine.model.table import Table
from engine.presentation.command_offers import Asks
from engine.rulesets.classic_fantasy.character import character_conditions, character_rules
from engine.rulesets.classic_fantasy.character.activity import need_free
from engine.rulesets.classic_fantasy.character.dice_throws import labelled_dice
from engine.rulesets.classic_fantasy.character.log_lines import add_log_line
from engine.rulesets.classic_fantasy.combat.combat_procedure import (
    COMBATS,
    Combat,
    Combatant,
    LuckPromptChoice,
    need_combat,
)
from engine.rulesets.classic_fantasy.combat.turn_order import (
    break_ties,
    initiative_parts,
    initiatives,
    next_turn,
    refill_action_points,
)
from engine.rulesets.classic_fantasy.d100_calculation import D100Step, total
from engine.rulesets.classic_fantasy.game_calendar import units

Actors = Annotated[tuple[str, ...], Meta(description="characters")]


class StartFight(StartCombatRequest):
    """A combat starts; from now on Combat Rounds are counted."""

    RULES = ("CF-X-16", "CF-X-27", "CF-TIME-3")
    CITED = ("CF-X-27",)
    FLOW = COMBATS
    fighters: Annotated[Actors, Asks(least=COMBATS.least)]
    luck_prompt: LuckPromptChoice = "always"

    def verify(self, table: Table) -> None:
        """Allow the GM, while nothing else is in progress; a character may be named twice."""
        GmRequest.verify(self, table)
        COMBATS.verify_start(table, tuple(dict.fromkeys(self.fighters)))

    def decide(self, draft: Draft) -> None:
        """Start with the first Round; initiative is rolled next."""
        fighters = {actor: Combatant(luck_prompt=self.luck_prompt) for actor in self.fighters}
        draft.push_procedure(Combat(fighters=fighters))
        names = [actor_name(draft.table, actor) for actor in fighters]
        draft.note("d100_fight_begins", "CF-X-16", actors=names, calls_for=("roll_initiative",))
        refill_action_points(draft, fighters)


class JoinFight(GmRequest):
    """More characters join the combat; their initiative has not been rolled yet."""

    RULES = ("CF-X-16",)
    CITED = ("CF-X-27",)
    NEEDS = (lambda table, command: COMBATS.verify_join(table, tuple(dict.fromkeys(command.fighters))),)
    fighters: Annotated[Actors, Asks(least=1)]
    luck_prompt: LuckPromptChoice = "always"

    def decide(self, draft: Draft) -> None:
        """Add them."""
        fighters = need_combat(draft.table).fighters
        joining = {actor: Combatant(luck_prompt=self.luck_prompt) for actor in self.fighters}
        COMBATS.change(draft, fighters={**fighters, **joining})
        for actor in self.fighters:
            refill_action_points(draft, (actor,))
            add_log_line(draft, actor, "d100_joins_fight", "CF-X-16")


class LeaveFight(LeaveCombatRequest):
    """A character leaves the combat."""

    RULES = ("CF-X-27",)
    FLOW = COMBATS

    def decide(self, draft: Draft) -> None:
        """Take the character out; the last one ends the combat."""
        add_log_line(draft, self.actor, "d100_leaves_fight", "CF-X-27")
        remove_from_combat(draft, self.actor)


class EndFight(EndCombatRequest):
    """The combat ends."""

    RULES = ("CF-X-27", "CF-TIME-1")
    FLOW = COMBATS

    def decide(self, draft: Draft) -> None:
        """Count no Rounds any more."""
        combat = need_combat(draft.table)
        draft.note("d100_fight_ends", "CF-X-27", rounds=combat.number)
        for actor in combat.fighters:
            _end_participation(draft, actor)
        draft.pop_procedure(Combat)


def remove_from_combat(draft: Draft, actor: str) -> None:
    """Take a character out of the combat."""
    combat = need_combat(draft.table)
    _end_participation(draft, actor)
    if tuple(combat.fighters) == (actor,):
        draft.pop_procedure(Combat)
        return
    COMBATS.take_out(draft, actor)
    if combat.turn == actor:
        next_turn(draft)


def _end_participation(draft: Draft, actor: str) -> None:
    """Turn a duration in Turns into Rounds (CF-WOUND-5), and refill the Action Points, which only a combat counts.

    A Round begins with all of them (CF-X-27), and time outside a combat has no Rounds. A spell that was begun and not
    rolled for ends with the combat, so that nobody casts for days.
    """
    character = draft.table.actors.get(actor)
    if character is None:
        return
    for condition in character.conditions_named(character_conditions.NO_OFFENCE):
        if condition.until is None:
            until = draft.table.clock + max(1, condition.level) * units().combat_round_seconds
            draft.lay_condition(actor, replace(condition, level=0, until=until))
    character_conditions.end_spell(draft, actor)
    refill_action_points(draft, (actor,))


class RollInitiative(Request):
    """A seat rolls initiative: a d10 for each of its combatants without one; the GM for all."""

    RULES = ("CF-X-16", "CF-FATIGUE-6")

    def verify(self, table: Table) -> None:
        """Allow a seat that has a combatant without initiative."""
        need_free(table)
        if not awaiting_initiative(table, self.seat, need_combat(table)):
            raise Refused("d100_dice_have_fallen", "CF-X-16")

    def decide(self, draft: Draft) -> None:
        """Roll, and give the first Turn once all initiatives are known."""
        _throw_initiative(draft, awaiting_initiative(draft.table, self.seat, need_combat(draft.table)))
        _set_order(draft)


class RuleInitiative(GmRequest):
    """The GM sets the initiative of a combatant."""

    RULES = ("CF-X-16",)
    NEEDS = (lambda table, command: COMBATS.need_fighter(table, command.actor),)
    actor: ActorId
    value: Annotated[int, Meta(ge=-99, le=199, description="the initiative"), Asks("initiative")]

    def decide(self, draft: Draft) -> None:
        """Set the initiative of a combatant, and the order with it."""
        COMBATS.change_fighter(draft, self.actor, ruled=self.value)
        add_log_line(draft, self.actor, "d100_initiative_ruled", "CF-X-16", numbers=True, value=self.value)
        _set_order(draft)


class ActTogether(GmRequest):
    """The GM gives several combatants one initiative, the highest among them: a mob or a patrol acts as one."""

    RULES = ("CF-X-16", "CF-UI-9")
    actors: Annotated[Actors, Asks("act_together", least=2)]

    def verify(self, table: Table) -> None:
        """Allow the GM, for at least two combatants, with at least one initiative among them."""
        super().verify(table)
        for actor in self.actors:
            COMBATS.need_fighter(table, actor)
        if len(set(self.actors)) < 2:
            raise Refused("d100_name_company", "CF-X-16")
        if not self._known(table):
            raise Refused("d100_no_initiative", "CF-X-16")

    def decide(self, draft: Draft) -> None:
        """Set the initiative of each, and the order with them."""
        value = max(self._known(draft.table))
        for actor in dict.fromkeys(self.actors):
            COMBATS.change_fighter(draft, actor, ruled=value)
            add_log_line(draft, actor, "d100_initiative_ruled", "CF-X-16", numbers=True, value=value)
        _set_order(draft)

    def _known(self, table: Table) -> list[int]:
        """Return the initiatives to choose from: those of secret combatants only if all are secret.

        The number of a secret combatant must not be told as that of another one.
        """
        combat = need_combat(table)
        together = [actor for actor in self.actors if not table.actors[actor].secret] or self.actors
        rolled = {actor for actor in together if combat.fighters[actor].has_initiative}
        return [initiative.value for initiative in initiatives(table, combat) if initiative.who in rolled]


def awaiting_initiative(table: Table, seat: str, combat: Combat) -> tuple[str, ...]:
    """Return the combatants whose initiative a seat rolls: its own; the GM rolls for all (CF-X-16)."""
    waiting = combat.without_initiative()
    return tuple([actor for actor in waiting if may_act_for(table, seat, actor)])


def reroll_initiative(draft: Draft, actor: str) -> None:
    """Roll initiative again by luck; if nobody has acted yet, the Round starts anew with the new first combatant."""
    combat = need_combat(draft.table)
    if not combat.acted and len(combat.had) <= 1:
        COMBATS.change(draft, order=(), turn="", had=())
    _throw_initiative(draft, (actor,))
    _set_order(draft)
    COMBATS.change(draft, lucky=combat.lucky)


def _throw_initiative(draft: Draft, actors: Sequence[str]) -> None:
    combat, sides = need_combat(draft.table), character_rules.numbers().initiative.sides
    fighters = dict(combat.fighters)
    for actor in actors:
        with labelled_dice(draft, actor, "d100_initiative", sums=True):
            fighters[actor] = replace(fighters[actor], die=draft.roll(sides)[0], tie=0)
    COMBATS.change(draft, fighters=fighters, fresh=tuple(dict.fromkeys((*combat.fresh, *actors))))
    if not draft.reports:
        return
    calculations = {actor: initiative_parts(draft.table, actor, fighters[actor]) for actor in actors}
    together = _log_public_initiatives(draft, calculations)
    for actor, parts in calculations.items():
        if actor in together:
            continue
        calculation = [part.words for part in parts]
        # Everybody sees when a secret combatant acts, but not its number.
        add_log_line(
            draft, actor, "d100_initiative_is", "CF-X-16", numbers=True, reckoning=calculation, value=total(parts)
        )


def _log_public_initiatives(draft: Draft, calculations: Mapping[str, Sequence[D100Step]]) -> Collection[str]:
    """Log in one line the initiatives that everybody may know, the highest first, if several were rolled (CF-X-16).

    Returns:
        the combatants in the line, which has the calculation of each.
    """
    table = draft.table
    rolled = [each for each in initiatives(table, need_combat(table)) if each.who in calculations]
    public = [each for each in rolled if not table.actors[each.who].secret]
    if len(public) < 2:
        return ()
    order = character_rules.acting_order(public)
    values = {each.who: each.value for each in public}
    summary = [f"{actor_name(table, actor)} ({values[actor]})" for actor in order]
    steps = [_initiative_steps(table, actor, calculations[actor]) for actor in order]
    draft.note("d100_initiatives", "CF-X-16", reckoning=steps, initiatives=summary)
    return order


def _initiative_steps(table: Table, actor: str, parts: Sequence[D100Step]) -> Message:
    """Return the calculation of one initiative in one line."""
    steps: list[Json] = [say(part.words) for part in parts]
    return Message(
        key="log.d100_initiative_steps",
        params={"actor": actor_name(table, actor), "value": total(parts), "steps": steps},
    )


def _set_order(draft: Draft) -> None:
    """Set the order once all initiatives are known; start the Round if it has not started."""
    if need_combat(draft.table).without_initiative():
        return
    break_ties(draft)
    combat = need_combat(draft.table)
    values = initiatives(draft.table, combat)
    order, value_of = character_rules.acting_order(values), {each.who: each.value for each in values}
    COMBATS.change(draft, order=order)
    known: dict[str, int] = {}
    for actor in order:
        if not draft.table.actors[actor].secret:
            known[actor] = value_of[actor]
            draft.record_results(initiative=known)
    if not combat.turn and not combat.had:
        next_turn(draft)
