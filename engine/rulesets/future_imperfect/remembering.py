"""What was made out of a sheet or a list, remembered as long as that stays the same object."""

from __future__ import annotations

from engine.rulesets.remembering import Remembered as Remembered
