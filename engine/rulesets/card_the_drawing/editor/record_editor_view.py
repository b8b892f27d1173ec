"""The complete editor view of one record: form, description, problems, notes, and the effect of saving (CD-UI-23)."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence

from engine.core.memo import memo_of_moment
from engine.kit.content_editor import view_models
from engine.kit.content_editor.json_record_edits import rows_at
from engine.kit.content_editor.shared_editor_texts import clipped
from engine.kit.content_editor.view_models import EditorView, Options, Problem, RecordOrigin
from engine.messages.texts import say
from engine.model.frozen import replace
from engine.rulesets.card_the_drawing.cards.card_library import TAGS, Library, Record, row_of, shipped_record
from engine.rulesets.card_the_drawing.cards.card_records import Card, CardDeck, Tag, split_tag
from engine.rulesets.card_the_drawing.cards.card_text import card_sentences, tag_sentences
from engine.rulesets.card_the_drawing.cards.record_validation import problem_place
from engine.rulesets.card_the_drawing.editor.deck_owner import deck_problems_for, deck_user
from engine.rulesets.card_the_drawing.editor.editor_text import editor_text, without_place
from engine.rulesets.card_the_drawing.editor.field_groups import RecordDraft, form_groups, problems_by_field
from engine.rulesets.card_the_drawing.editor.record_edits import is_untouched_effect
from engine.rulesets.card_the_drawing.editor.record_fields import SHAPES, place_told, read_fields
from engine.rulesets.card_the_drawing.editor.record_list import ADVICE, name_of, problems, records
from engine.rulesets.card_the_drawing.editor.record_statistics import record_notes
from engine.rulesets.card_the_drawing.printed_card_faces import face_of_card

LONGEST_ID = 40


def record_editor_view(kind: str, record: view_models.Record, library: Library, options: Options) -> EditorView:
    """Return everything that is shown of a record."""
    known_record, misfits = read_draft(kind, record, library)
    unread = {misfit.path for misfit in misfits}  # the value is not what was written: report nothing else
    problems = (
        *misfits,
        *(problem for problem in _problems(kind, known_record, library) if problem.path not in unread),
    )
    saved = records(library, kind).get(known_record.id)
    problems = (*problems, *_stale_text(known_record, (saved, shipped_record(kind, known_record.id))))
    extra = (*_of_nobody(known_record, library), *_as_begun(kind, record), *_of_deck(known_record, library, options))
    sheet = RecordDraft(kind, record, known_record, library, options, problems_by_field(kind, problems))
    wrong = any(not problem.warning for problem in problems)
    draft = (
        editor_text("draft", count=sum(not problem.warning for problem in problems)) if wrong and kind in ASIDE else ""
    )
    return EditorView(
        kind=kind,
        id=_id(record),
        name=clipped(name_of(known_record)) or editor_text(f"unnamed.{kind}"),
        origin=RecordOrigin.OWN if saved is None else library.origin(kind, saved),
        groups=form_groups(sheet),
        record=None if misfits else row_of(known_record),
        reading=_reading(known_record, library),
        problems=SHAPES.in_order(kind, (*problems, *extra)),
        notes=record_notes(known_record, library, options),
        can_save=not misfits,
        draft=draft,
        changed=saved is None or bool(misfits) or known_record != saved,
        exists=saved is not None,
        has_original=shipped_record(kind, known_record.id) is not None,
        used_by=used_by(library, kind, known_record.id) if saved is not None else (),
        footnote=editor_text("footnote"),
        face=face_of_card(known_record, library) if isinstance(known_record, Card) else None,
    )


ASIDE = frozenset({"cards"})
"""The kinds of records that are disabled when they are saved with problems."""


def read_draft(kind: str, record: view_models.Record, library: Library) -> tuple[Record, tuple[Problem, ...]]:
    """Return a record as far as it can be read, with the id that it would be saved under, and its misfits."""
    known_record, misfits = read_fields(kind, record)
    if kind != TAGS and not known_record.id.strip():
        secret = isinstance(known_record, CardDeck) and known_record.secret
        known_record = replace(known_record, id=id_for(name_of(known_record), kind, library, secret=secret))
    return known_record, misfits


def _id(record: view_models.Record) -> str:
    id_ = record.get("id")
    return id_ if isinstance(id_, str) else ""


def id_for(name: str, kind: str, library: Library, *, secret: bool = False) -> str:
    """Return an id made from a name: short, plain and unique, even among shipped records that are not in use.

    The id of a `secret` record is one that no other record gets: a player who may not know it cannot avoid it.
    """
    bare = unicodedata.normalize("NFKD", name[:200]).encode("ascii", "ignore").decode("ascii").casefold()
    stem = re.sub(r"[^a-z0-9]+", "_", bare).strip("_")[:LONGEST_ID].strip("_") or kind.removesuffix("s")
    stem = f"gm-{stem}" if secret else stem
    taken = records(library, kind)
    made, number = stem, 1
    while made in taken or shipped_record(kind, made) is not None:
        number += 1
        made = f"{stem}_{number}"
    return made


# ---- problems --------------------------------------------------------------------------------------------------------


def _problems(kind: str, record: Record, library: Library) -> Iterator[Problem]:
    for message in problems(record, library):
        path = str(problem_place(message))
        yield Problem(
            path=path, text=without_place(message), place=place_told(kind, path), warning=message.key in ADVICE
        )


def _stale_text(record: Record, before: Sequence[Record | None]) -> Iterator[Problem]:
    """Warn of a card that has changed while its own text is still the old one."""
    if not isinstance(record, Card) or not record.text.strip():
        return
    cards = (other for other in before if isinstance(other, Card))
    if any(other.text == record.text and other.effects != record.effects for other in cards):
        yield Problem(path="text", text=editor_text("stale_text"), place=place_told("cards", "text"), warning=True)


def _as_begun(kind: str, record: view_models.Record) -> Iterator[Problem]:
    """Remind of effects that were added but not filled in yet."""
    for number in range(len(rows_at(record, "effects"))):
        if is_untouched_effect(kind, record, number):
            path = f"effects[{number}]"
            yield Problem(path=path, text=editor_text("as_begun"), place=place_told(kind, path), warning=True)


def _of_nobody(record: Record, library: Library) -> Iterator[Problem]:
    """Explain why a deck has no limits: it has no owner (CD-UI-21)."""
    if isinstance(record, CardDeck) and not record.archetype and deck_user(record, library) is None:
        place = place_told("decks", "archetype")
        yield Problem(path="archetype", text=editor_text("deck_of_nobody"), place=place, warning=True)


def _of_deck(record: Record, library: Library, options: Options) -> Iterator[Problem]:
    """Yield the problems of a deck for its owner; it can be saved all the same (CD-DECK-6)."""
    if not isinstance(record, CardDeck):
        return
    for flaw in deck_problems_for(record, library, options):
        path = f"cards.{flaw.card}" if flaw.card else "cards"
        card = library.cards.get(flaw.card)
        place = clipped(card.name) if card is not None else place_told("decks", "cards")
        yield Problem(path=path, text=say(flaw.words), place=place, rule=flaw.rule, warning=flaw.warning)


def _reading(record: Record, library: Library) -> tuple[str, ...]:
    match record:
        case Card():
            return tuple(map(say, card_sentences(record, library)))
        case Tag():
            return tuple(map(say, tag_sentences(record))) or (editor_text("tag_does_nothing"),)
        case _:
            return ()


# ---- uses of a record ------------------------------------------------------------------------------------------------


def used_by(library: Library, kind: str, id_: str) -> tuple[str, ...]:
    """Return a phrase for each other record that uses a record."""
    return _all_users(library).get((kind, id_), ())


@memo_of_moment
def _all_users(library: Library) -> Mapping[tuple[str, str], tuple[str, ...]]:
    users: dict[tuple[str, str], dict[str, None]] = {}

    def speaks_of(kind: str, id_: str, by: str, name: str) -> None:
        users.setdefault((kind, id_), {})[editor_text(f"used.{by}", name=clipped(name))] = None

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
    return {key: tuple(names) for key, names in users.items()}
