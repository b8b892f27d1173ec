"""Which bodies a selector of section 5.4 means.

Those that let somebody choose mean all among whom may be chosen; `choosing` says how many, and what else counts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from engine.rulesets.card_the_drawing.scene import Acting, Body, Scene, allied, opposed

CHOOSING = frozenset({"one", "one_any", "one_other", "one_enemy", "one_ally"})
"""The selectors that let the user choose."""


def acting_body(scene: Scene, acting: Acting) -> str:
    """Return the body that acts: the one that was named, or else the first that stands.

    Of a mob it is the first that has not acted this round, if there is one (CD-MINION-4).
    """
    if acting.body:
        return acting.body
    who = scene.fighters.get(acting.owner)
    if who is None or not who.bodies:
        return ""
    if len(who.bodies) == 1:
        return who.bodies[0]
    standing = [body.id for body in scene.standing(who.id)]
    fresh = (body for body in standing if body not in who.acted)
    return next(fresh, None) or next(iter(standing), who.bodies[0])


def _every(scene: Scene) -> Iterator[Body]:
    return (body for body in scene.bodies.values() if body.health > 0)


def _but_acting(scene: Scene, acting: Acting) -> Iterator[Body]:
    own = acting_body(scene, acting)
    return (body for body in _every(scene) if body.id != own)


def _named(scene: Scene, names: Iterable[str]) -> Iterator[Body]:
    return (scene.bodies[name] for name in dict.fromkeys(names) if name in scene.bodies)


def _attacker(scene: Scene, acting: Acting) -> Iterator[Body]:
    return (body for body in _named(scene, (acting.event.source,)) if body.stands)


def _close_attackers(scene: Scene, acting: Acting) -> Iterator[Body]:
    """Those who fell count too, though none of them can be chosen."""
    who = scene.fighters.get(acting.owner)
    return _named(scene, who.close_attackers if who is not None else ())


def _targeted_allies(scene: Scene, acting: Acting) -> Iterator[Body]:
    return (body for body in _named(scene, acting.event.targets) if allied(scene, acting.owner, body.fighter))


def _own_untargeted(scene: Scene, acting: Acting) -> Iterator[Body]:
    return (body for body in scene.standing(acting.owner) if body.id not in acting.event.targets)


def _others_not_targeted(scene: Scene, acting: Acting) -> Iterator[Body]:
    event = acting.event
    return (
        body
        for body in _every(scene)
        if body.fighter != acting.owner and body.id != event.source and body.id not in event.targets
    )


_FOUND: Mapping[str, Callable[[Scene, Acting], Iterable[Body]]] = {
    "one": _but_acting,
    "one_any": lambda scene, _: _every(scene),
    "one_other": lambda scene, acting: (body for body in _every(scene) if body.fighter != acting.owner),
    "one_enemy": lambda scene, acting: (b for b in _every(scene) if opposed(scene, acting.owner, b.fighter)),
    "one_ally": lambda scene, acting: (b for b in _but_acting(scene, acting) if allied(scene, acting.owner, b.fighter)),
    "all": lambda scene, _: _every(scene),
    "all_enemies": lambda scene, acting: (b for b in _every(scene) if opposed(scene, acting.owner, b.fighter)),
    "all_allies": lambda scene, acting: (b for b in _every(scene) if allied(scene, acting.owner, b.fighter)),
    "all_others": _but_acting,
    "user": lambda scene, acting: _named(scene, (acting_body(scene, acting),)),
    "bearer": lambda scene, acting: scene.standing(acting.bearer),
    "attacker": _attacker,
    "same": lambda scene, acting: _named(scene, acting.targets),
    "close_attackers": _close_attackers,
    "targeted_allies": _targeted_allies,
    "own_untargeted": _own_untargeted,
    "others_not_targeted": _others_not_targeted,
}


def bodies_meant(scene: Scene, selector: str, acting: Acting) -> tuple[Body, ...]:
    """Return the bodies that a selector means, in the order of the table; none for a selector that does not exist."""
    find = _FOUND.get(selector)
    return tuple(find(scene, acting)) if find is not None else ()
