"""Offers with the forms of each kind of attack."""

from __future__ import annotations

from typing import Any

from engine.core.memo import memo
from engine.messages.message import Message
from engine.model.frozen import Frozen, replace
from engine.presentation.offers import Offer, Question, QuestionKind, make_offer, question
from engine.rulesets.future_imperfect.actions import ammunition
from engine.rulesets.future_imperfect.combat.attack_questions import (
    BARE_HANDS,
    FAR,
    HANDS,
    MOST_SHARES,
    SIDES,
    BurstWeapon,
    called,
    circumstance_flags,
    hands,
    other_weapon,
    rare_question,
    sight,
)
from engine.rulesets.future_imperfect.combat.melee import entangling_commands, melee_commands
from engine.rulesets.future_imperfect.combat.ranged import shot_commands, throw_commands
from engine.rulesets.future_imperfect.offer_context import Names

USUAL_THROW = 5
USUAL_SHOT = 10
MOST_LOADING = 20


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


EITHER = HandChoice()


class AimTaken(Frozen):
    """The aim of a character: the target and its name, the weapon, and the modifier (FI-AIM-2)."""

    target: str
    name: str
    weapon: str
    bonus: int


# ---- whoever acts ----------------------------------------------------------------------------------------------------


@memo
def shoot(
    seat: str,
    actor: str,
    name: str,
    targets: Names,
    bodies: Names,
    guns: Names,
    others: Names,
    lights: Names,
    hand: HandChoice,
    aim: AimTaken | None = None,
) -> Offer:
    """Return the form of a shot (FI-SHOOT-1); an aim fixes target and weapon (FI-AIM-2)."""
    questions = (
        *_target_and_weapon(targets, guns, aim),
        question("distance", QuestionKind.NUMBER, least=0, most=FAR),
        *called(targets, bodies),
        *hands(hand.free),
        *harnessed(hand),
        *shot_asks(lights),
        *other_weapon(guns, others),
    )
    bare = shot_commands.Shoot(
        seat=seat,
        actor=actor,
        target=aim.target if aim else targets[0],
        weapon=aim.weapon if aim else guns[0],
        distance=USUAL_SHOT,
        side=SIDES[0],
        harness=bool(hand.harness),
        **hand.said(),
    )
    offer = make_offer(f"shoot:{actor}", bare, questions=questions, primary=True, actor=name)
    if aim is None:
        return offer
    label = Message(key="offer.shoot_aimed", params={"actor": name, "target": aim.name, "bonus": aim.bonus})
    return replace(offer, label=label)


def _target_and_weapon(targets: Names, guns: Names, aim: AimTaken | None) -> tuple[Question, Question]:
    whom, what = question("target", QuestionKind.CHOICE, targets), question("weapon", QuestionKind.CHOICE, guns)
    if aim is None:
        return whom, what
    label = Message(key="ask.target_aimed", params={"target": aim.name, "weapon": aim.weapon, "bonus": aim.bonus})
    return replace(whom, label=label, optional=True), replace(what, optional=True)


def harnessed(hand: HandChoice) -> tuple[Question, ...]:
    """Ask whether a weapon is worn with a harness: prominently where only that makes it ready (FI-ACT-2)."""
    if hand.harness is None:
        return ()
    return (question("harness", QuestionKind.FLAG, optional=True, rare=not hand.harness),)


def shot_asks(lights: Names) -> tuple[Question, ...]:
    """Ask for the circumstances of a shot (T-6b)."""
    return (
        *circumstance_flags("one_handed"),
        *sight(lights),
        rare_question("moving", QuestionKind.CHOICE, ("true", "false")),
        *circumstance_flags("carries_light", "point_blank", "low"),
        *circumstance_flags("front", "mounted", "carried"),
        rare_question("thing", QuestionKind.TEXT),
    )


@memo
def burst(seat: str, actor: str, name: str, targets: Names, gun: BurstWeapon, lights: Names, hand: HandChoice) -> Offer:
    """Return the form of a burst, with rounds and dice for each target (FI-AUTO-1, FI-AUTO-4)."""
    questions = (split(targets, gun), *hands(hand.free), *harnessed(hand), *burst_asks(lights))
    bare = shot_commands.FireBurst(
        seat=seat, actor=actor, weapon=gun.weapon, targets=targets[:1], harness=bool(hand.harness), **hand.said()
    )
    return make_offer(f"burst:{actor}:{gun.weapon}", bare, questions=questions, actor=name, weapon=gun.weapon)


def burst_asks(lights: Names) -> tuple[Question, ...]:
    """Ask for the circumstances of a burst; it cannot be aimed or called (FI-AUTO-5)."""
    return (
        *circumstance_flags("one_handed"),
        *sight(lights),
        *circumstance_flags("point_blank", "mounted", "carried"),
    )


def split(targets: Names, gun: BurstWeapon) -> Question:
    """Ask for the targets of a burst: distance, rounds and dice of each; each gets at least one."""
    columns = (
        question("each_distance", QuestionKind.NUMBER, field="distances", least=0, most=FAR),
        question("each_rounds", QuestionKind.NUMBER, field="rounds", least=1, most=gun.rounds, total=gun.rounds),
        question("each_dice", QuestionKind.NUMBER, field="dice", least=1, most=gun.dice, total=gun.dice),
    )
    most = max(1, min(len(targets), gun.rounds, gun.dice, MOST_SHARES))
    return question("targets", QuestionKind.ROWS, targets, least=1, most=most, columns=columns)


@memo
def strike(
    seat: str,
    actor: str,
    name: str,
    targets: Names,
    bodies: Names,
    weapons: Names,
    others: Names,
    hand: HandChoice,
    main: bool,
) -> Offer:
    """Return the form of a blow (FI-MELEE-1)."""
    questions = (
        question("target", QuestionKind.CHOICE, targets),
        *((question("weapon", QuestionKind.CHOICE, weapons, optional=True, instead=BARE_HANDS),) if weapons else ()),
        *called(targets, bodies),
        *hands(hand.free),
        *blow_asks(),
        *other_weapon(weapons, others),
    )
    bare = melee_commands.Strike(seat=seat, actor=actor, target=targets[0], side=SIDES[0], **hand.said())
    return make_offer(f"strike:{actor}", bare, questions=questions, primary=main, actor=name)


def blow_asks() -> tuple[Question, ...]:
    """Ask for the circumstances of a blow."""
    return (*circumstance_flags("height", "lethal"), rare_question("thing", QuestionKind.TEXT))


@memo
def close(seat: str, actor: str, name: str, targets: Names) -> Offer:
    """Return the form for getting inside the reach of others (FI-CLOSE-1)."""
    bare = melee_commands.CloseIn(seat=seat, actor=actor, target=targets[0])
    return make_offer(
        f"close_in:{actor}", bare, questions=(question("target", QuestionKind.CHOICE, targets),), actor=name
    )


@memo
def away(seat: str, actor: str, name: str, targets: Names) -> Offer:
    """Return the form for getting the distance back (FI-CLOSE-3)."""
    bare = melee_commands.KeepDistance(seat=seat, actor=actor, target=targets[0])
    return make_offer(
        f"keep_distance:{actor}", bare, questions=(question("target", QuestionKind.CHOICE, targets),), actor=name
    )


@memo
def entangle(seat: str, actor: str, name: str, targets: Names, weapons: Names, hand: HandChoice) -> Offer:
    """Return the form for entangling others, and for tripping them too if the weapon can (FI-ENT-1)."""
    questions = (
        question("target", QuestionKind.CHOICE, targets),
        question("weapon", QuestionKind.CHOICE, weapons),
        question("trip", QuestionKind.FLAG, optional=True),
        *_one_hand(hand),
    )
    bare = entangling_commands.Entangle(seat=seat, actor=actor, target=targets[0], weapon=weapons[0], hand=hand.hand)
    return make_offer(f"entangle:{actor}", bare, questions=questions, actor=name)


@memo
def trip(seat: str, actor: str, name: str, targets: Names, weapons: Names, hand: HandChoice) -> Offer:
    """Return the form for only tripping others (FI-ENT-1, FI-ENT-5)."""
    questions = (
        question("target", QuestionKind.CHOICE, targets),
        question("weapon", QuestionKind.CHOICE, weapons),
        *_one_hand(hand),
    )
    bare = entangling_commands.Entangle(
        seat=seat, actor=actor, target=targets[0], weapon=weapons[0], hand=hand.hand, hold=False
    )
    return make_offer(f"trip:{actor}", bare, questions=questions, actor=name)


def _one_hand(hand: HandChoice) -> tuple[Question, ...]:
    return (rare_question("hand", QuestionKind.CHOICE, hand.free),) if len(hand.free) > 1 else ()


@memo
def throw(
    seat: str,
    actor: str,
    name: str,
    targets: Names,
    bodies: Names,
    weapons: Names,
    far: int,
    lights: Names,
    hand: HandChoice,
) -> Offer:
    """Return the form of a throw (FI-THROW-1)."""
    questions = (
        question("weapon", QuestionKind.CHOICE, weapons),
        question("target", QuestionKind.CHOICE, targets, optional=True),
        question("distance", QuestionKind.NUMBER, least=0, most=far),
        *called(targets, bodies, anybody=False),
        *hands(hand.free),
        *thrown_asks(lights),
    )
    bare = throw_commands.ThrowWeapon(
        seat=seat, actor=actor, weapon=weapons[0], distance=min(USUAL_THROW, far), side=SIDES[0], **hand.said()
    )
    return make_offer(f"throw_weapon:{actor}", bare, questions=questions, actor=name)


def thrown_asks(lights: Names) -> tuple[Question, ...]:
    """Ask for the circumstances of a throw."""
    return (*sight(lights), *circumstance_flags("mounted", "carried"))


@memo
def reload(seat: str, actor: str, name: str, weapons: Names, ask_count: bool) -> Offer:
    """Return the form for reloading a weapon; the GM may set the duration (FI-RELOAD-3)."""
    questions = (
        *((question("load", QuestionKind.CHOICE, weapons, field="weapon"),) if len(weapons) > 1 else ()),
        *(
            (rare_question("loading", QuestionKind.NUMBER, field="actions", least=1, most=MOST_LOADING),)
            if ask_count
            else ()
        ),
    )
    bare = ammunition.Reload(seat=seat, actor=actor, weapon=weapons[0])
    return make_offer(f"reload:{actor}", bare, questions=questions, actor=name, weapon=weapons[0])
