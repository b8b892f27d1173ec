"""Hand-to-hand fights by the other card game: its cards, its turns, and what they do here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.chance import SeededChance
from engine.core.commands import Command
from engine.core.events import CardsAdded, CardsRemoved, Noted
from engine.core.evolve import evolve
from engine.core.manual_moves import (
    AddCards,
    EditActor,
    LeaveSeat,
    LiftCondition,
    MoveCards,
    RemoveActor,
    RemoveCards,
    Say,
    SetList,
    SetOption,
)
from engine.messages.refusal import Refused
from engine.model.frozen import replace
from engine.model.seats import SHARED
from engine.model.table import Table
from engine.rulesets.imaginality.action_resolution import Overrule, Settle
from engine.rulesets.imaginality.actions.action_commands import Attempt, Judge
from engine.rulesets.imaginality.combat.attack_commands import Strike
from engine.rulesets.imaginality.damage import CollapseCheck
from engine.rulesets.imaginality.deck.deck_commands import DECK, DISCARD
from engine.rulesets.imaginality.lunch_money.lunch_money_cards import (
    LM_DECK,
    LM_DISCARD,
    card_damage,
    is_lm_card,
    is_lm_zone,
    lm_card_face,
    lm_hand,
)
from engine.rulesets.imaginality.lunch_money.lunch_money_commands import (
    DrawLunchMoney,
    EndLunchMoney,
    JoinLunchMoney,
    LunchMoneyTurn,
    PlayLunchMoney,
    RefillLunchMoney,
    StartLunchMoney,
)
from engine.rulesets.imaginality.procedures import current_action, current_fight, noticed
from engine.rulesets.imaginality.settings import numbers
from engine.rulesets.imaginality.turns.turn_commands import Declare, EndFight, Lapse, LeaveFight, NextTurn, StartFight
from engine.rulesets.imaginality.turns.turn_order import PickOrder
from tests.engine.rulesets.imaginality.table import (
    GAME,
    cards,
    laid,
    notes,
    outcome,
    play,
    refused,
    texts_of,
    vectors_of,
    why,
)

# What a group might write down for itself.
ROWS: tuple[Mapping[str, Any], ...] = (
    {"name": "Kick", "damage": 4, "count": 4},
    {"name": "Block", "damage": 0, "count": 6},
    {"name": "Head punch", "damage": 2, "count": 3},
    {"name": "Roundhouse", "damage": 4, "count": 2},
    {"name": "Poke in the eye", "damage": 1, "note": "blinds", "count": 2},
)


def brawl(rows: tuple[Mapping[str, Any], ...] = ROWS, *, order: bool = True, **options: Any) -> Table:
    """A fight of rex, sal and orc by the other cards, in this order, with everything declared."""
    table = laid(options={"hand_to_hand_system": "lunch_money", **options})
    table = play(table, SetList(seat="gm", list="lunch_money", rows=rows))
    table = play(table, StartFight(seat="gm", fighters=("rex", "sal", "orc")))
    table = play(table, StartLunchMoney(seat="gm", seats=("tom", "eve", "gm")))
    return declared(table, order)


def declared(table: Table, order: bool = True) -> Table:
    for actor in ("rex", "sal", "orc"):
        table = play(table, Declare(seat="gm", actor=actor))
    return play(table, PickOrder(seat="gm", actors=("rex", "sal", "orc"))) if order else table


def holding(table: Table, seat: str, *wanted: str) -> Table:
    """Put cards into a hand of the other game."""
    missing = tuple(card for card in wanted if card not in cards(table, lm_hand(seat)))
    return play(table, MoveCards(seat="gm", cards=missing, target=lm_hand(seat))) if missing else table


def turn(actor: str, target: str, damage: int | None = 0, **more: Any) -> LunchMoneyTurn:
    return LunchMoneyTurn(seat="gm", actor=actor, target=target, damage=damage, **more)


def wounds(table: Table, actor: str) -> list[int]:
    return [wound.level for wound in table.actors[actor].conditions_named("wound")]


def blind(table: Table, actor: str) -> bool:
    return table.actors[actor].has_condition("blinded")


@pytest.mark.rule("IM-LM-1")
def test_a_face_shows_the_damage_that_counts_and_none_for_a_card_without_any() -> None:
    damages: tuple[Any, ...] = (4, 0, -2, None, "lots")
    rows = tuple({"name": f"Card {place}", "damage": damage} for place, damage in enumerate(damages))
    table = laid()
    table = replace(table, lists={**table.lists, "lunch_money": rows})
    for place, damage in enumerate((4, 0, 0, 0, 0)):
        face = lm_card_face(f"LM-card-{place}", table.lists)
        assert face is not None
        assert [number.value for number in face.numbers] == ([damage] if damage else [])
        assert card_damage(table, f"LM-card-{place}") == damage


@pytest.mark.parametrize("vector", vectors_of("fight"))
def test_a_vector_of_the_catalogue(vector: Mapping[str, Any]) -> None:
    table = brawl()
    for seat, card in vector.get("plays", {}).items():
        table = play(holding(table, seat, card), PlayLunchMoney(seat=seat, cards=(card,)))
    wanted = {**vector["turn"], "cards": tuple(vector["turn"].get("cards", ()))}
    table = holding(table, "tom", *wanted["cards"])
    table = play(table, LunchMoneyTurn(seat="tom", **wanted))
    assert wounds(table, "sal") == vector["wounds"]
    assert blind(table, "sal") == vector.get("blinded", False)
    fight = current_fight(table)
    assert fight is not None
    assert fight.acted == ("rex",)
    if vector.get("blinded"):
        table = play(table, turn("sal", "rex"))
        assert not blind(table, "sal")


@pytest.mark.rule("IM-LM-1")
def test_it_is_an_option_for_hand_to_hand_only() -> None:
    assert why(laid(), StartLunchMoney(seat="gm", seats=("tom",))) == ("lm_not_chosen", "IM-LM-1")
    table = brawl()
    assert why(table, Strike(seat="tom", actor="rex", target="sal")) == ("other_system", "IM-LM-1")
    assert why(table, StartLunchMoney(seat="gm", seats=("tom",))) == ("lm_runs", "IM-LM-1")
    assert why(laid(), turn("rex", "sal")) == ("no_lm", "IM-LM-1")


@pytest.mark.rule("IM-LM-1")
def test_without_a_list_the_damage_is_typed_in() -> None:
    table = brawl(())
    assert not any(is_lm_zone(zone) for zone in table.zones)
    assert why(table, RefillLunchMoney(seat="tom", holder="tom")) == ("lm_no_cards", "IM-LM-1")
    assert why(table, turn("rex", "sal", None)) == ("lm_say_damage", "IM-LM-5")
    assert wounds(play(table, turn("rex", "sal", 3)), "sal") == [3]


@pytest.mark.rule("IM-LM-2")
def test_everyone_involved_is_dealt_five() -> None:
    table = laid(options={"hand_to_hand_system": "lunch_money"})
    table = play(
        table,
        SetList(seat="gm", list="lunch_money", rows=ROWS),
        StartLunchMoney(seat="gm", seats=("tom", "gm")),
    )
    assert len(cards(table, lm_hand("tom"))) == len(cards(table, lm_hand("gm"))) == numbers().lunch_money_hand == 5
    assert lm_hand("eve") not in table.zones
    assert why(table, JoinLunchMoney(seat="gm", holder="tom")) == ("lm_involved", "IM-LM-2")
    assert why(table, turn("sal", "rex")) == ("lm_not_involved", "IM-LM-2")
    table = play(table, JoinLunchMoney(seat="gm", holder="eve"))
    assert len(cards(table, lm_hand("eve"))) == 5
    assert len(cards(table, LM_DECK)) == sum(row["count"] for row in ROWS) - 15
    seen = {viewer: GAME.view_for(table, viewer).zones[lm_hand("eve")].cards for viewer in ("eve", "tom", SHARED)}
    assert [len(seen["eve"]), seen["tom"], seen[SHARED]] == [5, (), ()]


@pytest.mark.rule("IM-LM-3")
def test_hands_last_over_turns_and_are_only_filled_up() -> None:
    table = brawl()
    hand = cards(table, lm_hand("tom"))
    assert why(table, RefillLunchMoney(seat="tom", holder="tom")) == ("lm_hand_full", "IM-LM-3")
    table = play(table, PlayLunchMoney(seat="tom", cards=(f"{lm_hand('tom')}#0", hand[1])), NextTurn(seat="gm"))
    assert cards(table, lm_hand("tom")) == hand[2:]
    assert why(table, RefillLunchMoney(seat="eve", holder="tom")) == ("gm_only", "IM-LM-3")
    table = play(table, RefillLunchMoney(seat="tom", holder="tom"))
    assert cards(table, lm_hand("tom"))[:3] == hand[2:]
    assert len(cards(table, lm_hand("tom"))) == 5
    assert len(cards(play(table, DrawLunchMoney(seat="tom")), lm_hand("tom"))) == 6


@pytest.mark.rule("IM-LM-4")
def test_a_whole_hand_may_be_laid() -> None:
    table = brawl()
    hand = tuple(cards(table, lm_hand("tom")))
    assert cards(play(table, PlayLunchMoney(seat="tom", cards=hand)), lm_hand("tom")) == []


@pytest.mark.rule("IM-LM-3")
def test_its_own_discards_are_shuffled_in_when_its_deck_runs_out() -> None:
    table = brawl(({"name": "Kick", "damage": 4, "count": 16},))
    main = cards(table, DISCARD)
    table = play(table, PlayLunchMoney(seat="tom", cards=tuple(cards(table, lm_hand("tom"))[:4])))
    result = outcome(table, RefillLunchMoney(seat="tom", holder="tom"))
    assert notes(result) == ["lm_reshuffled", "lm_takes"]
    assert len(cards(result.table, lm_hand("tom"))) == 5
    assert cards(result.table, LM_DISCARD) == []
    assert cards(result.table, DISCARD) == main
    empty = play(result.table, DrawLunchMoney(seat="eve", count=20))
    assert why(empty, DrawLunchMoney(seat="eve")) == ("lm_none_left", "IM-LM-3")


@pytest.mark.rule("IM-LM-4")
def test_a_complete_turn_is_one_action_and_defending_is_none() -> None:
    table = holding(brawl(), "eve", "LM-block")
    assert why(table, turn("sal", "rex")) == ("not_yet", "IM-INIT-2")
    table = play(table, PlayLunchMoney(seat="eve", cards=("LM-block",)), turn("rex", "sal"))
    assert why(table, turn("rex", "sal")) == ("has_acted", "IM-TURN-2")
    assert GAME.refusal(table, turn("sal", "rex")) is None
    foreign = LunchMoneyTurn(seat="eve", actor="orc", target="rex", damage=1)
    assert why(table, foreign) == ("not_your_character", "IM-LM-4")


@pytest.mark.rule("IM-LM-5")
def test_damage_comes_through_as_it_is() -> None:
    table = holding(brawl(), "tom", "LM-kick", "LM-roundhouse")
    ruled = outcome(table, turn("rex", "sal", 5, cards=("LM-kick", "LM-roundhouse")))
    assert wounds(ruled.table, "sal") == [5]
    assert (ruled.results["damage"], ruled.results["computed_damage"]) == (5, 8)
    assert "lm_damage_ruled" in notes(ruled)
    assert "Sal takes 5 points of damage (changed from 8)" in texts_of(ruled)
    assert {"LM-kick", "LM-roundhouse"} <= set(cards(ruled.table, LM_DISCARD))
    laid_before = play(table, PlayLunchMoney(seat="tom", cards=("LM-kick",)))
    assert wounds(play(laid_before, turn("rex", "sal", None, cards=("LM-kick",))), "sal") == [4]
    assert current_action(ruled.table) is None
    strange = turn("rex", "sal", 1, cards=(cards(table, lm_hand("eve"))[0],))
    assert why(table, strange) == ("lm_own_cards", "IM-LM-7")


@pytest.mark.rule("IM-LM-5", "IM-WOUND-6")
def test_in_bookkeeping_the_collapse_check_follows() -> None:
    table = play(brawl(damage_mode="bookkeeping"), turn("rex", "sal", 9))
    due = current_action(table)
    assert due is not None
    assert (due.wounded, due.net) == ("sal", 9)
    for seat in table.seats:
        GAME.offers(table, seat)
        GAME.view_for(table, seat)
    assert wounds(play(table, Overrule(seat="gm", figure="damage", value=3)), "sal") == [3]
    table = play(table, CollapseCheck(seat="eve"), Settle(seat="gm"))
    assert current_action(table) is None
    after = current_fight(table)
    assert after is not None
    assert after.group == (1 if not table.actors["sal"].has_condition("unconscious") else 2)
    assert current_action(play(brawl(damage_mode="bookkeeping"), turn("rex", "sal", 0))) is None


@pytest.mark.rule("IM-LM-6")
def test_a_poke_in_the_eye_blinds_until_the_next_in_order_has_acted() -> None:
    table = play(brawl(), turn("rex", "orc", 1, effect="blinded"))
    assert blind(table, "orc")
    assert GAME.view_for(table, SHARED).under_way[-1].figures["blinded"] == {"orc": "sal"}
    assert blind(play(table, Lapse(seat="gm", actor="sal")), "orc") is False
    table = play(table, turn("sal", "rex", 1, effect="blinded"))
    assert not blind(table, "orc")
    assert blind(table, "rex")
    table = play(table, turn("orc", "sal", 1, effect="blinded"))
    assert not blind(table, "rex")
    # Nobody is left to act this turn: it lasts until the first of the next has acted.
    assert blind(play(table, Say(seat="eve", text="Ouch!")), "sal")
    table = play(table, NextTurn(seat="gm"))
    assert blind(table, "sal")
    table = play(declared(table), turn("rex", "orc"))
    assert not blind(table, "sal")


@pytest.mark.rule("IM-LM-6", "IM-TURN-6")
def test_without_an_order_somebody_who_declared_before_may_be_the_next() -> None:
    table = play(brawl(order=False), turn("orc", "sal", 1, effect="blinded"))
    assert GAME.view_for(table, SHARED).under_way[-1].figures["blinded"] == {"sal": "rex"}
    assert blind(play(table, turn("rex", "orc")), "sal") is False
    late = play(brawl(order=False), turn("rex", "sal"), turn("orc", "rex", 1, effect="blinded"))
    assert GAME.view_for(late, SHARED).under_way[-1].figures["blinded"] == {"rex": "sal"}, "rex has acted"


@pytest.mark.rule("IM-LM-6")
def test_without_a_fight_it_blinds_until_whoever_acts_next_has_acted() -> None:
    table = laid(options={"hand_to_hand_system": "lunch_money"})
    table = play(table, StartLunchMoney(seat="gm", seats=("tom", "eve", "gm")))
    table = play(table, turn("rex", "sal", 1, effect="blinded"))
    assert blind(table, "sal")
    table = play(table, turn("orc", "rex", 1, effect="blinded"))
    assert (blind(table, "sal"), blind(table, "rex")) == (False, True)
    table = play(table, RemoveActor(seat="gm", actor="rex"))
    assert current_action(play(table, turn("orc", "sal"))) is None


@pytest.mark.rule("IM-LM-6")
def test_blindness_does_not_wait_for_somebody_who_cannot_act_any_more() -> None:
    table = play(brawl(), turn("rex", "orc", 1, effect="blinded"))
    table = play(table, LeaveFight(seat="gm", actor="sal"))
    assert blind(table, "orc")
    table = play(table, turn("orc", "rex"))
    assert not blind(table, "orc")


@pytest.mark.rule("IM-LM-6")
@pytest.mark.parametrize("over", [EndFight(seat="gm"), EndLunchMoney(seat="gm")])
def test_with_the_fight_the_blindness_is_over(over: Command) -> None:
    table = play(brawl(), turn("rex", "orc", 1, effect="blinded"), over)
    assert not blind(table, "orc")
    by_hand = play(
        brawl(), turn("rex", "orc", 1, effect="blinded"), LiftCondition(seat="gm", actor="orc", condition="blinded")
    )
    assert GAME.view_for(by_hand, SHARED).under_way[-1].figures["blinded"] == {}
    assert not blind(play(by_hand, turn("sal", "rex")), "orc")


@pytest.mark.rule("IM-LM-1", "IM-LM-3")
def test_it_goes_on_until_it_is_ended_whatever_ends_beside_it() -> None:
    table = laid({"hand:tom": "9S"}, options={"hand_to_hand_system": "lunch_money"})
    table = play(table, Attempt(seat="tom", actor="rex"), StartLunchMoney(seat="gm", seats=("tom",)))
    judged = play(table, Judge(seat="gm", outcome="success"))
    assert GAME.refusal(judged, EndLunchMoney(seat="gm")) is None
    hand_cards = cards(brawl(), lm_hand("tom"))
    assert cards(play(brawl(), EndFight(seat="gm")), lm_hand("tom")) == hand_cards


@pytest.mark.rule("IM-LM-6")
def test_other_effects_are_the_gms() -> None:
    table = brawl()
    by_player = LunchMoneyTurn(seat="tom", actor="rex", target="orc", damage=1, effect="humiliated")
    assert why(table, by_player) == ("lm_effect_by_gm", "IM-LM-6")
    table = play(table, turn("rex", "orc", 1, effect="humiliated"), turn("sal", "rex"))
    assert table.actors["orc"].has_condition("humiliated")


@pytest.mark.rule("IM-LM-7")
def test_the_two_games_never_mix() -> None:
    table = brawl()
    ours, theirs = cards(table, DECK)[0], cards(table, lm_hand("tom"))[0]
    for command in (
        MoveCards(seat="tom", cards=(theirs,), target=DISCARD),
        MoveCards(seat="tom", cards=(theirs,), target="hand:tom"),
        MoveCards(seat="gm", cards=(ours,), target=LM_DECK),
        AddCards(seat="gm", zone=DECK, faces=("LM-kick",)),
        AddCards(seat="gm", zone=LM_DECK, faces=("8H",)),
        PlayLunchMoney(seat="tom", cards=(ours,)),
    ):
        assert "IM-LM-7" in refused(table, command).rules
    main = sorted(card for card in table.all_cards() if not is_lm_card(card))
    table = play(table, RemoveCards(seat="gm", cards=(f"{LM_DECK}#0",)))
    assert len(table.away) == 1
    over = play(table, EndLunchMoney(seat="gm"))
    assert sorted(over.all_cards()) == main
    assert not over.away, "no face of the other deck is left to be told"
    assert not any(is_lm_zone(zone) for zone in over.zones)


def test_names_of_the_list_become_cards_that_differ() -> None:
    rows = (
        {"name": "Kick"},
        {"name": "Kick!", "damage": 3},
        {"name": "ударом", "count": 2},
        {"name": "??", "count": "x"},
    )
    table = brawl(rows, order=False)
    everything = {card for card in table.all_cards() if is_lm_card(card)}
    assert everything == {"LM-kick", "LM-kick-2", "LM-ударом", "LM-ударом/2", "LM-card"}


@pytest.mark.rule("IM-LM-5")
def test_what_a_secret_target_takes_in_an_open_fight_is_seen_by_all() -> None:
    table = play(brawl(), EditActor(seat="gm", actor="orc", secret=True))
    result = outcome(table, LunchMoneyTurn(seat="tom", actor="rex", target="orc", damage=4, effect="blinded"))
    assert {"lm_turn", "lm_damage", "wounded"} <= set(notes(result, "eve"))
    assert any(key.startswith("lm_blinded") for key in notes(result, "eve"))
    assert result.results["damage"] == 4


@pytest.mark.rule("IM-LM-5")
@pytest.mark.parametrize(("actor", "target"), [("orc", "rex"), ("rex", "orc")])
def test_without_a_fight_a_secret_character_takes_part_while_its_names_are_told(actor: str, target: str) -> None:
    table = play(brawl(), EndFight(seat="gm"), EditActor(seat="gm", actor="orc", secret=True))
    assert "orc" not in noticed(table, SHARED)
    result = outcome(table, turn(actor, target, 4, effect="blinded"))
    told = set()
    for event in result.events:
        table = evolve(table, event)
        if isinstance(event, Noted):
            told.add(event.message.key)
            assert "orc" in noticed(table, SHARED), event.message.key
    assert {"log.lm_turn", "log.lm_damage", "log.wounded", "log.lm_blinded"} <= told
    assert "orc" not in noticed(table, SHARED), "its part is over"


def test_somebody_who_leaves_the_table_leaves_the_cards() -> None:
    table = play(brawl(), EditActor(seat="gm", actor="sal", leader="gm"))
    hand_cards = set(cards(table, lm_hand("eve")))
    table = play(table, LeaveSeat(seat="gm", id="eve"))
    assert lm_hand("eve") not in table.zones
    assert hand_cards <= set(cards(table, LM_DISCARD))
    opened = play(table, SetOption(seat="gm", option="hands_private", value=False))
    assert len(GAME.view_for(opened, SHARED).zones[lm_hand("tom")].cards) == 5


GESTURES = st.one_of(
    st.builds(DrawLunchMoney, seat=st.sampled_from(("tom", "eve", "gm")), count=st.integers(1, 4)),
    st.sampled_from(("tom", "eve", "gm")).map(lambda seat: RefillLunchMoney(seat=seat, holder=seat)),
    st.builds(
        lambda seat, index: PlayLunchMoney(seat=seat, cards=(f"{lm_hand(seat)}#{index}",)),
        st.sampled_from(("tom", "eve", "gm")),
        st.integers(0, 5),
    ),
    st.builds(
        turn,
        st.sampled_from(("rex", "sal", "orc")),
        st.sampled_from(("rex", "sal", "orc")),
        st.integers(0, 6),
        effect=st.sampled_from(("", "blinded")),
    ),
    st.just(NextTurn(seat="gm")),
    st.just(EndFight(seat="gm")),
    st.just(EndLunchMoney(seat="gm")),
)


@pytest.mark.rule("IM-LM-7", "IM-LM-3")
@given(gestures=st.lists(GESTURES, max_size=20), seed=st.integers(0, 99))
def test_cards_are_conserved_and_stay_apart(gestures: list[Command], seed: int) -> None:
    table, chance = brawl(), SeededChance(seed)
    for gesture in gestures:
        before = sorted(table.all_cards())
        try:
            result = GAME.apply(table, gesture, chance)
        except Refused:
            continue
        gone = [card for event in result.events if isinstance(event, CardsRemoved) for card in event.cards]
        come = [card for event in result.events if isinstance(event, CardsAdded) for card in event.cards]
        assert sorted([*result.table.all_cards(), *gone]) == sorted([*before, *come])
        for zone in result.table.zones.values():
            assert all(is_lm_card(card) == is_lm_zone(zone.id) for card in zone.cards)
        table = result.table


@pytest.mark.rule("IM-LM-4")
def test_who_acts_is_offered_the_cards_and_the_turn_of_the_other_game_first() -> None:
    names = [offer.name for offer in GAME.offers(brawl(order=False), "tom") if offer.denial is None]
    assert names[:3] == ["play_lunch_money", "lunch_money_turn:rex", "shoot:rex"]
