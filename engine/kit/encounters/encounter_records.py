"""The records of encounters, and the fields that they share with the encounters and places of a game.

>>> lists = {"encounters": ({"id": "ambush", "name": "Ambush", "cast": [{"who": "foes/wolf", "count": "1d3"}]}, {})}
>>> ambush = encounters_in("example", lists)["ambush"]
>>> ambush.name, ambush.cast[0].kind, ambush.cast[0].id
('Ambush', 'foes', 'wolf')
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Final

from msgspec import Meta

from engine.asset_folder import cached_per_game
from engine.kit.content_editor.content_library import ContentLibrary, shipped_records
from engine.kit.content_editor.declared_forms import CHOSEN, LINES, REQUIRED
from engine.kit.content_editor.dice_numbers import Dice
from engine.kit.content_editor.persistence import ID_FORM
from engine.kit.content_editor.view_models import Lists
from engine.kit.notes.note_links import text_without_links
from engine.model.frozen import Frozen, Json, replace

ENCOUNTERS: Final = "encounters"
"""The list of the prepared encounters, and their kind."""
KEPT: Final = "kept_characters"
"""The list of the copies of characters that can come in an encounter, and their kind."""

LONGEST_NAME, LONGEST_LINE, LONGEST_TEXT = 80, 300, 4000
MOST_LINES: Final = 40
MOST_COUNT: Final = 20
MOST_ROUND: Final = 999
LONGEST_WHO: Final = 160
LONGEST_CLOCK: Final = 20

Name = Annotated[str, Meta(max_length=LONGEST_NAME)]
Line = Annotated[str, Meta(max_length=LONGEST_LINE)]
Text = Annotated[str, Meta(max_length=LONGEST_TEXT), LINES]
Id = Annotated[str, Meta(pattern=f"^{ID_FORM.pattern}$")]


class ChecklistLine(Frozen):
    """One thing that the GM must not forget."""

    text: Annotated[Line, REQUIRED] = ""


class EncounterTrigger(Frozen):
    """Something that happens at a certain moment.

    Attributes:
        round: it happens when this round begins; dice are rolled when the encounter begins. None if it depends on
            `when` alone.
        when: the moment, in words.
        what: what happens then.
    """

    round: Annotated[int, Meta(ge=1, le=MOST_ROUND)] | Dice | None = None
    when: Line = ""
    what: Text = ""


class EncounterHandout(Frozen):
    """A handout that belongs to an encounter, by its id."""

    handout: Annotated[Name, CHOSEN, REQUIRED] = ""


class EncounterNotes(Frozen, kw_only=True):
    """The notes of an encounter: everything except its characters. Texts may have links, as those of notes.

    Attributes:
        read_out: everybody reads it when the encounter begins.
        notes: only the GM reads it.
        loot: what can be found; only the GM reads it.
    """

    read_out: Text = ""
    notes: Text = ""
    loot: Text = ""
    checklist: Annotated[tuple[ChecklistLine, ...], Meta(max_length=MOST_LINES)] = ()
    triggers: Annotated[tuple[EncounterTrigger, ...], Meta(max_length=MOST_LINES)] = ()
    handouts: Annotated[tuple[EncounterHandout, ...], Meta(max_length=MOST_LINES)] = ()


def notes_without_links(notes: EncounterNotes) -> EncounterNotes:
    """Return notes with the words of their links, for paper and for the log.

    >>> notes_without_links(EncounterNotes(read_out="[[Count Orlok|A stranger]] waits.")).read_out
    'A stranger waits.'
    """
    plain = text_without_links
    return replace(
        notes,
        read_out=plain(notes.read_out),
        notes=plain(notes.notes),
        loot=plain(notes.loot),
        checklist=tuple(replace(line, text=plain(line.text)) for line in notes.checklist),
        triggers=tuple(replace(each, when=plain(each.when), what=plain(each.what)) for each in notes.triggers),
    )


class TimedEncounter(EncounterNotes, kw_only=True):
    """The notes of an encounter that can begin at a time of day.

    Attributes:
        clock: the time of day at which it begins, as `21:30`; empty if it begins at any time.
    """

    clock: Annotated[str, Meta(max_length=LONGEST_CLOCK)] = ""


class CastRow(Frozen):
    """Characters that an encounter adds.

    Attributes:
        who: the prepared record: its kind and its id, as in `foes/wolf`.
        side: their group or side, in words.
        count: how many; dice are rolled when the encounter begins.
        name: their name; empty for that of the record.
        shown: everybody sees them at once.
        tracks: the values with which they begin, as `opening_tracks` reads them; empty for those of the rules.
    """

    who: Annotated[str, Meta(max_length=LONGEST_WHO)] = ""
    side: Name = ""
    count: Annotated[int, Meta(ge=1, le=MOST_COUNT)] | Dice = 1
    name: Name = ""
    shown: bool = False
    tracks: Line = ""

    @property
    def kind(self) -> str:
        """The kind of the record."""
        return self.who.partition("/")[0]

    @property
    def id(self) -> str:
        """The id of the record."""
        return self.who.partition("/")[2]


class OpeningChips(Frozen):
    """Chips of one colour that an encounter gives the GM; dice are rolled when it begins."""

    colour: Annotated[Name, CHOSEN, REQUIRED] = ""
    count: Annotated[int, Meta(ge=1, le=MOST_COUNT)] | Dice = 1


class OpeningCards(Frozen):
    """Cards from the top of one place that lie in another when an encounter begins; dice are rolled then.

    Attributes:
        count: how many; of a place with fewer cards, as many as there are.
        source, target: the places, by the ids that they have for a GM with the seat `gm`.
    """

    count: Annotated[int, Meta(ge=1, le=MOST_COUNT)] | Dice = 1
    source: Annotated[Name, CHOSEN, REQUIRED] = ""
    target: Annotated[Name, CHOSEN, REQUIRED] = ""


class Encounter(TimedEncounter):
    """A prepared encounter.

    Attributes:
        chips: the chips that it gives the GM.
        cards: the cards that it moves.
    """

    id: Id
    name: Name = ""
    cast: Annotated[tuple[CastRow, ...], Meta(max_length=MOST_LINES)] = ()
    chips: Annotated[tuple[OpeningChips, ...], Meta(max_length=MOST_LINES)] = ()
    cards: Annotated[tuple[OpeningCards, ...], Meta(max_length=MOST_LINES)] = ()


class KeptCharacter(Frozen):
    """A copy of a character as it was on the table, which encounters can add.

    Attributes:
        character: the character, in the form of a file; empty for none yet.
    """

    id: Id
    name: Name = ""
    notes: Text = ""
    character: Mapping[str, Json] = {}


_COPIES: Final = ContentLibrary[KeptCharacter]({KEPT: KeptCharacter}, lambda _kind: ())


@cached_per_game
def encounter_library(ruleset: str) -> ContentLibrary[Any]:
    """Return the encounters that a game ships, and those of a group, with the copies of characters."""

    def shipped(kind: str) -> Iterable[Encounter]:
        return shipped_records(ruleset, kind, Encounter) if kind == ENCOUNTERS else ()

    return ContentLibrary[Any]({ENCOUNTERS: Encounter, KEPT: KeptCharacter}, shipped)


def encounters_in(ruleset: str, lists: Lists) -> Mapping[str, Encounter]:
    """Return the encounters of a game and a group by id."""
    return encounter_library(ruleset).records(lists, ENCOUNTERS)


def kept_in(lists: Lists) -> Mapping[str, KeptCharacter]:
    """Return the copies of characters by id."""
    return _COPIES.records(lists, KEPT)
