"""The offers of the context menu for each thing on the table, by rule and by hand."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.manual_moves import SetClock
from engine.messages.message import Message
from engine.messages.texts import say
from engine.model.frozen import replace
from engine.presentation.offers import Offer
from vtt.campaign.viewer_campaign import ViewerCampaign
from vtt.shared.screen_names import clean_name
from vtt.table.input.body_targeting import body_menu_offers
from vtt.table.input.chip_drop_targets import chip_offers
from vtt.table.input.drop_targets import ItemPlace, offers_concerning


def seat_menu_offers(viewer_campaign: ViewerCampaign, seat: str) -> list[Offer]:
    """Return the offers that concern a seat."""
    hand = viewer_campaign.manual_moves()
    return [*hand.seat_offers(seat), *hand.join_offers(viewer_campaign.next_guest_id)]


def actor_menu_offers(viewer_campaign: ViewerCampaign, actor: str) -> list[Offer]:
    """Return the offers that concern a character, with its name filled in; first the one that hides or shows it."""
    character = viewer_campaign.view.actors.get(actor)
    if character is None:
        return []
    hand = list(viewer_campaign.manual_moves().character_offers(actor))
    offers = [_of(offer, actor, character.name) for offer in body_menu_offers(viewer_campaign, actor, actor)]
    return [*hand, *offers] if character.secret else [*offers, *hand]


def _of(offer: Offer, actor: str, name: str) -> Offer:
    """Return an offer that says in its label which character it is about, or against."""
    words = say(offer.label)
    if name in words:
        return offer
    asked = {question.field for question in offer.questions}
    is_target = "target" not in asked and getattr(offer.command, "target", "") == actor
    label = Message(key=f"table.{'at' if is_target else 'of'}", params={"name": clean_name(name), "what": words})
    return replace(offer, label=label, explained_as=offer.label.key)


def table_menu_offers(viewer_campaign: ViewerCampaign, seat: str) -> list[Offer]:
    """Return the offers about no single thing: new characters, seats and the time."""
    offers = [o for o in viewer_campaign.offers(seat) if o.command.ADDS_CHARACTERS or isinstance(o.command, SetClock)]
    return [*offers, *viewer_campaign.manual_moves().join_offers(viewer_campaign.next_guest_id)]


def chip_menu_offers(viewer_campaign: ViewerCampaign, bag: str, colour: str = "") -> list[Offer]:
    """Return the offers that concern a bag of chips, or one colour in it."""
    offers = (
        o for o in chip_offers(viewer_campaign, bag) if not colour or o.drag is None or o.drag.colour in ("", colour)
    )
    return [*offers, *viewer_campaign.manual_moves().chip_offers(bag, colour)]


def place_menu_offers(
    viewer_campaign: ViewerCampaign, zones: Sequence[str], place: ItemPlace | None, seat: str
) -> list[Offer]:
    """Return the offers that concern a place or the card there; manual moves come last."""
    hand = viewer_campaign.manual_moves()
    offers = offers_concerning(viewer_campaign, zones, place, seat)
    if place is not None:
        offers += hand.card_offers(place.zone, place.index)
    offers += (offer for zone in zones for offer in hand.pile_offers(zone))
    return offers
