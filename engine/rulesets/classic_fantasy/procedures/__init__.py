"""What can be under way at a table of Classic d100 fantasy."""

from __future__ import annotations

from engine.rulesets.classic_fantasy.procedures.evening import Evening
from engine.rulesets.classic_fantasy.procedures.fight import Fight

QUIET = (Evening, Fight)
"""What waits for nobody: while one of these is at the front, something new may begin."""
