"""The battle at one moment, as calculations need it: fighters, bodies, cards in play, effects in force.

A snapshot never changes and knows no table. It holds nothing secret: the number of cards of a hand, the face-up cards
of a plan, and of the face-down ones only those that their own side hands in.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Literal

from engine.model.frozen import Frozen
from engine.rulesets.card_the_drawing.cards.card_records import Card, Effect, Tag

NOBODY = ""
"""The owner, caster and bearer of the surroundings."""


class BattleOptions(Frozen):
    """The group's options that change a calculation (section 7); the defaults are the catalogue's."""

    stack_same_name: bool = False
    distant_guard: Literal["this_round", "until_used"] = "this_round"
    untagged_is_distant: bool = False
    broad_swing_counts: Literal["face_up", "resolved_only"] = "face_up"
    stun_scope: Literal["step", "round"] = "step"
    counter_target: Literal["attacker", "any"] = "attacker"
    patch_up_self: bool = False
    friendly_fire: Literal["confirm", "forbid"] = "confirm"
    tie_break: Literal["discard_then_d6", "d6"] = "discard_then_d6"
    mob_speed_drop: Literal["immediate", "next_planning"] = "immediate"
    defeated_cards: Literal["lost", "still_happen"] = "lost"


class Stats(Frozen):
    """The five stats (CD-STAT-1). The `speed` of a mob is the number of its living heads (CD-MINION-2)."""

    strength: int = 0
    stamina: int = 0
    intelligence: int = 1
    wisdom: int = 1
    speed: int = 1


class FighterBody(Frozen):
    """Anything with Health that can be hit: a fighter, or a minion of a mob."""

    id: str
    name: str
    fighter: str
    health: int
    most: int

    @property
    def is_standing(self) -> bool:
        """Whether it is not defeated (CD-DEF-1)."""
        return self.health > 0


class RoundCard(Frozen):
    """A card that was planned or played as an Interrupt this round.

    Attributes:
        id: this copy of the card.
        step: the step in which it takes effect, the last one of a Ritual; 0 for an Interrupt.
        face_up: whether it has been turned up.
        dealt: it has had its turn, whatever the result.
        resolved: it took effect.
        fizzled: it had no effect (CD-PLAY-9), or its slot was lost.
    """

    id: str
    card: Card
    step: int = 0
    face_up: bool = False
    dealt: bool = False
    resolved: bool = False
    fizzled: bool = False


class Combatant(Frozen):
    """An actor in the battle, with its state of this round (CD-ROUND-5).

    Attributes:
        bodies: in the order in which the group lists them.
        stunned: a Stun is pending.
        laid: this round's cards, planned ones by their step, Interrupts in the order of play.
        discard: the pile that everybody may look through, its top card first.
        close_attackers: bodies that made a Close attack on it this round.
        resolved: how many of its cards took effect this round.
        acted: which bodies of a mob have played a card this round.
        planned_speed: a mob's heads when this round was planned; None before that.
    """

    id: str
    name: str
    side: str
    stats: Stats
    adrenaline: int = 0
    bodies: tuple[str, ...] = ()
    is_mob: bool = False
    stunned: bool = False
    laid: tuple[RoundCard, ...] = ()
    discard: tuple[Card, ...] = ()
    close_attackers: tuple[str, ...] = ()
    resolved: int = 0
    acted: tuple[str, ...] = ()
    hand_count: int = 0
    planned_speed: int | None = None


class FieldCard(Frozen):
    """A card in the field, or a card of the surroundings (owner and bearer are NOBODY).

    Attributes:
        id: this copy of the card.
        owner: the fighter who cast it.
        bearer: the fighter it is attached to.
        entered: its number in the order of entry; less is older.
        used: how often each limited effect has been used, by its `effect_position`.
    """

    id: str
    card: Card
    owner: str = NOBODY
    bearer: str = NOBODY
    entered: int = 0
    used: Mapping[str, int] = {}


class LastingEffectState(Frozen):
    """A change made by a card when it took effect, until it ends: the guard of a Distant card is one (CD-TAG-DISTANT).

    Attributes:
        id: its own id.
        card: the copy of the card.
        owner: the fighter who played it.
        bearer: the fighter that the card was meant for: its target, or its owner.
        tag: the tag that has the effect; empty for an effect of the card itself.
        index: the position of that effect on the card or the tag.
        number: the number of the tag.
        until: when it ends at the latest.
    """

    id: str
    effect: Effect
    card: str
    owner: str
    bearer: str
    entered: int
    tag: str = ""
    index: int = 0
    number: int = 0
    used: int = 0
    until: str = "cleanup"


class LastingEffect(LastingEffectState, kw_only=True):
    """The same with the record of its card."""

    record: Card


class TriggerEvent(Frozen):
    """The event that cards react to: a card that takes effect, or a trigger of a Condition (section 5.3).

    Attributes:
        stage: `before` or `after`; empty during the resolution itself.
        source: the body that acts.
        source_actor: the fighter of that body.
        targets: the bodies that are its targets.
        tags: the effective tags of the card, without numbers.
        from_play: whether a card just takes effect.
    """

    stage: Literal["", "before", "after"] = ""
    source: str = ""
    source_actor: str = NOBODY
    targets: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    is_attack: bool = False
    from_play: bool = True
    card: Card | None = None


NO_EVENT = TriggerEvent()
"""The event of a card that reacts to nothing."""


class EffectContext(Frozen):
    """The context of a card's effects: the card, its owner and bearer, its targets, and the event that it reacts to.

    Attributes:
        owner: the fighter who cast it; NOBODY for the surroundings.
        body: which of its bodies acts; empty if not chosen yet, then `acting_body` decides.
        bearer: the fighter that the card is attached to, if it is in the field.
        id: this copy of the card.
        targets: the card's target list, once it is known (`same`).
        event: what the card reacts to: the interrupted card, or the event of its trigger.
    """

    card: Card
    owner: str = NOBODY
    body: str = ""
    bearer: str = NOBODY
    id: str = ""
    targets: tuple[str, ...] = ()
    event: TriggerEvent = NO_EVENT


class BattleSnapshot(Frozen):
    """A battle at one moment.

    Attributes:
        fighters: by id, in the order of the table.
        bodies: by id.
        field: the Conditions in play, the oldest first.
        surroundings: the Environment cards (CD-ENV).
        timed: effects of cards that are still in force.
        tags: the record of each tag, by its id.
    """

    fighters: Mapping[str, Combatant]
    bodies: Mapping[str, FighterBody]
    field: tuple[FieldCard, ...] = ()
    surroundings: tuple[FieldCard, ...] = ()
    timed: tuple[LastingEffect, ...] = ()
    tags: Mapping[str, Tag] = {}
    options: BattleOptions = BattleOptions()
    round: int = 1
    phase: str = "playing"
    step: int = 0

    @property
    def lying(self) -> tuple[FieldCard, ...]:
        """The cards of the surroundings, then those in the field."""
        return (*self.surroundings, *self.field)

    def bodies_of(self, fighter: str) -> Iterator[FighterBody]:
        """Yield the bodies of a fighter."""
        combatant = self.fighters.get(fighter)
        for body in combatant.bodies if combatant is not None else ():
            if body in self.bodies:
                yield self.bodies[body]

    def standing_bodies(self, fighter: str) -> tuple[FighterBody, ...]:
        """Return the bodies of a fighter that are not defeated."""
        combatant, bodies = self.fighters.get(fighter), self.bodies
        if combatant is None:
            return ()
        return tuple([bodies[body] for body in combatant.bodies if body in bodies and bodies[body].health > 0])

    def fighters_of(self, bodies: Iterable[str]) -> tuple[str, ...]:
        """Return the fighters of those bodies that there are, each once."""
        return tuple(dict.fromkeys(self.bodies[body].fighter for body in bodies if body in self.bodies))

    def speed(self, fighter: str) -> int:
        """Return Speed before modifiers; of a mob its living heads (CD-MINION-2)."""
        who = self.fighters[fighter]
        return len(self.standing_bodies(fighter)) if who.is_mob else who.stats.speed

    def side(self, fighter: str) -> str | None:
        """Return the side of a fighter; None for the surroundings."""
        combatant = self.fighters.get(fighter)
        return None if combatant is None else combatant.side


def allied(snapshot: BattleSnapshot, fighter: str, other: str) -> bool:
    """Return whether two fighters are on one side; each is its own ally, and the surroundings are nobody's ally."""
    one, another = snapshot.fighters.get(fighter), snapshot.fighters.get(other)
    return one is not None and another is not None and one.side == another.side


def opposed(snapshot: BattleSnapshot, fighter: str, other: str) -> bool:
    """Return whether two fighters are on different sides."""
    one, another = snapshot.fighters.get(fighter), snapshot.fighters.get(other)
    return one is not None and another is not None and one.side != another.side


def effect_position(index: int, tag: str = "") -> str:
    """Return the key of an effect in `FieldCard.used`: its position on the card, or on a tag of it."""
    return f"{tag}.effects[{index}]" if tag else f"effects[{index}]"


def ends_at_cleanup(snapshot: BattleSnapshot, timed: LastingEffect) -> bool:
    """Return whether an effect ends in Cleanup (CD-CLEAN-4); a guard may last until it is used (CD-AMB-32)."""
    lasting = timed.until == "combat_end"
    guard = bool(timed.tag) and timed.effect.uses is not None and snapshot.options.distant_guard == "until_used"
    return not lasting and not guard


def acting_body(snapshot: BattleSnapshot, context: EffectContext) -> str:
    """Return the body that acts: the one that was named, or else the first that is not defeated.

    Of a mob it is the first that has not acted this round, if there is one (CD-MINION-4).
    """
    if context.body:
        return context.body
    who = snapshot.fighters.get(context.owner)
    if who is None or not who.bodies:
        return ""
    if len(who.bodies) == 1:
        return who.bodies[0]
    standing = [body.id for body in snapshot.standing_bodies(who.id)]
    fresh = (body for body in standing if body not in who.acted)
    return next(fresh, None) or next(iter(standing), who.bodies[0])


def selected_bodies(snapshot: BattleSnapshot, selector: str, context: EffectContext) -> tuple[FighterBody, ...]:
    """Return the bodies that a selector selects, in the order of the table; none for an unknown selector."""
    return tuple(_select(snapshot, selector, context))


def _select(snapshot: BattleSnapshot, selector: str, context: EffectContext) -> Iterable[FighterBody]:
    owner, event = context.owner, context.event
    match selector:
        case "user":
            return _named(snapshot, (acting_body(snapshot, context),))
        case "bearer":
            return snapshot.standing_bodies(context.bearer)
        case "attacker":
            return (body for body in _named(snapshot, (event.source,)) if body.is_standing)
        case "same":
            return _named(snapshot, context.targets)
        case "close_attackers":  # the defeated too, though none of them can be chosen
            who = snapshot.fighters.get(owner)
            return _named(snapshot, who.close_attackers if who is not None else ())
        case "targeted_allies":
            return (body for body in _named(snapshot, event.targets) if allied(snapshot, owner, body.fighter))
        case "own_untargeted":
            return (body for body in snapshot.standing_bodies(owner) if body.id not in event.targets)
    every = [body for body in snapshot.bodies.values() if body.health > 0]
    match selector:
        case "all" | "one_any":
            return every
        case "one" | "all_others" | "one_ally":
            acting = acting_body(snapshot, context)
            others = [body for body in every if body.id != acting]
            return [b for b in others if allied(snapshot, owner, b.fighter)] if selector == "one_ally" else others
        case "one_other":
            return [body for body in every if body.fighter != owner]
        case "one_enemy" | "all_enemies":
            return [body for body in every if opposed(snapshot, owner, body.fighter)]
        case "all_allies":
            return [body for body in every if allied(snapshot, owner, body.fighter)]
        case "others_not_targeted":
            involved = (event.source, *event.targets)
            return (body for body in every if body.fighter != owner and body.id not in involved)
        case _:
            return ()


def _named(snapshot: BattleSnapshot, names: Iterable[str]) -> Iterator[FighterBody]:
    return (snapshot.bodies[name] for name in dict.fromkeys(names) if name in snapshot.bodies)
