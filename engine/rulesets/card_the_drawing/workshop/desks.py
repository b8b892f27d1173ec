"""All that an editor shows of one record: form, reading, problems, notes, and what saving it would mean (CD-UI-23)."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence

from engine.play.words import say
from engine.rulesets.card_the_drawing.faces import face_of_card
from engine.rulesets.card_the_drawing.library import TAGS, Library, Record, original, row_of
from engine.rulesets.card_the_drawing.reading import reading_of, reading_of_tag
from engine.rulesets.card_the_drawing.records import Card, Deck, Tag
from engine.rulesets.card_the_drawing.review import place_of
from engine.rulesets.card_the_drawing.scene import split_tag
from engine.rulesets.card_the_drawing.workshop.edits import as_begun
from engine.rulesets.card_the_drawing.workshop.fields import SHAPES, place_told, understood
from engine.rulesets.card_the_drawing.workshop.forms import Sheet, by_part, groups_of
from engine.rulesets.card_the_drawing.workshop.listing import ADVICE, name_of, problems, records
from engine.rulesets.card_the_drawing.workshop.notes import notes
from engine.rulesets.card_the_drawing.workshop.owners import flaws, maker
from engine.rulesets.card_the_drawing.workshop.telling import tell, without_place
from engine.rulesets.remembering import Remembered
from engine.table.frozen import replace
from engine.workshop import bench
from engine.workshop.bench import Desk, Options, Origin, Problem
from engine.workshop.editing import rows_at
from engine.workshop.telling import clipped

LONGEST_ID = 40
_users: Remembered[Mapping[tuple[str, str], tuple[str, ...]]] = Remembered()


def desk_of(kind: str, record: bench.Record, library: Library, options: Options) -> Desk:
    """Return all that is shown of a record."""
    found, misfits = read_record(kind, record, library)
    unread = {misfit.path for misfit in misfits}  # what stands there is not what was written, so nothing else is said
    told = (*misfits, *(problem for problem in _problems(kind, found, library) if problem.path not in unread))
    saved = records(library, kind).get(found.id)
    told = (*told, *_stale_text(found, (saved, original(kind, found.id))))
    extra = (*_of_nobody(found, library), *_as_begun(kind, record), *_of_deck(found, library, options))
    sheet = Sheet(kind, record, found, library, options, by_part(kind, told))
    wrong = any(not problem.warning for problem in told)
    draft = tell("draft", count=sum(not problem.warning for problem in told)) if wrong and kind in ASIDE else ""
    return Desk(
        kind=kind,
        id=_id(record),
        name=clipped(name_of(found)) or tell(f"unnamed.{kind}"),
        origin=Origin.OWN if saved is None else Origin(library.origin(kind, saved).value),
        groups=groups_of(sheet),
        record=None if misfits else row_of(found),
        reading=_reading(found, library),
        problems=SHAPES.in_order(kind, (*told, *extra)),
        notes=notes(found, library, options),
        can_save=not misfits,
        draft=draft,
        changed=saved is None or bool(misfits) or found != saved,
        exists=saved is not None,
        has_original=original(kind, found.id) is not None,
        used_by=used_by(library, kind, found.id) if saved is not None else (),
        footnote=tell("footnote"),
        face=face_of_card(found, library) if isinstance(found, Card) else None,
    )


ASIDE = frozenset({"cards"})
"""The kinds of which one with problems is put aside when it is saved."""


def read_record(kind: str, record: bench.Record, library: Library) -> tuple[Record, tuple[Problem, ...]]:
    """Return a record as far as it can be read, with the id that it would be saved under, and what has no form."""
    found, misfits = understood(kind, record)
    if kind != TAGS and not found.id.strip():
        secret = isinstance(found, Deck) and found.secret
        found = replace(found, id=id_for(name_of(found), kind, library, secret=secret))
    return found, misfits


def _id(record: bench.Record) -> str:
    found = record.get("id")
    return found if isinstance(found, str) else ""


def id_for(name: str, kind: str, library: Library, *, secret: bool = False) -> str:
    """Return an id made from a name: short, plain, and nobody else's, be it in use or only shipped.

    That of a `secret` one is such as no other gets: whoever may not know it cannot keep clear of it.
    """
    bare = unicodedata.normalize("NFKD", name[:200]).encode("ascii", "ignore").decode("ascii").casefold()
    stem = re.sub(r"[^a-z0-9]+", "_", bare).strip("_")[:LONGEST_ID].strip("_") or kind.removesuffix("s")
    stem = f"gm-{stem}" if secret else stem
    taken = records(library, kind)
    made, number = stem, 1
    while made in taken or original(kind, made) is not None:
        number += 1
        made = f"{stem}_{number}"
    return made


# ---- what is wrong ---------------------------------------------------------------------------------------------------


def _problems(kind: str, found: Record, library: Library) -> Iterator[Problem]:
    for message in problems(found, library):
        path = str(place_of(message))
        yield Problem(
            path=path, text=without_place(message), place=place_told(kind, path), warning=message.key in ADVICE
        )


def _stale_text(found: Record, before: Sequence[Record | None]) -> Iterator[Problem]:
    """Warn where a card does something else than before and its own text still says the old."""
    if not isinstance(found, Card) or not found.text.strip():
        return
    cards = (other for other in before if isinstance(other, Card))
    if any(other.text == found.text and other.effects != found.effects for other in cards):
        yield Problem(path="text", text=tell("stale_text"), place=place_told("cards", "text"), warning=True)


def _as_begun(kind: str, record: bench.Record) -> Iterator[Problem]:
    """Remind of effects that were added, and of which nobody has said yet what they do."""
    for number in range(len(rows_at(record, "effects"))):
        if as_begun(kind, record, number):
            path = f"effects[{number}]"
            yield Problem(path=path, text=tell("as_begun"), place=place_told(kind, path), warning=True)


def _of_nobody(found: Record, library: Library) -> Iterator[Problem]:
    """Hint at why a deck has no limits: nobody says whose it is (CD-UI-21)."""
    if isinstance(found, Deck) and not found.archetype and maker(found, library) is None:
        place = place_told("decks", "archetype")
        yield Problem(path="archetype", text=tell("deck_of_nobody"), place=place, warning=True)


def _of_deck(found: Record, library: Library, options: Options) -> Iterator[Problem]:
    """Go through what the owner of a deck has to say of it; it can be saved all the same (CD-DECK-6)."""
    if not isinstance(found, Deck):
        return
    for flaw in flaws(found, library, options):
        path = f"cards.{flaw.card}" if flaw.card else "cards"
        card = library.cards.get(flaw.card)
        place = clipped(card.name) if card is not None else place_told("decks", "cards")
        yield Problem(path=path, text=say(flaw.words), place=place, rule=flaw.rule, warning=flaw.warning)


def _reading(found: Record, library: Library) -> tuple[str, ...]:
    match found:
        case Card():
            return tuple(map(say, reading_of(found, library)))
        case Tag():
            return tuple(map(say, reading_of_tag(found))) or (tell("tag_does_nothing"),)
        case _:
            return ()


# ---- who speaks of it ------------------------------------------------------------------------------------------------


def used_by(library: Library, kind: str, id_: str) -> tuple[str, ...]:
    """Return what else speaks of a record, a phrase each."""
    return _users.get("", (library,), lambda: _all_users(library)).get((kind, id_), ())


def _all_users(library: Library) -> Mapping[tuple[str, str], tuple[str, ...]]:
    found: dict[tuple[str, str], dict[str, None]] = {}

    def speaks_of(kind: str, id_: str, by: str, name: str) -> None:
        found.setdefault((kind, id_), {})[tell(f"used.{by}", name=clipped(name))] = None

    for card in library.cards.values():
        for tag in card.tags:
            speaks_of("tags", split_tag(tag)[0], "card", card.name)
    for deck in library.decks.values():
        speaks_of("archetypes", deck.archetype, "deck", deck.name)
        for card_id in deck.cards:
            speaks_of("cards", card_id, "deck", deck.name)
    for archetype in library.archetypes.values():
        for card_id in archetype.automatic:
            speaks_of("cards", card_id, "archetype", archetype.name)
    for foe in library.foes.values():
        speaks_of("decks", foe.deck, "foe", foe.name)
        for card_id in foe.automatic:
            speaks_of("cards", card_id, "foe", foe.name)
    for encounter in library.encounters.values():
        for placed in encounter.foes:
            speaks_of("foes", placed.foe, "encounter", encounter.name)
        for card_id in encounter.environment:
            speaks_of("cards", card_id, "encounter", encounter.name)
    return {key: tuple(names) for key, names in found.items()}
