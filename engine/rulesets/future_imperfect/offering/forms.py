"""The forms in which an attack is declared by whoever acts."""

from __future__ import annotations

from typing import Any

from engine.play.offers import Ask, AskKind, Offer, ask, offered
from engine.play.words import Message
from engine.rulesets.future_imperfect import ammunition, blows, entangling, shots, throws
from engine.rulesets.future_imperfect.offering.arms import (
    BARE_HANDS,
    FAR,
    HANDS,
    MOST_SHARES,
    SIDES,
    Burst,
    called,
    flags,
    hands,
    other_weapon,
    seldom,
    sight,
)
from engine.table.frozen import Frozen, kept, replace

Names = tuple[str, ...]
USUAL_THROW = 5
USUAL_SHOT = 10
MOST_LOADING = 20


class Held(Frozen):
    """With which hand an attack is made, as far as that is settled by an earlier one of the same action (FI-TWO-1).

    Attributes:
        hand, two_weapons: what holds unless somebody says otherwise.
        free: the hands that may attack; one if there is nothing to choose.
        harness: whether a slow weapon is ready only as it is worn with a harness; None where that does not matter.
    """

    hand: str = HANDS[0]
    two_weapons: bool = False
    free: Names = HANDS
    harness: bool | None = None

    def said(self) -> dict[str, Any]:
        """Return what a command says of it."""
        return {"hand": self.hand, "two_weapons": self.two_weapons}


EITHER = Held()


class Aimed(Frozen):
    """The aim that somebody has taken: at whom, that one's name, what with, and what it adds (FI-AIM-2)."""

    target: str
    name: str
    weapon: str
    bonus: int


# ---- whoever acts ----------------------------------------------------------------------------------------------------


@kept
def shoot(
    seat: str,
    actor: str,
    name: str,
    targets: Names,
    bodies: Names,
    guns: Names,
    others: Names,
    lights: Names,
    held: Held,
    aim: Aimed | None = None,
) -> Offer:
    """Return how somebody shoots (FI-SHOOT-1); target and weapon of an aim are chosen beforehand (FI-AIM-2)."""
    asks = (
        *_at_whom(targets, guns, aim),
        ask("distance", AskKind.NUMBER, least=0, most=FAR),
        *called(targets, bodies),
        *hands(held.free),
        *harnessed(held),
        *shot_asks(lights),
        *other_weapon(guns, others),
    )
    bare = shots.Shoot(
        seat=seat,
        actor=actor,
        target=aim.target if aim else targets[0],
        weapon=aim.weapon if aim else guns[0],
        distance=USUAL_SHOT,
        side=SIDES[0],
        harness=bool(held.harness),
        **held.said(),
    )
    made = offered(f"shoot:{actor}", bare, asks=asks, main=True, actor=name)
    if aim is None:
        return made
    told = Message(key="offer.shoot_aimed", params={"actor": name, "target": aim.name, "bonus": aim.bonus})
    return replace(made, label=told)


def _at_whom(targets: Names, guns: Names, aim: Aimed | None) -> tuple[Ask, Ask]:
    whom, what = ask("target", AskKind.CHOICE, targets), ask("weapon", AskKind.CHOICE, guns)
    if aim is None:
        return whom, what
    label = Message(key="ask.target_aimed", params={"target": aim.name, "weapon": aim.weapon, "bonus": aim.bonus})
    return replace(whom, label=label, optional=True), replace(what, optional=True)


def harnessed(held: Held) -> tuple[Ask, ...]:
    """Ask whether a weapon is worn with a harness: openly where only that makes it ready (FI-ACT-2)."""
    if held.harness is None:
        return ()
    return (ask("harness", AskKind.FLAG, optional=True, seldom=not held.harness),)


def shot_asks(lights: Names) -> tuple[Ask, ...]:
    """Ask for the circumstances of a shot (T-6b)."""
    return (
        *flags("one_handed"),
        *sight(lights),
        seldom("moving", AskKind.CHOICE, ("true", "false")),
        *flags("carries_light", "point_blank", "low"),
        *flags("front", "mounted", "carried"),
        seldom("thing", AskKind.TEXT),
    )


@kept
def burst(seat: str, actor: str, name: str, targets: Names, gun: Burst, lights: Names, held: Held) -> Offer:
    """Return how somebody fires a burst, with rounds and dice for each target (FI-AUTO-1, FI-AUTO-4)."""
    asks = (split(targets, gun), *hands(held.free), *harnessed(held), *burst_asks(lights))
    bare = shots.FireBurst(
        seat=seat, actor=actor, weapon=gun.weapon, targets=targets[:1], harness=bool(held.harness), **held.said()
    )
    return offered(f"burst:{actor}:{gun.weapon}", bare, asks=asks, actor=name, weapon=gun.weapon)


def burst_asks(lights: Names) -> tuple[Ask, ...]:
    """Ask for the circumstances of a burst; it is neither aimed nor called (FI-AUTO-5)."""
    return (
        *flags("one_handed"),
        *sight(lights),
        *flags("point_blank", "mounted", "carried"),
    )


def split(targets: Names, gun: Burst) -> Ask:
    """Ask whom a burst is aimed at: how far off, and how many rounds and dice each gets; each gets one at the least."""
    columns = (
        ask("each_distance", AskKind.NUMBER, field="distances", least=0, most=FAR),
        ask("each_rounds", AskKind.NUMBER, field="rounds", least=1, most=gun.rounds, total=gun.rounds),
        ask("each_dice", AskKind.NUMBER, field="dice", least=1, most=gun.dice, total=gun.dice),
    )
    most = max(1, min(len(targets), gun.rounds, gun.dice, MOST_SHARES))
    return ask("targets", AskKind.ROWS, targets, least=1, most=most, columns=columns)


@kept
def strike(
    seat: str,
    actor: str,
    name: str,
    targets: Names,
    bodies: Names,
    weapons: Names,
    others: Names,
    held: Held,
    main: bool,
) -> Offer:
    """Return how somebody strikes (FI-MELEE-1)."""
    asks = (
        ask("target", AskKind.CHOICE, targets),
        *((ask("weapon", AskKind.CHOICE, weapons, optional=True, instead=BARE_HANDS),) if weapons else ()),
        *called(targets, bodies),
        *hands(held.free),
        *blow_asks(),
        *other_weapon(weapons, others),
    )
    bare = blows.Strike(seat=seat, actor=actor, target=targets[0], side=SIDES[0], **held.said())
    return offered(f"strike:{actor}", bare, asks=asks, main=main, actor=name)


def blow_asks() -> tuple[Ask, ...]:
    """Ask for the circumstances of a blow."""
    return (*flags("height", "lethal"), seldom("thing", AskKind.TEXT))


@kept
def close(seat: str, actor: str, name: str, targets: Names) -> Offer:
    """Return how somebody gets inside the reach of others (FI-CLOSE-1)."""
    bare = blows.CloseIn(seat=seat, actor=actor, target=targets[0])
    return offered(f"close_in:{actor}", bare, asks=(ask("target", AskKind.CHOICE, targets),), actor=name)


@kept
def away(seat: str, actor: str, name: str, targets: Names) -> Offer:
    """Return how somebody gets the distance back (FI-CLOSE-3)."""
    bare = blows.KeepDistance(seat=seat, actor=actor, target=targets[0])
    return offered(f"keep_distance:{actor}", bare, asks=(ask("target", AskKind.CHOICE, targets),), actor=name)


@kept
def entangle(seat: str, actor: str, name: str, targets: Names, weapons: Names, held: Held) -> Offer:
    """Return how somebody holds others fast, and trips them by the way if the weapon does that too (FI-ENT-1)."""
    asks = (
        ask("target", AskKind.CHOICE, targets),
        ask("weapon", AskKind.CHOICE, weapons),
        ask("trip", AskKind.FLAG, optional=True),
        *_one_hand(held),
    )
    bare = entangling.Entangle(seat=seat, actor=actor, target=targets[0], weapon=weapons[0], hand=held.hand)
    return offered(f"entangle:{actor}", bare, asks=asks, actor=name)


@kept
def trip(seat: str, actor: str, name: str, targets: Names, weapons: Names, held: Held) -> Offer:
    """Return how somebody only brings others down (FI-ENT-1, FI-ENT-5)."""
    asks = (ask("target", AskKind.CHOICE, targets), ask("weapon", AskKind.CHOICE, weapons), *_one_hand(held))
    bare = entangling.Entangle(seat=seat, actor=actor, target=targets[0], weapon=weapons[0], hand=held.hand, hold=False)
    return offered(f"trip:{actor}", bare, asks=asks, actor=name)


def _one_hand(held: Held) -> tuple[Ask, ...]:
    return (seldom("hand", AskKind.CHOICE, held.free),) if len(held.free) > 1 else ()


@kept
def throw(
    seat: str, actor: str, name: str, targets: Names, bodies: Names, weapons: Names, far: int, lights: Names, held: Held
) -> Offer:
    """Return how somebody throws something (FI-THROW-1)."""
    asks = (
        ask("weapon", AskKind.CHOICE, weapons),
        ask("target", AskKind.CHOICE, targets, optional=True),
        ask("distance", AskKind.NUMBER, least=0, most=far),
        *called(targets, bodies, anybody=False),
        *hands(held.free),
        *thrown_asks(lights),
    )
    bare = throws.ThrowWeapon(
        seat=seat, actor=actor, weapon=weapons[0], distance=min(USUAL_THROW, far), side=SIDES[0], **held.said()
    )
    return offered(f"throw_weapon:{actor}", bare, asks=asks, actor=name)


def thrown_asks(lights: Names) -> tuple[Ask, ...]:
    """Ask for the circumstances of a throw."""
    return (*sight(lights), *flags("mounted", "carried"))


@kept
def reload(seat: str, actor: str, name: str, weapons: Names, told: bool) -> Offer:
    """Return how somebody loads a weapon; the Master may say how long it takes (FI-RELOAD-3)."""
    asks = (
        *((ask("load", AskKind.CHOICE, weapons, field="weapon"),) if len(weapons) > 1 else ()),
        *((seldom("loading", AskKind.NUMBER, field="actions", least=1, most=MOST_LOADING),) if told else ()),
    )
    bare = ammunition.Reload(seat=seat, actor=actor, weapon=weapons[0])
    return offered(f"reload:{actor}", bare, asks=asks, actor=name, weapon=weapons[0])
