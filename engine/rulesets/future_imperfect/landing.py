"""Where a hit lands, and what covers that place (2.34 ATTACK 9 and 10)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from msgspec import Meta

from engine.play.commands import Move, Request, need_gm
from engine.play.draft import Draft
from engine.play.moves.fields import ActorId
from engine.play.names import actor_name
from engine.play.refusal import Refused
from engine.play.words import Message
from engine.rulesets.future_imperfect import locations, people, shooting
from engine.rulesets.future_imperfect.armour import Layer
from engine.rulesets.future_imperfect.attacks import LOCATE, go_on, need_attack, need_front
from engine.rulesets.future_imperfect.bodies import chart_for
from engine.rulesets.future_imperfect.cells import folded
from engine.rulesets.future_imperfect.declaring import Which
from engine.rulesets.future_imperfect.gear import obstacle_from_row
from engine.rulesets.future_imperfect.harming import THEN, need_no_harm
from engine.rulesets.future_imperfect.leading import leader, need_known, need_leader
from engine.rulesets.future_imperfect.lists import OBSTACLES
from engine.rulesets.future_imperfect.locations import Side
from engine.rulesets.future_imperfect.lying import thrown_for
from engine.rulesets.future_imperfect.parts import Part
from engine.rulesets.future_imperfect.procedures.attack import Attack, Hit, attack
from engine.rulesets.future_imperfect.settings import word
from engine.rulesets.future_imperfect.wielding import is_melee
from engine.table.frozen import kept, replace
from engine.table.table import Table


class ShiftHit(Request):
    """The attacker moves the location by raises, up or down."""

    RULES = ("FI-HITLOC-3", "FI-HITLOC-4")
    by: Annotated[int, Meta(ge=-20, le=20, description="a raise each; below 0 is down")]


class RuleHit(Request):
    """The Master says where a hit lands, or that it strikes somebody else who is in the way."""

    RULES = ("FI-HITLOC-5", "FI-STRAY-2", "FI-CALL-3")
    location: Annotated[str, Meta(description="a place of the hit chart; empty for a new roll")] = ""
    side: Which = ""
    target: Annotated[str, Meta(description="who is hit instead; empty for the same")] = ""


class SetCover(Request):
    """Say what covers which parts of somebody who is attacked."""

    RULES = ("FI-COVER-1", "FI-COVER-3", "FI-COVER-4", "FI-COVER-7", "FI-ARMOR-9")
    target: ActorId
    places: Annotated[tuple[str, ...], Meta(description="such as `left_arm` or `lower_torso`; none for all")] = ()
    obstacle: Annotated[str, Meta(description="one of the group's list of obstacles")] = ""
    value: Annotated[
        Annotated[int, Meta(ge=0, le=99)] | None, Meta(description="its Armor value; 0 for no cover, null by the list")
    ] = None


class MissAfterAll(Request):
    """The Master lets the hit at hand come to nothing."""

    RULES = ("FI-PRONE-1", "FI-COVER-1")


# ---- the place -------------------------------------------------------------------------------------------------------


def need_hit(table: Table) -> tuple[Attack, Hit]:
    """Return the attack and the hit at hand. Raises Refused if none waits."""
    now = need_front(table)
    if not now.hits:
        raise Refused("no_attack", "FI-HITLOC-1")
    return now, now.hits[0]


def with_hit(now: Attack, hit: Hit) -> Attack:
    """Return an attack whose hit at hand stands anew."""
    return replace(now, hits=(hit, *now.hits[1:]))


def moved_by(now: Attack, hit: Hit) -> tuple[Part, ...]:
    """Return what moves the place of a hit besides raises (FI-HITLOC-3)."""
    point_blank = now.point_blank and not hit.strays
    return locations.location_modifiers(
        fighting=is_melee(now), height=now.height, point_blank=point_blank, low=now.low and point_blank
    )


def locate(draft: Draft) -> None:
    """Find where the hit at hand lands; a thing that was aimed at needs no place (FI-CALL-3, -4, FI-HITLOC-1)."""
    now = need_attack(draft.table)
    hit = now.hits[0]
    if now.thing and not hit.strays:
        who, target = actor_name(draft.table, now.actor), actor_name(draft.table, hit.target)
        draft.become(replace(now, hits=now.hits[1:]))
        draft.note("thing_hit", "FI-CALL-4", actor=who, target=target, thing=now.thing)
        go_on(draft)
        return
    chart = chart_for(draft.table, hit.target)
    if now.called and not hit.strays:
        hit = replace(hit, at=called_at(chart, now.called, now.place, now.side))
    else:
        with thrown_for(draft, hit.target, "dice_where"):
            (natural,) = draft.roll(locations.charts().sides)
        hit = replace(hit, natural=natural)
        hit = replace(hit, at=_at(draft.table, now, hit))
    draft.become(with_hit(now, hit))
    _tell(draft, moved_by(now, hit) if hit.natural is not None else ())


THEN[LOCATE] = locate


def called_at(chart: locations.Chart, spot: str, place: str, side: str) -> locations.Hit:
    """Return where a shot at a called spot lands on a body (FI-CALL-3).

    Raises:
        Refused: the body has no such place, or left or right is missing.
    """
    meant = [own for human in shooting.called_spot(spot).locations for own in chart.meant_by(human)]
    if place and place not in meant:
        raise Refused("no_such_hit_location", "FI-CALL-3", location=place[:40], known=meant)
    return locations.called_hit(chart, place or meant[0], Side(side) if side else None)


def need_spot(table: Table, wanted: Attack) -> None:
    """Raise Refused for an attack at a called spot that is on no body, or not on that of its target (FI-CALL-3)."""
    if wanted.called:
        target = wanted.marks[0].actor
        if not target:
            raise Refused("name_target", "FI-CALL-1")
        called_at(chart_for(table, target), wanted.called, wanted.place, wanted.side)


def _at(table: Table, now: Attack, hit: Hit) -> locations.Hit:
    assert hit.natural is not None
    chart = chart_for(table, hit.target)
    return locations.locate(chart, hit.natural, moved_by(now, hit), hit.shift, side_parity=word(table, "side_parity"))


def _tell(draft: Draft, moved_by: tuple[Part, ...]) -> None:
    now = need_attack(draft.table)
    hit = now.hits[0]
    assert hit.at is not None
    draft.note(
        "hit_lands",
        "FI-HITLOC-1",
        "FI-HITLOC-3",
        actor=actor_name(draft.table, hit.target),
        place=hit.at.place,
        die=hit.natural,
        reckoning=[part.words for part in moved_by],
        calls_for=("shift_hit", "roll_damage"),
    )
    draft.figure(location=hit.at.location, place=hit.at.place, area=hit.at.area, natural=hit.natural, raises=now.raises)


def verify_shift(table: Table, command: ShiftHit) -> None:
    """Who attacks, with raises left, and a place that was rolled."""
    now, hit = need_hit(table)
    need_leader(table, command, now.actor, "FI-HITLOC-4")
    if hit.natural is None:
        raise Refused("place_not_rolled", "FI-HITLOC-4")
    if abs(command.by) > now.raises:
        raise Refused("too_few_raises", "FI-HITLOC-4", raises=now.raises)


def shift(draft: Draft, command: ShiftHit) -> None:
    """Move it; until damage is rolled it can be moved anew."""
    now, hit = need_hit(draft.table)
    hit = replace(hit, shift=command.by)
    draft.become(with_hit(now, replace(hit, at=_at(draft.table, now, hit))))
    _tell(draft, (*moved_by(now, hit), Part(reason="raises_shift", value=command.by)))


def verify_rule_hit(table: Table, command: RuleHit) -> None:
    """The Master, before damage is rolled."""
    need_gm(table, command, "FI-HITLOC-5")
    _, hit = need_hit(table)
    if command.target:
        need_known(table, command.seat, command.target)
    if command.location:
        chart = chart_for(table, command.target or hit.target)
        locations.called_hit(chart, command.location, Side(command.side) if command.side else None)


def rule_hit(draft: Draft, command: RuleHit) -> None:
    """Let it land there; without a place on somebody else, that one's is rolled."""
    now, hit = need_hit(draft.table)
    target = command.target or hit.target
    key = "place_ruled" if target == hit.target else "hit_ruled"
    hit = Hit(target=target, strays=hit.strays or target != hit.target)
    draft.become(with_hit(now, hit))
    draft.note(key, "FI-HITLOC-5", "FI-STRAY-2", actor=actor_name(draft.table, target))
    if not command.location:
        locate(draft)
        return
    chart = chart_for(draft.table, target)
    at = locations.called_hit(chart, command.location, Side(command.side) if command.side else None)
    draft.become(with_hit(now, replace(hit, at=at)))
    _tell(draft, ())


def verify_miss(table: Table, command: MissAfterAll) -> None:
    """The Master."""
    need_gm(table, command, "FI-COVER-1")
    need_hit(table)


def miss_after_all(draft: Draft, command: MissAfterAll) -> None:
    """Take the hit away."""
    now, hit = need_hit(draft.table)
    draft.become(replace(now, hits=now.hits[1:]))
    draft.note("hit_undone", "FI-COVER-1", actor=actor_name(draft.table, hit.target))
    go_on(draft)


# ---- cover -----------------------------------------------------------------------------------------------------------


def verify_cover(table: Table, command: SetCover) -> None:
    """The Master, or who leads the one who is attacked; places of that body, and an obstacle or a value."""
    now = need_attack(table)
    need_no_harm(table)
    if leader(table, command.target) != command.seat:
        need_gm(table, command, "FI-COVER-1")
    if command.target not in now.targets:
        raise Refused("not_attacked", "FI-COVER-1", actor=actor_name(table, command.target))
    known = places_of(table, command.target)
    for place in command.places:
        if place not in known:
            raise Refused("no_such_hit_location", "FI-COVER-1", location=place[:40], known=list(known))
    _layer(table, command)


def places_of(table: Table, actor: str) -> tuple[str, ...]:
    """Return what can be covered on a body: each place, and wound areas by their own names."""
    chart = chart_for(table, actor)
    return tuple(dict.fromkeys(name for hit in locations.every_hit(chart) for name in chart.names_of(hit)))


def locations_of(table: Table, actor: str) -> tuple[str, ...]:
    """Return the places of a body by the names of its hit chart, sides apart."""
    return locations_on(people.hit_chart(table.actors[actor], table.lists))


@kept
def locations_on(chart: str) -> tuple[str, ...]:
    """Return the places of a hit chart by their names, sides apart."""
    return tuple(dict.fromkeys(place.location for place in locations.chart_of(chart).places))


def _layer(table: Table, command: SetCover) -> Layer:
    if command.value is not None:
        return Layer(name=command.obstacle[:60], value=command.value)
    wanted = folded(command.obstacle)
    among = (obstacle_from_row(row) for row in table.lists.get(OBSTACLES, ()))
    found = next((one for one in among if folded(one.name) == wanted), None)
    if found is None:
        raise Refused("no_such_obstacle", "FI-ARMOR-9", obstacle=command.obstacle[:60])
    return Layer(name=found.name, value=found.value)


def cover(draft: Draft, command: SetCover) -> None:
    """Put it before those places."""
    now = need_attack(draft.table)
    layer = _layer(draft.table, command)
    places = command.places or places_of(draft.table, command.target)
    mine = {**now.cover.get(command.target, {}), **dict.fromkeys(places, layer)}
    draft.become(replace(now, cover={**now.cover, command.target: mine}))
    name = actor_name(draft.table, command.target)
    draft.note(
        "covered",
        "FI-COVER-1",
        actor=name,
        obstacle=layer.name or None,
        value=layer.value,
        places=[place.replace("_", " ") for place in command.places],
    )


def parts_to_cover(table: Table, actor: str) -> tuple[str, ...]:
    """Return what may lie behind something, each part of a body once: an area with places of its own is just these."""
    hits = locations.every_hit(chart_for(table, actor))
    return tuple(dict.fromkeys(hit.place for hit in hits))


def told_cover(table: Table, actor: str) -> tuple[Message, ...]:
    """Tell what somebody who is attacked stands behind, and with which parts, if not with all (FI-COVER-1)."""
    now = attack(table)
    covered = now.cover.get(actor, {}) if now is not None else {}
    behind: dict[Layer, list[str]] = {}
    for place, layer in covered.items():
        if layer.value:
            behind.setdefault(layer, []).append(place)
    whole = set(parts_to_cover(table, actor)) if behind else ()
    hidden = {layer: set(places).issuperset(whole) for layer, places in behind.items()}
    return tuple(_told_layer(layer, () if hidden[layer] else places) for layer, places in behind.items())


def _told_layer(layer: Layer, places: Sequence[str]) -> Message:
    key = f"cover{'_some' if places else ''}{'' if layer.name else '_nameless'}"
    told = [place.replace("_", " ") for place in places]
    return Message(key=f"part.{key}", params={"obstacle": layer.name, "value": layer.value, "places": told})


def covered_areas(table: Table, actor: str) -> dict[str, int]:
    """Return the wound areas of somebody who is attacked that lie behind something, and its Armor value there."""
    now, chart = attack(table), chart_for(table, actor)
    covered = now.cover.get(actor, {}) if now is not None else {}
    found: dict[str, int] = {}
    for hit in locations.every_hit(chart) if covered else ():
        layer = next((covered[name] for name in chart.names_of(hit) if name in covered), None)
        if layer is not None and layer.value:
            found[hit.area] = max(layer.value, found.get(hit.area, 0))
    return found


def cover_of(table: Table, now: Attack, hit: Hit) -> tuple[Layer, ...]:
    """Return what covers the place where a hit lands (FI-COVER-1)."""
    assert hit.at is not None
    covered = now.cover.get(hit.target, {})
    names = chart_for(table, hit.target).names_of(hit.at)
    return next(((covered[name],) for name in names if name in covered), ())


MOVES = (
    Move(ShiftHit, verify_shift, shift),
    Move(RuleHit, verify_rule_hit, rule_hit),
    Move(SetCover, verify_cover, cover),
    Move(MissAfterAll, verify_miss, miss_after_all),
)
