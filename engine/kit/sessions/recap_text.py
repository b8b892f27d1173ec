r"""A recap as text: Markdown, with everything from people and files escaped, or plain.

>>> from engine.kit.sessions.recap import Recap, RecapSection
>>> from engine.kit.sessions.session_records import Session
>>> recap = Recap(
...     session=Session(id="1", number=1, title="<b>Mill</b>", present=("Ann",)),
...     sections=(RecapSection(moments=("Ann rolls *6*",)),),
... )
>>> print(recap_markdown(recap))
# Session 1: \<b\>Mill\</b\>
<BLANKLINE>
**Here:** Ann
<BLANKLINE>
## What happened
<BLANKLINE>
- Ann rolls \*6\*
<BLANKLINE>
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from engine.kit.sessions.recap import Recap, RecapSection
from engine.kit.sessions.session_records import Session
from engine.messages.message import Message
from engine.messages.texts import say
from engine.model.frozen import Json

_SPECIAL: Final = re.compile(r"([\\`*_\[\]<>~&|#@]|(?i:(?<=www)\.)|:(?=//)|^[-+=])")
_LIST_NUMBER: Final = re.compile(r"^(\d+)([.)])")


def recap_markdown(recap: Recap) -> str:
    """Return a recap as Markdown."""
    return _text(recap, escaped_markdown, heading="# ", part="## ", section="### ", item="- ", strong="**")


def recap_plain_text(recap: Recap) -> str:
    """Return a recap as plain text."""
    return _text(recap, str, heading="", part="", section="", item="• ", strong="")


def session_heading(session: Session | None) -> str:
    """Return the heading of a session: its number and its title."""
    if session is None or not session.number:
        title = session.title if session is not None else ""
        return title or _say("before_first")
    return (
        _say("heading_titled", number=session.number, title=session.title)
        if session.title
        else _say("heading", number=session.number)
    )


def escaped_markdown(words: str) -> str:
    """Return words that Markdown shows as they are, on one line."""
    return _LIST_NUMBER.sub(r"\1\\\2", _SPECIAL.sub(r"\\\1", " ".join(words.split())))


def _text(
    recap: Recap, escaped: Callable[[str], str], *, heading: str, part: str, section: str, item: str, strong: str
) -> str:
    session = recap.session
    blocks = [f"{heading}{escaped(session_heading(session))}"]
    if session is not None and session.date:
        blocks.append(escaped(session.date))
    if session is not None:
        people = (("here", session.present), ("absent", session.absent))
        lines = [f"{strong}{_say(key)}{strong} {escaped(_names(names))}" for key, names in people if names]
        blocks.extend(lines)
    if recap.private:
        blocks.append(_say("for_gm"))
    if recap.sections:
        blocks.append(f"{part}{_say('happened')}")
    for at, told in enumerate(recap.sections):
        title = _say("combat") if told.is_combat else told.title or (_say("afterwards") if at else "")
        if title:
            blocks.append(f"{section}{escaped(title)}")
        items = [f"{item}{escaped(line)}" for line in _lines(told)]
        if items:
            blocks.append("\n".join(items))
    if recap.gains:
        blocks.append(f"{part}{_say('gained')}")
        blocks.append("\n".join(f"{item}{escaped(line)}" for line in recap.gains))
    if recap.counts:
        blocks.append(f"{part}{_say('counted')}")
        blocks.append("\n".join(f"{item}{escaped(_say(f'count.{name}', count=count))}" for name, count in recap.counts))
    if not (recap.sections or recap.gains):
        blocks.append(_say("nothing"))
    return "\n\n".join(blocks) + "\n"


def _lines(section: RecapSection) -> Iterator[str]:
    if section.people:
        yield _say("fought", names=list(section.people))
    if section.rounds:
        yield _say("rounds", count=section.rounds)
    yield from section.moments
    if section.more:
        yield _say("more", count=section.more)
    yield from section.fallen
    if section.outcome:
        yield section.outcome
    elif section.is_combat:
        yield _say("goes_on")


def _names(names: Sequence[str]) -> str:
    return say(Message(key="recap.names", params={"names": list(names)}))


def _say(key: str, **params: Json) -> str:
    return say(Message(key=f"recap.{key}", params=params))
