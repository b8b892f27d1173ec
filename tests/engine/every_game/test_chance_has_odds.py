"""Each command of a game that needs dice or a shuffle has odds with their calculation, or a reason why it has none."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from random import Random

import pytest

from engine.core.chance import ChanceNeeded, NoChance
from engine.core.commands import Command, kind_of
from engine.kit.bots.offer_answers import (
    AnswerSource,
    FirstAnswers,
    RandomAnswers,
    UnanswerableQuestion,
    answered_command,
)
from engine.messages.refusal import Refused
from engine.model.frozen import replace
from engine.model.table import Table
from engine.presentation.game import Game
from engine.presentation.offers import Offer
from engine.rulesets.loader import game_of, ruleset_ids
from tests.engine.rich import scripts_of

ARRIVES = "It brings prepared characters, whose numbers are dice of their records; nobody decides anything by them."
SHUFFLES = "Nothing but the order of cards changes, and all orders are equally likely."
DEALS = "It deals the first cards; there is no choice yet."
OVERRULES = "The GM says what happened; the dice that follow have odds once they are to be rolled."
GOES_ON = "What follows depends on cards that others have chosen."
LATER = "The roll that has been made is over; what follows it is another roll, with odds of its own where it waits."
REASONS = {
    **dict.fromkeys(("bring_cast", "bring_foes", "bring_gang", "bring_hero", "go_to_place", "run_encounter"), ARRIVES),
    **dict.fromkeys(("roll_cast_again", "roll_foes_again"), ARRIVES),
    **dict.fromkeys(("add_deck", "remove_deck", "reshuffle"), SHUFFLES),
    **dict.fromkeys(("begin_encounter", "join_battle", "start_adventure", "start_battle", "start_conflict"), DEALS),
    **dict.fromkeys(
        ("miss_after_all", "rule_damage", "rule_die", "rule_hit", "rule_initiative", "rule_level"), OVERRULES
    ),
    **dict.fromkeys(("cancel_card", "carry_on", "force_on", "lock_plan", "nobody_interrupts", "pass"), GOES_ON),
    "plan_cards": GOES_ON,
    **dict.fromkeys(("accept", "accept_consequences", "accept_damage", "accept_roll", "call_off"), LATER),
    "change_grade": "With an Automatic success there is no roll, and the dice after it are those of its effect.",
    "check_strays": "It asks for several bystanders in order, so there is no number beside one of them.",
    "end_round": "Several characters bleed and burn at once, or the next cards are drawn.",
    "expose_to_heat": "The number of locations is rolled as well, and each is burnt by dice of its own.",
    "lose_to_age": "Neither the characteristic nor the points are anybody's choice.",
    "roll_effort": "An effort may reopen wounds by dice before its roll.",
    "strain": "The GM says that a character has exerted itself; it may reopen wounds by dice.",
}
MOST_MOMENTS = 25
"""The moments of a script whose offers are tried."""
MOST_TRIED = 8
"""The offers of one name that are tried at most, until one of them has odds."""


def moments(ruleset: str) -> Iterator[Table]:
    """Yield tables of the demo and the kept scripts, the last ones among them."""
    for played in scripts_of(ruleset):
        length = len(played.history.entries)
        for number in sorted({length, *range(0, length, length // MOST_MOMENTS + 1)}):
            yield played.history.table_at(number)


def with_chance(game: Game, table: Table, offer: Offer, answers: AnswerSource) -> Offer | None:
    """Return an offer with answers, if its command needs dice or a shuffle."""
    with suppress(UnanswerableQuestion, Refused):
        command: Command = answered_command(game.complete_offer(table, offer), table, answers)
        try:
            game.apply(table, command, NoChance())
        except ChanceNeeded:
            return replace(offer, command=command)
    return None


@pytest.mark.parametrize("ruleset", ruleset_ids())
def test_what_needs_chance_has_odds_or_a_reason(ruleset: str) -> None:
    game, tried, has_odds = game_of(ruleset), Counter[str](), dict[str, bool]()
    for table in moments(ruleset):
        for offer in [offer for seat in table.seats for offer in game.offers(table, seat) if offer.denial is None]:
            kind = kind_of(type(offer.command))
            if has_odds.get(kind) or tried[offer.base_name] >= MOST_TRIED:
                continue
            tried[offer.base_name] += 1
            for answers in (FirstAnswers(), RandomAnswers(Random(1))):
                taken = with_chance(game, table, offer, answers)
                if taken is not None:
                    odds = game.odds(table, taken)
                    has_odds[kind] = has_odds.get(kind, False) or odds is not None
                    assert odds is None or (odds.distributions and odds.explanation), kind
                    assert odds is None or game.may_have_odds(taken.command), f"{kind} is missing in the list"
    assert {kind for kind, has in has_odds.items() if not has} <= set(REASONS)
    assert {kind for kind, has in has_odds.items() if has}.isdisjoint(REASONS)
    assert has_odds, "nothing was left to chance"


def test_each_reason_is_that_of_a_command() -> None:
    assert set(REASONS) <= {kind for ruleset in ruleset_ids() for kind in game_of(ruleset).commands}
