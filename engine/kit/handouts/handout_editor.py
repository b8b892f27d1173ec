"""The content editor of handouts, which every game has.

>>> from engine.kit.game_factory import make_game
>>> from engine.kit.manual_game import ManualGame
>>> editor = HandoutEditor(make_game(ManualGame("example")))
>>> [problem.text for problem in editor.editor_view({}, {}, "handouts", {"name": "Map"}).problems]
['This handout has neither a text nor a picture. Players would see only its title.']
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.kit.content_editor.form_definitions import RecordForms, RecordKind, lines, picture, text
from engine.kit.content_editor.record_editor import RecordEditor
from engine.kit.content_editor.record_form_view import RecordDraft
from engine.kit.content_editor.view_models import Lists, Problem
from engine.kit.handouts.handout_commands import SaveHandouts
from engine.kit.handouts.handout_records import HANDOUTS, LIBRARY, LONGEST_TEXT, LONGEST_TITLE, Handout

_FIELDS = (
    text("name", "players", longest=LONGEST_TITLE, required=True),
    picture("picture", "players"),
    lines("text", "players", longest=LONGEST_TEXT),
    lines("notes", "gm", longest=LONGEST_TEXT),
)


class HandoutEditor(RecordEditor[Handout, Lists]):
    """The editor of handouts."""

    forms = RecordForms("handout", {HANDOUTS: RecordKind(struct=Handout, fields=_FIELDS)})
    command = SaveHandouts
    any_game = True
    library = LIBRARY
    strict = True

    def faults(self, content: Lists, kind: str, record: Handout) -> Iterator[Problem]:
        """Yield the fault of a handout without a title, and a warning for one that shows nothing else."""
        if not record.name.strip():
            yield self.problem(kind, "name", self.forms.text("fault.no_title"))
        if not record.text.strip() and not record.picture:
            yield self.problem(kind, "text", self.forms.text("fault.nothing"), warning=True)

    def summary(self, draft: RecordDraft[Handout, Lists]) -> tuple[str, ...]:
        """Return what the players see, and what they do not."""
        handout = draft.understood
        has_text, has_picture = bool(handout.text.strip()), bool(handout.picture)
        parts = {(True, True): "all", (True, False): "title_and_text", (False, True): "title_and_picture"}
        seen = self.forms.text(f"reading.{parts.get((has_text, has_picture), 'title')}")
        return (seen, self.forms.text("reading.note")) if handout.notes.strip() else (seen,)

    def details(self, content: Lists, record: Handout) -> Iterator[str]:
        """Yield whether it has a picture, and the beginning of its text."""
        if record.picture:
            yield self.forms.text("line.picture")
        yield " ".join(record.text.split())
