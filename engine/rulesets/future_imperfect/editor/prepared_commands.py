"""The command that saves prepared content: one command, one undo; only the GM reads of it."""

from __future__ import annotations

from engine.kit.content_editor.save_content import SaveContent
from engine.rulesets.future_imperfect.editor.prepared_records import SECRET, STRUCTS


class SavePrepared(SaveContent):
    """Save or remove foes, gangs and dangers of the GM."""

    WORDS = "fi"
    FORMS = STRUCTS
    SECRET = SECRET
