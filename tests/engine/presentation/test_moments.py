"""Moments: what everybody looks at in a gesture, and nothing that a viewer may not know."""

from __future__ import annotations

import string

import pytest

from engine.core.chance import ScriptedChance, SeededChance
from engine.core.commands import Command
from engine.core.events import CardsMoved, CardsTurned, Noted, Rolled
from engine.core.manual_moves import RollDice
from engine.kit.game_factory import make_game
from engine.messages.message import Message
from engine.messages.texts import say, texts
from engine.model.frozen import replace
from engine.model.seats import SHARED
from engine.model.table import Table
from engine.model.zones import EVERYONE, Sight, Zone
from engine.presentation.moments import moments
from engine.rulesets.classic_fantasy.checks.check_commands import RollSkill, ThrowDice
from engine.rulesets.future_imperfect.hazards.hazard_commands import Fall
from engine.rulesets.loader import game_of
from tests.engine.every_game.test_secret_numbers import a_calm_table
from tests.engine.tiny import OPTIONS, Tiny, seats_of


def _line(key: str = "log.shuffled", audience: tuple[str, ...] | None = None) -> Noted:
    return Noted(message=Message(key=key), audience=audience)


def _cards() -> Table:
    hand = Zone(id="hand:tom", cards=("8H", "2S"), sight=Sight.OWNERS, owners=("tom",))
    return Table(ruleset="tiny", zones={"hand:tom": hand, "discard": Zone(id="discard")})


def test_a_roll_shows_the_faces_that_were_recorded_and_its_total() -> None:
    game = make_game(Tiny())
    table = game.new_table(seats_of(2), {name: spec.default for name, spec in OPTIONS.items()})
    rolled = game.apply(table, RollDice(seat="gm", dice="2d6+1"), ScriptedChance({"d6": (6, 3)}, SeededChance(1)))
    (moment,) = moments(table, rolled.events, SHARED)
    assert [(die.sides, die.face) for die in moment.dice] == [(6, 6), (6, 3)]
    assert moment.headline is not None
    assert say(moment.headline) == "10"


def test_dice_belong_to_the_line_that_follows_them() -> None:
    events = (Rolled(kind="d20", faces=(4,)), _line(), _line(), Rolled(kind="d8", faces=(1, 2)), _line())
    shown = moments(Table(ruleset="tiny"), events, SHARED)
    assert [[die.face for die in moment.dice] for moment in shown] == [[4], [1, 2]]


def test_cards_are_revealed_once_and_only_to_who_sees_them() -> None:
    shown = CardsTurned(zone="hand:tom", cards=("8H",), shown_to=(EVERYONE,))
    played = CardsMoved(cards=("8H",), source="hand:tom", target="discard")
    (moment,) = moments(_cards(), (shown, played, _line()), SHARED)
    assert [(reveal.zone, reveal.cards) for reveal in moment.reveals] == [("hand:tom", ("8H",))]
    peeked = CardsTurned(zone="hand:tom", cards=("2S",), shown_to=("gm",))
    assert moments(_cards(), (peeked, _line()), SHARED) == ()
    assert moments(_cards(), (shown, played, _line()), "tom") == ()
    assert moments(_cards(), (shown, played, _line("future_imperfect:log.keeps_cards")), SHARED) == (), "put away"


@pytest.mark.parametrize("is_named", [True, False])
def test_cards_that_were_laid_aside_are_put_away_unless_the_line_names_them(is_named: bool) -> None:
    laid = Zone(id="laid:tom", cards=("QH",), sight=Sight.OWNERS, owners=("tom",), passing=True)
    cards = _cards()
    table = replace(cards, zones={**cards.zones, laid.id: laid, "graveyard": Zone(id="graveyard")})
    spent = CardsMoved(cards=("QH",), source=laid.id, target="graveyard")
    line = Noted(message=Message(key="log.shuffled", params={"card": "QH"} if is_named else {}))
    shown = moments(table, (spent, line), SHARED)
    assert [reveal.cards for moment in shown for reveal in moment.reveals] == ([("QH",)] if is_named else [])
    after_all = moments(table, (Rolled(kind="d6", faces=(4,)), line, spent), SHARED)
    assert [(len(moment.dice), moment.reveals) for moment in after_all] == [(1, ())], "no line tells of it"


def test_a_gesture_of_which_nothing_is_told_has_no_moment() -> None:
    """A roll in secret, a roll of which only the GM reads, and no roll at all look the same."""
    secret = (_line("log.rolled", ("gm",)),)
    told = (Rolled(kind="d20", faces=(20,)), *secret)
    assert moments(Table(ruleset="tiny"), secret, SHARED) == moments(Table(ruleset="tiny"), told, SHARED) == ()
    assert moments(Table(ruleset="tiny"), (), SHARED) == ()


def test_every_headline_is_of_a_log_line_and_says_no_more_than_it() -> None:
    known = texts()
    headlines = [key.removeprefix("headline.") for key in known if key.startswith("headline.")]
    assert len(headlines) > 40
    for key in headlines:
        told = _params(known[f"log.{key}"])
        assert _params(known[f"headline.{key}"]) <= told | ({"total"} if "sum" in told else set()), key


@pytest.mark.parametrize(
    "outcomes",
    [
        ("attack_succeeds", "attack_fails"),
        ("damage_done", "hit_stopped", "hit_deflected", "no_damage", "over_prone"),
        ("becomes_stunned", "withstands_stun"),
        ("check_made", "check_failed"),
        ("wound_better", "wound_healed", "wound_stays", "treatment_fails"),
        ("d100_struck", "d100_struck_nowhere", "d100_misses"),
    ],
)
def test_what_comes_to_nothing_is_read_across_the_room_as_what_succeeds_is(outcomes: tuple[str, ...]) -> None:
    assert all(texts().get(f"headline.{key}") for key in outcomes)


def test_a_roll_against_a_number_says_it_where_the_total_is_large() -> None:
    """Old lines of a log have no number."""
    said = [say(Message(key="headline.dice_fall", params=params)) for params in ({"total": 4, "tn": 5}, {"total": 4})]
    assert said == ["4 against 5", "4"]


def _params(template: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(template) if name}


@pytest.mark.rule("FI-CORE-8", "CF-X-9")
@pytest.mark.parametrize(
    ("ruleset", "command"),
    [
        ("future_imperfect", Fall(seat="gm", actor="shade", metres=20)),
        ("classic_fantasy", RollSkill(seat="gm", actor="shade", skill="Evade")),
    ],
)
def test_what_a_character_does_that_nobody_has_noticed_is_no_moment(ruleset: str, command: Command) -> None:
    table, game = a_calm_table(ruleset), game_of(ruleset)
    for seed in range(4):
        world = table
        for step in (command, *((ThrowDice(seat="gm"),) if ruleset == "classic_fantasy" else ())):
            outcome = game.apply(world, step, SeededChance(seed))
            assert outcome.events
            assert moments(world, outcome.events, SHARED) == ()
            world = outcome.table
    hero = next(iter(table.actors))
    seen = game.apply(table, replace(command, actor=hero), SeededChance(1))
    assert ruleset == "classic_fantasy" or moments(table, seen.events, SHARED), "of a known character it is one"
