"""The content editor of Card: the Drawing: cards, tags, archetypes, decks, foes, encounters (CD-UI-20 to CD-UI-26)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256

import msgspec

from engine.core.commands import Command
from engine.core.memo import memo_of_moment
from engine.kit.content_editor import view_models
from engine.kit.content_editor.dice_numbers import between, range_text
from engine.kit.content_editor.form_definitions import RecordField
from engine.kit.content_editor.json_record_edits import rows_at, split_path
from engine.kit.content_editor.persistence import name_of, row_of
from engine.kit.content_editor.record_form_view import RecordDraft
from engine.kit.content_editor.shared_editor_texts import clipped
from engine.kit.content_editor.view_models import (
    CountedChoice,
    DeckRecipient,
    EditorChoice,
    EditorField,
    EditorFieldKind,
    EditorRow,
    EditRefused,
    Lists,
    Note,
    Options,
    Problem,
    Trial,
)
from engine.kit.encounters.encounter_forms import handout_choices
from engine.messages.refusal import Refused
from engine.messages.texts import say
from engine.model.frozen import Json, replace
from engine.model.seats import Actor
from engine.presentation.card_faces import CardFace
from engine.presentation.visibility import VisibleTable
from engine.rulesets.card_the_drawing import actor_sheet, printed_card_faces
from engine.rulesets.card_the_drawing.battle.actor_zones import field_zone
from engine.rulesets.card_the_drawing.cards.card_library import (
    ARCHETYPES,
    AUTO,
    CARDS,
    DECKS,
    ENVIRONMENT,
    FOES,
    GM_DECKS,
    TAGS,
    UNIVERSAL,
    Library,
    Record,
    library_of,
    shipped_record,
)
from engine.rulesets.card_the_drawing.cards.card_records import Archetype, Card, CardDeck, Foe, PreparedEncounter, Tag
from engine.rulesets.card_the_drawing.cards.card_text import card_sentences, tag_sentences
from engine.rulesets.card_the_drawing.cards.record_validation import effect_setting_of, record_problems
from engine.rulesets.card_the_drawing.decks import deck_rules
from engine.rulesets.card_the_drawing.decks.deck_rules import cards_on, rows_for
from engine.rulesets.card_the_drawing.editor import tryout
from engine.rulesets.card_the_drawing.editor.deck_owner import (
    DeckConstraints,
    constraints_for,
    constraints_for_owner,
    deck_problems_for,
    deck_user,
    pool_choice,
    problems_by_card,
    with_bounded_numbers,
)
from engine.rulesets.card_the_drawing.editor.effect_forms import (
    effect_row,
    is_untouched_effect,
    new_effect,
    with_fitting_fields,
)
from engine.rulesets.card_the_drawing.editor.field_choices import expression_choices, record_choices, spoken
from engine.rulesets.card_the_drawing.editor.record_commands import form_fault
from engine.rulesets.card_the_drawing.editor.record_entries import CardContent, RecordEntries, deck_size
from engine.rulesets.card_the_drawing.editor.record_fields import editor_text
from engine.rulesets.card_the_drawing.editor.record_statistics import deck_notes, record_notes
from engine.sheets.catalogue.sheet_library import sheet_of_actor
from engine.sheets.editing.record_moves import EditSheet

_SECRET_PREFIX = "gm-"
"""The beginning of the id of a secret deck: a player who may not know it cannot avoid its id."""
_SIGNS = 8


_Draft = RecordDraft[Record, CardContent]


class CardEditor(RecordEntries):
    """The editor of all records; a card with problems is saved as a draft, disabled until they are mended."""

    # ---- one record ----

    def remarks(self, draft: _Draft) -> Iterator[Problem]:
        """Yield what a deck breaks for its owner, and effects that were added but not filled in yet.

        A deck can be saved with any problem (CD-DECK-6); one without an owner has no limits (CD-UI-21).
        """
        record, library = draft.understood, draft.content.library
        for number in range(len(rows_at(draft.record, "effects"))):
            if is_untouched_effect(draft.kind, draft.record, number):
                yield self.problem(draft.kind, f"effects[{number}]", editor_text("as_begun"), warning=True)
        if not isinstance(record, CardDeck):
            return
        if not record.archetype and deck_user(record, library) is None:
            yield self.problem(DECKS, "archetype", editor_text("deck_of_nobody"), warning=True)
        for flaw in deck_problems_for(record, draft.content.library, draft.content.options):
            path = f"cards.{flaw.card}" if flaw.card else "cards"
            card = library.cards.get(flaw.card)
            place = clipped(card.name) if card is not None else self.forms.place_label(DECKS, "cards")
            yield Problem(path=path, text=say(flaw.words), place=place, rule=flaw.rule, warning=flaw.warning)

    def draft_notice(self, kind: str, errors: int) -> str:
        """Return why a card would be saved as a draft."""
        return editor_text("draft", count=errors) if errors and kind == CARDS else ""

    def as_imported(self, record: Record, errors: int) -> Record:
        """Return a card with errors as a draft."""
        return replace(record, disabled=True) if errors and isinstance(record, Card) else record

    def summary(self, draft: _Draft) -> tuple[str, ...]:
        """Return what a card or a tag does."""
        match draft.understood:
            case Card() as card:
                return tuple(map(say, card_sentences(card, draft.content.library)))
            case Tag() as tag:
                return tuple(map(say, tag_sentences(tag))) or (editor_text("tag_does_nothing"),)
            case _:
                return ()

    def statistics(self, draft: _Draft) -> tuple[Note, ...]:
        """Return the statistics of a record (CD-UI-22)."""
        return record_notes(draft.understood, draft.content.library, draft.content.options)

    def face(self, draft: _Draft) -> CardFace | None:
        """Return the printed face of a card."""
        card = draft.understood
        return printed_card_faces.face_of_card(card, draft.content.library) if isinstance(card, Card) else None

    def matters(self, draft: _Draft, path: str) -> bool:
        """Say whether a field has any effect with the rest as it is."""
        key, row, rest = split_path(path)
        match draft.understood:
            case Card() as card if key in {"cost", "init", "attach", "permanent", "interrupt_when"}:
                setting = effect_setting_of(card, draft.content.library)
                return {
                    "attach": setting.stays and setting.played,
                    "permanent": setting.stays,
                    "interrupt_when": setting.interrupts,
                }.get(key, setting.played)
            case PreparedEncounter(foes=foes) if key == "foes" and row is not None and rest == "minions":
                foe = draft.content.library.foes.get(foes[row].foe)
                return foe is None or bool(foe.minions)
            case _:
                return super().matters(draft, path)

    def choices(self, draft: _Draft, path: str, value: Json) -> tuple[EditorChoice, ...]:
        """Return the choices of a field, or the expressions that are proposed."""
        handouts = handout_choices(draft.content.lists, path, value)
        if handouts is not None:
            return handouts
        key, _, rest = split_path(path)
        if key in {"interrupt_when", "slots"}:
            names = {"user", "event"} if draft.kind == CARDS else {"n"}
            return expression_choices(key, draft.content.library, names)
        return record_choices(draft.kind, rest or key, draft.content.library, value)

    def meaning(self, draft: _Draft, path: str) -> str:
        """Return the meaning of an expression, or the size of a deck."""
        if path in {"interrupt_when", "slots"}:
            return spoken(draft.record.get(path))
        is_deck = path == "cards" and isinstance(draft.understood, CardDeck)
        return deck_size(draft.understood) if is_deck and isinstance(draft.understood, CardDeck) else ""

    def placeholder(self, draft: _Draft, path: str) -> str:
        """Return the value that applies where nothing is written."""
        library = draft.content.library
        match path, draft.understood:
            case "health", Foe(minions=minions) if minions:
                return "1"
            case "health", (Archetype() | Foe()) as profile:
                return _range_of_health(profile)
            case "archetype", CardDeck() as deck if deck_user(deck, library) is None:
                return editor_text("nobodys")
            case _, PreparedEncounter() as encounter:
                key, row, rest = split_path(path)
                foe = library.foes.get(encounter.foes[row].foe) if key == "foes" and row is not None else None
                return _usual(foe).get(rest, "") if foe is not None else ""
            case _:
                return ""

    def field_view(self, draft: _Draft, field: RecordField, path: str) -> EditorField | None:
        """Return a field of a form; the cards of a deck with what there is to pick (CD-UI-21)."""
        part, deck = super().field_view(draft, field, path), draft.understood
        if part is None or part.kind is not EditorFieldKind.COUNTED or not isinstance(deck, CardDeck):
            return part
        flaws = deck_problems_for(deck, draft.content.library, draft.content.options)
        profile = deck_user(deck, draft.content.library)
        constraints = None if profile is None else constraints_for(profile, draft.content.options)
        return replace(
            part,
            value=part.value if isinstance(part.value, Mapping) else {},
            pool=_pool(draft.content.library, constraints, self),
            pool_kind=CARDS,
            flaws=problems_by_card(flaws),
            problems=(*part.problems, *(say(flaw.words) for flaw in flaws if not flaw.card)),
        )

    def row_view(self, draft: _Draft, key: str, number: int) -> EditorRow:
        """Return a nested record: an effect, or a foe of an encounter."""
        if key == "effects" and isinstance(draft.understood, Card | Tag):
            return effect_row(draft, draft.understood, draft.content.library, number)
        return super().row_view(draft, key, number)

    def row_title(self, draft: _Draft, key: str, number: int) -> str:
        """Return the name of a foe of an encounter."""
        if key != "foes":
            return super().row_title(draft, key, number)
        assert isinstance(draft.understood, PreparedEncounter)
        placed = draft.understood.foes[number]
        name = placed.name or getattr(draft.content.library.foes.get(placed.foe), "name", placed.foe)
        return clipped(name) or super().row_title(draft, key, number)

    def row_line(self, draft: _Draft, key: str, number: int, parts: Sequence[EditorField]) -> str:
        """Return how many foes come, and their Health."""
        if key != "foes":
            return super().row_line(draft, key, number, parts)
        assert isinstance(draft.understood, PreparedEncounter)
        placed = draft.understood.foes[number]
        foe = draft.content.library.foes.get(placed.foe)
        if foe is None:
            return ""
        health = _range_of_health(foe) if placed.health is None else range_text(placed.health)
        if not foe.minions:
            return editor_text("line.boss_placed", health=health)
        count = range_text(foe.minions if placed.minions is None else placed.minions)
        return editor_text("line.mob", count=count, health=health)

    # ---- edits ----

    def blank(self, lists: Lists, options: Options, kind: str) -> view_models.Record:
        """Return a new record: an archetype or a foe like the first there is."""
        start, library = super().blank(lists, options, kind), self.content(lists, options).library
        stats = ("strength", "stamina", "intelligence", "wisdom")
        if kind == ARCHETYPES:
            archetype = next(iter(library.archetypes.values()), None)
            return {**start, **_like(archetype, stats, 2), "lists": [UNIVERSAL], **_like(archetype, ("speed",), 2)}
        if kind == FOES:
            mob = next((foe for foe in library.foes.values() if foe.minions), None)
            numbers = {**_like(mob, ("minions",), 5), **_like(mob, ("health",), 8)}
            deck = next((foe.deck for foe in library.foes.values()), "")
            return {**start, **_like(mob, stats, 2), "lists": [UNIVERSAL], **numbers, "deck": deck}
        return start

    def name_of_copy(self, kind: str, name: str) -> str:
        """Return the name of a copy; that of a tag is one word."""
        return editor_text("copy_tag", name=name) if kind == TAGS else super().name_of_copy(kind, name)

    def with_value(self, kind: str, record: view_models.Record, path: str, value: Json) -> view_models.Record:
        """Return a record with another value in a field; the other fields of an effect fit it."""
        changed = super().with_value(kind, record, path, value)
        key, row, rest = split_path(path)
        if changed is record or key != "effects" or rest not in {"do", "stat", "on"}:
            return changed
        return with_fitting_fields(kind, changed, f"effects[{row}]", rest)

    def new_row(self, kind: str, record: view_models.Record, path: str) -> view_models.Record:
        """Return a likely effect, or the first foe."""
        return new_effect(kind, record) if path == "effects" else {"foe": next(iter(library_of().foes), "")}

    # ---- commands ----

    def save_command(
        self, seat: str, lists: Lists, options: Options, kind: str, record: view_models.Record
    ) -> tuple[str, Command]:
        """Return the id and the command; a card with problems is disabled, and enabled again once it has none."""
        content = self.content(lists, options)
        understood = self.need_readable(content, kind, record)
        if kind == TAGS and not understood.id.strip():
            raise EditRefused(editor_text("unnamed_tag"))
        renamed: Mapping[str, str] = {}
        if isinstance(understood, Card):
            understood = self._as_draft(content, understood)
        elif isinstance(understood, CardDeck):
            understood, renamed = self._with_settled_id(content, lists, understood, is_new=not record.get("id"))
        fault = form_fault(kind, row_of(understood))
        if fault:
            raise EditRefused(editor_text("not_kept", why=fault))
        command = self.need_change(self.saving(seat, lists, ((kind, understood),)))
        if renamed:
            left = DECKS if isinstance(understood, CardDeck) and understood.secret else GM_DECKS
            command = replace(command, drop={**command.drop, left: tuple(renamed)}, renamed=renamed)
        return understood.id, command

    def new_id(self, content: CardContent, kind: str, record: Record) -> str:
        """Return an id made from a name; that of a secret deck is one that no other record gets."""
        is_secret = isinstance(record, CardDeck) and record.secret
        return self.free_id(content, kind, name_of(record), _SECRET_PREFIX if is_secret else "")

    @staticmethod
    def _as_draft(content: CardContent, card: Card) -> Card:
        """Return a card as it is saved: disabled while it has problems; enabled again once it has none."""
        library = content.library
        if record_problems(card, library):
            return replace(card, disabled=True)
        before = library.cards.get(card.id)
        was_draft = before is not None and before.disabled and record_problems(before, library)
        return replace(card, disabled=False) if was_draft else card

    def _with_settled_id(
        self, content: CardContent, lists: Lists, deck: CardDeck, *, is_new: bool
    ) -> tuple[CardDeck, Mapping[str, str]]:
        """Return a deck under the id that it is saved with, and its earlier id, if it is saved under one.

        Two decks must never have the same id: a player who does not know a secret deck cannot avoid its id, and would
        overwrite it or be hidden by it.
        """
        holding, before = self.lists_holding(lists, DECKS, deck.id), deck.id
        if deck.secret:
            is_shipped = shipped_record(DECKS, before) is not None
            turns = holding == (DECKS,) and not is_shipped and not before.startswith(_SECRET_PREFIX)
        else:
            turns = len(holding) > 1  # a shared deck already has this id
        id_ = self.new_id(content, DECKS, deck) if turns else before
        if deck.secret and (is_new or turns) and GM_DECKS not in lists:  # a player cannot see the ids of the GM's decks
            id_ = f"{id_}-{sha256(msgspec.json.encode(row_of(replace(deck, id=before)))).hexdigest()[:_SIGNS]}"
        return replace(deck, id=id_), {before: id_} if turns else {}

    def disable_command(self, seat: str, lists: Lists, options: Options, kind: str, id_: str, aside: bool) -> Command:
        """Return the command that disables a card, or enables it again if nothing is wrong with it."""
        content = self.content(lists, options)
        card = content.library.cards.get(id_)
        if kind != CARDS or card is None:
            raise EditRefused(editor_text("no_aside"))
        if not aside:
            for problem in self.faults(content, kind, card):
                if not problem.warning:
                    raise EditRefused(problem.text)
        return self.need_change(self.saving(seat, lists, ((kind, replace(card, disabled=aside)),)))

    # ---- trying out ----

    def trial_situations(self, record: Record, content: CardContent) -> tuple[EditorChoice, ...]:
        """Return the situations in which a card can be tried."""
        return tryout.situations(record, content.library) if isinstance(record, Card) else ()

    def try_record(
        self,
        record: Record,
        content: CardContent,
        lists: Lists,
        options: Options,
        situation: str,
        answers: Sequence[str],
    ) -> Trial:
        """Return what happens when a card is played against dummies."""
        assert isinstance(record, Card)
        return tryout.try_card(self._game, record, content.library, lists, options, situation, answers)

    # ---- decks and characters ----

    def deck_owners(self, view: VisibleTable) -> tuple[DeckRecipient, ...]:
        """Return the characters with a deck on their sheets; during a battle theirs are locked (CD-DECK-4)."""
        known = (actor for actor in view.actors.values() if not actor.archived and _readable(view, actor))
        locked = Refused("drawing_deck_locked", "CD-DECK-4").text
        zones = ((actor, field_zone(actor.id)) for actor in known)
        return tuple(
            DeckRecipient(actor=actor.id, name=actor.name, why_not=locked if zone in view.zones else "")
            for actor, zone in zones
        )

    def assign_deck_command(self, seat: str, view: VisibleTable, record: view_models.Record, actor: str) -> Command:
        """Return the command that writes a deck on a sheet; it is refused while the character fights (CD-DECK-4)."""
        library = self._content_in(view).library
        deck, misfits = self.forms.parse(DECKS, record)
        if misfits:
            raise EditRefused(misfits[0].text)
        fields: dict[str, Json] = {"deck": list(rows_for(deck, library))}
        sheet = sheet_of_actor(view, actor)
        if sheet is not None and sheet.plan.field("deck_name") is not None:
            fields["deck_name"] = deck.name
        return EditSheet(seat=seat, actor=actor, fields=fields)

    def deck_of(self, view: VisibleTable, actor: str) -> view_models.Record:
        """Return the deck on a sheet as a record."""
        character = view.actors.get(actor)
        if character is None or not _readable(view, character):
            return {"name": ""}
        sheet, library = sheet_of_actor(view, actor), self._content_in(view).library
        deck, archetype, called = (
            sheet.value(field) if sheet is not None else None for field in ("deck", "archetype", "deck_name")
        )
        rows = [row for row in deck if isinstance(row, Mapping)] if isinstance(deck, list | tuple) else []
        cards, _ = cards_on(rows, library)
        name = called if isinstance(called, str) and called.strip() else character.name
        record: dict[str, Json] = {"name": clipped(name), "cards": dict(cards)}
        if character.secret:
            record["secret"] = True
        known = library.archetype_named(str(archetype or ""))
        return record if known is None else {**record, "archetype": known.id}

    def deck_statistics(self, view: VisibleTable, actor: str) -> tuple[Note, ...]:
        """Return the statistics of the deck on a sheet."""
        character = view.actors.get(actor)
        if character is None or not _readable(view, character):
            return ()
        library, options, _ = self._content_in(view)
        person = actor_sheet.actor_sheet_from(character, library, view.lists)
        owner = actor_sheet.owner_profile_from(person, len(actor_sheet.minions(character)))
        return deck_notes(person.deck, constraints_for_owner(owner, options, character.name), library)

    def _content_in(self, view: VisibleTable) -> CardContent:
        return self.content(view.lists, {**view.options, **view.scene})


def _readable(view: VisibleTable, actor: Actor) -> bool:
    """Return whether the viewer may read a character's sheet; a secret one is known only by name."""
    seat = view.seats.get(view.viewer)
    return not actor.secret or actor.seat == view.viewer or (seat is not None and seat.is_gm)


def _like(profile: Archetype | Foe | None, fields: Iterable[str], otherwise: int) -> Mapping[str, Json]:
    """Return some fields of a record; without one, the usual value."""
    return {name: getattr(profile, name, otherwise) for name in fields}


def _range_of_health(profile: Archetype | Foe) -> str:
    """Return the Health of an archetype or a foe; its range where it depends on dice."""
    low, high = (
        deck_rules.owner_profile_of(with_bounded_numbers(profile, highest=highest)).health for highest in (False, True)
    )
    return between(low, high)


def _usual(foe: Foe) -> Mapping[str, str]:
    """Return the values that a foe of an encounter has while nothing is written."""
    health = foe.health if isinstance(foe.health, str) else _range_of_health(foe)
    return {"name": clipped(foe.name), "minions": str(foe.minions), "health": health, "adrenaline": "0"}


@memo_of_moment
def _pool(library: Library, constraints: DeckConstraints | None, editor: CardEditor) -> tuple[CountedChoice, ...]:
    """Return the cards that can be picked for a deck; the same object as before while nothing in it has changed."""
    content = CardContent(library, {})
    cards = (card for card in library.cards.values() if not {ENVIRONMENT, AUTO} & {*card.lists})
    return tuple(pool_choice(card, editor.entry_of(content, CARDS, card), constraints) for card in cards)
