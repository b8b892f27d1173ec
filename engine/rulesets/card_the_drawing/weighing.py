"""What a card is worth in a battle, by a rule that a player could follow: points, one for each Health lost or saved.

It is not wise: it looks at what the card does if nothing comes between, and no further. Everything that plays by
itself or proposes something weighs cards so.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.rulesets.card_the_drawing.choosing import Choice, choice_of, removable, targets_of
from engine.rulesets.card_the_drawing.damage import Damage, after, preview
from engine.rulesets.card_the_drawing.hindering import persists
from engine.rulesets.card_the_drawing.records import Card, Effect
from engine.rulesets.card_the_drawing.scene import Acting, allied, opposed
from engine.rulesets.card_the_drawing.scopes import Words, holds, whole
from engine.rulesets.card_the_drawing.values import Reckoner
from engine.table.frozen import Frozen, replace

FELLS = 4
"""What it is worth that somebody is defeated, besides the Health."""
LASTING = 3
"""What each thing is worth that a Condition does as long as it lies in play, and at most so many of them."""
MOST_LASTING = 2
GUARD = 2
STUN = 3
DRAWN = 2
MINION = 5
WAITS = 2
"""Of damage that meets nobody now, but may when the turn of its card comes, one part in so many counts."""
RID = 3
"""What it is worth that a Condition leaves play."""
_FLAT: Mapping[str, int] = {"redirect": 3, "modify": GUARD, "discard_self": 0}
"""What is worth the same whatever it does; the guard of a Distant card is a `modify`."""
_HARMS = ("damage", "lose_health", "lose_adrenaline", "stun", "discard")


class Worth(Frozen):
    """What a card comes to.

    Attributes:
        points: all together.
        targets: whom it had best be aimed at.
        harm: the damage to opponents.
        fells: those whom it defeats.
        lasts: it stays in play.
        later: it does damage to whoever gives occasion by then.
    """

    points: int = 0
    targets: tuple[str, ...] = ()
    harm: int = 0
    fells: tuple[str, ...] = ()
    lasts: bool = False
    later: bool = False


def worth(at: Reckoner, acting: Acting, hidden: frozenset[str] = frozenset()) -> Worth:
    """Return what a card is worth that takes effect, aimed as well as can be.

    Args:
        at: the battle.
        acting: whose card it is, and what it reacts to.
        hidden: the fighters whose numbers may not be known: nothing is made of their Health.
    """
    choice = choice_of(at, acting)
    if choice.chooses:
        targets = choice.targets(best(choice, points_on(at, acting, choice.allowed, hidden)))
    else:
        targets = choice.targets()
    return weighed(at, replace(acting, targets=targets), hidden)


def points_on(
    at: Reckoner, acting: Acting, bodies: tuple[str, ...], hidden: frozenset[str], on: str = "resolve"
) -> Mapping[str, int]:
    """Return what it is worth to aim a card at each of these bodies alone."""
    return {body: weighed(at, replace(acting, targets=(body,)), hidden, on).points for body in bodies}


def best(choice: Choice, points: Mapping[str, int]) -> tuple[str, ...]:
    """Return whom to choose: those who have to be, then whoever is worth something, as few as may be of others."""
    rank = sorted(choice.allowed, key=lambda body: -points.get(body, 0))  # of equals the likelier one stays first
    chosen: list[str] = []
    for demand in choice.demands:
        missing = demand.at_least - sum(body in demand.bodies for body in chosen)
        chosen += [body for body in rank if body in demand.bodies and body not in chosen][: max(0, missing)]
    for body in rank:
        wanted = points.get(body, 0) > 0 or len(chosen) < choice.least
        if body not in chosen and wanted and len(chosen) < choice.most:
            chosen.append(body)
    return tuple(chosen)


def weighed(at: Reckoner, acting: Acting, hidden: frozenset[str] = frozenset(), on: str = "resolve") -> Worth:
    """Return what a card is worth, aimed as it is; with `on`, what it does on that trigger."""
    hits = preview(at, acting, on)
    points, harm, fells = _of_damage(at, acting, hits, hidden)
    for effect, number in _effects(at, acting, on):
        if holds(effect.if_, Words(at, acting, number=number)):
            points += _of_effect(at, acting, effect, number)
    lasts = later = False
    if on == "resolve":
        later = not any(done.hits for done in hits) and _may_hit_later(acting.card)
        points += _later(at, acting) // WAITS if later else 0
        lasts = persists(at, acting.card, acting.owner)
        points += _of_lasting(at, acting) if lasts else 0
    return Worth(points=points, targets=acting.targets, harm=harm, fells=fells, lasts=lasts, later=later)


def then(at: Reckoner, acting: Acting) -> Reckoner:
    """Return the battle as it would stand after a card's damage."""
    scene = at.scene
    for done in preview(at, acting):
        scene = after(scene, done)
    return at if scene is at.scene else Reckoner(scene)


# ---- what counts -----------------------------------------------------------------------------------------------------


def _of_damage(
    at: Reckoner, acting: Acting, hits: tuple[Damage, ...], hidden: frozenset[str]
) -> tuple[int, int, tuple[str, ...]]:
    points = harm = 0
    fells: list[str] = []
    for hit in (hit for done in hits for hit in done.hits):
        body = at.scene.bodies[hit.body]
        unknown = body.fighter in hidden
        count = hit.amount if unknown else min(hit.amount, max(0, hit.before))
        gone = hit.fells and hit.dealt and not unknown
        value = count + (FELLS if gone else 0)
        if opposed(at.scene, acting.owner, body.fighter):
            points, harm = points + value, harm + hit.amount
            fells += [hit.body] if gone else []
        else:
            points -= 2 * value  # whoever is on one's own side is worth more than the damage
    return points, harm, tuple(fells)


def _may_hit_later(card: Card) -> bool:
    return any(effect.on == "resolve" and effect.do == "damage" and effect.where for effect in card.effects)


def _later(at: Reckoner, acting: Acting) -> int:
    """Return the damage to one opponent of effects that depend on what somebody does until then."""
    foe = next((b for b in at.scene.bodies.values() if b.stands and opposed(at.scene, acting.owner, b.fighter)), None)
    if foe is None:
        return 0
    words = Words(at, acting, it=foe.id)
    done = (e for e in acting.card.effects if e.on == "resolve" and e.do == "damage" and e.where)
    return sum(min(foe.health, max(0, whole(effect.amount, words))) for effect in done)


def _effects(at: Reckoner, acting: Acting, on: str) -> Iterator[tuple[Effect, int]]:
    """Go through what a card does besides damage, then what its tags do."""
    for effect in acting.card.effects:
        if effect.on == on and effect.do != "damage":
            yield effect, 0
    for one in at.tag_effects(acting.card, acting.owner, on):
        yield one.effect, one.number


def _of_effect(at: Reckoner, acting: Acting, effect: Effect, number: int) -> int:
    """Return what one effect besides damage is worth: what is good for the own side, and bad for the other."""
    bodies = targets_of(at, acting, effect) if effect.target else ()
    if effect.do in ("gain_adrenaline", "draw", "add_minion") and not bodies:
        bodies = tuple(body.id for body in at.scene.standing(acting.owner))[:1]
    if effect.do in _FLAT:
        return _FLAT[effect.do]
    points = 0
    for body in bodies:
        fighter = at.scene.bodies[body].fighter
        friend = fighter == acting.owner or allied(at.scene, acting.owner, fighter)
        value = _value(at, acting, effect, body, number)
        if effect.do == "remove_condition":
            points += value
        else:
            points += value if friend != (effect.do in _HARMS) else -value
    return points


def _value(at: Reckoner, acting: Acting, effect: Effect, body: str, number: int) -> int:
    amount = max(0, whole(effect.amount, Words(at, acting, it=body, number=number))) if effect.amount is not None else 1
    one = at.scene.bodies[body]
    match effect.do:
        case "heal":
            return min(amount, max(0, one.most - one.health))
        case "lose_health":
            return min(amount, max(0, one.health))
        case "lose_adrenaline":
            return min(amount, at.scene.fighters[one.fighter].adrenaline)
        case "gain_adrenaline":
            return amount
        case "draw":
            return DRAWN * min(amount, 3)
        case "add_minion":
            return MINION * min(amount, 9) if at.scene.fighters[one.fighter].is_mob else 0
        case "stun":
            return 0 if at.scene.fighters[one.fighter].stunned else STUN
        case "remove_condition":
            mine = [lies for lies in removable(at, acting, effect, body) if lies.owner in at.scene.fighters]
            return max((_rid_of(at, acting, lies.owner) for lies in mine), default=0)
        case _:
            return _FLAT.get(effect.do, 1)


def _rid_of(at: Reckoner, acting: Acting, owner: str) -> int:
    """Return what it is worth to be rid of somebody's Condition: those of opponents do harm, one's own do good."""
    return RID if opposed(at.scene, acting.owner, owner) else -RID


def _of_lasting(at: Reckoner, acting: Acting) -> int:
    """Return what a Condition is worth; a second copy on the same bearer only waits (CD-DMG-5)."""
    card = acting.card
    on_target = card.attach == "target"
    bearers = {at.scene.bodies[body].fighter for body in acting.targets} if on_target else {acting.owner}
    if not bearers or any(lies.card.name == card.name and lies.bearer in bearers for lies in at.scene.field):
        return 0
    does = sum(effect.on not in ("resolve", "declare") for effect in card.effects)
    good = not on_target or all(opposed(at.scene, acting.owner, who) for who in bearers)
    return LASTING * min(MOST_LASTING, does) * (1 if good else -1)
