"""Natural play: the one offer that a double click on cards means, or a click on dice, and whether it may be taken."""

from __future__ import annotations

from collections.abc import Sequence

from engine.presentation.offers import Offer, QuestionKind
from engine.presentation.visibility import VisibleTable
from vtt.campaign.viewer_campaign import ViewerCampaign
from vtt.shared.offers.card_questions import question_about
from vtt.shared.table_queries import is_held, owner_of_zone, reachable_seats, seats_waited_for
from vtt.table.input.drop_targets import DropFit, ItemPlace, drop_fit, seats_with_offers


def natural_fits(viewer_campaign: ViewerCampaign, places: Sequence[ItemPlace], active: str) -> tuple[DropFit, ...]:
    """Return the offers that take exactly these cards of one zone; only the primary ones, if there are any.

    Of these, what is done on the table itself comes before what a form does with several cards.

    Args:
        viewer_campaign: the campaign as the viewer sees it.
        places: the cards.
        active: the active seat; its offers come first where the cards belong to nobody.
    """
    view, zone = viewer_campaign.view, places[0].zone
    seats = seats_with_offers(view, zone, active)
    offers = [offer for seat in seats for offer in viewer_campaign.offers(seat) if _is_about(offer, zone)]
    fits = [fit for offer in offers if (fit := drop_fit(view, offer, places)) is not None]
    own = [fit for fit in fits if fit.offer.command.seat == active] or fits
    primary = [fit for fit in own if fit.offer.primary]
    return tuple([fit for fit in primary if fit.offer.direct] or primary or own)


def _is_about(offer: Offer, zone: str) -> bool:
    """Return whether an offer is possible, is taken often, and takes cards from a zone."""
    if offer.denial is not None or offer.rare:
        return False
    return question_about(offer, zone) is not None or (offer.drag is not None and offer.drag.source == zone)


def awaited_choice(viewer_campaign: ViewerCampaign, zone: str) -> Offer | None:
    """Return the one next step of a hand's owner that asks for several of its cards, if the table waits for that."""
    owner = owner_of_zone(viewer_campaign.view, zone)
    if not is_held(zone) or owner not in seats_waited_for(viewer_campaign.view):
        return None
    steps = [offer for offer in viewer_campaign.offers(owner) if offer.primary and _is_about(offer, zone)]
    question = question_about(steps[0], zone) if len(steps) == 1 else None
    asks_several = question is not None and question.kind is QuestionKind.CARDS and question.least > 1
    return steps[0] if asks_several else None


def may_play_at_once(view: VisibleTable, fit: DropFit, places: Sequence[ItemPlace], *, seen: bool) -> bool:
    """Return whether a double click may take an offer without a further question.

    It must not do by accident what cannot be undone, what costs somebody luck or chips, or what reveals a secret:

    * A card of a hand is played only if the person sees it, and only if it is the card that the offer takes.
    * A hidden card goes to an open place only if the game calls that the natural next step.

    Args:
        view: the view of the screen.
        fit: the offer with the cards filled in.
        places: the cards.
        seen: whether the screen shows their faces.
    """
    offer, source = fit.offer, view.zones[places[0].zone]
    if fit.remaining or offer.is_far_reaching or offer.at_cost_of or offer.lazy:
        return False
    if is_held(source.id) and not (seen and (fit.answers or source.count == 1)):
        return False
    if not source.private or offer.primary:
        return True
    target = view.zones.get(offer.drag.target) if offer.drag is not None else None
    return target is not None and target.private


def throw_of_waiting_dice(viewer_campaign: ViewerCampaign, side: str) -> Offer | None:
    """Return the one next step of a seat whose dice are not thrown yet, if this viewer can act for it.

    Nobody throws for another one by accident: where the dice of several seats wait, each throws by its own button.

    Args:
        viewer_campaign: the campaign as the viewer sees it.
        side: the side of the activity in front whose dice are meant.
    """
    view = viewer_campaign.view
    sides = view.under_way[-1].sides if view.under_way else ()
    unthrown = {one.name: one.seat for one in sides if one.dice and not any(die.faces for die in one.dice)}
    seats = set(unthrown.values())
    if side not in unthrown or len(seats) > 1 or not seats <= seats_waited_for(view) & {*reachable_seats(view)}:
        return None
    offers = viewer_campaign.offers(unthrown[side])
    steps = [offer for offer in offers if offer.primary and offer.denial is None and not offer.questions]
    return steps[0] if len(steps) == 1 else None
