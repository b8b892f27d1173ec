"""Recovery between battles: the rules have none, so the GM says whose Health is restored (CD-STAT-11)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated

from msgspec import Meta

from engine.core.audience import need_known
from engine.core.draft import Draft
from engine.kit.control import controller_of
from engine.kit.gm_requests import GmRequest
from engine.messages.display_names import actor_name
from engine.messages.refusal import Refused
from engine.model.table import Table
from engine.presentation.command_offers import Asks
from engine.presentation.offers import Offer
from engine.rulesets.card_the_drawing import actor_sheet
from engine.rulesets.card_the_drawing.battle import participants
from engine.rulesets.card_the_drawing.battle.battle_changes import set_health
from engine.rulesets.card_the_drawing.battle.battle_procedures import current_battle
from engine.rulesets.card_the_drawing.battle.offer_context import OfferContext


class RestoreHealth(GmRequest):
    """The GM restores the Health of characters to its maximum, such as after a rest; defeated minions rise again."""

    RULES = ("CD-STAT-11",)
    actors: Annotated[tuple[str, ...], Meta(description="the characters and mobs"), Asks("rested", least=1)] = ()

    def verify(self, table: Table) -> None:
        """Only the GM, between battles, for characters who have lost Health."""
        super().verify(table)
        if current_battle(table) is not None:
            raise Refused("drawing_in_battle", "CD-STAT-11")
        for actor in self.actors:
            need_known(table, self.seat, actor, ())
        if not self.actors or not all(wounded_bodies(table, actor) for actor in self.actors):
            raise Refused("drawing_nothing_lost", "CD-STAT-11")

    def decide(self, draft: Draft) -> None:
        """Restore it."""
        for actor in dict.fromkeys(self.actors):
            for body, most in wounded_bodies(draft.table, actor).items():
                set_health(draft, body, most)
            audience = participants.audience_for(draft.table, actor)
            draft.note("drawing_rests", "CD-STAT-11", audience=audience, actor=actor_name(draft.table, actor))


def wounded_bodies(table: Table, actor: str) -> Mapping[str, int]:
    """Return the maximum Health of each body of an actor whose Health is below it (CD-STAT-8)."""
    tracks = {body: actor_sheet.health_track(table, body) for body in actor_sheet.body_ids(table, actor)}
    return {
        body: track.most
        for body, track in tracks.items()
        if track is not None and track.most is not None and track.value < track.most
    }


def offers(context: OfferContext) -> Iterator[Offer]:
    """Yield the GM's offer; the heroes who have lost Health are chosen already, or everybody if there are none."""
    if not context.gm or context.battle is not None:
        return
    table = context.table
    hurt = tuple(actor.id for actor in context.known_actors if wounded_bodies(table, actor.id))
    if hurt:
        heroes = tuple(actor for actor in hurt if not table.is_gm(controller_of(table, actor)))
        bare = RestoreHealth(seat=context.seat, actors=heroes or hurt)
        yield context.offer(bare, asks={"actors": hurt})
