"""The group's choices: each of them changes what happens, and there is none that does not."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from engine.core.chance import SeededChance
from engine.core.commands import Command
from engine.core.draft import Draft
from engine.core.manual_moves import SetOption
from engine.messages.refusal import Refused
from engine.model.frozen import Json, replace
from engine.model.table import Table
from engine.rulesets.card_the_drawing.battle import battle_changes
from engine.rulesets.card_the_drawing.battle.battle_end import EndBattle
from engine.rulesets.card_the_drawing.battle.drawing_phase import BuyDraw, BuyReshuffle
from engine.rulesets.card_the_drawing.battle.planning.planning_phase import PlanCards
from engine.rulesets.card_the_drawing.battle.resolution import triggered_effects
from engine.rulesets.card_the_drawing.battle.resolution.choice_commands import ChooseTargets
from engine.rulesets.card_the_drawing.battle.resolution.interrupts import AskBriefly, unanswered_actors
from engine.rulesets.card_the_drawing.calculation.battle_snapshot import BattleOptions, ends_at_cleanup
from engine.rulesets.card_the_drawing.encounters.battle_start import StartBattle
from engine.rulesets.card_the_drawing.outside_combat import UseAbility
from engine.rulesets.card_the_drawing.settings import library, option_specs
from tests.engine.rulesets.card_the_drawing import battle_vectors, snapshot_vectors
from tests.engine.rulesets.card_the_drawing.table import (
    GAME,
    SORCERER,
    TITAN,
    arranged,
    counts,
    deck,
    duel,
    in_hand,
    laid,
    next_round,
    planned,
    planning,
    play,
    started,
    with_tracks,
)
from tests.engine.rulesets.card_the_drawing.vector_files import vectors_of

Chosen = Mapping[str, Json]
TWO = {"tia": "red", "eli": "blue"}
TIA = {"seat": "tom", "actor": "tia"}


def allowed(table: Table, command: Command) -> bool:
    return GAME.refusal(table, command) is None


def as_told(vector: str) -> Callable[[Chosen], object]:
    """Return whether a fight of the catalogue's choices goes as its vector tells, with these options and no others."""
    file, _, name = vector.partition(": ")
    vector_of_file = next(param for param in vectors_of(*Path(file).parts) if param.id == name).values[0]
    run: Callable[[Mapping[str, Any]], None] = (
        battle_vectors.run if file.startswith("battles") else snapshot_vectors.run
    )

    def probe(options: Chosen) -> object:
        try:
            run({**vector_of_file, "options": options})
        except (AssertionError, Refused):
            return False
        return True

    return probe


# ---- what is tried ---------------------------------------------------------------------------------------------------


def seen_of_hands(options: Chosen) -> object:
    view = GAME.view_for(started(laid("tia", "ogre", options=options)), "eve")
    return [bool(view.zones[hand].cards) for hand in ("hand:tom", "cards:ogre")]


def knows_spark(options: Chosen) -> object:
    return "so_spark" in library(laid(options=options)).cards


def starts_with(cards: str, who: str) -> Callable[[Chosen], object]:
    def probe(options: Chosen) -> object:
        table = laid("tia", "rats", sheets={who: {"deck": deck(cards)}}, options=options)
        return allowed(table, StartBattle(seat="gm", fighters=("tia", "rats")))

    return probe


def uses_unheld(options: Chosen) -> object:
    table = laid("tia", sheets={"tia": {"deck": deck("retreat")}}, options=options)
    use = UseAbility(**TIA, ability="retreat")
    return allowed(table, use), allowed(table, use) and allowed(play(table, use), use)


def next_battle(options: Chosen) -> object:
    table = play(with_tracks(duel(options=options), "tia", Health=4), EndBattle(seat="gm"))
    return {name: counts(started(table, "tia", "eli", sides=TWO), "tia")[name] for name in ("health", "adrenaline")}


def regular_draw(options: Chosen) -> object:
    return counts(next_round(arranged(duel(options=options), "tia", hand=2, pile=9)), "tia")["hand"]


def buys_two(options: Chosen) -> object:
    table = with_tracks(arranged(duel(options=options), "tia", hand=1, pile=9), "tia", Adrenaline=9)
    return allowed(play(table, BuyDraw(**TIA)), BuyDraw(**TIA))


def dies_buying(options: Chosen) -> object:
    table = with_tracks(duel(options=options), "tia", Adrenaline=9, Health=3)
    return allowed(table, BuyReshuffle(**TIA, sure=True))


def empty_pile(options: Chosen) -> object:
    table = arranged(duel(options=options), "tia", hand=1, pile=0, discard=6)
    return counts(play(with_tracks(table, "tia", Adrenaline=2), BuyDraw(**TIA)), "tia")["health"]


def mob_draws(options: Chosen) -> object:
    table = planning(started(laid("tia", "rats", options=options)))
    return counts(planned(arranged(table, "rats", hand=0, pile=9)), "rats")["hand"]


def plans(*faces: str, adrenaline: int = 3) -> Callable[[Chosen], object]:
    def probe(options: Chosen) -> object:
        shown_faces = " ".join(face for face in faces if face)
        who = SORCERER if "so_" in shown_faces else TITAN
        table = arranged(
            duel(sheets={"tia": {**who, "deck": deck(shown_faces)}}, options=options), "tia", hand=shown_faces
        )
        table = with_tracks(planning(table), "tia", Adrenaline=adrenaline)
        cards = tuple(in_hand(table, "tia", face) if face else "" for face in faces)
        return allowed(table, PlanCards(seat="tom", actor="tia", cards=cards))

    return probe


def guard_ends(options: Chosen) -> object:
    fight = snapshot_vectors.Fight(
        snapshot_vectors.scene_of({"fighters": [{"id": who, "of": "titan"} for who in "AB"]})
    )
    fight.play({"who": "A", "card": "retreat"})
    (guard,) = fight.scene.timed
    lasts = laid(options=options).options["distant_guard"]
    return ends_at_cleanup(replace(fight.scene, options=BattleOptions(distant_guard=lasts)), guard)  # type: ignore[arg-type]


def hamstrung(options: Chosen) -> object:
    table = arranged(duel(options=options), "tia", hand="hamstring")
    draft = Draft(table, SeededChance(1))
    battle_changes.to_field(draft, in_hand(table, "tia", "hamstring"), "eli")
    battle_changes.lose_health(draft, "tia", 40)
    triggered_effects.clear_fallen(draft)
    return len(draft.table.zones["field:eli"].cards)


def _window(options: Chosen) -> Table:
    """A is about to strike B, who holds a Counter Strike and wishes to be asked but for a moment."""
    fighters = [
        {"id": "A", "of": "titan", "hand": ["patch_up"]},
        {"id": "B", "of": "titan", "adrenaline": 4, "hand": ["counter_strike", "retreat"]},
    ]
    vector: dict[str, Any] = {"fighters": fighters, "options": options, "does": [{"plan": {"A": ["punch"]}}]}
    goes = battle_vectors.Fought(battle_vectors.laid(vector), SeededChance(1))
    goes.go(vector["does"][0])
    table = goes.table
    if GAME.refusal(table, ChooseTargets(seat="gm", targets=("B",))) is None:
        table = play(table, ChooseTargets(seat="gm", targets=("B",)))
    return play(table, AskBriefly(seat="seat_B", actor="B"))


def asked(options: Chosen) -> object:
    return unanswered_actors(_window(options))


def seconds(options: Chosen) -> object:
    return {timeout.seat: timeout.seconds for timeout in GAME.answer_timeouts(_window(options))}


@dataclass(frozen=True)
class Switch:
    """An option, another value than its own, what is tried, and what comes of it before and after."""

    option: str
    value: Json
    probe: Callable[[Chosen], object]
    before: object = False
    after: object = True


SWITCHES = (
    Switch("hands_private", False, seen_of_hands, [False, False], [True, True]),
    Switch("use_proposed_cards", False, knows_spark, True, False),
    Switch("min_deck", 10, starts_with("punch*2", "tia"), True, False),
    Switch("mob_copy_limit", True, starts_with("punch*9", "rats"), True, False),
    Switch("out_of_combat", "whole_deck", uses_unheld, (False, False), (True, True)),
    Switch("out_of_combat", "once_per_scene", uses_unheld, (False, False), (True, False)),
    Switch(
        "health_between_fights", "full", next_battle, {"health": 4, "adrenaline": 3}, {"health": 35, "adrenaline": 3}
    ),
    Switch("adrenaline_carry", True, next_battle, {"health": 4, "adrenaline": 3}, {"health": 4, "adrenaline": 6}),
    Switch("may_skip_draw", True, regular_draw, 3, 2),
    Switch("extra_draws_per_round", 1, buys_two, True, False),
    Switch("lethal_payment", "forbid", dies_buying, True, False),
    Switch("exhaustion_cost", 5, empty_pile, 32, 30),
    Switch("mob_draw", "speed", mob_draws, 1, 4),
    Switch("empty_slots", True, plans("", "punch")),
    Switch("plan_unaffordable", "forbid", plans("hamstring", "staggering_blow"), True, False),
    Switch("targets", "in_planning", as_told("battles/order: CD-AMB-17 in planning")),
    Switch("ritual_overflow", "forbid", plans("so_spark", "so_arcane_lance", adrenaline=9), True, False),
    Switch("mob_speed_drop", "next_planning", as_told("vectors/order: CD-AMB-35 the next planning")),
    Switch("reveal", "all_at_once", as_told("battles/order: CD-AMB-19 all at once")),
    Switch("ritual_pay", "on_reveal", as_told("battles/order: CD-AMB-21 paid before it is drained")),
    Switch("interrupt_chains", False, as_told("battles/order: CD-EX-23"), True, False),
    Switch("interrupts_per_round", 1, as_told("battles/order: CD-AMB-20 one a round")),
    Switch("interrupt_windows", "who_can", asked, ("A", "B"), ("B",)),
    Switch("interrupt_seconds", 20, seconds, {"seat_B": 6}, {"seat_A": 20, "seat_B": 6}),
    Switch("interrupt_moment", 3, seconds, {"seat_B": 6}, {"seat_B": 3}),
    Switch("tie_break", "d6", as_told("vectors/order: CD-AMB-25 always dice")),
    Switch("stun_scope", "round", as_told("battles/order: CD-AMB-26 the whole round")),
    Switch("stun_carry", False, as_told("battles/order: CD-EX-17 not carried")),
    Switch("friendly_fire", "forbid", as_told("vectors/choosing: CD-AMB-49 forbidden")),
    Switch("counter_target", "any", as_told("vectors/choosing: CD-AMB-42 any")),
    Switch("patch_up_self", True, as_told("vectors/choosing: CD-AMB-48 oneself")),
    Switch("broad_swing_counts", "resolved_only", as_told("vectors/order: CD-AMB-22 resolved only")),
    Switch("stack_same_name", True, as_told("vectors/values: CD-AMB-28 stacking")),
    Switch("distant_guard", "until_used", guard_ends, True, False),
    Switch("untagged_is_distant", True, as_told("vectors/damage: CD-AMB-40 untagged")),
    Switch("conditions_of_fallen", "leave", hamstrung, 1, 0),
    Switch("defeated_cards", "still_happen", as_told("battles/order: CD-AMB-33 still happens")),
)


def _rules(option: str) -> tuple[str, ...]:
    return tuple(GAME.ruleset.options[option].rules)


@pytest.mark.parametrize(
    "switch",
    [pytest.param(s, id=f"{s.option}-{s.value}", marks=pytest.mark.rule(*_rules(s.option))) for s in SWITCHES],
)
def test_switching_an_option_changes_what_happens(switch: Switch) -> None:
    assert switch.value != GAME.ruleset.options[switch.option].default
    assert switch.probe({}) == switch.before
    assert switch.probe({switch.option: switch.value}) == switch.after


@pytest.mark.rule("CD-UI-27")
def test_every_option_is_tried() -> None:
    assert {switch.option for switch in SWITCHES} == GAME.ruleset.options.keys() == {"hands_private", *option_specs()}


@pytest.mark.rule("CD-UI-2", "CD-DECK-7")
def test_hands_are_opened_and_covered_in_the_middle_of_a_battle() -> None:
    """Those of seats, of characters who have their own, and of whoever sits down later."""
    table = started(laid("tia", "tam", "ogre"))
    hands = ("hand:tom", "cards:tam", "cards:ogre")

    def seen(current_table: Table) -> list[bool]:
        return [bool(GAME.view_for(current_table, "eve").zones[hand].cards) for hand in hands]

    assert seen(table) == [False] * 3
    opened = play(table, SetOption(seat="gm", option="hands_private", value=False))
    assert seen(opened) == [True] * 3
    assert GAME.view_for(opened, "eve").zones["plan:tia"].cards == ()
    assert seen(play(opened, SetOption(seat="gm", option="hands_private", value=True))) == [False] * 3
