"""Odds of what is rolled or drawn at once are those of the rules: all dice and all orders are played, and counted."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import permutations

import pytest

from engine.core.chance import Chance
from engine.core.commands import Command
from engine.kit.checks import exploding_dice
from engine.messages.message import Message
from engine.model.cards import rank_of
from engine.model.frozen import replace
from engine.model.table import Table
from engine.odds.every_result import every_result
from engine.odds.odds import Odds
from engine.presentation.offers import Offer
from engine.rulesets.future_imperfect.checks import check_chances
from engine.rulesets.future_imperfect.checks.check_commands import Accept, ThrowDice
from engine.rulesets.future_imperfect.combat.rounds.card_draw_commands import RollForExtras
from engine.rulesets.future_imperfect.combat.rounds.turn_commands import PlayCard
from engine.rulesets.future_imperfect.conditions.character_conditions import INCAPACITATING, STUNNED, condition_names
from engine.rulesets.future_imperfect.damage import wind_odds
from engine.rulesets.future_imperfect.damage.wound_commands import TakeHarm
from engine.rulesets.future_imperfect.initiative.initiative_rules import by_rank
from engine.rulesets.future_imperfect.movement.movement_commands import PickUpPace
from engine.rulesets.future_imperfect.procedures.check_procedure import current_check
from engine.rulesets.future_imperfect.procedures.session_procedure import POT
from engine.rulesets.future_imperfect.procedures.wound_procedure import PendingWounds
from engine.rulesets.future_imperfect.session.session_commands import DrawChips, StartSession
from tests.engine.rulesets.future_imperfect.table import GAME, conflict, counted, dealt, laid, play


@pytest.fixture(autouse=True)
def _few_aces(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (exploding_dice, check_chances, wind_odds):
        monkeypatch.setattr(module, "MAX_EXPLOSIONS", 1)


def odds_of(table: Table, command: Command, viewer: str = "gm") -> Odds | None:
    return GAME.odds(table, Offer(name="any", command=command, label=Message(key="any")), viewer)


def known(odds: Odds | None) -> list[dict[str, Fraction]]:
    assert odds is not None
    return [{one.outcome.name: one.chance for one in part.outcomes} for part in odds.distributions]


def played(act: Callable[[Chance], object], most: int = 5_000) -> dict[str, Fraction]:
    """Return the chances of what something comes to, by all dice and shuffles."""
    chances: dict[str, Fraction] = defaultdict(Fraction)
    for result, chance in every_result(act, most):
        chances[str(result)] += chance
    return chances


def chips_after(table: Table, command: Command, bag: str, colour: str) -> dict[str, Fraction]:
    """Return the chances of how many chips of a colour a command brings a bag."""
    before = table.chips[bag].get(colour, 0)
    return played(lambda chance: GAME.apply(table, command, chance).table.chips[bag].get(colour, 0) - before)


@pytest.mark.rule("FI-FATE-3", "FI-FATE-4", "FI-FATE-5", "FI-FATE-20")
@pytest.mark.parametrize("bag", ["tom", "eve"])
def test_chips_are_drawn_as_often_as_the_pot_holds_them(bag: str) -> None:
    pot = {"white": 3, "red": 1, "blue": 1}
    table = laid(chips={POT: pot, "tom": {"white": 1}, "eve": {}, "gm": {}})
    table, draw = play(table, StartSession(seat="gm", by_hand=True)), DrawChips(seat="gm", bag=bag)
    assert known(odds_of(table, draw, "shared")) == [chips_after(table, draw, bag, colour) for colour in pot]
    assert odds_of(table, replace(draw, chips={"white": 3})) is None, "they were drawn from a real pot"


@pytest.mark.rule("FI-FATE-3", "FI-FATE-20")
def test_the_order_of_drawing_does_not_matter_at_the_start_of_a_session() -> None:
    table = laid(chips={POT: {"white": 2, "red": 2}, "tom": {}, "eve": {"blue": 3}, "gm": {}})
    begins = StartSession(seat="gm")
    assert odds_of(table, replace(begins, by_hand=True)) is None
    one, _, three, _ = known(odds_of(table, begins))
    assert [one, three] == [chips_after(table, begins, bag, "white") for bag in ("gm", "tom")]


@pytest.mark.rule("FI-WIND-1", "FI-WIND-5", "FI-STUN-1", "FI-WOUND-3")
@pytest.mark.parametrize(
    ("wounds", "wind", "vigor"), [({"head": 1}, 12, "2d6"), ({"left arm": 1}, 5, "1d4"), ({"guts": 2}, 9, "1d12")]
)
def test_harm_costs_wind_and_stuns_as_often_as_its_odds_say(wounds: Mapping[str, int], wind: int, vigor: str) -> None:
    table = laid(sheets={"thug": {"vigor": vigor}}, tracks={"thug": {"Wind": wind}})
    table = replace(table, procedures=(*table.procedures, PendingWounds(actor="thug", wounds=wounds)))

    def act(chance: Chance) -> tuple[int, bool]:
        after = GAME.apply(table, TakeHarm(seat="gm"), chance).table
        lost = wind - after.actors["thug"].tracks["Wind"].value
        for command in (ThrowDice(seat="gm"), Accept(seat="gm")):
            if current_check(after) is not None:
                after = GAME.apply(after, command, chance).table
        states = {*INCAPACITATING, STUNNED}
        return min(lost, max(wind_odds.MOST_WIND, wind + 1)), states.isdisjoint(condition_names(after, "thug"))

    results = list(every_result(act, 20_000))
    odds = odds_of(table, TakeHarm(seat="gm"))
    lost: dict[str, Fraction] = defaultdict(Fraction)
    for (points, _), chance in results:
        lost[str(points)] += chance
    assert known(odds) == [lost]
    assert odds is not None
    assert odds.chance == sum(chance for (_, able), chance in results if able)
    assert 0 < odds.chance < 1
    secret = replace(table, actors={**table.actors, "thug": replace(table.actors["thug"], secret=True)})
    assert [odds_of(secret, TakeHarm(seat="gm"), viewer) for viewer in ("tom", "shared")] == [None] * 2


@pytest.mark.rule("FI-INIT-3", "FI-INIT-7", "FI-INIT-15", "FI-JOKER-4")
def test_extras_that_draw_together_have_the_odds_of_all_dice_and_orders() -> None:
    weak = {"reflex": "1d4"}
    table = conflict(laid(sheets={"thug": weak, "guard": weak}, options={"max_draw": 2}), "thug", "guard")
    side = next(name for name, zone in table.zones.items() if name.startswith("deck:") and zone.cards[0].endswith("/2"))
    deck = replace(table.zones[side], cards=("AS/2", "9H/2", "5C/2", "XB/2"))
    best: dict[str, dict[str, Fraction]] = {"thug": defaultdict(Fraction), "guard": defaultdict(Fraction)}
    for order in permutations(deck.cards):
        world = replace(table, zones={**table.zones, side: replace(deck, cards=order)})

        def act(chance: Chance, world: Table = world) -> dict[str, str]:
            after = GAME.apply(world, RollForExtras(seat="gm"), chance).table
            hands = {who: by_rank(after.cards_in(f"cards:{who}")) for who in best}
            return {who: rank_of(hand[0]) if hand else "none" for who, hand in hands.items()}

        for result, chance in every_result(act, 300):
            for who, rank in result.items():
                best[who][rank] += chance / 24
    gone = replace(table, zones={**table.zones, side: deck})
    assert known(odds_of(gone, RollForExtras(seat="gm"))) == [best["thug"]]
    assert best["thug"] == best["guard"], "both have the same chances"


@pytest.mark.rule("FI-MOVE-7")
def test_a_faster_pace_has_the_odds_of_its_die() -> None:
    table = counted(dealt(conflict(laid()), frost="AS"), "A")
    table = play(table, PlayCard(seat="tom", actor="frost"))
    pace = PickUpPace(seat="tom", actor="frost", going="walking")
    assert known(odds_of(table, pace, "tom")) == [played(lambda c: GAME.apply(table, pace, c).results["picked_up"])]
