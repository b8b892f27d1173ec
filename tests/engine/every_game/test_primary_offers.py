"""The first offer of a seat: the natural next step, which nobody else pays for, in every game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from engine.asset_folder import game_folder
from engine.core.chance import SeededChance
from engine.core.commands import kind_of
from engine.kit.bots.offer_answers import RandomAnswers, answered_command
from engine.kit.control import controller_of
from engine.messages.refusal import Refused
from engine.messages.texts import say
from engine.model.table import Table
from engine.presentation.game import Game
from engine.presentation.offers import Offer, in_display_order
from engine.presentation.scripts.script import play_script
from engine.rulesets.loader import game_of, ruleset_ids

STEPS = 40
SPENT = ("Luck", "Magic")
"""Tracks that players spend; others go down by events."""
UNDOES = {
    *("call_off", "call_attack_off", "reopen_plan", "take_back", "cancel", "force_on", "stop_time", "stop_harm"),
    *("end_battle", "end_fight", "end_session", "end_conflict", "leave_conflict", "leave_fight", "remove_actor"),
}
"""Commands that undo or end something that was begun."""


def _laid_out(game: Game, table: Table, seat: str) -> tuple[Offer, ...]:
    """Return the offers of a seat in their order, as the bar has buttons for them."""
    found = [one for one in game.offers(table, seat) if not one.direct and (one.primary or not one.rare)]
    return tuple(one for one in in_display_order(found) if one.denial is None)


def _spent(before: Table, after: Table, seat: str) -> list[str]:
    """Return what others have less of: chips in their bags, and what their characters spend."""
    chips = [
        f"{bag}: {colour}"
        for bag, held in before.chips.items()
        for colour, count in held.items()
        if bag in before.seats and bag != seat and after.chips.get(bag, {}).get(colour, 0) < count
    ]
    tracks = [
        f"{actor}: {name}"
        for actor, one in before.actors.items()
        for name in SPENT
        if name in one.tracks
        and controller_of(before, actor) != seat
        and actor in after.actors
        and after.actors[actor].tracks[name].value < one.tracks[name].value
    ]
    return [*chips, *tracks]


def _evening(ruleset: str, seed: int) -> Iterator[tuple[Game, Table]]:
    """Yield the tables of an evening that is played at random, from where the demo waits."""
    played = play_script((game_folder(ruleset) / "demo.json").read_bytes(), game_of)
    game, table, random, chance = played.game, played.history.table, Random(seed), SeededChance(seed)
    for _ in range(STEPS):
        yield game, table
        offers = [one for seat in table.seats for one in game.offers(table, seat) if one.denial is None]
        for one in random.sample(offers, min(8, len(offers))):
            command = answered_command(one, table, RandomAnswers(random))
            if game.refusal(table, command) is None:
                table = game.apply(table, command, chance).table
                break


@pytest.mark.parametrize("ruleset", ruleset_ids())
@pytest.mark.parametrize("seed", range(4))
def test_nobody_else_pays_for_the_first_offer(ruleset: str, seed: int) -> None:
    looked_at = 0
    for game, table in _evening(ruleset, seed):
        for seat in table.seats:
            laid = _laid_out(game, table, seat)
            if not laid:
                continue
            looked_at += 1
            free = [one.name for one in laid if not one.at_cost_of]
            assert not free or not laid[0].at_cost_of, laid[0].name
            assert not any(one.primary and one.costs_others for one in laid), "nor is that a natural next step"
            assert kind_of(laid[0].command) not in UNDOES or not free, laid[0].name
            for one in laid:
                if not one.questions and not one.costs_others:
                    _need_harmless(game, table, one)
    assert looked_at > STEPS


@pytest.mark.parametrize("ruleset", ruleset_ids())
def test_no_offer_appears_twice(ruleset: str) -> None:
    for game, table in _evening(ruleset, seed=7):
        names = Counter(actor.name for actor in table.actors.values())
        namesakes = {name for name, count in names.items() if count > 1}  # people gave two characters one name
        for seat in table.seats:
            offers = [one for one in game.offers(table, seat) if not one.direct and one.denial is None]
            labels = [(say(one.label), one.name) for one in offers]
            laid = [label if any(name in label[0] for name in namesakes) else label[:1] for label in labels]
            assert len(laid) == len({*laid}), sorted(laid)


def _need_harmless(game: Game, table: Table, one: Offer) -> None:
    """Fail if a single press takes something from another character without a note in the offer."""
    try:
        after = game.apply(table, one.command, SeededChance(1)).table
    except Refused:
        return
    assert not _spent(table, after, one.command.seat), one.name
