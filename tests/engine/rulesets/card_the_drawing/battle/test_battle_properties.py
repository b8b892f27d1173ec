"""Properties of every battle, with any cards and any commands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from engine.core.chance import SeededChance
from engine.core.codec import Codec
from engine.core.commands import Command
from engine.core.events import Noted
from engine.core.manual_moves import SetTrack
from engine.kit.content_editor.persistence import row_of
from engine.kit.control import controller_of
from engine.messages.texts import texts
from engine.model.frozen import Json, replace
from engine.model.seats import Role
from engine.model.table import Table
from engine.presentation.scripts import script as scripts
from engine.presentation.scripts.script import ActorLine, Script, SeatLine
from engine.rulesets.card_the_drawing.battle.actor_zones import hand_cards, open_zone
from engine.rulesets.card_the_drawing.battle.battle_end import EndBattle
from engine.rulesets.card_the_drawing.battle.battle_procedures import Phase, current_battle, open_window
from engine.rulesets.card_the_drawing.battle.drawing_phase import DrawDue, FinishDrawing
from engine.rulesets.card_the_drawing.battle.gm_override import CancelCard, CarryOn
from engine.rulesets.card_the_drawing.battle.phase_flow import ForceOn, unfinished_actors
from engine.rulesets.card_the_drawing.battle.planning.planning_phase import PlanCards
from engine.rulesets.card_the_drawing.battle.resolution.choice_commands import (
    ChooseBody,
    ChooseCards,
    ChoosePlace,
    ChooseTargets,
    UseEffect,
    resolution_choosing_body,
)
from engine.rulesets.card_the_drawing.battle.resolution.interrupts import (
    NobodyInterrupts,
    Pass,
    PlayInterrupt,
    unanswered_actors,
)
from engine.rulesets.card_the_drawing.battle.resolution.resolution_context import PendingChoice, pending_choice
from engine.rulesets.card_the_drawing.cards.card_library import CARDS, TAGS
from engine.rulesets.card_the_drawing.cards.card_records import OPERATIONS, SCOPES, Card, Effect
from engine.rulesets.card_the_drawing.cards.expressions import SELECTORS
from engine.rulesets.card_the_drawing.encounters.battle_start import StartBattle
from tests.engine.rulesets.card_the_drawing.battle_strategies import FREE
from tests.engine.rulesets.card_the_drawing.table import GAME
from tests.properties import examples

CODEC = Codec(GAME)
TRIGGERS = (
    *["resolve"] * 9,
    "playing_start",
    "drawing_start",
    "step_start",
    "cleanup",
    "dealt_damage",
    "damaged",
    "enter",
    "leave",
)
DOES = (
    *["damage"] * 7,
    "heal",
    "lose_health",
    "gain_adrenaline",
    "lose_adrenaline",
    "draw",
    "discard",
    "stun",
    "remove_condition",
    "discard_self",
    "redirect",
    "add_minion",
    "modify",
)
AMOUNTS = (
    0,
    1,
    3,
    3,
    9,
    "2 + user.strength",
    "half(user.lost_health)",
    "it.health / 2",
    "n + user.minions",
    "-2",
    10**9,
)
TESTS = (
    *[""] * 6,
    "event.is_attack and 'Close' in event.tags",
    "bearer in event.targets",
    "event.source_actor == bearer",
    "'Distant' not in card.tags",
    "user.played('Close') > 0",
    "event.from_play and it.side != user.side",
)
WHERE = ("", "", "", "not cond.permanent", "it.injuries > 0 or it.side == user.side")
TAGGED = ("Close", "Distant", "Fire", "Injury", "Condition", "Blast2", "Ritual2", "Stun", "Odd", "Interrupt")
SELECTED = tuple(sorted(SELECTORS))
OPTIONS: dict[str, tuple[Json, ...]] = {
    "interrupt_chains": (True, True, False),
    "interrupt_windows": ("everybody", "everybody", "somebody_can", "who_can"),
    "interrupts_per_round": (0, 0, 2),
    "reveal": ("per_step", "all_at_once"),
    "ritual_pay": ("on_effect", "on_reveal"),
    "stun_scope": ("step", "round"),
    "stun_carry": (True, False),
    "defeated_cards": ("lost", "still_happen"),
    "conditions_of_fallen": ("stay", "leave"),
    "mob_speed_drop": ("immediate", "next_planning"),
    "distant_guard": ("this_round", "until_used"),
    "tie_break": ("discard_then_d6", "d6"),
    "stack_same_name": (False, True),
}


def _effect(chance: Random) -> Effect:
    choose = chance.choice
    do, on = choose(DOES), choose(TRIGGERS)
    if choose((True, False, False, False)):
        on, do = "while", "modify"
    stat = choose(tuple(OPERATIONS))
    limited = choose((True, False, False))
    return Effect(
        on=on,
        do=do,
        target=choose(("", *SELECTED))
        if do == "modify"
        else choose((*SELECTED, "one", "one", "same", "user", "all_enemies")),
        amount=choose(AMOUNTS),
        count=choose((None, 1, 2)),
        if_=choose(TESTS),
        where=choose(WHERE),
        optional=choose((True, False, False)),
        attack=choose((True, True, False)),
        mode=choose(("", "random")),
        to=choose(SELECTED),
        from_=choose(("", "", "targeted_allies", "all")),
        stat=stat,
        op=choose(OPERATIONS[stat]),
        by=choose(("Close", "Distant", "Blast3")) if stat == "tags" else choose((1, -2, "1/2", 2, "user.strength")),
        scope=choose(SCOPES),
        uses=1 if limited else None,
        when_spent="discard_self" if limited and choose((True, False)) else "",
        until=choose(("", "combat_end")),
    )


def made_at_random(chance: Random) -> tuple[Card, ...]:
    """Make cards that mean something more often than not."""
    return tuple(
        Card(
            id=f"g{number}",
            name=f"G{number}",
            lists=("Universal",),
            cost=chance.choice((0, 0, 1, 2)),
            init=chance.randint(0, 4),
            tags=tuple(chance.sample(TAGGED, chance.choice((0, 1, 1, 2, 3)))),
            attach=chance.choice(("user", "user", "target")),
            permanent=chance.random() < 0.1,
            effects=tuple(_effect(chance) for _ in range(chance.choice((1, 1, 2, 3)))),
        )
        for number in range(9)
    )


def laid_with(made: Sequence[Card], options: dict[str, Json]) -> Table:
    deck: Json = [{"card": card.name, "count": 2} for card in made]
    script = Script(
        ruleset="card_the_drawing",
        seats=(SeatLine(id="gm", role=Role.GM), SeatLine(id="tom"), SeatLine(id="eve")),
        actors=(
            ActorLine(id="A", seat="tom", sheet={"archetype": "Titan", "deck": deck}),
            ActorLine(id="B", seat="eve", sheet={"archetype": "Shadow", "deck": deck}),
            ActorLine(id="M", seat="gm", sheet={"sheet": "mob", "deck": deck, "minions": [{}, {}, {}]}),
        ),
        options=options,
    )
    table = scripts.starting_table(script, GAME, SeededChance(1))
    rows = tuple(row_of(card) for card in made)
    table = replace(table, lists={**table.lists, CARDS: rows, TAGS: (row_of(FREE),)})
    table = CODEC.table(CODEC.encode(table))  # rows as a file has them
    start = StartBattle(seat="gm", fighters=("A", "B", "M"), environment=(), override=True)
    return GAME.apply(table, start, SeededChance(1)).table


class People:
    """Whoever sits there does something that is allowed, sometimes something odd."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)

    def next(self, table: Table) -> Command:
        """Return what is done next; fails if nobody can do anything."""
        battle = current_battle(table)
        assert battle is not None
        odd = self.random.random()
        if odd < 0.03:
            return SetTrack(
                seat="gm", actor=self.random.choice(("A", "B")), track="Health", value=self.random.choice((0, 1, 9))
            )
        if open_window(table) is not None:
            return self._in_window(table, odd)
        asked = pending_choice(table)
        if asked is not None:
            return self._answer(table, asked, odd)
        waits = unfinished_actors(table)
        assert waits, "nobody can do anything"
        if odd < 0.05:
            return ForceOn(seat="gm")
        if battle.phase is Phase.DRAWING:
            due = next((who for who in waits if battle.fighters[who].due), "")
            command: Command = DrawDue(seat="gm", actor=due) if due else FinishDrawing(seat="gm", actor=waits[0])
            return command if GAME.refusal(table, command) is None else ForceOn(seat="gm")
        who = waits[0]
        hand = list(hand_cards(table, who))
        self.random.shuffle(hand)
        plan = PlanCards(seat=controller_of(table, who), actor=who)
        for card in hand:
            more = replace(plan, cards=(*plan.cards, card))
            plan = more if GAME.refusal(table, more) is None else plan
        return plan

    def _in_window(self, table: Table, odd: float) -> Command:
        waits = unanswered_actors(table)
        assert waits, "a window is open, and nobody is asked"
        for who in waits:
            for card in hand_cards(table, who):
                command = PlayInterrupt(seat=table.actors[who].seat, actor=who, card=card)
                if self.random.random() < 0.7 and GAME.refusal(table, command) is None:
                    return command
        if odd < 0.2:
            return Pass(seat="gm", actor=waits[0], until=self.random.choice(("window", "step", "round")))
        return CarryOn(seat="gm") if odd < 0.4 else NobodyInterrupts(seat="gm")

    def _answer(self, table: Table, asked: PendingChoice, odd: float) -> Command:
        if odd < 0.1:
            return CarryOn(seat="gm")
        if odd < 0.13:
            return CancelCard(seat="gm", card=asked.card)
        mob = resolution_choosing_body(table)
        if odd < 0.2 and mob is not None:
            command: Command = ChooseBody(seat="gm", body=self.random.choice(("M#1", "M#2", "M#3")))
            if GAME.refusal(table, command) is None:
                return command
        match asked.kind:
            case "targets":
                allowed = list(asked.choice.allowed)
                self.random.shuffle(allowed)
                chosen = tuple(allowed[: self.random.randint(asked.choice.least, asked.choice.most)])
                good = asked.choice.refusal(chosen) is None
                return ChooseTargets(seat="gm", targets=chosen if good else asked.choice.likeliest())
            case "cards":
                seat = table.actors[asked.actor].seat if asked.actor else "gm"
                return ChooseCards(seat=seat, cards=tuple(self.random.sample(asked.cards, asked.count)))
            case "place":
                ways = asked.ways
                return ChoosePlace(seat="gm", source=ways.sources[-1], taker=self.random.choice(ways.takers))
            case _:
                return UseEffect(seat="gm", use=self.random.random() < 0.7)


def _is_whole(table: Table) -> None:
    """Every card of the battle lies somewhere, once; whose it is never changes (CD-DECK-8)."""
    battle = current_battle(table)
    assert battle is not None
    lying = Counter(table.all_cards())
    assert set(lying.values()) <= {1}
    assert set(lying) == set(battle.owners)
    for who in battle.fighters:
        for zone in (f"draw:{who}", f"discard:{who}", open_zone(who)):
            assert all(battle.owners[card] == who for card in table.zones[zone].cards)


@examples(30)
@given(seed=st.integers(0, 2**32))
def test_any_cards_in_any_hands(seed: int) -> None:
    """Nothing ever breaks, gets lost or stands still, and the table can be saved at every moment (CD-UI-17)."""
    dice = Random(seed)
    table = laid_with(made_at_random(dice), {name: dice.choice(values) for name, values in OPTIONS.items()})
    people, chance = People(seed), SeededChance(seed)
    for _ in range(60):
        outcome = GAME.apply(table, people.next(table), chance)
        table = outcome.table
        for event in outcome.events:
            assert not isinstance(event, Noted) or event.message.key in texts(), event.message.key
        assert CODEC.table(CODEC.encode(table)) == table
        if current_battle(table) is None:
            return
        _is_whole(table)
    table = GAME.apply(table, EndBattle(seat="gm"), chance).table
    assert current_battle(table) is None
    assert not table.all_cards()
