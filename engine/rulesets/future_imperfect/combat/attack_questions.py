"""Questions that the forms of attacks share: available weapons by name, and the circumstances."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engine.core.memo import memo
from engine.messages.message import Message
from engine.model.frozen import Frozen, Json, replace
from engine.model.seats import Actor
from engine.model.table import Table
from engine.presentation.offers import Question, QuestionKind, question
from engine.rulesets.future_imperfect.character import character_sheet, equipment
from engine.rulesets.future_imperfect.character.hit_locations import hit_charts
from engine.rulesets.future_imperfect.checks.character_rolls import ORDINARY, methods_on_sheet
from engine.rulesets.future_imperfect.conditions import maimed_limbs
from engine.rulesets.future_imperfect.default_lists import WEAPONS
from engine.rulesets.future_imperfect.rules import ranged_rules
from engine.rulesets.future_imperfect.sheet_lookups import charts_of, keeps_secrets

FAR = 9_999
"""A distance in metres beyond every shot."""
COURSES = ("opposite", "same")
FAST = 999
MOST_COUNTERS = 20
MOST_SHARES = 20
SHOOTING, FIGHTING = "shooting", "fighting"
HANDS = ("main", "off")
BARE_HANDS = Message(key="ask.bare_hands")
"""The label of choosing no weapon for a blow."""
SIDES = ("right", "left")


class BurstWeapon(Frozen):
    """A weapon that fires bursts: its rounds, and the dice of its roll."""

    weapon: str
    rounds: int
    dice: int


class AvailableWeapons(Frozen):
    """The weapons that a character can attack with.

    Attributes:
        guns, melee, holding, tripping, thrown: names of the weapons on the sheet; for a sheet without any weapons
            those on the group's list.
        bursts: those that fire bursts.
        loads: those that can be loaded again.
        ready: those that can fire a shot or, if they fire bursts, one of those.
        reach: how far things can be thrown, in metres.
        by_name: all of them.
        hands: the usable hands, the main one first (FI-WOUND-5).
    """

    guns: tuple[str, ...] = ()
    melee: tuple[str, ...] = ()
    holding: tuple[str, ...] = ()
    tripping: tuple[str, ...] = ()
    thrown: tuple[str, ...] = ()
    aimed: tuple[str, ...] = ()
    bursts: tuple[BurstWeapon, ...] = ()
    loads: tuple[str, ...] = ()
    ready: frozenset[str] = frozenset()
    reach: int = 0
    by_name: Mapping[str, equipment.Weapon] = {}
    hands: tuple[str, ...] = HANDS


def available_weapons(table: Table, actor: Actor) -> AvailableWeapons:
    """Return the weapons that a character can attack with."""
    return _weapons_without(actor, maimed_limbs.lost_hands(table, actor.id), table.lists)


@memo
def weapons_of_all(table: Table) -> Mapping[str, AvailableWeapons]:
    """Return the weapons that each character can attack with."""
    lost, lists = maimed_limbs.all_lost_hands(table), table.lists
    return {name: _weapons_without(actor, lost.get(name, frozenset()), lists) for name, actor in table.actors.items()}


@memo
def _weapons_without(
    actor: Actor, lost: frozenset[equipment.Hand], lists: character_sheet.GroupLists
) -> AvailableWeapons:
    known = character_sheet.weapons(actor, lists)
    own = tuple(weapon for weapon in known if character_sheet.can_wield(weapon, lost))
    carried = own if known else tuple(weapon for weapon in listed(lists) if character_sheet.can_wield(weapon, lost))
    explosives = (
        weapon for weapon in character_sheet.explosives(actor, lists) if character_sheet.can_wield(weapon, lost)
    )
    thrown = (*(weapon for weapon in carried if weapon.thrown), *explosives)
    strength = character_sheet.trait(actor, "strength") or ORDINARY
    guns = tuple(weapon for weapon in carried if weapon.aptitude == SHOOTING)
    return AvailableWeapons(
        guns=_names(guns),
        melee=_names(weapon for weapon in carried if weapon.aptitude == FIGHTING),
        holding=_names(weapon for weapon in carried if weapon.aptitude == FIGHTING and weapon.entangle is not None),
        tripping=_names(weapon for weapon in carried if weapon.aptitude == FIGHTING and weapon.trip),
        thrown=_names(thrown),
        aimed=_names(weapon for weapon in carried if weapon.aim is not None),
        bursts=tuple(
            BurstWeapon(
                weapon=weapon.name,
                rounds=weapon.burst,
                dice=methods_on_sheet(actor, SHOOTING, weapon.concentration, lists)[0].dice.count,
            )
            for weapon in own
            if weapon.aptitude == SHOOTING and weapon.burst
        ),
        loads=_names(weapon for weapon in own if weapon.capacity is not None and weapon.loaded != weapon.capacity),
        ready=frozenset(
            weapon.name for weapon in guns if weapon.loaded is None or weapon.loaded >= max(1, weapon.burst)
        ),
        reach=ranged_rules.throw_range(strength.value),
        by_name={weapon.name: weapon for weapon in (*thrown, *carried)},
        hands=tuple(hand for hand in HANDS if hand not in lost),
    )


@memo
def listed(lists: character_sheet.GroupLists) -> tuple[equipment.Weapon, ...]:
    """Return the group's list of weapons."""
    return tuple(map(equipment.weapon_from_row, lists.get(WEAPONS, ())))


@memo
def listed_names(lists: character_sheet.GroupLists, aptitude: str) -> tuple[str, ...]:
    """Return the names of the group's weapons of one kind that need no preparation."""
    return _names(weapon for weapon in listed(lists) if weapon.aptitude == aptitude and weapon.speed == 1)


def _names(weapons: Iterable[equipment.Weapon]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(weapon.name for weapon in weapons if weapon.name))


def bodies_of(table: Table, viewer: str, targets: tuple[str, ...]) -> tuple[str, ...]:
    """Return the hit charts of possible targets; none if the viewer may not read one of them."""
    actors, charts = table.actors, charts_of(table)
    if keeps_secrets(table) and not all(table.may_read(actors[target], viewer) for target in targets):
        return ()
    return tuple(dict.fromkeys([charts[target] for target in targets]))


# ---- questions -------------------------------------------------------------------------------------------------------


def rare_question(word: str, kind: QuestionKind, choices: tuple[str, ...] = (), **more: object) -> Question:
    """Return a question that is hidden until more circumstances are asked for."""
    return question(word, kind, choices, optional=True, rare=True, **more)


def circumstance_flags(*words: str) -> tuple[Question, ...]:
    """Return the rare yes-or-no circumstances."""
    return tuple(rare_question(word, QuestionKind.FLAG) for word in words)


def other_weapon(own: tuple[str, ...], others: tuple[str, ...]) -> tuple[Question, ...]:
    """Ask for another weapon of the group's list, in place of those on the sheet."""
    more = tuple(name for name in others if name not in own)
    return (rare_question("other_weapon", QuestionKind.CHOICE, more, field="weapon"),) if more else ()


def called(targets: tuple[str, ...], charts_of: tuple[str, ...], *, anybody: bool = True) -> tuple[Question, ...]:
    """Ask for a called spot, its side, and the location where it has several (FI-CALL-1, FI-CALL-3).

    Args:
        targets: the possible targets.
        charts_of: their hit charts; where these differ, only the spot is asked for.
        anybody: whether there is always a target; a throw may aim at the ground.
    """
    spots = tuple(_called_spots())
    costs = {key: Message(key="ask.modifier", params={"value": spot.modifier}) for key, spot in _called_spots().items()}
    spot = question("called", QuestionKind.CHOICE, spots, optional=True, told=costs)
    if not anybody:
        spot = replace(spot, by="target", among=dict.fromkeys(targets, spots))
    side = question("side", QuestionKind.CHOICE, SIDES, optional=True, by="called", among=_sided_spots())
    if len(charts_of) != 1:
        return spot, side
    meant = _places(charts_of[0])
    every = tuple(dict.fromkeys(place for places in meant.values() for place in places))
    return spot, side, rare_question("place", QuestionKind.CHOICE, every, by="called", among=meant)


def _called_spots() -> Mapping[str, ranged_rules.CalledSpot]:
    return ranged_rules.ranged_tables().called


@memo
def _sided_spots() -> Mapping[str, tuple[str, ...]]:
    """Return the called spots that may have a left and a right side on a body."""
    sided = {place.location for chart in hit_charts().charts.values() for place in chart.places if place.sided}
    areas_of: dict[str, tuple[str, ...]] = {}
    for spot in ranged_rules.ranged_tables().called:
        human = ranged_rules.called_spot(spot).locations
        if any(sided & set(chart.meant_by(area)) for chart in hit_charts().charts.values() for area in human):
            areas_of[spot] = SIDES
    return areas_of


@memo
def _places(chart: str) -> Mapping[str, tuple[str, ...]]:
    """Return the locations of a body that a called spot may mean, where there are several."""
    places_of: dict[str, tuple[str, ...]] = {}
    for spot in ranged_rules.ranged_tables().called:
        human = ranged_rules.called_spot(spot).locations
        places = dict.fromkeys(own for area in human for own in hit_charts().charts[chart].meant_by(area))
        if len(places) > 1:
            places_of[spot] = tuple(places)
    return places_of


def hands(free: tuple[str, ...]) -> tuple[Question, ...]:
    """Ask for the hand, and at the first attack of an action for a weapon in each (FI-TWO-1, FI-TWO-2).

    Args:
        free: the hands that may attack; an earlier attack of the same action may leave only one.
    """
    if len(free) < len(HANDS):
        return ()
    return (rare_question("hand", QuestionKind.CHOICE, free), *circumstance_flags("two_weapons"))


def sight(lights: tuple[str, ...]) -> tuple[Question, ...]:
    """Ask for the visibility and the speed of a target (FI-SHOOT-7, FI-COVER-9, FI-DARK-1)."""
    return (
        rare_question("light", QuestionKind.CHOICE, lights),
        *circumstance_flags("hidden"),
        rare_question("rate", QuestionKind.NUMBER, most=FAST),
        rare_question("course", QuestionKind.CHOICE, COURSES),
    )


def lights_of(table: Table) -> tuple[str, ...]:
    """Return the names of the group's light conditions."""
    known: Json = table.option("darkness_table")
    return tuple(known) if isinstance(known, Mapping) else ()
