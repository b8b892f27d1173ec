"""Every command is offered, offers reveal no secret, and a fight can be finished by offers alone."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from engine.core.chance import Chance, ScriptedChance, SeededChance
from engine.core.commands import Command, card_at
from engine.kit.bots.offer_answers import fields_of
from engine.model.cards import face_of
from engine.model.frozen import Json, replace
from engine.model.seats import SHARED
from engine.model.table import Table
from engine.presentation.offers import Offer, Question, QuestionKind
from engine.rulesets.card_the_drawing.battle import actor_zones
from engine.rulesets.card_the_drawing.battle.actor_zones import hand_cards
from engine.rulesets.card_the_drawing.battle.battle_procedures import (
    InterruptWindow,
    Phase,
    SlotStatus,
    current_battle,
    open_window,
)
from engine.rulesets.card_the_drawing.battle.planning.plan_edit_commands import LayCard, LockPlan, MarkDismissal
from engine.rulesets.card_the_drawing.battle.planning.planning_phase import EMPTY, PlanCards
from engine.rulesets.card_the_drawing.battle.resolution.interrupts import PlayInterrupt
from engine.rulesets.card_the_drawing.encounters.battle_start import StartBattle
from tests.engine.defined_commands import defined_commands
from tests.engine.rulesets.card_the_drawing import battle_vectors
from tests.engine.rulesets.card_the_drawing.battle.test_battle_properties import OPTIONS, laid_with, made_at_random
from tests.engine.rulesets.card_the_drawing.offer_driver import Offered, does, named, offers_at, played, remember
from tests.engine.rulesets.card_the_drawing.table import (
    GAME,
    arranged,
    carried_on,
    deck,
    duel,
    finished,
    in_hand,
    laid,
    now,
    planned,
    planning,
    play,
    started,
    with_tracks,
)
from tests.engine.rulesets.card_the_drawing.vector_files import vectors_of

MORE_OPTIONS: Mapping[str, tuple[Json, ...]] = {
    "targets": ("on_resolution", "in_planning"),
    "may_skip_draw": (False, True),
    "lethal_payment": ("warn", "forbid"),
    "plan_unaffordable": ("warn", "forbid"),
}
FRAIL = {"tia": {"Health": 9}, "eli": {"Health": 7}}
NOT_OFFERED = {"KeepRecords": "what editors ask for, whatever happens on the table"}
NOT_ASKED = {
    "NobodyInterrupts.mine": "it is a button of its own",
    "FinishDrawingForAll.mine": "it is a button of its own",
}
"""Fields that no form asks for, each with the reason."""


# ---- the whole of it -------------------------------------------------------------------------------------------------


@pytest.mark.rule("CD-UI-3", "CD-UI-9", "CD-GM-1")
@pytest.mark.parametrize("seed", range(3))
def test_by_offers_alone_a_battle_comes_to_its_end(seed: int) -> None:
    table = started(laid("tia", "eli", "rats", tracks=FRAIL))
    table = played(table, Random(seed), 900, {})
    assert current_battle(table) is None


@pytest.mark.parametrize("seed", range(6))
def test_whatever_stands_on_the_cards_there_is_always_something_to_do(seed: int) -> None:
    random = Random(seed)
    options = {name: random.choice(values) for name, values in {**OPTIONS, **MORE_OPTIONS}.items()}
    played(laid_with(made_at_random(random), options), random, 80, {}, ends=0.02 if seed % 2 else 0.0)


def session(offered: Offered) -> None:
    """Outside combat, into a battle, and out of it."""
    table = laid("tia", "eli", "ogre", "rats")
    remember(offers_at(table), offered)
    table = does(table, "tom", "draw_hand:tia")
    remember(offers_at(table), offered)
    table = does(table, "tom", "use_card:tia", card="hand:tom#1", what="to be seen")
    table = does(table, "gm", "new_scene")
    sides = {"tia": "red", "eli": "blue", "ogre": "blue", "rats": "red"}
    table = does(table, "gm", "start_battle_sides", fighters=("tia", "eli"), sides=sides, environment=("env_no_room",))
    assert {who.side for who in now(table).fighters.values()} == {"red", "blue"}
    remember(offers_at(table), offered)
    table = does(table, "gm", "join_battle", actor="ogre", side="blue")
    table = does(table, "gm", "leave_battle", actor="ogre")
    assert all(offer.rare for offer in offers_at(table) if offer.name == "end_battle"), "no button to hit by chance"
    table = does(table, "gm", "end_battle")
    peace = laid("tia", options={"out_of_combat": "whole_deck"})
    remember(offers_at(peace), offered)
    does(peace, "tom", "use_ability:tia", ability="punch", what="at a door")
    wounded = with_tracks(peace, "tia", Health=3)
    remember(offers_at(wounded), offered)
    does(wounded, "gm", "restore_health", actors=("tia",))


def drawing(offered: Offered) -> None:
    """A mob whose pile runs out, and somebody who pays with the last Health."""
    table = arranged(planning(started(laid("tia", "rats"))), "rats", hand=1, pile=0, discard=5)
    table = carried_on(planned(table))
    remember(offers_at(table), offered)
    assert {offer.name for offer in GAME.offers(table, "gm") if offer.primary} == {"draw_due:rats"}
    table = does(table, "gm", "draw_due:rats", body="rats#2")
    table = arranged(with_tracks(table, "rats", Adrenaline=9), "rats", hand=1, pile=0, discard=5)
    remember(offers_at(table), offered)
    table = does(table, "gm", "buy_draw:rats", body="rats#3")
    table = does(table, "gm", "finish_drawing:rats")
    dying = with_tracks(duel(), "tia", Health=3, Adrenaline=9)
    remember(offers_at(dying), offered)
    assert named(dying, "tom", "buy_reshuffle_dying:tia").denial is None
    over = does(dying, "tom", "buy_reshuffle_dying:tia")
    assert current_battle(over) is None


class Watched(battle_vectors.Fought):
    """A battle of a file, in which every command must be one that is offered to somebody."""

    def __init__(self, table: Table, chance: Chance, offered: Offered) -> None:
        super().__init__(table, chance)
        self.offered = offered

    def do(self, command: Command) -> None:
        """See that an offer brings the command about, then do it."""
        offers = offers_at(self.table)
        remember(offers, self.offered)
        # A plan without a card is locked by an offer of its own, so that nobody does it by a slip. Its Conditions are
        # marked before, and have no targets.
        ahead = isinstance(command, PlanCards) and (any(command.targets) or EMPTY in command.cards)
        if isinstance(command, PlanCards) and not command.cards and not ahead:
            parts: list[Command] = [LockPlan(seat=command.seat, actor=command.actor)]
            for card in command.dismissed or ():
                parts.append(MarkDismissal(seat=command.seat, actor=command.actor, card=card))
            assert all(any(_brings(self.table, offer, part) for offer in offers) for part in parts), command
            ahead = True
        if not ahead:
            assert any(_brings(self.table, offer, command) for offer in offers), command
        super().do(command)


def _brings(table: Table, offer: Offer, command: Command) -> bool:
    if type(offer.command) is not type(command) or offer.denial is not None:
        return False
    wanted: Any = command
    asks = {ask.field: ask for ask in offer.questions}
    left_alone = {ask.field for ask in offer.questions if ask.optional} | {f.name for f in fields_of(type(wanted))} - {
        *asks
    }
    return all(
        (field.name in left_alone and getattr(offer.command, field.name) == getattr(wanted, field.name))
        or (field.name in asks and _fits(table, asks[field.name], getattr(wanted, field.name)))
        for field in fields_of(type(wanted))
        if field.name != "seat"
    )


def _fits(table: Table, ask: Question, value: Any) -> bool:
    chosen = value if isinstance(value, tuple) else (value,)
    if ask.kind in (QuestionKind.CARD, QuestionKind.CARDS):
        known = {card_at(table, place) for place in ask.choices}
        return set(chosen) <= known and (ask.kind is QuestionKind.CARD or ask.least <= len(chosen) <= (ask.most or 0))
    if ask.kind is QuestionKind.CHOICES:
        return set(chosen) <= set(ask.choices) and (ask.least <= len(chosen) <= (ask.most or 0))
    return not ask.choices or value in ask.choices


def files(offered: Offered) -> None:
    """Every battle of the files, fought by commands each of which is offered."""
    for what in ("cards_and_foes", "order"):
        for param in vectors_of("battles", what):
            vector: Any = param.values[0]
            watched = Watched(
                battle_vectors.laid(vector), ScriptedChance(vector.get("dice", {}), SeededChance(1)), offered
            )
            for step in vector["does"]:
                watched.go(step)


def choosing(offered: Offered) -> None:
    """Whatever may be asked while cards are carried out, by cards that do anything."""
    for seed in (1, 5):
        random = Random(seed)
        played(laid_with(made_at_random(random), {}), random, 60, offered)


def aiming(offered: Offered) -> None:
    """A plan whose targets are noted beforehand."""
    table = planning(arranged(duel(options={"targets": "in_planning"}), "tia", hand="punch", pile=None))
    table = does(table, "tom", "plan_cards:tia", cards=("hand:tom#0",), lock=False)
    remember(offers_at(table), offered)


def waiting(offered: Offered) -> None:
    """Somebody who wishes to be asked no more, and then to be asked again."""
    table = planning(arranged(duel(), "tia", hand="punch", pile=None))
    table = does(table, "tom", "plan_cards:tia", cards=("hand:tom#0",), lock=True)
    table = does(table, table.actors["eli"].seat, "lock_plan:eli")
    remember(offers_at(table), offered)
    table = does(table, "tom", "pass_on:tia", until="round")
    remember(offers_at(table), offered)
    does(table, "tom", "ask_again:tia")


CHAPTERS = (session, aiming, waiting, drawing, files, choosing)


@pytest.mark.rule("CD-UI-3", "CD-UI-13")
def test_every_command_of_the_game_is_offered_somewhere() -> None:
    offered: Offered = {}
    for chapter in CHAPTERS:
        chapter(offered)
    commands = defined_commands("card_the_drawing")
    assert {command.__name__ for command in commands} - set(offered) == set(NOT_OFFERED)
    own = [command for command in commands if command.__name__ not in NOT_OFFERED]
    fields = {
        f"{command.__name__}.{field.name}"
        for command in own
        for field in fields_of(command)
        if field.name not in offered[command.__name__]
    }
    assert fields == set(NOT_ASKED), "each field is asked for in some form, or there is a reason"


@pytest.mark.rule("CD-PLAN-1", "CD-UI-5")
def test_a_plan_that_lies_is_the_answer_to_begin_with_and_is_not_taken_back_unasked() -> None:
    table = planning(started(laid("tia", "ogre")))
    first = hand_cards(table, "tia")[0]
    with_card_laid = play(table, LayCard(seat="tom", actor="tia", card=first))
    offer = named(with_card_laid, "tom", "plan_cards:tia")
    assert isinstance(offer.command, PlanCards)
    assert offer.command.cards == ("plan:tia#0",)
    assert play(with_card_laid, offer.command).cards_in("plan:tia") == (first,)


@pytest.mark.rule("CD-UI-3", "CD-UI-13")
def test_the_gm_alone_can_let_everything_go_on() -> None:
    table = planning(started(laid("tia", "eli", "rats")))
    table = arranged(table, "tia", hand="punch swing_blade retreat", pile=None)
    table = does(table, "tom", "plan_cards:tia", cards=("hand:tom#0", "hand:tom#1"), lock=False)
    first, taken = now(table).round, set[str]()
    while now(table).round < first + 2:
        able = {offer.name for offer in GAME.offers(table, "gm") if offer.denial is None}
        steps = able & {"carry_on", "force_on"}
        assert len(steps) == 1, "it is one or the other"
        taken |= steps
        table = does(table, "gm", *steps)
    assert taken == {"carry_on", "force_on"}


# ---- what nobody learns ----------------------------------------------------------------------------------------------


def _with_other_cards(table: Table, actor: str, random: Random) -> Table:
    """Return a table on which the hidden cards of an actor lie otherwise: hand, plan and pile have changed places."""
    hand, plan, pile = (
        actor_zones.hand_zone(table, actor),
        actor_zones.plan_zone(actor),
        actor_zones.draw_pile_zone(actor),
    )
    fight = now(table)
    down = {slot.card for slot in fight.fighters[actor].slots if slot.stand is SlotStatus.DOWN}
    lying = {zone: [c for c in table.cards_in(zone) if zone != plan or c in down] for zone in (hand, plan, pile)}
    known = [card for cards in lying.values() for card in cards]
    other = dict(zip(known, random.sample(known, len(known)), strict=True))
    changed = {
        zone: replace(table.zones[zone], cards=tuple(other.get(card, card) for card in table.zones[zone].cards))
        for zone in lying
    }
    fighter = fight.fighters[actor]
    slots = tuple(replace(slot, card=other.get(slot.card, slot.card), targets=()) for slot in fighter.slots)
    fighters = {**fight.fighters, actor: replace(fighter, slots=slots, dismissed=())}
    return replace(
        table,
        zones={**table.zones, **changed},
        procedures=tuple(
            replace(procedure, fighters=fighters)
            if procedure is fight
            else replace(procedure, offered={who: other.get(card, card) for who, card in procedure.offered.items()})
            if isinstance(procedure, InterruptWindow)
            else procedure
            for procedure in table.procedures
        ),
    )


def _seen(table: Table, seat: str, viewer: str) -> str:
    return repr((GAME.offers(table, seat, viewer), GAME.view_for(table, viewer).under_way))


@pytest.mark.rule("CD-INT-5", "CD-PLAN-6", "CD-UI-6", "CD-UI-9")
@pytest.mark.parametrize("seed", range(2))
def test_nobody_learns_from_an_offer_or_a_glimpse_what_a_hand_or_a_plan_holds(seed: int) -> None:
    random = Random(seed)
    cards = {"deck": deck("counter_strike*9 punch*9 polearm*2 swing_blade*2")}
    table = laid("tia", "eli", "rats", sheets={"tia": cards, "rats": cards})
    table = play(table, StartBattle(seat="gm", fighters=("tia", "eli", "rats"), override=True))
    windows_seen = 0
    for _ in range(40):
        table = with_tracks(played(table, random, 3, {}), "tia", Adrenaline=9, Health=30)
        if current_battle(table) is None:
            break
        windows_seen += open_window(table) is not None
        eyes = [(seat, viewer) for viewer in (SHARED, "print", "eve", "tom", "gm") for seat in table.seats]
        seen = {who: _seen(table, *who) for who in eyes}
        for actor, leads in (("tia", "tom"), ("rats", "gm")):
            twin = _with_other_cards(table, actor, random)
            for seat, viewer in eyes:
                assert viewer == leads or _seen(twin, seat, viewer) == seen[seat, viewer], (actor, seat, viewer)
    assert windows_seen


@pytest.mark.rule("CD-UI-9")
def test_whoever_holds_cards_is_offered_to_interrupt_and_sees_alone_whether_that_can_be() -> None:
    table = _window()
    shared = named(table, "tom", "interrupt:tia", SHARED)
    places = [f"hand:tom#{n}" for n in range(len(hand_cards(table, "tia")))]
    assert list(shared.questions[0].choices) == places
    assert shared.denial is None
    assert named(table, "eve", "interrupt:eli", SHARED).questions[0].choices[0] == "hand:eve#0"
    private = named(table, "eve", "interrupt:eli")
    playable = private.questions[0].choices
    for n in range(len(hand_cards(table, "eli"))):
        command = PlayInterrupt(seat="eve", actor="eli", card=f"hand:eve#{n}")
        assert (GAME.refusal(table, command) is None) == (f"hand:eve#{n}" in playable)
    assert (private.denial is None) == bool(playable)
    assert named(table, "eve", "pass_window:eli").primary


def _window() -> Table:
    table = arranged(with_tracks(duel(), "eli", Adrenaline=9), "eli", hand="counter_strike punch", pile=None)
    table = arranged(with_tracks(table, "tia", Adrenaline=9), "tia", hand="punch swing_blade", pile=None)
    table = planned(planning(table), tia="punch")
    assert open_window(table) is not None
    return table


@pytest.mark.rule("CD-UI-1", "CD-UI-14")
def test_of_a_secret_foe_no_number_is_told() -> None:
    for phase in ("drawing", "planning", "playing"):
        seen = []
        for health, adrenaline in ((50, 0), (3, 9)):
            table = started(laid("tia", "eli", "ogre", secret=("ogre",)))
            table = with_tracks(with_tracks(table, "tia", Adrenaline=9), "ogre", Health=health, Adrenaline=adrenaline)
            if phase != "drawing":
                table = planning(table)
            if phase == "playing":
                hand_card = in_hand(table, "tia", hand_face(table, "tia"))
                table = play(table, PlanCards(seat="tom", actor="tia", cards=(hand_card,)))
                table = play(table, PlanCards(seat="eve", actor="eli"), PlanCards(seat="gm", actor="ogre"))
                table = with_tracks(table, "ogre", Health=health, Adrenaline=adrenaline)
            views = [(seat, viewer) for seat in table.seats for viewer in (SHARED, "tom", "eve")]
            seen.append([_seen(table, seat, viewer) for seat, viewer in views])
        assert seen[0] == seen[1], phase


def hand_face(table: Table, actor: str) -> str:
    """Return an attack that an actor holds and can plan."""
    plans = named(table, "tom", f"plan_cards:{actor}").questions[0].choices
    hand_cards = [card_at(table, place) for place in plans]
    return next(
        face_of(card) for card in hand_cards if face_of(card) in ("punch", "swing_blade", "retreat", "thrown_rock")
    )


# ---- single offers ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("CD-PLAN-2", "CD-UI-5", "CD-UI-6")
def test_a_plan_is_laid_stands_and_is_taken_back() -> None:
    table = arranged(duel(), "tia", hand="punch counter_strike retreat", pile=None)
    table = planning(table)
    plan = named(table, "tom", "plan_cards:tia").questions[0]
    assert [face_of(card_at(table, place)) for place in plan.choices] == ["punch", "retreat"]
    assert len(named(table, "tom", "plan_cards:tia", SHARED).questions[0].choices) == 3
    table = does(table, "tom", "plan_cards:tia", cards=("hand:tom#2", "hand:tom#0"), lock=False)
    assert named(table, "tom", "lock_plan:tia").primary
    shared = next(offer for offer in GAME.offers(table, "tom", SHARED) if offer.name == "lock_plan:tia")
    assert shared.denial is None, "whether it may stand would tell what it is"
    table = does(table, "tom", "lock_plan:tia")
    assert [face_of(card) for card in table.zones["plan:tia"].cards] == ["retreat", "punch"]
    table = does(table, "tom", "reopen_plan:tia")
    assert not now(table).fighters["tia"].ready
    table = does(table, "gm", "force_on")
    assert now(table).phase is not Phase.PLANNING


@pytest.mark.rule("CD-PLAN-4", "CD-UI-3")
def test_a_plan_that_became_too_dear_is_made_anew() -> None:
    table = planning(arranged(duel(options={"plan_unaffordable": "forbid"}), "tia", hand="hamstring", pile=None))
    table = does(with_tracks(table, "tia", Adrenaline=3), "tom", "plan_cards:tia", cards=("hand:tom#0",), lock=False)
    table = with_tracks(table, "tia", Adrenaline=0)
    locking, anew = named(table, "tom", "lock_plan:tia"), named(table, "tom", "plan_cards:tia")
    assert locking.denial is not None
    assert anew.primary
    assert anew.denial is None
    assert not named(table, "tom", "plan_cards:tia", SHARED).primary, "what the plan costs stays secret"


@pytest.mark.rule("CD-PLAN-7")
def test_targets_are_noted_in_secret_where_the_group_plans_them() -> None:
    table = planning(arranged(duel(options={"targets": "in_planning"}), "tia", hand="punch", pile=None))
    table = does(table, "tom", "plan_cards:tia", cards=("hand:tom#0",), lock=False)
    table = does(table, "tom", "aim_plan:tia:0:eli")
    assert now(table).fighters["tia"].slots[0].targets == ("eli",)
    assert not any(offer.name.startswith("aim_plan") for offer in GAME.offers(table, "tom", SHARED))
    table = does(table, "tom", "lock_plan:tia")
    assert now(table).fighters["tia"].slots[0].targets == ("eli",)


@pytest.mark.rule("CD-DRAW-5", "CD-DRAW-6", "CD-UI-4")
def test_what_cannot_be_bought_says_why() -> None:
    table = with_tracks(duel(), "tia", Adrenaline=1)
    denied = named(table, "tom", "buy_draw:tia").denial
    assert denied is not None
    assert "CD-DRAW-3" in denied.rules or "CD-DRAW-5" in denied.rules
    assert named(table, "tom", "buy_reshuffle:tia").denial is not None
    assert named(finished(table, "tia"), "tom", "finish_drawing:tia").primary
