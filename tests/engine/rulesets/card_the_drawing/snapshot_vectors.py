"""A fight without a table, written in a file: the fighters, their turns, and the expected state."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from engine.model.frozen import replace
from engine.rulesets.card_the_drawing.calculation.battle_snapshot import (
    NO_EVENT,
    BattleOptions,
    BattleSnapshot,
    Combatant,
    EffectContext,
    FieldCard,
    FighterBody,
    LastingEffect,
    RoundCard,
    TriggerEvent,
    ends_at_cleanup,
)
from engine.rulesets.card_the_drawing.calculation.expression_scope import (
    CLOSE,
    EffectScope,
    condition_is_met,
    whole_amount,
)
from engine.rulesets.card_the_drawing.calculation.initiative import (
    TieRoll,
    field_effects,
    next_turn,
    stunned_turns,
    triggered_turns,
    turn_order,
    waiting_turns,
)
from engine.rulesets.card_the_drawing.calculation.play_restrictions import (
    interrupt_refusal,
    play_refusal,
    stays_in_field,
)
from engine.rulesets.card_the_drawing.calculation.stat_calculation import BattleCalculator
from engine.rulesets.card_the_drawing.cards.card_library import library_of
from engine.rulesets.card_the_drawing.cards.card_records import Effect
from engine.rulesets.card_the_drawing.decks.deck_rules import OwnerProfile, owner_profile_of
from engine.rulesets.card_the_drawing.hit_damage import calculate_damage, snapshot_after_damage, trigger_event_for
from engine.rulesets.card_the_drawing.targeting import (
    card_target_choice,
    effect_target_choice,
    effect_targets,
    redirected,
    redirection,
    removable_conditions,
)
from tests.engine.rulesets.card_the_drawing.vector_files import card_of


def scene_of(vector: Mapping[str, Any]) -> BattleSnapshot:
    """Make the scene with which a vector begins."""
    fighters, bodies = dict[str, Combatant](), dict[str, FighterBody]()
    for line in vector["fighters"]:
        owner, heads = _owner(line), line.get("minions", 0)
        names = [f"{line['id']}{n}" for n in range(1, heads + 1)] if heads else [line["id"]]
        most = line.get("most", owner.health)
        health = line.get("health", most)
        for number, name in enumerate(names):
            health_left = health[number] if isinstance(health, list) else health
            bodies[name] = FighterBody(id=name, name=name, fighter=line["id"], health=health_left, most=most)
        fighters[line["id"]] = Combatant(
            id=line["id"],
            name=line["id"],
            side=line.get("side", line["id"]),
            stats=owner.stats,
            adrenaline=line.get("adrenaline", 0),
            bodies=tuple(names),
            is_mob=bool(heads),
            discard=tuple(map(card_of, line.get("discard", ()))),
            planned_speed=heads or None,
        )
    return BattleSnapshot(
        fighters=fighters,
        bodies=bodies,
        field=tuple(
            FieldCard(id=f"field{n}", card=card_of(card), owner=owner, bearer=bearer, entered=n)
            for n, (card, owner, bearer) in enumerate(vector.get("field", ()), 1)
        ),
        surroundings=tuple(FieldCard(id=name, card=card_of(name)) for name in vector.get("surroundings", ())),
        tags=library_of().tags,
        options=msgspec.convert(vector.get("options", {}), BattleOptions),
    )


def _owner(line: Mapping[str, Any]) -> OwnerProfile:
    """Return what is printed of whoever fights: an archetype, or else the minions of a mob."""
    library = library_of()
    return owner_profile_of(library.archetypes.get(line.get("of", "")) or library.foes["mob"])


class Fight:
    """A scene that goes on."""

    def __init__(self, scene: BattleSnapshot) -> None:
        self.scene = scene
        self.entered = 100
        self.passed: tuple[str, ...] = ()

    @property
    def at(self) -> BattleCalculator:
        """The scene as it is, ready to be reckoned with."""
        return BattleCalculator(self.scene)

    # ---- what is told ------------------------------------------------------------------------------------------------

    def lay(self, who: str, card: str, step: int, *, face_up: bool = False) -> None:
        """Plan a card."""
        laid = RoundCard(id=f"{who}:{card}:{step}", card=card_of(card), step=step, face_up=face_up)
        self._fighter(who, laid=(*self.scene.fighters[who].laid, laid))

    def turn_up(self, step: int) -> None:
        """Turn up the cards of a step."""
        for who in self.scene.fighters.values():
            self._fighter(
                who.id, laid=tuple(replace(laid, face_up=laid.face_up or laid.step == step) for laid in who.laid)
            )

    def order(self, step: int, throws: Sequence[TieRoll] = ()) -> list[str]:
        """Return who acts in which order; those equally early for want of dice with a question mark."""
        turns = waiting_turns(self.at, step) or stunned_turns(self.at)
        return [place.turn.fighter + "?" * place.open for place in turn_order(self.scene, turns, throws)]

    def play(self, step: Mapping[str, Any]) -> None:
        """Carry out a card as the vector tells it: `who` plays `card` on those `at` whom it is aimed."""
        who, card = step["who"], card_of(step["card"])
        acting = EffectContext(
            card=card, owner=who, body=step.get("body", ""), id=f"{who}:{card.id}", event=self._event(step)
        )
        round_card = next(
            (laid for laid in self.scene.fighters[who].laid if laid.card == card and not laid.dealt), None
        )
        laid = round_card or RoundCard(id=acting.id, card=card, step=step.get("step", 0))
        laid = replace(laid, face_up=True)
        self._put(who, laid)
        if "on" in step:
            assert (None if (why := interrupt_refusal(self.at, acting)) is None else why.text) is None
        why = play_refusal(self.at, who, laid)
        assert (why is None) == ("comes_to_nothing" not in step), why
        if why is not None:
            assert why.rules == (step["comes_to_nothing"],)
            self._put(who, replace(laid, dealt=True, fizzled=True))
            return
        acting = replace(acting, targets=self._aim(acting, None, step))
        self._fighter(who, adrenaline=self.scene.fighters[who].adrenaline - self.at.cost(card, who).value)
        self._carry_out(acting, step)
        self._put(who, replace(laid, dealt=True, resolved=True))

    def trigger(self, step: Mapping[str, Any]) -> None:
        """Carry out what cards in the field, or the surroundings, do at a moment; those `at` are chosen for `who`."""
        for place in turn_order(self.scene, triggered_turns(self.at, step["trigger"])):
            if step.get("who", place.turn.fighter) != place.turn.fighter:
                continue
            field_card = next(
                candidate
                for candidate in (*self.scene.surroundings, *self.scene.field)
                if candidate.id == place.turn.card_id
            )
            acting = EffectContext(
                card=field_card.card, owner=field_card.owner, bearer=field_card.bearer, id=field_card.id
            )
            for effect in field_effects(self.at, field_card, step["trigger"]):
                acting = replace(acting, targets=self._aim(acting, effect, step))
                self._hurt(acting, effect, trigger_event_for(self.at, acting, acting.targets, (effect,)))

    # ---- what follows ------------------------------------------------------------------------------------------------

    def _event(self, step: Mapping[str, Any]) -> TriggerEvent:
        if "on" not in step:
            return NO_EVENT
        on = step["on"]
        acting = EffectContext(card=card_of(on["card"]), owner=on["who"], body=on.get("body", ""))
        trigger = [effect for effect in acting.card.effects if effect.on == on.get("trigger")]
        return trigger_event_for(self.at, acting, tuple(on["at"]), trigger or None, stage=on["stage"])

    def _aim(self, acting: EffectContext, effect: Effect | None, step: Mapping[str, Any]) -> tuple[str, ...]:
        choice = (
            card_target_choice(self.at, acting) if effect is None else effect_target_choice(self.at, acting, effect)
        )
        chosen = self.passed if step.get("at") == "passed" else tuple(step.get("at", ()))
        if step.get("at") == "passed":
            return chosen
        for wrong in step.get("not_at", ()):
            assert choice.refusal(wrong if isinstance(wrong, list) else [wrong]) is not None, wrong
        fault = choice.refusal(chosen) if choice.chooses else None
        assert fault is None, fault
        return choice.targets(chosen)

    def _carry_out(self, acting: EffectContext, step: Mapping[str, Any]) -> None:
        card, who = acting.card, acting.owner
        event = trigger_event_for(self.at, acting, acting.targets)
        dealt = False
        for index, effect in enumerate(card.effects):
            if effect.on == "resolve" and condition_is_met(effect.if_, EffectScope(self.at, acting)):
                dealt |= self._do(acting, effect, event, step, index=index)
        for of_tag in self.at.tag_effects(card, who, "resolve"):
            self._do(acting, of_tag.effect, event, step, tag=of_tag.tag, index=of_tag.index)
        if CLOSE in event.tags and event.is_attack:
            for struck in {self.scene.bodies[body].fighter for body in acting.targets}:
                known = self.scene.fighters[struck].close_attackers
                self._fighter(struck, close_attackers=(*known, event.source))
        self._fighter(who, resolved=self.scene.fighters[who].resolved + 1)
        if stays_in_field(self.at, card, who):
            bearer = self.scene.bodies[acting.targets[0]].fighter if card.attach == "target" else who
            self.entered += 1
            field_card = FieldCard(id=acting.id, card=card, owner=who, bearer=bearer, entered=self.entered)
            self.scene = replace(self.scene, field=(*self.scene.field, field_card))
        if dealt:
            self._dealt_damage(event, but=acting.id)
        gone = {timed.id for timed in self.at.ended()}
        self.scene = replace(self.scene, timed=tuple(timed for timed in self.scene.timed if timed.id not in gone))

    def _do(
        self,
        acting: EffectContext,
        effect: Effect,
        event: TriggerEvent,
        step: Mapping[str, Any],
        *,
        index: int,
        tag: str = "",
    ) -> bool:
        at, scene = self.at, self.scene
        targets = effect_targets(at, acting, effect)
        match effect.do:
            case "damage":
                return self._hurt(acting, effect, event)
            case "modify":
                self.entered += 1
                made = LastingEffect(
                    id=f"timed{self.entered}",
                    effect=effect,
                    record=acting.card,
                    card=acting.id,
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
                    self._health(
                        target, healed_health(body, whole_amount(effect.amount, EffectScope(at, acting, it=target)))
                    )
            case "lose_adrenaline" | "gain_adrenaline":
                sign = 1 if effect.do == "gain_adrenaline" else -1
                for target in targets:
                    fighter = scene.fighters[scene.bodies[target].fighter]
                    change = sign * whole_amount(effect.amount, EffectScope(at, acting, it=target))
                    self._fighter(fighter.id, adrenaline=max(0, fighter.adrenaline + change))
            case "remove_condition":
                for target in targets:
                    for field_card in removable_conditions(at, acting, effect, target)[
                        : whole_amount(effect.count, EffectScope(at, acting))
                    ]:
                        self._leave(field_card.id)
            case "redirect":
                ways = redirection(at, acting, effect)
                source, taker = step.get("passes", (ways.sources[0], ways.takers[0]))
                fault = ways.refusal(source, taker)
                assert fault is None, fault
                self.passed = redirected(acting.event, source, taker)
            case "add_minion":
                who = scene.fighters[acting.owner]
                name = f"{who.id}{len(who.bodies) + 1}"
                most = scene.bodies[who.bodies[0]].most
                grown = {**scene.bodies, name: FighterBody(id=name, name=name, fighter=who.id, health=most, most=most)}
                self.scene = replace(scene, bodies=grown)
                self._fighter(who.id, bodies=(*who.bodies, name))
            case _:
                pass
        return False

    def _hurt(self, acting: EffectContext, effect: Effect, event: TriggerEvent) -> bool:
        done = calculate_damage(self.at, acting, effect, effect_targets(self.at, acting, effect), event)
        self.scene = snapshot_after_damage(self.scene, done)
        return done.dealt

    def _dealt_damage(self, event: TriggerEvent, *, but: str) -> None:
        for turn in triggered_turns(self.at, "dealt_damage", event):
            if turn.card_id != but:
                assert any(effect.do == "discard_self" for effect in turn.card.effects)
                self._leave(turn.card_id)

    def _leave(self, card: str) -> None:
        field_card = next(candidate for candidate in self.scene.field if candidate.id == card)
        self.scene = replace(self.scene, field=tuple(other for other in self.scene.field if other.id != card))
        self._fighter(field_card.owner, discard=(field_card.card, *self.scene.fighters[field_card.owner].discard))

    def _put(self, who: str, laid: RoundCard) -> None:
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

    def go(self, vector_step: Mapping[str, Any]) -> None:
        """Do, or look at, one thing that a vector tells."""
        match vector_step:
            case {"lay": cards}:
                for who, card, step in cards:
                    self.lay(who, card, step)
            case {"turn_up": step}:
                self.turn_up(step)
            case {"order": order}:
                self._check_order(vector_step, order)
            case {"round": _}:
                timed = tuple(
                    lasting_effect
                    for lasting_effect in self.scene.timed
                    if not ends_at_cleanup(self.scene, lasting_effect)
                )
                self.scene = replace(self.scene, timed=timed)
                for who in self.scene.fighters:
                    self._fighter(who, laid=(), close_attackers=(), resolved=0)
                for who, adrenaline in vector_step.get("adrenaline", {}).items():
                    self._fighter(who, adrenaline=adrenaline)
            case {"trigger": _}:
                self.trigger(vector_step)
            case {"no_interrupt": rule, "who": who, "card": card}:
                why = interrupt_refusal(
                    self.at, EffectContext(card=card_of(card), owner=who, event=self._event(vector_step))
                )
                assert why is not None
                assert why.rules == (rule,)
            case {"amount": amount, "who": who, "card": card, "at": targets}:
                acting = EffectContext(card=card_of(card), owner=who, targets=tuple(targets))
                event = trigger_event_for(self.at, acting, acting.targets)
                done = calculate_damage(self.at, acting, acting.card.effects[0], acting.targets, event)
                assert [hit.amount for hit in done.hits] == [amount], vector_step
            case {"shows": shown}:
                self._check(shown)
            case _:
                self.play(vector_step)

    def _check_order(self, step: Mapping[str, Any], order: Sequence[str]) -> None:
        actual = self.order(step["step"], step.get("throws", ()))
        among = step.get("sorted", 0)
        assert (sorted(actual[:among]), actual[among:]) == (sorted(order[:among]), list(order[among:]))
        turns = waiting_turns(self.at, step["step"]) or stunned_turns(self.at)
        coming = next_turn(self.scene, turns, step.get("throws", ()))
        assert list(coming.rolls) == step.get("rolls", [])
        if "depths" in step:
            assert [compared.depth for compared in coming.tied] == step["depths"]

    def _check(self, shown: Mapping[str, Any]) -> None:
        scene, at = self.scene, self.at
        actual: dict[str, Any] = {
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
            "field": [field_card.card.id for field_card in scene.field],
            "timed": len(scene.timed),
            "stunned": [who.id for who in scene.fighters.values() if who.stunned],
        }
        assert {key: actual[key] for key in shown} == shown


def run(vector: Mapping[str, Any]) -> None:
    """Let a vector happen, and see whether it goes as it says."""
    fight = Fight(scene_of(vector))
    for step in vector["does"]:
        fight.go(step)


def healed_health(body: FighterBody, amount: int) -> int:
    """Return Health after healing: never above the maximum, and unchanged for the defeated (5.6)."""
    return min(body.most, body.health + max(0, amount)) if body.is_standing else body.health
