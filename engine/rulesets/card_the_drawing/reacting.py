"""What cards in the field do by themselves: who reacts to what, in which order, and what a phase waits for (5.5)."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from engine.play.draft import Draft
from engine.rulesets.card_the_drawing import settings
from engine.rulesets.card_the_drawing.current import card_record, change, doing
from engine.rulesets.card_the_drawing.facts import alter, is_permanent, need_battle, standing, to_discard
from engine.rulesets.card_the_drawing.order import Throw, Turn, next_of, triggered
from engine.rulesets.card_the_drawing.parts import Spent
from engine.rulesets.card_the_drawing.procedures import Battle, Carrying, Reaction, battle, carrying
from engine.rulesets.card_the_drawing.scene import NOBODY, NOTHING, Acting, Event, Fielded, Scene
from engine.rulesets.card_the_drawing.scene_of import reckoner, scene_of
from engine.rulesets.card_the_drawing.scopes import Words, holds
from engine.table.frozen import replace
from engine.table.table import Table

DEEPEST = 4
"""How many reactions to reactions there are at most, whatever a group writes on its cards."""


def begin_moment(draft: Draft, on: str) -> None:
    """Let a moment come: the cards that do something then will do it, then the phase goes on (CD-PLAY-1)."""
    alter(draft, moment=on)
    fire(draft, on)


def fire(draft: Draft, on: str, event: Event = NOTHING, *, but: Collection[str] = ()) -> None:
    """Let cards react, once what happens now lets them.

    Args:
        draft: the change.
        on: the trigger.
        event: what they react to.
        but: a card never reacts to its own damage, nor to what comes of its reaction.
    """
    table = draft.table
    at = reckoner(table)
    busy = [one.card for one in table.procedures if isinstance(one, Carrying) and one.why == "trigger"]
    if len(busy) >= DEEPEST:
        return
    turns = tuple(turn for turn in triggered(at, on, event) if turn.card_id not in busy and turn.card_id not in but)
    if turns:
        ordered = in_order(draft, at.scene, turns)
        lying = {lies.id: lies for lies in (*at.scene.surroundings, *at.scene.field)}
        add(draft, (reaction(lying[turn.card_id], on, event) for turn in ordered))


def in_order(draft: Draft, scene: Scene, turns: Iterable[Turn]) -> tuple[Turn, ...]:
    """Return who acts in which order; dice that are needed for it are thrown (CD-INIT-5)."""
    left, found, throws = list(turns), list[Turn](), list[Throw]()
    while left:
        coming = next_of(scene, left, throws)
        if coming.turn is None:
            throws.append(thrown(draft, scene, coming.rolls))
        else:
            found.append(coming.turn)
            left.remove(coming.turn)
    return tuple(found)


def thrown(draft: Draft, scene: Scene, fighters: tuple[str, ...]) -> Throw:
    """Throw a d6 for each of some tied fighters (CD-INIT-5)."""
    faces = draft.roll(6, len(fighters))
    throw = dict(zip(fighters, faces, strict=True))
    told = [f"{scene.fighters[who].name} {face}" for who, face in throw.items()]
    draft.note("drawing_tie_dice", "CD-INIT-5", dice=told)
    return throw


def reaction(lies: Fielded, on: str, event: Event = NOTHING) -> Reaction:
    """Return what a card is to do."""
    return Reaction(card=lies.id, on=on, owner=lies.owner, bearer=lies.bearer, event=event)


def add(draft: Draft, reactions: Iterable[Reaction]) -> None:
    """Let reactions wait until what is carried out now comes to them."""
    found = carrying(draft.table)
    if found is not None:
        change(draft, due=(*found.due, *reactions))
        return
    alter(draft, due=(*need_battle(draft.table).due, *reactions))


def take_next(draft: Draft) -> None:
    """Begin with what a card is to do next."""
    last = draft.table.procedures[-1]
    assert isinstance(last, (Battle, Carrying))
    first, *others = last.due
    draft.become(replace(last, due=tuple(others)))
    draft.begin(
        Carrying(card=first.card, actor=first.owner, why="trigger", on=first.on, bearer=first.bearer, event=first.event)
    )


def lying(table: Table, card: str) -> Fielded | None:
    """Return a card in the field or of the surroundings."""
    scene = scene_of(table)
    return next((lies for lies in (*scene.surroundings, *scene.field) if lies.id == card), None)


def by_itself(draft: Draft, card: str, on: str) -> None:
    """Let a card do what it does when it enters or leaves."""
    at, lies = reckoner(draft.table), lying(draft.table, card)
    if lies is None:
        return
    acting = Acting(card=lies.card, owner=lies.owner, bearer=lies.bearer, id=lies.id)
    if any(holds(effect.if_, Words(at, acting)) for effect in doing(at, acting, on)):
        add(draft, (reaction(lies, on),))


def leave_field(draft: Draft, card: str) -> None:
    """Let a card leave the field for its owner's discard pile at once (CD-COND-4); permanent ones may, too."""
    lies = lying(draft.table, card)
    if lies is None or lies.owner == NOBODY:
        return
    by_itself(draft, card, "leave")
    to_discard(draft, card)


def clear_fallen(draft: Draft) -> None:
    """Let Conditions of those who have fallen leave play where the group wishes it (CD-COND-6, CD-AMB-30)."""
    table = draft.table
    if battle(table) is None or settings.word(table, "conditions_of_fallen") != "leave":
        return
    up = standing(table)
    for lies in reckoner(table).scene.field:
        gone = any(who != NOBODY and who not in up for who in (lies.owner, lies.bearer))
        if gone and not is_permanent(draft.table, lies.id):
            leave_field(draft, lies.id)


def prune(draft: Draft) -> None:
    """End what was used up, and what has lost its tag (CD-TAG-DISTANT)."""
    gone = {timed.id for timed in reckoner(draft.table).ended()}
    if gone:
        now = need_battle(draft.table)
        alter(draft, in_force=tuple(one for one in now.in_force if one.id not in gone))


def use_up(draft: Draft, spent: Iterable[Spent]) -> None:
    """Take one use off each limited effect that took part in a reckoning (5.7, step 6, CD-DMG-6)."""
    for use in spent:
        now = need_battle(draft.table)
        field = tuple(
            replace(lies, used={**lies.used, use.place: lies.used.get(use.place, 0) + 1})
            if lies.card == use.holder
            else lies
            for lies in now.field
        )
        in_force = tuple(replace(one, used=one.used + 1) if one.id == use.holder else one for one in now.in_force)
        alter(draft, in_force=in_force, field=field)
        if use.discards:
            draft.note("drawing_used_up", "CD-DMG-6", "CD-COND-4", card=card_record(draft.table, use.holder).name)
            leave_field(draft, use.holder)
    prune(draft)
