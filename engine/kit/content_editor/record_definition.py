"""The definition of a game's records: what the game says about them beyond their declaration in `RecordForms`."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeVar, cast

from engine.kit.content_editor.content_file_format import ContentFiles, name_in_files
from engine.kit.content_editor.content_library import ContentLibrary, Fault
from engine.kit.content_editor.form_definitions import RecordForms
from engine.kit.content_editor.persistence import id_key, id_of, name_of, new_id
from engine.kit.content_editor.record_form_view import RecordDraft, RecordFormView
from engine.kit.content_editor.save_content import SaveContent
from engine.kit.content_editor.shared_editor_texts import editor_text
from engine.kit.content_editor.view_models import (
    EditorChoice,
    EditRefused,
    Lists,
    Note,
    Options,
    Problem,
    Record,
    RecordOrigin,
    Trial,
)
from engine.messages.refusal import Refused
from engine.messages.texts import say
from engine.model.frozen import Frozen, replace
from engine.presentation.card_faces import CardFace

R = TypeVar("R", bound=Frozen)
C = TypeVar("C")
_OF_THE_GROUP = (RecordOrigin.OWN, RecordOrigin.CHANGED)


class ForeignRecord(NamedTuple):
    """A record made from the file of another program, and a sentence on what did not fit; see `foreign_records`."""

    kind: str
    record: Record
    told: str = ""


class RecordDefinition(RecordFormView[R, C]):
    """The records of a game, read and judged.

    `R` are the structs of the records, `C` is the content that a game makes of a group's lists and options.

    Attributes:
        forms: the kinds of records and their fields.
        files: the form of the files, which have the kinds in their order.
        command: the command that saves.
        library: the records, if the content is the lists of the group.
        any_game: the records are the same in every game.
        unmarked: the origins that the entry of a record does not name, as they are the usual ones.
        strict: a record with errors cannot be saved.
        prints: records are printed with their source.
        referring: the kinds of records that refer to others.
        not_copied: fields about the origin of a record, which a copy does not have.
    """

    forms: RecordForms
    files: ContentFiles
    command: type[SaveContent]
    library: ContentLibrary[R] | None = None
    any_game = False
    unmarked: tuple[RecordOrigin, ...] = (RecordOrigin.PRINTED,)
    strict = False
    prints = False
    referring: tuple[str, ...] = ()
    not_copied: frozenset[str] = frozenset()

    # ---- the content of a game ----

    def content(self, lists: Lists, options: Options) -> C:
        """Return the content that a group uses; by default its lists."""
        return cast(C, lists)

    def lists_in(self, content: C) -> Lists:
        """Return the lists of a group in its content."""
        return cast(Lists, content)

    def records(self, content: C, kind: str) -> Mapping[str, R]:
        """Return all records of a kind by id, in display order; by default those of the library."""
        assert self.library is not None, "an editor without a library finds its records itself"
        return self.library.records(self.lists_in(content), kind)

    def shipped_record(self, kind: str, id_: str) -> R | None:
        """Return a record as it is shipped; by default that of the library."""
        return None if self.library is None else self.library.shipped_record(kind, id_)

    def origin(self, content: C, kind: str, record: R) -> RecordOrigin:
        """Return the origin of a record; by default as the library says, and without one the group's own."""
        if self.library is None:
            return RecordOrigin.OWN
        return self.library.origin(self.lists_in(content), kind, id_of(record))

    def list_of(self, kind: str, record: R) -> str:
        """Return the list of the group that holds a record."""
        return kind

    def faults(self, content: C, kind: str, record: R) -> Iterable[Problem]:
        """Return the problems of a record, apart from its form."""
        return ()

    def remarks(self, draft: RecordDraft[R, C]) -> Iterable[Problem]:
        """Return further problems of a record, which no field of its form shows."""
        return ()

    def row_fault(self, kind: str, row: Record) -> str:
        """Return why a record of a file has not the form of a saved one, apart from single fields."""
        return "" if row.get(id_key(self.forms.kinds[kind].struct)) else editor_text("misfit.no_id")

    def foreign_records(self, lists: Lists, options: Options, raw: object) -> tuple[ForeignRecord, ...] | None:
        """Return the records in a file of another program, from its plain values; None if it is no such file.

        The file is from a stranger: only its size, its depth, and that a table can store each value are checked;
        nothing in it has the expected type.
        """
        return None

    def sentences(self, content: C, record: R) -> Iterable[str]:
        """Return a sentence for each effect of a record. May raise Refused or ValueError where one is unfinished."""
        return ()

    def summary_of(self, content: C, record: R) -> tuple[str, ...]:
        """Return the sentences about a record; none if its effects cannot be calculated."""
        try:
            return tuple(self.sentences(content, record))
        except (Refused, ValueError):
            return ()

    def summary(self, draft: RecordDraft[R, C]) -> tuple[str, ...]:
        """Return a sentence for each effect of a record that is being edited."""
        return self.summary_of(draft.content, draft.understood)

    def statistics(self, draft: RecordDraft[R, C]) -> tuple[Note, ...]:
        """Return the statistics of a record."""
        return ()

    def face(self, draft: RecordDraft[R, C]) -> CardFace | None:
        """Return the face of a card."""
        return None

    def draft_notice(self, kind: str, errors: int) -> str:
        """Return why a record with so many errors would be saved as disabled; empty if it would be in play."""
        return ""

    def as_imported(self, record: R, errors: int) -> R:
        """Return a record with so many errors as it is imported."""
        return record

    def references(self, record: R) -> Iterable[tuple[str, str]]:
        """Return the kinds and ids of the records that a record refers to."""
        return ()

    def entry_name(self, record: R) -> str:
        """Return the name of a record in its list."""
        return name_of(record)

    def details(self, content: C, record: R) -> Iterable[str]:
        """Return the parts of the line beside the name of a record; empty ones are left out."""
        return ()

    def marks(self, record: R) -> Iterable[str]:
        """Return further short words beside the name of a record."""
        return ()

    def search_words(self, content: C, record: R) -> Iterable[str]:
        """Return text that a search looks through besides the texts of the record: by default, its summary."""
        return self.summary_of(content, record)

    def facet_values(self, content: C, record: R) -> Mapping[str, tuple[str, ...]]:
        """Return the values of a record for the filters, besides its fields, its origin and its state."""
        return {}

    def facet_order(self, content: C, facet: str, values: Sequence[str]) -> Sequence[str]:
        """Return the values of a filter in display order; by default as they occur."""
        return values

    def facet_label(self, facet: str, value: str) -> str:
        """Return the label of a value of a filter."""
        return self.forms.text(f"value.{value}")

    def is_disabled(self, record: R) -> bool:
        """Say whether a record is disabled."""
        return False

    def error_count(self, content: C, kind: str, record: R) -> int:
        """Return the number of errors that the entry of a record shows."""
        return sum(not problem.warning for problem in self.faults(content, kind, record))

    def try_record(
        self, record: R, content: C, lists: Lists, options: Options, situation: str, answers: Sequence[str]
    ) -> Trial:
        """Return what happens when a record without errors is used."""
        raise NotImplementedError

    def trial_situations(self, record: R, content: C) -> tuple[EditorChoice, ...]:
        """Return the situations for a try-out of a record."""
        return ()

    # ---- what follows ----

    @property
    def gm_lists(self) -> frozenset[str]:
        """The lists of the group that only the GM may know."""
        return self.command.SECRET

    def for_gm(self, kind: str, record: Record) -> bool:
        """Say whether a record, saved or not, is for the GM alone."""
        return kind in self.gm_lists

    def lists_of(self, kind: str) -> tuple[str, ...]:
        """Return the lists of the group that hold records of a kind. Raises EditRefused for another kind."""
        declared = self.forms.kinds.get(kind)
        if declared is None:
            raise EditRefused(editor_text("no_drawer", kind=kind[:60]))
        return declared.lists or (kind,)

    def is_own(self, content: C, kind: str, id_: str) -> bool:
        """Say whether the group has a version of a record."""
        record = self.records(content, kind).get(id_)
        return record is not None and self.origin(content, kind, record) in _OF_THE_GROUP

    def read(self, content: C, kind: str, record: Record) -> tuple[R, tuple[Problem, ...]]:
        """Return a record as far as it can be read, with the id for saving it, and all its problems."""
        self.lists_of(kind)
        understood, misfits = self.forms.parse(kind, record)
        if not self.forms.kinds[kind].has_typed_id and not id_of(understood).strip():
            understood = replace(understood, id=self.new_id(content, kind, understood))
        unread = {misfit.path for misfit in misfits}  # the value there is not the written one: no other problems
        faults = (fault for fault in self.faults(content, kind, understood) if fault.path not in unread)
        return understood, (*misfits, *faults)

    def problem(self, kind: str, path: str, text: str, rule: str = "", *, warning: bool = False) -> Problem:
        """Return a problem of a record, with the label of its place."""
        form = self.strict and not warning
        place = self.forms.place_label(kind, path)
        return Problem(path=path, text=text, place=place, rule=rule, warning=warning, form=form)

    def problems_of(self, kind: str, faults: Iterable[Fault]) -> Iterator[Problem]:
        """Yield the problems of a record from its faults."""
        for fault in faults:
            yield self.problem(kind, fault.path, say(fault.words), fault.rule, warning=fault.warning)

    def new_id(self, content: C, kind: str, record: R) -> str:
        """Return an id made from the name of a record."""
        return self.free_id(content, kind, name_of(record))

    def free_id(
        self, content: C, kind: str, name: str, prefix: str = "", *, promised: Container[str] = frozenset()
    ) -> str:
        """Return an id made from a name that no other record has, not even a shipped one that is not in use.

        Args:
            content: the content of the group.
            kind: the kind of the record.
            name: its name.
            prefix: the beginning of the id.
            promised: ids that other new records will have.
        """
        taken = self.records(content, kind)

        def is_taken(id_: str) -> bool:
            return id_ in taken or id_ in promised or self.shipped_record(kind, id_) is not None

        return new_id(name, is_taken, otherwise=name_in_files(kind), prefix=prefix)
