"""Forms that are made from the types of a record: what a type does not say is not guessed."""

from __future__ import annotations

from typing import Annotated

import pytest
from msgspec import Meta

from engine.kit.content_editor.declared_forms import declared_field
from engine.model.frozen import Frozen


class Loose(Frozen):
    """Fields of which each says too little, or too much, and one that says enough."""

    text: str = ""
    number: int = 0
    above: Annotated[int, Meta(gt=0)] = 1
    either: Annotated[int, Meta(ge=0)] | str = 0
    debt: Annotated[int, Meta(ge=-9, le=0)] = 0


@pytest.mark.parametrize("key", ["text", "number", "above", "either"])
def test_a_type_that_says_too_little_for_a_form_is_named(key: str) -> None:
    with pytest.raises(TypeError, match=rf"^Loose\.{key}: "):
        declared_field(Loose, key)


def test_a_number_has_the_bounds_of_its_type() -> None:
    field = declared_field(Loose, "debt")
    assert (field.least, field.most) == (-9, 0)
