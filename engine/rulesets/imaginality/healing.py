"""Unconsciousness, dying and death by GM decision, and healing: no rule covers them (IM-WOUND-11)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta

from engine.core.command_fields import ActorId
from engine.core.commands import need_actor
from engine.core.draft import Draft
from engine.core.events import ConditionGone, ConditionSet
from engine.kit.gm_requests import GmActorRequest, GmRequest
from engine.messages.display_names import actor_name
from engine.messages.refusal import Refused
from engine.model.frozen import replace
from engine.model.seats import Actor
from engine.model.table import Table
from engine.presentation.command_offers import Asks, offer_of
from engine.presentation.offers import Offer
from engine.rulesets.imaginality.actions.action_sides import accumulated_damage
from engine.rulesets.imaginality.character_state import (
    DOWN,
    WOUND,
    FallenState,
    add_log_line,
    is_dead,
    is_players,
    lay_fallen,
    need_free,
)
from engine.rulesets.imaginality.procedures import current_action, noticed

_WAKES_FROM = ("dying", "unconscious")


class Heal(GmActorRequest):
    """The GM heals a character: so many points of its wounds, the oldest first, and it wakes up if it has fallen."""

    RULES = ("IM-WOUND-11",)
    points: Annotated[int, Meta(ge=0, description="how many points of wounds heal"), Asks("healed")]
    wakes: Annotated[bool, Meta(description="whether a fallen character is conscious again"), Asks()] = True

    def verify(self, table: Table) -> None:
        """The GM, between actions, for no more points than there are, and for something that can heal."""
        super().verify(table)
        need_free(table)
        if table.actors[self.actor].has_condition("dead"):
            raise Refused("stays_dead", "IM-WOUND-11", actor=actor_name(table, self.actor))
        most = accumulated_damage(table, self.actor)
        if self.points > most:
            raise Refused("fewer_wounds", "IM-WOUND-11", actor=actor_name(table, self.actor), points=most)
        if not self.points and not (self.wakes and _has_fallen(table.actors[self.actor])):
            raise Refused("nothing_heals", "IM-WOUND-11", actor=actor_name(table, self.actor))

    def decide(self, draft: Draft) -> None:
        """Lower the wounds, and remove what keeps the character down."""
        left = self.points
        for wound in draft.table.actors[self.actor].conditions_named(WOUND):
            healed = min(left, wound.level)
            left -= healed
            if healed == wound.level:
                draft.emit(ConditionGone(actor=self.actor, id=wound.id))
            elif healed:
                draft.emit(ConditionSet(actor=self.actor, condition=replace(wound, level=wound.level - healed)))
        if self.points:
            still = accumulated_damage(draft.table, self.actor)
            add_log_line(
                draft, self.actor, "healed" if still else "healed_all", "IM-WOUND-11", points=self.points, left=still
            )
        if self.wakes and _has_fallen(draft.table.actors[self.actor]):
            for state in _WAKES_FROM:
                draft.lift_condition(self.actor, state)
            add_log_line(draft, self.actor, "wakes", "IM-WOUND-11")


class LetFall(GmRequest):
    """The GM says that a character is unconscious, dying or dead; who is dying is unconscious, too (IM-WOUND-10)."""

    RULES = ("IM-WOUND-11", "IM-WOUND-10")
    NEEDS = (lambda table, command: need_free(table), lambda table, command: need_actor(table, command.target))
    target: Annotated[ActorId, Asks("fallen", least=1, most=1)]
    state: Annotated[FallenState, Meta(description="how bad it is"), Asks("fallen_state")]

    def verify(self, table: Table) -> None:
        """The GM, between actions, for a character that is not in this state; no refusal tells of a secret one's."""
        super().verify(table)
        actor = table.actors[self.target]
        if actor.secret:
            return
        if actor.has_condition(self.state):
            raise Refused("already_so", "IM-WOUND-11")
        if actor.has_condition("dead"):
            raise Refused("stays_dead", "IM-WOUND-11", actor=actor_name(table, self.target))

    def decide(self, draft: Draft) -> None:
        """Give it the state; the dead have no other one of these and stay dead."""
        state = "dead" if draft.table.actors[self.target].has_condition("dead") else self.state
        if state == "dead":
            for other in _WAKES_FROM:
                draft.lift_condition(self.target, other)
        for fallen in ("unconscious", "dying") if state == "dying" else (state,):
            lay_fallen(draft, self.target, fallen)
        add_log_line(draft, self.target, f"falls_{state}", "IM-WOUND-11")


def _seems_fallen(table: Table, actor: str, viewer: str) -> int:
    """Return how badly a character is down, as far as a viewer may know: 0 for the standing, most for the dead."""
    character = table.actors[actor]
    if not character.conditions or not table.may_read(character, viewer):
        return 0
    return max([level for level, state in enumerate(DOWN, 1) if character.has_condition(state)], default=0)


def _seems_wounded(table: Table, actor: str, viewer: str) -> bool:
    character = table.actors[actor]
    return bool(character.conditions) and table.may_read(character, viewer) and accumulated_damage(table, actor) > 0


def _has_fallen(actor: Actor) -> bool:
    return any(actor.has_condition(state) for state in _WAKES_FROM)


def offers(table: Table, seat: str, viewer: str) -> Iterator[Offer]:
    """Yield what the GM decides between actions: who is down, and how each hurt character heals."""
    if not table.is_gm(seat) or current_action(table) is not None:
        return
    fallen_as = {actor: _seems_fallen(table, actor, viewer) for actor in noticed(table, viewer)}
    alive = [actor for actor, state in fallen_as.items() if state < len(DOWN)]
    if alive:
        alive.sort(key=lambda actor: (fallen_as[actor], is_players(table, actor)))
        worse = DOWN[fallen_as[alive[0]]]
        hurt = any(fallen_as[actor] or _seems_wounded(table, actor, viewer) for actor in alive)
        mark = LetFall(seat=seat, target="", state=worse)
        yield offer_of(None, mark, asks={"target": tuple(alive)}, rare=not hurt)
    for actor in table.actors.values():
        if not actor.conditions or actor.archived or is_dead(table, actor.id, viewer):
            continue
        most, fallen = accumulated_damage(table, actor.id), _has_fallen(actor)
        if (most or fallen) and table.may_read(actor, viewer):
            heal = Heal(seat=seat, actor=actor.id, points=most)
            asked = (*(("points",) if most else ()), *(("wakes",) if fallen else ()))
            points = Asks(least=0 if fallen else 1, most=most)
            yield offer_of(table, heal, fields=asked, asks={"points": points}, actor=actor.name)
