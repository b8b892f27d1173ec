"""How a character comes into the story, as every game offers it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import count

from engine.play.moves import JoinActor
from engine.play.offers import AskKind, Offer, ask, offered
from engine.table.frozen import kept
from engine.table.seats import Actor
from engine.table.table import Table


def readable(table: Table, viewer: str) -> list[Actor]:
    """Return the characters in the story whose records a viewer may read."""
    return [a for a in table.actors.values() if not a.archived and (not a.secret or table.may_read(a, viewer))]


def openly_there(table: Table, actors: Iterable[str]) -> tuple[str, ...]:
    """Return those characters that are no secret: none that is comes to light because an offer named it beforehand."""
    return tuple(actor for actor in actors if not table.actors[actor].secret)


def new_character(table: Table, seat: str, known: Sequence[Actor]) -> Iterator[Offer]:
    """Yield how a seat brings a character in: a player who leads none, and the GM at any time.

    It is the natural next step of that player, and of the GM while there is nobody in the story.

    Args:
        table: as it is now.
        seat: who would bring it.
        known: the characters that the viewer may read; of others not even that they are there is told.
    """
    gm, leads = table.is_gm(seat), any(a.seat == seat for a in known)
    if gm or not leads:
        # Counted on from all that there are: a gap in the numbers would tell of somebody unseen who bears one.
        number = next(n for n in count(len(table.actors) + 1) if f"{seat}-{n}" not in table.actors)
        yield _join(seat, f"{seat}-{number}", not known if gm else not leads)


@kept
def _join(seat: str, actor: str, main: bool) -> Offer:
    bare = JoinActor(seat=seat, id=actor, name="", leader=seat)
    return offered("new_character", bare, asks=(ask("name", AskKind.TEXT, least=1),), main=main)
