"""Rules of First Aid, Healing and magic for a wound (CF-HEAL, CF-REST-6, CF-REST-7, CF-WOUND-10, CF-BLOOD-5)."""

from __future__ import annotations

from engine.kit.calculation import effective_steps
from engine.messages.refusal import Refused
from engine.model.frozen import Frozen
from engine.rulesets.classic_fantasy.d100_calculation import D100Step, total
from engine.rulesets.classic_fantasy.dice.mixed_dice import check_dice_total
from engine.rulesets.classic_fantasy.game_calendar import units
from engine.rulesets.classic_fantasy.settings import CATALOGUE, Settings
from engine.rulesets.classic_fantasy.wounds.healing_tables import numbers
from engine.rulesets.classic_fantasy.wounds.wound_rules import level_of
from engine.rulesets.classic_fantasy.wounds.wound_rules import numbers as wound_numbers


class Care(Frozen):
    """The effect of care on one location.

    Attributes:
        points: hit points restored.
        parts: their calculation.
        stabilises: death is prevented, bleeding stops (CF-HEAL-9, CF-BLOOD-5).
        treats: a Major Wound can heal naturally from now on (CF-HEAL-4).
        wakes: a patient unconscious from a Serious Wound there wakes up (CF-WOUND-10).
        regrows: a severed limb is restored.
        rest_days: the spell works only after this many days of rest.
        used_up: this injury has had its First Aid (CF-X-30).
    """

    points: int = 0
    parts: tuple[D100Step, ...] = ()
    stabilises: bool = False
    treats: bool = False
    wakes: bool = False
    regrows: bool = False
    rest_days: int = 0
    used_up: bool = False


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
    """Return the effect of First Aid on a location (CF-X-30, CF-REST-6, CF-HEAL-4, CF-AMB-32).

    Every wound is stabilised; wounds below Major regain hit points, once for each injury. In combat there is time to
    stabilise only. An `emergency` is such a case; `given` says that this injury had its First Aid already.
    """
    level = level_of(hp, most)
    if level == "none":
        raise Refused("nothing_to_treat", "CF-X-30")
    if given and not emergency:
        raise Refused("d100_first_aid_given", "CF-X-30")
    if not succeeded:
        return Care()
    wakes_patient = settings.wound_care_wakes and level == "serious"
    if emergency or level == "major":
        return Care(stabilises=True, wakes=wakes_patient)
    check_dice_total(numbers().first_aid, die, "CF-X-30")
    parts = _healing_steps("first_aid", die, hp, most)
    return Care(points=total(parts), parts=parts, stabilises=True, wakes=wakes_patient, used_up=True)


def healing_skill(hp: int, most: int, *, succeeded: bool, settings: Settings = CATALOGUE) -> Care:
    """Return the effect of an hour of the Healing skill: it treats and stabilises (CF-REST-7, CF-HEAL-4, CF-X-30)."""
    level = level_of(hp, most)
    if level == "none":
        raise Refused("nothing_to_treat", "CF-REST-7")
    if not succeeded:
        return Care()
    return Care(stabilises=True, treats=level == "major", wakes=settings.wound_care_wakes and level == "serious")


def spell_dice(spell: str, hp: int, most: int) -> str:
    """Return the dice of a spell for a location; empty for a fixed number, or nothing (CF-X-34)."""
    dice = numbers().spells[_check_spell(spell)].heals.get(level_of(hp, most), "")
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
    """Return the effect of a healing spell on a location (CF-HEAL-8, CF-HEAL-9, CF-X-34).

    Every spell stabilises; a Cure Wounds spell also treats a Major Wound, so that it can heal naturally (CF-HEAL-4).
    `die` is the total of its dice; `intensity` counts hours of the wound's age.
    """
    effect = numbers().spells[_check_spell(spell)]
    level = level_of(hp, most)
    if level == "none" and not dismembered:
        raise Refused("nothing_to_treat", "CF-HEAL-8")
    if effect.regrows:
        return Care(stabilises=True, treats=True, regrows=dismembered)
    if effect.fresh and level == "major" and (dismembered or age_seconds > intensity * units().hour_seconds):
        return Care(stabilises=True, treats=True, rest_days=hr)
    dice = effect.heals.get(level, "")
    points = check_dice_total(dice, die, "CF-X-34") if "d" in dice else int(dice or effect.instead)
    parts = _healing_steps("spell", points, hp, most)
    return Care(points=total(parts), parts=parts, stabilises=True, treats=level == "major")


def stabilise_seconds(*, settings: Settings = CATALOGUE) -> int:
    """Return the seconds that it takes in combat to prevent death (CF-AMB-32)."""
    return wound_numbers().stabilise_seconds[settings.wound_stabilise_time]


def _check_spell(spell: str) -> str:
    if spell not in numbers().spells:
        raise Refused("d100_no_spell", "CF-X-34", spell=spell[:40], known=list(numbers().spells))
    return spell


def _healing_steps(reason: str, points: int, hp: int, most: int) -> tuple[D100Step, ...]:
    surplus = max(0, hp + points - most)
    return effective_steps(
        D100Step(reason=reason, value=points),
        D100Step(reason="no_more_than_most", value=-surplus, params={"most": most}),
    )
