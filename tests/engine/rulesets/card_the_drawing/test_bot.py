"""Plans that are proposed, and battles that play themselves: always allowed, never with what may not be known."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core.chance import SeededChance
from engine.core.codec import Codec
from engine.core.commands import Command, card_at
from engine.core.unseen_cards import unknown_cards
from engine.kit.bots.bot import SeatPosition
from engine.kit.bots.tactics import TACTICS
from engine.kit.conformance.other_worlds import swapped_table, swapping
from engine.kit.content_editor.persistence import row_of
from engine.messages.texts import say
from engine.model.cards import face_of
from engine.model.frozen import Json, replace
from engine.model.seats import SHARED
from engine.model.table import Table
from engine.presentation.offers import Offer
from engine.rulesets.card_the_drawing import actor_sheet
from engine.rulesets.card_the_drawing.battle import actor_zones
from engine.rulesets.card_the_drawing.battle.battle_procedures import Phase, current_battle, current_resolution
from engine.rulesets.card_the_drawing.battle.planning.planning_phase import PlanCards, unaffordable_cards
from engine.rulesets.card_the_drawing.bot import BattleBot
from engine.rulesets.card_the_drawing.cards.card_library import CARDS, ENVIRONMENT, library_of
from engine.rulesets.card_the_drawing.cards.card_records import Card
from engine.rulesets.card_the_drawing.cards.record_validation import record_problems
from engine.rulesets.card_the_drawing.encounters.battle_start import StartBattle
from engine.rulesets.card_the_drawing.settings import prices
from engine.rulesets.card_the_drawing.tactics.plan_suggestion import suggest_plan
from tests.engine.rulesets.card_the_drawing.card_strategies import sound_cards
from tests.engine.rulesets.card_the_drawing.offer_driver import named
from tests.engine.rulesets.card_the_drawing.table import (
    GAME,
    SORCERER,
    arranged,
    deck,
    duel,
    laid,
    now,
    planning,
    play,
    refused,
    started,
    with_tracks,
)
from tests.properties import examples

PILOT = BattleBot()
FRAIL = {"tia": {"Health": 15}, "eli": {"Health": 12}}


def chosen(table: Table, seat: str) -> Command | None:
    """Return what the bot does with a seat."""
    return PILOT.choose(SeatPosition(GAME, table, seat))


def proposed(table: Table, actor: str) -> list[str]:
    """Return what is printed on the cards of the plan that is proposed."""
    return [face_of(suggested_card.card) for suggested_card in suggest_plan(table, actor).cards]


def of(hand: str, *, adrenaline: int = 9, **more: object) -> Table:
    """Return the Planning phase of a duel in which one holds these cards."""
    table = planning(arranged(duel(**more), "tia", hand=hand, pile=None))  # type: ignore[arg-type]
    return with_tracks(table, "tia", Adrenaline=adrenaline)


# ---- plans -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("CD-UI-18")
@pytest.mark.parametrize("seed", range(3))
def test_a_proposed_plan_is_legal_can_be_paid_and_says_why(seed: int) -> None:
    chance = SeededChance(seed)
    sheets = {"eli": {**SORCERER, "deck": deck("so_meteor*2 so_arcane_lance*3 so_spark*3 so_fireball*2 so_focus*2")}}
    table = started(laid("tia", "eli", "ogre", "rats", sheets=sheets))
    plans = 0
    while current_battle(table) is not None and now(table).round < 4:
        if now(table).phase is Phase.PLANNING and current_resolution(table) is None:
            for actor, fighter in now(table).fighters.items():
                if fighter.ready or not actor_sheet.standing_bodies(table, actor):
                    continue
                suggestion = suggest_plan(table, actor)
                cards = tuple(suggested_card.card for suggested_card in suggestion.cards)
                seat = table.actors[actor].seat
                assert GAME.refusal(table, PlanCards(seat=seat, actor=actor, cards=cards)) is None
                assert not unaffordable_cards(table, actor, cards)
                assert all(say(suggested_card.reason) for suggested_card in suggestion.cards)
                assert all(say(note) for note in suggestion.notes)
                plans += bool(cards)
        command = PILOT.next_command(GAME, table)
        assert command is not None
        table = GAME.apply(table, command, chance).table
    assert plans


@pytest.mark.rule("CD-UI-18")
def test_the_best_card_for_its_cost_and_slots_comes_first() -> None:
    assert proposed(of("punch swing_blade thrown_rock"), "tia") == ["swing_blade", "punch"]
    assert proposed(of("furious_charge punch", adrenaline=1), "tia") == ["punch"]
    hurt = with_tracks(of("punch thrown_rock staggering_blow", adrenaline=2), "eli", Health=3)
    first = suggest_plan(hurt, "tia").cards[0]
    assert "defeats Eli" in say(first.reason)


@pytest.mark.rule("CD-UI-18", "CD-PLAY-8")
def test_what_an_interrupt_needs_is_left() -> None:
    table = of("counter_strike furious_charge swing_blade", adrenaline=2)
    assert proposed(table, "tia") == ["swing_blade"]
    assert any("Counter Strike" in say(note) for note in suggest_plan(table, "tia").notes)
    rich = with_tracks(table, "tia", Adrenaline=4)
    assert proposed(rich, "tia") == ["swing_blade", "furious_charge"]


@pytest.mark.rule("CD-UI-18", "CD-TAG-RITUAL")
def test_a_ritual_runs_over_the_end_of_the_round_only_where_that_is_allowed_and_nothing_else_fits() -> None:
    sheets = {"tia": {**SORCERER, "deck": deck("so_cataclysm*2 so_spark*2 punch")}}
    alone = of("so_cataclysm", sheets=sheets)
    assert proposed(alone, "tia") == ["so_cataclysm"]
    assert proposed(of("so_cataclysm", sheets=sheets, options={"ritual_overflow": "forbid"}), "tia") == []
    assert proposed(of("so_cataclysm so_spark so_spark", sheets=sheets), "tia") == ["so_spark", "so_spark"]


@pytest.mark.rule("CD-UI-18")
@pytest.mark.parametrize(("adrenaline", "least"), [(0, 0), (9, 1)])
def test_a_proposal_without_a_card_demands_none(adrenaline: int, least: int) -> None:
    table = of("furious_charge", adrenaline=adrenaline)
    offer = GAME.complete_offer(table, named(table, "tom", "suggest_plan:tia"))
    command = offer.command
    assert isinstance(command, PlanCards)
    asked = next(ask for ask in offer.questions if ask.field == "cards")
    assert asked.least == len(command.cards) == least, "the form can be confirmed as it was proposed"


@pytest.mark.rule("CD-UI-18", "CD-UI-6")
def test_a_proposal_is_an_offer_to_whoever_may_see_the_cards_and_lays_nothing_by_itself() -> None:
    table = of("punch swing_blade thrown_rock")
    bare = named(table, "tom", "suggest_plan:tia")
    assert bare.lazy  # it takes a while, and nobody may want it
    assert bare.command.cards == ()  # type: ignore[attr-defined]
    offer = GAME.complete_offer(table, bare)
    command = offer.command
    assert isinstance(command, PlanCards)
    assert not command.lock
    assert [face_of(card_at(table, place)) for place in command.cards] == ["swing_blade", "punch"]
    asked = next(ask for ask in offer.questions if ask.field == "cards")
    assert set(asked.told) == set(command.cards)
    assert set(command.cards) <= set(asked.choices)
    for seat, viewer in (("tom", SHARED), ("tom", "eve"), ("tom", "gm")):
        assert "suggest_plan:tia" not in {offer.name for offer in GAME.offers(table, seat, viewer)}
        assert GAME.complete_offer(table, bare, viewer).command == bare.command
    after = play(table, command)
    assert not now(after).fighters["tia"].ready


@pytest.mark.rule("CD-UI-18")
def test_a_plan_is_made_of_what_its_leader_may_see_alone() -> None:
    table = of("punch swing_blade")
    hand = actor_zones.hand_zone(table, "tia")
    elsewhere = replace(table.zones[hand], owners=("eve",))
    assert proposed(replace(table, zones={**table.zones, hand: elsewhere}), "tia") == []


# ---- battles that play themselves ------------------------------------------------------------------------------------


@pytest.mark.rule("CD-UI-18", "CD-UI-25")
@pytest.mark.parametrize("seed", range(2))
def test_each_seat_by_itself_brings_a_battle_to_its_end_by_what_it_is_offered(seed: int) -> None:
    chance = SeededChance(seed)
    table = started(laid("tia", "eli", "rats", tracks=FRAIL))
    for _ in range(600):
        if current_battle(table) is None:
            break
        waiting = {seat for view in GAME.view_for(table, SHARED).under_way for seat in view.waiting_for}
        command = next(filter(None, (chosen(table, seat) for seat in sorted(waiting))), None)
        assert command is not None, f"nobody of {waiting} knows how to go on"
        offered = {type(offer.command) for offer in GAME.offers(table, command.seat) if offer.denial is None}
        assert type(command) in offered
        table = GAME.apply(table, command, chance).table
    assert current_battle(table) is None


@pytest.mark.rule("CD-UI-18", "CD-GM-1")
@pytest.mark.parametrize("seed", range(2))
def test_the_bot_does_the_same_whatever_cards_its_seat_cannot_see(seed: int) -> None:
    """Decks, hands and face-down plans of others change places; every player does what they did."""
    chance, random, codec, compared = SeededChance(seed), Random(seed), Codec(GAME), 0
    table = started(laid("tia", "eli", "ogre", "rats", tracks=FRAIL))
    for _ in range(40):
        for seat in ("tom", "eve"):
            command = chosen(table, seat)
            swaps = swapping(unknown_cards(table, seat), random)
            assert chosen(swapped_table(codec, table, swaps), seat) == command
            compared += command is not None
        following = PILOT.next_command(GAME, table)
        if following is None:
            break
        table = GAME.apply(table, following, chance).table
    assert compared


def _with_other_numbers(table: Table, random: Random) -> Table:
    """Return a table on which the secret characters have other numbers; whoever is up stays up."""
    actors = dict(table.actors)
    for who, actor in table.actors.items():
        if actor.secret:
            stats = {name: random.randint(1, 9) for name in ("strength", "stamina", "intelligence", "wisdom")}
            tracks = {
                name: replace(track, value=random.randint(1, 30) if track.value > 0 else track.value, most=30)
                for name, track in actor.tracks.items()
            }
            actors[who] = replace(actor, tracks=tracks, sheet={**actor.sheet, **stats})
    return replace(table, actors=actors)


def _suggestion(table: Table, seat: str, actor: str) -> Offer | None:
    """Return the suggested plan as the seat is offered it."""
    offers = (offer for offer in GAME.offers(table, seat) if offer.name == f"suggest_plan:{actor}")
    return next((GAME.complete_offer(table, offer) for offer in offers), None)


@pytest.mark.rule("CD-UI-18", "CD-GM-1")
@examples(3)
@given(seed=st.integers(0, 2**32), tactic=st.sampled_from(sorted(TACTICS)))
def test_suggestions_and_the_bot_are_the_same_whatever_numbers_a_secret_foe_has(seed: int, tactic: str) -> None:
    """Health that one card takes away, stats, Adrenaline: no target, order, card or reason depends on them."""
    chance, random, compared = SeededChance(seed), Random(seed), 0
    sheets = {"eli": {**SORCERER, "deck": deck("so_meteor*2 so_arcane_lance*3 so_spark*3 so_fireball*2 so_focus*2")}}
    table = started(laid("tia", "eli", "ogre", "rats", sheets=sheets, secret=("ogre", "rats")))
    sides = {actor_sheet.side_of(table, actor) for actor in table.actors}
    bot = PILOT.with_tactics(dict.fromkeys(sides, TACTICS[tactic]))
    for _ in range(60):
        other = _with_other_numbers(table, random)
        for seat, actor in (("tom", "tia"), ("eve", "eli")):
            suggested = _suggestion(table, seat, actor)
            assert _suggestion(other, seat, actor) == suggested
            command = bot.choose(SeatPosition(GAME, table, seat))
            assert bot.choose(SeatPosition(GAME, other, seat)) == command
            compared += (suggested is not None) + (command is not None)
        following = bot.next_command(GAME, table)
        if following is None:
            break
        table = GAME.apply(table, following, chance).table
    assert compared > 20


@pytest.mark.rule("CD-UI-18", "CD-GM-1")
def test_a_card_falls_on_no_other_minion_because_the_first_one_would_be_down() -> None:
    """Each further card is rated as if the earlier ones had hit, but nobody is shown whom that defeats."""
    table = arranged(started(laid("tia", "rats", secret=("rats",))), "tia", hand="punch swing_blade", pile=None)
    table = with_tracks(planning(table), "tia", Adrenaline=9)
    suggestions = [_suggestion(with_tracks(table, "rats", **{"Minion 1": left}), "tom", "tia") for left in range(1, 31)]
    assert suggestions[0] is not None
    assert all(suggested == suggestions[0] for suggested in suggestions)
    known = replace(table, actors={**table.actors, "rats": replace(table.actors["rats"], secret=False)})
    assert _suggestion(with_tracks(known, "rats", **{"Minion 1": 1}), "tom", "tia") != _suggestion(known, "tom", "tia")


@pytest.mark.rule("CD-UI-18", "CD-GM-1")
def test_a_viewer_gets_no_suggestion_from_numbers_that_only_the_acting_seat_may_read() -> None:
    """The cards of the GM's boss are open to Eve, but the gang that it fights is not."""
    table = started(laid("ogre", "rats", secret=("rats",)), sides={"ogre": "red", "rats": "blue"})
    table = with_tracks(planning(table), "ogre", Adrenaline=9)
    zones = {
        name: replace(table.zones[name], owners=("gm", "eve"))
        for name in (actor_zones.hand_zone(table, "ogre"), actor_zones.plan_zone("ogre"))
    }
    table = replace(table, zones={**table.zones, **zones})
    shown = []
    for left in (1, 30):
        world = with_tracks(table, "rats", **{f"Minion {number}": left for number in range(1, 5)})
        offer = next(one for one in GAME.offers(world, "gm", "eve") if one.name == "suggest_plan:ogre")
        shown.append(GAME.complete_offer(world, offer, "eve"))
    assert shown[0] == shown[1]
    assert isinstance(shown[0].command, PlanCards)
    assert shown[0].command.cards


@pytest.mark.rule("CD-UI-18", "CD-UI-9")
def test_who_plays_by_himself_interrupts_when_that_is_worth_its_cost_and_passes_otherwise() -> None:
    table = arranged(with_tracks(duel(), "eli", Adrenaline=9), "eli", hand="counter_strike punch", pile=None)
    table = planning(arranged(table, "tia", hand="punch thrown_rock", pile=None))
    attacked = _plays(table, "punch")
    command = chosen(attacked, "eve")
    assert type(command).__name__ == "PlayInterrupt"
    assert GAME.refusal(attacked, command) is None  # type: ignore[arg-type]
    thrown = _plays(table, "thrown_rock")
    assert type(chosen(thrown, "eve")).__name__ == "Pass"


@pytest.mark.rule("CD-UI-25")
def test_a_side_interrupts_and_buys_draws_by_its_tactic() -> None:
    """A battle may name its sides as it likes."""
    table = arranged(with_tracks(duel(), "eli", Adrenaline=9), "eli", hand="counter_strike punch", pile=None)
    table = _plays(planning(arranged(table, "tia", hand="punch thrown_rock", pile=None)), "punch")
    battle = current_battle(table)
    assert battle is not None
    side = battle.fighters["eli"].side
    assert side not in (actor_sheet.PARTY, actor_sheet.OPPOSITION)
    answers = {
        tactic: PILOT.with_tactics({side: TACTICS[tactic]}).choose(SeatPosition(GAME, table, "eve"))
        for tactic in ("balanced", "aggressive")
    }
    assert {tactic: type(answer).__name__ for tactic, answer in answers.items()} == {
        "balanced": "PlayInterrupt",
        "aggressive": "Pass",
    }
    drawing = arranged(started(laid("tia", "eli"), sides={"tia": side, "eli": "other"}), "tia", hand="punch")
    price = prices().draw
    for tactic, bought in (("spend_early", [True, True]), ("balanced", [False, True]), ("keep_resources", [False] * 2)):
        worlds = (with_tracks(drawing, "tia", Adrenaline=has) for has in (price, 4 * price))
        bot = PILOT.with_tactics({side: TACTICS[tactic]})
        commands = [bot.choose(SeatPosition(GAME, world, "tom")) for world in worlds]
        assert [type(command).__name__ == "BuyDraw" for command in commands] == bought


def _plays(table: Table, face: str) -> Table:
    card = next(card for card in actor_zones.hand_cards(table, "tia") if face_of(card) == face)
    return play(table, PlanCards(seat="tom", actor="tia", cards=(card,)), PlanCards(seat="eve", actor="eli"))


def test_whoever_is_not_waited_for_does_nothing() -> None:
    table = duel()
    assert chosen(table, "gm") is None
    assert chosen(laid("tia"), "tom") is None
    assert PILOT.next_command(GAME, laid("tia")) is None


@st.composite
def _accepted(draw: st.DrawFn) -> tuple[Card, ...]:
    """Draw cards with which an editor finds nothing wrong."""
    made = draw(st.lists(sound_cards(), min_size=6, max_size=8))
    named_ = (replace(card, id=f"m{number}", name=f"Made {number}") for number, card in enumerate(made))
    library = library_of()
    return tuple(card for card in named_ if not record_problems(card, library))


@pytest.mark.rule("CD-UI-23", "CD-DECK-8")
@examples(9)
@given(made=_accepted(), seed=st.integers(0, 2**32))
def test_any_card_that_the_editor_accepts_never_breaks_a_fight(made: tuple[Card, ...], seed: int) -> None:
    """Made cards in every hand, around everybody, and automatic: somebody knows how to go on, and nothing is lost."""
    dealt = [card.name for card in made if "Titan" in card.lists] or ["Punch"]
    around = tuple(card.id for card in made if ENVIRONMENT in card.lists)
    automatic = [card.name for card in made if "Auto" in card.lists]
    sheet: dict[str, Json] = {"deck": [{"card": name, "count": 2} for name in dealt], "automatic": automatic}
    table = laid("tia", "eli", "rats", sheets=dict.fromkeys(("tia", "eli", "rats"), sheet))
    table = replace(table, lists={**table.lists, CARDS: tuple(row_of(card) for card in made)})
    start = StartBattle(seat="gm", fighters=("tia", "eli", "rats"), environment=around, override=True)
    chance, random = SeededChance(seed), Random(seed)
    table = GAME.apply(table, start, chance).table
    for _ in range(40):
        fight = current_battle(table)
        if fight is None:
            return
        assert sorted(table.all_cards()) == sorted(fight.owners)
        seats = random.sample(sorted(table.seats), len(table.seats))
        own = next(filter(None, (chosen(table, seat) for seat in seats)), None)
        command = PILOT.next_command(GAME, table) if random.random() < 0.7 else own
        assert command is not None
        assert own is not None
        table = GAME.apply(table, command, chance).table


def test_the_made_cards_are_not_left_out() -> None:
    counts: list[int] = []

    @settings(max_examples=10, database=None, derandomize=True, deadline=None)
    @given(_accepted())
    def look(made: tuple[Card, ...]) -> None:
        counts.append(len(made))

    look()
    assert sum(counts) > 3 * len(counts)


def test_nothing_is_proposed_that_would_be_refused() -> None:
    table = of("punch swing_blade", options={"plan_unaffordable": "forbid"})
    command = GAME.complete_offer(table, named(table, "tom", "suggest_plan:tia")).command
    assert GAME.refusal(table, command) is None
    assert refused(table, replace(command, seat="eve")).rules
