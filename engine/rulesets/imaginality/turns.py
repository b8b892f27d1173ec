"""Combat turns: who fights, who declares what, and who has acted (IM-TURN)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from engine.play.commands import Move, Request, need_actor, need_gm
from engine.play.draft import SHARED, Draft
from engine.play.events import OptionSet
from engine.play.moves.fields import ActorId
from engine.play.names import actor_name
from engine.play.refusal import Refused
from engine.rulesets.imaginality.acting_order import (
    give_back,
    move_on,
    need_fight,
    set_order,
)
from engine.rulesets.imaginality.people import able, is_dead, leader, need_free, need_leader
from engine.rulesets.imaginality.procedures import Declaration, Fight, fight
from engine.rulesets.imaginality.settings import flag, word
from engine.rulesets.imaginality.sheet import end_only
from engine.table.frozen import replace
from engine.table.table import Table


class StartFight(Request):
    """The GM begins a fight; play goes in turns, and refills normally stop until a hand is empty."""

    RULES = ("IM-TURN-1", "IM-TURN-8")
    fighters: Annotated[tuple[str, ...], Meta(description="the characters who fight, two at the least")]
    length: Annotated[str, Meta(description="how long a turn is, in the GM's words")] = ""
    pressure: Annotated[bool, Meta(description="refill only empty hands while it lasts")] = True


class EndFight(Request):
    """The GM ends the fight."""

    RULES = ("IM-TURN-8",)
    FAR_REACHING = True


class JoinFight(Request):
    """A character joins the fight."""

    RULES = ("IM-TURN-1",)
    actor: ActorId


class LeaveFight(Request):
    """A character is out of the fight."""

    RULES = ("IM-TURN-1",)
    FAR_REACHING = True
    actor: ActorId


class Declare(Request):
    """Say what a character will do this turn; once all have, the turn is resolved. Later changes are the GM's leave."""

    RULES = ("IM-TURN-3", "IM-TURN-7")
    actor: ActorId
    what: Annotated[str, Meta(description="what the character will do, in the player's words")] = ""


class ResolveTurn(Request):
    """The GM goes on to resolving although somebody has not declared."""

    RULES = ("IM-TURN-3",)


class Lapse(Request):
    """A declared action lapses, or is nothing that needs cards; it counts as used."""

    RULES = ("IM-TURN-7", "IM-TURN-4")
    actor: ActorId


class MarkActed(Request):
    """The GM sets by hand whether a character has acted this turn."""

    RULES = ("IM-TURN-2",)
    actor: ActorId
    acted: Annotated[bool, Meta(description="false gives the action back")] = True


class NextTurn(Request):
    """A new turn: markers and declarations are cleared; initiative is dropped unless the GM keeps it."""

    RULES = ("IM-TURN-9",)
    keep_initiative: Annotated[bool, Meta(description="the order of this turn stands for the next")] = False


def has_acted(table: Table, actor: str) -> bool:
    """Say whether a character has used up the action of this turn (IM-TURN-2, IM-TURN-4)."""
    now = fight(table)
    return now is not None and actor in now.acted


def need_turn(table: Table, actor: str) -> None:
    """Raise Refused unless a character may begin its own action now.

    Outside a fight everybody standing may. In one: all must have declared (IM-TURN-3), one action a turn (IM-TURN-2),
    not if a counterattack or dodge took its place (IM-TURN-5), and by the order if there is one (IM-INIT-2). Who was
    felled by somebody acting at the same moment still acts (IM-INIT-7).
    """
    now = fight(table)
    name = actor_name(table, actor)
    together = now is not None and bool(now.order) and actor in now.standing
    if not able(table, actor) and not together:
        raise Refused("cannot_act", "IM-WOUND-12", actor=name)
    if now is None or actor not in now.fighters:
        return
    declared = now.declared.get(actor)
    if declared is not None and declared.state == "lost":
        raise Refused("action_lost", "IM-TURN-5", actor=name)
    if actor in now.acted:
        raise Refused("has_acted", "IM-TURN-2", actor=name)
    if not now.resolving:
        raise Refused("declare_first", "IM-TURN-3")
    if not now.order and initiative_each_turn(table):
        raise Refused("initiative_first", "IM-INIT-5")
    if now.order and now.group < len(now.order) and actor not in now.order[now.group]:
        raise Refused("not_yet", "IM-INIT-2", actor=name)


def intention(table: Table, actor: str, viewer: str) -> str:
    """Return what a character has declared, as far as a viewer may know it: hidden words are told once all are in."""
    now = fight(table)
    declared = now.declared.get(actor) if now is not None else None
    if now is None or declared is None:
        return ""
    hidden = word(table, "declaration_visibility") != "open" and not now.resolving
    return "" if hidden and leader(table, actor) != viewer else declared.what


def need_combat(table: Table) -> None:
    """Raise Refused in a group that leaves fights to ordinary actions (IM-TURN-1)."""
    if not flag(table, "combat_module"):
        raise Refused("no_combat_rules", "IM-TURN-1")


def initiative_each_turn(table: Table) -> bool:
    """Say whether each turn begins with initiative cards (IM-INIT-4)."""
    return flag(table, "initiative")


def use_action(draft: Draft, actor: str, instead: bool = False) -> bool:
    """Mark a character as having acted; `instead` cancels a declared action still to come (IM-TURN-4, IM-TURN-5).

    Returns whether a declared action was lost by it.
    """
    now = fight(draft.table)
    if now is None or actor not in now.fighters:
        return False
    declared = dict(now.declared)
    old = declared.get(actor)
    lost = instead and old is not None and old.state == "waiting"
    if old is not None:
        declared[actor] = replace(old, state="lost" if lost else "acted")
    acted = now.acted if actor in now.acted else (*now.acted, actor)
    draft.become(replace(now, acted=acted, declared=declared))
    if lost:
        draft.note("declared_lost", "IM-TURN-5", "IM-HTH-9", actor=actor_name(draft.table, actor))
    return lost


def verify_start(table: Table, command: StartFight) -> None:
    """Two or more who fight, each once, and no other fight."""
    need_gm(table, command, "IM-TURN-1")
    need_combat(table)
    if fight(table) is not None:
        raise Refused("fight_runs", "IM-TURN-1")
    need_free(table)
    for actor in command.fighters:
        need_actor(table, actor)
    alive = {actor for actor in command.fighters if not is_dead(table, actor, command.seat)}
    if len(alive) < 2 or len(set(command.fighters)) != len(command.fighters):
        raise Refused("two_fighters", "IM-TURN-1")


def start(draft: Draft, command: StartFight) -> None:
    """Begin. Hands are not refilled by it (IM-TURN-8)."""
    pressure = command.pressure and word(draft.table, "refill_mode") == "calm"
    draft.begin(Fight(fighters=command.fighters, length=command.length, pressure=pressure))
    names = [actor_name(draft.table, a) for a in command.fighters]
    draft.note("fight_starts", "IM-TURN-1", fighters=names, length=command.length)
    if pressure:
        draft.emit(OptionSet(name="refill_mode", value="pressure", scene=True))
        draft.note("pressure_now", "IM-TURN-8", "IM-HAND-5")


def verify_end(table: Table, command: EndFight) -> None:
    """The GM ends it, between actions."""
    need_gm(table, command, "IM-TURN-1")
    need_fight(table)
    need_free(table)


def end(draft: Draft, command: EndFight) -> None:
    """End; the pressure that it brought ends with it, but not what the GM has chosen since or before."""
    brought_pressure = need_fight(draft.table).pressure and draft.table.scene.get("refill_mode") == "pressure"
    end_only(draft, need_fight(draft.table))
    draft.note("fight_ends", "IM-TURN-1")
    if brought_pressure:
        calm = None if draft.table.options["refill_mode"] == "calm" else "calm"
        draft.emit(OptionSet(name="refill_mode", value=calm, scene=True))
        draft.note("pressure_over", "IM-TURN-8", "IM-HAND-4")


def verify_join(table: Table, command: JoinFight) -> None:
    """The GM lets somebody in who is not in yet."""
    need_gm(table, command, "IM-TURN-1")
    now = need_fight(table)
    need_actor(table, command.actor)
    if command.actor in now.fighters:
        raise Refused("already_so", "IM-TURN-1")


def join(draft: Draft, command: JoinFight) -> None:
    """Let in; who comes after the declarations acts last."""
    now = need_fight(draft.table)
    order = (*now.order, (command.actor,)) if now.order else ()
    over = bool(now.order) and now.group == len(now.order)
    standing = (command.actor,) if over and able(draft.table, command.actor) else now.standing
    draft.become(replace(now, fighters=(*now.fighters, command.actor), order=order, standing=standing))
    move_on(draft)
    draft.note("joins_fight", "IM-TURN-1", actor=actor_name(draft.table, command.actor))


def verify_leave(table: Table, command: LeaveFight) -> None:
    """The GM takes somebody out who is in, between actions."""
    need_gm(table, command, "IM-TURN-1")
    now = need_fight(table)
    if command.actor not in now.fighters:
        raise Refused("no_such_actor", "IM-TURN-1", actor=command.actor)
    need_free(table)


def leave(draft: Draft, command: LeaveFight) -> None:
    """Take out."""
    now = need_fight(draft.table)
    gone = command.actor
    draft.become(
        replace(
            now,
            fighters=tuple(a for a in now.fighters if a != gone),
            declared={a: d for a, d in now.declared.items() if a != gone},
            acted=tuple(a for a in now.acted if a != gone),
            countered=tuple(a for a in now.countered if a != gone),
            order=tuple(tuple(a for a in group if a != gone) for group in now.order),
            initiative={a: value for a, value in now.initiative.items() if a != gone},
            standing=tuple(a for a in now.standing if a != gone),
        )
    )
    _go_on_if_all_declared(draft)
    move_on(draft)
    draft.note("leaves_fight", "IM-TURN-1", actor=actor_name(draft.table, gone))


def verify_declare(table: Table, command: Declare) -> None:
    """Players declare for their own, the GM for the rest; after all are in, only the GM changes anything."""
    now = need_fight(table)
    need_leader(table, command, command.actor, "IM-TURN-3")
    name = actor_name(table, command.actor)
    if command.actor not in now.fighters:
        raise Refused("not_in_fight", "IM-TURN-1", actor=name)
    if command.actor in now.acted:
        raise Refused("has_acted", "IM-TURN-2", actor=name)
    if not able(table, command.actor):
        raise Refused("cannot_act", "IM-WOUND-12", actor=name)
    if now.resolving and not table.is_gm(command.seat):
        raise Refused("change_by_gm", "IM-TURN-7")


def declare(draft: Draft, command: Declare) -> None:
    """Write it down, open or hidden until all are in; then resolving starts."""
    now = need_fight(draft.table)
    declared = {**now.declared, command.actor: Declaration(what=command.what)}
    draft.become(replace(now, declared=declared))
    name = actor_name(draft.table, command.actor)
    if word(draft.table, "declaration_visibility") == "open" or now.resolving:
        draft.note("declares", "IM-TURN-3", actor=name, what=command.what)
    else:
        draft.note("declares_hidden", "IM-TURN-3", actor=name)
        told = tuple(dict.fromkeys((command.seat, leader(draft.table, command.actor))))
        draft.note("declares", "IM-TURN-3", audience=told, actor=name, what=command.what)
    if not now.resolving:
        _go_on_if_all_declared(draft)


def _go_on_if_all_declared(draft: Draft) -> None:
    now = need_fight(draft.table)
    if now.resolving or not now.fighters:
        return
    if not undeclared(draft.table):
        _resolve(draft)


def _resolve(draft: Draft) -> None:
    now = need_fight(draft.table)
    draft.become(replace(now, resolving=True))
    if word(draft.table, "declaration_visibility") != "open":
        draft.learned.update((*draft.table.seats, SHARED))
        for actor, declared in now.declared.items():
            draft.note("declares", "IM-TURN-3", actor=actor_name(draft.table, actor), what=declared.what)
    missing = [actor_name(draft.table, a) for a in undeclared(draft.table)]
    if missing:
        draft.note("turn_resolves_without", "IM-TURN-3", turn=now.turn, missing=missing)
    else:
        draft.note("turn_resolves", "IM-TURN-3", turn=now.turn)


def verify_resolve(table: Table, command: ResolveTurn) -> None:
    """The GM may skip absent ones."""
    need_gm(table, command, "IM-TURN-3")
    if need_fight(table).resolving:
        raise Refused("already_so", "IM-TURN-3")


def resolve(draft: Draft, command: ResolveTurn) -> None:
    """Go on."""
    _resolve(draft)


def verify_lapse(table: Table, command: Lapse) -> None:
    """A fighter who has not acted yet."""
    now = need_fight(table)
    need_leader(table, command, command.actor, "IM-TURN-7")
    if command.actor not in now.fighters:
        raise Refused("not_in_fight", "IM-TURN-1", actor=actor_name(table, command.actor))
    if command.actor in now.acted:
        raise Refused("has_acted", "IM-TURN-2", actor=actor_name(table, command.actor))
    if not now.resolving:
        raise Refused("declare_first", "IM-TURN-3")


def lapse(draft: Draft, command: Lapse) -> None:
    """Count it as used."""
    use_action(draft, command.actor)
    move_on(draft)
    draft.note("lapses", "IM-TURN-7", actor=actor_name(draft.table, command.actor))


def verify_mark(table: Table, command: MarkActed) -> None:
    """The GM sets markers."""
    need_gm(table, command, "IM-TURN-2")
    now = need_fight(table)
    if command.actor not in now.fighters:
        raise Refused("not_in_fight", "IM-TURN-1", actor=actor_name(table, command.actor))
    if command.acted == (command.actor in now.acted):
        raise Refused("already_so", "IM-TURN-2")


def mark(draft: Draft, command: MarkActed) -> None:
    """Set or clear the marker."""
    if command.acted:
        use_action(draft, command.actor)
    else:
        give_back(draft, (command.actor,))
    move_on(draft)
    draft.note("marked" if command.acted else "unmarked", "IM-TURN-2", actor=actor_name(draft.table, command.actor))


def verify_next(table: Table, command: NextTurn) -> None:
    """Between actions."""
    need_gm(table, command, "IM-TURN-9")
    need_fight(table)
    need_free(table)


def next_turn(draft: Draft, command: NextTurn) -> None:
    """Clear markers and declarations; hands stay as they are."""
    now = need_fight(draft.table)
    keep = command.keep_initiative and now.order
    draft.become(
        replace(
            now,
            turn=now.turn + 1,
            declared={},
            acted=(),
            countered=(),
            resolving=False,
            order=now.order if keep else (),
            initiative=now.initiative if keep else {},
            group=0,
            standing=(),
        )
    )
    draft.note("next_turn", "IM-TURN-9", turn=now.turn + 1)
    if keep:
        set_order(draft, now.order)


def undeclared(table: Table) -> tuple[str, ...]:
    """Return the fighters who have not declared and could; nobody waits for the unconscious (IM-WOUND-12)."""
    now = need_fight(table)
    return tuple(a for a in now.fighters if a not in now.declared and able(table, a))


MOVES = (
    Move(StartFight, verify_start, start),
    Move(EndFight, verify_end, end),
    Move(JoinFight, verify_join, join),
    Move(LeaveFight, verify_leave, leave),
    Move(Declare, verify_declare, declare),
    Move(ResolveTurn, verify_resolve, resolve),
    Move(Lapse, verify_lapse, lapse),
    Move(MarkActed, verify_mark, mark),
    Move(NextTurn, verify_next, next_turn),
)
