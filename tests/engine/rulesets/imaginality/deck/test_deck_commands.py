"""The deck and the discard pile (IM-DECK)."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.chance import SeededChance
from engine.core.commands import Command
from engine.core.events import CardsMoved, Noted
from engine.core.manual_moves import JoinSeat, RemoveCards, SetOption
from engine.core.rules import AppliedCommand
from engine.model.cards import is_joker
from engine.model.frozen import Json
from engine.model.table import Table
from engine.model.zones import hand_of
from engine.rulesets.imaginality.action_resolution import Cancel, Reveal, Settle
from engine.rulesets.imaginality.actions.action_commands import Attempt
from engine.rulesets.imaginality.actions.card_play_commands import Draw, Play, TakeBack
from engine.rulesets.imaginality.actions.gm_card_commands import AllowDraw, GrantCards, ResolveShortage
from engine.rulesets.imaginality.combat.attack_commands import Respond, Shoot, Strike
from engine.rulesets.imaginality.deck.deck_commands import AddDeck, Reshuffle, decks_advised, decks_needed
from engine.rulesets.imaginality.deck.hand_commands import Refill, Refresh, RemoveDeck, StartAdventure
from engine.rulesets.imaginality.procedures import current_action, evening
from tests.engine.rulesets.imaginality.table import (
    ATTEMPT,
    ELSEWHERE,
    GAME,
    REVEAL,
    SETTLE,
    cards,
    figures,
    laid,
    lay,
    notes,
    outcome,
    play,
    refused,
    rules_told,
    under_way,
    why,
)


@pytest.mark.rule("IM-DECK-1", "IM-GEN-3")
@pytest.mark.parametrize(("decks", "jokers"), [(1, 2), (1, 0), (2, 2), (3, 4)])
def test_a_deck_has_52_cards_and_its_jokers(decks: int, jokers: int) -> None:
    deck = cards(laid(options={"deck_count": decks, "jokers_per_deck": jokers}), "deck")
    assert len(deck) == len(set(deck)) == decks * (52 + jokers)
    faces = Counter(card.partition("/")[0] for card in deck)
    assert faces.pop("X", 0) == decks * jokers
    assert len(faces) == 52
    assert set(faces.values()) == {decks}


@pytest.mark.rule("IM-DECK-1")
def test_a_new_game_has_its_deck_shuffled_and_face_down() -> None:
    table = laid()
    fresh = play(table, SetOption(seat="gm", option="jokers_per_deck", value=4))
    deck = cards(fresh, "deck")
    assert len(deck) == 56
    assert deck[:13] != [rank + "S" for rank in ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")]
    assert all(not GAME.view_for(fresh, viewer).zones["deck"].cards for viewer in ("gm", "tom", "shared"))


@pytest.mark.rule("IM-DECK-2")
def test_two_decks_are_advised_for_more_than_five_players_and_required_for_eight_hands() -> None:
    assert [decks_advised(players, 7, 2) for players in (3, 5, 6, 7)] == [1, 1, 2, 2]
    assert [decks_needed(holders, 7, 2) for holders in (7, 8, 15, 16)] == [1, 2, 2, 3]
    refusal = refused(laid(players=7), StartAdventure(seat="gm"))
    assert (refusal.message.params["needed"], refusal.message.params["cards"]) == (56, 54)
    dealt = play(laid(players=7, options={"deck_count": 2}), StartAdventure(seat="gm"))
    assert len(cards(dealt, "deck")) == 108 - 56
    assert {"8H", "8H/2"} <= set(dealt.all_cards())


@pytest.mark.rule("IM-DECK-2")
def test_a_second_deck_is_proposed_as_soon_as_a_sixth_player_sits_down() -> None:
    def joining(players: int, **options: Json) -> AppliedCommand:
        table = play(laid(players=players, options=options), StartAdventure(seat="gm"))
        return outcome(table, JoinSeat(seat="gm", id="zoe", name="Zoe"))

    assert "deck_advised" not in notes(joining(4))
    sixth = joining(5)
    (line,) = (event for event in sixth.events if isinstance(event, Noted) and event.rules == ("IM-DECK-2",))
    assert line.calls_for == ("add_deck",)
    assert GAME.ruleset.advised_options(6, sixth.table.options) == {"deck_count": 2}
    assert GAME.ruleset.advised_options(6, play(sixth.table, AddDeck(seat="gm")).options) == {}
    assert "deck_advised" not in notes(joining(5, deck_count=2))


@pytest.mark.rule("IM-DECK-2", "IM-HAND-10")
def test_an_eighth_holder_who_joins_in_mid_adventure_needs_a_second_deck_first() -> None:
    table = play(laid(players=6), StartAdventure(seat="gm"))
    join = JoinSeat(seat="gm", id="zoe", name="Zoe")
    assert why(table, join) == ("too_few_cards", "IM-DECK-2")
    assert len(cards(play(table, AddDeck(seat="gm"), join), "hand:zoe")) == 7


@pytest.mark.rule("IM-DECK-3", "IM-DRAW-2", "IM-ACT-9")
def test_cards_go_to_the_discard_pile_when_the_action_is_settled_and_not_before() -> None:
    table = laid({"hand:tom": "8H", "deck": "4S", "discard": "2C"})
    table = play(table, ATTEMPT, Draw(seat="gm", side="opposition"), lay("tom", "actor", "8H"), REVEAL)
    assert cards(table, "discard") == ["2C"]
    assert (cards(table, "committed:actor"), cards(table, "drawn:opposition")) == (["8H"], ["4S"])
    assert cards(play(table, SETTLE), "discard") == ["8H", "4S", "2C"]


@pytest.mark.rule("IM-DECK-4")
def test_an_empty_deck_is_made_of_the_discards_but_not_of_cards_in_hands_or_in_the_action() -> None:
    table = laid({"hand:tom": "8H", "hand:eve": "9H", "discard": "2C 3C 4C"}, rest=ELSEWHERE)
    table = play(table, ATTEMPT, lay("tom", "actor", "8H"), Draw(seat="gm", side="opposition"))
    assert sorted(cards(table, "deck") + cards(table, "drawn:opposition")) == ["2C", "3C", "4C"]
    assert cards(table, "discard") == []
    assert (cards(table, "committed:actor"), cards(table, "hand:eve")) == (["8H"], ["9H"])


@pytest.mark.rule("IM-DECK-4")
def test_the_gm_reshuffles_when_he_likes_and_nobody_else() -> None:
    table = laid({"discard": "2C 3C", "deck": ""}, rest=ELSEWHERE)
    assert sorted(cards(play(table, Reshuffle(seat="gm")), "deck")) == ["2C", "3C"]
    assert why(table, Reshuffle(seat="tom")) == ("gm_only", "IM-DECK-4")


@pytest.mark.rule("IM-DECK-5")
def test_a_deck_that_runs_out_in_a_refill_gives_what_is_left_first_and_in_its_order() -> None:
    table = laid({"deck": "2S 3S", "discard": "4S 5S 6S 7S 8S 9S", "hand:tom": "10S JS"}, rest=ELSEWHERE)
    table = play(table, Refill(seat="tom", holder="tom"))
    assert cards(table, "hand:tom")[:4] == ["10S", "JS", "2S", "3S"]
    assert len(cards(table, "hand:tom")) == 7
    assert (len(cards(table, "deck")), cards(table, "discard")) == (3, [])


@pytest.mark.rule("IM-DECK-4", "IM-DECK-5", "IM-DECK-6")
def test_the_log_says_why_the_discards_were_shuffled_in() -> None:
    refill = Refill(seat="tom", holder="tom")
    midway = laid({"deck": "2S 3S", "discard": "4S 5S 6S 7S 8S 9S", "hand:tom": "10S JS"}, rest=ELSEWHERE)
    empty = laid({"deck": "", "discard": "4S 5S 6S 7S 8S 9S", "hand:tom": "10S JS"}, rest=ELSEWHERE)
    early = laid({"deck": "2S 3S", "discard": "4S 5S"}, rest=ELSEWHERE)
    assert rules_told(outcome(midway, refill), "reshuffled") == [("IM-DECK-4", "IM-DECK-5")]
    assert rules_told(outcome(empty, refill), "reshuffled") == [("IM-DECK-4",)]
    assert rules_told(outcome(early, Reshuffle(seat="gm")), "reshuffled") == [("IM-DECK-4", "IM-DECK-6")]


@pytest.mark.rule("IM-DECK-5", "IM-JOKER-1")
def test_a_deck_that_runs_out_between_two_stand_ins_is_reshuffled_between_them() -> None:
    table = laid({"hand:tom": "X", "deck": "2C", "discard": "KD"}, rest=ELSEWHERE)
    assert cards(play(table, ATTEMPT, lay("tom", "actor", "X")), "standins:actor") == ["2C", "KD"]


@pytest.mark.rule("IM-DECK-4", "IM-DECK-5")
def test_a_threshold_is_minded_in_the_middle_of_a_refill_too() -> None:
    zones = {"deck": "2S 3S 4S 5S 6S", "discard": "2C 3C 4C 5C 6C 7C", "hand:tom": "10S JS"}
    table = laid(zones, rest=ELSEWHERE, options={"reshuffle_threshold": 3})
    table = play(table, Refill(seat="tom", holder="tom"))
    assert cards(table, "hand:tom")[2:] == ["2S", "3S", "4S", "5S", "6S"]
    assert (len(cards(table, "deck")), cards(table, "discard")) == (6, [])


@pytest.mark.rule("IM-DECK-6")
def test_leftover_cards_stay_on_top_in_their_order() -> None:
    zones = {"deck": "9S 2S 7S", "discard": " ".join(f"{rank}H" for rank in (2, 3, 4, 5, 6, 7, 8, 9, 10, "J", "Q"))}
    kept = play(laid(zones, rest=ELSEWHERE), Reshuffle(seat="gm"))
    assert cards(kept, "deck")[:3] == ["9S", "2S", "7S"]
    assert cards(kept, "deck")[3:] != zones["discard"].split()
    mixed = play(laid(zones, rest=ELSEWHERE, options={"reshuffle_keep_remainder_on_top": False}), Reshuffle(seat="gm"))
    assert cards(mixed, "deck")[:3] != ["9S", "2S", "7S"]
    assert sorted(cards(mixed, "deck")) == sorted(cards(kept, "deck"))


@given(left=st.integers(1, 20), seed=st.integers(0, 99))
@pytest.mark.rule("IM-DECK-6")
def test_a_reshuffle_keeps_whatever_is_left_on_top(left: int, seed: int) -> None:
    deck = cards(laid(), "deck")
    table = laid({"deck": " ".join(deck[:left]), "discard": " ".join(deck[left:])})
    shuffled = outcome(table, Reshuffle(seat="gm"), SeededChance(seed)).table
    assert cards(shuffled, "deck")[:left] == deck[:left]
    assert sorted(cards(shuffled, "deck")) == sorted(deck)


@pytest.mark.rule("IM-DECK-7", "IM-JOKER-8")
def test_a_refresh_that_stops_short_is_remembered_too() -> None:
    table = laid({"hand:tom": "X 8H", "hand:gm": "5H"}, rest=ELSEWHERE, options={"refill_mode": "pressure"})
    table = play(table, Refresh(seat="tom", joker="X"))
    assert sorted(cards(table, "hand:tom")) == ["8H", "X"]
    table = play(table, ATTEMPT, lay("gm", "opposition", "5H"), lay("tom", "actor", "8H"), REVEAL, SETTLE)
    assert sorted(cards(table, "hand:tom")) == ["5H", "8H", "X"]


@pytest.mark.rule("IM-DECK-7")
def test_a_refill_stops_short_and_is_completed_once_the_actions_cards_are_discarded() -> None:
    table = laid({"hand:tom": "8H 9H", "hand:eve": "5H", "hand:gm": "4H 6H 7H"}, rest=ELSEWHERE)
    table = play(table, ATTEMPT, lay("gm", "opposition", "4H"), lay("tom", "actor", "8H"), REVEAL)
    short = outcome(table, Refill(seat="gm", holder="eve"))
    assert "refill_short" in notes(short)
    assert evening(short.table).short == ("eve",)
    settled = play(short.table, SetOption(seat="gm", option="refill_mode", value="pressure", scene=True), SETTLE)
    assert sorted(cards(settled, "hand:eve")) == ["4H", "5H", "8H"]
    assert cards(settled, "hand:tom") == ["9H"]


def out_of_cards() -> Table:
    """A draw for the difficulty, with nothing left to draw."""
    table = laid({"hand:tom": "8H 9H"}, rest=ELSEWHERE)
    return play(table, ATTEMPT, Draw(seat="gm", side="opposition"), lay("tom", "actor", "8H"))


@pytest.mark.rule("IM-DECK-7")
def test_a_draw_from_nothing_pauses_the_action_until_the_gm_has_spoken() -> None:
    table = out_of_cards()
    assert why(table, REVEAL) == ("shortage_first", "IM-DECK-7")
    assert why(table, Reveal(seat="gm", force=True)) == ("shortage_first", "IM-DECK-7")
    assert why(table, Draw(seat="gm", side="opposition")) == ("side_complete", "IM-ADV-2"), "it is due once"
    draw = ResolveShortage(seat="gm", side="opposition", how="draw")
    assert why(table, draw) == ("nothing_to_take", "IM-DECK-7", "IM-DECK-8")
    without = play(table, ResolveShortage(seat="gm", side="opposition", how="without"))
    assert figures(without, REVEAL)["success"] is True
    named = play(table, ResolveShortage(seat="gm", side="opposition", how="value", value=9))
    assert (figures(named, REVEAL)["opposition_total"], figures(named, REVEAL)["success"]) == (9, False)
    another = play(table, AddDeck(seat="gm"), draw)
    assert len(cards(another, "drawn:opposition")) == 1
    assert isinstance(figures(another, REVEAL)["opposition_total"], int)


UNAWARE = Shoot(seat="tom", actor="rex", target="orc", aware=False)
COVER = GrantCards(seat="gm", side="opposition", reason="cover")


@pytest.mark.rule("IM-DECK-7", "IM-DRAW-1")
@pytest.mark.parametrize("left", [0, 1, 2])
@pytest.mark.parametrize(
    ("before", "command"),
    [
        ((ATTEMPT,), Draw(seat="gm", side="opposition")),
        ((UNAWARE,), lay("tom", "actor", "8H")),
        ((UNAWARE, lay("tom", "actor", "8H")), COVER),
        ((), Strike(seat="tom", actor="rex", target="orc", aware=False)),
        ((ATTEMPT, GrantCards(seat="gm", side="actor", count=2)), lay("tom", "actor", "8H", "X")),
    ],
    ids=["drawn by the GM", "drawn for a target", "granted", "drawn for a blow", "the rest of a hand"],
)
def test_the_log_tells_of_the_cards_that_were_drawn_and_of_no_others(
    before: tuple[Command, ...], command: Command, left: int
) -> None:
    own: dict[str, Json] = {"refill_when_empty_mid_action": "draw_rest"}
    table = laid({"hand:tom": "8H X", "deck": " ".join(["4C", "5C"][:left])}, rest=ELSEWHERE, options=own)
    result = outcome(play(table, *before), command)
    messages = [event.message for event in result.events if isinstance(event, Noted)]
    counted = sum(int(str(line.params["count"])) for line in messages if line.key in ("log.drawn_for", "log.draws"))
    came = sum(len(e.cards) for e in result.events if isinstance(e, CardsMoved) and e.target.startswith("drawn:"))
    assert counted == came
    whole = [line for line in messages if line.key == "log.joker_for_value"]
    assert bool(whole) == (len(cards(result.table, "standins:actor")) == 2)


@pytest.mark.rule("IM-DECK-7")
def test_who_does_without_one_card_may_still_lay_the_others() -> None:
    table = laid({"hand:tom": "8H", "hand:gm": "5H 6H"}, rest=ELSEWHERE)
    table = play(table, ATTEMPT, GrantCards(seat="gm", side="opposition"), Draw(seat="gm", side="opposition"))
    table = play(table, ResolveShortage(seat="gm", side="opposition", how="without"))
    assert under_way(table).sides["opposition"].due == 1
    table = play(table, lay("gm", "opposition", "6H"), lay("tom", "actor", "8H"))
    assert figures(table, REVEAL)["opposition_total"] == 6


@pytest.mark.rule("IM-DECK-7", "IM-JOKER-1")
def test_a_joker_without_its_stand_ins_gets_them_from_a_deck_that_is_added() -> None:
    table = laid({"hand:tom": "X", "hand:gm": "5H", "deck": "4C"}, rest=ELSEWHERE)
    table = play(table, ATTEMPT, lay("gm", "opposition", "5H"), lay("tom", "actor", "X"))
    assert why(table, REVEAL) == ("shortage_first", "IM-DECK-7")
    table = play(table, AddDeck(seat="gm"), ResolveShortage(seat="gm", side="actor", how="draw"))
    assert cards(table, "standins:actor")[0] == "4C"
    assert len(cards(table, "standins:actor")) == 2
    assert figures(table, REVEAL)["actor_total"] is not None
    assert cards(play(table, REVEAL, SETTLE), "discard")[1:] == ["4C", "X", "5H"]


@pytest.mark.rule("IM-DECK-7", "IM-JOKER-1", "IM-RANGED-1")
def test_an_attack_that_lacks_a_stand_in_is_not_answered_before_the_gm_has_spoken() -> None:
    table = laid({"hand:tom": "X 8H", "deck": "4C"}, rest=ELSEWHERE)
    table = play(table, Shoot(seat="tom", actor="rex", target="orc"), lay("tom", "actor", "X"))
    dodge = Respond(seat="gm", response="dodge")
    assert refused(table, dodge).message.key == "refused.no_response_due"
    table = play(table, ResolveShortage(seat="gm", side="actor", how="value", value=9))
    assert GAME.refusal(table, dodge) is None


@pytest.mark.rule("IM-DECK-7", "IM-JOKER-1")
def test_what_a_joker_did_without_does_not_come_up_again_at_the_next_shortage() -> None:
    table = laid({"hand:tom": "X 8H 9H", "hand:gm": "5H"}, rest=ELSEWHERE)
    table = play(table, Attempt(seat="gm", actor="rex", advantage=1), AllowDraw(seat="gm", side="actor"))
    result = outcome(table, lay("tom", "actor", "X"))
    assert "nothing_to_draw" in notes(result)
    without = ResolveShortage(seat="gm", side="actor", how="without")
    table = play(result.table, without)
    assert not under_way(table).sides["actor"].done
    table = play(table, Draw(seat="tom", side="actor"), without)
    assert under_way(table).sides["actor"].done
    assert figures(play(table, lay("gm", "opposition", "5H")), REVEAL)["actor_total"] == 0


@pytest.mark.rule("IM-DECK-7", "IM-ADV-1")
def test_a_card_granted_to_a_side_that_is_drawn_for_does_not_ask_twice_for_a_missing_one() -> None:
    table = laid({"hand:tom": "8H", "discard": ""}, rest=ELSEWHERE)
    table = play(table, Shoot(seat="tom", actor="rex", target="orc", aware=False), lay("tom", "actor", "8H"))
    assert under_way(table).sides["opposition"].missing == 1
    table = play(table, AddDeck(seat="gm"), GrantCards(seat="gm", side="opposition", reason="cover"))
    assert (len(cards(table, "drawn:opposition")), under_way(table).sides["opposition"].missing) == (1, 1)
    table = play(table, ResolveShortage(seat="gm", side="opposition", how="draw"))
    assert (len(cards(table, "drawn:opposition")), under_way(table).sides["opposition"].missing) == (2, 0)


@pytest.mark.rule("IM-DECK-8")
def test_before_the_first_deal_no_hand_is_dealt_by_taking_a_deck_away_and_no_card_may_lie_elsewhere() -> None:
    table = play(laid(), AddDeck(seat="gm"))
    fewer = play(table, RemoveDeck(seat="gm"))
    assert (len(cards(fewer, "deck")), cards(fewer, "hand:tom")) == (54, [])
    aside = play(laid({ELSEWHERE: "8H"}), AddDeck(seat="gm"))
    assert why(aside, RemoveDeck(seat="gm")) == ("cards_elsewhere", "IM-DECK-8")


@pytest.mark.rule("IM-DECK-8")
def test_a_deck_is_added_to_the_deck_alone_and_taken_away_only_by_dealing_anew() -> None:
    table = play(laid(), StartAdventure(seat="gm"))
    table = play(table, ATTEMPT, Draw(seat="gm", side="opposition"), Cancel(seat="gm"))
    more = play(table, AddDeck(seat="gm"))
    assert len(cards(more, "deck")) == len(cards(table, "deck")) + 54
    for zone in ("discard", "hand:tom", "hand:gm"):
        assert cards(more, zone) == cards(table, zone)
    assert more.option("deck_count") == 2
    assert why(more, SetOption(seat="gm", option="deck_count", value=1)) == ("decks_by_cards", "IM-DECK-8")
    fewer = play(more, RemoveDeck(seat="gm"))
    assert sorted(fewer.all_cards()) == sorted(table.all_cards())
    assert (len(cards(fewer, "deck")), cards(fewer, "discard")) == (54 - 21, [])
    assert [len(cards(fewer, hand_of(seat))) for seat in fewer.seats] == [7, 7, 7]
    assert why(fewer, RemoveDeck(seat="gm")) == ("last_deck", "IM-DECK-8")
    many = play(laid(players=7, options={"deck_count": 2}), StartAdventure(seat="gm"))
    assert why(many, RemoveDeck(seat="gm")) == ("too_few_cards", "IM-DECK-2")
    by_hand = laid({"hand:tom": "8H"})
    assert why(by_hand, SetOption(seat="gm", option="deck_count", value=2)) == ("decks_by_cards", "IM-DECK-8")


@pytest.mark.rule("IM-DECK-9")
def test_the_discard_pile_keeps_the_order_of_commitment_and_a_joker_precedes_its_stand_ins() -> None:
    table = laid({"hand:tom": "8H X", "hand:gm": "5H", "deck": "2C 3C 4C"})
    table = play(table, Attempt(seat="gm", actor="rex", advantage=1), lay("tom", "actor", "X"))
    table = play(table, lay("gm", "opposition", "5H"), lay("tom", "actor", "8H"), REVEAL, SETTLE)
    assert cards(table, "discard") == ["8H", "5H", "3C", "2C", "X"]


@pytest.mark.rule("IM-DECK-9", "IM-JOKER-6")
def test_of_a_refresh_the_chosen_cards_arrive_in_the_chosen_order_and_the_joker_last() -> None:
    table = play(laid({"hand:tom": "X 8H 9H 2S"}), Refresh(seat="tom", joker="X", cards=("9H", "8H")))
    assert cards(table, "discard") == ["X", "8H", "9H"]


class Walk:
    """A table that somebody walks at random, and in which order cards came to the action under way."""

    def __init__(self) -> None:
        hands = {"hand:tom": "X 2S 3S 4S 5S 6S 7S", "hand:eve": "X/2 2H 3H 4H 5H 6H 7H", "hand:gm": "2D 3D 4D"}
        self.table = laid({**hands, "deck": "8S 9S 10S JS X/3", "discard": "QS KS"}, options={"jokers_per_deck": 4})
        self.all = sorted(self.table.all_cards())
        self.arrived: list[str] = []

    def choices(self) -> list[Command]:
        table = self.table
        commands: list[Command] = [
            Reveal(seat="gm"),
            Settle(seat="gm"),
            Cancel(seat="gm"),
            Attempt(seat="tom", actor="rex"),
        ]
        commands += [Attempt(seat="gm", actor="orc", target="sal", advantage=1), Refill(seat="gm", holder="*")]
        for seat in table.seats:
            hand = cards(table, hand_of(seat))
            commands += [Refresh(seat=seat, joker=card, cards=tuple(hand[1:3])) for card in hand[:1] if is_joker(card)]
            for side in ("actor", "opposition"):
                commands += [Play(seat=seat, side=side, cards=(card,)) for card in (*hand[:2], *filter(is_joker, hand))]
                commands += [Draw(seat=seat, side=side), TakeBack(seat=seat, side=side)]
        commands += [AllowDraw(seat="gm", side="actor"), GrantCards(seat="gm", side="opposition")]
        return [command for command in commands if GAME.refusal(table, command) is None]

    def go(self, command: Command, seed: int) -> None:
        before, result = self.table, outcome(self.table, command, SeededChance(seed))
        if isinstance(command, Settle):
            count = len(self.arrived)
            assert cards(result.table, "discard")[:count] == self.arrived[::-1]
            assert cards(result.table, "discard")[count:] == cards(before, "discard")
        if isinstance(command, TakeBack | Cancel):
            back = [c for c in self.arrived if c in cards(before, f"committed:{getattr(command, 'side', 'actor')}")]
            if isinstance(command, Cancel):
                back += cards(before, "committed:opposition")
                off_deck = [card for card in self.arrived if card not in back]
                assert cards(result.table, "discard")[: len(off_deck)] == off_deck[::-1]
            self.arrived = [card for card in self.arrived if card not in back]
        for event in result.events:
            if isinstance(event, CardsMoved) and event.target.startswith(("committed", "drawn", "standins")):
                self.arrived += event.cards
        self.table = result.table
        assert sorted(self.table.all_cards()) == self.all
        assert all(len(cards(self.table, hand_of(seat))) <= 7 for seat in self.table.seats)
        if current_action(self.table) is None:
            self.arrived = []


@given(data=st.data())
@pytest.mark.rule("IM-DECK-9", "IM-DECK-3", "IM-HAND-1", "IM-ACT-11")
def test_no_card_is_lost_and_discards_keep_the_order_in_which_they_came(data: st.DataObject) -> None:
    walk = Walk()
    walk.table = play(walk.table, SetOption(seat="gm", option="refill_mode", value="gm_only"))
    for _ in range(25):
        choices = walk.choices()
        walk.go(choices[data.draw(st.integers(0, len(choices) - 1))], data.draw(st.integers(0, 9)))


@pytest.mark.rule("IM-DECK-8")
@pytest.mark.parametrize("card", ["8H", "8H/2"])
def test_taking_a_deck_away_tells_not_which_card_was_taken_off_face_down(card: str) -> None:
    table = laid({"deck": card}, options={"deck_count": 2})
    less = play(table, RemoveCards(seat="gm", cards=("deck#0",)))
    assert less.away == (card,)
    result = outcome(less, RemoveDeck(seat="gm"))
    assert len(cards(result.table, "deck")) == 54
    messages = [event.message for event in result.events if isinstance(event, Noted)]
    assert [message.params["count"] for message in messages if message.key == "log.deck_removed"] == [54]
