"""All offers of a seat, without revealing more than the viewer may know."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from itertools import chain

from engine.model.frozen import replace
from engine.model.table import Table
from engine.presentation.offer_fault_isolation import isolated_offers
from engine.presentation.offers import Offer
from engine.rulesets.future_imperfect.checks import check_commands
from engine.rulesets.future_imperfect.combat import attack_offers, hit_offers
from engine.rulesets.future_imperfect.combat.rounds import conflict_offers
from engine.rulesets.future_imperfect.editor import deployment_offers
from engine.rulesets.future_imperfect.hazards import hazard_offers
from engine.rulesets.future_imperfect.health import health_offers
from engine.rulesets.future_imperfect.movement import movement_offers
from engine.rulesets.future_imperfect.offer_context import OfferContext
from engine.rulesets.future_imperfect.procedures.attack_procedure import current_attack
from engine.rulesets.future_imperfect.procedures.check_procedure import current_check
from engine.rulesets.future_imperfect.procedures.conflict_procedure import current_conflict
from engine.rulesets.future_imperfect.procedures.wound_procedure import pending_wounds
from engine.rulesets.future_imperfect.session import session_offers
from engine.rulesets.future_imperfect.sheet_lookups import keeps_secrets
from engine.rulesets.future_imperfect.social import social_offers

STATE_REFUSALS = frozenset(
    {f"refused.{key}" for key in ("out_of_action", "is_stunned", "must_flee", "swim_first", "breathe_first")}
)
"""Refusals that reveal the state of a character."""


def offers_of(table: Table, seat: str, viewer: str) -> tuple[Offer, ...]:
    """Return the offers of a seat by the rules, the innermost procedure first."""
    return _offers_as_seen(table, seat, viewer, _feature_offers(table, seat, viewer))


def fight_offers(table: Table, seat: str) -> tuple[Offer, ...]:
    """Return those offers of a seat that a bot takes in a conflict."""
    conflict, features = current_conflict(table), tuple[Iterable[Offer], ...]()
    if current_check(table) is not None:
        features = check_commands.fight_offers(table, seat), hit_offers.defences(table, seat)
    elif current_attack(table) is not None or pending_wounds(table) is not None:
        features = (hit_offers.player_step_offers(table, seat, seat),)
    elif conflict is not None:
        context = OfferContext(table, seat, seat)
        features = attack_offers.fight_offers(context), conflict_offers.round_offers(context, conflict)
    return _offers_as_seen(table, seat, seat, features)


def _offers_as_seen(table: Table, seat: str, viewer: str, features: Iterable[Iterable[Offer]]) -> tuple[Offer, ...]:
    offers_made = isolated_offers(seat, *[partial(iter, room) for room in features])
    if not keeps_secrets(table):
        return tuple(offers_made)
    return tuple(_as_seen_by(table, viewer, offer) for offer in offers_made)


def _feature_offers(table: Table, seat: str, viewer: str) -> tuple[Iterable[Offer], ...]:
    check = current_check(table)
    if check is not None:
        rolled, reactions = check_commands.offers(table, seat), hit_offers.reactions(table, seat, viewer)
        if hit_offers.throws_for_others(table, seat):
            rolled = chain(hit_offers.answers(table, seat, viewer), rolled)
        if check.then.waits and check.thrown:
            over_stakes = social_offers.over_stakes(OfferContext(table, seat, viewer), check)
            return (over_stakes, rolled) if check.halted_by else (rolled, over_stakes)
        hands = conflict_offers.interrupters(table, seat)
        if not hands:
            return rolled, reactions
        context = OfferContext(table, seat, viewer)
        return (
            conflict_offers.interrupts(context, hands),
            rolled,
            reactions,
            conflict_offers.perhaps_interrupts(context, hands),
        )
    if current_attack(table) is not None or pending_wounds(table) is not None:
        return (hit_offers.offers(table, seat, viewer),)
    context = OfferContext(table, seat, viewer)
    people = (
        social_offers.answers(context),
        social_offers.flee_offers(context),
        hazard_offers.due(context),
        attack_offers.offers(context),
        conflict_offers.offers(context),
        session_offers.start(context),
        movement_offers.offers(context),
        social_offers.offers(context),
        attack_offers.without_cards(context),
        health_offers.offers(context),
        hazard_offers.offers(context),
        session_offers.offers(context),
    )
    if not context.gm:
        return people
    masters = (attack_offers.gm_offers(context), social_offers.gm_offers(context), health_offers.gm_offers(context))
    return (
        *people,
        hit_offers.deaths(table, seat, viewer),
        *masters,
        hazard_offers.gm_offers(context),
        session_offers.gm_offers(context),
        deployment_offers.offers(context),
    )


def _as_seen_by(table: Table, viewer: str, offer: Offer) -> Offer:
    """Return an offer as the viewer may see it, without a secret character's state in denial or prominence."""
    character = table.actors.get(getattr(offer.command, "actor", ""))
    if character is None or table.may_read(character, viewer):
        return offer
    hidden_state = offer.denial is not None and offer.denial.message.key in STATE_REFUSALS
    return replace(offer, denial=None if hidden_state else offer.denial, primary=False)
