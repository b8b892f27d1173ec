"""The countdown at the table: order, reserve, preparation, aim, interrupts, red jokers (FI-ACT, FI-RES, FI-EXT)."""

from __future__ import annotations

from itertools import groupby

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.codec import Codec
from engine.core.commands import Command
from engine.core.continuation import name_of
from engine.core.events import CardsTurned, Noted
from engine.core.manual_moves import (
    AddCards,
    EditActor,
    LayCondition,
    MoveCards,
    NameCards,
    Say,
    SetLocation,
    TurnCards,
)
from engine.kit.conformance.other_worlds import swapped_table
from engine.messages.texts import say
from engine.model.frozen import Json, replace
from engine.model.seats import SHARED
from engine.model.table import Table
from engine.model.zones import EVERYONE
from engine.rulesets.future_imperfect.actions.plain_roll_commands import TryRoll
from engine.rulesets.future_imperfect.actions.preparation_commands import AimCard, PrepareCard, SpoilPreparation
from engine.rulesets.future_imperfect.checks.check_commands import AddModifier, CallOff, SetTarget, ThrowDice
from engine.rulesets.future_imperfect.combat.defence_commands import Defend
from engine.rulesets.future_imperfect.combat.ranged.shot_commands import Shoot
from engine.rulesets.future_imperfect.combat.rounds.card_draw_commands import RollReflex
from engine.rulesets.future_imperfect.combat.rounds.conflict_commands import LeaveConflict
from engine.rulesets.future_imperfect.combat.rounds.round_commands import BeginCount, EndRound
from engine.rulesets.future_imperfect.combat.rounds.turn_commands import (
    DropCard,
    EndTurn,
    PlayCard,
    PlayRedJoker,
    PlayReserve,
    ReserveCard,
)
from engine.rulesets.future_imperfect.conditions import character_conditions
from engine.rulesets.future_imperfect.initiative import initiative_rules
from engine.rulesets.future_imperfect.initiative.initiative_countdown import CallStep, called_cards
from engine.rulesets.future_imperfect.movement.movement_commands import GoMetres
from engine.rulesets.future_imperfect.procedures.check_procedure import current_check
from engine.rulesets.future_imperfect.procedures.conflict_procedure import RoundPhase
from engine.rulesets.future_imperfect.social.social_contest_commands import ContestWills
from tests.engine.rulesets.future_imperfect.table import (
    GAME,
    cards,
    conflict,
    counted,
    dealt,
    dice,
    laid,
    notes,
    outcome,
    play,
    refused,
    rolling,
    running_conflict,
)
from tests.properties import examples

CODEC = Codec(GAME)
FROST, CHUK, THUG = (PlayCard(seat=s, actor=a) for s, a in (("tom", "frost"), ("eve", "chuk"), ("gm", "thug")))
THROW = ThrowDice(seat="gm")
RIFLE = {"weapons": [{"name": "Blast rifle", "hand": "both"}]}


def end(actor: str) -> EndTurn:
    """Return the command by which the GM ends a character's action."""
    return EndTurn(seat="gm", actor=actor)


@pytest.mark.rule("FI-INIT-10", "FI-INIT-11", "FI-ACT-1")
def test_cards_come_up_by_rank_and_then_by_suit_and_are_hidden_until_then() -> None:
    table = counted(dealt(conflict(laid()), frost="JD 7H", chuk="JS", thug="JH/2"), "Q")
    assert GAME.view_for(table, SHARED).zones["hand:tom"].cards == ()
    assert refused(table, FROST).rules == ("FI-INIT-10",)
    called = outcome(table, CallStep(seat="gm"))
    turned = [event.cards for event in called.events if isinstance(event, CardsTurned)]
    assert turned == [("JS",), ("JH/2",), ("JD",)], "everybody sees them in the order of acting"
    table = called.table
    assert list(called_cards(table)) == ["chuk", "thug", "frost"]
    seen = GAME.view_for(table, SHARED).zones["hand:tom"]
    assert [seen.face(place) for place in range(seen.count)] == ["JD", None]
    assert refused(table, FROST).rules == ("FI-INIT-11",)
    assert refused(table, CallStep(seat="gm")).rules == ("FI-INIT-10",)
    table = play(table, CHUK)
    assert cards(table, "discard:crew")[0] == "JS"
    assert refused(table, THUG).message.key == "refused.turn_runs"
    table = play(table, end("chuk"), THUG, end("thug"), FROST, end("frost"))
    assert called_cards(table) == {}


def countdown(table: Table, viewer: str = SHARED) -> str:
    """Return the steps of the countdown in the view: past ones, `[the present one]`, later ones."""
    steps = GAME.view_for(table, viewer).under_way[-1].steps
    ranks = tuple(name for name, _ in groupby(step.part_of or step.name for step in steps))
    assert ranks == initiative_rules.steps(), "a rank is one step, however many cards it has"
    return " ".join(f"[{say(step.label)}]" if step.state == "now" else say(step.label) for step in steps)


@pytest.mark.rule("FI-INIT-10", "FI-INIT-11", "FI-INIT-12", "FI-RES-3")
def test_the_countdown_shows_each_card_that_was_called_and_nothing_of_any_other() -> None:
    begun = dealt(conflict(laid()), frost="JD 2C", chuk="JS 3H", thug="JS/2", guard="4D/2")
    table = counted(begun, "Q")
    assert countdown(table) == "A K [Q] J 10 9 8 7 6 5 4 3 2"
    other = counted(dealt(conflict(laid()), frost="JD 2H", chuk="JS 9C", thug="JS/2", guard="8D/2"), "Q")
    table, other = (play(state, CallStep(seat="gm")) for state in (table, other))
    assert countdown(table) == "A K Q [J♠, J♠] J♦ 10 9 8 7 6 5 4 3 2", "the same suit acts at once"
    for viewer in (SHARED, "tom", "gm"):
        assert countdown(table, viewer) == countdown(other, viewer), "uncalled cards tell nothing"
    table = play(table, CHUK)
    assert countdown(table) == "A K Q [J♠] J♠ J♦ 10 9 8 7 6 5 4 3 2"
    table = play(table, end("chuk"), THUG, end("thug"))
    assert countdown(table) == "A K Q [J♦] 10 9 8 7 6 5 4 3 2"
    table = play(table, ReserveCard(seat="tom", actor="frost"))
    assert countdown(table) == "A K Q [J] 10 9 8 7 6 5 4 3 2", "a card in reserve is not shown"
    table = play(counted(table, "4"), PlayCard(seat="gm", actor="guard"), PlayReserve(seat="tom", actor="frost"))
    table = play(table, THROW, chance=dice(d8=[8, 8, 1, 2, 3, 4]))
    assert countdown(table).startswith("A K Q J 10 9 8 7 6 5 [J♦] 4♦ 3"), "whoever interrupts acts first"


@pytest.mark.rule("FI-INIT-10", "FI-INIT-11")
def test_all_cards_of_the_called_rank_come_up_also_two_of_one_hand() -> None:
    """What the countdown shows of a hand lies open: the second card is shown once the first has been played."""
    table = dealt(conflict(laid()), chuk="JS 7S", thug="JH/2 JD/2 3C/2")
    hand = running_conflict(table).fighters["thug"].hand
    assert not any(table.zones[hand].may_see(card, EVERYONE) for card in cards(table, hand))
    table = counted(table, "J")
    seen = [card for card in cards(table, hand) if table.zones[hand].may_see(card, EVERYONE)]
    assert sorted(seen) == ["JD/2", "JH/2"]


def _open_cards(table: Table, actor: str) -> list[str]:
    """Return the cards of a hand that everybody sees."""
    hand = table.zones[running_conflict(table).fighters[actor].hand]
    return [card for card in hand.cards if hand.may_see(card, EVERYONE)]


def _stacked(*top: str) -> Table:
    """Return a countdown at the jacks with these cards on top of the Crew's deck; Chuk has the jack of diamonds."""
    table = dealt(conflict(laid()), frost="9D 7H", chuk="JD", thug="3C/2")
    deck = table.zones["deck:crew"]
    left = tuple(card for card in deck.cards if card not in top)
    return counted(replace(table, zones={**table.zones, "deck:crew": replace(deck, cards=(*top, *left))}), "J")


def _moved(*hand_cards: str, target: str = "hand:tom", at: int | None = None) -> MoveCards:
    return MoveCards(seat="gm", cards=hand_cards, target=target, at=at)


def _turned(card: str, face: str) -> TurnCards:
    return TurnCards(seat="gm", cards=(card,), face=face)


ARRIVALS: dict[str, tuple[Command, ...]] = {
    "from the deck, which nobody sees": (_moved("JS"),),
    "with others": (_moved("2H", "JS", "4S"),),
    "from the hand of another": (_moved("JS", target="hand:eve"), _moved("JS")),
    "from the discards": (_moved("JS", target="discard:crew"), _moved("JS")),
    "and to another place of that hand": (_moved("JS"), _moved("JS", at=2)),
    "by being named": (NameCards(seat="gm", cards=("7H",), faces=("JS",)),),
    "and is turned down and up": (_moved("JS"), _turned("JS", "down"), _turned("JS", "up")),
}


@pytest.mark.rule("FI-INIT-10", "FI-INIT-11")
@pytest.mark.parametrize("how", ARRIVALS)
def test_a_card_that_comes_into_a_hand_while_its_rank_is_called_comes_up(how: str) -> None:
    """Everybody sees it, in the hand as in the countdown; the log names it, and an undo knows that all have seen it."""
    table, lines, learned = _stacked("2H", "JS", "4S"), list[str](), set[str]()
    for command in ARRIVALS[how]:
        result = outcome(table, command)
        table, lines, learned = result.table, [*lines, *notes(result)], learned | result.learned
    assert _open_cards(table, "frost") == ["JS"], "and no other card"
    assert {SHARED, "tom", "eve"} <= learned
    assert "card_comes_up" in lines
    assert list(called_cards(table)) == ["frost", "chuk"]
    assert countdown(table) == "A K Q [J♠] J♦ 10 9 8 7 6 5 4 3 2"
    assert GAME.refusal(table, FROST) is None


@pytest.mark.rule("FI-INIT-10")
def test_added_cards_and_those_of_a_new_leader_come_up_too() -> None:
    added = outcome(_stacked(), AddCards(seat="gm", zone="hand:tom", faces=("JH", "QH")))
    assert [card[:2] for card in _open_cards(added.table, "frost")] == ["JH"]
    assert "card_comes_up" in notes(added)
    led = play(_stacked(), EditActor(seat="gm", actor="chuk", leader="gm"))
    assert running_conflict(led).fighters["chuk"].hand != "hand:eve"
    assert _open_cards(led, "chuk") == ["JD"], "as it was before"
    assert list(called_cards(led)) == ["chuk"]


@pytest.mark.rule("FI-INIT-10")
def test_the_line_names_the_card_that_comes_up() -> None:
    result = outcome(_stacked("JS"), _moved("JS"))
    (line,) = (e for e in result.events if isinstance(e, Noted) and e.message.plain_key == "log.card_comes_up")
    assert say(line.message) == "Frost reveals J♠: the rank is called"
    assert line.audience is None


@pytest.mark.rule("FI-INIT-10")
@pytest.mark.parametrize("face", ["down", "as_zone"])
def test_a_card_that_lies_face_down_is_called_nowhere(face: str) -> None:
    """Whatever somebody turns down by hand: neither the countdown nor who may act reveals it."""
    covered = play(_stacked("JS"), _moved("JS"), _turned("JS", face))
    other = play(_stacked("2S"), _moved("2S"))
    assert list(called_cards(covered)) == ["chuk"]
    assert countdown(covered) == countdown(other) == "A K Q [J♦] 10 9 8 7 6 5 4 3 2"
    later = play(covered, CHUK, end("chuk"), CallStep(seat="gm"))
    assert _open_cards(later, "frost") == []


@pytest.mark.rule("FI-INIT-10")
def test_nothing_comes_up_where_no_rank_or_another_one_is_called() -> None:
    before = dealt(conflict(laid()), frost="9D", chuk="QD")
    for table in (before, play(before, BeginCount(seat="gm")), counted(before, "Q")):
        result = outcome(table, _moved("JS"))
        assert _open_cards(result.table, "frost") == []
        assert "card_comes_up" not in notes(result)


@pytest.mark.rule("FI-INIT-10")
@examples(20)
@given(data=st.data())
def test_the_countdown_shows_no_card_that_is_hidden(data: st.DataObject) -> None:
    """Cards are moved and turned by hand at any step: what is called lies open, and the others show nowhere."""
    table = counted(dealt(conflict(laid()), frost="JD 7H", chuk="JS", thug="JH/2 9C/2"), "Q")
    hands = {name: fighter.hand for name, fighter in running_conflict(table).fighters.items()}
    zones = st.sampled_from((*hands.values(), "deck:crew", "discard:crew"))
    for _ in range(data.draw(st.integers(3, 10))):
        card = data.draw(st.sampled_from([card for card in table.all_cards() if card[0] in "J9"]))
        moves = st.builds(_moved, st.just(card), target=zones)
        turns = st.builds(_turned, st.just(card), st.sampled_from(("up", "down", "as_zone")))
        command: Command = data.draw(st.one_of(moves, turns, st.just(CallStep(seat="gm"))))
        if GAME.refusal(table, command) is not None:
            continue
        table = play(table, command)
        for name, called in called_cards(table).items():
            assert called in _open_cards(table, name), f"after {command}"
        for name, hand in hands.items():
            for hidden in {*cards(table, hand)} - {*_open_cards(table, name)}:
                twin = next(card for card in cards(table, "deck:crew") if card[0] == "2")
                other = swapped_table(CODEC, table, {hidden: twin, twin: hidden})
                assert countdown(other) == countdown(table), f"{hidden} shows after {command}"


@pytest.mark.rule("FI-EX-1", "FI-ACT-4", "FI-ACT-2")
def test_a_slow_weapon_prepares_with_one_card_and_fires_with_a_later_one() -> None:
    table = counted(dealt(conflict(laid()), chuk="JS 7S", thug="10H/2"), "J")
    table = play(table, PrepareCard(seat="eve", actor="chuk", what="fire the MMG", need=2))
    assert running_conflict(table).fighters["chuk"].preparation is not None
    assert cards(table, "laid:chuk") == ["JS"]
    table = play(counted(table, "10"), THUG, end("thug"))
    table = counted(table, "7")
    last = PrepareCard(seat="eve", actor="chuk")
    assert refused(table, last).message.key == "refused.prepared_now_act"
    assert GAME.refusal(table, CHUK) is None


@pytest.mark.rule("FI-EX-2", "FI-EXT-1", "FI-EXT-3", "FI-EXT-5", "FI-EXT-6")
def test_a_prepared_action_waits_in_reserve_for_its_trigger() -> None:
    table = counted(dealt(conflict(laid()), frost="JD 10D"), "J")
    plan = PrepareCard(seat="tom", actor="frost", what="blow the bridge", need=2, trigger="Chuk has passed")
    table = counted(play(table, plan), "10")
    result = outcome(table, PrepareCard(seat="tom", actor="frost"))
    assert result.results["ready"] is True
    assert cards(result.table, "reserve:frost") == ["10D"]
    table = counted(result.table, "2")
    table = play(table, EndRound(seat="gm"))
    assert running_conflict(table).phase is RoundPhase.DRAW
    assert running_conflict(table).fighters["frost"].why == "prepared"
    assert refused(table, RollReflex(seat="tom", actor="frost")).message.key == "refused.has_drawn"
    table = play(table, PlayReserve(seat="tom", actor="frost", what="boom", on_trigger=True))
    assert running_conflict(table).turns[-1].kind == "reserve"


@pytest.mark.rule("FI-RES-1", "FI-RES-2", "FI-RES-5", "FI-RES-7", "FI-INIT-14")
def test_one_card_in_reserve_outlives_the_round_and_is_lost_by_acting() -> None:
    table = counted(dealt(conflict(laid()), frost="JD 10D", chuk="9S"), "J")
    table = counted(play(table, ReserveCard(seat="tom", actor="frost")), "10")
    assert refused(table, ReserveCard(seat="tom", actor="frost")).rules == ("FI-RES-2",)
    acted = play(table, FROST)
    assert cards(acted, "reserve:frost") == []
    dropped = play(table, DropCard(seat="tom", actor="frost"))
    table = counted(play(counted(dropped, "9"), DropCard(seat="eve", actor="chuk")), "2")
    assert cards(play(table, EndRound(seat="gm")), "reserve:frost") == ["JD"]


@pytest.mark.rule("FI-RES-3", "FI-RES-4", "FI-EX-15", "FI-CORE-18")
def test_an_interruption_with_a_reserved_card_needs_a_won_reflex_contest() -> None:
    table = counted(dealt(conflict(laid(sheets={"frost": {"reflex": "3d8"}})), frost="JD", thug="10S/2"), "J")
    table = play(table, ReserveCard(seat="tom", actor="frost"))
    table = play(counted(table, "10"), THUG)
    asked = play(table, PlayReserve(seat="tom", actor="frost", what="shoots first"))
    first = outcome(asked, THROW, dice(d8=[1, 4, 8, 3, 7, 2]))
    assert (first.results["total"], first.results["opposing_total"]) == (11, 7)
    assert [turn.fighter for turn in running_conflict(first.table).turns] == ["thug", "frost"]
    slow = outcome(asked, THROW, dice(d8=[1, 4, 3, 7, 2]))
    assert [turn.fighter for turn in running_conflict(slow.table).turns] == ["frost", "thug"]


@pytest.mark.rule("FI-JOKER-2", "FI-JOKER-3", "FI-JOKER-8")
def test_the_red_joker_goes_first_without_a_roll() -> None:
    table = counted(dealt(conflict(laid()), frost="XR 3S", thug="10S/2"), "10")
    table = play(table, THUG)
    assert refused(table, PlayRedJoker(seat="eve", actor="chuk", card="XR")).rules == ("FI-JOKER-2",)
    table = play(table, PlayRedJoker(seat="tom", actor="frost", card="XR"))
    assert [turn.fighter for turn in running_conflict(table).turns] == ["thug", "frost"]


@pytest.mark.rule("FI-JOKER-8")
def test_two_red_jokers_at_one_moment_roll_for_it() -> None:
    table = counted(dealt(conflict(laid()), frost="XR", thug="XR/2"), "A")
    table = play(
        table, PlayRedJoker(seat="tom", actor="frost", card="XR"), PlayRedJoker(seat="gm", actor="thug", card="XR/2")
    )
    even = play(table, THROW, chance=dice(d8=[5, 2, 5, 3]))
    assert set(running_conflict(even).together) == {"frost", "thug"}


@pytest.mark.rule("FI-INIT-12")
def test_the_same_card_on_both_sides_acts_at_the_same_moment() -> None:
    table = counted(dealt(conflict(laid()), frost="JD", thug="JD/2"), "J")
    table = play(table, THUG)
    assert set(running_conflict(table).together) == {"frost", "thug"}
    hurt = SetLocation(seat="gm", actor="frost", location="guts", level=4)
    felled = [LayCondition(seat="gm", actor="frost", condition=state) for state in ("dead", "stunned", "unnerved")]
    table = play(table, hurt, *felled)
    assert character_conditions.incapacity(table, "frost") == "dead", "to whoever acts just now he is as he is"
    table = play(table, end("thug"), FROST)
    roll = rolling(play(table, TryRoll(seat="tom", actor="frost", name="reflex", tn=5))).rolls[0]
    assert roll.parts == (), "what happened at the very moment neither stops nor hinders him"
    assert GAME.refusal(table, GoMetres(seat="tom", actor="frost", metres=4)) is None
    after = play(table, end("frost"))
    assert (running_conflict(after).together, dict(running_conflict(after).standing)) == ((), {})
    assert character_conditions.condition_names(after, "frost") == {"dead", "stunned", "unnerved"}, (
        "what unnerved him spoilt nothing yet"
    )
    assert refused(after, PlayReserve(seat="tom", actor="frost")).rules == ("FI-RES-3",)
    assert character_conditions.incapacity(after, "frost") == "dead", "his action is over, and so is he"


@pytest.mark.rule("FI-INIT-12", "FI-INIT-16")
@pytest.mark.parametrize("state", ["dead", "winded"])
def test_a_character_incapacitated_before_its_card_does_not_act_on_it(state: str) -> None:
    table = counted(dealt(conflict(laid()), frost="JD", thug="JD/2"), "J")
    table = play(table, LayCondition(seat="gm", actor="frost", condition=state), THUG, end("thug"))
    assert refused(table, FROST).message.key == "refused.out_of_action"


SLOW = {"weapons": [{"name": "Blast MMG", "hand": "both"}]}
LAYS = PrepareCard(seat="tom", actor="frost", what="blast mmg", target="thug")
AIMS = AimCard(seat="tom", actor="frost", target="thug", weapon="Blast MMG")


@pytest.mark.rule("FI-AIM-13", "FI-AIM-7", "FI-ACT-4")
@pytest.mark.parametrize(
    ("option", "counters", "declared"), [("if_declared", None, 1), ("always", 1, 1), ("never", None, None)]
)
def test_a_card_laid_aside_for_a_slow_weapon_aims_it_as_the_group_plays_it(
    option: str, counters: int | None, declared: int | None
) -> None:
    """`counters` without a word of aiming; `declared` is what an aim with that card prepares."""
    table = conflict(laid(sheets={"frost": SLOW}, options={"prep_card_aims": option}))
    table = counted(dealt(table, frost="KD QD JD"), "K")
    laid_aside = play(table, LAYS, CallStep(seat="gm"))
    fighter = running_conflict(laid_aside).fighters["frost"]
    assert fighter.preparation is not None
    assert (fighter.preparation.paid, fighter.preparation.need) == (1, 3), "its entry says how many cards it takes"
    assert (fighter.aim.counters if fighter.aim else None) == counters
    aimed = running_conflict(play(table, AIMS, CallStep(seat="gm"))).fighters["frost"]
    assert aimed.aim is not None
    assert (aimed.preparation.paid if aimed.preparation else None) == declared
    both = running_conflict(play(play(table, AIMS, CallStep(seat="gm")), LAYS)).fighters["frost"]
    assert both.aim is not None, "preparing the weapon one aims does not break the aim"
    assert both.aim.counters == 1
    assert both.preparation is not None
    assert both.preparation.paid == (declared or 0) + 1
    nobody = GAME.refusal(table, replace(LAYS, target=""))
    assert (nobody.rules if nobody else ()) == (("FI-AIM-13",) if option == "always" else ())


@pytest.mark.rule("FI-AIM-7")
def test_preparing_anything_else_breaks_the_aim() -> None:
    table = counted(dealt(conflict(laid(sheets={"frost": RIFLE})), frost="KD QD"), "K")
    table = counted(play(table, AimCard(seat="tom", actor="frost", target="thug", weapon="Blast rifle")), "Q")
    result = outcome(table, PrepareCard(seat="tom", actor="frost", what="a shelter", need=3))
    assert "aim_lost" in notes(result)
    assert running_conflict(result.table).fighters["frost"].aim is None
    assert cards(result.table, "laid:frost") == ["QD"]


@pytest.mark.rule("FI-EX-13", "FI-AIM-4", "FI-AIM-6", "FI-AIM-8")
def test_counters_come_with_every_rank_and_outlive_a_card_in_reserve() -> None:
    table = dealt(conflict(laid(sheets={"frost": RIFLE})), frost="KD JD", thug="10D/2")
    table = play(counted(table, "K"), AimCard(seat="tom", actor="frost", target="thug", weapon="Blast rifle"))
    counters = {}
    for rank in ("Q", "J", "10", "9"):
        table = counted(table, rank)
        aim = running_conflict(table).fighters["frost"].aim
        assert aim is not None
        counters[rank] = aim.counters
        if rank == "J":
            table = play(table, ReserveCard(seat="tom", actor="frost"))
        if rank == "10":
            table = play(table, DropCard(seat="gm", actor="thug"))
    assert counters == {"Q": 1, "J": 2, "10": 3, "9": 4}
    table = play(counted(table, "2"), EndRound(seat="gm"))
    aim = running_conflict(table).fighters["frost"].aim
    assert aim is not None
    assert aim.counters == 11, "it goes on into the next round"


@pytest.mark.rule("FI-ACT-5", "FI-ACT-8", "FI-JOKER-6", "FI-JOKER-9")
def test_a_preparation_outlives_the_shuffle_of_its_cards_and_a_reserve_stays_where_it_is() -> None:
    table = counted(dealt(conflict(laid()), frost="JD 10D", chuk="JS"), "J")
    table = play(table, ReserveCard(seat="eve", actor="chuk"))
    table = play(table, PrepareCard(seat="tom", actor="frost", what="a shelter", need=3))
    table = play(counted(table, "10"), DropCard(seat="tom", actor="frost"))
    under_way = running_conflict(table)
    marked = tuple(
        replace(under_way, reshuffle=("crew",)) if procedure is under_way else procedure
        for procedure in table.procedures
    )
    table = play(counted(replace(table, procedures=marked), "2"), EndRound(seat="gm"))
    plan = running_conflict(table).fighters["frost"].preparation
    assert plan is not None
    assert (plan.paid, plan.need) == (1, 3), "the count is the truth, not the cards"
    assert (cards(table, "laid:frost"), cards(table, "discard:crew")) == ([], [])
    assert cards(table, "reserve:chuk") == ["JS"]
    assert len(cards(table, "deck:crew")) == 53


@pytest.mark.rule("FI-EXT-2", "FI-EXT-4")
def test_another_action_spoils_cards_in_a_row_and_a_disruption_any_preparation() -> None:
    table = counted(dealt(conflict(laid()), frost="JD 10D"), "J")
    plan = PrepareCard(seat="tom", actor="frost", what="a meal", need=3)
    for whole in (True, False):
        acts = outcome(counted(play(table, replace(plan, whole=whole)), "10"), FROST)
        assert ("preparation_over" in notes(acts)) is whole
        assert (running_conflict(acts.table).fighters["frost"].preparation is None) is whole
        assert cards(acts.table, "laid:frost") == ([] if whole else ["JD"])
    disrupted = play(play(table, plan), SpoilPreparation(seat="gm", actor="frost"))
    assert running_conflict(disrupted).fighters["frost"].preparation is None


@pytest.mark.rule("FI-EXT-7", "FI-RES-4")
@pytest.mark.parametrize("on_trigger", [True, False])
def test_a_prepared_action_needs_a_contest_unless_its_trigger_is_no_action(on_trigger: bool) -> None:
    table = counted(dealt(conflict(laid()), frost="JD 10D", thug="9H/2"), "J")
    plan = PrepareCard(seat="tom", actor="frost", what="blow the bridge", need=2, trigger="the thug is on it")
    table = play(counted(play(table, plan), "10"), PrepareCard(seat="tom", actor="frost"))
    table = play(counted(table, "9"), THUG)
    table = play(table, PlayReserve(seat="tom", actor="frost", what="boom", on_trigger=on_trigger))
    rolled = current_check(table)
    assert (rolled is None) is on_trigger
    assert [turn.fighter for turn in running_conflict(table).turns] == (["thug", "frost"] if on_trigger else ["thug"])


@pytest.mark.rule("FI-INIT-13")
def test_an_empty_deck_is_refilled_with_its_discards() -> None:
    table = conflict(laid(), "frost")
    deck = table.zones["deck:crew"]
    off = tuple(card for card in deck.cards if card not in ("4C", "XR", "XB"))
    piles = {"deck:crew": replace(deck, cards=("4C",)), "discard:crew": replace(table.zones["discard:crew"], cards=off)}
    table = play(replace(table, zones={**table.zones, **piles}), RollReflex(seat="tom", actor="frost"))
    drawn = outcome(table, THROW, dice(d8=[5, 3]))
    assert "deck_ran_out" in notes(drawn)
    hand = cards(drawn.table, running_conflict(drawn.table).fighters["frost"].hand)
    assert (len(hand), hand[0], cards(drawn.table, "discard:crew")) == (2, "4C", [])


@pytest.mark.rule("FI-RES-4", "FI-RES-3", "FI-CORE-21")
def test_a_declared_attack_waits_during_an_interruption_and_is_lost_if_impossible_afterwards() -> None:
    gun: Json = [{"name": ".45 slugthrower", "hand": "main", "ammunition": "7"}]
    sheets = {actor: {"weapons": gun, "reflex": "3d8"} for actor in ("frost", "thug")}
    table = counted(dealt(conflict(laid(sheets=sheets)), frost="JD", thug="10S/2"), "J")
    table = play(counted(play(table, ReserveCard(seat="tom", actor="frost")), "10"), THUG)
    shot = Shoot(seat="gm", actor="thug", target="frost", weapon=".45 slugthrower", distance=5)
    declared = play(table, shot)
    jumps_in = PlayReserve(seat="tom", actor="frost")
    asked = play(declared, jumps_in)
    assert rolling(asked).what == "interrupt"

    first = play(asked, THROW, chance=dice(d8=[1, 4, 8, 3, 1, 7, 2]))
    assert [turn.fighter for turn in running_conflict(first).turns] == ["thug", "frost"]
    again = outcome(first, end("frost"))
    assert notes(again)[-2:] == ["attacks_shot", "check_opens"]
    assert rolling(again.table) == rolling(declared)
    assert running_conflict(again.table).turns[-1].declared is None
    felled = play(first, LayCondition(seat="gm", actor="thug", condition="unconscious"))
    lost = outcome(felled, end("frost"))
    assert notes(lost)[-1] == "attack_lost"
    assert current_check(lost.table) is None

    slow = play(asked, THROW, chance=dice(d8=[1, 4, 3, 7, 2, 6]))
    assert [turn.fighter for turn in running_conflict(slow).turns] == ["frost", "thug"]
    assert rolling(slow) == rolling(declared)

    chips = replace(declared, chips={**declared.chips, "gm": {"white": 1}})
    thrown = play(chips, THROW, chance=dice(d8=[2, 3, 4], d6=[2]))
    assert rolling(thrown).thrown
    assert refused(thrown, jumps_in).message.key == "refused.roll_first"


@pytest.mark.rule("FI-ACT-6", "FI-ACT-9", "FI-ACT-7")
def test_simple_actions_go_along_with_a_card_and_only_moving_takes_one_of_its_own() -> None:
    table = counted(dealt(conflict(laid()), frost="JD 10D", chuk="JS"), "J")
    walk = GoMetres(seat="tom", actor="frost", metres=3)
    assert refused(table, walk).message.key == "refused.not_your_turn"
    table = play(table, CHUK)
    table = play(table, Say(seat="tom", text="Duck!"))  # talking takes no turn
    table = play(table, end("chuk"), FROST, walk)
    assert not running_conflict(table).turns[-1].acted
    rolled = play(table, TryRoll(seat="tom", actor="frost", name="reflex", tn=5), THROW, chance=dice(d8=[5, 6]))
    assert running_conflict(play(rolled, replace(walk, metres=1))).turns[-1].moved == 4
    only_walked = play(table, end("frost"))
    assert cards(only_walked, "hand:tom") == ["10D"]
    assert refused(only_walked, walk).message.key == "refused.not_your_turn"


def _answered(*, frost: str = "JD") -> Table:
    """Frost holds a card in reserve, and a thug acts."""
    gun: Json = [{"name": ".45 slugthrower", "hand": "main", "ammunition": "7"}]
    sheets = {actor: {"weapons": gun, "reflex": "3d8"} for actor in ("frost", "thug")}
    table = counted(dealt(conflict(laid(sheets=sheets)), frost=frost, thug="10S/2"), "J")
    return play(counted(play(table, ReserveCard(seat="tom", actor="frost")), "10"), THUG)


@pytest.mark.rule("FI-RES-3", "FI-RES-4", "FI-CORE-21")
def test_an_interruption_called_off_keeps_the_reserve_the_attack_and_its_manual_changes() -> None:
    shot = Shoot(seat="gm", actor="thug", target="frost", weapon=".45 slugthrower", distance=5)
    declared = play(_answered(), shot, AddModifier(seat="gm", value=-2, why="smoke"))
    asked = play(declared, PlayReserve(seat="tom", actor="frost"))
    assert cards(asked, "reserve:frost") == ["JD"], "nothing is paid before the dice fall"
    assert play(asked, CallOff(seat="tom")).procedures == declared.procedures
    slow = play(asked, THROW, chance=dice(d8=[1, 4, 3, 7, 2, 6]))
    assert (rolling(slow), cards(slow, "reserve:frost")) == (rolling(declared), [])
    first = play(asked, THROW, chance=dice(d8=[1, 4, 8, 3, 1, 7, 2]))
    assert [turn.declared is not None for turn in running_conflict(first).turns] == [True, False]
    gone = play(first, LeaveConflict(seat="gm", actor="frost"))
    assert name_of(rolling(gone).then) == "attack", "whoever interrupted is gone: the attack goes on at once"
    assert running_conflict(gone).turns[-1].declared is None


@pytest.mark.rule("FI-RES-4", "FI-CORE-9", "FI-CORE-20", "FI-DEFEND-7")
@pytest.mark.parametrize("scope", ["action", "single_roll"])
def test_manual_changes_and_paid_defences_outlive_an_interruption(scope: str) -> None:
    shot = Shoot(seat="gm", actor="thug", target="chuk", weapon=".45 slugthrower", distance=5)
    table = _answered()
    table = replace(table, options={**table.options, "active_defense_scope": scope})
    chuk = running_conflict(table).fighters["chuk"].hand
    table = replace(table, zones={**table.zones, chuk: replace(table.zones[chuk], cards=("3C",))})
    jumps = Defend(seat="eve", actor="chuk", by="dodge", how="cover")
    declared = play(table, shot, AddModifier(seat="gm", value=-2, why="smoke"))
    guarded = play(play(declared, jumps), THROW, chance=dice(d8=[7, 7, 7, 7], d6=[5, 5, 5, 5]))
    assert name_of(rolling(guarded).then) == "attack"
    ruled = play(guarded, SetTarget(seat="gm", tn=11))
    assert rolling(play(guarded, SetTarget(seat="gm", tn=14), SetTarget(seat="gm", tn=11))) == rolling(ruled)
    first = play(ruled, PlayReserve(seat="tom", actor="frost"), THROW, chance=dice(d8=[1, 4, 8, 3, 1, 7, 2]))
    assert running_conflict(first).turns[-2].rolled is not None
    again = play(play(first, SetLocation(seat="gm", actor="thug", location="head", level=2)), end("frost"))
    assert rolling(again).tn == 11
    parts = [(part.reason, part.value) for part in rolling(again).rolls[0].parts]
    assert ("other", -2) in parts
    assert ("wounds", -2) in parts, "what has befallen him since counts, too"
    assert refused(again, jumps).message.key == "refused.defends_already"
    unruled = play(guarded, PlayReserve(seat="tom", actor="frost"), THROW, chance=dice(d8=[1, 4, 8, 3, 1, 7, 2]))
    assert rolling(play(unruled, end("frost"))) == rolling(guarded)


@pytest.mark.rule("FI-RES-4", "FI-SIMPLE-6", "FI-PSY-3")
def test_a_contest_of_wills_is_interrupted_like_an_attack_and_taken_up_again() -> None:
    declared = play(_answered(), ContestWills(seat="gm", actor="thug", target="frost", aptitude="overawe"))
    assert not running_conflict(declared).turns[-1].acted
    assert "tom" in GAME.view_for(declared, "gm").under_way[-1].waiting_for
    assert any(offer.name == "play_reserve:frost" for offer in GAME.offers(declared, "tom"))
    asked = play(declared, PlayReserve(seat="tom", actor="frost"))
    first = play(asked, THROW, chance=dice(d8=[1, 4, 8, 3, 1, 7, 2]))
    assert current_check(first) is None
    seen = [turn for activity_view in GAME.view_for(first, "gm").under_way for turn in activity_view.order]
    assert [turn.label.key for turn in seen if turn.actor == "thug" and turn.label] == ["glimpse.action_waits"]
    hurt = play(first, SetLocation(seat="gm", actor="thug", location="head", level=2))
    again = outcome(hurt, end("frost"))
    assert name_of(rolling(again.table).then) == "wills"
    reasons = [part.reason for part in rolling(again.table).rolls[0].parts]
    assert "wounds" in reasons, "what has befallen him since counts"
    stunned = play(first, LayCondition(seat="gm", actor="thug", condition="stunned"))
    assert notes(outcome(stunned, end("frost")))[-1] == "action_lost"
    lies = play(declared, THROW, chance=dice(d8=[2, 3, 4, 5], d6=[2, 3]))
    assert running_conflict(lies).turns[-1].acted, "the action is taken when the dice fall"
