"""What somebody can attack with, by name, and in what circumstances: the questions that forms of attacks share."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial

from engine.play.offers import Ask, AskKind, ask
from engine.play.words import Message
from engine.rulesets.future_imperfect import gear, limbs, people, shooting
from engine.rulesets.future_imperfect.dice_of import ORDINARY, ways
from engine.rulesets.future_imperfect.lists import APTITUDES, WEAPONS
from engine.rulesets.future_imperfect.locations import charts
from engine.rulesets.future_imperfect.steady import charts_of, keeps_secrets
from engine.rulesets.remembering import Remembered
from engine.table.frozen import Frozen, Json, kept, replace
from engine.table.seats import Actor
from engine.table.table import Table

FAR = 9_999
"""Metres, beyond what anybody shoots at."""
COURSES = ("opposite", "same")
FAST = 999
MOST_COUNTERS = 20
MOST_SHARES = 20
SHOOTING, FIGHTING = "shooting", "fighting"
HANDS = ("main", "off")
BARE_HANDS = Message(key="ask.bare_hands")
"""What it means to choose no weapon for a blow."""
SIDES = ("right", "left")


class Burst(Frozen):
    """A weapon that fires bursts: its rounds, and the dice that are rolled for one."""

    weapon: str
    rounds: int
    dice: int


class Arms(Frozen):
    """What somebody can attack with.

    Attributes:
        guns, melee, holding, tripping, thrown: by name, what stands on the sheet; for one whose sheet has no weapons at
            all what is on the group's list.
        bursts: those that fire bursts.
        loads: those that can be loaded again.
        ready: those that can fire a shot or, if they fire bursts, one of those.
        reach: how far things can be thrown, in metres.
        by_name: all of them.
        hands: those that are left, the main one first (FI-WOUND-5).
    """

    guns: tuple[str, ...] = ()
    melee: tuple[str, ...] = ()
    holding: tuple[str, ...] = ()
    tripping: tuple[str, ...] = ()
    thrown: tuple[str, ...] = ()
    aimed: tuple[str, ...] = ()
    bursts: tuple[Burst, ...] = ()
    loads: tuple[str, ...] = ()
    ready: frozenset[str] = frozenset()
    reach: int = 0
    by_name: Mapping[str, gear.Weapon] = {}
    hands: tuple[str, ...] = HANDS


_ARMS = Remembered[Arms]()
_LISTED = Remembered[tuple[gear.Weapon, ...]]()
_NAMES = Remembered[tuple[str, ...]]()


def arms_of(table: Table, actor: Actor) -> Arms:
    """Return what a character can attack with."""
    lost = ", ".join(sorted(limbs.lost_hands(table, actor.id)))
    made_of = (actor.sheet, table.lists.get(WEAPONS), table.lists.get(APTITUDES), lost)
    return _ARMS.get(actor.id, made_of, lambda: _read(table, actor))


def _read(table: Table, actor: Actor) -> Arms:
    lost = limbs.lost_hands(table, actor.id)
    known = people.weapons(actor, table.lists)
    own = tuple(one for one in known if people.can_wield(one, lost))
    carried = own if known else tuple(one for one in listed(table) if people.can_wield(one, lost))
    explosives = (one for one in people.explosives(actor, table.lists) if people.can_wield(one, lost))
    thrown = (*(one for one in carried if one.thrown), *explosives)
    strength = people.trait(actor, "strength") or ORDINARY
    guns = tuple(one for one in carried if one.aptitude == SHOOTING)
    return Arms(
        guns=_names(guns),
        melee=_names(one for one in carried if one.aptitude == FIGHTING),
        holding=_names(one for one in carried if one.aptitude == FIGHTING and one.entangle is not None),
        tripping=_names(one for one in carried if one.aptitude == FIGHTING and one.trip),
        thrown=_names(thrown),
        aimed=_names(one for one in carried if one.aim is not None),
        bursts=tuple(
            Burst(
                weapon=one.name,
                rounds=one.burst,
                dice=ways(table, actor.id, SHOOTING, one.concentration)[0].dice.count,
            )
            for one in own
            if one.aptitude == SHOOTING and one.burst
        ),
        loads=_names(one for one in own if one.capacity is not None and one.loaded != one.capacity),
        ready=frozenset(one.name for one in guns if one.loaded is None or one.loaded >= max(1, one.burst)),
        reach=shooting.throw_range(strength.value),
        by_name={one.name: one for one in (*thrown, *carried)},
        hands=tuple(hand for hand in HANDS if hand not in lost),
    )


def listed(table: Table) -> tuple[gear.Weapon, ...]:
    """Return the group's list of weapons."""
    rows = table.lists.get(WEAPONS, ())
    return _LISTED.get("", (rows,), lambda: tuple(map(gear.weapon_from_row, rows)))


def listed_names(table: Table, aptitude: str) -> tuple[str, ...]:
    """Return what the group's list has of one kind and needs no preparation, by name: what can be snatched up."""
    rows = table.lists.get(WEAPONS, ())
    return _NAMES.get(aptitude, (rows,), lambda: _names(filter(partial(_at_once, aptitude), listed(table))))


def _at_once(aptitude: str, weapon: gear.Weapon) -> bool:
    return weapon.aptitude == aptitude and weapon.speed == 1


def _names(weapons: Iterable[gear.Weapon]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(weapon.name for weapon in weapons if weapon.name))


def bodies_of(table: Table, viewer: str, targets: tuple[str, ...]) -> tuple[str, ...]:
    """Return the hit charts of those who may be attacked; none where a viewer may not read one of them."""
    actors, charts = table.actors, charts_of(table)
    if keeps_secrets(table) and not all(table.may_read(actors[target], viewer) for target in targets):
        return ()
    return tuple(dict.fromkeys([charts[target] for target in targets]))


# ---- questions -------------------------------------------------------------------------------------------------------


def seldom(word: str, kind: AskKind, choices: tuple[str, ...] = (), **more: object) -> Ask:
    """Return a question that need not be seen until somebody asks for more circumstances."""
    return ask(word, kind, choices, optional=True, seldom=True, **more)


def flags(*words: str) -> tuple[Ask, ...]:
    """Return circumstances that are there or not, and seldom."""
    return tuple(seldom(word, AskKind.FLAG) for word in words)


def other_weapon(own: tuple[str, ...], others: tuple[str, ...]) -> tuple[Ask, ...]:
    """Ask for something else from the group's list, in place of what stands on the sheet."""
    more = tuple(name for name in others if name not in own)
    return (seldom("other_weapon", AskKind.CHOICE, more, field="weapon"),) if more else ()


def called(targets: tuple[str, ...], charts_of: tuple[str, ...], *, anybody: bool = True) -> tuple[Ask, ...]:
    """Ask for a called spot, its side, and which of the places that it may mean (FI-CALL-1, FI-CALL-3).

    Args:
        targets: who may be attacked.
        charts_of: the hit charts that their bodies have; where they are of several kinds, the spot alone is asked for.
        anybody: whether somebody is attacked in any case; what is thrown may be thrown at the ground.
    """
    spots = tuple(_spots())
    costs = {key: Message(key="ask.modifier", params={"value": spot.modifier}) for key, spot in _spots().items()}
    spot = ask("called", AskKind.CHOICE, spots, optional=True, told=costs)
    if not anybody:
        spot = replace(spot, by="target", among=dict.fromkeys(targets, spots))
    side = ask("side", AskKind.CHOICE, SIDES, optional=True, by="called", among=_sided())
    if len(charts_of) != 1:
        return spot, side
    meant = _places(charts_of[0])
    every = tuple(dict.fromkeys(place for places in meant.values() for place in places))
    return spot, side, seldom("place", AskKind.CHOICE, every, by="called", among=meant)


def _spots() -> Mapping[str, shooting.CalledSpot]:
    return shooting.numbers().called


@kept
def _sided() -> Mapping[str, tuple[str, ...]]:
    """Return the called spots of which a body may have a left and a right one."""
    sided = {place.location for chart in charts().charts.values() for place in chart.places if place.sided}
    found: dict[str, tuple[str, ...]] = {}
    for spot in shooting.numbers().called:
        human = shooting.called_spot(spot).locations
        if any(sided & set(chart.meant_by(one)) for chart in charts().charts.values() for one in human):
            found[spot] = SIDES
    return found


@kept
def _places(chart: str) -> Mapping[str, tuple[str, ...]]:
    """Return which places of a body a called spot may mean, where there are several."""
    found: dict[str, tuple[str, ...]] = {}
    for spot in shooting.numbers().called:
        human = shooting.called_spot(spot).locations
        places = dict.fromkeys(own for one in human for own in charts().charts[chart].meant_by(one))
        if len(places) > 1:
            found[spot] = tuple(places)
    return found


def hands(free: tuple[str, ...]) -> tuple[Ask, ...]:
    """Ask which hand, and at the first attack of an action whether there is a weapon in each (FI-TWO-1, FI-TWO-2).

    Args:
        free: the hands that may attack; an earlier attack of the same action may leave but one.
    """
    if len(free) < len(HANDS):
        return ()
    return (seldom("hand", AskKind.CHOICE, free), *flags("two_weapons"))


def sight(lights: tuple[str, ...]) -> tuple[Ask, ...]:
    """Ask what can be seen of a target, and how fast it is (FI-SHOOT-7, FI-COVER-9, FI-DARK-1)."""
    return (
        seldom("light", AskKind.CHOICE, lights),
        *flags("hidden"),
        seldom("rate", AskKind.NUMBER, most=FAST),
        seldom("course", AskKind.CHOICE, COURSES),
    )


def lights_of(table: Table) -> tuple[str, ...]:
    """Return the lights that the group knows."""
    known: Json = table.option("darkness_table")
    return tuple(known) if isinstance(known, Mapping) else ()
