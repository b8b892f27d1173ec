"""The content that comes with the games, as items of a library."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator

from engine.kit.content_editor.editor_fault_isolation import content_editor_of
from engine.kit.content_editor.view_models import EditRefused
from engine.messages.refusal import Refused
from engine.presentation.game import Game
from engine.rulesets.game_folder import GameOrigin
from engine.rulesets.loader import game_of, games
from vtt.campaign.library_protocol import LibraryItem
from vtt.shared.record_library_item import record_library_item

_NAMESPACE = uuid.UUID("5d6ac4c1-6f1a-4bfa-9d1c-9a5b7a1ef0c2")


def shipped_items(is_cancelled: Callable[[], bool] = lambda: False) -> Iterator[LibraryItem]:
    """Yield what the bundled games have in a new campaign, with ids that are the same in every library.

    Games from other folders are left out: their code runs only when somebody opens a campaign of theirs.
    """
    for listed in games():
        if listed.origin is not GameOrigin.BUNDLED or not listed.usable or is_cancelled():
            continue
        try:
            game = game_of(listed.id)
        except Refused:
            continue
        yield from _items_of(game)


def _items_of(game: Game) -> Iterator[LibraryItem]:
    editor = content_editor_of(game)
    if editor is None:
        return
    for category in editor.categories():
        for listed in editor.entries({}, {}, category.kind):
            record = editor.record({}, {}, category.kind, listed.id)
            if record is None:
                continue
            entry_id = uuid.uuid5(_NAMESPACE, f"{game.ruleset.id}/{category.kind}/{listed.id}").hex
            try:
                view = editor.editor_view({}, {}, category.kind, record)
                yield record_library_item(
                    editor, game.ruleset.id, {}, {}, category, listed.id, view, entry_id=entry_id, line=listed.line
                )
            except EditRefused:
                continue
