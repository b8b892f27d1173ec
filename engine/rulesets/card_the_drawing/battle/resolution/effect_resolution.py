"""The effect primitives of section 5.6: what each one changes on the table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from engine.core.draft import Draft
from engine.messages.display_names import actor_name
from engine.model.frozen import replace
from engine.model.table import Table
from engine.rulesets.card_the_drawing.battle import battle_changes, minion_commands, participants
from engine.rulesets.card_the_drawing.battle.actor_zones import field_zone
from engine.rulesets.card_the_drawing.battle.battle_procedures import CardResolution, LastingEffectState
from engine.rulesets.card_the_drawing.battle.resolution.pending_choice import card_choices
from engine.rulesets.card_the_drawing.battle.resolution.resolution_context import (
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
from engine.rulesets.card_the_drawing.calculation.battle_snapshot import NOBODY, EffectContext
from engine.rulesets.card_the_drawing.calculation.expression_scope import EffectScope, whole_amount
from engine.rulesets.card_the_drawing.calculation.stat_calculation import BattleCalculator, TagEffect
from engine.rulesets.card_the_drawing.hit_damage import calculate_damage, explain_amount
from engine.rulesets.card_the_drawing.targeting import effect_targets, redirected, redirection

MOST_AT_ONCE = 1000
"""The maximum amount of one effect; an expression may have any value."""


class EffectInProgress(NamedTuple):
    """An effect that is being resolved, with its resolution, calculator and context."""

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
        return tuple(dict.fromkeys(self.calculator.snapshot.bodies[body].fighter for body in self.targets))

    def amount(self, it: str = "") -> int:
        """Return the value of its amount for a body."""
        scope = EffectScope(self.calculator, self.context, it=it, number=self.step.number)
        return max(0, min(MOST_AT_ONCE, whole_amount(self.step.effect.amount, scope)))


def resolve_effect(draft: Draft, resolution: CardResolution, step: TagEffect) -> bool:
    """Resolve an effect once no choice is pending; return whether it is completely done."""
    calculator, context = calculator_of(draft.table), effect_context_of(draft.table, resolution)
    do = _DO.get(step.effect.do)
    if do is None or not effect_may_happen(calculator, context, step.effect, step.number):
        return True
    in_progress = EffectInProgress(resolution, step, calculator, context)
    aimed = step.effect.target and step.effect.target != "same" and not step.tag and do not in _OF_THEMSELVES
    if aimed and not resolution.served and not in_progress.targets:
        draft.note("drawing_no_target", "CD-PLAY-7", "CD-TGT-5", card=context.card.name)
    return do(draft, in_progress) is not False


# ---- Health ----------------------------------------------------------------------------------------------------------


def _damage(draft: Draft, in_progress: EffectInProgress) -> None:
    """Damage all targets together, based on the state before it, and spend the uses that took part (5.7)."""
    calculator, context, effect, number = (
        in_progress.calculator,
        in_progress.context,
        in_progress.step.effect,
        in_progress.step.number,
    )
    event = event_for_reactions(draft.table, in_progress.resolution)
    damage = calculate_damage(calculator, context, effect, in_progress.targets, event, count=number)
    for hit in damage.hits:
        name = calculator.snapshot.bodies[hit.body].name
        if not hit.dealt:
            draft.note("drawing_no_damage", "CD-DMG-1", body=name, reckoning=[part.words for part in hit.steps])
            continue
        battle_changes.lose_health(
            draft,
            hit.body,
            min(MOST_AT_ONCE, hit.amount),
            "drawing_struck",
            "CD-DMG-1",
            reckoning=[part.words for part in hit.steps],
            card=context.card.name,
            base=explain_amount(calculator, context, effect, hit.body, count=number),
        )
    spend_uses(draft, damage.spent)
    if damage.dealt:
        change_resolution(draft, dealt=True)
        hurt = tuple(hit.body for hit in damage.hits if hit.dealt)
        trigger_reactions(draft, "damaged", replace(event, targets=hurt), but=(in_progress.resolution.card,))


def _heal(draft: Draft, in_progress: EffectInProgress) -> None:
    for body in in_progress.targets:
        battle_changes.heal(draft, body, in_progress.amount(body), "drawing_heals", "CD-STAT-10")


def _lose_health(draft: Draft, in_progress: EffectInProgress) -> None:
    for body, amount in [(body, in_progress.amount(body)) for body in in_progress.targets]:
        if amount:
            battle_changes.lose_health(draft, body, amount, "drawing_loses", "CD-DEF-1")


# ---- Adrenaline, cards, Stun -----------------------------------------------------------------------------------------


def _adrenaline(sign: int) -> Callable[[Draft, EffectInProgress], None]:
    def change_adrenaline(draft: Draft, in_progress: EffectInProgress) -> None:
        for body in in_progress.targets:
            actor = in_progress.calculator.snapshot.bodies[body].fighter
            had = calculator_of(draft.table).snapshot.fighters[actor].adrenaline
            changed = battle_changes.set_adrenaline(draft, actor, had + sign * in_progress.amount(body))
            key = "drawing_adrenaline_gained" if sign > 0 else "drawing_adrenaline_lost"
            battle_changes.add_log_line(draft, actor, key, "CD-ADR-1", count=abs(changed))

    return change_adrenaline


def _draw(draft: Draft, in_progress: EffectInProgress) -> None:
    for actor in in_progress.fighters:
        drawn = battle_changes.draw_cards(draft, actor, in_progress.amount())
        if drawn:
            draft.note("drawing_draws", "CD-DRAW-3", actor=actor_name(draft.table, actor), count=drawn)


def _discard(draft: Draft, in_progress: EffectInProgress) -> bool:
    """Take cards out of hands, one hand after the other: the chosen ones, or random ones."""
    asked = next(card_choices(draft.table, in_progress.resolution, in_progress.step), None)
    if asked is None:
        return True
    cards = in_progress.resolution.chosen or (asked.only_cards() or ())
    if in_progress.step.effect.mode == "random" and not cards:
        cards = _picked_by_dice(draft, asked.cards, asked.count)
    _take(draft, in_progress, asked.served, tuple(cards), "drawing_discards")
    return False


def _picked_by_dice(draft: Draft, cards: tuple[str, ...], count: int) -> tuple[str, ...]:
    """Return the cards of a hand picked by a die with as many sides as there are cards, counted from the left."""
    left, picked = list(cards), list[str]()
    while left and len(picked) < count:
        (face,) = draft.roll(len(left)) if len(left) > 1 else (1,)
        picked.append(left.pop(face - 1))
    return tuple(picked)


def _remove_condition(draft: Draft, in_progress: EffectInProgress) -> bool:
    """Take Conditions out of play, one bearer after the other (CD-COND-4)."""
    asked = next(card_choices(draft.table, in_progress.resolution, in_progress.step), None)
    if asked is None:
        return True
    cards = in_progress.resolution.chosen or asked.only_cards() or ()
    _take(draft, in_progress, asked.served, tuple(cards), "drawing_removes")
    return False


def _take(draft: Draft, in_progress: EffectInProgress, served: str, cards: tuple[str, ...], key: str) -> None:
    change_resolution(draft, chosen=(), served=(*in_progress.resolution.served, served))
    if not cards:
        return
    names = [card_record(draft.table, card).name for card in cards]
    draft.note(key, "CD-COND-4", actor=actor_name(draft.table, served), cards=names)
    for card in cards:
        if key == "drawing_removes":
            leave_field(draft, card)
        else:
            battle_changes.to_discard(draft, card)


def _stun(draft: Draft, in_progress: EffectInProgress) -> None:
    for actor in in_progress.fighters:
        battle_changes.change_fighter(draft, actor, stunned=True)
        draft.note("drawing_stunned", "CD-TAG-STUN", actor=actor_name(draft.table, actor))


# ---- the field, targets, heads ---------------------------------------------------------------------------------------


def _discard_self(draft: Draft, in_progress: EffectInProgress) -> None:
    where = draft.table.zone_of(in_progress.resolution.card) or ""
    if where == field_zone(in_progress.resolution.bearer) or where == field_zone(
        _bearer(draft.table, in_progress.resolution.card)
    ):
        draft.note("drawing_ends", "CD-COND-4", card=in_progress.context.card.name)
        leave_field(draft, in_progress.resolution.card)


def _bearer(table: Table, card: str) -> str:
    return next(
        (field_card.bearer for field_card in calculator_of(table).snapshot.field if field_card.id == card), NOBODY
    )


def _redirect(draft: Draft, in_progress: EffectInProgress) -> None:
    """Pass a place among the targets of the interrupted card to another body."""
    ways = redirection(in_progress.calculator, in_progress.context, in_progress.step.effect)
    if not ways.sources or not ways.takers:
        return
    source, taker = (
        in_progress.resolution.chosen if len(in_progress.resolution.chosen) == 2 else (ways.sources[0], ways.takers[0])
    )
    place = interrupted_index(draft.table, in_progress.resolution) if in_progress.resolution.why == "interrupt" else -1
    event = in_progress.context.event
    if place < 0 or event.stage != "before" or ways.refusal(source, taker) is not None:
        return
    change_procedure_at(draft, place, targets=redirected(event, source, taker))
    bodies = in_progress.calculator.snapshot.bodies
    draft.note("drawing_redirected", "CD-TGT-5", source=bodies[source].name, taker=bodies[taker].name)


def _add_minion(draft: Draft, in_progress: EffectInProgress) -> None:
    for actor in in_progress.fighters:
        if in_progress.calculator.snapshot.fighters[actor].is_mob:
            minion_commands.add_minions(draft, actor, in_progress.amount())


def _modify(draft: Draft, in_progress: EffectInProgress) -> None:
    """Put a change into force when its card takes effect, for the bearer that it is meant for (5.2 `until`)."""
    effect, resolution = in_progress.step.effect, in_progress.resolution
    bearers = in_progress.fighters if effect.target else ()
    if not effect.target:
        struck = (
            in_progress.calculator.snapshot.bodies[body].fighter
            for body in resolution.targets
            if body in in_progress.calculator.snapshot.bodies
        )
        meant = next(struck, None) if in_progress.context.card.attach == "target" and not in_progress.step.tag else None
        bearers = (meant or resolution.bearer or resolution.actor,)
    for bearer in bearers:
        battle = participants.need_battle(draft.table)
        made = LastingEffectState(
            id=f"force:{battle.entered}",
            effect=effect,
            card=resolution.card,
            owner=resolution.actor,
            bearer=bearer,
            entered=battle.entered,
            tag=in_progress.step.tag,
            index=in_progress.step.index,
            number=in_progress.step.number,
            until=effect.until or "cleanup",
        )
        battle_changes.change_battle(draft, in_force=(*battle.in_force, made), entered=battle.entered + 1)


_DO: Mapping[str, Callable[[Draft, EffectInProgress], bool | None]] = {
    "damage": _damage,
    "heal": _heal,
    "lose_health": _lose_health,
    "gain_adrenaline": _adrenaline(1),
    "lose_adrenaline": _adrenaline(-1),
    "draw": _draw,
    "discard": _discard,
    "stun": _stun,
    "remove_condition": _remove_condition,
    "discard_self": _discard_self,
    "redirect": _redirect,
    "add_minion": _add_minion,
    "modify": _modify,
}
_OF_THEMSELVES = (_discard_self, _redirect)
"""The primitives that change a card or its targets and have no targets of their own."""
