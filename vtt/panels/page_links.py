"""The links in the texts of status pages: followed as the links in notes are."""

from __future__ import annotations

from engine.kit.every_game.full_content_editor import content_editor_of
from vtt.shared.campaign_panel import CampaignPanel
from vtt.shared.notes.note_link_actions import NoteLinkActions
from vtt.shared.notes.note_targets import NoteTargets
from vtt.shared.notes.shipped_targets import ShippedTargets


def page_link_actions(panel: CampaignPanel) -> NoteLinkActions:
    """Return the actions of links on the status pages, for the viewer of a panel."""
    editor = content_editor_of(panel.campaign.game)
    categories, shipped = editor.categories(), ShippedTargets(editor, panel.view.options, panel)
    return NoteLinkActions(panel, lambda: NoteTargets(panel.view, categories, shipped.all_targets()))
