"""The story as a file: plain text, Markdown or a web page, of what its viewer may read and no more."""

from __future__ import annotations

import html
import re
from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path

from engine.play.timeline import LogLine
from engine.play.words import say
from vtt.panels.panel import text

_MARKS = re.compile(r"([\\`*_{}\[\]()#+\-.!|<>~&])")


class StoryForm(StrEnum):
    """How a story is written down; the value is the ending of the file."""

    TEXT = "txt"
    MARKDOWN = "md"
    PAGE = "html"


def form_of(path: Path) -> StoryForm:
    """Return the form that a file's ending asks for; plain text for any other."""
    ending = path.suffix.removeprefix(".").lower()
    return next((form for form in StoryForm if form.value == ending), StoryForm.TEXT)


def written(lines: Sequence[LogLine], form: StoryForm, title: str) -> str:
    """Return the story as one text."""
    match form:
        case StoryForm.TEXT:
            return "\n".join([title, "", *(part for line in lines for part in _as_text(line))]) + "\n"
        case StoryForm.MARKDOWN:
            return (
                "\n".join([f"# {_marked(title)}", "", *(part for line in lines for part in _as_markdown(line))]) + "\n"
            )
        case StoryForm.PAGE:
            rows = "\n".join(_as_row(line) for line in lines)
            head = f'<meta charset="utf-8"><title>{html.escape(title)}</title>'
            return f"<!doctype html>\n<html>{head}\n<h1>{html.escape(title)}</h1>\n<ul>\n{rows}\n</ul>\n</html>\n"


def _flat(words: str) -> str:
    return " ".join(words.split())


def _marked(words: str) -> str:
    return _MARKS.sub(r"\\\1", _flat(words))


def _as_text(line: LogLine) -> list[str]:
    rules = f" [{', '.join(line.rules)}]" if line.rules else ""
    private = f" ({text('log.private')})" if line.private else ""
    return [f"{_flat(say(line.message))}{private}{rules}", *(f"    {_flat(say(r))}" for r in line.reckoning)]


def _as_markdown(line: LogLine) -> list[str]:
    rules = f" `{', '.join(line.rules)}`" if line.rules else ""
    private = f" *({_marked(text('log.private'))})*" if line.private else ""
    return [f"- {_marked(say(line.message))}{private}{rules}", *(f"    - {_marked(say(r))}" for r in line.reckoning)]


def _as_row(line: LogLine) -> str:
    rules = f" <small>{html.escape(', '.join(line.rules))}</small>" if line.rules else ""
    private = f" <em>({html.escape(text('log.private'))})</em>" if line.private else ""
    inner = "".join(f"<li>{html.escape(_flat(say(r)))}</li>" for r in line.reckoning)
    reckoning = f"<ul>{inner}</ul>" if inner else ""
    return f"<li>{html.escape(_flat(say(line.message)))}{private}{rules}{reckoning}</li>"
