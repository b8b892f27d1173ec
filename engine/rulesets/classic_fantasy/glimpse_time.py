"""What each viewer sees of the evening and of a rest: the clock, how the party goes, what comes next."""

from __future__ import annotations

from engine.play.names import actor_name
from engine.play.sight import Glimpse, StepView, TurnView
from engine.play.words import Message, say
from engine.rulesets.classic_fantasy.foreseeing import foresee
from engine.rulesets.classic_fantasy.leading import leader
from engine.rulesets.classic_fantasy.parts import total
from engine.rulesets.classic_fantasy.passing import clock_of, is_mapped, length_of
from engine.rulesets.classic_fantasy.procedures.evening import Evening
from engine.rulesets.classic_fantasy.procedures.passing import Passing
from engine.rulesets.classic_fantasy.procedures.rest import Rest
from engine.rulesets.classic_fantasy.states import is_dead
from engine.rulesets.classic_fantasy.wandering import round_feet
from engine.table.table import Table

NEXT = 5
"""How many things that come next are told."""


def of_evening(table: Table, viewer: str, now: Evening) -> Glimpse:
    """Tell the time, the way, and what comes next of which the viewer may know (CF-UI-8, CF-UI-15)."""
    day, time = clock_of(table.clock)
    feet = round_feet(table, viewer)
    key = "runs" if now.running else "over"
    lines = [
        Message(
            key="glimpse.d100_way",
            params={"pace": now.pace, "feet": total(feet), "mapped": is_mapped(table), "wandered": now.wandered},
        )
    ]
    found = foresee(table, length_of(table, "day"), viewer=viewer)
    for line in found.lines[:NEXT]:
        on, at = clock_of(line.at)
        lines.append(Message(key="glimpse.d100_next", params={"day": on, "time": at, "what": say(line.message)}))
    if found.unknown is not None and len(found.lines) < NEXT:
        on, at = clock_of(found.unknown)
        lines.append(Message(key="glimpse.d100_dice_next", params={"day": on, "time": at}))
    return Glimpse(
        title=Message(
            key=f"glimpse.d100_evening_{key}",
            params={"day": day, "time": time, "number": now.session, "place": now.place},
        ),
        reckoning=tuple(lines),
        figures={
            "clock": table.clock,
            "day": day,
            "session": now.session,
            "place": now.place,
            "pace": now.pace,
            "feet": total(feet),
            "mapped": is_mapped(table),
            "wandered": now.wandered,
        },
    )


def of_passing(table: Table, now: Passing) -> Glimpse:
    """Tell how long time will pass on, once what has come up is answered."""
    day, time = clock_of(now.until)
    return Glimpse(
        title=Message(key="glimpse.d100_time_passes", params={"day": day, "time": time}),
        figures={"purpose": "passing", "until": now.until},
    )


def of_rest(table: Table, viewer: str, now: Rest) -> Glimpse:
    """Tell how far the rest is, and who has chosen what (CF-UI-5)."""
    members = [actor for actor in now.members if actor in table.actors and table.may_read(table.actors[actor], viewer)]
    order = tuple(
        TurnView(
            actor=actor,
            rank=0,
            state="out" if is_dead(table, actor) else "declared" if actor in now.chosen else "waiting",
            label=_label(now, actor),
        )
        for actor in members
    )
    steps = tuple(
        StepView(
            name=str(number + 1),
            label=Message(key="glimpse.d100_rest_step", params={"number": number + 1}),
            state="done" if number < now.done else "now" if number == now.done else "later",
        )
        for number in range(now.steps)
    )
    slow = now.outstanding if now.used_up else [a for a in members if a not in now.chosen]
    waiting = (leader(table, a) for a in members if a in slow and not is_dead(table, a))
    return Glimpse(
        title=Message(key="glimpse.d100_rest", params={"done": now.done, "steps": now.steps}),
        steps=steps,
        order=order,
        waiting_for=tuple(dict.fromkeys(waiting)) or (table.gm(),),
        reckoning=tuple(
            Message(key="glimpse.d100_ready", params={"actor": actor_name(table, actor), "what": what})
            for actor, what in now.ready.items()
            if actor in members
        ),
        figures={"purpose": "rest", "done": now.done, "steps": now.steps},
    )


def _label(now: Rest, actor: str) -> Message | None:
    choice = now.chosen.get(actor)
    if choice is not None:
        return Message(key="glimpse.d100_rest_action", params={"action": choice.action})
    doing = now.doing.get(actor)
    return Message(key="glimpse.d100_rest_action", params={"action": doing[0]}) if doing is not None else None
