"""Offers with the forms of each kind of attack, for characters that act on a card."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.core.memo import memo
from engine.messages.message import Message
from engine.model.frozen import Frozen, Json, replace
from engine.model.table import Table
from engine.presentation.choice_offers import OneOf
from engine.presentation.command_offers import Answers, Asks, offer_of, question_about
from engine.presentation.offers import Offer, QuestionKind, question
from engine.rulesets.future_imperfect.character.hit_locations import hit_charts
from engine.rulesets.future_imperfect.combat.attack_commands import FAR, HANDS, SIDES, AttackRequest
from engine.rulesets.future_imperfect.combat.available_weapons import BurstWeapon
from engine.rulesets.future_imperfect.combat.melee.entangling_commands import Entangle
from engine.rulesets.future_imperfect.combat.melee.melee_commands import CloseIn, KeepDistance, Strike
from engine.rulesets.future_imperfect.combat.ranged.shot_commands import FireBurst, Shoot
from engine.rulesets.future_imperfect.combat.ranged.throw_commands import ThrowWeapon
from engine.rulesets.future_imperfect.offer_context import Names
from engine.rulesets.future_imperfect.rules import ranged_rules
from engine.rulesets.future_imperfect.sheet_lookups import charts_of, keeps_secrets

USUAL_THROW = 5
USUAL_SHOT = 10
MOST_SHARES = 20
BARE_HANDS = Message(key="ask.bare_hands")
"""The label of choosing no weapon for a blow."""
CALLED = ("called", "side", "place")
BOTH_HANDS = ("hand", "two_weapons")
SIGHT = ("light", "hidden", "rate", "course")
"""The visibility and the speed of a target (FI-SHOOT-7, FI-COVER-9, FI-DARK-1)."""
SHOT = ("one_handed", *SIGHT, "moving", "carries_light", "point_blank", "low", "front", "mounted", "carried", "thing")
"""The circumstances of a shot (T-6b)."""
BURST = ("one_handed", *SIGHT, "point_blank", "mounted", "carried")
"""The circumstances of a burst; it cannot be aimed or called (FI-AUTO-5)."""
BLOW = ("height", "lethal", "thing")
THROW = (*SIGHT, "mounted", "carried")
Asked = dict[str, Answers]


class HandChoice(Frozen):
    """The hand of an attack, as far as an earlier attack of the same action settles it (FI-TWO-1).

    Attributes:
        hand, two_weapons: the defaults.
        free: the hands that may attack; only one if there is no choice.
        harness: whether a slow weapon is ready only when worn with a harness; None if irrelevant.
    """

    hand: str = HANDS[0]
    two_weapons: bool = False
    free: Names = HANDS
    harness: bool | None = None

    def said(self) -> dict[str, Any]:
        """Return the fields of a command for it."""
        return {"hand": self.hand, "two_weapons": self.two_weapons}

    def asked(self) -> Asked:
        """Ask for the hand, and at the first attack of an action for a weapon in each (FI-TWO-1, FI-TWO-2).

        The harness is asked for, too, prominently where only that makes the weapon ready (FI-ACT-2).
        """
        harness = None if self.harness is None else Asks(rare=not self.harness)
        return {"hand": self.free, "harness": harness} if len(self.free) > 1 else NO_HANDS | {"harness": harness}


NO_HANDS: Asked = {"hand": None, "two_weapons": None}
EITHER = HandChoice()


class AimTaken(Frozen):
    """The aim of a character: the target and its name, the weapon, and the modifier (FI-AIM-2)."""

    target: str
    name: str
    weapon: str
    bonus: int


class Attacker(Frozen):
    """A character that attacks now.

    Attributes:
        seat, actor, name: its seat, its id and its name.
        targets, bodies: its possible targets, and their hit charts.
        lights: the light conditions that may be.
        hand: the hand that attacks.
    """

    seat: str
    actor: str
    name: str
    targets: Names
    bodies: Names
    lights: Names
    hand: HandChoice


# ---- possible answers ------------------------------------------------------------------------------------------------


def bodies_of(table: Table, viewer: str, targets: Names) -> Names:
    """Return the hit charts of possible targets; none if the viewer may not read one of them."""
    actors, charts = table.actors, charts_of(table)
    if keeps_secrets(table) and not all(table.may_read(actors[target], viewer) for target in targets):
        return ()
    return tuple(dict.fromkeys([charts[target] for target in targets]))


def lights_of(table: Table) -> Names:
    """Return the names of the group's light conditions."""
    known: Json = table.option("darkness_table")
    return tuple(known) if isinstance(known, Mapping) else ()


@memo
def called_at(bodies: Names) -> Asked:
    """Ask for a called spot, its side, and the location where it has several (FI-CALL-1, FI-CALL-3).

    Where the hit charts of the possible targets differ, only spot and side are asked for.
    """
    spots = ranged_rules.ranged_tables().called
    costs = {key: Message(key="ask.modifier", params={"value": spot.modifier}) for key, spot in spots.items()}
    sided = Asks.by_choice("called", {spot: SIDES for spot in spots if _is_sided(spot)})
    place = Asks.by_choice("called", _places(bodies[0])) if len(bodies) == 1 else None
    return {"called": Asks(choices=tuple(spots), told=costs), "side": sided, "place": place}


def _is_sided(spot: str) -> bool:
    """Say whether a called spot may have a left and a right side on a body."""
    charts = hit_charts().charts.values()
    sided = {place.location for chart in charts for place in chart.places if place.sided}
    return any(
        sided & set(chart.meant_by(area)) for chart in charts for area in ranged_rules.called_spot(spot).locations
    )


def _places(chart: str) -> dict[str, Names]:
    """Return the locations of a body that a called spot may mean, where there are several."""
    meant_by, spots = hit_charts().charts[chart].meant_by, ranged_rules.ranged_tables().called
    places = {
        spot: tuple(dict.fromkeys(own for area in ranged_rules.called_spot(spot).locations for own in meant_by(area)))
        for spot in spots
    }
    return {spot: meant for spot, meant in places.items() if len(meant) > 1}


def split(targets: Names, gun: BurstWeapon) -> Asks:
    """Ask for the targets of a burst: distance, rounds and dice of each; each gets at least one."""
    columns = (
        question("each_distance", QuestionKind.NUMBER, field="distances", least=0, most=FAR),
        question("each_rounds", QuestionKind.NUMBER, field="rounds", least=1, most=gun.rounds, total=gun.rounds),
        question("each_dice", QuestionKind.NUMBER, field="dice", least=1, most=gun.dice, total=gun.dice),
    )
    most = max(1, min(len(targets), gun.rounds, gun.dice, MOST_SHARES))
    return Asks(kind=QuestionKind.ROWS, choices=targets, least=1, most=most, columns=columns)


def _with_other_weapon(offer: Offer, kind: type[AttackRequest], own: Names, others: Names) -> Offer:
    """Return an offer that also asks for another weapon of the group's list, in place of those on the sheet."""
    more = tuple(name for name in others if name not in own)
    if not more:
        return offer
    other = question_about(kind, "weapon", Asks("other_weapon", choices=more, optional=True, rare=True))
    return replace(offer, questions=(*offer.questions, other))


# ---- the forms -------------------------------------------------------------------------------------------------------


@memo
def shoot(by: Attacker, guns: Names, others: Names, aim: AimTaken | None) -> Offer:
    """Return the form of a shot (FI-SHOOT-1); an aim fixes target and weapon (FI-AIM-2)."""
    asks: Asked = {**called_at(by.bodies), **by.hand.asked(), "light": by.lights, "target": by.targets, "weapon": guns}
    target, weapon = by.targets[0], guns[0]
    if aim is not None:
        target, weapon = aim.target, aim.weapon
        params = (("target", aim.name), ("weapon", aim.weapon), ("bonus", aim.bonus))
        asks["target"] = Asks("target_aimed", params=params, choices=by.targets, optional=True)
        asks["weapon"] = Asks(choices=guns, optional=True)
    shot = Shoot(
        seat=by.seat,
        actor=by.actor,
        target=target,
        weapon=weapon,
        distance=USUAL_SHOT,
        side=SIDES[0],
        harness=bool(by.hand.harness),
        **by.hand.said(),
    )
    fields = ("target", "weapon", "distance", *CALLED, *BOTH_HANDS, "harness", *SHOT)
    offer = offer_of(None, shot, fields=fields, asks=asks, primary=True, actor=by.name)
    offer = _with_other_weapon(offer, Shoot, guns, others)
    if aim is None:
        return offer
    label = Message(key="offer.shoot_aimed", params={"actor": by.name, "target": aim.name, "bonus": aim.bonus})
    return replace(offer, label=label)


@memo
def burst(by: Attacker, gun: BurstWeapon) -> Offer:
    """Return the form of a burst, with rounds and dice for each target (FI-AUTO-1, FI-AUTO-4)."""
    targets, harness = by.targets[:1], bool(by.hand.harness)
    shots = FireBurst(
        seat=by.seat,
        actor=by.actor,
        weapon=gun.weapon,
        targets=targets,
        distances=(USUAL_SHOT,),
        harness=harness,
        **by.hand.said(),
    )
    asks: Asked = {"targets": split(by.targets, gun), **by.hand.asked(), "light": by.lights}
    fields, name = ("targets", *BOTH_HANDS, "harness", *BURST), f"burst:{by.actor}:{gun.weapon}"
    return offer_of(None, shots, name=name, fields=fields, asks=asks, actor=by.name, weapon=gun.weapon)


@memo
def strike(by: Attacker, weapons: Names, others: Names, main: bool) -> Offer:
    """Return the form of a blow (FI-MELEE-1)."""
    asks: Asked = {**called_at(by.bodies), **by.hand.asked(), "target": by.targets}
    asks["weapon"] = Asks(choices=weapons, instead=BARE_HANDS) if weapons else None
    blow = Strike(seat=by.seat, actor=by.actor, target=by.targets[0], side=SIDES[0], **by.hand.said())
    fields = ("target", "weapon", *CALLED, *BOTH_HANDS, *BLOW)
    offer = offer_of(None, blow, fields=fields, asks=asks, primary=main, actor=by.name)
    return _with_other_weapon(offer, Strike, weapons, others)


@memo
def manoeuvre(command: CloseIn | KeepDistance, name: str, targets: Names) -> Offer:
    """Return the form for getting inside the reach of others, or the distance back (FI-CLOSE-1, FI-CLOSE-3)."""
    return offer_of(None, command, asks={"target": targets}, actor=name)


@memo
def entangle(by: Attacker, weapons: Names, hold: bool) -> Offer:
    """Return the form for entangling others, and for tripping them too, or only that (FI-ENT-1, FI-ENT-5)."""
    target, hand = by.targets[0], by.hand.hand
    command = Entangle(seat=by.seat, actor=by.actor, target=target, weapon=weapons[0], hand=hand, hold=hold)
    asks: Asked = {"target": by.targets, "weapon": weapons, "hand": OneOf(by.hand.free).answers}
    fields, name = ("target", "weapon", *(("trip",) if hold else ()), "hand"), "entangle" if hold else "trip"
    return offer_of(None, command, name=f"{name}:{by.actor}", fields=fields, asks=asks, actor=by.name)


@memo
def throw(by: Attacker, weapons: Names, far: int) -> Offer:
    """Return the form of a throw; only one at a character has a called spot (FI-THROW-1)."""
    called = called_at(by.bodies)
    spot = called["called"]
    assert isinstance(spot, Asks)
    assert spot.choices is not None
    spot = replace(spot, by="target", among=dict.fromkeys(by.targets, spot.choices))
    asks: Asked = {**called, "called": spot, **by.hand.asked(), "light": by.lights, "target": by.targets}
    asks |= {"weapon": weapons, "distance": range(far + 1)}
    command = ThrowWeapon(
        seat=by.seat, actor=by.actor, weapon=weapons[0], distance=min(USUAL_THROW, far), side=SIDES[0], **by.hand.said()
    )
    fields = ("weapon", "target", "distance", *CALLED, *BOTH_HANDS, *THROW)
    return offer_of(None, command, fields=fields, asks=asks, actor=by.name)
