"""Export of the story log as plain text, Markdown or a web page.

The caller passes only the lines that the viewer may read.
"""

from __future__ import annotations

import html
import re
from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path

from engine.core.history import LogLine
from engine.messages.texts import say
from vtt.shared.campaign_panel import text

_MARKDOWN_SPECIALS = re.compile(r"([\\`*_{}\[\]()#+\-.!|<>~&])")


class StoryFormat(StrEnum):
    """A file format of the story; the value is the file extension."""

    TEXT = "txt"
    MARKDOWN = "md"
    PAGE = "html"


def format_of(path: Path) -> StoryFormat:
    """Return the format for a file's extension; plain text for an unknown one."""
    extension = path.suffix.removeprefix(".").lower()
    return next((known for known in StoryFormat if known.value == extension), StoryFormat.TEXT)


def export_story(lines: Sequence[LogLine], story_format: StoryFormat, title: str) -> str:
    """Return the content of the exported file."""
    match story_format:
        case StoryFormat.TEXT:
            return "\n".join([title, "", *(row for line in lines for row in _text_lines(line))]) + "\n"
        case StoryFormat.MARKDOWN:
            return (
                "\n".join(
                    [f"# {_escape_markdown(title)}", "", *(row for line in lines for row in _markdown_lines(line))]
                )
                + "\n"
            )
        case StoryFormat.PAGE:
            items = "\n".join(_html_item(line) for line in lines)
            head = f'<meta charset="utf-8"><title>{html.escape(title)}</title>'
            return f"<!doctype html>\n<html>{head}\n<h1>{html.escape(title)}</h1>\n<ul>\n{items}\n</ul>\n</html>\n"


def _on_one_line(words: str) -> str:
    return " ".join(words.split())


def _escape_markdown(words: str) -> str:
    return _MARKDOWN_SPECIALS.sub(r"\\\1", _on_one_line(words))


def _text_lines(line: LogLine) -> list[str]:
    rule_numbers = f" [{', '.join(line.rules)}]" if line.rules else ""
    private_mark = f" ({text('log.private')})" if line.private else ""
    return [
        f"{_on_one_line(say(line.message))}{private_mark}{rule_numbers}",
        *(f"    {_on_one_line(say(step))}" for step in line.reckoning),
    ]


def _markdown_lines(line: LogLine) -> list[str]:
    rule_numbers = f" `{', '.join(line.rules)}`" if line.rules else ""
    private_mark = f" *({_escape_markdown(text('log.private'))})*" if line.private else ""
    return [
        f"- {_escape_markdown(say(line.message))}{private_mark}{rule_numbers}",
        *(f"    - {_escape_markdown(say(step))}" for step in line.reckoning),
    ]


def _html_item(line: LogLine) -> str:
    rule_numbers = f" <small>{html.escape(', '.join(line.rules))}</small>" if line.rules else ""
    private_mark = f" <em>({html.escape(text('log.private'))})</em>" if line.private else ""
    steps = "".join(f"<li>{html.escape(_on_one_line(say(step)))}</li>" for step in line.reckoning)
    calculation = f"<ul>{steps}</ul>" if steps else ""
    return f"<li>{html.escape(_on_one_line(say(line.message)))}{private_mark}{rule_numbers}{calculation}</li>"
