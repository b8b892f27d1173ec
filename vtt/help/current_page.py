"""The two pages of the help that are made when somebody asks: what can be done now, and all shortcuts."""

from __future__ import annotations

import html
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtGui import QAction

from engine.messages.texts import say
from engine.presentation.offers import Offer, in_display_order
from vtt.panels.command_palette import keys_of, title_of
from vtt.shared.offers.offer_tile import explanation_words, offer_words
from vtt.widgets.plain_text import short
from vtt.widgets.ui_texts import ui_text

Shortcuts = Mapping[str, Sequence[tuple[tuple[str, ...], str]]]


@dataclass(frozen=True, slots=True)
class CurrentMoment:
    """Where somebody asks for help.

    Attributes:
        room: the room of the window, or `welcome`.
        person: whose offers they are, by name; empty without a campaign.
        offers: what that person can do now, as the viewer of the window may know it.
        game: the id of the game of the open campaign; empty without one.
    """

    room: str = "welcome"
    person: str = ""
    offers: tuple[Offer, ...] = ()
    game: str = ""


def current_page(moment: CurrentMoment, shortcuts: Shortcuts) -> str:
    """Return what the room is for, what the person can do now, and the shortcuts, as safe HTML."""
    return "".join(
        (
            _element("h1", ui_text("help", "now")),
            _element("p", ui_text("help", f"room.{moment.room}")),
            *_offers(moment),
            _element("h2", ui_text("help", "keys")),
            *_shortcuts(shortcuts),
        )
    )


def shortcuts_page(shortcuts: Shortcuts) -> str:
    """Return all shortcuts as safe HTML."""
    return "".join((_element("h1", ui_text("help", "keys")), *_shortcuts(shortcuts)))


def shortcuts_by_group(actions: Sequence[QAction]) -> dict[str, list[tuple[tuple[str, ...], str]]]:
    """Return the shortcuts of the visible actions, each as its keys and its description, by group.

    Two dynamic properties of an action change its line. `group` is the heading above it. `help` replaces the line:
    `keys|words` describes several similar actions at once, and an empty text hides an action that is described with
    another one.
    """
    groups: dict[str, list[tuple[tuple[str, ...], str]]] = {}
    seen: set[tuple[tuple[str, ...], str]] = set()
    for action in actions:
        if not action.isVisible():
            continue
        group = str(action.property("group") or ui_text("help", "general"))
        help_property = action.property("help")
        if help_property is None:
            keys, words = tuple(k for k in keys_of(action).split(", ") if k), title_of(action)
        else:
            key, _, words = str(help_property).partition("|")
            keys = (key,) if key else ()
        if keys and words and (keys, words) not in seen:
            seen.add((keys, words))
            groups.setdefault(group, []).append((keys, words))
    return groups


def _offers(moment: CurrentMoment) -> Iterator[str]:
    if not moment.person:
        return
    yield _element("h2", ui_text("help", "can_do", name=short(moment.person)))
    offers = in_display_order(moment.offers)
    if not offers:
        yield _element("p", ui_text("help", "nothing"))
    lines: dict[str, None] = {}  # what several offers say alike is said once
    for offer in sorted(offers, key=lambda offer: offer.denial is not None):
        reason = say(offer.denial.message) if offer.denial is not None else ""
        words = ui_text("help", "not_now", reason=reason) if reason else explanation_words(offer)
        lines[f"<p><b>{html.escape(offer_words(offer))}</b><br>{html.escape(words)}</p>"] = None
    yield from lines


def _shortcuts(shortcuts: Shortcuts) -> Iterator[str]:
    for group, lines in shortcuts.items():
        yield _element("h3", group)
        rows = "".join(
            f"<tr><td><b>{html.escape(', '.join(keys))}</b>&nbsp;&nbsp;</td><td>{html.escape(words)}</td></tr>"
            for keys, words in lines
        )
        yield f"<table cellpadding='2'>{rows}</table>"


def _element(tag: str, words: str) -> str:
    return f"<{tag}>{html.escape(words)}</{tag}>"
