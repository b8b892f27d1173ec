"""Battles on the real table, told in files: who is there, what is planned and answered, and what is then the case.

Everything is done by the commands that people have; only the cards are put where the file has them beforehand. Whatever
a file says nothing of is answered by itself: nobody interrupts. A choice that a file does not make fails.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engine.play import script as scripts
from engine.play.chance import Chance, Scripted, Seeded
from engine.play.commands import Command
from engine.play.events import Noted
from engine.play.evolve import evolve
from engine.play.leading import leader
from engine.play.script import ActorLine, Script, SeatLine
from engine.rulesets.card_the_drawing.asking import Question, question
from engine.rulesets.card_the_drawing.drawing import BuyDraw, FinishDrawing
from engine.rulesets.card_the_drawing.library import CARDS, row_of
from engine.rulesets.card_the_drawing.picking import ChooseCards, ChoosePlace, UseEffect
from engine.rulesets.card_the_drawing.planning import PlanCards
from engine.rulesets.card_the_drawing.procedures import Carrying, InField, Phase, battle, window
from engine.rulesets.card_the_drawing.scene_of import reckoner
from engine.rulesets.card_the_drawing.starting import StartBattle
from engine.rulesets.card_the_drawing.targeting import ChooseBody, ChooseTargets
from engine.rulesets.card_the_drawing.windows import NobodyInterrupts, PlayInterrupt
from engine.rulesets.card_the_drawing.zones import discard_of, draw_pile, field_of, hand_zone
from engine.table.cards import face_of
from engine.table.frozen import replace
from engine.table.seats import Role
from engine.table.table import Table
from engine.table.tracks import Track
from tests.engine.card_the_drawing.table import GAME, lying, taken, with_battle
from tests.engine.card_the_drawing.told import MORE_CARDS

FILLER = ("thrown_rock",) * 6


# ---- the table before the first card ---------------------------------------------------------------------------------


def _deck(told: Mapping[str, Any], vector: Mapping[str, Any]) -> Counter[str]:
    who = told["id"]
    planned = (card for item in vector["does"] for card in item.get("plan", {}).get(who, ()))
    fielded = (card for card, owner, _ in vector.get("field", ()) if owner == who)
    return Counter(
        (*told.get("hand", ()), *told.get("draw", ()), *told.get("discard", ()), *fielded, *planned, *FILLER)
    )


def _line(told: Mapping[str, Any], vector: Mapping[str, Any]) -> ActorLine:
    rows = [{"card": card, "count": count} for card, count in _deck(told, vector).items() if card]
    sheet: dict[str, Any] = {"deck": rows, "automatic": list(told.get("automatic", ())), **told.get("sheet", {})}
    if "minions" in told:
        heads = [{"name": f"{told['id']} {n}"} for n in range(1, told["minions"] + 1)]
        sheet |= {"sheet": "mob", "minions": heads}
        return ActorLine(id=told["id"], seat="gm", sheet=sheet)
    return ActorLine(id=told["id"], seat=f"seat_{told['id']}", sheet={"archetype": told["of"].title(), **sheet})


def laid(vector: Mapping[str, Any]) -> Table:
    """Return the table with which a battle begins: everybody drawn, and then every card where the file has it."""
    fighters = vector["fighters"]
    lines = [_line(told, vector) for told in fighters]
    script = Script(
        ruleset="card_the_drawing",
        seats=(
            SeatLine(id="gm", role=Role.GM),
            *(SeatLine(id=line.seat) for line in lines if line.seat != "gm"),
        ),
        actors=tuple(lines),
        options=vector.get("options", {}),
    )
    table = scripts.lay(script, GAME, Seeded(1))
    table = replace(table, lists={**table.lists, CARDS: tuple(row_of(card) for card in MORE_CARDS)})
    start = StartBattle(
        seat="gm",
        fighters=tuple(told["id"] for told in fighters),
        sides={told["id"]: told.get("side", told["id"]) for told in fighters},
        environment=tuple(vector.get("surroundings", ())),
        override=True,
    )
    table = GAME.apply(table, start, Seeded(1)).table
    for told in fighters:
        table = _arranged(table, told)
    for card, owner, bearer in vector.get("field", ()):
        table = _in_field(table, card, owner, bearer)
    return table


def _arranged(table: Table, told: Mapping[str, Any]) -> Table:
    who = told["id"]
    hand, pile, down = hand_zone(table, who), draw_pile(who), discard_of(who)
    left = [*table.zones[pile].cards, *table.zones[hand].cards]
    zones = {
        hand: taken(left, told.get("hand", ())),
        down: taken(left, told.get("discard", ())),
        pile: (*taken(left, told.get("draw", ())), *left),
    }
    table = lying(table, zones)
    health, tracks = told.get("health"), dict(table.actors[who].tracks)
    if isinstance(health, int):
        tracks["Health"] = replace(tracks["Health"], value=health)
    for number, value in enumerate(health if isinstance(health, list) else (), 1):
        tracks[f"Minion {number}"] = replace(tracks[f"Minion {number}"], value=value)
    tracks["Adrenaline"] = Track(value=told.get("adrenaline", 0))
    return replace(table, actors={**table.actors, who: replace(table.actors[who], tracks=tracks)})


def _in_field(table: Table, face: str, owner: str, bearer: str) -> Table:
    left = list(table.zones[draw_pile(owner)].cards)
    cards = taken(left, (face,))
    zone = field_of(bearer)
    table = lying(table, {draw_pile(owner): left, zone: (*table.zones[zone].cards, *cards)})
    now = battle(table)
    assert now is not None
    lies = InField(card=cards[0], owner=owner, bearer=bearer, entered=now.entered)
    return with_battle(table, replace(now, field=(*now.field, lies), entered=now.entered + 1))


# ---- fighting --------------------------------------------------------------------------------------------------------


class Fought:
    """A battle that goes on.

    Attributes:
        table: as it lies now.
        last: as it lay at the end of the last Playing phase.
        order: the cards that took effect since the last plan, by name.
        said: the keys of the lines that were written since then.
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
                self.said.append(key)
                if key in ("drawing_takes_effect", "drawing_acts"):
                    self.order.append(str(event.message.params["card"]))
                self.fights &= key not in ("drawing_won", "drawing_nobody_won")
            now = battle(table)
            if self.fights and now is not None and now.phase is Phase.PLAYING:
                self.last = table
        assert table == outcome.table
        self.table = table

    def drive(self, wanted: Callable[[Question | None], bool] = lambda asked: False) -> Question | None:
        """Let things go on until what is wanted is asked; return the question, None in a window or if all is done."""
        for _ in range(400):
            asked = question(self.table)
            open_now = window(self.table) is not None
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
        open_now = window(self.table)
        below = self.table.procedures[-2]
        fits = open_now is not None and open_now.stage == stage and isinstance(below, Carrying)
        return fits and isinstance(below, Carrying) and face_of(below.card) == face

    # ---- what is told ------------------------------------------------------------------------------------------------

    def go(self, told: Mapping[str, Any]) -> None:
        """Do, or look at, one thing that a file tells."""
        match told:
            case {"plan": plans}:
                self._plan(told, plans)
            case {"interrupt": face, "who": who}:
                self._interrupt(told, who, face)
            case {"aim": face}:
                asked = self.drive(lambda asked: asked is not None and asked.kind == "targets")
                assert asked is not None, f"nobody asks at whom {face} is aimed"
                assert face_of(asked.card) == face
                for wrong in told.get("not_at", ()):
                    assert GAME.refusal(self.table, ChooseTargets(seat="gm", targets=tuple(wrong))) is not None, wrong
                self.do(ChooseTargets(seat="gm", targets=tuple(told["at"])))
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
                assert key in self.said
            case {"shows": shown}:
                if not told.get("now"):
                    self.drive()
                self._check(self.table if told.get("now") or told.get("afterwards") else self.last, shown)
            case _:
                raise AssertionError(f"what is {told}?")

    def _plan(self, told: Mapping[str, Any], plans: Mapping[str, Sequence[str]]) -> None:
        self.drive()
        now = battle(self.table)
        assert now is not None
        for who, value in told.get("adrenaline", {}).items():
            actor = self.table.actors[who]
            tracks = {**actor.tracks, "Adrenaline": Track(value=value)}
            self.table = replace(self.table, actors={**self.table.actors, who: replace(actor, tracks=tracks)})
        for who, fighter in now.fighters.items():
            fallen = not reckoner(self.table).scene.standing(who)
            if now.phase is Phase.DRAWING and not fighter.ready and not fallen:
                self.do(FinishDrawing(seat="gm", actor=who))
        self.order, self.said = [], []
        for who in now.fighters:
            if reckoner(self.table).scene.standing(who):
                cards = self._at_hand(who, plans.get(who, ()))
                field = self.table.zones[field_of(who)].cards
                dismissed = taken(list(field), told.get("dismiss", {}).get(who, ()))
                targets = tuple(tuple(each) for each in told.get("targets", {}).get(who, ()))
                seat = leader(self.table, who)
                self.do(PlanCards(seat=seat, actor=who, cards=cards, dismissed=dismissed or None, targets=targets))

    def _at_hand(self, who: str, faces: Sequence[str]) -> tuple[str, ...]:
        """Return cards of the hand; those that are not there yet come from the draw pile."""
        hand, pile = hand_zone(self.table, who), draw_pile(who)
        held, deck = list(self.table.zones[hand].cards), list(self.table.zones[pile].cards)
        found: list[str] = []
        for face in faces:
            source = held if any(face_of(card) == face for card in held) else deck
            found += taken(source, (face,))
        self.table = lying(self.table, {hand: (*found, *held), pile: deck})
        return tuple(found)

    def _interrupt(self, told: Mapping[str, Any], who: str, face: str) -> None:
        stage = "before" if "before" in told else "after"
        self.drive(lambda asked: asked is None and self.in_front(stage, told[stage]))
        assert window(self.table) is not None, f"no window {stage} {told[stage]}"
        held = [card for card in self.table.zones[hand_zone(self.table, who)].cards if face_of(card) == face]
        command = PlayInterrupt(seat=self.table.actors[who].seat, actor=who, card=held[0])
        why = GAME.refusal(self.table, command)
        if "refused" in told:
            assert why is not None
            assert told["refused"] in why.rules
            return
        assert why is None, why
        self.do(command)
        if window(self.table) is not None and not told.get("alone"):
            self.do(NobodyInterrupts(seat="gm"))

    def _check(self, table: Table, shown: Mapping[str, Any]) -> None:
        at = reckoner(table)
        scene = at.scene
        found: dict[str, Any] = {
            "health": {body: scene.bodies[body].health for body in shown.get("health", ())},
            "adrenaline": {who: scene.fighters[who].adrenaline for who in shown.get("adrenaline", ())},
            "gain": {who: at.adrenaline_gain(who).value for who in shown.get("gain", ())},
            "speed": {who: at.speed(who).value for who in shown.get("speed", ())},
            "hand": {who: scene.fighters[who].hand_count for who in shown.get("hand", ())},
            "discard": {who: [card.id for card in scene.fighters[who].discard] for who in shown.get("discard", ())},
            "open": {
                who: [face_of(card) for card in table.zones[f"open:{who}"].cards] for who in shown.get("open", ())
            },
            "field": [lies.card.id for lies in scene.field],
            "bearers": [lies.bearer for lies in scene.field],
            "timed": len(scene.timed),
            "stunned": [who.id for who in scene.fighters.values() if who.stunned],
            "over": battle(table) is None,
            "step": scene.step,
        }
        seen = {key: found[key] for key in shown}
        assert seen == shown, f"{seen} is not {shown}"


def run(vector: Mapping[str, Any]) -> None:
    """Let a battle happen, and see whether it goes as it says."""
    fought = Fought(laid(vector), Scripted(vector.get("dice", {}), Seeded(1)))
    for told in vector["does"]:
        fought.go(told)
    fought.drive()
