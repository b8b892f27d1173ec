"""Combat turns: fighters, declarations, and used actions (IM-TURN)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from engine.core.command_fields import ActorId
from engine.core.commands import Move, Request, need_actor, need_gm
from engine.core.draft import Draft
from engine.core.events import OptionSet
from engine.kit.control import controller_of
from engine.messages.display_names import actor_name
from engine.messages.refusal import Refused
from engine.model.frozen import replace
from engine.model.seats import SHARED
from engine.model.table import Table
from engine.presentation.command_offers import Asks
from engine.rulesets.imaginality.character_sheet import end_procedure
from engine.rulesets.imaginality.character_state import can_act, is_dead, need_controller, need_free
from engine.rulesets.imaginality.procedures import Declaration, Fight, current_fight
from engine.rulesets.imaginality.settings import flag, word
from engine.rulesets.imaginality.turns.turn_order import advance_order, need_fight, restore_actions, set_order


class StartFight(Request):
    """The GM begins a fight; play goes in turns, and by default hands refill only when empty."""

    RULES = ("IM-TURN-1", "IM-TURN-8")
    fighters: Annotated[tuple[str, ...], Meta(description="the characters who fight, two at the least"), Asks(least=2)]
    length: Annotated[str, Meta(description="how long a turn is, in the GM's words"), Asks()] = ""
    pressure: Annotated[bool, Meta(description="refill only empty hands while it lasts"), Asks()] = True


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
    """Declare a character's action of this turn; once all have, the turn is resolved. Later only the GM may."""

    RULES = ("IM-TURN-3", "IM-TURN-7")
    actor: ActorId
    what: Annotated[str, Meta(description="what the character will do, in the player's words"), Asks()] = ""


class ResolveTurn(Request):
    """The GM begins to resolve the turn although a fighter has not declared."""

    RULES = ("IM-TURN-3",)


class Lapse(Request):
    """A declared action lapses, or needs no cards; it counts as used."""

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
    keep_initiative: Annotated[bool, Meta(description="the order of this turn stands for the next"), Asks()] = False


def has_acted(table: Table, actor: str) -> bool:
    """Say whether a character has used up the action of this turn (IM-TURN-2, IM-TURN-4)."""
    fight = current_fight(table)
    return fight is not None and actor in fight.acted


def need_turn(table: Table, actor: str) -> None:
    """Raise Refused unless a character may begin its own action now.

    Outside a fight every able character may. In one: all must have declared (IM-TURN-3), one action a turn (IM-TURN-2),
    not if a counterattack or dodge took its place (IM-TURN-5), and by the order if there is one (IM-INIT-2). A fighter
    felled by another acting at the same moment still acts (IM-INIT-7).
    """
    fight = current_fight(table)
    name = actor_name(table, actor)
    together = fight is not None and bool(fight.order) and actor in fight.standing
    if not can_act(table, actor) and not together:
        raise Refused("cannot_act", "IM-WOUND-12", actor=name)
    if fight is None or actor not in fight.fighters:
        return
    declared = fight.declared.get(actor)
    if declared is not None and declared.state == "lost":
        raise Refused("action_lost", "IM-TURN-5", actor=name)
    if actor in fight.acted:
        raise Refused("has_acted", "IM-TURN-2", actor=name)
    if not fight.resolving:
        raise Refused("declare_first", "IM-TURN-3")
    if not fight.order and uses_initiative_each_turn(table):
        raise Refused("initiative_first", "IM-INIT-5")
    if fight.order and fight.group < len(fight.order) and actor not in fight.order[fight.group]:
        raise Refused("not_yet", "IM-INIT-2", actor=name)


def declared_text(table: Table, actor: str, viewer: str) -> str:
    """Return a character's declaration, as far as a viewer may know it: hidden words are shown once all are in."""
    fight = current_fight(table)
    declared = fight.declared.get(actor) if fight is not None else None
    if fight is None or declared is None:
        return ""
    hidden = word(table, "declaration_visibility") != "open" and not fight.resolving
    return "" if hidden and controller_of(table, actor) != viewer else declared.what


def need_combat(table: Table) -> None:
    """Raise Refused in a group that treats fights as ordinary actions (IM-TURN-1)."""
    if not flag(table, "combat_module"):
        raise Refused("no_combat_rules", "IM-TURN-1")


def uses_initiative_each_turn(table: Table) -> bool:
    """Say whether each turn begins with initiative cards (IM-INIT-4)."""
    return flag(table, "initiative")


def use_action(draft: Draft, actor: str, instead: bool = False) -> bool:
    """Mark a character as having acted; `instead` cancels a declared action still to come (IM-TURN-4, IM-TURN-5).

    Returns whether a declared action was lost by it.
    """
    fight = current_fight(draft.table)
    if fight is None or actor not in fight.fighters:
        return False
    declared = dict(fight.declared)
    old = declared.get(actor)
    lost = instead and old is not None and old.state == "waiting"
    if old is not None:
        declared[actor] = replace(old, state="lost" if lost else "acted")
    acted = fight.acted if actor in fight.acted else (*fight.acted, actor)
    draft.replace_procedure(replace(fight, acted=acted, declared=declared))
    if lost:
        draft.note("declared_lost", "IM-TURN-5", "IM-HTH-9", actor=actor_name(draft.table, actor))
    return lost


def verify_start(table: Table, command: StartFight) -> None:
    """Two or more fighters, each once, and no other fight."""
    need_gm(table, command, "IM-TURN-1")
    need_combat(table)
    if current_fight(table) is not None:
        raise Refused("fight_runs", "IM-TURN-1")
    need_free(table)
    for actor in command.fighters:
        need_actor(table, actor)
    alive = {actor for actor in command.fighters if not is_dead(table, actor, command.seat)}
    if len(alive) < 2 or len(set(command.fighters)) != len(command.fighters):
        raise Refused("two_fighters", "IM-TURN-1")


def start_fight(draft: Draft, command: StartFight) -> None:
    """Begin. Hands are not refilled by it (IM-TURN-8)."""
    pressure = command.pressure and word(draft.table, "refill_mode") == "calm"
    draft.push_procedure(Fight(fighters=command.fighters, length=command.length, pressure=pressure))
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


def end_fight(draft: Draft, command: EndFight) -> None:
    """End it; the refill mode that it set ends with it, but not what the GM has chosen since or before."""
    brought_pressure = need_fight(draft.table).pressure and draft.table.scene.get("refill_mode") == "pressure"
    end_procedure(draft, need_fight(draft.table))
    draft.note("fight_ends", "IM-TURN-1")
    if brought_pressure:
        calm = None if draft.table.options["refill_mode"] == "calm" else "calm"
        draft.emit(OptionSet(name="refill_mode", value=calm, scene=True))
        draft.note("pressure_over", "IM-TURN-8", "IM-HAND-4")


def verify_join(table: Table, command: JoinFight) -> None:
    """The GM, for a character that is not in the fight."""
    need_gm(table, command, "IM-TURN-1")
    fight = need_fight(table)
    need_actor(table, command.actor)
    if command.actor in fight.fighters:
        raise Refused("already_so", "IM-TURN-1")


def join_fight(draft: Draft, command: JoinFight) -> None:
    """Add the character; after the declarations it acts last."""
    fight = need_fight(draft.table)
    order = (*fight.order, (command.actor,)) if fight.order else ()
    over = bool(fight.order) and fight.group == len(fight.order)
    standing = (command.actor,) if over and can_act(draft.table, command.actor) else fight.standing
    draft.replace_procedure(replace(fight, fighters=(*fight.fighters, command.actor), order=order, standing=standing))
    advance_order(draft)
    draft.note("joins_fight", "IM-TURN-1", actor=actor_name(draft.table, command.actor))


def verify_leave(table: Table, command: LeaveFight) -> None:
    """The GM, for a character in the fight, between actions."""
    need_gm(table, command, "IM-TURN-1")
    fight = need_fight(table)
    if command.actor not in fight.fighters:
        raise Refused("no_such_actor", "IM-TURN-1", actor=command.actor)
    need_free(table)


def leave_fight(draft: Draft, command: LeaveFight) -> None:
    """Remove the character."""
    fight = need_fight(draft.table)
    gone = command.actor
    draft.replace_procedure(
        replace(
            fight,
            fighters=tuple(a for a in fight.fighters if a != gone),
            declared={a: d for a, d in fight.declared.items() if a != gone},
            acted=tuple(a for a in fight.acted if a != gone),
            countered=tuple(a for a in fight.countered if a != gone),
            order=tuple(tuple(a for a in group if a != gone) for group in fight.order),
            initiative={a: value for a, value in fight.initiative.items() if a != gone},
            standing=tuple(a for a in fight.standing if a != gone),
        )
    )
    _go_on_if_all_declared(draft)
    advance_order(draft)
    draft.note("leaves_fight", "IM-TURN-1", actor=actor_name(draft.table, gone))


def verify_declare(table: Table, command: Declare) -> None:
    """Players for their own, the GM for the rest; after all are in, only the GM changes anything."""
    fight = need_fight(table)
    need_controller(table, command, command.actor, "IM-TURN-3")
    name = actor_name(table, command.actor)
    if command.actor not in fight.fighters:
        raise Refused("not_in_fight", "IM-TURN-1", actor=name)
    if command.actor in fight.acted:
        raise Refused("has_acted", "IM-TURN-2", actor=name)
    if not can_act(table, command.actor):
        raise Refused("cannot_act", "IM-WOUND-12", actor=name)
    if fight.resolving and not table.is_gm(command.seat):
        raise Refused("change_by_gm", "IM-TURN-7")


def declare(draft: Draft, command: Declare) -> None:
    """Write it down, open or hidden until all are in; then resolving starts."""
    fight = need_fight(draft.table)
    declared = {**fight.declared, command.actor: Declaration(what=command.what)}
    draft.replace_procedure(replace(fight, declared=declared))
    name = actor_name(draft.table, command.actor)
    if word(draft.table, "declaration_visibility") == "open" or fight.resolving:
        draft.note("declares", "IM-TURN-3", actor=name, what=command.what)
    else:
        draft.note("declares_hidden", "IM-TURN-3", actor=name)
        audience = tuple(dict.fromkeys((command.seat, controller_of(draft.table, command.actor))))
        draft.note("declares", "IM-TURN-3", audience=audience, actor=name, what=command.what)
    if not fight.resolving:
        _go_on_if_all_declared(draft)


def _go_on_if_all_declared(draft: Draft) -> None:
    fight = need_fight(draft.table)
    if fight.resolving or not fight.fighters:
        return
    if not undeclared(draft.table):
        _resolve(draft)


def _resolve(draft: Draft) -> None:
    fight = need_fight(draft.table)
    draft.replace_procedure(replace(fight, resolving=True))
    if word(draft.table, "declaration_visibility") != "open":
        draft.learned.update((*draft.table.seats, SHARED))
        for actor, declared in fight.declared.items():
            draft.note("declares", "IM-TURN-3", actor=actor_name(draft.table, actor), what=declared.what)
    missing = [actor_name(draft.table, a) for a in undeclared(draft.table)]
    if missing:
        draft.note("turn_resolves_without", "IM-TURN-3", turn=fight.turn, missing=missing)
    else:
        draft.note("turn_resolves", "IM-TURN-3", turn=fight.turn)


def verify_resolve(table: Table, command: ResolveTurn) -> None:
    """The GM may skip absent ones."""
    need_gm(table, command, "IM-TURN-3")
    if need_fight(table).resolving:
        raise Refused("already_so", "IM-TURN-3")


def resolve_turn(draft: Draft, command: ResolveTurn) -> None:
    """Begin to resolve."""
    _resolve(draft)


def verify_lapse(table: Table, command: Lapse) -> None:
    """A fighter who has not acted yet."""
    fight = need_fight(table)
    need_controller(table, command, command.actor, "IM-TURN-7")
    if command.actor not in fight.fighters:
        raise Refused("not_in_fight", "IM-TURN-1", actor=actor_name(table, command.actor))
    if command.actor in fight.acted:
        raise Refused("has_acted", "IM-TURN-2", actor=actor_name(table, command.actor))
    if not fight.resolving:
        raise Refused("declare_first", "IM-TURN-3")


def lapse_action(draft: Draft, command: Lapse) -> None:
    """Count it as used."""
    use_action(draft, command.actor)
    advance_order(draft)
    draft.note("lapses", "IM-TURN-7", actor=actor_name(draft.table, command.actor))


def verify_mark(table: Table, command: MarkActed) -> None:
    """The GM sets markers."""
    need_gm(table, command, "IM-TURN-2")
    fight = need_fight(table)
    if command.actor not in fight.fighters:
        raise Refused("not_in_fight", "IM-TURN-1", actor=actor_name(table, command.actor))
    if command.acted == (command.actor in fight.acted):
        raise Refused("already_so", "IM-TURN-2")


def mark_acted(draft: Draft, command: MarkActed) -> None:
    """Set or clear the marker."""
    if command.acted:
        use_action(draft, command.actor)
    else:
        restore_actions(draft, (command.actor,))
    advance_order(draft)
    draft.note("marked" if command.acted else "unmarked", "IM-TURN-2", actor=actor_name(draft.table, command.actor))


def verify_next(table: Table, command: NextTurn) -> None:
    """Between actions."""
    need_gm(table, command, "IM-TURN-9")
    need_fight(table)
    need_free(table)


def next_turn(draft: Draft, command: NextTurn) -> None:
    """Clear markers and declarations; hands stay as they are."""
    fight = need_fight(draft.table)
    keep = command.keep_initiative and fight.order
    draft.replace_procedure(
        replace(
            fight,
            turn=fight.turn + 1,
            declared={},
            acted=(),
            countered=(),
            resolving=False,
            order=fight.order if keep else (),
            initiative=fight.initiative if keep else {},
            group=0,
            standing=(),
        )
    )
    draft.note("next_turn", "IM-TURN-9", turn=fight.turn + 1)
    if keep:
        set_order(draft, fight.order)


def undeclared(table: Table) -> tuple[str, ...]:
    """Return the fighters who could declare and have not; nobody waits for the unconscious (IM-WOUND-12)."""
    fight = need_fight(table)
    return tuple(a for a in fight.fighters if a not in fight.declared and can_act(table, a))


MOVES = (
    Move(StartFight, verify_start, start_fight),
    Move(EndFight, verify_end, end_fight),
    Move(JoinFight, verify_join, join_fight),
    Move(LeaveFight, verify_leave, leave_fight),
    Move(Declare, verify_declare, declare),
    Move(ResolveTurn, verify_resolve, resolve_turn),
    Move(Lapse, verify_lapse, lapse_action),
    Move(MarkActed, verify_mark, mark_acted),
    Move(NextTurn, verify_next, next_turn),
)
