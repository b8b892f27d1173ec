"""Wounds: the level of a wound, and its consequences as plain proposals, each with its end (CF-WOUND)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Literal

from engine.kit.rules_data import rules_table
from engine.messages.message import Message
from engine.messages.refusal import Refused
from engine.model.frozen import Frozen, Json, replace
from engine.rulesets.classic_fantasy.dice.success_levels import RollResult, opposed, succeeds
from engine.rulesets.classic_fantasy.game_calendar import units
from engine.rulesets.classic_fantasy.rules_data import RULESET
from engine.rulesets.classic_fantasy.settings import CATALOGUE, Settings
from engine.rulesets.classic_fantasy.wounds.hit_locations import HitLocation

LimbKind = Literal["severed", "ripped_off", "shattered", "transfixed"]
"""In which way a Major Wound destroys a limb (CF-WOUND-13)."""
WoundLevel = Literal["none", "minor", "serious", "major"]
LEVELS: tuple[WoundLevel, ...] = ("none", "minor", "serious", "major")
"""From the lightest to the worst."""
ConsequenceKind = Literal[
    "scar",
    "no_offence",
    "harder",
    "useless",
    "prone",
    "drops",
    "unconscious",
    "incapacitated",
    "exhausted",
    "limb_lost",
    "bleeds_out",
    "dead",
    "destroyed",
]
ConsequenceEnd = Literal["once", "forever", "time", "turns", "above_zero", "not_major", "stabilised", "gm"]
"""The end of a consequence: it happens once, never ends, lasts for seconds or Turns, until HP are above 0, until the
wound is no Major one any more, until it is stabilised (and then for its seconds), or until the GM says."""


class Limbs(Frozen):
    """CF-WOUND-13, CF-AMB-59: the ways, those that take the limb off, those without a deadline."""

    kinds: tuple[LimbKind, ...]
    dismembered: tuple[LimbKind, ...]
    without_deadline: tuple[LimbKind, ...]


class Deadlines(Frozen):
    """CF-WOUND-15, CF-WOUND-18: for each point of Healing Rate."""

    limb_minutes: int
    vital_rounds: int


class WoundTables(Frozen):
    """The file `rules/wounds.toml`."""

    sizes: tuple[str, ...]
    parries: tuple[Literal["all", "half", "none"], ...]
    no_offence: str
    opposed_by: int
    limbs: Limbs
    deadline: Deadlines
    stabilise_seconds: Mapping[str, int]
    undead_destroyed_by: tuple[str, ...]


numbers = rules_table(RULESET, "wounds", WoundTables)
"""The numbers of damage and wounds."""


class Wound(Frozen):
    """The effect of damage on a location.

    Attributes:
        most, before, hp: the hit points of the location unhurt, before, and now.
        damage: the damage after parry and armour.
        lessened: luck has made it a Serious one, even if no damage is left by that (CF-LUCK-10).
    """

    place: HitLocation
    most: int
    before: int
    hp: int
    damage: int
    lessened: bool = False

    @property
    def level(self) -> WoundLevel:
        """The wound level of the location now; without damage there is no new wound (CF-DMG-6)."""
        return level_of(self.hp, self.most) if self.damage or self.lessened else "none"


class Consequence(Frozen):
    """A consequence of a wound; a proposal until the GM accepts it.

    Attributes:
        until: the kind of its end.
        seconds: the time that it lasts; for bleeding out, the time until death.
        turns: the number of the victim's Turns that it lasts.
    """

    what: ConsequenceKind
    location: str
    until: ConsequenceEnd = "once"
    seconds: int = 0
    turns: int = 0
    limb_kind: LimbKind | None = None
    rules: tuple[str, ...] = ()

    @property
    def words(self) -> Message:
        """The consequence as a line."""
        params: dict[str, Json] = {"location": self.location, "seconds": self.seconds, "turns": self.turns}
        if self.limb_kind is not None:
            return Message(key=f"d100.wound.limb_{self.limb_kind}", params={"location": self.location})
        return Message(key=f"d100.wound.{self.what}_{self.until}", params=params)

    @property
    def word(self) -> str:
        """The consequence as a word in a list."""
        return f"d100-after-{self.what if self.limb_kind is None else self.limb_kind}"


def level_of(hp: int, most: int) -> WoundLevel:
    """Return the level of a location by its hit points (CF-WOUND-1 to CF-WOUND-3, CF-WOUND-22).

    Only the unhurt hit points count, not those before the blow.
    """
    if hp >= most:
        return "none"
    if hp > 0:
        return "minor"
    return "serious" if hp > -most else "major"


def wound(place: HitLocation, hp: int, most: int, damage: int) -> Wound:
    """Return the wound of some damage: hit points fall at once, without a lower bound (CF-DMG-6, CF-DMG-7)."""
    return Wound(place=place, most=most, before=hp, hp=hp - max(0, damage), damage=max(0, damage))


def tests_endurance(hurt: Wound) -> bool:
    """Return whether an Endurance roll decides the consequences; each wound asks again (CF-WOUND-4, CF-WOUND-20)."""
    return hurt.level in ("serious", "major")


def endurance_lost(victim: RollResult, attack: RollResult | None, *, settings: Settings = CATALOGUE) -> bool:
    """Return whether the victim loses the Endurance roll against the roll that caused the wound (CF-WOUND-4).

    The attack's roll, or that of a trap, is not thrown again. Without one a failed roll is lost (CF-WOUND-21,
    CF-FALL-9, CF-FIRE-18, CF-AMB-29). A victim that cannot roll has lost (CF-AMB-58), and so has one that fails against
    an attack that failed too.
    """
    if attack is None:
        if settings.wound_no_attack == "plain":
            return not succeeds(victim.level)
        fixed = numbers().opposed_by
        attack = RollResult(level="success", roll=fixed, value=fixed)
    return opposed(attack, victim).winner != "resisting"


def dice_wanted(hurt: Wound) -> Mapping[str, str]:
    """Return the dice that the consequences need, by the argument of `after_hit` that takes them (CF-WOUND-5)."""
    return {"turns": numbers().no_offence} if hurt.level == "serious" else {}


def after_hit(
    hurt: Wound, *, lost: bool, turns: int = 0, hr: int, limb_kind: LimbKind = "severed", settings: Settings = CATALOGUE
) -> tuple[Consequence, ...]:
    """Return the consequences of a wound (CF-WOUND-5 to CF-WOUND-21, 2.16), after luck was asked.

    Args:
        hurt: the wound.
        lost: the Endurance roll was lost, or failed if there was no attack.
        turns: the total of the dice of a Serious Wound.
        hr: the victim's Healing Rate.
        limb_kind: how a limb is destroyed.
        settings: the options of the group.
    """
    match hurt.level:
        case "serious":
            return tuple(_serious_wound(hurt, lost, turns, settings))
        case "major":
            return tuple(_major_wound(hurt, lost, hr, limb_kind, settings))
        case _:
            return ()


def after_hit_undead(
    hurt: Wound, *, limb_kind: LimbKind = "severed", bound_in: Sequence[str] | None = None
) -> tuple[Consequence, ...]:
    """Return the consequences of a wound of an undead: only what a Major Wound destroys (CF-X-38).

    A lost head or chest destroys it, or whatever location it is `bound_in`.
    """
    if hurt.level != "major":
        return ()
    follows = partial(Consequence, location=hurt.place.name)
    if hurt.place.kind == "limb":
        return (follows(what="limb_lost", until="forever", limb_kind=limb_kind, rules=("CF-X-38",)),)
    binding = numbers().undead_destroyed_by if bound_in is None else bound_in
    return (follows(what="destroyed", rules=("CF-X-38",)),) if hurt.place.name in binding else ()


def _serious_wound(wound: Wound, lost: bool, turns: int, settings: Settings) -> Iterator[Consequence]:
    follows = partial(Consequence, location=wound.place.name)
    yield follows(what="scar", until="forever", rules=("CF-WOUND-5",))
    if settings.wound_lock_counts == "turns":
        yield follows(what="no_offence", until="turns", turns=turns, rules=("CF-WOUND-5",))
    else:
        seconds = turns * units().combat_round_seconds
        yield follows(what="no_offence", until="time", seconds=seconds, rules=("CF-WOUND-5", "CF-AMB-35"))
    if settings.wound_location_harder:
        yield follows(what="harder", until="above_zero", rules=("CF-WOUND-11",))
    if lost and wound.place.kind == "limb":
        yield follows(what="useless", until="above_zero", rules=("CF-WOUND-6",))
        if wound.place.member == "leg":
            yield follows(what="prone", rules=("CF-WOUND-7",))
        if wound.place.member == "arm":
            yield follows(what="drops", rules=("CF-WOUND-8",))
    elif lost and wound.damage:
        seconds = wound.damage * units().minute_seconds
        yield follows(what="unconscious", until="time", seconds=seconds, rules=("CF-WOUND-9",))


def _major_wound(wound: Wound, lost: bool, hr: int, limb_kind: LimbKind, settings: Settings) -> Iterator[Consequence]:
    vital, follows = wound.place.kind == "vital", partial(Consequence, location=wound.place.name)
    if vital and lost:
        yield follows(what="dead", until="forever", rules=("CF-WOUND-17",))
        return
    yield follows(what="incapacitated", until="not_major", rules=("CF-WOUND-12",))
    if settings.wound_major_sets_fatigue:
        yield follows(what="exhausted", rules=("CF-WOUND-12", "CF-AMB-33"))
    if vital:
        yield follows(what="unconscious", until="not_major", rules=("CF-WOUND-16",))
    else:
        yield follows(what="limb_lost", until="forever", limb_kind=limb_kind, rules=("CF-WOUND-13",))
        yield follows(what="prone", rules=("CF-WOUND-13",))
        if wound.place.member == "arm":
            yield follows(what="drops", rules=("CF-WOUND-8", "CF-WOUND-13"))
        if lost and settings.wound_major_limb_ko == "gm":
            yield follows(what="unconscious", until="gm", rules=("CF-WOUND-14", "CF-AMB-36"))
        elif lost:
            seconds = wound.damage * units().minute_seconds
            yield follows(what="unconscious", until="stabilised", seconds=seconds, rules=("CF-WOUND-14", "CF-AMB-36"))
    seconds_left = deadline(wound.place, hr, limb_kind, settings=settings)
    if seconds_left is not None:
        rule = "CF-WOUND-18" if vital else "CF-WOUND-15"
        yield follows(what="bleeds_out", until="stabilised", seconds=seconds_left, rules=(rule,))


def deadline(place: HitLocation, hr: int, limb_kind: LimbKind, *, settings: Settings = CATALOGUE) -> int | None:
    """Return after how many seconds an untreated Major Wound kills; None if it does not (CF-WOUND-15, CF-WOUND-18)."""
    table = numbers()
    if place.kind == "vital":
        return table.deadline.vital_rounds * hr * units().combat_round_seconds
    if limb_kind in table.limbs.without_deadline and not settings.wound_shattered_deadline:
        return None
    return table.deadline.limb_minutes * hr * units().minute_seconds


def has_ended(until: ConsequenceEnd, hp: int, most: int) -> bool:
    """Return whether risen hit points end a consequence, without a roll (CF-WOUND-22, CF-WOUND-6).

    A deadline of death, and the faint of a destroyed limb, end with the Major Wound, or earlier by treatment.
    """
    match until:
        case "above_zero":
            return hp > 0
        case "not_major" | "stabilised":
            return level_of(hp, most) != "major"
        case _:
            return False


def lasting_end(what: ConsequenceKind, old: int, new: int, *, settings: Settings = CATALOGUE) -> int:
    """Return which of two ends counts if a character gets the same consequence twice: the later one (CF-WOUND-20).

    A group may rule that no new wound postpones a death that was already certain.
    """
    earlier_counts = what == "bleeds_out" and settings.wound_death_again == "earlier"
    return min(old, new) if earlier_counts else max(old, new)


def casting_steps(level: WoundLevel, *, passed: bool) -> int | None:
    """Return by how many grades a wound of the caster makes a spell harder; None if the spell fails (CF-X-39)."""
    worse = {"none": 0, "minor": 1, "serious": 2, "major": None}[level]
    return worse - 1 if worse and passed else worse


def mitigate(hurt: Wound) -> Wound:
    """Return a Major Wound as luck leaves it: Serious, by one hit point (CF-LUCK-10, CF-LUCK-11).

    Raises Refused if it is no Major Wound, or if the location had one before.
    """
    if hurt.level != "major":
        raise Refused("d100_luck_no_major", "CF-LUCK-10")
    if level_of(hurt.before, hurt.most) == "major":
        raise Refused("d100_luck_major_before", "CF-LUCK-11", "CF-AMB-41")
    hp = 1 - hurt.most
    return replace(hurt, hp=hp, damage=hurt.before - hp, lessened=True)
