"""The value of a card in a battle, by a rule that a player could follow: points, one for each Health lost or saved.

It is simple: it looks at the card's effect without interruptions, and no further. The bot and the suggestions rate
cards with it, each on the battle as its seat knows it (`known_battle`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from engine.model.frozen import Frozen, replace
from engine.rulesets.card_the_drawing.calculation.battle_snapshot import EffectContext, acting_body, allied, opposed
from engine.rulesets.card_the_drawing.calculation.expression_scope import (
    EffectScope,
    condition_is_met,
    reads_targets,
    whole_amount,
)
from engine.rulesets.card_the_drawing.calculation.play_restrictions import stays_in_field
from engine.rulesets.card_the_drawing.calculation.stat_calculation import BattleCalculator
from engine.rulesets.card_the_drawing.cards.card_records import Effect
from engine.rulesets.card_the_drawing.hit_damage import (
    DamagePreview,
    EffectDamage,
    preview_damage,
    snapshot_after_damage,
)
from engine.rulesets.card_the_drawing.targeting import (
    TargetChoice,
    card_target_choice,
    effect_targets,
    removable_conditions,
)

DEFEAT_POINTS = 4
"""The points for a defeat, besides the Health."""
LASTING_POINTS = 3
"""The points for each lasting effect of a Condition; MOST_LASTING_EFFECTS limits how many count."""
MOST_LASTING_EFFECTS = 2
GUARD_POINTS = 2
STUN_POINTS = 3
DRAW_POINTS = 2
MINION_POINTS = 5
WAITING_DIVISOR = 2
"""Damage without a target now, but possibly at the card's turn, counts one part in this many."""
REMOVAL_POINTS = 3
"""The points for taking a Condition out of play."""
_FLAT: Mapping[str, int] = {"redirect": 3, "modify": GUARD_POINTS, "discard_self": 0}
"""The primitives with fixed points; the guard of a Distant card is a `modify`."""
_HARMS = ("damage", "lose_health", "lose_adrenaline", "stun", "discard")


class CardWorth(Frozen):
    """The value of a card.

    Attributes:
        points: in total.
        targets: the best targets.
        harm: the damage to opponents.
        fells: the bodies that it defeats.
        lasts: it stays in play.
        later: it deals damage to a fighter that triggers it by then.
    """

    points: int = 0
    targets: tuple[str, ...] = ()
    harm: int = 0
    fells: tuple[str, ...] = ()
    lasts: bool = False
    later: bool = False


def best_card_worth(calculator: BattleCalculator, context: EffectContext) -> CardWorth:
    """Return the value of a card that takes effect on the best targets."""
    choice, rating = card_target_choice(calculator, context), _CardRating(calculator, context, "resolve")
    return rating.worth(choice.targets(best_targets(choice, rating.points(choice)) if choice.chooses else ()))


def points_by_target(
    calculator: BattleCalculator, context: EffectContext, choice: TargetChoice, on: str = "resolve"
) -> Mapping[str, int]:
    """Return the points of a card for each of the bodies, as its only target, among which the best ones are."""
    return _CardRating(calculator, context, on).points(choice)


def best_targets(choice: TargetChoice, points: Mapping[str, int]) -> tuple[str, ...]:
    """Return the best targets: the required ones, then those with points, and as few others as possible."""
    rank = sorted(choice.allowed, key=lambda body: -points.get(body, 0))  # among equals the likelier one stays first
    chosen: list[str] = []
    for demand in choice.demands:
        missing = demand.at_least - sum(body in demand.bodies for body in chosen)
        chosen += [body for body in rank if body in demand.bodies and body not in chosen][: max(0, missing)]
    for body in rank:
        wanted = points.get(body, 0) > 0 or len(chosen) < choice.least
        if body not in chosen and wanted and len(chosen) < choice.most:
            chosen.append(body)
    return tuple(chosen)


def card_worth(calculator: BattleCalculator, context: EffectContext, on: str = "resolve") -> CardWorth:
    """Return the value of a card with its present targets; with `on`, of its effects on that trigger."""
    return _CardRating(calculator, context, on).worth(context.targets)


class _CardRating:
    """The value of a card for any targets; what is the same for all of them is found once."""

    def __init__(self, calculator: BattleCalculator, context: EffectContext, on: str) -> None:
        self.calculator = calculator
        self.context = context
        self.preview = DamagePreview(calculator, context, on)
        self.others = [one for one in _effects(calculator, context, on) if self._may_happen(*one)]
        played = context.card.effects if on == "resolve" else ()
        self.waiting = [e for e in played if e.on == "resolve" and e.do == "damage" and e.where]
        self.worths: dict[tuple[str, ...], CardWorth] = {}
        self.lasts = on == "resolve" and stays_in_field(calculator, context.card, context.owner)

    def _may_happen(self, effect: Effect, number: int) -> bool:
        """Return whether an effect happens with some targets."""
        scope = EffectScope(self.calculator, self.context, number=number)
        return not effect.if_ or reads_targets(effect.if_) or condition_is_met(effect.if_, scope)

    def points(self, choice: TargetChoice) -> Mapping[str, int]:
        """Return the points of the card on each body alone; minions that are alike are rated once."""
        snapshot, event = self.calculator.snapshot, self.context.event
        acting = acting_body(snapshot, self.context)
        known: dict[tuple[str, int, int, bool], int] = {}
        points: dict[str, int] = {}
        for body in self._rated(choice):
            it, involved = snapshot.bodies[body], body in (acting, event.source, *event.targets)
            alike = it.fighter, it.health, it.most, involved
            rated = None if involved else known.get(alike)
            points[body] = known[alike] = self.worth((body,)).points if rated is None else rated
        return points

    def _rated(self, choice: TargetChoice) -> tuple[str, ...]:
        """Return the bodies to rate. A card that only harms its one target is never better on an ally."""
        snapshot, owner = self.calculator.snapshot, self.context.owner
        alike = all(effect.do in _FLAT and not reads_targets(effect.if_) for effect, _ in self.others)
        if self.waiting or not alike or choice.most != 1 or choice.demands:
            return choice.allowed
        foes = tuple([body for body in choice.allowed if opposed(snapshot, owner, snapshot.bodies[body].fighter)])
        return foes or choice.allowed

    def worth(self, targets: tuple[str, ...]) -> CardWorth:
        """Return the value of the card with these targets."""
        worth = self.worths.get(targets)
        if worth is None:
            worth = self.worths[targets] = self._worth(targets)
        return worth

    def _worth(self, targets: tuple[str, ...]) -> CardWorth:
        calculator, hits = self.calculator, self.preview.damage(targets)
        context = replace(self.context, targets=targets)
        points, harm, fells = _of_damage(calculator, context, hits)
        for effect, number in self.others:
            common = not reads_targets(effect.if_)
            if common or condition_is_met(effect.if_, EffectScope(calculator, context, number=number)):
                points += _of_effect(calculator, context, effect, number)
        later = bool(self.waiting) and not any(done.hits for done in hits)
        points += _later(calculator, context, self.waiting) // WAITING_DIVISOR if later else 0
        points += _of_lasting(calculator, context) if self.lasts else 0
        return CardWorth(points=points, targets=targets, harm=harm, fells=fells, lasts=self.lasts, later=later)


def calculator_after(calculator: BattleCalculator, context: EffectContext) -> BattleCalculator:
    """Return the battle after a card's damage."""
    snapshot = calculator.snapshot
    for done in preview_damage(calculator, context):
        snapshot = snapshot_after_damage(snapshot, done)
    return calculator if snapshot is calculator.snapshot else BattleCalculator(snapshot)


# ---- totals ----------------------------------------------------------------------------------------------------------


def _of_damage(
    calculator: BattleCalculator, context: EffectContext, hits: tuple[EffectDamage, ...]
) -> tuple[int, int, tuple[str, ...]]:
    points = harm = 0
    fells: list[str] = []
    for hit in (hit for done in hits for hit in done.hits):
        body = calculator.snapshot.bodies[hit.body]
        count = min(hit.amount, max(0, hit.before))
        gone = hit.fells and hit.dealt
        value = count + (DEFEAT_POINTS if gone else 0)
        if opposed(calculator.snapshot, context.owner, body.fighter):
            points, harm = points + value, harm + hit.amount
            fells += [hit.body] if gone else []
        else:
            points -= 2 * value  # an ally is worth more than the damage
    return points, harm, tuple(fells)


def _later(calculator: BattleCalculator, context: EffectContext, waiting: Sequence[Effect]) -> int:
    """Return the damage to one opponent of effects that depend on another fighter's action by then."""
    bodies = (body for body in calculator.snapshot.bodies.values() if body.is_standing)
    foe = next((body for body in bodies if opposed(calculator.snapshot, context.owner, body.fighter)), None)
    if foe is None:
        return 0
    scope = EffectScope(calculator, context, it=foe.id)
    return sum(min(foe.health, max(0, whole_amount(effect.amount, scope))) for effect in waiting)


def _effects(calculator: BattleCalculator, context: EffectContext, on: str) -> Iterator[tuple[Effect, int]]:
    """Yield a card's effects besides damage, then those of its tags."""
    for effect in context.card.effects:
        if effect.on == on and effect.do != "damage":
            yield effect, 0
    for tag_effect in calculator.tag_effects(context.card, context.owner, on):
        yield tag_effect.effect, tag_effect.number


def _of_effect(calculator: BattleCalculator, context: EffectContext, effect: Effect, number: int) -> int:
    """Return the points of one effect besides damage: for the own side if good, for the other side if bad."""
    if effect.do in _FLAT:
        return _FLAT[effect.do]
    bodies = effect_targets(calculator, context, effect) if effect.target else ()
    if effect.do in ("gain_adrenaline", "draw", "add_minion") and not bodies:
        bodies = tuple(body.id for body in calculator.snapshot.standing_bodies(context.owner))[:1]
    points = 0
    for body in bodies:
        friend = allied(calculator.snapshot, context.owner, calculator.snapshot.bodies[body].fighter)
        good = effect.do == "remove_condition" or friend != (effect.do in _HARMS)
        value = _value(calculator, context, effect, body, number)
        points += value if good else -value
    return points


def _value(calculator: BattleCalculator, context: EffectContext, effect: Effect, body: str, number: int) -> int:
    scope = EffectScope(calculator, context, it=body, number=number)
    amount = 1 if effect.amount is None else max(0, whole_amount(effect.amount, scope))
    struck, fighters = calculator.snapshot.bodies[body], calculator.snapshot.fighters
    match effect.do:
        case "heal":
            return min(amount, max(0, struck.most - struck.health))
        case "lose_health":
            return min(amount, max(0, struck.health))
        case "lose_adrenaline":
            return min(amount, fighters[struck.fighter].adrenaline)
        case "gain_adrenaline":
            return amount
        case "draw":
            return DRAW_POINTS * min(amount, 3)
        case "add_minion":
            return MINION_POINTS * min(amount, 9) if fighters[struck.fighter].is_mob else 0
        case "stun":
            return 0 if fighters[struck.fighter].stunned else STUN_POINTS
        case "remove_condition":  # those of opponents do harm, one's own do good
            owners = {lying.owner for lying in removable_conditions(calculator, context, effect, body)}
            against = [opposed(calculator.snapshot, context.owner, owner) for owner in owners if owner in fighters]
            return max((REMOVAL_POINTS if harms else -REMOVAL_POINTS for harms in against), default=0)
        case _:
            return _FLAT.get(effect.do, 1)


def _of_lasting(calculator: BattleCalculator, context: EffectContext) -> int:
    """Return the points of a Condition; a second copy on the same bearer only waits (CD-DMG-5)."""
    card, snapshot, on_target = context.card, calculator.snapshot, context.card.attach == "target"
    bearers = snapshot.fighters_of(context.targets) if on_target else (context.owner,)
    if not bearers or any(lying.card.name == card.name and lying.bearer in bearers for lying in snapshot.field):
        return 0
    does = sum(effect.on not in ("resolve", "declare") for effect in card.effects)
    good = not on_target or all(opposed(snapshot, context.owner, who) for who in bearers)
    return LASTING_POINTS * min(MOST_LASTING_EFFECTS, does) * (1 if good else -1)
