"""The effect primitives of section 5.6: what each one changes on the table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from engine.core.draft import Draft
from engine.messages.display_names import actor_name
from engine.model.frozen import replace
from engine.rulesets.card_the_drawing import actor_sheet
from engine.rulesets.card_the_drawing.battle import battle_changes, minion_commands, participants
from engine.rulesets.card_the_drawing.battle.actor_zones import field_zone
from engine.rulesets.card_the_drawing.battle.battle_procedures import CardResolution
from engine.rulesets.card_the_drawing.battle.resolution.resolution_context import (
    card_choices,
    card_record,
    change_procedure_at,
    change_resolution,
    effect_context_of,
    effect_may_happen,
    event_for_reactions,
    interrupted_index,
)
from engine.rulesets.card_the_drawing.battle.resolution.triggered_effects import (
    leave_field,
    spend_uses,
    trigger_reactions,
)
from engine.rulesets.card_the_drawing.battle.snapshot_builder import calculator_of
from engine.rulesets.card_the_drawing.calculation.battle_snapshot import NOBODY, EffectContext, LastingEffectState
from engine.rulesets.card_the_drawing.calculation.expression_scope import EffectScope, whole_amount
from engine.rulesets.card_the_drawing.calculation.stat_calculation import BattleCalculator, TagEffect
from engine.rulesets.card_the_drawing.hit_damage import calculate_damage, explain_amount
from engine.rulesets.card_the_drawing.targeting import effect_targets, redirected, redirection

MOST_AT_ONCE = 1000
"""The maximum amount of one effect; an expression may have any value."""


class EffectInProgress(NamedTuple):
    """An effect that is being resolved; each primitive is a method.

    A primitive returns False if it is not completely done: it is called again for the next hand or bearer.
    """

    draft: Draft
    resolution: CardResolution
    step: TagEffect
    calculator: BattleCalculator
    context: EffectContext

    @property
    def targets(self) -> tuple[str, ...]:
        """The bodies that it reaches now."""
        return effect_targets(self.calculator, self.context, self.step.effect)

    @property
    def fighters(self) -> tuple[str, ...]:
        """The fighters of those bodies, each once."""
        return self.calculator.snapshot.fighters_of(self.targets)

    def amount(self, it: str = "") -> int:
        """Return the value of its amount for a body."""
        scope = EffectScope(self.calculator, self.context, it=it, number=self.step.number)
        return max(0, min(MOST_AT_ONCE, whole_amount(self.step.effect.amount, scope)))

    # ---- Health ------------------------------------------------------------------------------------------------------

    def damage(self) -> None:
        """Damage all targets together, based on the state before it, and spend the uses that took part (5.7)."""
        draft, calculator, context, step = self.draft, self.calculator, self.context, self.step
        event = event_for_reactions(draft.table, self.resolution)
        damage = calculate_damage(calculator, context, step.effect, self.targets, event, count=step.number)
        for hit in damage.hits:
            reckoning = [part.words for part in hit.steps]
            if not hit.dealt:
                name = calculator.snapshot.bodies[hit.body].name
                draft.note("drawing_no_damage", "CD-DMG-1", body=name, reckoning=reckoning)
                continue
            base = explain_amount(calculator, context, step.effect, hit.body, count=step.number)
            more: dict[str, Any] = {"reckoning": reckoning, "card": context.card.name, "base": base}
            amount = min(MOST_AT_ONCE, hit.amount)
            battle_changes.lose_health(draft, hit.body, amount, "drawing_struck", "CD-DMG-1", **more)
        spend_uses(draft, damage.spent)
        if damage.dealt:
            change_resolution(draft, dealt=True)
            hurt = tuple(hit.body for hit in damage.hits if hit.dealt)
            trigger_reactions(draft, "damaged", replace(event, targets=hurt), but=(self.resolution.card,))

    def heal(self) -> None:
        """Restore Health."""
        for body in self.targets:
            battle_changes.heal(self.draft, body, self.amount(body), "drawing_heals", "CD-STAT-10")

    def lose_health(self) -> None:
        """Take Health that no guard protects."""
        for body, amount in [(body, self.amount(body)) for body in self.targets]:
            if amount:
                battle_changes.lose_health(self.draft, body, amount, "drawing_loses", "CD-DEF-1")

    # ---- Adrenaline, cards, Stun -------------------------------------------------------------------------------------

    def gain_adrenaline(self) -> None:
        """Give Adrenaline."""
        self._change_adrenaline(1, "drawing_adrenaline_gained")

    def lose_adrenaline(self) -> None:
        """Take Adrenaline."""
        self._change_adrenaline(-1, "drawing_adrenaline_lost")

    def _change_adrenaline(self, sign: int, key: str) -> None:
        for body in self.targets:
            actor = self.calculator.snapshot.bodies[body].fighter
            had = actor_sheet.adrenaline(self.draft.table, actor)
            changed = battle_changes.set_adrenaline(self.draft, actor, had + sign * self.amount(body))
            battle_changes.add_log_line(self.draft, actor, key, "CD-ADR-1", count=abs(changed))

    def draw(self) -> None:
        """Draw cards."""
        for actor in self.fighters:
            drawn = battle_changes.draw_cards(self.draft, actor, self.amount())
            if drawn:
                self.draft.note("drawing_draws", "CD-DRAW-3", actor=actor_name(self.draft.table, actor), count=drawn)

    def discard(self) -> bool:
        """Take cards out of hands, one hand after the other: the chosen ones, or random ones."""
        return self._take_chosen("drawing_discards", battle_changes.to_discard)

    def remove_condition(self) -> bool:
        """Take Conditions out of play, one bearer after the other (CD-COND-4)."""
        return self._take_chosen("drawing_removes", leave_field)

    def _take_chosen(self, key: str, take: Callable[[Draft, str], None]) -> bool:
        draft, resolution = self.draft, self.resolution
        asked = next(card_choices(draft.table, resolution, self.step), None)
        if asked is None:
            return True
        cards = resolution.chosen or asked.only_cards() or ()
        if self.step.effect.mode == "random" and not cards:
            cards = _picked_by_dice(draft, asked.cards, asked.count)
        change_resolution(draft, chosen=(), served=(*resolution.served, asked.served))
        if cards:
            names = [card_record(draft.table, card).name for card in cards]
            draft.note(key, "CD-COND-4", actor=actor_name(draft.table, asked.served), cards=names)
        for card in cards:
            take(draft, card)
        return False

    def stun(self) -> None:
        """Stun fighters."""
        for actor in self.fighters:
            battle_changes.change_fighter(self.draft, actor, stunned=True)
            self.draft.note("drawing_stunned", "CD-TAG-STUN", actor=actor_name(self.draft.table, actor))

    # ---- the field, targets, heads -----------------------------------------------------------------------------------

    def discard_self(self) -> None:
        """Take the card itself out of the field."""
        card = self.resolution.card
        bearers = (lying.bearer for lying in calculator_of(self.draft.table).snapshot.field if lying.id == card)
        bearer = next(bearers, NOBODY)
        if self.draft.table.zone_of(card) in (field_zone(self.resolution.bearer), field_zone(bearer)):
            self.draft.note("drawing_ends", "CD-COND-4", card=self.context.card.name)
            leave_field(self.draft, card)

    def redirect(self) -> None:
        """Pass a place among the targets of the interrupted card to another body."""
        draft, resolution, event = self.draft, self.resolution, self.context.event
        ways = redirection(self.calculator, self.context, self.step.effect)
        if not ways.sources or not ways.takers:
            return
        source, taker = resolution.chosen if len(resolution.chosen) == 2 else (ways.sources[0], ways.takers[0])
        place = interrupted_index(draft.table, resolution) if resolution.why == "interrupt" else -1
        if place < 0 or event.stage != "before" or ways.refusal(source, taker) is not None:
            return
        change_procedure_at(draft, place, targets=redirected(event, source, taker))
        bodies = self.calculator.snapshot.bodies
        draft.note("drawing_redirected", "CD-TGT-5", source=bodies[source].name, taker=bodies[taker].name)

    def add_minion(self) -> None:
        """Add minions to mobs."""
        for actor in self.fighters:
            minion_commands.add_minions(self.draft, actor, self.amount())

    def modify(self) -> None:
        """Put a change into force when its card takes effect, for the bearer that it is meant for (5.2 `until`)."""
        effect, resolution, bearers = self.step.effect, self.resolution, self.fighters
        if not effect.target:
            meant = self.context.card.attach == "target" and not self.step.tag
            struck = self.calculator.snapshot.fighters_of(resolution.targets) if meant else ()
            bearers = (next(iter(struck), "") or resolution.bearer or resolution.actor,)
        for bearer in bearers:
            battle = participants.need_battle(self.draft.table)
            made = LastingEffectState(
                id=f"force:{battle.entered}",
                effect=effect,
                card=resolution.card,
                owner=resolution.actor,
                bearer=bearer,
                entered=battle.entered,
                tag=self.step.tag,
                index=self.step.index,
                number=self.step.number,
                until=effect.until or "cleanup",
            )
            battle_changes.change_battle(self.draft, in_force=(*battle.in_force, made), entered=battle.entered + 1)


def resolve_effect(draft: Draft, resolution: CardResolution, step: TagEffect) -> bool:
    """Resolve an effect once no choice is pending; return whether it is completely done."""
    calculator, context = calculator_of(draft.table), effect_context_of(draft.table, resolution)
    primitive = _PRIMITIVES.get(step.effect.do)
    if primitive is None or not effect_may_happen(calculator, context, step.effect, step.number):
        return True
    in_progress = EffectInProgress(draft, resolution, step, calculator, context)
    aimed = step.effect.target not in ("", "same") and not step.tag and step.effect.do not in _OF_THEMSELVES
    if aimed and not resolution.served and not in_progress.targets:
        draft.note("drawing_no_target", "CD-PLAY-7", "CD-TGT-5", card=context.card.name)
    return primitive(in_progress) is not False


def _picked_by_dice(draft: Draft, cards: tuple[str, ...], count: int) -> tuple[str, ...]:
    """Return the cards of a hand picked by a die with as many sides as there are cards, counted from the left."""
    left, picked = list(cards), list[str]()
    while left and len(picked) < count:
        (face,) = draft.roll(len(left)) if len(left) > 1 else (1,)
        picked.append(left.pop(face - 1))
    return tuple(picked)


_PRIMITIVES: Mapping[str, Callable[[EffectInProgress], bool | None]] = {
    primitive.__name__: primitive
    for primitive in (
        *(EffectInProgress.damage, EffectInProgress.heal, EffectInProgress.lose_health),
        *(EffectInProgress.gain_adrenaline, EffectInProgress.lose_adrenaline, EffectInProgress.draw),
        *(EffectInProgress.discard, EffectInProgress.remove_condition, EffectInProgress.stun),
        *(EffectInProgress.discard_self, EffectInProgress.redirect, EffectInProgress.add_minion),
        EffectInProgress.modify,
    )
}
_OF_THEMSELVES = ("discard_self", "redirect")
"""The primitives that change a card or its targets and have no targets of their own."""
