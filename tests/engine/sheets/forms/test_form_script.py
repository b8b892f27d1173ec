"""Limits of the script of a form: the sheet of a stranger cannot make it endless."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from engine.sheets.forms import form_script
from engine.sheets.forms.form_script import FieldReading, calculations
from engine.sheets.formulas.expression_terms import Term
from engine.sheets.model.character_record import blank_record
from engine.sheets.model.filled_sheet import FilledSheet
from engine.sheets.model.sheet_description import NumberField, Section, SheetDescription


@pytest.mark.parametrize(("wide", "found"), [(2, ["a0"]), (9, [])])
def test_formulas_that_read_each_other_are_written_out_only_as_far_as_there_is_room(
    wide: int, found: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each field reads the next one several times, and only the first one is on the form."""
    formulas = [" + ".join([f"a{at + 1}"] * wide) for at in range(5)]
    fields = [NumberField(key=f"a{at}", label="A", formula=formula) for at, formula in enumerate((*formulas, "3 + 4"))]
    sections = (Section(key="all", title="All", fields=tuple(fields)),)
    description = SheetDescription(id="trial", title="Trial", version=1, sections=sections)
    sheet = FilledSheet(description, blank_record(), {}, {}, {})
    steps = 0
    node = form_script._Translator._node

    def counted(translator: form_script._Translator, term: Term[object]) -> str:
        nonlocal steps
        steps += 1
        return node(translator, term)

    monkeypatch.setattr(form_script._Translator, "_node", counted)
    on_form: Mapping[str, FieldReading] = {"a0": FieldReading("a0", "number")}
    assert [calculation.path for calculation in calculations(sheet, on_form)] == found
    assert steps < form_script._LONGEST
