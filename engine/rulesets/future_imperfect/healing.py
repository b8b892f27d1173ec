"""What mends: treatment, time, and breath that comes back (FI-HEAL)."""

from __future__ import annotations

from typing import Literal

from engine.play.refusal import Refused
from engine.rulesets.future_imperfect.harm import is_maimed, row_of
from engine.rulesets.future_imperfect.harm import numbers as harm_numbers
from engine.table.frozen import Frozen

Medicine = Literal["general", "surgery"]
SECONDS = 60


class Treatment(Frozen):
    """What a medicine roll for one area may do.

    Attributes:
        tn: to be reached.
        to_level: the area's level after a success.
        stops_bleeding: a success stops the area's bleeding (FI-BLEED-3).
        ask: the Master is asked what advanced medicine can do: head or guts are maimed (FI-WOUND-4).
    """

    tn: int
    to_level: int
    stops_bleeding: bool
    ask: bool = False


def treatment(
    level: int, *, deadly: bool, minutes: int, medicine: Medicine, attempts: int, heal_attempts: int | None
) -> Treatment:
    """Return what treating an area may do (FI-HEAL-2 to FI-HEAL-5, FI-HEAL-7, FI-HEAL-8).

    Args:
        level: the area's wound level.
        deadly: one dies of that area, as of head and guts.
        minutes: since the injury.
        medicine: the concentration that is rolled.
        attempts: how often this injury of the area was treated already.
        heal_attempts: how often it may be; None or 0 for as often as one likes.

    Raises:
        Refused: there is nothing to treat, it is too late, surgery is needed, or it was tried.
    """
    table = harm_numbers().healing
    if level < 1:
        raise Refused("nothing_to_treat", "FI-HEAL-4")
    if minutes > table.limit_minutes:
        raise Refused("treatment_too_late", "FI-HEAL-2", "FI-HEAL-5", minutes=table.limit_minutes)
    if medicine == "general" and level > table.general_up_to:
        raise Refused("needs_surgery", "FI-HEAL-3", level=row_of(level).name)
    if heal_attempts and attempts >= heal_attempts:
        raise Refused("treated_already", "FI-HEAL-8", attempts=heal_attempts)
    kept = is_maimed(level)
    return Treatment(
        tn=row_of(level).tn,
        to_level=level if kept else level - 1,
        stops_bleeding=row_of(level).bleeds > 0,
        ask=kept and deadly,
    )


def natural_tn(level: int) -> int | None:
    """Return the TN of the Vigor roll by which an area gets better by itself, or None if none can (FI-HEAL-6, -7)."""
    return None if level < 1 or is_maimed(level) else row_of(level).tn


def wind_after_rest(wind: int, start: int, minutes: int, *, losing: bool) -> int:
    """Return the Wind after minutes of rest (FI-HEAL-1, FI-HEAL-9).

    Args:
        wind: the Wind now.
        start: the Wind at full, which rest does not pass.
        minutes: of rest.
        losing: bleeding or smoke goes on, so that nothing comes back.
    """
    if losing or wind >= start:
        return wind
    return min(start, wind + max(0, minutes) * harm_numbers().healing.wind_per_minute)


def rounds_in(minutes: int, *, round_seconds: int) -> int:
    """Return how many rounds minutes are (FI-INIT-1, FI-BLEED-2)."""
    return minutes * SECONDS // round_seconds
