"""Showing the portrait of a character to everybody: a line of a menu, and the question before an unknown face."""

from __future__ import annotations

from functools import partial

from PySide6.QtWidgets import QWidget

from vtt.campaign.shown_handout import PortraitToShow
from vtt.campaign.viewer_campaign import ViewerCampaign
from vtt.shared.lists.search_list import ListEntry
from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.message_dialog import DialogButton, ask
from vtt.widgets.ui_texts import ui_text


def portrait_entry(
    hub: ThemeHub, widget: QWidget, campaign: ViewerCampaign, actor: str, picture: str
) -> ListEntry | None:
    """Return the line of a menu that shows a portrait; None where the viewer cannot show it."""
    portrait = campaign.portrait_to_show(actor, picture)
    if portrait is None:
        return None
    return ListEntry(
        title=ui_text("handouts", "portrait.show"),
        payload=partial(show_portrait, hub, widget, campaign, portrait),
        detail=ui_text("handouts", "portrait.explain_secret" if portrait.is_secret else "portrait.explain"),
        icon="eye",
    )


def show_portrait(hub: ThemeHub, widget: QWidget, campaign: ViewerCampaign, portrait: PortraitToShow) -> None:
    """Show a portrait; ask before that of a secret character."""
    if not portrait.is_secret:
        campaign.show_portrait(portrait)
        return
    ask(
        hub,
        widget.window(),
        ui_text("handouts", "portrait.title"),
        (ui_text("handouts", "portrait.secret"),),
        (
            DialogButton("", ui_text("handouts", "portrait.keep"), "primary"),
            DialogButton("show", ui_text("handouts", "portrait.show"), "danger"),
        ),
        lambda key: campaign.show_portrait(portrait) if key == "show" else None,
        icon="eye",
    )
