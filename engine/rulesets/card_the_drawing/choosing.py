"""Whom an effect may be aimed at, how many, who must be among them, and who is struck besides (5.4, 5.6, CD-TGT)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from engine.play.refusal import Refused
from engine.play.words import Message
from engine.rulesets.card_the_drawing.records import Effect
from engine.rulesets.card_the_drawing.scene import Acting, Body, Event, Fielded, allied, opposed
from engine.rulesets.card_the_drawing.scopes import Words, holds, whole
from engine.rulesets.card_the_drawing.selectors import CHOOSING, acting_body, bodies_meant
from engine.rulesets.card_the_drawing.values import Reckoner, TagEffect
from engine.table.frozen import Frozen, Json

_HARMFUL = frozenset({"damage", "lose_health", "lose_adrenaline", "stun", "discard"})


class Barred(Frozen):
    """Why a body may not be chosen: the key of the sentence after `refused.`, the rule, what it speaks of."""

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
    """A body that stands to choice.

    Attributes:
        barred: why it may not be chosen; None if it may.
        confirm: whether the group wishes to be asked first: it is an ally, and would be harmed (CD-TGT-2).
    """

    body: str
    barred: Barred | None = None
    confirm: bool = False


class Demand(Frozen):
    """Some of the chosen have to come from among these bodies; `source` is the tag or card that wants it."""

    bodies: tuple[str, ...]
    at_least: int
    source: str

    @property
    def words(self) -> Message:
        """The demand in words."""
        return Message(key="drawing.aim.demand", params={"count": self.at_least, "source": self.source})


class Addition(Frozen):
    """A body that is struck besides, free of charge; `source` is the tag or card that adds it."""

    body: str
    source: str

    @property
    def words(self) -> Message:
        """The addition in words."""
        return Message(key="drawing.aim.addition", params={"source": self.source})


class Choice(Frozen):
    """What an effect may be aimed at.

    What does no harm may always be declined, what does only if the card says so (CD-PLAY-7).

    Attributes:
        chooses: whether there is anything to choose; otherwise `fixed` are the targets.
        candidates: every body with whether it may be chosen, those first at whom it is most likely aimed.
        least: how few may be chosen.
        most: how many may be chosen.
        demands: who has to be among them.
        added: who is struck besides.
        fixed: the bodies that a selector without choice means.
    """

    chooses: bool
    candidates: tuple[Candidate, ...] = ()
    least: int = 0
    most: int = 0
    demands: tuple[Demand, ...] = ()
    added: tuple[Addition, ...] = ()
    fixed: tuple[str, ...] = ()

    @property
    def allowed(self) -> tuple[str, ...]:
        """The bodies that may be chosen."""
        return tuple(candidate.body for candidate in self.candidates if candidate.barred is None)

    def fault(self, chosen: Sequence[str]) -> Refused | None:
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
            return Refused("drawing_target.count", "CD-TGT-2", least=self.least, most=self.most)
        for demand in self.demands:
            if sum(body in demand.bodies for body in chosen) < demand.at_least:
                return Refused("drawing_target.demand", "CD-TAG-BLAST", count=demand.at_least, source=demand.source)
        return None

    def only_way(self) -> tuple[str, ...] | None:
        """Return what must be chosen if there is but one way to choose; None if somebody has to be asked."""
        if not self.chooses or not self.most:
            return ()
        allowed = self.allowed
        return allowed if len(allowed) == self.least else None

    def some_way(self) -> tuple[str, ...]:
        """Return one way to choose that is allowed: those demanded, then those most likely, as few as may be."""
        chosen: list[str] = []
        for demand in self.demands:
            missing = demand.at_least - sum(body in demand.bodies for body in chosen)
            chosen += [body for body in demand.bodies if body not in chosen][: max(0, missing)]
        left = (body for body in self.allowed if body not in chosen)
        return (*chosen, *islice(left, max(0, self.least - len(chosen))))

    def targets(self, chosen: Sequence[str] = ()) -> tuple[str, ...]:
        """Return the target list of the card: those chosen or meant, then those struck besides; nobody twice."""
        return tuple(dict.fromkeys((*(chosen if self.chooses else self.fixed), *(more.body for more in self.added))))


NO_TARGETS = Choice(chooses=False)
"""What a card has to choose that is aimed at nobody."""


# ---- the target list of a card ---------------------------------------------------------------------------------------


def selector_of(at: Reckoner, effect: Effect) -> str:
    """Return an effect's selector as the group has it (CD-AMB-42, CD-AMB-48)."""
    options = at.scene.options
    if effect.target == "attacker" and effect.do == "damage" and options.counter_target == "any":
        return "one"
    if effect.target == "one_other" and effect.do == "remove_condition" and options.patch_up_self:
        return "one_any"
    return effect.target


def aiming(at: Reckoner, effects: Sequence[Effect]) -> Effect | None:
    """Return which of some effects fixes the target list of its card (5.2 `target`).

    That is the first that lets the user choose; else the first that does damage; else the first with a target.
    """
    aimed = [effect for effect in effects if effect.target and effect.target != "same" and effect.do != "redirect"]
    choosing = (effect for effect in aimed if selector_of(at, effect) in CHOOSING)
    damaging = (effect for effect in aimed if effect.do == "damage")
    return next(choosing, None) or next(damaging, None) or next(iter(aimed), None)


def choice_of(at: Reckoner, acting: Acting) -> Choice:
    """Return what a card that is to take effect may be aimed at (CD-PLAY-3, point 2)."""
    effect = aiming(at, [effect for effect in acting.card.effects if effect.on == "resolve"])
    return NO_TARGETS if effect is None else choice_for(at, acting, effect)


def choice_for(at: Reckoner, acting: Acting, effect: Effect) -> Choice:
    """Return what one effect may be aimed at: one that fixes the target list, or a trigger of a card in the field."""
    selector = selector_of(at, effect)
    declared = _declared(at, acting)
    added = _added(at, acting, declared)
    if selector not in CHOOSING:
        meant = bodies_meant(at.scene, selector, acting)
        fixed = tuple(body.id for body in meant if body.stands and _wanted(at, acting, effect, body))
        return Choice(chooses=False, fixed=fixed, added=added)
    candidates = _candidates(at, acting, effect, selector)
    allowed = {candidate.body for candidate in candidates if candidate.barred is None}
    counts = [whole(d.effect.count, _words(at, acting, d)) for d in declared if d.effect.do == "set_targets"]
    most = min(len(allowed), max((1, *counts)))
    demands = _demands(at, acting, declared, allowed, most)
    declines = effect.optional or not _harms(acting, effect)  # CD-PLAY-7
    least = 0 if declines else max((min(1, most), *(demand.at_least for demand in demands)))
    return Choice(chooses=True, candidates=candidates, least=least, most=most, demands=demands, added=added)


def targets_of(at: Reckoner, acting: Acting, effect: Effect) -> tuple[str, ...]:
    """Return whom an effect reaches when it is carried out, of those who still stand.

    The effect that fixes the list, every other choosing one, and `same` mean the target list of the card; other
    selectors are looked up now.
    """
    scene, selector = at.scene, selector_of(at, effect)
    fixes = aiming(at, [one for one in acting.card.effects if one.on == effect.on])
    if selector == "same" or selector in CHOOSING or effect == fixes:
        meant = tuple(scene.bodies[body] for body in acting.targets if body in scene.bodies)
        return tuple(body.id for body in meant if body.stands)
    meant = bodies_meant(scene, selector, acting)
    return tuple(body.id for body in meant if body.stands and _wanted(at, acting, effect, body))


def _wanted(at: Reckoner, acting: Acting, effect: Effect, body: Body) -> bool:
    if effect.do == "remove_condition":
        return bool(removable(at, acting, effect, body.id))
    return not effect.where or holds(effect.where, Words(at, acting, it=body.id))


def _candidates(at: Reckoner, acting: Acting, effect: Effect, selector: str) -> tuple[Candidate, ...]:
    scene = at.scene
    meant = {body.id for body in bodies_meant(scene, selector, acting)}
    harmful = _harms(acting, effect)
    forbid = harmful and scene.options.friendly_fire == "forbid"
    found: list[tuple[bool, Candidate]] = []
    for body in scene.bodies.values():
        ally = allied(scene, acting.owner, body.fighter)
        key, rule = "", "CD-TGT-1"
        if body.id not in meant:
            key, rule = _why_not_meant(at, acting, selector, body)
        elif not _wanted(at, acting, effect, body):
            key = "no_condition" if effect.do == "remove_condition" else "where"
        elif forbid and ally and body.id != acting_body(scene, acting):
            key, rule = "friendly_fire", "CD-AMB-49"
        barred = Barred(key=key, rule=rule, name=body.name, card=acting.card.name) if key else None
        candidate = Candidate(body=body.id, barred=barred, confirm=barred is None and harmful and ally)
        found.append((ally is harmful, candidate))
    return tuple(candidate for _, candidate in sorted(found, key=lambda pair: pair[0]))


def _harms(acting: Acting, effect: Effect) -> bool:
    return effect.do in _HARMFUL or acting.card.attach == "target"


def _why_not_meant(at: Reckoner, acting: Acting, selector: str, body: Body) -> tuple[str, str]:
    if not body.stands:
        return "defeated", "CD-DEF-1"
    if selector == "one_enemy" and not opposed(at.scene, acting.owner, body.fighter):
        return "not_enemy", "CD-TGT-4"
    if body.id == acting_body(at.scene, acting):
        return "self", "CD-TGT-2"
    return ("own", "CD-TGT-3") if selector == "one_other" else ("not_ally", "CD-TGT-1")


# ---- what tags and surroundings say about targets --------------------------------------------------------------------


def _declared(at: Reckoner, acting: Acting) -> tuple[TagEffect, ...]:
    """Return the `declare` effects that touch a card: its tags', its own, and those of the surroundings."""
    own = [TagEffect(tag="", number=0, index=i, effect=e) for i, e in enumerate(acting.card.effects)]
    around = [
        TagEffect(tag=lies.card.name, number=0, index=i, effect=e)
        for lies in at.scene.surroundings
        for i, e in enumerate(lies.card.effects)
    ]
    found = (*at.tag_effects(acting.card, acting.owner, "declare"), *own, *around)
    return tuple(d for d in found if d.effect.on == "declare" and holds(d.effect.if_, _words(at, acting, d)))


def _words(at: Reckoner, acting: Acting, declared: TagEffect) -> Words:
    return Words(at, acting, number=declared.number)


def _added(at: Reckoner, acting: Acting, declared: Sequence[TagEffect]) -> tuple[Addition, ...]:
    found = {
        body.id: Addition(body=body.id, source=d.tag or acting.card.name)
        for d in reversed(declared)
        if d.effect.do == "add_target"
        for body in bodies_meant(at.scene, d.effect.target or "user", acting)
        if body.stands
    }
    return tuple(found.values())


def _demands(
    at: Reckoner, acting: Acting, declared: Sequence[TagEffect], allowed: set[str], most: int
) -> tuple[Demand, ...]:
    """Return who has to be among the chosen, so far as that can be fulfilled: all demands together fit into `most`."""
    found: list[Demand] = []
    for d in declared:
        if d.effect.do != "require_target":
            continue
        meant = (body.id for body in bodies_meant(at.scene, d.effect.from_, acting))
        bodies = tuple(body for body in meant if body in allowed)
        wished = whole(1 if d.effect.at_least is None else d.effect.at_least, _words(at, acting, d))
        at_least = min(wished, len(bodies), most - sum(demand.at_least for demand in found))
        if at_least > 0:
            found.append(Demand(bodies=bodies, at_least=at_least, source=d.tag or acting.card.name))
    return tuple(found)


# ---- Conditions, and places among targets ----------------------------------------------------------------------------


def removable(at: Reckoner, acting: Acting, effect: Effect, body: str) -> tuple[Fielded, ...]:
    """Return the Conditions that an effect may take off a body (5.6 `remove_condition`); permanent ones never."""
    bearer = at.scene.bodies[body].fighter if body in at.scene.bodies else ""
    return tuple(
        lies
        for lies in at.scene.field
        if lies.bearer == bearer
        and not lies.card.permanent
        and holds(effect.where, Words(at, acting, it=body, cond=lies))
    )


class Redirection(Frozen):
    """Whose place among the targets of an event may pass to whom (5.6 `redirect`)."""

    sources: tuple[str, ...]
    takers: tuple[str, ...]

    def fault(self, source: str, taker: str) -> Refused | None:
        """Return why this place may not pass so; None if it may."""
        known: dict[str, Json] = {"source": source, "taker": taker}
        return None if source in self.sources and taker in self.takers else Refused("drawing_redirect", **known)


def redirection(at: Reckoner, acting: Acting, effect: Effect) -> Redirection:
    """Return whose place may pass to whom; nobody is ever given two places."""
    event = acting.event
    if effect.from_:
        sources = tuple(body.id for body in bodies_meant(at.scene, effect.from_, acting))
    else:
        sources = tuple(body.id for body in at.scene.bodies_of(acting.owner))
    takers = (body for body in bodies_meant(at.scene, effect.to, acting) if body.stands)
    return Redirection(
        sources=tuple(body for body in sources if body in event.targets),
        takers=tuple(body.id for body in takers if body.id not in event.targets),
    )


def redirected(event: Event, source: str, taker: str) -> tuple[str, ...]:
    """Return the targets of an event after one has passed its place to another."""
    return tuple(taker if body == source else body for body in event.targets)
