"""The location of a hit, and the cover there (2.34 ATTACK 9 and 10)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated

from msgspec import Meta

from engine.core.command_fields import ActorId
from engine.core.commands import Request, need_gm
from engine.core.draft import Draft
from engine.core.memo import memo
from engine.kit.calculation import CalculationStep
from engine.kit.control import controller_of
from engine.kit.gm_override import GmOverride
from engine.messages.display_names import actor_name
from engine.messages.message import Message
from engine.messages.refusal import Refused
from engine.model.frozen import Frozen, Json, replace
from engine.model.table import Table
from engine.presentation.command_offers import Asks
from engine.rulesets.future_imperfect.actions.weapon_use import is_melee
from engine.rulesets.future_imperfect.character import character_sheet, hit_locations
from engine.rulesets.future_imperfect.character.equipment import ArmourLayer, obstacle_from_row
from engine.rulesets.future_imperfect.character.hit_locations import BodySide
from engine.rulesets.future_imperfect.character.row_reader import folded
from engine.rulesets.future_imperfect.combat.attack_commands import (
    SideField,
    called_at,
    end_attack,
    need_attack,
    need_front,
    open_attack_roll,
)
from engine.rulesets.future_imperfect.damage.wound_commands import need_no_pending_wounds
from engine.rulesets.future_imperfect.damage.wound_marks import chart_for
from engine.rulesets.future_imperfect.procedures.attack_procedure import Attack, AttackHit, current_attack
from engine.rulesets.future_imperfect.procedures.participants import dice_purpose, need_controller, need_known
from engine.rulesets.future_imperfect.procedures.wound_procedure import AfterWounds, PendingWounds
from engine.rulesets.future_imperfect.settings import OBSTACLES, word

MOST_SHIFT = 20
"""The highest shift of a location; it leads from one end of a hit chart to the other."""


class ShiftHit(Request):
    """Move the location by raises, up or down, as the attacker."""

    RULES = ("FI-HITLOC-3", "FI-HITLOC-4")
    by: Annotated[int, Meta(ge=-MOST_SHIFT, le=MOST_SHIFT, description="a raise each; below 0 is down")]

    def verify(self, table: Table) -> None:
        """Require the attacker, raises left, and a rolled location."""
        attack, hit = need_hit(table)
        need_controller(table, self, attack.actor, "FI-HITLOC-4")
        if hit.natural is None:
            raise Refused("place_not_rolled", "FI-HITLOC-4")
        if abs(self.by) > attack.raises:
            raise Refused("too_few_raises", "FI-HITLOC-4", raises=attack.raises)

    def decide(self, draft: Draft) -> None:
        """Move the location; until damage is rolled it can be moved again."""
        attack, hit = need_hit(draft.table)
        hit = replace(hit, shift=self.by)
        draft.replace_procedure(with_hit(attack, replace(hit, at=location_of_die(draft.table, attack, hit))))
        _log_hit(draft, (*location_steps(attack, hit), CalculationStep(reason="raises_shift", value=self.by)))


class HitOverride(GmOverride[Attack]):
    """An override of the present hit by the GM, before its damage is rolled."""

    ABSTRACT = True

    def subject(self, table: Table) -> Attack:
        """Return the attack with the hit."""
        return need_hit(table)[0]


class RuleHit(HitOverride):
    """Set the location of a hit, or move the hit to another character in the way, as the GM."""

    RULES = ("FI-HITLOC-5", "FI-STRAY-2", "FI-CALL-3")
    location: Annotated[str, Meta(description="a place of the hit chart; empty for a new roll"), Asks()] = ""
    side: Annotated[SideField, Asks()] = ""
    target: Annotated[str, Meta(description="who is hit instead; empty for the same")] = ""

    def overridden(self, table: Table, subject: Attack) -> Attack:
        """Return the attack with the hit on the target, and at the location if one is named."""
        hit = subject.hits[0]
        target, at = self.target or hit.target, None
        if self.target:
            need_known(table, self.seat, self.target)
        if self.location:
            side = BodySide(self.side) if self.side else None
            at = hit_locations.called_location(chart_for(table, target), self.location, side)
        return with_hit(subject, AttackHit(target=target, strays=hit.strays or target != hit.target, at=at))

    def follow(self, draft: Draft, before: Attack) -> None:
        """Roll the location if none is named."""
        _, hit = need_hit(draft.table)
        key = "place_ruled" if hit.target == before.hits[0].target else "hit_ruled"
        draft.note(key, "FI-HITLOC-5", "FI-STRAY-2", actor=actor_name(draft.table, hit.target))
        if hit.at is None:
            locate_next_hit(draft)
        else:
            _log_hit(draft, ())


class SetCover(Request):
    """Set the cover of parts of an attacked character."""

    RULES = ("FI-COVER-1", "FI-COVER-3", "FI-COVER-4", "FI-COVER-7", "FI-ARMOR-9")
    target: ActorId
    places: Annotated[
        tuple[str, ...], Meta(description="such as `left_arm` or `lower_torso`; none for all"), Asks(least=1)
    ] = ()
    obstacle: Annotated[str, Meta(description="one of the group's list of obstacles"), Asks(optional=False)] = ""
    value: Annotated[
        Annotated[int, Meta(ge=0, le=99)] | None,
        Meta(description="its Armor value; 0 for no cover, null by the list"),
        Asks("cover_value", most=20, rare=True),
    ] = None

    def verify(self, table: Table) -> None:
        """Require the GM or the target's controller, locations of that body, and an obstacle or a value."""
        attack = need_attack(table)
        need_no_pending_wounds(table)
        if controller_of(table, self.target) != self.seat:
            need_gm(table, self, "FI-COVER-1")
        if self.target not in attack.targets:
            raise Refused("not_attacked", "FI-COVER-1", actor=actor_name(table, self.target))
        places = places_of(table, self.target) if self.places else ()
        for place in self.places:
            if place not in places:
                raise Refused("no_such_hit_location", "FI-COVER-1", location=place[:40], known=list(places))
        self._layer(table)

    def _layer(self, table: Table) -> ArmourLayer:
        """Return the cover: by its value, else as the group's list has it."""
        if self.value is not None:
            return ArmourLayer(name=self.obstacle[:60], value=self.value)
        obstacle = folded(self.obstacle)
        layer = _listed_cover(table.lists).get(obstacle)
        if layer is None:
            raise Refused("no_such_obstacle", "FI-ARMOR-9", obstacle=self.obstacle[:60])
        return layer

    def decide(self, draft: Draft) -> None:
        """Put the cover before those locations."""
        attack = need_attack(draft.table)
        layer = self._layer(draft.table)
        places = self.places or places_of(draft.table, self.target)
        cover = {**attack.cover.get(self.target, {}), **dict.fromkeys(places, layer)}
        draft.replace_procedure(replace(attack, cover={**attack.cover, self.target: cover}))
        name = actor_name(draft.table, self.target)
        draft.note(
            "covered",
            "FI-COVER-1",
            actor=name,
            obstacle=layer.name or None,
            value=layer.value,
            places=[place.replace("_", " ") for place in self.places],
        )


class MissAfterAll(HitOverride):
    """Cancel the present hit, as the GM."""

    RULES = ("FI-PRONE-1", "FI-COVER-1")
    CITED = ("FI-COVER-1",)

    def overridden(self, table: Table, subject: Attack) -> Attack:
        """Return the attack without the hit."""
        return replace(subject, hits=subject.hits[1:])

    def follow(self, draft: Draft, before: Attack) -> None:
        """Continue the attack."""
        draft.note("hit_undone", "FI-COVER-1", actor=actor_name(draft.table, before.hits[0].target))
        continue_attack(draft)


# ---- the place -------------------------------------------------------------------------------------------------------


def need_hit(table: Table) -> tuple[Attack, AttackHit]:
    """Return the attack and its present hit. Raises Refused if none waits."""
    attack = need_front(table)
    if not attack.hits:
        raise Refused("no_hit", "FI-HITLOC-1")
    return attack, attack.hits[0]


def with_hit(attack: Attack, hit: AttackHit) -> Attack:
    """Return an attack with its present hit replaced."""
    return replace(attack, hits=(hit, *attack.hits[1:]))


def pop_hit(draft: Draft) -> AttackHit:
    """Take the present hit out of the attack, and return it."""
    attack = need_attack(draft.table)
    hit, *others = attack.hits
    draft.replace_procedure(replace(attack, hits=tuple(others)))
    return hit


def location_steps(attack: Attack, hit: AttackHit) -> tuple[CalculationStep, ...]:
    """Return the modifiers of the location besides raises (FI-HITLOC-3)."""
    point_blank = attack.point_blank and not hit.strays
    return hit_locations.location_modifiers(
        fighting=is_melee(attack), height=attack.height, point_blank=point_blank, low=attack.low and point_blank
    )


def continue_attack(draft: Draft) -> None:
    """Continue with the next hit, the next target, or the end of the attack."""
    attack = need_attack(draft.table)
    if attack.hits:
        locate_next_hit(draft)
    elif attack.index + 1 < len(attack.marks):
        draft.replace_procedure(replace(attack, index=attack.index + 1, raises=0))
        open_attack_roll(draft)
    else:
        end_attack(draft)


class NextHit(Frozen, AfterWounds, tag_field="then", tag="next_hit"):
    """The attack continues after the wounds of a hit."""

    def resume(self, draft: Draft, result: PendingWounds) -> None:
        """Continue the attack."""
        continue_attack(draft)


def locate_next_hit(draft: Draft) -> None:
    """Find the location of the present hit; an attacked thing needs none (FI-CALL-3, -4, FI-HITLOC-1)."""
    attack = need_attack(draft.table)
    hit = attack.hits[0]
    if attack.thing and not hit.strays:
        attacker, target = actor_name(draft.table, attack.actor), actor_name(draft.table, hit.target)
        pop_hit(draft)
        draft.note("thing_hit", "FI-CALL-4", actor=attacker, target=target, thing=attack.thing)
        continue_attack(draft)
        return
    chart = chart_for(draft.table, hit.target)
    if attack.called and not hit.strays:
        hit = replace(hit, at=called_at(chart, attack.called, attack.place, attack.side))
    else:
        with dice_purpose(draft, hit.target, "dice_where"):
            (natural,) = draft.roll(hit_locations.hit_charts().sides)
        hit = replace(hit, natural=natural)
        hit = replace(hit, at=location_of_die(draft.table, attack, hit))
    draft.replace_procedure(with_hit(attack, hit))
    _log_hit(draft, location_steps(attack, hit) if hit.natural is not None else ())


def location_of_die(table: Table, attack: Attack, hit: AttackHit) -> hit_locations.HitLocation:
    """Return the location of a hit by the die that was thrown for it (FI-HITLOC-1, FI-HITLOC-3)."""
    assert hit.natural is not None
    chart = chart_for(table, hit.target)
    return hit_locations.locate_hit(
        chart, hit.natural, location_steps(attack, hit), hit.shift, side_parity=word(table, "side_parity")
    )


def locations_by_raises(table: Table, attack: Attack, hit: AttackHit) -> dict[int, hit_locations.HitLocation]:
    """Return the other locations that raises may move a hit to, each by the least shift (FI-HITLOC-4).

    There are none for a location that was not rolled, and none after the damage is rolled.
    """
    if hit.natural is None or hit.at is None or hit.damage or not attack.raises:
        return {}
    reach = hit_locations.reachable_locations(
        chart_for(table, hit.target),
        hit.natural,
        location_steps(attack, hit),
        min(attack.raises, MOST_SHIFT),
        side_parity=word(table, "side_parity"),
    )
    nearest: dict[str, int] = {}
    for shift in sorted(reach, key=lambda shift: (abs(shift - hit.shift), shift)):
        nearest.setdefault(reach[shift].place, shift)
    return {shift: reach[shift] for place, shift in nearest.items() if place != hit.at.place}


def _log_hit(draft: Draft, moved_by: tuple[CalculationStep, ...]) -> None:
    if not draft.reports:
        return
    attack = need_attack(draft.table)
    hit = attack.hits[0]
    assert hit.at is not None
    draft.note(
        "hit_lands",
        "FI-HITLOC-1",
        "FI-HITLOC-3",
        actor=actor_name(draft.table, hit.target),
        place=hit.at.place,
        moved=abs(hit.shift),
        die=hit.natural,
        reckoning=[part.words for part in moved_by],
        calls_for=("shift_hit", "roll_damage"),
    )
    draft.record_results(
        location=hit.at.location, place=hit.at.place, area=hit.at.area, natural=hit.natural, raises=attack.raises
    )


# ---- cover -----------------------------------------------------------------------------------------------------------


def places_of(table: Table, actor: str) -> tuple[str, ...]:
    """Return the parts of a body that can be covered: each location, and wound areas by their own names."""
    chart = chart_for(table, actor)
    return tuple(dict.fromkeys(name for hit in hit_locations.every_location(chart) for name in chart.names_of(hit)))


@memo
def _listed_cover(lists: character_sheet.GroupLists) -> Mapping[str, ArmourLayer]:
    """Return the cover that the group's list has, by name; of the same name the first counts."""
    obstacles = [obstacle_from_row(row) for row in lists.get(OBSTACLES, ())]
    return {folded(listed.name): ArmourLayer(name=listed.name, value=listed.value) for listed in reversed(obstacles)}


@memo
def locations_on(chart: str) -> tuple[str, ...]:
    """Return the locations of a hit chart by name, each side separately."""
    return tuple(dict.fromkeys(place.location for place in hit_locations.chart_named(chart).places))


def parts_to_cover(table: Table, actor: str) -> tuple[str, ...]:
    """Return the parts that cover can protect, each once: an area with locations of its own is left out."""
    return _parts_of(character_sheet.hit_chart(table.actors[actor], table.lists))


@memo
def _parts_of(chart: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(hit.place for hit in hit_locations.every_location(hit_locations.chart_named(chart))))


def cover_messages(table: Table, actor: str) -> tuple[Message, ...]:
    """Return the cover of an attacked character as sentences, with its parts if not all are covered (FI-COVER-1)."""
    attack = current_attack(table)
    covered = attack.cover.get(actor, {}) if attack is not None else {}
    behind: dict[ArmourLayer, list[str]] = {}
    for place, layer in covered.items():
        if layer.value:
            behind.setdefault(layer, []).append(place)
    whole = set(parts_to_cover(table, actor)) if behind else ()
    hidden = {layer: set(places).issuperset(whole) for layer, places in behind.items()}
    return tuple(_cover_message(layer, () if hidden[layer] else places) for layer, places in behind.items())


def _cover_message(layer: ArmourLayer, places: Sequence[str]) -> Message:
    key = f"cover{'_some' if places else ''}{'' if layer.name else '_nameless'}"
    params: dict[str, Json] = {"obstacle": layer.name, "value": layer.value, "places": list(places)}
    return Message(key=f"part.{key}", params=params)


def covered_areas(table: Table, actor: str) -> dict[str, int]:
    """Return the covered wound areas of an attacked character, with the Armor value there."""
    attack, chart = current_attack(table), chart_for(table, actor)
    covered = attack.cover.get(actor, {}) if attack is not None else {}
    values: dict[str, int] = {}
    for hit in hit_locations.every_location(chart) if covered else ():
        layer = next((covered[name] for name in chart.names_of(hit) if name in covered), None)
        if layer is not None and layer.value:
            values[hit.area] = max(layer.value, values.get(hit.area, 0))
    return values


def cover_of(table: Table, attack: Attack, hit: AttackHit) -> tuple[ArmourLayer, ...]:
    """Return the cover at the location of a hit (FI-COVER-1)."""
    assert hit.at is not None
    covered = attack.cover.get(hit.target, {})
    names = chart_for(table, hit.target).names_of(hit.at)
    return next(((covered[name],) for name in names if name in covered), ())
