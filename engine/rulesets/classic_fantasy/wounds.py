"""What a wound is, and what follows from it: plain proposals, each with its end (CF-WOUND)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from engine.play.words import Message
from engine.rulesets.classic_fantasy.bodies import Place
from engine.rulesets.classic_fantasy.clock import units
from engine.rulesets.classic_fantasy.grades import Rolled, opposed, succeeds
from engine.rulesets.classic_fantasy.settings import CATALOGUE, Settings
from engine.rulesets.classic_fantasy.wound_tables import LimbKind, numbers
from engine.table.frozen import Frozen, Json

WoundLevel = Literal["none", "minor", "serious", "major"]
LEVELS: tuple[WoundLevel, ...] = ("none", "minor", "serious", "major")
"""From the lightest to the worst."""
What = Literal[
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
Until = Literal["once", "forever", "time", "turns", "above_zero", "not_major", "stabilised", "gm"]
"""How long: it happens once, never ends, lasts for seconds or Turns, until HP are above 0, until the wound is no Major
one any more, until it is stabilised (and then for its seconds), until the GM says."""


class Wound(Frozen):
    """What damage did to a location.

    Attributes:
        place: the location.
        most: its hit points unhurt.
        before: its hit points before.
        hp: its hit points now.
        damage: what got through.
        lessened: luck has made it a Serious one, by which nothing of the damage may be left (CF-LUCK-10).
    """

    place: Place
    most: int
    before: int
    hp: int
    damage: int
    lessened: bool = False

    @property
    def level(self) -> WoundLevel:
        """What the location has now; without damage there is no new wound (CF-DMG-6)."""
        return level_of(self.hp, self.most) if self.damage or self.lessened else "none"


class Consequence(Frozen):
    """Something that a wound brings; a proposal until the GM agrees.

    Attributes:
        what: what happens.
        location: where the wound is.
        until: how it ends.
        seconds: how long it lasts or, of a death that comes, when.
        turns: for how many Turns of the victim.
        limb_kind: how a limb was destroyed.
        rules: the rules that say so.
    """

    what: What
    location: str
    until: Until = "once"
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


def level_of(hp: int, most: int) -> WoundLevel:
    """Return the level of a location by its hit points (CF-WOUND-1 to CF-WOUND-3, CF-WOUND-22).

    It is the unhurt hit points that count, whatever the location had before the blow.
    """
    if hp >= most:
        return "none"
    if hp > 0:
        return "minor"
    return "serious" if hp > -most else "major"


def wound(place: Place, hp: int, most: int, damage: int) -> Wound:
    """Return what damage does to a location: hit points fall at once, without any bound (CF-DMG-6, CF-DMG-7)."""
    return Wound(place=place, most=most, before=hp, hp=hp - max(0, damage), damage=max(0, damage))


def tests_endurance(hurt: Wound) -> bool:
    """Return whether an Endurance roll decides what follows; each fresh wound asks anew (CF-WOUND-4, CF-WOUND-20)."""
    return hurt.level in ("serious", "major")


def endurance_lost(victim: Rolled, attack: Rolled | None, *, settings: Settings = CATALOGUE) -> bool:
    """Return whether the victim loses the Endurance roll against the roll that caused the wound (CF-WOUND-4).

    Without an attack it is lost if it fails (CF-WOUND-21, CF-FALL-9, CF-FIRE-18, CF-AMB-29). Who cannot roll at all has
    lost (CF-AMB-58), and so has who fails against an attack that failed too: the wound is there.

    Args:
        victim: what the roll came to, at Standard and whatever the victim's state makes of it.
        attack: the roll that caused the wound, or the roll of a trap; it stands as it fell.
        settings: what the group has chosen.
    """
    if attack is None:
        if settings.wound_no_attack == "plain":
            return not succeeds(victim.level)
        fixed = numbers().opposed_by
        attack = Rolled(level="success", roll=fixed, value=fixed)
    return opposed(attack, victim).winner != "resisting"


def dice_wanted(hurt: Wound) -> Mapping[str, str]:
    """Return the dice that the consequences need, by the argument of `after_hit` that takes them (CF-WOUND-5)."""
    return {"turns": numbers().no_offence} if hurt.level == "serious" else {}


def after_hit(
    hurt: Wound,
    *,
    lost: bool,
    turns: int = 0,
    hr: int,
    limb_kind: LimbKind = "severed",
    settings: Settings = CATALOGUE,
) -> tuple[Consequence, ...]:
    """Return all that follows from a wound (CF-WOUND-5 to CF-WOUND-21, 2.16). Luck must have spoken before.

    Args:
        hurt: the wound.
        lost: the Endurance roll was lost, or failed where nobody attacked.
        turns: what the die of a Serious Wound came to.
        hr: the victim's Healing Rate.
        limb_kind: how a limb is destroyed.
        settings: what the group has chosen.
    """
    match hurt.level:
        case "serious":
            return tuple(_serious(hurt, lost, turns, settings))
        case "major":
            return tuple(_major(hurt, lost, hr, limb_kind, settings))
        case _:
            return ()


def after_hit_undead(
    hurt: Wound, *, limb_kind: LimbKind = "severed", bound_in: Sequence[str] | None = None
) -> tuple[Consequence, ...]:
    """Return what follows from a wound of an undead: nothing but what a Major Wound destroys (CF-X-38).

    Args:
        hurt: the wound.
        limb_kind: how a limb is destroyed.
        bound_in: the locations that bind it, head or chest; both if nobody knows.
    """
    if hurt.level != "major":
        return ()
    where = hurt.place.name
    if hurt.place.kind == "limb":
        return (
            Consequence(what="limb_lost", location=where, until="forever", limb_kind=limb_kind, rules=("CF-X-38",)),
        )
    binding = numbers().undead.destroyed_by if bound_in is None else bound_in
    return (Consequence(what="destroyed", location=where, rules=("CF-X-38",)),) if where in binding else ()


def _serious(hurt: Wound, lost: bool, turns: int, settings: Settings) -> Iterator[Consequence]:
    where, member = hurt.place.name, hurt.place.member
    yield Consequence(what="scar", location=where, until="forever", rules=("CF-WOUND-5",))
    if settings.wound_lock_counts == "turns":
        yield Consequence(what="no_offence", location=where, until="turns", turns=turns, rules=("CF-WOUND-5",))
    else:
        seconds = turns * units().combat_round_seconds
        yield Consequence(
            what="no_offence", location=where, until="time", seconds=seconds, rules=("CF-WOUND-5", "CF-AMB-35")
        )
    if settings.wound_location_harder:
        yield Consequence(what="harder", location=where, until="above_zero", rules=("CF-WOUND-11",))
    if not lost:
        return
    if hurt.place.kind == "vital":
        if not hurt.damage:
            return
        yield Consequence(
            what="unconscious",
            location=where,
            until="time",
            seconds=hurt.damage * units().minute_seconds,
            rules=("CF-WOUND-9",),
        )
        return
    yield Consequence(what="useless", location=where, until="above_zero", rules=("CF-WOUND-6",))
    if member == "leg":
        yield Consequence(what="prone", location=where, rules=("CF-WOUND-7",))
    if member == "arm":
        yield Consequence(what="drops", location=where, rules=("CF-WOUND-8",))


def _major(hurt: Wound, lost: bool, hr: int, limb_kind: LimbKind, settings: Settings) -> Iterator[Consequence]:
    where, vital = hurt.place.name, hurt.place.kind == "vital"
    if vital and lost:
        yield Consequence(what="dead", location=where, until="forever", rules=("CF-WOUND-17",))
        return
    yield Consequence(what="incapacitated", location=where, until="not_major", rules=("CF-WOUND-12",))
    if settings.wound_major_sets_fatigue:
        yield Consequence(what="exhausted", location=where, rules=("CF-WOUND-12", "CF-AMB-33"))
    if vital:
        yield Consequence(what="unconscious", location=where, until="not_major", rules=("CF-WOUND-16",))
    else:
        yield Consequence(
            what="limb_lost", location=where, until="forever", limb_kind=limb_kind, rules=("CF-WOUND-13",)
        )
        yield Consequence(what="prone", location=where, rules=("CF-WOUND-13",))
        if hurt.place.member == "arm":
            yield Consequence(what="drops", location=where, rules=("CF-WOUND-8", "CF-WOUND-13"))
        if lost:
            yield _felled(hurt, settings)
    due = deadline(hurt.place, hr, limb_kind, settings=settings)
    if due is not None:
        rule = "CF-WOUND-18" if vital else "CF-WOUND-15"
        yield Consequence(what="bleeds_out", location=where, until="stabilised", seconds=due, rules=(rule,))


def _felled(hurt: Wound, settings: Settings) -> Consequence:
    by_gm = settings.wound_major_limb_ko == "gm"
    return Consequence(
        what="unconscious",
        location=hurt.place.name,
        until="gm" if by_gm else "stabilised",
        seconds=0 if by_gm else hurt.damage * units().minute_seconds,
        rules=("CF-WOUND-14", "CF-AMB-36"),
    )


def deadline(place: Place, hr: int, limb_kind: LimbKind, *, settings: Settings = CATALOGUE) -> int | None:
    """Return after how many seconds an untreated Major Wound kills; None if it does not (CF-WOUND-15, CF-WOUND-18)."""
    table = numbers()
    if place.kind == "vital":
        return table.deadline.vital_rounds * hr * units().combat_round_seconds
    if limb_kind in table.limbs.without_deadline and not settings.wound_shattered_deadline:
        return None
    return table.deadline.limb_minutes * hr * units().minute_seconds


def has_ended(until: Until, hp: int, most: int) -> bool:
    """Return whether hit points that have risen end what depends on them, without a roll (CF-WOUND-22, CF-WOUND-6).

    A death that comes, and the faint of a destroyed limb, end with the Major Wound; by treatment they end sooner.
    """
    match until:
        case "above_zero":
            return hp > 0
        case "not_major" | "stabilised":
            return level_of(hp, most) != "major"
        case _:
            return False


def lasting_end(what: What, old: int, new: int, *, settings: Settings = CATALOGUE) -> int:
    """Return which of two ends counts when the same befalls somebody twice: the later one (CF-WOUND-20).

    A group may rule that no new wound puts off a death that was coming.
    """
    sooner = what == "bleeds_out" and settings.wound_death_again == "earlier"
    return min(old, new) if sooner else max(old, new)


def casting_steps(level: WoundLevel, *, passed: bool) -> int | None:
    """Return how many grades harder a spell becomes that is being cast; None if it fails (CF-X-39).

    Args:
        level: of the wound that the caster takes meanwhile.
        passed: whether the Willpower roll succeeded.
    """
    match level:
        case "none":
            return 0
        case "minor":
            return 0 if passed else 1
        case "serious":
            return 1 if passed else 2
        case "major":
            return None
