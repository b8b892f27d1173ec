"""Odds are those of the rules: every order of the unseen cards is played, and counted."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations
from math import comb
from time import process_time
from typing import Any

import pytest

from engine.core.chance import NoChance
from engine.core.commands import Command
from engine.messages.message import Message
from engine.messages.texts import say
from engine.model.frozen import Json, replace
from engine.model.table import Table
from engine.odds.card_deals import every_draw, unseen_cards
from engine.odds.odds import Odds
from engine.presentation.offers import Offer
from engine.rulesets.imaginality.actions.action_commands import Attempt
from engine.rulesets.imaginality.combat.attack_commands import Respond, Shoot, Strike
from engine.rulesets.imaginality.combat.initiative import CallInitiative
from engine.rulesets.imaginality.damage import CollapseCheck, Inflict
from engine.rulesets.imaginality.procedures import current_action
from engine.rulesets.imaginality.turns.turn_commands import StartFight
from tests.engine.rulesets.imaginality.table import ATTEMPT, ELSEWHERE, GAME, REVEAL, SETTLE, draw, laid, lay, play

DRAWERS: dict[str, Json] = {"damage_mode": "bookkeeping", "player_may_draw": "always", "hands_private": False}
OPEN_HANDS = {"hand:tom": "2C", "hand:eve": "3C"}
HANDS = {"hand:tom": "8H 4C X", "deck": "3S 9D X/2 QH 7C"}


def odds_of(table: Table, command: Command, viewer: str) -> Odds | None:
    return GAME.odds(table, Offer(name="any", command=command, label=Message(key="any")), viewer)


def need_odds(table: Table, command: Command, viewer: str) -> Odds:
    odds = odds_of(table, command, viewer)
    assert odds is not None
    return odds


def chances_of(odds: Odds, at: int = 0) -> dict[str, Fraction]:
    return {part.outcome.name: part.chance for part in odds.distributions[at].outcomes}


def every_world(table: Table, viewer: str) -> Iterator[Table]:
    """Yield the table with every order of the cards that a viewer does not see; all are equally likely."""
    unseen = unseen_cards(table, viewer)
    for order in permutations(unseen):
        there = dict(zip(unseen, order, strict=True))
        zones = {
            name: replace(zone, cards=tuple(there.get(card, card) for card in zone.cards))
            for name, zone in table.zones.items()
        }
        yield replace(table, zones=zones)


def played(table: Table, viewer: str, *commands: Command, figure: str = "outcome") -> dict[str, Fraction]:
    """Return the chances of a figure of the last command, in all worlds that a viewer cannot tell apart."""
    counts: dict[str, int] = {}
    for world in every_world(table, viewer):
        results = GAME.apply(play(world, *commands[:-1]), commands[-1], NO_CHANCE).results
        found = str(results[figure])
        if figure == "outcome" and found in ("failure", "miss") and "actor" in list(results["fumbles"]):  # type: ignore[arg-type]
            found = "fumble"
        counts[found] = counts.get(found, 0) + 1
    return {name: Fraction(count, sum(counts.values())) for name, count in counts.items()}


class Ordered(NoChance):
    """A shuffle with a known result."""

    def __init__(self, order: tuple[str, ...]) -> None:
        self._order = order

    def shuffle(self, cards: Any) -> tuple[str, ...]:
        """Return the order."""
        assert sorted(cards) == sorted(self._order)
        return self._order


NO_CHANCE = NoChance()
"""The order of the cards is known in each world."""


@pytest.mark.rule("IM-ACT-6", "IM-ACT-7", "IM-ACT-10", "IM-JOKER-1", "IM-JOKER-4", "IM-JOKER-13")
@pytest.mark.parametrize("card", ["8H", "4C", "X"])
def test_a_card_against_a_drawn_difficulty(card: str) -> None:
    """A Joker that is played draws two cards itself, and a Joker among those fumbles."""
    table = play(laid(HANDS, rest=ELSEWHERE), ATTEMPT, draw("gm", "opposition"))
    odds = need_odds(table, lay("tom", "actor", card), "tom")
    assert all(odds_of(world, lay("tom", "actor", card), "tom") == odds for world in every_world(table, "tom"))
    assert chances_of(odds) == played(table, "tom", lay("tom", "actor", card), REVEAL)
    assert odds.assumptions == (Message(key="odds.equally_likely"),)
    if card == "8H":  # 3, 7 and the Joker are beaten; the margin has no number where a Joker spoils the difficulty
        assert odds.chance == Fraction(3, 5)
        assert len(odds.distributions) == 1


def test_what_begins_an_action_never_has_odds_and_what_has_odds_may_have_them() -> None:
    """So no room is kept for odds of a target, which would stay empty."""
    tables = [table := laid({"hand:tom": "9S", "hand:eve": "8H"}, rest="deck")]
    for command in (ATTEMPT, draw("gm", "opposition"), lay("tom", "actor", "9S"), REVEAL, SETTLE):
        tables.append(table := play(table, command))
    offers = [(now, offer) for now in tables for seat in now.seats for offer in GAME.offers(now, seat)]
    with_odds = [offer for now, offer in offers if GAME.odds(now, offer) is not None]
    assert with_odds
    assert all(GAME.may_have_odds(offer.command) for offer in with_odds)
    kinds = {kind for _, offer in offers if (kind := type(offer.command)) in (Attempt, Strike, Shoot)}
    assert len(kinds) == 3
    assert not any(GAME.may_have_odds(offer.command) for _, offer in offers if type(offer.command) in kinds)


@pytest.mark.rule("IM-ACT-7")
def test_the_margin_of_an_attempt_without_jokers() -> None:
    table = play(laid({"hand:tom": "8H", "deck": "3S 9D QH"}, rest=ELSEWHERE), ATTEMPT, draw("gm", "opposition"))
    odds = need_odds(table, lay("tom", "actor", "8H"), "tom")
    assert chances_of(odds, 1) == dict.fromkeys(("5", "-1", "-4"), Fraction(1, 3))


@pytest.mark.rule("IM-ACT-4", "IM-ACT-8")
def test_a_card_that_somebody_chose_has_no_odds() -> None:
    table = laid({"hand:tom": "8H 4C", "hand:gm": "9D", "deck": "3S QH"}, rest=ELSEWHERE)
    table = play(table, ATTEMPT, lay("gm", "opposition", "9D"))
    assert odds_of(table, lay("tom", "actor", "8H"), "tom") is None
    undecided = play(laid(HANDS, rest=ELSEWHERE), ATTEMPT)
    assert odds_of(undecided, lay("tom", "actor", "8H"), "tom") is None


@pytest.mark.rule("IM-HAND-3")
def test_odds_of_a_hand_are_for_those_who_see_it() -> None:
    """The positions of the hand are offered to all, but only the holder learns what the card there can do."""
    table = play(laid(HANDS, rest=ELSEWHERE), ATTEMPT, draw("gm", "opposition"))
    offer = next(offer for offer in GAME.offers(table, "tom") if offer.name.startswith("play"))
    own = GAME.odds_of_choices(table, offer, "cards", "tom")
    assert [own[f"hand:tom#{index}"].chance for index in range(2)] == [Fraction(3, 5), Fraction(2, 5)]
    for viewer in ("eve", "shared", "print", "gm"):
        assert GAME.odds_of_choices(table, offer, "cards", viewer) == {}


@pytest.mark.rule("IM-DRAW-1", "IM-GM-2")
def test_a_draw_against_an_open_card() -> None:
    """The GM draws for a foe against the card of a player that lies open."""
    table = laid({"hand:tom": "8H 4C", "deck": "3S X/2 QH"}, rest=ELSEWHERE, options={"face_down_play": False})
    table = play(table, Attempt(seat="gm", actor="orc", target="rex"), lay("tom", "opposition", "4C"))
    assert chances_of(need_odds(table, draw("gm", "actor"), "gm")) == played(table, "gm", draw("gm", "actor"), REVEAL)


@pytest.mark.rule("IM-RANGED-6", "IM-RANGED-13")
def test_a_shot_at_somebody_who_does_not_know_of_it() -> None:
    """The target's card is drawn, so what a card of the hand can do is known before it is played."""
    table = play(laid(HANDS, rest=ELSEWHERE), Shoot(seat="tom", actor="rex", target="orc", aware=False))
    shot = lay("tom", "actor", "8H")
    assert chances_of(need_odds(table, shot, "tom")) == played(table, "tom", shot, REVEAL)
    assert need_odds(table, shot, "tom").success_word is None, "it is the success of the one who chooses"


@pytest.mark.rule("IM-RANGED-7", "IM-HTH-10")
def test_a_target_that_keeps_still() -> None:
    table = play(laid(HANDS, rest=ELSEWHERE), Shoot(seat="tom", actor="rex", target="orc"), lay("tom", "actor", "8H"))
    still = Respond(seat="gm", response="none")
    assert odds_of(table, still, "gm") is None  # the card of the attack was chosen, and lies face down
    drawn = play(table, still)
    assert odds_of(drawn, REVEAL, "gm") is None
    odds = need_odds(drawn, REVEAL, "tom")
    assert chances_of(odds) == played(drawn, "tom", REVEAL)
    assert [say(words) for words in (odds.success, odds.success_word) if words] == ["Rex hits", "Hit"]


@pytest.mark.rule("IM-HTH-4", "IM-HTH-7", "IM-RANGED-4")
@pytest.mark.parametrize(
    ("attack", "response", "success", "ends"),
    [
        (Strike(seat="gm", actor="orc", target="rex"), "block", "Rex blocks the attack", ("miss", "fumble")),
        (
            Strike(seat="gm", actor="orc", target="rex"),
            "counterattack",
            "Rex hits with the counterattack",
            ("counter_hit",),
        ),
        (Shoot(seat="gm", actor="orc", target="rex"), "dodge", "Rex dodges the attack", ("miss", "fumble")),
    ],
)
def test_who_defends_reads_the_chance_of_the_defence(
    attack: Command, response: str, success: str, ends: tuple[str, ...]
) -> None:
    table = play(laid(HANDS, rest=ELSEWHERE), attack, draw("gm", "actor"), Respond(seat="tom", response=response))
    if response == "counterattack":
        table = play(table, draw("gm", "actor"))
    odds = need_odds(table, lay("tom", "opposition", "8H"), "tom")
    assert odds.success_word is None, "it is the success of the one who chooses"
    assert say(odds.success) == success
    assert odds.chance == sum(chances_of(odds).get(name, Fraction(0)) for name in ends) > 0


@pytest.mark.rule("IM-DMG-8", "IM-WOUND-6", "IM-WOUND-7", "IM-WOUND-9")
def test_damage_and_collapse() -> None:
    zones = {"hand:tom": "8H 6C", "hand:gm": "2C 3D", "deck": "4S 9D X/2 QH 7C 5H"}
    table = laid(zones, rest=ELSEWHERE, options={"damage_mode": "bookkeeping", "face_down_play": False})
    table = play(table, Shoot(seat="tom", actor="rex", target="orc", aware=False), lay("tom", "actor", "8H"))
    table = play(table, REVEAL)
    if not any(offer.name == "inflict" for offer in GAME.offers(table, "tom")):
        raise AssertionError("the first card of the deck is a 4, so the shot hits")
    table = play(table, Inflict(seat="tom", cards=None), lay("tom", "damage", "6C"))
    net = need_odds(table, draw("gm", "resistance"), "gm")
    assert net.chance == chances_of(net)["0"], "the one who resists reads how likely it is that nothing happens"
    assert chances_of(net) == played(table, "gm", draw("gm", "resistance"), REVEAL, figure="net")
    hurt = play(table, lay("gm", "resistance", "2C"), REVEAL)
    check = CollapseCheck(seat="gm")
    odds = need_odds(hurt, check, "gm")
    fallen = {
        name: sum((share for found, share in chances.items() if found == "True"), Fraction(0))
        for name in ("unconscious", "dying")
        for chances in [played(hurt, "gm", check, figure=name)]
    }
    known = chances_of(odds)
    assert odds.chance == 1 - fallen["unconscious"]
    assert known.get("dying", Fraction(0)) == fallen["dying"]
    assert current_action(play(hurt, check, SETTLE)) is None


@pytest.mark.rule("IM-INIT-2", "IM-INIT-3", "IM-INIT-6", "IM-JOKER-1", "IM-DRAW-1")
@pytest.mark.parametrize("card", ["8H", "X"])
def test_the_last_card_for_initiative_against_drawn_ones(card: str) -> None:
    """A drawn Joker acts last of all; the same total acts at the same time."""
    zones = {"hand:tom": f"{card} 2C", "deck": "3S 8D X/2 QH 5C"}
    table = play(laid(zones, rest=ELSEWHERE), StartFight(seat="gm", fighters=("rex", "orc")), CallInitiative(seat="gm"))
    table = play(table, draw("gm", "init-orc"))
    last = lay("tom", "init-rex", card)
    counted: dict[str, Fraction] = {}
    worlds = list(every_world(table, "tom"))
    for world in worlds:
        order: Any = GAME.apply(play(world, last), REVEAL, NO_CHANCE).results["order"]
        place = str(next(at for at, group in enumerate(order, start=1) if "rex" in group))
        counted[place] = counted.get(place, Fraction(0)) + Fraction(1, len(worlds))
    odds = need_odds(table, last, "tom")
    assert chances_of(odds) == counted
    assert odds.chance == counted["1"]
    assert all(odds_of(world, last, "tom") == odds for world in worlds)
    chosen = play(table, last)
    assert odds_of(chosen, REVEAL, "gm") is None
    assert need_odds(chosen, REVEAL, "tom").chance is None
    assert len(need_odds(chosen, REVEAL, "tom").distributions) == 2


@pytest.mark.rule("IM-INIT-2", "IM-INIT-3", "IM-JOKER-1", "IM-WOUND-4")
@pytest.mark.parametrize("wounds", [0, 2])
def test_three_drawn_cards_for_initiative(wounds: int) -> None:
    """A wound lowers the card of one of them, so that the same card gives another place."""
    tracks = {"orc": {"damage": wounds}} if wounds else {}
    table = laid({**OPEN_HANDS, "deck": "3S 8D X/2 QH 10S"}, rest=ELSEWHERE, tracks=tracks, options=DRAWERS)
    fighters = ("rex", "orc", "sal")
    table = play(table, StartFight(seat="gm", fighters=fighters), CallInitiative(seat="gm"))
    for seat, actor in (("tom", "rex"), ("gm", "orc"), ("eve", "sal")):
        table = play(table, draw(seat, f"init-{actor}"))
    counted: dict[str, dict[str, Fraction]] = {actor: {} for actor in fighters}
    worlds = list(every_world(table, "gm"))
    for world in worlds:
        order: Any = GAME.apply(world, REVEAL, NO_CHANCE).results["order"]
        for place, group in enumerate(order, start=1):
            for actor in group:
                places = counted[actor]
                places[str(place)] = places.get(str(place), Fraction(0)) + Fraction(1, len(worlds))
    odds = need_odds(table, REVEAL, "gm")
    assert [chances_of(odds, at) for at in range(3)] == [counted[actor] for actor in fighters]


@pytest.mark.rule("IM-INIT-2")
def test_the_odds_of_a_whole_table_that_draws_are_there_at_once() -> None:
    table = laid({}, tracks={"orc": {"damage": 3}}, options=DRAWERS)
    fighters = tuple(table.actors)
    table = play(table, StartFight(seat="gm", fighters=fighters), CallInitiative(seat="gm"))
    action = current_action(table)
    assert action is not None
    for key, side in action.sides.items():
        table = play(table, draw(side.seat, key))
    odds, took = need_odds(table, REVEAL, "gm"), []
    for _ in range(3):
        start = process_time()
        assert need_odds(table, REVEAL, "gm") == odds
        took.append(process_time() - start)
    assert len(odds.distributions) == len(fighters) > 3
    assert all(sum(part.chance for part in places.outcomes) == 1 for places in odds.distributions)
    assert min(took) < 0.05


@pytest.mark.rule("IM-WOUND-4")
@pytest.mark.parametrize("secret", [False, True])
def test_wounds_that_are_secret_leave_no_odds(secret: bool) -> None:
    table = laid(HANDS, rest=ELSEWHERE, options={"damage_mode": "bookkeeping"}, tracks={"orc": {"damage": 3}})
    table = replace(table, actors={**table.actors, "orc": replace(table.actors["orc"], secret=secret)})
    table = play(table, Attempt(seat="gm", actor="orc", target="rex"), draw("gm", "actor"))
    assert (odds_of(table, lay("tom", "opposition", "8H"), "tom") is None) == secret


@pytest.mark.rule("IM-DECK-5", "IM-JOKER-1")
def test_a_deck_that_runs_out_is_filled_with_the_discards() -> None:
    """A Joker takes the last card of the deck, and one of the discards, which everybody has seen."""
    zones = {"hand:tom": "X", "hand:eve": "5H", "deck": "3S", "discard": "9D QH X/2"}
    table = laid(zones, rest=ELSEWHERE, options={"face_down_play": False, "refill_when_empty_mid_action": "play_short"})
    table = play(table, Attempt(seat="tom", actor="rex", target="sal"), lay("eve", "opposition", "5H"))
    joker = lay("tom", "actor", "X")
    counts: dict[str, Fraction] = {}
    for world in every_world(table, "tom"):
        for order in permutations(("9D", "QH", "X/2")):
            results = GAME.apply(GAME.apply(world, joker, Ordered(order)).table, REVEAL, Ordered(())).results
            found = "fumble" if "actor" in list(results["fumbles"]) else str(results["outcome"])  # type: ignore[arg-type]
            counts[found] = counts.get(found, Fraction(0)) + Fraction(1, 6)
    assert sum(counts.values()) == 1
    assert chances_of(need_odds(table, joker, "tom")) == counts


def test_draws_are_counted_by_kind() -> None:
    cards = ("8H", "8S", "8D", "2C", "2D", "KS")
    draws = list(every_draw(cards, 3, kind=lambda card: card[0]))
    assert sum(chance for _, chance in draws) == 1
    assert dict(draws)["8H", "8S", "2C"] == Fraction(comb(3, 2) * comb(2, 1), comb(6, 3))
    assert len({tuple(sorted(card[0] for card in drawn)) for drawn, _ in draws}) == len(draws)
