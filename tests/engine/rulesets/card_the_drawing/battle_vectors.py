"""Battles on the real table, written in files: the fighters, their plans and answers, and the expected state."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engine.core.chance import Chance, ScriptedChance, SeededChance
from engine.core.commands import Command
from engine.core.events import Noted
from engine.core.evolve import evolve
from engine.kit.content_editor.persistence import row_of
from engine.kit.control import controller_of
from engine.messages.texts import say
from engine.model.cards import face_of
from engine.model.frozen import replace
from engine.model.seats import Role
from engine.model.table import Table
from engine.model.tracks import Track
from engine.presentation.scripts import script as scripts
from engine.presentation.scripts.script import ActorLine, Script, SeatLine
from engine.rulesets.card_the_drawing.battle.actor_zones import discard_zone, draw_pile_zone, field_zone, hand_zone
from engine.rulesets.card_the_drawing.battle.battle_procedures import (
    CardResolution,
    FieldCardState,
    Phase,
    current_battle,
    open_window,
)
from engine.rulesets.card_the_drawing.battle.drawing_phase import BuyDraw, FinishDrawing
from engine.rulesets.card_the_drawing.battle.planning.planning_phase import PlanCards
from engine.rulesets.card_the_drawing.battle.resolution.choice_commands import (
    ChooseBody,
    ChooseCards,
    ChoosePlace,
    ChooseTargets,
    UseEffect,
)
from engine.rulesets.card_the_drawing.battle.resolution.interrupts import NobodyInterrupts, PlayInterrupt
from engine.rulesets.card_the_drawing.battle.resolution.resolution_context import PendingChoice, pending_choice
from engine.rulesets.card_the_drawing.battle.snapshot_builder import calculator_of
from engine.rulesets.card_the_drawing.cards.card_library import CARDS
from engine.rulesets.card_the_drawing.encounters.battle_start import StartBattle
from tests.engine.rulesets.card_the_drawing.table import GAME, lying, taken, with_battle
from tests.engine.rulesets.card_the_drawing.vector_files import MORE_CARDS

FILLER = ("thrown_rock",) * 6


# ---- the table before the first card ---------------------------------------------------------------------------------


def _deck(line: Mapping[str, Any], vector: Mapping[str, Any]) -> Counter[str]:
    who = line["id"]
    planned = (card for item in vector["does"] for card in item.get("plan", {}).get(who, ()))
    fielded = (card for card, owner, _ in vector.get("field", ()) if owner == who)
    return Counter(
        (*line.get("hand", ()), *line.get("draw", ()), *line.get("discard", ()), *fielded, *planned, *FILLER)
    )


def _line(line: Mapping[str, Any], vector: Mapping[str, Any]) -> ActorLine:
    rows = [{"card": card, "count": count} for card, count in _deck(line, vector).items() if card]
    sheet: dict[str, Any] = {"deck": rows, "automatic": list(line.get("automatic", ())), **line.get("sheet", {})}
    if "minions" in line:
        heads = [{"name": f"{line['id']} {n}"} for n in range(1, line["minions"] + 1)]
        sheet |= {"sheet": "mob", "minions": heads}
        return ActorLine(id=line["id"], seat="gm", sheet=sheet)
    return ActorLine(id=line["id"], seat=f"seat_{line['id']}", sheet={"archetype": line["of"].title(), **sheet})


def laid(vector: Mapping[str, Any]) -> Table:
    """Return the table with which a battle begins: everybody drawn, and then every card where the file has it."""
    fighters = vector["fighters"]
    lines = [_line(line, vector) for line in fighters]
    script = Script(
        ruleset="card_the_drawing",
        seats=(
            SeatLine(id="gm", role=Role.GM),
            *(SeatLine(id=line.seat) for line in lines if line.seat != "gm"),
        ),
        actors=tuple(lines),
        options=vector.get("options", {}),
    )
    table = scripts.starting_table(script, GAME, SeededChance(1))
    table = replace(table, lists={**table.lists, CARDS: tuple(row_of(card) for card in MORE_CARDS)})
    start = StartBattle(
        seat="gm",
        fighters=tuple(line["id"] for line in fighters),
        sides={line["id"]: line.get("side", line["id"]) for line in fighters},
        environment=tuple(vector.get("surroundings", ())),
        override=True,
    )
    table = GAME.apply(table, start, SeededChance(1)).table
    for fighter_line in fighters:
        table = _arranged(table, fighter_line)
    for card, owner, bearer in vector.get("field", ()):
        table = _in_field(table, card, owner, bearer)
    return table


def _arranged(table: Table, arrangement: Mapping[str, Any]) -> Table:
    who = arrangement["id"]
    hand, pile, down = hand_zone(table, who), draw_pile_zone(who), discard_zone(who)
    left = [*table.zones[pile].cards, *table.zones[hand].cards]
    zones = {
        hand: taken(left, arrangement.get("hand", ())),
        down: taken(left, arrangement.get("discard", ())),
        pile: (*taken(left, arrangement.get("draw", ())), *left),
    }
    table = lying(table, zones)
    health, tracks = arrangement.get("health"), dict(table.actors[who].tracks)
    if isinstance(health, int):
        tracks["Health"] = replace(tracks["Health"], value=health)
    for number, value in enumerate(health if isinstance(health, list) else (), 1):
        tracks[f"Minion {number}"] = replace(tracks[f"Minion {number}"], value=value)
    tracks["Adrenaline"] = Track(value=arrangement.get("adrenaline", 0))
    return replace(table, actors={**table.actors, who: replace(table.actors[who], tracks=tracks)})


def _in_field(table: Table, face: str, owner: str, bearer: str) -> Table:
    left = list(table.zones[draw_pile_zone(owner)].cards)
    cards = taken(left, (face,))
    zone = field_zone(bearer)
    table = lying(table, {draw_pile_zone(owner): left, zone: (*table.zones[zone].cards, *cards)})
    battle = current_battle(table)
    assert battle is not None
    field_card = FieldCardState(card=cards[0], owner=owner, bearer=bearer, entered=battle.entered)
    return with_battle(table, replace(battle, field=(*battle.field, field_card), entered=battle.entered + 1))


# ---- fighting --------------------------------------------------------------------------------------------------------


class Fought:
    """A battle that goes on.

    Attributes:
        table: as it lies now.
        last: as it lay at the end of the last Playing phase.
        order: the cards that took effect since the last plan, by name.
        said: the keys and the words of the lines that were written since then.
    """

    def __init__(self, table: Table, chance: Chance) -> None:
        self.table = table
        self.last = table
        self.chance = chance
        self.order: list[str] = []
        self.said: list[str] = []
        self.fights = True

    def do(self, command: Command) -> None:
        """Do a command, and remember the table as it is while the battle is fought."""
        outcome = GAME.apply(self.table, command, self.chance)
        table = self.table
        for event in outcome.events:
            table = evolve(table, event)
            if isinstance(event, Noted):
                key = event.message.key.removeprefix("log.")
                self.said += (key, say(event.message))
                if key in ("drawing_takes_effect", "drawing_acts"):
                    self.order.append(str(event.message.params["card"]))
                self.fights &= key not in ("drawing_won", "drawing_nobody_won")
            battle = current_battle(table)
            if self.fights and battle is not None and battle.phase is Phase.PLAYING:
                self.last = table
        assert table == outcome.table
        self.table = table

    def drive(self, wanted: Callable[[PendingChoice | None], bool] = lambda asked: False) -> PendingChoice | None:
        """Let things go on until what is wanted is asked; return the question, None in a window or if all is done."""
        for _ in range(400):
            asked = pending_choice(self.table)
            open_now = open_window(self.table) is not None
            if (asked is not None or open_now) and wanted(asked):
                return asked
            if open_now:
                self.do(NobodyInterrupts(seat="gm"))
            else:
                assert asked is None, f"nobody answers {asked.kind} of {asked.card}"
                return None
        raise AssertionError("it never ends")

    def in_front(self, stage: str, face: str) -> bool:
        """Say whether a window is open before or after a card."""
        open_now = open_window(self.table)
        below = self.table.procedures[-2]
        fits = open_now is not None and open_now.stage == stage and isinstance(below, CardResolution)
        return fits and isinstance(below, CardResolution) and face_of(below.card) == face

    # ---- what is told ------------------------------------------------------------------------------------------------

    def go(self, step: Mapping[str, Any]) -> None:
        """Do, or look at, one thing that a file tells."""
        match step:
            case {"plan": plans}:
                self._plan(step, plans)
            case {"interrupt": face, "who": who}:
                self._interrupt(step, who, face)
            case {"aim": face}:
                asked = self.drive(lambda asked: asked is not None and asked.kind == "targets")
                assert asked is not None, f"nobody asks at whom {face} is aimed"
                assert face_of(asked.card) == face
                for wrong in step.get("not_at", ()):
                    assert GAME.refusal(self.table, ChooseTargets(seat="gm", targets=tuple(wrong))) is not None, wrong
                self.do(ChooseTargets(seat="gm", targets=tuple(step["at"])))
            case {"body": body}:
                self.drive(lambda asked: True)
                self.do(ChooseBody(seat="gm", body=body))
            case {"cards": faces}:
                asked = self.drive(lambda asked: asked is not None and asked.kind == "cards")
                assert asked is not None
                seat = self.table.actors[asked.actor].seat
                self.do(ChooseCards(seat=seat, cards=taken(list(asked.cards), faces)))
            case {"place": [source, taker]}:
                self.drive(lambda asked: asked is not None and asked.kind == "place")
                self.do(ChoosePlace(seat="gm", source=source, taker=taker))
            case {"use": use}:
                self.drive(lambda asked: asked is not None and asked.kind == "agree")
                self.do(UseEffect(seat="gm", use=use))
            case {"buy": who}:
                self.drive()
                self.do(BuyDraw(seat="gm", actor=who))
            case {"order": order}:
                self.drive()
                assert self.order == order, f"{self.order} is not {order}"
            case {"says": key}:
                self.drive()
                assert key in self.said, self.said
            case {"shows": shown}:
                if not step.get("now"):
                    self.drive()
                self._check(self.table if step.get("now") or step.get("afterwards") else self.last, shown)
            case _:
                raise AssertionError(f"what is {step}?")

    def _plan(self, step: Mapping[str, Any], plans: Mapping[str, Sequence[str]]) -> None:
        self.drive()
        battle = current_battle(self.table)
        assert battle is not None
        for who, value in step.get("adrenaline", {}).items():
            actor = self.table.actors[who]
            tracks = {**actor.tracks, "Adrenaline": Track(value=value)}
            self.table = replace(self.table, actors={**self.table.actors, who: replace(actor, tracks=tracks)})
        for who, fighter in battle.fighters.items():
            fallen = not calculator_of(self.table).snapshot.standing_bodies(who)
            if battle.phase is Phase.DRAWING and not fighter.ready and not fallen:
                self.do(FinishDrawing(seat="gm", actor=who))
        self.order, self.said = [], []
        for who in battle.fighters:
            if calculator_of(self.table).snapshot.standing_bodies(who):
                cards = self._at_hand(who, plans.get(who, ()))
                field = self.table.zones[field_zone(who)].cards
                dismissed = taken(list(field), step.get("dismiss", {}).get(who, ()))
                targets = tuple(tuple(each) for each in step.get("targets", {}).get(who, ()))
                seat = controller_of(self.table, who)
                self.do(PlanCards(seat=seat, actor=who, cards=cards, dismissed=dismissed or None, targets=targets))

    def _at_hand(self, who: str, faces: Sequence[str]) -> tuple[str, ...]:
        """Return cards of the hand; those that are not there yet come from the draw pile."""
        hand, pile = hand_zone(self.table, who), draw_pile_zone(who)
        hand_cards, deck = list(self.table.zones[hand].cards), list(self.table.zones[pile].cards)
        chosen: list[str] = []
        for face in faces:
            source = hand_cards if any(face_of(card) == face for card in hand_cards) else deck
            chosen += taken(source, (face,))
        self.table = lying(self.table, {hand: (*chosen, *hand_cards), pile: deck})
        return tuple(chosen)

    def _interrupt(self, step: Mapping[str, Any], who: str, face: str) -> None:
        stage = "before" if "before" in step else "after"
        self.drive(lambda asked: asked is None and self.in_front(stage, step[stage]))
        assert open_window(self.table) is not None, f"no window {stage} {step[stage]}"
        copies = [card for card in self.table.zones[hand_zone(self.table, who)].cards if face_of(card) == face]
        command = PlayInterrupt(seat=self.table.actors[who].seat, actor=who, card=copies[0])
        why = GAME.refusal(self.table, command)
        if "refused" in step:
            assert why is not None
            assert step["refused"] in why.rules
            return
        assert why is None, why
        self.do(command)
        if open_window(self.table) is not None and not step.get("alone"):
            self.do(NobodyInterrupts(seat="gm"))

    def _check(self, table: Table, shown: Mapping[str, Any]) -> None:
        at = calculator_of(table)
        scene = at.snapshot
        actual: dict[str, Any] = {
            "health": {body: scene.bodies[body].health for body in shown.get("health", ())},
            "adrenaline": {who: scene.fighters[who].adrenaline for who in shown.get("adrenaline", ())},
            "gain": {who: at.adrenaline_gain(who).value for who in shown.get("gain", ())},
            "speed": {who: at.speed(who).value for who in shown.get("speed", ())},
            "hand": {who: scene.fighters[who].hand_count for who in shown.get("hand", ())},
            "discard": {who: [card.id for card in scene.fighters[who].discard] for who in shown.get("discard", ())},
            "open": {
                who: [face_of(card) for card in table.zones[f"open:{who}"].cards] for who in shown.get("open", ())
            },
            "field": [field_card.card.id for field_card in scene.field],
            "bearers": [field_card.bearer for field_card in scene.field],
            "timed": len(scene.timed),
            "stunned": [who.id for who in scene.fighters.values() if who.stunned],
            "over": current_battle(table) is None,
            "step": scene.step,
        }
        seen = {key: actual[key] for key in shown}
        assert seen == shown, f"{seen} is not {shown}"


def run(vector: Mapping[str, Any]) -> None:
    """Let a battle happen, and see whether it goes as it says."""
    fought = Fought(laid(vector), ScriptedChance(vector.get("dice", {}), SeededChance(1)))
    for step in vector["does"]:
        fought.go(step)
    fought.drive()
