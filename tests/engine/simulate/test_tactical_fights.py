"""Fights by tactics in each game: they end, a seat does what it could do by hand, and knows no more than it may."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import chain
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.chance import SeededChance
from engine.core.codec import Codec
from engine.core.commands import Command, kind_of
from engine.core.events import Noted, Reckoned, Rolled
from engine.core.unseen_cards import unknown_cards
from engine.kit.bots.bot import SeatPosition, allowed_offers
from engine.kit.bots.tactical_bot import SIDES, OfferUse
from engine.kit.bots.tactics import TACTICS
from engine.kit.conformance.game_profile import profile_of
from engine.kit.conformance.hidden_changes import another_actor
from engine.kit.conformance.other_worlds import swapped_table, swapping
from engine.kit.control import controller_of
from engine.messages.texts import say
from engine.model.cards import is_joker
from engine.model.frozen import Json, replace
from engine.model.seats import Actor
from engine.model.table import Table
from engine.model.zones import Zone, hand_of
from engine.presentation.game import Game
from engine.presentation.offers import Offer
from engine.rulesets.card_the_drawing.bot import BattleBot
from engine.rulesets.classic_fantasy.attacks.attack_commands import DeclareAttack, Defend
from engine.rulesets.classic_fantasy.bot import CombatBot
from engine.rulesets.classic_fantasy.checks.check_procedure import current_check as d100_check
from engine.rulesets.classic_fantasy.checks.check_resolution import result_of_roll
from engine.rulesets.classic_fantasy.combat.round_commands import PassRound
from engine.rulesets.classic_fantasy.combat.turn_order import action_points_left
from engine.rulesets.classic_fantasy.luck.luck_commands import SpendLuck
from engine.rulesets.future_imperfect.actions.preparation_commands import AimCard
from engine.rulesets.future_imperfect.checks.check_commands import SpendChip
from engine.rulesets.future_imperfect.checks.check_scores import score_of
from engine.rulesets.future_imperfect.combat.ranged.shot_commands import Shoot
from engine.rulesets.future_imperfect.combat.rounds.card_draw_commands import KeepCards
from engine.rulesets.future_imperfect.combat.rounds.turn_commands import PlayCard, PlayRedJoker
from engine.rulesets.future_imperfect.initiative.action_decks import red_jokers
from engine.rulesets.future_imperfect.procedures.attack_procedure import current_attack
from engine.rulesets.future_imperfect.procedures.check_procedure import current_check
from engine.rulesets.future_imperfect.procedures.conflict_procedure import current_conflict
from engine.rulesets.imaginality.actions.card_play_commands import Play
from engine.rulesets.imaginality.comparison_rules import card_value
from engine.rulesets.imaginality.deck.hand_commands import Refresh
from engine.rulesets.imaginality.settings import numbers
from engine.rulesets.loader import game_of
from engine.simulate.simulation import FightBot, PreparedFight, play_fight
from tests.engine.rulesets.card_the_drawing.table import GAME, laid
from tests.engine.simulate.prepared_fights import GAMES, begun, bot_with, steps
from tests.engine.simulate.test_simulation import BEGIN
from tests.properties import examples

HIDDEN_CHANGES = 20
"""Things that are changed on secret foes before a seat chooses again."""
MOST_COMPARED = 6
"""Attacks that are compared in a fight."""


class PositionWithAllOffers(SeatPosition):
    """A position in which a bot chooses among all offers of its seat."""

    @property
    def fight_offers(self) -> tuple[Offer, ...]:
        """All offers."""
        return self.offers


@pytest.mark.parametrize("ruleset", GAMES)
@examples(1)
@given(seed=st.integers(0, 2**32), tactics=st.tuples(*[st.sampled_from(sorted(TACTICS))] * 2))
def test_the_offers_of_a_fight_lead_to_the_same_command_as_all_offers(
    ruleset: str, seed: int, tactics: tuple[str, str]
) -> None:
    game, bot = game_of(ruleset), bot_with(ruleset, *tactics)
    kinds, listed, all_listed, steps_alone = set[str](), 0, 0, 0
    for table, command, _ in steps(begun(ruleset), bot, seed, most=300):
        seats = tuple(dict.fromkeys(bot.awaited_seats(game, table)))
        assert seats == tuple(dict.fromkeys(FightBot.awaited_seats(bot, game, table)))
        kinds.add(kind_of(type(command)))
        for seat in table.seats:
            position = SeatPosition(game, table, seat)
            chosen = bot.choose(position)
            assert chosen == bot.choose_among(PositionWithAllOffers(game, table, seat), *OfferUse), seat
            step = bot.only_step(position)
            steps_alone += step is not None and bot.with_acceptance(position, step) == chosen
            listed += len(game.fight_offers(table, seat))
            all_listed += len(game.offers(table, seat))
    assert len(kinds) > 8
    assert steps_alone > 30, "the bot lists the offers where it has no choice"
    assert listed < all_listed / 2, "nothing is saved"


class AcceptsLater(CombatBot):
    """A bot that is asked each time before it accepts something."""

    def next_command(self, game: Game, table: Table) -> Command | None:
        command = super().next_command(game, table)
        return replace(command, accepts=False) if hasattr(command, "accepts") else command


@pytest.mark.rule("CF-LUCK-7", "CF-DMG-6", "CF-WOUND-20")
@pytest.mark.parametrize("tactic", ["balanced", "aggressive"])
def test_a_bot_that_accepts_beforehand_fights_the_same_fight_with_fewer_commands(tactic: str) -> None:
    tactics = {"party": TACTICS[tactic], "opposition": TACTICS["balanced"]}
    table, game = begun("classic_fantasy"), game_of("classic_fantasy")
    beforehand, later = (
        [play_fight(PreparedFight(game, table, bot.with_tactics(tactics), 3), number).result for number in range(4)]
        for bot in (CombatBot(), AcceptsLater())
    )
    assert [replace(fight, commands=0) for fight in beforehand] == [replace(fight, commands=0) for fight in later]
    saved = [1 - one.commands / other.commands for one, other in zip(beforehand, later, strict=True)]
    assert min(saved) > 0.1, "it accepts one by one"


@pytest.mark.rule("CD-UI-25")
def test_the_offers_of_a_battle_lead_to_the_same_command_as_all_offers() -> None:
    bot, chance, table = BattleBot(), SeededChance(2), GAME.apply(laid("tia", "eli"), BEGIN, SeededChance(1)).table
    kinds, listed, all_listed = set[str](), 0, 0
    for _ in range(60):
        command = bot.next_command(GAME, table)
        if command is None or not bot.is_fight_running(table):
            break
        kinds.add(kind_of(command))
        for seat in table.seats:
            chosen = bot.choose(SeatPosition(GAME, table, seat))
            assert chosen == bot.choose(PositionWithAllOffers(GAME, table, seat)), seat
            listed += len(GAME.fight_offers(table, seat))
            all_listed += len(GAME.offers(table, seat))
        table = GAME.apply(table, command, chance).table
    assert {"finish_drawing", "nobody_interrupts", "plan_cards"} <= kinds
    assert listed < all_listed / 2, "nothing is saved"


def counted(ruleset: str, tactic: str, seeds: range) -> Counter[str]:
    """Return how often each kind of command was chosen in fights of two sides with the same tactic."""
    bot = bot_with(ruleset, tactic, tactic)
    return Counter(kind_of(type(command)) for seed in seeds for _, command, _ in steps(begun(ruleset), bot, seed))


@pytest.mark.parametrize("ruleset", GAMES)
@examples(1)
@given(seed=st.integers(0, 2**32), tactics=st.tuples(*[st.sampled_from(sorted(TACTICS))] * 2))
def test_a_fight_ends_with_a_decision_by_what_each_seat_is_offered(
    ruleset: str, seed: int, tactics: tuple[str, str]
) -> None:
    bot, table = bot_with(ruleset, *tactics), begun(ruleset)
    last = end = table
    for number, (last, command, after) in enumerate(steps(table, bot, seed)):
        end = after
        if number % 10 == 0:
            offers = allowed_offers(game_of(ruleset), last, (command.seat,))
            assert type(command) in {type(offer.command) for offer in offers}
    result = bot.result(last, end)
    assert result.decided
    assert set(result.sides.values()) == set(SIDES)
    assert result.rounds >= 1
    assert set(result.health_left) == set(bot.fighters(table))
    assert all((result.health_left[actor] == 0) == (actor in result.defeated) for actor in result.health_left)


@pytest.mark.parametrize("ruleset", GAMES)
def test_a_command_of_which_nobody_reads_has_no_events_that_only_tell_something(ruleset: str) -> None:
    game = game_of(ruleset)
    for table, command, _ in steps(begun(ruleset), bot_with(ruleset), seed=1):
        events = game.apply(table, command, SeededChance(1), reports=False).events
        assert not [event for event in events if isinstance(event, (Noted, Reckoned, Rolled))], command


def _with_secret_foes(table: Table) -> Table:
    actors = {
        name: replace(actor, secret=True) if table.is_gm(actor.seat) else actor for name, actor in table.actors.items()
    }
    return replace(table, actors=actors)


def _with_other_foes(game: Game, table: Table, random: Random) -> tuple[Table, list[str]]:
    """Return the table with secret foes whose records, wounds and conditions are others, and what was changed."""
    changes = list[str]()
    foes = [name for name, actor in table.actors.items() if actor.secret]
    for _ in range(HIDDEN_CHANGES):
        foe = table.actors[random.choice(foes)]
        told, other = another_actor(game, table, foe, random)
        if not profile_of(game).is_visible_change(table, foe, other):
            table = replace(table, actors={**table.actors, foe.id: other})
            changes.append(told)
    return table, changes


@pytest.mark.parametrize("ruleset", GAMES)
@examples(1)
@given(seed=st.integers(0, 2**32), tactic=st.sampled_from(sorted(TACTICS)))
def test_a_bot_does_the_same_whatever_its_seat_may_not_know(ruleset: str, seed: int, tactic: str) -> None:
    """Cards change places, and secret foes have other records, wounds and conditions."""
    game, bot, random = game_of(ruleset), bot_with(ruleset, tactic, tactic), Random(seed)
    codec, compared = Codec(game), 0
    for number, (table, command, _) in enumerate(steps(_with_secret_foes(begun(ruleset)), bot, seed, most=200)):
        attacks = bool(getattr(command, "target", ""))
        if table.is_gm(command.seat) or not (attacks or number % 5 == 0):
            continue
        swapped = swapped_table(codec, table, swapping(unknown_cards(table, command.seat), random))
        other, changes = _with_other_foes(game, table, random)
        for world in (swapped, other):
            assert bot.choose(SeatPosition(game, world, command.seat)) == command, changes
        compared += attacks
        if compared == MOST_COMPARED:
            return
    assert compared


def test_tactics_differ_as_their_sentences_say() -> None:
    tactics = ("aggressive", "protect_the_weak", "spend_early", "keep_resources")
    done = {tactic: counted("future_imperfect", tactic, range(1)) for tactic in tactics}
    chips = {tactic: kinds["spend_chip"] + kinds["save_skin"] for tactic, kinds in done.items()}
    defences = {tactic: kinds["defend"] / kinds["shoot"] for tactic, kinds in done.items()}
    assert defences["protect_the_weak"] > 3 * defences["aggressive"]
    assert chips["keep_resources"] == 0 < chips["aggressive"] < chips["spend_early"]


@pytest.mark.rule("FI-INIT-7")
def test_somebody_who_has_drawn_nothing_but_black_jokers_keeps_what_there_is() -> None:
    bot, game = bot_with("future_imperfect"), game_of("future_imperfect")
    for table, command, _ in steps(begun("future_imperfect"), bot, 1):
        if isinstance(command, KeepCards):
            hand = next(
                zone for zone in table.zones.values() if zone.cards and set(command.cards) <= set(_places(zone))
            )
            black = next(card for card in table.all_cards() if is_joker(card) and card not in red_jokers([card]))
            zones = {**table.zones, hand.id: replace(hand, cards=(black,) * len(hand.cards))}
            chosen = bot.choose(SeatPosition(game, replace(table, zones=zones), command.seat))
            assert isinstance(chosen, KeepCards)
            return
    pytest.fail("nobody chooses cards")


def _places(zone: Zone) -> tuple[str, ...]:
    return tuple(f"{zone.id}#{place}" for place in range(len(zone.cards)))


@pytest.mark.rule("FI-FATE-9", "CF-LUCK-7", "CF-LUCK-8")
def test_chips_and_luck_are_spent_only_on_rolls_that_fail() -> None:
    spent = Counter[str]()
    for ruleset in ("future_imperfect", "classic_fantasy"):
        for table, command, _ in steps(begun(ruleset), bot_with(ruleset, "spend_early", "spend_early"), 1):
            if isinstance(command, SpendChip):
                check = current_check(table)
                assert check is not None
                score = score_of(table, check.rolls[command.roll])
                assert score.bust or score.total < (check.tn or 0)
            elif isinstance(command, SpendLuck) and command.use in ("reroll", "swap"):
                rolled = d100_check(table)
                assert rolled is not None
                [level] = [
                    result_of_roll(table, rolled, index).level
                    for index, roll in enumerate(rolled.rolls)
                    if roll.actor == command.actor
                ]
                assert level in ("failure", "fumble")
            else:
                continue
            spent[ruleset] += 1
    assert len(spent) == 2


def test_a_careful_wounded_fighter_keeps_its_last_action_for_a_defence() -> None:
    game, careful = game_of("classic_fantasy"), bot_with("classic_fantasy", "careful", "careful")
    balanced = bot_with("classic_fantasy")
    for table, command, _ in steps(begun("classic_fantasy"), careful, 1):
        if isinstance(command, PassRound):
            instead = balanced.choose(SeatPosition(game, table, command.seat))
            if isinstance(instead, DeclareAttack):
                assert (instead.actor, action_points_left(table, instead.actor)) == (command.actor, 1)
                assert balanced.health(table, command.actor) <= 75
                return
    pytest.fail("nobody keeps an action")


def test_risky_tactics_counterattack_and_others_block() -> None:
    for tactic, response in (("aggressive", "counterattack"), ("careful", "block")):
        table, bot = begun("imaginality"), bot_with("imaginality", tactic, tactic)
        found = {getattr(command, "response", "") for _, command, _ in steps(table, bot, 1)}
        assert response in found


def test_the_most_dangerous_target_comes_first_or_the_weakest() -> None:
    table = begun("classic_fantasy")
    hound = table.actors["hound-1"]
    assert hound.body is not None
    hurt = {name: replace(place, level=1) for name, place in hound.body.locations.items()}
    table = replace(table, actors={**table.actors, "hound-1": replace(hound, body=replace(hound.body, locations=hurt))})
    position = SeatPosition(game_of("classic_fantasy"), table, "mia")
    order = {
        tactic: bot_with("classic_fantasy", tactic).opponents(position, "brannoch-1", table.actors)
        for tactic in ("balanced", "protect_the_weak")
    }
    assert order["balanced"][0] == "hound-1"
    assert order["protect_the_weak"][0].startswith("smuggler")
    assert not any(table.actors[name].seat != "gm" for names in order.values() for name in names)
    secret = _with_secret_foes(table)
    position = SeatPosition(game_of("classic_fantasy"), secret, "mia")
    fair = bot_with("classic_fantasy").opponents(position, "brannoch-1", table.actors)
    assert set(fair) == set(order["balanced"])
    assert fair[0] != "hound-1", "nobody knows that it is hurt"


def test_every_tactic_has_a_name_and_a_sentence() -> None:
    assert len({say(tactic.name) for tactic in TACTICS.values()}) == len(TACTICS)
    assert all(say(tactic.sentence).endswith(".") for tactic in TACTICS.values())


def test_a_side_that_keeps_its_cards_never_plays_the_highest_while_it_has_a_choice() -> None:
    played = Counter[tuple[str, bool]]()
    for tactic in ("keep_resources", "spend_early"):
        table = begun("imaginality")
        for before, command, _ in steps(table, bot_with("imaginality", tactic, tactic), 1):
            if isinstance(command, Play):
                hand = dict(enumerate(before.zones[hand_of(command.seat)].cards))
                worths = {
                    f"{hand_of(command.seat)}#{at}": 99 if is_joker(card) else card_value(card)
                    for at, card in hand.items()
                }
                left = [worth for place, worth in worths.items() if place not in command.cards]
                if len(left) > len(command.cards) and len(set(worths.values())) == len(worths):
                    played[tactic, max(worths[place] for place in command.cards) > max(left)] += 1
    assert played["keep_resources", False] > 0 == played["keep_resources", True]
    assert played["spend_early", True] > 0


@pytest.mark.rule("CF-X-33")
def test_somebody_evades_only_if_that_is_much_better_than_a_parry() -> None:
    """Who evades is prone afterwards."""
    table, defences = begun("classic_fantasy"), dict[bool, set[str]]()
    for evasive in (False, True):
        actors = {
            name: replace(actor, sheet={**actor.sheet, "skills": [_with_evade(row, evasive) for row in _skills(actor)]})
            for name, actor in table.actors.items()
        }
        fight = steps(replace(table, actors=actors), bot_with("classic_fantasy"), 1, most=300)
        defences[evasive] = {str(command.how) for _, command, _ in fight if isinstance(command, Defend)} - {"none"}
    assert defences[False] == {"parry"}
    assert "evade" in defences[True]


def _skills(actor: Actor) -> list[dict[str, Json]]:
    rows = actor.sheet["skills"]
    assert isinstance(rows, list | tuple)
    return [dict(row) for row in rows if isinstance(row, Mapping)]


def _with_evade(row: dict[str, Json], evasive: bool) -> dict[str, Json]:
    return {**row, "added": 150 if evasive else 0} if row.get("name") == "Evade" else row


@pytest.mark.rule("FI-JOKER-2", "FI-JOKER-8")
def test_a_red_joker_is_played_before_the_next_card() -> None:
    game, bot, played = game_of("future_imperfect"), bot_with("future_imperfect"), 0
    for table, command, _ in chain.from_iterable(steps(begun("future_imperfect"), bot, seed) for seed in range(3)):
        if isinstance(command, PlayRedJoker):
            played += 1
            zones = {id_: replace(zone, shown=dict.fromkeys(zone.cards, ())) for id_, zone in table.zones.items()}
            assert bot.answering_seats(table)
            position = SeatPosition(game, table, command.seat)
            assert command == bot.choose_among(position, OfferUse.INTERRUPT), "what it would choose among its offers"
            assert not bot.answering_seats(replace(table, zones=zones)), "all cards are face down"
        conflict = current_conflict(table)
        if isinstance(command, PlayCard) and conflict is not None:
            for name, fighter in conflict.fighters.items():
                for card in red_jokers(table.cards_in(fighter.hand)):
                    joker = PlayRedJoker(seat=controller_of(table, name), actor=fighter.members[0], card=card)
                    assert game.refusal(table, joker) is not None, name
    assert played


@pytest.mark.rule("IM-JOKER-6", "IM-JOKER-8")
def test_a_joker_changes_a_hand_only_if_all_other_cards_in_it_are_low() -> None:
    average = sum(numbers().card_values.values()) / len(numbers().card_values)
    refreshed = 0
    for table, command, _ in chain.from_iterable(
        steps(begun("imaginality"), bot_with("imaginality"), seed) for seed in range(2)
    ):
        hand = table.cards_in(hand_of(command.seat))
        others = [card for card in hand if not is_joker(card)]
        is_poor = len(others) < len(hand) and all(card_value(card) < average for card in others)
        if isinstance(command, Refresh):
            assert is_poor
            assert len(command.cards) == len(others)
            refreshed += 1
        elif isinstance(command, Play):
            assert not is_poor
    assert refreshed


def _with_single_shots(table: Table) -> Table:
    """Return the fight of Future Imperfect in which everybody has a blast rifle that fires no bursts."""
    rifles = [{**row, "burst": None} if row.get("name") == "Blast rifle" else row for row in table.lists["weapons"]]
    skill: dict[str, Json] = {"name": "shooting", "concentration": "blast rifle", "level": 2, "trait": "dexterity"}
    own: dict[str, Json] = {"weapons": [{"name": "Blast rifle", "hand": "both"}], "aptitudes": [skill]}
    actors = {name: replace(actor, sheet={**actor.sheet, **own}) for name, actor in table.actors.items()}
    return replace(table, actors=actors, lists={**table.lists, "weapons": tuple(rifles)})


@pytest.mark.rule("FI-AIM-2", "FI-AIM-4", "FI-AIM-7")
def test_a_shot_is_aimed_where_it_hits_more_often_than_two_without() -> None:
    """Unaimed it has a modifier of -3; the aggressive party never aims."""
    game, bot, table = (
        game_of("future_imperfect"),
        bot_with("future_imperfect", "aggressive"),
        begun("future_imperfect"),
    )
    aimed = {command.actor for _, command, _ in steps(table, bot, 1) if isinstance(command, AimCard)}
    assert aimed <= {"gantry_gunner-1"}, "the other guns hit as often without"
    aims, shots = list[AimCard](), Counter[bool]()
    for before, command, after in steps(_with_single_shots(table), bot, 1, most=250):
        if isinstance(command, AimCard):
            assert command == bot.choose_among(PositionWithAllOffers(game, before, command.seat), *OfferUse)
            aims.append(command)
        elif isinstance(command, Shoot):
            attack = current_attack(after)
            if attack is not None and attack.counters >= 2:
                assert (command.target, command.weapon) in {(aim.target, aim.weapon) for aim in aims}
            shots[attack is not None and attack.counters >= 2] += 1
    assert {aim.seat for aim in aims} == {"gm"}
    assert shots[True]
