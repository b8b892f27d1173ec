"""The legal targets of an effect: who, how many, required ones, and additional ones (5.4, 5.6, CD-TGT)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Final, NamedTuple

from engine.messages.message import Message
from engine.messages.refusal import Refused
from engine.model.frozen import Frozen, Json
from engine.rulesets.card_the_drawing.calculation.battle_snapshot import (
    EffectContext,
    FieldCard,
    FighterBody,
    TriggerEvent,
    acting_body,
    opposed,
    selected_bodies,
)
from engine.rulesets.card_the_drawing.calculation.expression_scope import EffectScope, condition_is_met, whole_amount
from engine.rulesets.card_the_drawing.calculation.stat_calculation import BattleCalculator, TagEffect
from engine.rulesets.card_the_drawing.cards.card_records import CHOOSING, Effect, Number
from engine.rulesets.card_the_drawing.cards.card_text import expression_text, selector_text

_HARMFUL = frozenset({"damage", "lose_health", "lose_adrenaline", "stun", "discard"})


class TargetRefusal(Frozen):
    """Why a body may not be chosen: the key of the sentence after `refused.`, the rule, and the parameters."""

    key: str
    rule: str
    name: str
    card: str

    @property
    def words(self) -> Message:
        """The reason in words."""
        return self.refused().message

    def refused(self) -> Refused:
        """Return it as a refusal."""
        return Refused(f"drawing_target.{self.key}", self.rule, name=self.name, card=self.card)


class Candidate(Frozen):
    """A body that can be chosen, or why not.

    Attributes:
        barred: why it may not be chosen; None if it may.
        confirm: whether the group wants a confirmation: it is an ally that would be harmed (CD-TGT-2).
    """

    body: str
    barred: TargetRefusal | None = None
    confirm: bool = False


_MOST_NAMED: Final = 3
"""More required targets than these are called by their group."""


class RequiredTargets(Frozen):
    """Some of the chosen bodies have to be among these.

    Attributes:
        bodies: the bodies that satisfy it.
        at_least: how many of them have to be chosen.
        source: the tag or card that requires it.
        group: the selector that it requires them from.
        names: the names of the bodies.
    """

    bodies: tuple[str, ...]
    at_least: int
    source: str
    group: str
    names: tuple[str, ...]

    @property
    def words(self) -> Message:
        """The requirement in words."""
        return Message(key=f"drawing.aim.{self._key}", params=self._params)

    def refused(self) -> Refused:
        """Return it as a refusal of a choice that does not meet it."""
        return Refused(f"drawing_target.{self._key}", "CD-TAG-BLAST", **self._params)

    @property
    def _key(self) -> str:
        if len(self.names) > _MOST_NAMED:
            return "demand"
        return "demand_all" if len(self.names) == self.at_least else "demand_some"

    @property
    def _params(self) -> Mapping[str, Json]:
        params: dict[str, Json] = {"count": self.at_least, "source": self.source, "names": list(self.names)}
        return params | {"group": selector_text(self.group)}


class AddedTarget(Frozen):
    """A body that is hit in addition, free of charge.

    Attributes:
        body: the body.
        source: the tag or card that adds it.
        group: the selector of those that it adds.
        condition: the condition under which it does; empty if it always does.
        number: the number of the tag, for its condition.
    """

    body: str
    source: str
    group: str
    condition: str = ""
    number: int = 0

    @property
    def reasons(self) -> tuple[Message, ...]:
        """The addition in words, then its cause if there is one."""
        words = Message(key="drawing.aim.addition", params={"source": self.source})
        if not self.condition:
            return (words,)
        params: dict[str, Json] = {"source": self.source, "target": selector_text(self.group)}
        params["if"] = expression_text(self.condition, self.number)
        return words, Message(key="drawing.aim.addition_cause", params=params)


class TargetChoice(Frozen):
    """The legal targets of an effect.

    A harmless effect may always be declined, a harmful one only if the card says so (CD-PLAY-7).

    Attributes:
        chooses: whether there is anything to choose; otherwise `fixed` are the targets.
        candidates: every body with whether it may be chosen, the likeliest first.
        least: how few may be chosen.
        most: how many may be chosen.
        demands: the required targets.
        added: the additional targets.
        fixed: the bodies of a selector without choice.
    """

    chooses: bool
    candidates: tuple[Candidate, ...] = ()
    least: int = 0
    most: int = 0
    demands: tuple[RequiredTargets, ...] = ()
    added: tuple[AddedTarget, ...] = ()
    fixed: tuple[str, ...] = ()

    @property
    def allowed(self) -> tuple[str, ...]:
        """The bodies that may be chosen."""
        return tuple([candidate.body for candidate in self.candidates if candidate.barred is None])

    def _wrong_count(self) -> Refused:
        if self.least == self.most:
            return Refused("drawing_target.exactly", "CD-TGT-2", count=self.most)
        if not self.least:
            return Refused("drawing_target.up_to", "CD-TGT-2", most=self.most)
        return Refused("drawing_target.count", "CD-TGT-2", least=self.least, most=self.most)

    def refusal(self, chosen: Sequence[str]) -> Refused | None:
        """Return why these may not be the chosen ones; None if they may."""
        if not chosen and not self.least:
            return None
        known = {candidate.body: candidate for candidate in self.candidates}
        for body in chosen:
            if body not in known:
                return Refused("drawing_target.unknown", "CD-TGT-1", name=body)
            barred = known[body].barred
            if barred is not None:
                return barred.refused()
        if len(set(chosen)) < len(chosen):
            return Refused("drawing_target.twice", "CD-TAG-BLAST")
        if not self.least <= len(chosen) <= self.most:
            return self._wrong_count()
        for demand in self.demands:
            if sum(body in demand.bodies for body in chosen) < demand.at_least:
                return demand.refused()
        return None

    def only_way(self) -> tuple[str, ...] | None:
        """Return the choice if there is only one; None if an actor has to choose."""
        if not self.chooses or not self.most:
            return ()
        allowed = self.allowed
        return allowed if len(allowed) == self.least else None

    def likeliest(self) -> tuple[str, ...]:
        """Return one allowed choice: the required bodies, then the likeliest, as few as possible."""
        chosen: list[str] = []
        for demand in self.demands:
            missing = demand.at_least - sum(body in demand.bodies for body in chosen)
            chosen += [body for body in demand.bodies if body not in chosen][: max(0, missing)]
        left = (body for body in self.allowed if body not in chosen)
        return (*chosen, *islice(left, max(0, self.least - len(chosen))))

    def targets(self, chosen: Sequence[str] = ()) -> tuple[str, ...]:
        """Return the target list of the card: the chosen or fixed ones, then the additional ones; each once."""
        return tuple(dict.fromkeys((*(chosen if self.chooses else self.fixed), *(more.body for more in self.added))))


NO_TARGETS = TargetChoice(chooses=False)
"""The choice of a card without targets."""


# ---- the target list of a card ---------------------------------------------------------------------------------------


def selector_of(calculator: BattleCalculator, effect: Effect) -> str:
    """Return an effect's selector under the group's options (CD-AMB-42, CD-AMB-48)."""
    options = calculator.snapshot.options
    if effect.target == "attacker" and effect.do == "damage" and options.counter_target == "any":
        return "one"
    if effect.target == "one_other" and effect.do == "remove_condition" and options.patch_up_self:
        return "one_any"
    return effect.target


def targeting_effect(calculator: BattleCalculator, effects: Sequence[Effect]) -> Effect | None:
    """Return which of some effects fixes the target list of its card (5.2 `target`).

    That is the first that lets the user choose; else the first with damage; else the first with a target.
    """
    aimed = [effect for effect in effects if effect.target and effect.target != "same" and effect.do != "redirect"]
    for effect in aimed:
        if selector_of(calculator, effect) in CHOOSING:
            return effect
    damaging = [effect for effect in aimed if effect.do == "damage"]
    return next(iter(damaging or aimed), None)


def card_target_choice(calculator: BattleCalculator, context: EffectContext) -> TargetChoice:
    """Return the legal targets of a card that is to take effect (CD-PLAY-3, point 2)."""
    effect = targeting_effect(calculator, [effect for effect in context.card.effects if effect.on == "resolve"])
    return NO_TARGETS if effect is None else effect_target_choice(calculator, context, effect)


def effect_target_choice(calculator: BattleCalculator, context: EffectContext, effect: Effect) -> TargetChoice:
    """Return the legal targets of one effect: one that fixes the target list, or a trigger of a card in the field."""
    return _Targeting(calculator, context, effect).choice()


def effect_targets(calculator: BattleCalculator, context: EffectContext, effect: Effect) -> tuple[str, ...]:
    """Return the undefeated targets of an effect when it is resolved.

    The effect that fixes the list, every other choosing one, and `same` use the target list of the card; other
    selectors are evaluated now.
    """
    fixes = targeting_effect(calculator, [other for other in context.card.effects if other.on == effect.on])
    return targets_under(calculator, context, effect, fixes)


def targets_under(
    calculator: BattleCalculator, context: EffectContext, effect: Effect, fixes: Effect | None
) -> tuple[str, ...]:
    """Return the same, where the effect that fixes the target list is known already."""
    bodies, selector = calculator.snapshot.bodies, selector_of(calculator, effect)
    if selector == "same" or selector in CHOOSING or effect is fixes or effect == fixes:
        return tuple([body for body in context.targets if body in bodies and bodies[body].health > 0])
    return _Targeting(calculator, context, effect).selected()


class _Targeting(NamedTuple):
    """The targets of one effect."""

    calculator: BattleCalculator
    context: EffectContext
    effect: Effect

    def choice(self) -> TargetChoice:
        declared = self._declared()
        added = self._added(declared) if declared else ()
        if selector_of(self.calculator, self.effect) not in CHOOSING:
            return TargetChoice(chooses=False, fixed=self.selected(), added=added)
        candidates = self._candidates()
        allowed = {candidate.body for candidate in candidates if candidate.barred is None}
        counts = [self._amount(d, d.effect.count) for d in declared if d.effect.do == "set_targets"]
        most = min(len(allowed), max((1, *counts)))
        demands = self._demands(declared, allowed, most) if declared else ()
        declines = self.effect.optional or not self._harms()  # CD-PLAY-7
        least = 0 if declines else max((min(1, most), *(demand.at_least for demand in demands)))
        return TargetChoice(chooses=True, candidates=candidates, least=least, most=most, demands=demands, added=added)

    def selected(self) -> tuple[str, ...]:
        """Return the undefeated bodies that the selector and its condition select now."""
        meant = selected_bodies(self.calculator.snapshot, selector_of(self.calculator, self.effect), self.context)
        return tuple(body.id for body in meant if body.is_standing and self._wanted(body))

    def _wanted(self, body: FighterBody) -> bool:
        calculator, context, effect = self
        if effect.do == "remove_condition":
            return bool(removable_conditions(calculator, context, effect, body.id))
        return not effect.where or condition_is_met(effect.where, EffectScope(calculator, context, it=body.id))

    def _candidates(self) -> tuple[Candidate, ...]:
        snapshot, context, selector = self.calculator.snapshot, self.context, selector_of(self.calculator, self.effect)
        meant = {body.id for body in selected_bodies(snapshot, selector, context)}
        harmful, side = self._harms(), snapshot.side(context.owner)
        forbid = harmful and snapshot.options.friendly_fire == "forbid"
        picky = self.effect.do == "remove_condition" or self.effect.where
        allies = frozenset([who.id for who in snapshot.fighters.values() if who.side == side])
        likely, others = list[Candidate](), list[Candidate]()
        for body in snapshot.bodies.values():
            ally = body.fighter in allies
            key, rule = "", "CD-TGT-1"
            if body.id not in meant:
                key, rule = self._why_not_meant(selector, body)
            elif picky and not self._wanted(body):
                key = "no_condition" if self.effect.do == "remove_condition" else "where"
            elif forbid and ally and body.id != acting_body(snapshot, context):
                key, rule = "friendly_fire", "CD-AMB-49"
            barred = TargetRefusal(key=key, rule=rule, name=body.name, card=context.card.name) if key else None
            candidate = Candidate(body=body.id, barred=barred, confirm=barred is None and harmful and ally)
            (others if ally is harmful else likely).append(candidate)
        return (*likely, *others)

    def _harms(self) -> bool:
        return self.effect.do in _HARMFUL or self.context.card.attach == "target"

    def _why_not_meant(self, selector: str, body: FighterBody) -> tuple[str, str]:
        snapshot = self.calculator.snapshot
        if not body.is_standing:
            return "defeated", "CD-DEF-1"
        if selector == "one_enemy" and not opposed(snapshot, self.context.owner, body.fighter):
            return "not_enemy", "CD-TGT-4"
        if body.id == acting_body(snapshot, self.context):
            return "self", "CD-TGT-2"
        return ("own", "CD-TGT-3") if selector == "one_other" else ("not_ally", "CD-TGT-1")

    # ---- tags and surroundings that change targets -------------------------------------------------------------------

    def _declared(self) -> list[TagEffect]:
        """Return the `declare` effects that apply to the card: its tags', its own, and those of the surroundings."""
        calculator, context, _ = self

        def applies(declared: TagEffect) -> bool:
            scope = EffectScope(calculator, context, number=declared.number)
            return condition_is_met(declared.effect.if_, scope)

        cards = [("", context.card), *((lying.card.name, lying.card) for lying in calculator.snapshot.surroundings)]
        effects = list(calculator.tag_effects(context.card, context.owner, "declare"))
        for name, card in cards:
            for index, effect in enumerate(card.effects):
                if effect.on == "declare":
                    effects.append(TagEffect(tag=name, number=0, index=index, effect=effect))
        return list(filter(applies, effects))

    def _amount(self, declared: TagEffect, amount: Number | None) -> int:
        return whole_amount(amount, EffectScope(self.calculator, self.context, number=declared.number))

    def _added(self, declared: list[TagEffect]) -> tuple[AddedTarget, ...]:
        added: dict[str, AddedTarget] = {}
        for d in reversed(declared):
            if d.effect.do == "add_target":
                source, group = d.tag or self.context.card.name, d.effect.target or "user"
                for body in selected_bodies(self.calculator.snapshot, group, self.context):
                    if body.is_standing:
                        added[body.id] = AddedTarget(
                            body=body.id, source=source, group=group, condition=d.effect.if_, number=d.number
                        )
        return tuple(added.values())

    def _demands(self, declared: list[TagEffect], allowed: set[str], most: int) -> tuple[RequiredTargets, ...]:
        """Return the required targets that can be fulfilled: all of them together fit into `most`."""
        requirements: list[RequiredTargets] = []
        for d in (d for d in declared if d.effect.do == "require_target"):
            meant = (body.id for body in selected_bodies(self.calculator.snapshot, d.effect.from_, self.context))
            bodies = tuple(body for body in meant if body in allowed)
            wished = self._amount(d, 1 if d.effect.at_least is None else d.effect.at_least)
            at_least = min(wished, len(bodies), most - sum(demand.at_least for demand in requirements))
            if at_least > 0:
                source = d.tag or self.context.card.name
                group = d.effect.from_
                names = tuple(self.calculator.snapshot.bodies[body].name for body in bodies)
                required = RequiredTargets(bodies=bodies, at_least=at_least, source=source, group=group, names=names)
                requirements.append(required)
        return tuple(requirements)


# ---- Conditions, and places among targets ----------------------------------------------------------------------------


def removable_conditions(
    calculator: BattleCalculator, context: EffectContext, effect: Effect, body: str
) -> tuple[FieldCard, ...]:
    """Return the Conditions that an effect may remove from a body (5.6 `remove_condition`); permanent ones never."""
    bearer = calculator.snapshot.fighters_of((body,)) or ("",)
    borne = (it for it in calculator.snapshot.field if it.bearer in bearer and not it.card.permanent)
    scopes = ((it, EffectScope(calculator, context, it=body, cond=it)) for it in borne)
    return tuple(it for it, scope in scopes if condition_is_met(effect.where, scope))


class Redirection(Frozen):
    """The places among the targets of an event that may pass to other bodies (5.6 `redirect`)."""

    sources: tuple[str, ...]
    takers: tuple[str, ...]

    def refusal(self, source: str, taker: str) -> Refused | None:
        """Return why this place may not pass so; None if it may."""
        known: dict[str, Json] = {"source": source, "taker": taker}
        return None if source in self.sources and taker in self.takers else Refused("drawing_redirect", **known)


def redirection(calculator: BattleCalculator, context: EffectContext, effect: Effect) -> Redirection:
    """Return which places may pass to which bodies; no body ever has two places."""
    snapshot, targets = calculator.snapshot, context.event.targets
    given = selected_bodies(snapshot, effect.from_, context) if effect.from_ else snapshot.bodies_of(context.owner)
    taken = (body for body in selected_bodies(snapshot, effect.to, context) if body.is_standing)
    return Redirection(
        sources=tuple(body.id for body in given if body.id in targets),
        takers=tuple(body.id for body in taken if body.id not in targets),
    )


def redirected(event: TriggerEvent, source: str, taker: str) -> tuple[str, ...]:
    """Return the targets of an event after one has passed its place to another."""
    return tuple(taker if body == source else body for body in event.targets)
