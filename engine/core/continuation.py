"""Continuations: what happens with the result of something in progress, as typed data in the procedure that waits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, TypeVar

if TYPE_CHECKING:
    from engine.core.draft import Draft

R = TypeVar("R", contravariant=True)


class Continuation(Generic[R]):
    """The next step after a procedure has its result, with the data that this step needs.

    A game subclasses it as structs with the tag field `then`, and lists them in `Ruleset.continuations`; a procedure
    holds one in a field, so that it is stored with the procedure. For each kind of result a game has a base class,
    which is the type of that field. The tags of one base class differ.
    """

    __slots__ = ()

    def resume(self, draft: Draft, result: R) -> None:
        """Go on with the result; the procedure that waited is over by then."""
        raise NotImplementedError


def name_of(continuation: Continuation[Any] | type[Continuation[Any]]) -> str:
    """Return the name that a continuation has in files."""
    return str(continuation.__struct_config__.tag)  # type: ignore[union-attr]
