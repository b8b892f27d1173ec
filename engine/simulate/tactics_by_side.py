"""The tactics of the sides of a simulated fight, also as the command line names them: `party=careful`."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from engine.kit.bots.tactics import TACTICS, Tactic, TacticsBySide
from engine.presentation.scripts.script import PlayedScript, ScriptError
from engine.simulate.script_simulation import FindBot, simulate_script
from engine.simulate.simulation import FightBot, bot_with_tactics


def with_tactics(played: PlayedScript, find_bot: FindBot, named: Sequence[str]) -> FindBot:
    """Return a function that finds the bot of a game, with tactics for sides of the fight at the end of a script.

    Raises:
        ScriptError: a text is no `SIDE=TACTIC`, the bot has no tactics, a tactic is unknown, or a side does not fight.
    """
    if not named:
        return find_bot
    tactics = dict(map(_read, named))
    first = simulate_script(played, find_bot, 1, 0)  # only a fight says which sides it has
    sides = tuple(first.won())
    unknown = next((side for side in tactics if side not in sides), None)
    if unknown is not None:
        raise ScriptError("simulate_no_side", side=unknown, known=list(sides))
    return partial(_bot, find_bot, tactics)


def _read(text: str) -> tuple[str, Tactic]:
    side, is_for, tactic = text.partition("=")
    if not is_for:
        raise ScriptError("simulate_tactic_form", text=text[:40])
    if tactic not in TACTICS:
        raise ScriptError("simulate_no_tactic", tactic=tactic[:40], known=list(TACTICS))
    return side, TACTICS[tactic]


def _bot(find_bot: FindBot, tactics: dict[str, Tactic], ruleset: str) -> FightBot | None:
    bot = find_bot(ruleset)
    if bot is not None and not isinstance(bot, TacticsBySide):
        raise ScriptError("simulate_fixed_tactics", ruleset=ruleset)
    return bot_with_tactics(bot, tactics) if bot is not None else None
