"""Participants of a conflict: start, join, leave, end, and shared hands (FI-INIT-1, FI-INIT-8, FI-INIT-15)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from msgspec import Meta

from engine.core.draft import Draft
from engine.kit.cards.character_zones import follow_controller, make_hand
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
from engine.model import zones
from engine.model.frozen import replace
from engine.model.table import Table
from engine.model.zones import hand_of
from engine.presentation.command_offers import Asks
from engine.rulesets.future_imperfect.combat.rounds.gang_hands import gang_of
from engine.rulesets.future_imperfect.combat.rounds.round_commands import begin_round
from engine.rulesets.future_imperfect.combat.rounds.shared_hands import (
    is_own_hand,
    remove_hand,
    share_as_gang,
    share_hand,
)
from engine.rulesets.future_imperfect.combat.rounds.turn_commands import resume_interrupted
from engine.rulesets.future_imperfect.conditions import character_conditions
from engine.rulesets.future_imperfect.initiative.action_cards import (
    CONFLICTS,
    change_fighter,
    laid_aside_zone,
    need_conflict,
    need_fighter,
    replace_fighter,
    reserve_zone,
    skip_draw,
)
from engine.rulesets.future_imperfect.procedures.conflict_procedure import (
    SIDES,
    Conflict,
    Fighter,
    RoundPhase,
    current_conflict,
    fighter_of,
)
from engine.rulesets.future_imperfect.procedures.participants import side_of


class StartConflict(StartCombatRequest):
    """Begin a conflict, as the GM; play goes in rounds of action cards."""

    RULES = ("FI-INIT-1", "FI-INIT-8", "FI-INIT-9")
    FLOW = CONFLICTS
    fighters: Annotated[tuple[str, ...], Meta(description="the characters who take part"), Asks(least=1)]
    by_itself: Annotated[bool, Meta(description="the count goes on by itself when nobody is waited for")] = False

    def decide(self, draft: Draft) -> None:
        """Shuffle both decks and add everybody."""
        draft.push_procedure(Conflict(by_itself=self.by_itself))
        for side in SIDES:
            draft.shuffle(zones.separate_deck(side))
        for actor in self.fighters:
            _add_fighter(draft, actor)
        names = [actor_name(draft.table, actor) for actor in self.fighters]
        draft.note("conflict_starts", "FI-INIT-1", fighters=names)
        begin_round(draft)


class JoinConflict(JoinCombatRequest):
    """Add a character to the conflict; it draws cards in the next round, or in this one during its draw phase."""

    RULES = ("FI-INIT-2",)
    FLOW = CONFLICTS

    def decide(self, draft: Draft) -> None:
        """Add the characters."""
        _add_fighter(draft, self.actor)
        late = need_conflict(draft.table).phase is not RoundPhase.DRAW
        if late:
            skip_draw(draft, self.actor, "late")
        draft.note("joins_conflict", "FI-INIT-2", actor=actor_name(draft.table, self.actor))
        if not late:
            share_as_gang(draft, gang_of(draft.table, self.actor))


class LeaveConflict(LeaveCombatRequest):
    """Remove a character from the conflict."""

    RULES = ("FI-INIT-16",)
    FLOW = CONFLICTS

    def decide(self, draft: Draft) -> None:
        """Remove it; the last of a hand discards its cards. It is inside nobody's reach any more (FI-CLOSE-5)."""
        name, fighter = need_fighter(draft.table, self.actor)
        inside = need_conflict(draft.table).inside
        CONFLICTS.change(draft, inside=tuple(pair for pair in inside if self.actor not in pair))
        rest = tuple(actor for actor in fighter.members if actor != self.actor)
        if rest and self.actor != name:
            change_fighter(draft, name, members=rest)
        elif rest:
            _hand_over(draft, name, rest)
        else:
            remove_hand(draft, name)
            resume_interrupted(draft)
        draft.note("leaves_conflict", actor=actor_name(draft.table, self.actor))


class EndConflict(EndCombatRequest):
    """End the conflict, as the GM; all action cards are discarded."""

    RULES = ("FI-INIT-14",)
    CITED = ("FI-INIT-1",)
    FLOW = CONFLICTS

    def decide(self, draft: Draft) -> None:
        """Discard every card and end the conflict; conditions that last for a round end with it."""
        for name, fighter in need_conflict(draft.table).fighters.items():
            for actor in fighter.members:
                character_conditions.remove_condition(draft, actor, character_conditions.SURPRISED)
            remove_hand(draft, name)
        draft.pop_procedure(Conflict)
        draft.note("conflict_ends")


class ShareHand(GmRequest):
    """Let like extras act from one hand of cards, as the GM."""

    RULES = ("FI-INIT-15",)
    actors: Annotated[
        tuple[str, ...],
        Meta(description="two or more extras; the first one's Reflex is rolled"),
        Asks("share", least=2, ordered=True),
    ]

    def verify(self, table: Table) -> None:
        """Require the GM, and extras of one side before they draw."""
        super().verify(table)
        need_conflict(table)
        if len(set(self.actors)) < 2:
            raise Refused("two_to_share", "FI-INIT-15")
        hands = dict(need_fighter(table, actor) for actor in self.actors)
        if len(hands) != len(self.actors) or any(fighter.drawn for fighter in hands.values()):
            raise Refused("share_before_draw", "FI-INIT-15")
        if len({(hands[name].side, controller_of(table, name)) for name in hands}) > 1:
            raise Refused("share_one_side", "FI-INIT-15")

    def decide(self, draft: Draft) -> None:
        """Discard the others' cards; they act from the hand of the first."""
        share_hand(draft, self.actors)


def _add_fighter(draft: Draft, actor: str) -> None:
    hand = _hand_for(draft, actor)
    for zone in (reserve_zone, laid_aside_zone):
        zone.make(draft, actor)
    replace_fighter(draft, actor, Fighter(side=side_of(draft.table, actor), hand=hand, members=(actor,)))


def _hand_for(draft: Draft, actor: str) -> str:
    """Return the zone for a character's cards: its player's own hand, or one beside it if that is taken."""
    return make_hand(draft, actor, {fighter.hand for fighter in need_conflict(draft.table).fighters.values()})


def _hand_over(draft: Draft, name: str, rest: tuple[str, ...]) -> None:
    """Leave the cards of a hand to its other members; its name is now that of the first of them."""
    heir, old = rest[0], need_conflict(draft.table).fighters[name]
    _add_fighter(draft, heir)
    new = need_conflict(draft.table).fighters[heir]
    pairs = (
        (old.hand, new.hand),
        (reserve_zone(name), reserve_zone(heir)),
        (laid_aside_zone(name), laid_aside_zone(heir)),
    )
    for source, target in pairs:
        draft.move(draft.table.zones[source].cards, source, target)
    replace_fighter(draft, heir, replace(old, hand=new.hand, members=rest))
    conflict = need_conflict(draft.table)

    def inherited(hands: Iterable[str]) -> tuple[str, ...]:
        return tuple(heir if hand == name else hand for hand in hands)

    CONFLICTS.change(
        draft,
        turns=tuple(
            replace(turn, fighter=inherited((turn.fighter,))[0], raced=inherited(turn.raced)) for turn in conflict.turns
        ),
        together=inherited(conflict.together),
    )
    remove_hand(draft, name)


def follow_leader(draft: Draft, actor: str) -> None:
    """Give a character's cards to the seat that controls it now; every seat keeps its hand (FI-INIT-10)."""
    conflict = current_conflict(draft.table)
    if conflict is None or fighter_of(conflict, actor) != actor:
        return
    fighter, seat = conflict.fighters[actor], controller_of(draft.table, actor)
    if fighter.hand != hand_of(seat) and is_own_hand(draft.table, fighter.hand):
        hand = _hand_for(draft, actor)
        draft.move(draft.table.zones[fighter.hand].cards, fighter.hand, hand)
        change_fighter(draft, actor, hand=hand)
    else:
        hand = fighter.hand
    follow_controller(draft, actor, (hand, reserve_zone(actor), laid_aside_zone(actor)))
