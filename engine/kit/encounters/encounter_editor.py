"""The content editor of encounters, for every game without encounters of its own kind.

>>> from engine.kit.game_factory import make_game
>>> from engine.kit.manual_game import ManualGame
>>> editor = EncounterEditor(make_game(ManualGame("example")))
>>> ambush = {"name": "Ambush", "cast": [{"who": "kept_characters/wolf"}]}
>>> [problem.text for problem in editor.editor_view({}, {}, "encounters", ambush).problems]
['“kept_characters/wolf” does not exist. Choose another character.']
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any, Final, NamedTuple

from engine.kit.content_editor.content_editor import ContentEditor
from engine.kit.content_editor.declared_forms import declared_fields, declared_rows
from engine.kit.content_editor.editor_fault_isolation import isolated_editor_of
from engine.kit.content_editor.form_definitions import (
    RecordForms,
    RecordKind,
    RowForm,
    by_key,
    choice,
    dice_number,
    lines,
    rows,
    switch,
    text,
)
from engine.kit.content_editor.json_record_edits import split_path
from engine.kit.content_editor.record_editor import RecordEditor
from engine.kit.content_editor.record_form_view import RecordDraft, with_written
from engine.kit.content_editor.shared_editor_texts import clipped
from engine.kit.content_editor.view_models import EditorChoice, Lists, Options, Problem, RecordOrigin
from engine.kit.encounters.cast import casts_of, groups_of
from engine.kit.encounters.encounter_commands import SaveEncounters
from engine.kit.encounters.encounter_forms import (
    NOTE_ROWS,
    PAGE_FIELDS,
    READ_FIELDS,
    RUNNING_FIELDS,
    handout_choices,
    opening_faults,
)
from engine.kit.encounters.encounter_offers import RUN
from engine.kit.encounters.encounter_records import (
    ENCOUNTERS,
    KEPT,
    LONGEST_LINE,
    LONGEST_NAME,
    LONGEST_TEXT,
    MOST_LINES,
    CastRow,
    Encounter,
    KeptCharacter,
    OpeningCards,
    OpeningChips,
    encounter_library,
    kept_in,
)
from engine.kit.encounters.opening_positions import ChipSupply, chip_supply, place_names
from engine.kit.handouts.handout_records import handout_in
from engine.model.frozen import Json
from engine.presentation.game import Game

_KINDS: Final = {
    ENCOUNTERS: RecordKind(
        struct=Encounter,
        fields=(
            text("name", "read", longest=LONGEST_NAME, required=True),
            *READ_FIELDS,
            rows("cast", "cast"),
            *declared_fields(Encounter, opening=("clock", "chips", "cards")),
            *RUNNING_FIELDS,
        ),
        facets=("state",),
        offers=(RUN,),
        answers="encounter",
        runs=True,
        page=PAGE_FIELDS,
    ),
    KEPT: RecordKind(
        struct=KeptCharacter,
        fields=(text("name", "gm", longest=LONGEST_NAME, required=True), lines("notes", "gm", longest=LONGEST_TEXT)),
        facets=("state",),
    ),
}
_CAST: Final = RowForm(
    by_key(
        choice("who", required=True),
        dice_number("count"),
        text("side", longest=LONGEST_NAME),
        text("name", longest=LONGEST_NAME),
        text("tracks", longest=LONGEST_LINE),
        switch("shown"),
    ),
    CastRow,
    "encounter_cast",
    most=MOST_LINES,
    start={"who": "", "count": 1},
    usual={"count": "1"},
)
_CHIPS: Final = declared_rows(OpeningChips, "encounter_chips", start={"colour": "", "count": 1})
_CARDS: Final = declared_rows(OpeningCards, "encounter_cards", start={"source": "", "target": "", "count": 1})


class EncounterContent(NamedTuple):
    """The lists and options of a group, which encounters refer to."""

    lists: Lists
    options: Options


_Draft = RecordDraft[Any, EncounterContent]


class EncounterEditor(RecordEditor[Any, EncounterContent]):
    """The editor of encounters and of copies of characters."""

    forms = RecordForms("encounter", _KINDS, {"cast": _CAST, "chips": _CHIPS, "cards": _CARDS, **NOTE_ROWS})
    command = SaveEncounters
    unmarked = (RecordOrigin.PRINTED, RecordOrigin.OWN)
    referring = (ENCOUNTERS,)

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.library = encounter_library(game.ruleset.id)

    @cached_property
    def _own(self) -> ContentEditor | None:
        """The editor of the game, which has the prepared records that encounters can add."""
        return isolated_editor_of(self._game)

    @cached_property
    def _supply(self) -> ChipSupply:
        """Where the game has the chips for its GM."""
        return chip_supply(self._game.ruleset, {})

    @cached_property
    def _places(self) -> Mapping[str, str]:
        """The names of the places that cards can be moved between, by their ids; none in a game without cards."""
        return place_names(self._game.ruleset)

    def matters(self, draft: _Draft, path: str) -> bool:
        """Say that chips and cards have no effect in a game whose GM has none."""
        if path == "cards":
            return bool(self._places)
        return path != "chips" or bool(self._supply.colours)

    def content(self, lists: Lists, options: Options) -> EncounterContent:
        """Return the lists and the options."""
        return EncounterContent(lists, options)

    def lists_in(self, content: EncounterContent) -> Lists:
        """Return the group's lists."""
        return content.lists

    def faults(self, content: EncounterContent, kind: str, record: Any) -> Iterator[Problem]:
        """Yield the errors that prevent running an encounter, and handouts that no longer exist."""
        if not record.name.strip():
            yield self.problem(kind, "name", self.forms.text("fault.no_name"))
        if isinstance(record, KeptCharacter):
            if not record.character:
                yield self.problem(kind, "name", self.forms.text("fault.nobody_kept"))
            return
        known = self._cast_names(content) if record.cast else {}
        for number, row in enumerate(record.cast):
            if row.who not in known:
                path, who = f"cast[{number}].who", row.who[:LONGEST_NAME]
                yield self.problem(kind, path, self.forms.text("fault.no_cast" if who else "fault.no_who", who=who))
        for path, refused in opening_faults(record, "cast"):
            yield self.problem(kind, path, refused.text)
        for number, chips in enumerate(record.chips):
            if chips.colour not in self._supply.colours:
                fault = "no_chips" if chips.colour else "no_colour"
                words = self.forms.text(f"fault.{fault}", colour=chips.colour[:LONGEST_NAME])
                yield self.problem(kind, f"chips[{number}].colour", words)
        for number, cards in enumerate(record.cards):
            for field in ("source", "target"):
                if getattr(cards, field) not in self._places:
                    yield self.problem(kind, f"cards[{number}].{field}", self.forms.text("fault.no_place"))
        for number, handout in enumerate(record.handouts):
            if handout_in(content.lists, handout.handout) is None:
                yield self.problem(kind, f"handouts[{number}].handout", self.forms.text("fault.no_handout"))
        for number, trigger in enumerate(record.triggers):
            if trigger.round is None and not trigger.when.strip():
                yield self.problem(kind, f"triggers[{number}].when", self.forms.text("fault.no_moment"))

    def _cast_names(self, content: EncounterContent) -> Mapping[str, str]:
        """Return the names of all records that an encounter can add, by kind and id."""
        names: dict[str, str] = {}
        for kind in (*casts_of(self._game.ruleset), *groups_of(self._game.ruleset)):
            entries = () if self._own is None else self._own.entries(content.lists, content.options, kind)
            names |= {f"{kind}/{entry.id}": entry.name for entry in entries if entry.id}
        kept = kept_in(content.lists).items()
        return names | {f"{KEPT}/{id_}": clipped(record.name) for id_, record in kept if record.character}

    def summary(self, draft: _Draft) -> tuple[str, ...]:
        """Return which characters are added, and who reads which text."""
        encounter = draft.understood
        if not isinstance(encounter, Encounter):
            return ()
        names = self._cast_names(draft.content) if encounter.cast else {}
        sentences = [
            self.forms.text(
                "reading.shown" if row.shown else "reading.secret",
                count=row.count,
                name=row.name or names.get(row.who, row.who),
            )
            for row in encounter.cast
            if row.who
        ]
        said = [key for key in ("read_out", "notes") if getattr(encounter, key).strip()]
        return (*sentences, *(self.forms.text(f"reading.{key}") for key in said))

    def references(self, record: Any) -> Iterator[tuple[str, str]]:
        """Yield the copies of characters that an encounter adds."""
        yield from ((KEPT, row.id) for row in getattr(record, "cast", ()) if row.kind == KEPT)

    def choices(self, draft: _Draft, path: str, value: Json) -> Iterable[EditorChoice]:
        """Return the characters that can be added, and the handouts."""
        handouts = handout_choices(draft.content.lists, path, value)
        if handouts is not None:
            return handouts
        if path.startswith("chips"):
            return with_written(
                (EditorChoice(value=one, label=one.capitalize()) for one in self._supply.colours), value
            )
        if path.startswith("cards"):
            places = self._places.items()
            return with_written((EditorChoice(value=place, label=name) for place, name in places), value)
        if split_path(path)[2] != "who":
            return ()
        known = (EditorChoice(value=who, label=name) for who, name in self._cast_names(draft.content).items())
        return with_written(known, value)

    def details(self, content: EncounterContent, record: Any) -> Iterator[str]:
        """Yield the characters of an encounter, or the note about a copy."""
        if isinstance(record, KeptCharacter):
            yield " ".join(record.notes.split())
            return
        names = self._cast_names(content) if record.cast else {}
        for row in record.cast:
            yield self.forms.text("line.cast", count=row.count, name=row.name or names.get(row.who, row.who))
