"""The command that saves prepared content: one command, one undo; only the GM reads of it."""

from __future__ import annotations

from engine.kit.content_editor.save_content import SaveContent
from engine.rulesets.imaginality.editor.prepared_records import SECRET, STRUCTS


class SavePrepared(SaveContent):
    """Save or remove characters, difficulties and adventure seeds of the GM."""

    WORDS = "im"
    FORMS = STRUCTS
    SECRET = SECRET
