"""Healing: treatment, natural healing, and recovery of Wind (FI-HEAL)."""

from __future__ import annotations

from typing import Literal

from engine.messages.refusal import Refused
from engine.model.frozen import Frozen
from engine.rulesets.future_imperfect.character.wound_levels import is_maimed, wound_level_row, wound_tables

Medicine = Literal["general", "surgery"]
SECONDS = 60


class Treatment(Frozen):
    """The possible effect of a medicine roll for one area.

    Attributes:
        tn: the target number.
        to_level: the area's level after a success.
        stops_bleeding: a success stops the area's bleeding (FI-BLEED-3).
        ask: the GM decides what advanced medicine can do: head or guts are maimed (FI-WOUND-4).
    """

    tn: int
    to_level: int
    stops_bleeding: bool
    ask: bool = False


def treatment(
    level: int, *, deadly: bool, minutes: int, medicine: Medicine, attempts: int, heal_attempts: int | None
) -> Treatment:
    """Return the possible effect of treating an area (FI-HEAL-2 to FI-HEAL-5, FI-HEAL-7, FI-HEAL-8).

    The minutes count since the injury, the attempts so far up to the option `heal_attempts`, without a limit if that is
    None or 0. Head and guts are deadly.

    Raises:
        Refused: there is nothing to treat, it is too late, surgery is needed, or the maximum is reached.
    """
    table = wound_tables().healing
    if level < 1:
        raise Refused("nothing_to_treat", "FI-HEAL-4")
    if minutes > table.limit_minutes:
        raise Refused("treatment_too_late", "FI-HEAL-2", "FI-HEAL-5", minutes=table.limit_minutes)
    if medicine == "general" and level > table.general_up_to:
        raise Refused("needs_surgery", "FI-HEAL-3", level=wound_level_row(level).name)
    if heal_attempts and attempts >= heal_attempts:
        raise Refused("treated_already", "FI-HEAL-8", attempts=heal_attempts)
    kept = is_maimed(level)
    return Treatment(
        tn=wound_level_row(level).tn,
        to_level=level if kept else level - 1,
        stops_bleeding=wound_level_row(level).bleeds > 0,
        ask=kept and deadly,
    )


def natural_tn(level: int) -> int | None:
    """Return the TN of an area's natural healing, or None if there is none (FI-HEAL-6, FI-HEAL-7)."""
    return None if level < 1 or is_maimed(level) else wound_level_row(level).tn


def wind_after_rest(wind: int, start: int, minutes: int, *, losing: bool) -> int:
    """Return the Wind after minutes of rest, at most the Wind at full (FI-HEAL-1, FI-HEAL-9).

    While bleeding or smoke continues, no Wind returns.
    """
    if losing or wind >= start:
        return wind
    return min(start, wind + max(0, minutes) * wound_tables().healing.wind_per_minute)


def rounds_in(minutes: int, *, round_seconds: int) -> int:
    """Return the number of rounds in some minutes (FI-INIT-1, FI-BLEED-2)."""
    return minutes * SECONDS // round_seconds
