"""Combat turns: fighters, declarations, and used actions (IM-TURN)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from engine.core.command_fields import ActorId
from engine.core.commands import Request
from engine.core.draft import Draft
from engine.core.events import OptionSet
from engine.kit.combat.combat_commands import (
    EndCombatRequest,
    JoinCombatRequest,
    LeaveCombatRequest,
    StartCombatRequest,
)
from engine.kit.control import controller_of
from engine.kit.gm_requests import GmRequest
from engine.messages.display_names import actor_name
from engine.messages.refusal import Refused
from engine.model.frozen import replace
from engine.model.seats import SHARED
from engine.model.table import Table
from engine.presentation.command_offers import Asks
from engine.rulesets.imaginality.character_state import can_act, end_procedure, is_dead, need_controller
from engine.rulesets.imaginality.procedures import Declaration, Fight, current_fight
from engine.rulesets.imaginality.settings import flag, word
from engine.rulesets.imaginality.turns.turn_order import FIGHTS, advance_order, need_fight, restore_actions, set_order


class StartFight(StartCombatRequest):
    """The GM begins a fight; play goes in turns, and by default hands refill only when empty."""

    RULES = ("IM-TURN-1", "IM-TURN-8")
    FLOW = FIGHTS
    fighters: Annotated[tuple[str, ...], Meta(description="the characters who fight, two at the least"), Asks(least=2)]
    length: Annotated[str, Meta(description="how long a turn is, in the GM's words"), Asks()] = ""
    pressure: Annotated[bool, Meta(description="refill only empty hands while it lasts"), Asks()] = True

    def verify(self, table: Table) -> None:
        """Two or more fighters, each once, and no other fight."""
        super().verify(table)
        need_combat(table)
        if sum(not is_dead(table, actor, self.seat) for actor in self.fighters) < FIGHTS.least:
            raise FIGHTS.refused("too_few_fighters")

    def decide(self, draft: Draft) -> None:
        """Begin. Hands are not refilled by it (IM-TURN-8)."""
        pressure = self.pressure and word(draft.table, "refill_mode") == "calm"
        draft.push_procedure(Fight(fighters=self.fighters, length=self.length, pressure=pressure))
        names = [actor_name(draft.table, a) for a in self.fighters]
        draft.note("fight_starts", "IM-TURN-1", fighters=names, length=self.length)
        if pressure:
            draft.emit(OptionSet(name="refill_mode", value="pressure", scene=True))
            draft.note("pressure_now", "IM-TURN-8", "IM-HAND-5")


class EndFight(EndCombatRequest):
    """The GM ends the fight."""

    RULES = ("IM-TURN-8",)
    CITED = ("IM-TURN-1",)
    FLOW = FIGHTS

    def decide(self, draft: Draft) -> None:
        """End it; the refill mode that it set ends with it, but not what the GM has chosen since or before."""
        fight = need_fight(draft.table)
        brought_pressure = fight.pressure and draft.table.scene.get("refill_mode") == "pressure"
        end_procedure(draft, fight)
        draft.note("fight_ends", "IM-TURN-1")
        if brought_pressure:
            calm = None if draft.table.options["refill_mode"] == "calm" else "calm"
            draft.emit(OptionSet(name="refill_mode", value=calm, scene=True))
            draft.note("pressure_over", "IM-TURN-8", "IM-HAND-4")


class JoinFight(JoinCombatRequest):
    """A character joins the fight."""

    RULES = ("IM-TURN-1",)
    FLOW = FIGHTS

    def decide(self, draft: Draft) -> None:
        """Add the character; after the declarations it acts last."""
        fight = need_fight(draft.table)
        order = (*fight.order, (self.actor,)) if fight.order else ()
        over = bool(fight.order) and fight.group == len(fight.order)
        standing = (self.actor,) if over and can_act(draft.table, self.actor) else fight.standing
        FIGHTS.change(draft, fighters=(*fight.fighters, self.actor), order=order, standing=standing)
        advance_order(draft)
        draft.note("joins_fight", "IM-TURN-1", actor=actor_name(draft.table, self.actor))


class LeaveFight(LeaveCombatRequest):
    """A character is out of the fight."""

    RULES = ("IM-TURN-1",)
    FLOW = FIGHTS

    def decide(self, draft: Draft) -> None:
        """Remove the character."""
        FIGHTS.take_out(draft, self.actor)
        _resolve_if_all_declared(draft)
        advance_order(draft)
        draft.note("leaves_fight", "IM-TURN-1", actor=actor_name(draft.table, self.actor))


class Declare(Request):
    """Declare a character's action of this turn; once all have, the turn is resolved. Later only the GM may."""

    RULES = ("IM-TURN-3", "IM-TURN-7")
    actor: ActorId
    what: Annotated[str, Meta(description="what the character will do, in the player's words"), Asks()] = ""

    def verify(self, table: Table) -> None:
        """Players for their own, the GM for the rest; after all are in, only the GM changes anything."""
        fight = _need_action_left(table, self, self.actor, "IM-TURN-3")
        if not can_act(table, self.actor):
            raise Refused("cannot_act", "IM-WOUND-12", actor=actor_name(table, self.actor))
        if fight.resolving and not table.is_gm(self.seat):
            raise Refused("change_by_gm", "IM-TURN-7")

    def decide(self, draft: Draft) -> None:
        """Write it down, open or hidden until all are in; then resolving starts."""
        fight = need_fight(draft.table)
        FIGHTS.change(draft, declared={**fight.declared, self.actor: Declaration(what=self.what)})
        name = actor_name(draft.table, self.actor)
        if word(draft.table, "declaration_visibility") == "open" or fight.resolving:
            draft.note("declares", "IM-TURN-3", actor=name, what=self.what)
        else:
            draft.note("declares_hidden", "IM-TURN-3", actor=name)
            audience = tuple(dict.fromkeys((self.seat, controller_of(draft.table, self.actor))))
            draft.note("declares", "IM-TURN-3", audience=audience, actor=name, what=self.what)
        _resolve_if_all_declared(draft)


class ResolveTurn(GmRequest):
    """The GM begins to resolve the turn although a fighter has not declared."""

    RULES = ("IM-TURN-3",)

    def verify(self, table: Table) -> None:
        """The GM may skip absent ones."""
        super().verify(table)
        if need_fight(table).resolving:
            raise Refused("already_so", "IM-TURN-3")

    def decide(self, draft: Draft) -> None:
        """Begin to resolve."""
        _resolve(draft)


class Lapse(Request):
    """A declared action lapses, or needs no cards; it counts as used."""

    RULES = ("IM-TURN-7", "IM-TURN-4")
    actor: ActorId

    def verify(self, table: Table) -> None:
        """A fighter who has not acted yet."""
        if not _need_action_left(table, self, self.actor, "IM-TURN-7").resolving:
            raise Refused("declare_first", "IM-TURN-3")

    def decide(self, draft: Draft) -> None:
        """Count it as used."""
        use_action(draft, self.actor)
        advance_order(draft)
        draft.note("lapses", "IM-TURN-7", actor=actor_name(draft.table, self.actor))


class MarkActed(GmRequest):
    """The GM sets by hand whether a character has acted this turn."""

    RULES = ("IM-TURN-2",)
    actor: ActorId
    acted: Annotated[bool, Meta(description="false gives the action back")] = True

    def verify(self, table: Table) -> None:
        """The GM sets markers."""
        super().verify(table)
        FIGHTS.need_fighter(table, self.actor)
        if self.acted == has_acted(table, self.actor):
            raise Refused("already_so", "IM-TURN-2")

    def decide(self, draft: Draft) -> None:
        """Set or clear the marker."""
        if self.acted:
            use_action(draft, self.actor)
        else:
            restore_actions(draft, (self.actor,))
        advance_order(draft)
        draft.note("marked" if self.acted else "unmarked", "IM-TURN-2", actor=actor_name(draft.table, self.actor))


class NextTurn(GmRequest):
    """A new turn: markers and declarations are cleared; initiative is dropped unless the GM keeps it."""

    RULES = ("IM-TURN-9",)
    NEEDS = (lambda table, command: FIGHTS.need_between_actions(table),)
    keep_initiative: Annotated[bool, Meta(description="the order of this turn stands for the next")] = False

    def decide(self, draft: Draft) -> None:
        """Clear markers and declarations; hands stay as they are."""
        fight = need_fight(draft.table)
        keep = self.keep_initiative and fight.order
        kept: dict[str, object] = {"order": fight.order, "initiative": fight.initiative} if keep else {}
        FIGHTS.next_round(draft, turn=fight.turn + 1, **kept)
        draft.note("next_turn", "IM-TURN-9", turn=fight.turn + 1)
        if keep:
            set_order(draft, fight.order)


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
    FIGHTS.change(draft, acted=acted, declared=declared)
    if lost:
        draft.note("declared_lost", "IM-TURN-5", "IM-HTH-9", actor=actor_name(draft.table, actor))
    return lost


def _need_action_left(table: Table, command: Request, actor: str, rule: str) -> Fight:
    """Return the fight. Raises Refused unless the seat controls the fighter, and it has not acted this turn."""
    fight = need_fight(table)
    need_controller(table, command, actor, rule)
    FIGHTS.need_fighter(table, actor)
    if actor in fight.acted:
        raise Refused("has_acted", "IM-TURN-2", actor=actor_name(table, actor))
    return fight


def _resolve_if_all_declared(draft: Draft) -> None:
    fight = need_fight(draft.table)
    if fight.fighters and not fight.resolving and not undeclared(draft.table):
        _resolve(draft)


def _resolve(draft: Draft) -> None:
    fight = need_fight(draft.table)
    FIGHTS.change(draft, resolving=True)
    if word(draft.table, "declaration_visibility") != "open":
        draft.learned.update((*draft.table.seats, SHARED))
        for actor, declared in fight.declared.items():
            draft.note("declares", "IM-TURN-3", actor=actor_name(draft.table, actor), what=declared.what)
    missing = [actor_name(draft.table, a) for a in undeclared(draft.table)]
    if missing and not fight.declared:
        draft.note("turn_resolves_undeclared", "IM-TURN-3", turn=fight.turn)
    elif missing:
        draft.note("turn_resolves_without", "IM-TURN-3", turn=fight.turn, missing=missing)
    else:
        draft.note("turn_resolves", "IM-TURN-3", turn=fight.turn)


def undeclared(table: Table) -> tuple[str, ...]:
    """Return the fighters who could declare and have not; nobody waits for the unconscious (IM-WOUND-12)."""
    fight = need_fight(table)
    return tuple(a for a in fight.fighters if a not in fight.declared and can_act(table, a))
