"""Who leads whom, who has been noticed, and how a line of the log tells of somebody."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager

from engine.play import leading
from engine.play.commands import Request
from engine.play.draft import Draft
from engine.play.leading import leader as leader
from engine.play.moves.fields import audience_of
from engine.play.names import actor_name
from engine.play.words import Message, say
from engine.rulesets.classic_fantasy.procedures.attack import Attack
from engine.rulesets.classic_fantasy.procedures.check import Check
from engine.rulesets.classic_fantasy.procedures.effect import Effect
from engine.rulesets.classic_fantasy.procedures.fight import Fight
from engine.rulesets.classic_fantasy.procedures.passing import Passing
from engine.rulesets.classic_fantasy.procedures.springing import Springing
from engine.rulesets.classic_fantasy.procedures.wounding import Wounding
from engine.rulesets.remembering import Remembered
from engine.table.frozen import Json
from engine.table.table import Table

_TAKING_PART = Remembered[tuple[str, ...]]()


def taking_part(table: Table) -> tuple[str, ...]:
    """Return the characters that openly take part in what is under way: everybody knows that they are there.

    That is who fights, and who rolls with or against somebody whom everybody knows; what merely befalls a secret
    character, and what it rolls for by itself, shows it to nobody.
    """
    return _TAKING_PART.get("", (table.procedures,), lambda: _taking_part(table))


def _taking_part(table: Table) -> tuple[str, ...]:
    found: dict[str, None] = {}
    for under_way in table.procedures:
        match under_way:
            case Fight(fighters=fighters):
                found |= dict.fromkeys(fighters)
            case Attack(actor=actor, target=target):
                found |= dict.fromkeys((actor, target))
            case Check(rolls=rolls, secret=False):
                rolling = [roll.actor for roll in rolls if roll.actor in table.actors]
                if any(actor in found or not table.actors[actor].secret for actor in rolling):
                    found |= dict.fromkeys(rolling)
            case _:
                pass
    return tuple(found)


def told_of(table: Table, actor: str) -> tuple[str, ...] | None:
    """Return who may read what befalls a character: everybody; of a secret one not yet noticed only its own."""
    found = table.actors.get(actor)
    return None if found is None or actor in taking_part(table) else audience_of(table, found)


def told_of_all(table: Table, actors: Sequence[str]) -> tuple[str, ...] | None:
    """Return who may read what befalls several together: everybody, where that is so of any of them or of nobody."""
    each = [told_of(table, actor) for actor in actors]
    if not each or None in each:
        return None
    return tuple(sorted({seat for told in each if told is not None for seat in told}))


def told_of_check(table: Table, found: Check) -> tuple[str, ...] | None:
    """Return who may know of a roll: everybody; of one in secret the GM, of unseen characters who may read of them."""
    if found.secret:
        return (table.gm(),)
    return told_of_all(table, [roll.actor for roll in found.rolls if roll.actor])


def may_follow(table: Table, viewer: str, told: tuple[str, ...] | None) -> bool:
    """Say whether a viewer is among those who are told of something (`told_of`, `told_of_check`)."""
    return told is None or viewer in told or table.is_gm(viewer)


def word(name: str) -> str:
    """Return what something is for, in words that are kept with it."""
    return say(Message(key=f"word.d100-{name}"))


def is_veiled(table: Table, actor: str) -> bool:
    """Say whether everybody sees what a character does, but not its record: a secret one that has been noticed."""
    return table.actors[actor].secret and told_of(table, actor) is None


def note_of(
    draft: Draft,
    actor: str,
    key: str,
    *rules: str,
    reckoning: Sequence[Message] = (),
    calls_for: Sequence[str] = (),
    numbers: bool = False,
    seen: str = "",
    **params: Json,
) -> None:
    """Write a line of the log on a character, by name, for those who may know of it.

    Of a secret one that has been noticed only those who may read its record are told what numbers are made of, and
    with `numbers`, of a line that tells what stands in the record, they alone are told that; all others are told
    what everybody sees of it, if `seen` is a sentence about that.
    """
    found, name, audience = draft.table.actors[actor], actor_name(draft.table, actor), told_of(draft.table, actor)
    veiled = is_veiled(draft.table, actor)
    if veiled and seen:
        draft.note(seen, *rules, audience=None, reckoning=(), tells=(), calls_for=calls_for, actor=name)
    if veiled and (numbers or seen):
        audience, veiled = audience_of(draft.table, found), False
    draft.note(
        key,
        *rules,
        audience=audience,
        reckoning=() if veiled else reckoning,
        tells=(),
        calls_for=calls_for,
        actor=name,
        **params,
    )
    if veiled and reckoning:
        draft.note("d100_made_of", audience=audience_of(draft.table, found), reckoning=reckoning, actor=name)


def figure_of(draft: Draft, actor: str, **figures: Json) -> None:
    """Write down figures of a character, unless they are not for everybody."""
    found = draft.table.actors.get(actor)
    if found is None or not found.secret:
        draft.figure(**figures)


def thrown_for(
    draft: Draft, actor: str, word: str, *, sums: bool = False, **params: Json
) -> AbstractContextManager[None]:
    """Say whose dice are thrown meanwhile, and what for; those of somebody whom not everybody knows nobody sees.

    Args:
        draft: what the dice are written down in.
        actor: whose they are.
        word: the sentence `glimpse.<word>`.
        sums: what stands on the record is added to them: nobody sees those of a secret character either, or taking
            them from the sum would tell the rest.
        params: what it speaks of besides `actor`.
    """
    if told_of(draft.table, actor) is not None:
        return draft.throwing(None, hidden=True)
    told = (
        {"actor": actor_name(draft.table, actor), **params}
        if actor
        else {**params, "actor": params["name"], "name": ""}
    )
    hidden = sums and actor in draft.table.actors and is_veiled(draft.table, actor)
    return draft.throwing(Message(key=f"glimpse.{word}", params=told), hidden=hidden)


def need_known(table: Table, seat: str, actor: str) -> None:
    """Raise Refused for a character of whom a seat does not know."""
    leading.need_known(table, seat, actor, taking_part(table))


def need_leader(table: Table, command: Request, actor: str, *rules: str) -> None:
    """Raise Refused unless the one who asks leads the character, or is the GM."""
    leading.need_leader(table, command, actor, *rules, noticed=taking_part(table))


def bound(table: Table) -> frozenset[str]:
    """Return the characters without whom what is under way could not go on, be it in secret."""
    found = set(taking_part(table))
    for under_way in table.procedures:
        match under_way:
            case Check(rolls=rolls):
                found |= {roll.actor for roll in rolls}
            case Wounding(harm=harm, queue=queue):
                found |= {one.actor for one in (harm, *queue)}
            case Springing(victim=victim, others=others):
                found |= {victim, *others}
            case Effect(actor=actor, about=about):
                found |= {actor, *(who for name in ("actor", "patient") if isinstance(who := about.get(name), str))}
            case Passing(about=about):
                found |= {who for name in ("actor", "patient") if isinstance(who := about.get(name), str)}
            case _:
                pass
    return frozenset(found)
