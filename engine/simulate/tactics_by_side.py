"""The tactics of the sides of a simulated fight, also as the command line names them: `party=careful`."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from engine.kit.bots.tactical_bot import TacticalBot
from engine.kit.bots.tactics import TACTICS, Tactic, TacticsBySide
from engine.kit.control import controller_of
from engine.presentation.scripts.script import PlayedScript, ScriptError
from engine.simulate.script_simulation import FindBot, simulate_script
from engine.simulate.simulation import FightBot, bot_with_tactics


def with_tactics(played: PlayedScript, find_bot: FindBot, named: Sequence[str], allies: Sequence[str] = ()) -> FindBot:
    """Return a function that finds the bot of a game, with tactics for sides of the fight at the end of a script.

    `allies` are the characters of the GM that fight for the party.

    Raises:
        ScriptError: a text is no `SIDE=TACTIC`, the bot has no tactics, a tactic is unknown, a side does not fight, an
            ally is none of the GM's fighters, or the game does not know allies.
    """
    if allies:
        find_bot = partial(_bot_with_allies, find_bot, frozenset(allies))
        known = simulate_script(played, find_bot, 1, 0).fights[0].sides
        table = played.history.table
        for ally in allies:
            if ally not in known or not table.is_gm(controller_of(table, ally)):
                raise ScriptError("simulate_no_ally", actor=ally[:40])
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


def _bot_with_allies(find_bot: FindBot, allies: frozenset[str], ruleset: str) -> FightBot | None:
    bot = find_bot(ruleset)
    if bot is not None and not isinstance(bot, TacticalBot):
        raise ScriptError("simulate_sides_named", ruleset=ruleset)
    return bot_with_tactics(bot, bot.tactics, allies) if bot is not None else None


def _bot(find_bot: FindBot, tactics: dict[str, Tactic], ruleset: str) -> FightBot | None:
    bot = find_bot(ruleset)
    if bot is not None and not isinstance(bot, TacticsBySide):
        raise ScriptError("simulate_fixed_tactics", ruleset=ruleset)
    return bot_with_tactics(bot, tactics) if bot is not None else None
