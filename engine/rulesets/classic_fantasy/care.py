"""What First Aid, Healing and magic do for a wound (CF-HEAL, CF-REST-6, CF-REST-7, CF-WOUND-10, CF-BLOOD-5)."""

from __future__ import annotations

from engine.play.refusal import Refused
from engine.rulesets.classic_fantasy.clock import units
from engine.rulesets.classic_fantasy.damage import check_thrown
from engine.rulesets.classic_fantasy.healing import numbers
from engine.rulesets.classic_fantasy.parts import Part, counting, total
from engine.rulesets.classic_fantasy.settings import CATALOGUE, Settings
from engine.rulesets.classic_fantasy.wound_tables import numbers as wound_numbers
from engine.rulesets.classic_fantasy.wounds import level_of
from engine.table.frozen import Frozen


class Care(Frozen):
    """What care does for one location.

    Attributes:
        points: hit points that it gives back.
        parts: what they are made of.
        stabilises: death that was coming is called off, bleeding stops (CF-HEAL-9, CF-BLOOD-5).
        treats: a Major Wound can heal by nature from now on (CF-HEAL-4).
        wakes: an unconscious victim of a Serious Wound there comes round (CF-WOUND-10).
        regrows: what was off is back.
        rest_days: the spell works only after so many days of rest.
        used_up: this injury has had its First Aid (CF-X-30).
    """

    points: int = 0
    parts: tuple[Part, ...] = ()
    stabilises: bool = False
    treats: bool = False
    wakes: bool = False
    regrows: bool = False
    rest_days: int = 0
    used_up: bool = False


def first_aid_dice() -> str:
    """Return what First Aid throws (CF-X-30)."""
    return numbers().first_aid


def first_aid(
    hp: int,
    most: int,
    *,
    succeeded: bool,
    die: int = 0,
    given: bool = False,
    emergency: bool = False,
    settings: Settings = CATALOGUE,
) -> Care:
    """Return what First Aid does for a location (CF-X-30, CF-REST-6, CF-HEAL-4, CF-AMB-32).

    Every wound is stabilised; hit points come back to what is no Major Wound, once for each injury. In a fight there is
    time for the one thing alone.

    Args:
        hp: hit points of the location.
        most: its hit points unhurt.
        succeeded: the roll.
        die: what First Aid threw.
        given: this injury had its First Aid already.
        emergency: it is done in a fight, not in a rest.
        settings: what the group has chosen.
    """
    level = level_of(hp, most)
    if level == "none":
        raise Refused("nothing_to_treat", "CF-X-30")
    if given and not emergency:
        raise Refused("d100_first_aid_given", "CF-X-30")
    if not succeeded:
        return Care()
    wakes = settings.wound_care_wakes and level == "serious"
    if emergency or level == "major":
        return Care(stabilises=True, wakes=wakes)
    check_thrown(first_aid_dice(), die, "CF-X-30")
    parts = _points("first_aid", die, hp, most)
    return Care(points=total(parts), parts=parts, stabilises=True, wakes=wakes, used_up=True)


def healing_skill(hp: int, most: int, *, succeeded: bool, settings: Settings = CATALOGUE) -> Care:
    """Return what the Healing skill does in its hour: it treats, and stabilises (CF-REST-7, CF-HEAL-4, CF-X-30)."""
    level = level_of(hp, most)
    if level == "none":
        raise Refused("nothing_to_treat", "CF-REST-7")
    if not succeeded:
        return Care()
    return Care(stabilises=True, treats=level == "major", wakes=settings.wound_care_wakes and level == "serious")


def spell_dice(spell: str, hp: int, most: int) -> str:
    """Return what a spell throws for a location; empty where it gives a fixed number, or nothing (CF-X-34)."""
    dice = numbers().spells[_known(spell)].heals.get(level_of(hp, most), "")
    return dice if "d" in dice else ""


def cast(
    spell: str,
    hp: int,
    most: int,
    *,
    die: int = 0,
    hr: int = 0,
    dismembered: bool = False,
    age_seconds: int = 0,
    intensity: int = 0,
) -> Care:
    """Return what a healing spell does for a location (CF-HEAL-8, CF-HEAL-9, CF-X-34).

    However small, it stabilises; and a Cure Wounds spell treats a Major Wound, so that nature can go on (CF-HEAL-4).

    Args:
        spell: its key among the spells of `healing.toml`.
        hp: hit points of the location.
        most: its hit points unhurt.
        die: what its dice came to.
        hr: the victim's Healing Rate.
        dismembered: the limb is off.
        age_seconds: how old the wound is.
        intensity: of the spell, in hours of a wound's age.
    """
    found = numbers().spells[_known(spell)]
    level = level_of(hp, most)
    if level == "none" and not dismembered:
        raise Refused("nothing_to_treat", "CF-HEAL-8")
    if found.regrows:
        return Care(stabilises=True, treats=True, regrows=dismembered)
    if found.fresh and level == "major" and (dismembered or age_seconds > intensity * units().hour_seconds):
        return Care(stabilises=True, treats=True, rest_days=hr)
    dice = found.heals.get(level, "")
    points = check_thrown(dice, die, "CF-X-34") if "d" in dice else int(dice or found.instead)
    parts = _points("spell", points, hp, most)
    return Care(points=total(parts), parts=parts, stabilises=True, treats=level == "major")


def stabilise_seconds(*, settings: Settings = CATALOGUE) -> int:
    """Return how long it takes in a fight to keep somebody from dying (CF-AMB-32)."""
    return wound_numbers().stabilise_seconds[settings.wound_stabilise_time]


def _known(spell: str) -> str:
    if spell not in numbers().spells:
        raise Refused("d100_no_spell", "CF-X-34", spell=spell[:40], known=list(numbers().spells))
    return spell


def _points(reason: str, points: int, hp: int, most: int) -> tuple[Part, ...]:
    over = max(0, hp + points - most)
    return counting(
        Part(reason=reason, value=points),
        Part(reason="no_more_than_most", value=-over, params={"most": most}),
    )
