"""What can be done about moving: metres on foot, climbing, swimming, riding, driving; and picking up the pace."""

from __future__ import annotations

from collections.abc import Iterator

from engine.play.offers import Ask, AskKind, Offer, ask, checked, offered
from engine.play.words import Message
from engine.rulesets.future_imperfect import limbs, moving, pacing, states
from engine.rulesets.future_imperfect.cells import Cells
from engine.rulesets.future_imperfect.movement import Going
from engine.rulesets.future_imperfect.offering.scene import MOST_NUMBER, Scene
from engine.rulesets.future_imperfect.procedures.conflict import fighter_of
from engine.table.frozen import Json, kept, replace
from engine.table.seats import Actor

ON_FOOT: tuple[Going, ...] = ("walking", "climbing", "swimming")


TOO_FAR = ("refused.gets_no_farther", "refused.rolled_unhurried", "refused.leg_lost")
"""The refusals that only speak of the metres; one who goes no farther on foot may still have a mount."""


def offers(scene: Scene) -> Iterator[Offer]:
    """Yield where the card that is being acted on may carry whoever acts."""
    actor, now = scene.turn, scene.conflict
    if actor is None or now is None:
        return
    pair = {actor.id, fighter_of(now, actor.id)}
    close = any(not pair.isdisjoint(closed) for closed in now.inside)
    turn = now.turns[-1]
    on_foot = moving.metres_left(scene.table, actor.id, turn, "walking", running=True)
    at_a_walk = moving.metres_left(scene.table, actor.id, turn, "walking", running=False)
    walks = checked(
        scene.table,
        _go(scene.seat, actor.id, actor.name, "walking", max(1, on_foot), close, at_a_walk),
        moving.verify_go,
    )
    yield walks
    ways = _ways(scene, actor)
    if walks.denial is None or walks.denial.message.key in TOO_FAR:
        for going in ways[1:]:
            left = moving.metres_left(scene.table, actor.id, turn, going, running=True)
            if left:
                yield _go(scene.seat, actor.id, actor.name, going, left, close)
    paced = tuple(going for going in ways if _picks_up(scene, actor, going))
    if turn.unhurried and not turn.running:
        paced = tuple(going for going in paced if going in moving.NEVER_RUN) or paced[:1]
    if paced:
        yield checked(scene.table, _pace(scene.seat, actor.id, actor.name, paced), moving.verify_pace)


def _ways(scene: Scene, actor: Actor) -> tuple[Going, ...]:
    """Return how a character may go; one who can but drag itself along does only that (FI-MOVE-14)."""
    if states.is_stunned(scene.table, actor.id):
        return ("walking",)
    return (*ON_FOOT, *pacing.CARRIED) if Cells(actor.sheet).whole("mount_rate") is not None else ON_FOOT


def _picks_up(scene: Scene, actor: Actor, going: Going) -> bool:
    if going in moving.ON_LEGS and limbs.gait(scene.table, actor.id) != "runs":
        return False
    return bool(pacing.pickup_of(scene.table, actor.id, going).sides)


@kept
def _go(seat: str, actor: str, name: str, going: Going, metres: int, close: bool, walk: int = 0) -> Offer:
    asks: list[Ask] = [ask("metres", AskKind.NUMBER, least=1, most=metres)]
    if close:
        asks.append(ask("within_reach", AskKind.FLAG, optional=True))
    bare = moving.GoMetres(seat=seat, actor=actor, metres=1, going=going)
    made = offered(f"go_{going}:{actor}", bare, asks=tuple(asks), actor=name, metres=metres)
    if not 0 < walk < metres:
        return made
    told: dict[str, Json] = {"actor": name, "walk": walk, "metres": metres, "cost": states.costs().running}
    return replace(made, label=Message(key="offer.go_or_run", params=told))


@kept
def _pace(seat: str, actor: str, name: str, ways: tuple[Going, ...]) -> Offer:
    asks: list[Ask] = [ask("going", AskKind.CHOICE, ways)] if len(ways) > 1 else []
    if "riding" in ways:
        asks.append(ask("fatigue", AskKind.NUMBER, least=0, most=MOST_NUMBER, optional=True))
    bare = moving.PickUpPace(seat=seat, actor=actor, going=ways[0])
    return offered(f"pick_up_pace:{actor}", bare, asks=tuple(asks), actor=name)
