"""A fight without a table, told in a file: who is there, what each does in turn, and what is then the case.

It asks the rules for every number, choice and order, and only writes down what they say. Nothing is hidden here and
nobody is asked; what happens around a card (windows, payment, piles) is the business of the table.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from engine.rulesets.card_the_drawing.building import Owner, owner_of
from engine.rulesets.card_the_drawing.choosing import (
    choice_for,
    choice_of,
    redirected,
    redirection,
    removable,
    targets_of,
)
from engine.rulesets.card_the_drawing.damage import after, damage, event_of, healed
from engine.rulesets.card_the_drawing.hindering import hindrance, no_interrupt, persists
from engine.rulesets.card_the_drawing.library import library_of
from engine.rulesets.card_the_drawing.order import (
    Throw,
    effects_on,
    next_of,
    order_of,
    triggered,
    waiting,
    waiting_last,
)
from engine.rulesets.card_the_drawing.records import Effect
from engine.rulesets.card_the_drawing.scene import (
    NOTHING,
    Acting,
    Body,
    Event,
    Fielded,
    Fighter,
    Laid,
    Options,
    Scene,
    Timed,
    ends_at_cleanup,
)
from engine.rulesets.card_the_drawing.scopes import CLOSE, Words, holds, whole
from engine.rulesets.card_the_drawing.values import Reckoner
from engine.table.frozen import replace
from tests.engine.card_the_drawing.told import card_of


def scene_of(vector: Mapping[str, Any]) -> Scene:
    """Make the scene with which a vector begins."""
    fighters, bodies = dict[str, Fighter](), dict[str, Body]()
    for told in vector["fighters"]:
        owner, heads = _owner(told), told.get("minions", 0)
        names = [f"{told['id']}{n}" for n in range(1, heads + 1)] if heads else [told["id"]]
        most = told.get("most", owner.health)
        health = told.get("health", most)
        for number, name in enumerate(names):
            now = health[number] if isinstance(health, list) else health
            bodies[name] = Body(id=name, name=name, fighter=told["id"], health=now, most=most)
        fighters[told["id"]] = Fighter(
            id=told["id"],
            name=told["id"],
            side=told.get("side", told["id"]),
            stats=owner.stats,
            adrenaline=told.get("adrenaline", 0),
            bodies=tuple(names),
            is_mob=bool(heads),
            discard=tuple(map(card_of, told.get("discard", ()))),
            planned_speed=heads or None,
        )
    return Scene(
        fighters=fighters,
        bodies=bodies,
        field=tuple(
            Fielded(id=f"field{n}", card=card_of(card), owner=owner, bearer=bearer, entered=n)
            for n, (card, owner, bearer) in enumerate(vector.get("field", ()), 1)
        ),
        surroundings=tuple(Fielded(id=name, card=card_of(name)) for name in vector.get("surroundings", ())),
        tags=library_of().tags,
        options=msgspec.convert(vector.get("options", {}), Options),
    )


def _owner(told: Mapping[str, Any]) -> Owner:
    """Return what is printed of whoever fights: an archetype, or else the minions of a mob."""
    library = library_of()
    return owner_of(library.archetypes.get(told.get("of", "")) or library.foes["mob"])


class Fight:
    """A scene that goes on."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.entered = 100
        self.passed: tuple[str, ...] = ()

    @property
    def at(self) -> Reckoner:
        """The scene as it is, ready to be reckoned with."""
        return Reckoner(self.scene)

    # ---- what is told ------------------------------------------------------------------------------------------------

    def lay(self, who: str, card: str, step: int, *, face_up: bool = False) -> None:
        """Plan a card."""
        laid = Laid(id=f"{who}:{card}:{step}", card=card_of(card), step=step, face_up=face_up)
        self._fighter(who, laid=(*self.scene.fighters[who].laid, laid))

    def turn_up(self, step: int) -> None:
        """Turn up the cards of a step."""
        for who in self.scene.fighters.values():
            self._fighter(
                who.id, laid=tuple(replace(laid, face_up=laid.face_up or laid.step == step) for laid in who.laid)
            )

    def order(self, step: int, throws: Sequence[Throw] = ()) -> list[str]:
        """Return who acts in which order; those equally early for want of dice with a question mark."""
        turns = waiting(self.at, step) or waiting_last(self.at)
        return [place.turn.fighter + "?" * place.open for place in order_of(self.scene, turns, throws)]

    def play(self, told: Mapping[str, Any]) -> None:
        """Carry out a card as the vector tells it: `who` plays `card` on those `at` whom it is aimed."""
        who, card = told["who"], card_of(told["card"])
        acting = Acting(card=card, owner=who, body=told.get("body", ""), id=f"{who}:{card.id}", event=self._event(told))
        found = next((laid for laid in self.scene.fighters[who].laid if laid.card == card and not laid.dealt), None)
        laid = found or Laid(id=acting.id, card=card, step=told.get("step", 0))
        laid = replace(laid, face_up=True)
        self._put(who, laid)
        if "on" in told:
            assert (None if (why := no_interrupt(self.at, acting)) is None else why.text) is None
        why = hindrance(self.at, who, laid)
        assert (why is None) == ("comes_to_nothing" not in told), why
        if why is not None:
            assert why.rules == (told["comes_to_nothing"],)
            self._put(who, replace(laid, dealt=True, fizzled=True))
            return
        acting = replace(acting, targets=self._aim(acting, None, told))
        self._fighter(who, adrenaline=self.scene.fighters[who].adrenaline - self.at.cost(card, who).value)
        self._carry_out(acting, told)
        self._put(who, replace(laid, dealt=True, resolved=True))

    def trigger(self, told: Mapping[str, Any]) -> None:
        """Carry out what cards in the field, or the surroundings, do at a moment; those `at` are chosen for `who`."""
        for place in order_of(self.scene, triggered(self.at, told["trigger"])):
            if told.get("who", place.turn.fighter) != place.turn.fighter:
                continue
            lies = next(one for one in (*self.scene.surroundings, *self.scene.field) if one.id == place.turn.card_id)
            acting = Acting(card=lies.card, owner=lies.owner, bearer=lies.bearer, id=lies.id)
            for effect in effects_on(self.at, lies, told["trigger"]):
                acting = replace(acting, targets=self._aim(acting, effect, told))
                self._hurt(acting, effect, event_of(self.at, acting, acting.targets, (effect,)))

    # ---- what follows ------------------------------------------------------------------------------------------------

    def _event(self, told: Mapping[str, Any]) -> Event:
        if "on" not in told:
            return NOTHING
        on = told["on"]
        acting = Acting(card=card_of(on["card"]), owner=on["who"], body=on.get("body", ""))
        trigger = [effect for effect in acting.card.effects if effect.on == on.get("trigger")]
        return event_of(self.at, acting, tuple(on["at"]), trigger or None, stage=on["stage"])

    def _aim(self, acting: Acting, effect: Effect | None, told: Mapping[str, Any]) -> tuple[str, ...]:
        choice = choice_of(self.at, acting) if effect is None else choice_for(self.at, acting, effect)
        chosen = self.passed if told.get("at") == "passed" else tuple(told.get("at", ()))
        if told.get("at") == "passed":
            return chosen
        for wrong in told.get("not_at", ()):
            assert choice.fault(wrong if isinstance(wrong, list) else [wrong]) is not None, wrong
        fault = choice.fault(chosen) if choice.chooses else None
        assert fault is None, fault
        return choice.targets(chosen)

    def _carry_out(self, acting: Acting, told: Mapping[str, Any]) -> None:
        card, who = acting.card, acting.owner
        event = event_of(self.at, acting, acting.targets)
        dealt = False
        for index, effect in enumerate(card.effects):
            if effect.on == "resolve" and holds(effect.if_, Words(self.at, acting)):
                dealt |= self._do(acting, effect, event, told, index=index)
        for of_tag in self.at.tag_effects(card, who, "resolve"):
            self._do(acting, of_tag.effect, event, told, tag=of_tag.tag, index=of_tag.index)
        if CLOSE in event.tags and event.is_attack:
            for struck in {self.scene.bodies[body].fighter for body in acting.targets}:
                known = self.scene.fighters[struck].close_attackers
                self._fighter(struck, close_attackers=(*known, event.source))
        self._fighter(who, resolved=self.scene.fighters[who].resolved + 1)
        if persists(self.at, card, who):
            bearer = self.scene.bodies[acting.targets[0]].fighter if card.attach == "target" else who
            self.entered += 1
            lies = Fielded(id=acting.id, card=card, owner=who, bearer=bearer, entered=self.entered)
            self.scene = replace(self.scene, field=(*self.scene.field, lies))
        if dealt:
            self._dealt_damage(event, but=acting.id)
        gone = {timed.id for timed in self.at.ended()}
        self.scene = replace(self.scene, timed=tuple(timed for timed in self.scene.timed if timed.id not in gone))

    def _do(
        self, acting: Acting, effect: Effect, event: Event, told: Mapping[str, Any], *, index: int, tag: str = ""
    ) -> bool:
        at, scene = self.at, self.scene
        targets = targets_of(at, acting, effect)
        match effect.do:
            case "damage":
                return self._hurt(acting, effect, event)
            case "modify":
                self.entered += 1
                made = Timed(
                    id=f"timed{self.entered}",
                    effect=effect,
                    card=acting.card,
                    card_id=acting.id,
                    owner=acting.owner,
                    bearer=acting.owner,
                    entered=self.entered,
                    tag=tag,
                    index=index,
                )
                self.scene = replace(scene, timed=(*scene.timed, made))
            case "stun":
                for target in targets:
                    self._fighter(scene.bodies[target].fighter, stunned=True)
            case "heal":
                for target in targets:
                    body = scene.bodies[target]
                    self._health(target, healed(body, whole(effect.amount, Words(at, acting, it=target))))
            case "lose_adrenaline" | "gain_adrenaline":
                sign = 1 if effect.do == "gain_adrenaline" else -1
                for target in targets:
                    fighter = scene.fighters[scene.bodies[target].fighter]
                    change = sign * whole(effect.amount, Words(at, acting, it=target))
                    self._fighter(fighter.id, adrenaline=max(0, fighter.adrenaline + change))
            case "remove_condition":
                for target in targets:
                    for lies in removable(at, acting, effect, target)[: whole(effect.count, Words(at, acting))]:
                        self._leave(lies.id)
            case "redirect":
                ways = redirection(at, acting, effect)
                source, taker = told.get("passes", (ways.sources[0], ways.takers[0]))
                fault = ways.fault(source, taker)
                assert fault is None, fault
                self.passed = redirected(acting.event, source, taker)
            case "add_minion":
                who = scene.fighters[acting.owner]
                name = f"{who.id}{len(who.bodies) + 1}"
                most = scene.bodies[who.bodies[0]].most
                grown = {**scene.bodies, name: Body(id=name, name=name, fighter=who.id, health=most, most=most)}
                self.scene = replace(scene, bodies=grown)
                self._fighter(who.id, bodies=(*who.bodies, name))
            case _:
                pass
        return False

    def _hurt(self, acting: Acting, effect: Effect, event: Event) -> bool:
        done = damage(self.at, acting, effect, targets_of(self.at, acting, effect), event)
        self.scene = after(self.scene, done)
        return done.dealt

    def _dealt_damage(self, event: Event, *, but: str) -> None:
        for turn in triggered(self.at, "dealt_damage", event):
            if turn.card_id != but:
                assert any(effect.do == "discard_self" for effect in turn.card.effects)
                self._leave(turn.card_id)

    def _leave(self, card: str) -> None:
        lies = next(lies for lies in self.scene.field if lies.id == card)
        self.scene = replace(self.scene, field=tuple(other for other in self.scene.field if other.id != card))
        self._fighter(lies.owner, discard=(lies.card, *self.scene.fighters[lies.owner].discard))

    def _put(self, who: str, laid: Laid) -> None:
        others = [other for other in self.scene.fighters[who].laid if other.id != laid.id]
        earlier = any(0 < other.step < laid.step and not other.dealt for other in others)
        stunned = self.scene.fighters[who].stunned and (earlier or not (laid.dealt and laid.step))
        self._fighter(who, laid=(*others, laid), stunned=stunned)

    def _fighter(self, who: str, **changes: object) -> None:
        changed = replace(self.scene.fighters[who], **changes)
        self.scene = replace(self.scene, fighters={**self.scene.fighters, who: changed})

    def _health(self, body: str, health: int) -> None:
        changed = replace(self.scene.bodies[body], health=health)
        self.scene = replace(self.scene, bodies={**self.scene.bodies, body: changed})

    # ---- the whole of it ---------------------------------------------------------------------------------------------

    def go(self, told: Mapping[str, Any]) -> None:
        """Do, or look at, one thing that a vector tells."""
        match told:
            case {"lay": cards}:
                for who, card, step in cards:
                    self.lay(who, card, step)
            case {"turn_up": step}:
                self.turn_up(step)
            case {"order": order}:
                self._check_order(told, order)
            case {"round": _}:
                timed = tuple(one for one in self.scene.timed if not ends_at_cleanup(self.scene, one))
                self.scene = replace(self.scene, timed=timed)
                for who in self.scene.fighters:
                    self._fighter(who, laid=(), close_attackers=(), resolved=0)
                for who, adrenaline in told.get("adrenaline", {}).items():
                    self._fighter(who, adrenaline=adrenaline)
            case {"trigger": _}:
                self.trigger(told)
            case {"no_interrupt": rule, "who": who, "card": card}:
                why = no_interrupt(self.at, Acting(card=card_of(card), owner=who, event=self._event(told)))
                assert why is not None
                assert why.rules == (rule,)
            case {"amount": amount, "who": who, "card": card, "at": targets}:
                acting = Acting(card=card_of(card), owner=who, targets=tuple(targets))
                event = event_of(self.at, acting, acting.targets)
                done = damage(self.at, acting, acting.card.effects[0], acting.targets, event)
                assert [hit.amount for hit in done.hits] == [amount], told
            case {"shows": shown}:
                self._check(shown)
            case _:
                self.play(told)

    def _check_order(self, told: Mapping[str, Any], order: Sequence[str]) -> None:
        found = self.order(told["step"], told.get("throws", ()))
        among = told.get("sorted", 0)
        assert (sorted(found[:among]), found[among:]) == (sorted(order[:among]), list(order[among:]))
        turns = waiting(self.at, told["step"]) or waiting_last(self.at)
        coming = next_of(self.scene, turns, told.get("throws", ()))
        assert list(coming.rolls) == told.get("rolls", [])
        if "depths" in told:
            assert [compared.depth for compared in coming.tied] == told["depths"]

    def _check(self, shown: Mapping[str, Any]) -> None:
        scene, at = self.scene, self.at
        found: dict[str, Any] = {
            "health": {body: scene.bodies[body].health for body in shown.get("health", ())},
            "adrenaline": {who: scene.fighters[who].adrenaline for who in shown.get("adrenaline", ())},
            "gain": {who: at.adrenaline_gain(who).value for who in shown.get("gain", ())},
            "speed": {who: at.speed(who).value for who in shown.get("speed", ())},
            "hand": {who: at.hand_size(who).value for who in shown.get("hand", ())},
            "initiative": {
                who: {card: at.initiative(card_of(card), who).value for card in cards}
                for who, cards in shown.get("initiative", {}).items()
            },
            "tags": {
                who: {card: sorted(at.tags(card_of(card), who)) for card in cards}
                for who, cards in shown.get("tags", {}).items()
            },
            "discard": {who: [card.id for card in scene.fighters[who].discard] for who in shown.get("discard", ())},
            "field": [lies.card.id for lies in scene.field],
            "timed": len(scene.timed),
            "stunned": [who.id for who in scene.fighters.values() if who.stunned],
        }
        assert {key: found[key] for key in shown} == shown


def run(vector: Mapping[str, Any]) -> None:
    """Let a vector happen, and see whether it goes as it says."""
    fight = Fight(scene_of(vector))
    for told in vector["does"]:
        fight.go(told)
