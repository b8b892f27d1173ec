r"""Links in a note: `[[Old mill]]` by name, `[[Old mill|the mill]]` with other words, `[[2d6+3]]` for dice.

>>> [(link.target, link.label) for link in links_in("See [[ Old  mill ]] or [[Old mill|the mill]], not [[]].")]
[('Old mill', 'Old mill'), ('Old mill', 'the mill')]
>>> links_in("[[2d6+3]]")[0].is_dice, links_in("[[6 wolves]]")[0].is_dice
(True, False)
>>> links_in(r"| [[Old mill\|the mill]] |")[0].target  # as in a table of another program
'Old mill'
>>> with_renamed_links("[[OLD mill]], [[Old mill|there]], [[Old mills]]", {"old mill": "New mill"})
'[[New mill]], [[New mill|there]], [[Old mills]]'
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from engine.core.dice_notation import parse_dice_to_roll
from engine.messages.refusal import Refused
from engine.model.frozen import Frozen

LONGEST_TARGET: Final = 120
_LINK: Final = re.compile(rf"\[\[([^\[\]|\n]{{1,{LONGEST_TARGET}}})(?:\|([^\[\]|\n]{{1,{LONGEST_TARGET}}}))?\]\]")
_UNSEEN: Final = (
    (re.compile(r"^( {0,3}\[[^\]\n]{1,999}\]:).*$", re.MULTILINE), ""),
    (re.compile(r"^( {0,3}(?:```+|~~~+)).*$", re.MULTILINE), r"\1"),
    (re.compile(r"!\[[^\[\]\n]{0,999}\]\([^()\n]{0,999}\)"), ""),
    (re.compile(r"\]\([^()\n]{0,999}\)"), "]"),
    (re.compile(r"(?<!\[)\[([^\[\]\n]{1,999})\](?!\])"), r"\1"),
)
_LONGEST_DICE: Final = 30
_DICE: Final = re.compile(r"\d*[dD]\d+([+−-]\w+)*")


class NoteLink(Frozen):
    """A link in a text.

    Attributes:
        start: the position of its first bracket.
        end: the position behind its last bracket.
        target: the name or the dice that it leads to.
        label: the words that are read.
    """

    start: int
    end: int
    target: str
    label: str

    @property
    def is_dice(self) -> bool:
        """Whether it rolls dice."""
        return is_dice(self.target)


def links_in(text: str) -> tuple[NoteLink, ...]:
    """Return the links in a text, in their order."""
    links: list[NoteLink] = []
    for found in _LINK.finditer(text):
        target = " ".join((found[1].rstrip("\\") if found[2] else found[1]).split())
        if target:
            label = " ".join((found[2] or "").split()) or target
            links.append(NoteLink(start=found.start(), end=found.end(), target=target, label=label))
    return tuple(links)


def linked_names(text: str) -> tuple[str, ...]:
    r"""Return the names that a text links to, each once and as `name_key` has it; quicker than all its links.

    >>> linked_names(r"[[Old mill]], [[OLD  mill|there]], [[Inn\|the inn]], [[ ]]")
    ('old mill', 'inn')
    """
    targets = (target.rstrip("\\") if label else target for target, label in dict.fromkeys(_LINK.findall(text)))
    return tuple(dict.fromkeys(filter(None, map(name_key, targets))))


def name_key(name: str) -> str:
    """Return a name as links compare it: without regard to capitals and to the number of spaces."""
    return " ".join(name.split()).casefold()


def is_dice(target: str) -> bool:
    """Say whether a link rolls dice: `2d6+3`, `d20`."""
    if len(target) > _LONGEST_DICE or _DICE.fullmatch(target) is None:
        return False
    try:
        parse_dice_to_roll(target)
    except Refused:
        return False
    return True


def can_be_linked(name: str) -> bool:
    """Say whether a link can name this: brackets and bars have another meaning in a link."""
    links = links_in(f"[[{name}]]")
    return len(links) == 1 and name_key(links[0].target) == name_key(name)


def text_without_links(text: str) -> str:
    """Return a text with the words of its links, as those who may not know their targets read it.

    >>> text_without_links("[[Count Orlok|A stranger]] and [[2d6]] wolves")
    'A stranger and 2d6 wolves'
    """
    if "[[" not in text:
        return text
    parts, end = list[str](), 0
    for link in links_in(text):
        parts += (text[end : link.start], link.label)
        end = link.end
    return "".join((*parts, text[end:]))


def readable_text(text: str) -> str:
    r"""Return a text without what its page does not show: targets of links, addresses, and words for other programs.

    >>> readable_text("See [[Count Orlok|the count]] [here](secret) ![a](b).\n[//]: # (secret)\n```secret\nx\n```")
    'See the count here .\n\n```\nx\n```'
    """
    shown = text_without_links(text)
    for form, words in _UNSEEN:
        shown = form.sub(words, shown)
    return shown


def with_renamed_links(text: str, renamed: Mapping[str, str]) -> str:
    """Return a text whose links to some names, as `name_key` has them, lead to others."""
    parts, end = list[str](), 0
    for link in links_in(text):
        new = renamed.get(name_key(link.target))
        if new is not None:
            words = f"|{link.label}" if "|" in text[link.start : link.end] else ""
            parts += (text[end : link.start], f"[[{new}{words}]]")
            end = link.end
    return "".join((*parts, text[end:]))
