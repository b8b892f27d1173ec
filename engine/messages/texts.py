"""Texts of the language file, and messages as text."""

from __future__ import annotations

import re
import string
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path

from engine.asset_folder import ASSETS, BUNDLED_GAMES
from engine.messages.message import Message
from engine.model.cards import card_label
from engine.model.frozen import Json


class _Speaker(string.Formatter):
    """Fills templates. `{n:plural:card|cards}` chooses by number, `{c:cards}` writes cards, `{l:list}` a list.

    `{x:signed}` writes the plus sign too, `{x:changes: (|)}` writes such a number between two texts unless it is 0,
    `{s:clock}` writes seconds as h:mm:ss, `{t:quoted}` adds a quotation if there is one, `{p:given:, wounds −}` adds
    these words and the number or the cards if there are any, `{n:some:, |card|cards}` adds a number with its noun.
    Negative numbers have a true minus sign. Without a number, `plural` takes the singular.

    A template may contain only plain names, so that it cannot reach the inside of a parameter.
    """

    def get_field(self, field_name: str, args: Sequence[object], kwargs: Mapping[str, object]) -> tuple[object, str]:
        if not field_name.isidentifier():
            raise KeyError(field_name)
        return kwargs.get(field_name, ""), field_name

    def format_field(self, value: object, format_spec: str) -> str:
        kind, _, rest = format_spec.partition(":")
        match kind:
            case "plural":
                one, many = rest.split("|")
                return one if value in (1, "") else many
            case "cards":
                cards = [value] if isinstance(value, str) else list(value) if isinstance(value, Sequence) else []
                return ", ".join(card_label(str(card)) for card in cards) or "–"
            case "signed":
                return f"{value:+d}".replace("-", "−") if isinstance(value, int) else str(value)
            case "changes":
                before, after = rest.split("|")
                return f"{before}{self.format_field(value, 'signed')}{after}" if value else ""
            case "list":
                return ", ".join(str(v) for v in value) if isinstance(value, Sequence) else str(value)
            case "clock":
                minutes, seconds = divmod(value, 60) if isinstance(value, int) else (0, 0)
                return f"{minutes // 60}:{minutes % 60:02}:{seconds:02}"
            case "word":
                known = texts()
                word = str(value)
                return known.get(f"word.{word}", known.get(f"word.{word.partition('-')[0]}", word))
            case "given":
                inner = "cards" if isinstance(value, Sequence) and not isinstance(value, str) else ""
                return f"{rest}{self.format_field(value, inner)}" if value else ""
            case "some":
                before, one, many = rest.split("|")
                return f"{before}{value} {one if value == 1 else many}" if value else ""
            case "quoted":
                return f": “{value}”" if value else ""
            case _ if value is None or isinstance(value, bool):
                return texts()[{None: "word.none", True: "word.on", False: "word.off"}[value]]
            case _ if isinstance(value, int | float):
                return str(value).replace("-", "−")
            case _:
                return str(value)


_SPEAKER = _Speaker()


def texts(language: str = "en") -> Mapping[str, str]:
    """Return every sentence of a language by its dotted key, of the program and of the games that come with it."""
    return _texts(language)


def text_files(language: str = "en") -> tuple[Path, ...]:
    """Return the files with the sentences of the program and of the games that come with it."""
    folders = (ASSETS, *BUNDLED_GAMES.iterdir())
    return tuple(path for folder in folders for path in sorted((folder / "texts" / language).glob("*.toml")))


@cache
def _texts(language: str) -> Mapping[str, str]:
    found: dict[str, str] = {}
    for path in text_files(language):
        text = path.read_text(encoding="utf-8")
        if not _read_plainly(text, found):
            _flatten("", tomllib.loads(text), found)
    return found


_PLAIN = re.compile(r'\[(?P<table>[\w.-]+)\]|(?P<key>[\w-]+) = "(?P<words>[^"\\]*)"|(?:#.*)?')


def _read_plainly(text: str, found: dict[str, str]) -> bool:
    """Read a file of nothing but tables and plain strings; False for one that needs the whole language.

    TOML's own reader would take a thirtieth of every start for these thousand lines.
    """
    table, plain = "", dict[str, str]()
    for line in text.splitlines():
        match = _PLAIN.fullmatch(line)
        if match is None:
            return False
        if match["table"]:
            table = f"{match['table']}."
        elif match["key"]:
            plain[table + match["key"]] = match["words"]
    found.update(plain)
    return True


def _flatten(prefix: str, branch: Mapping[str, object], found: dict[str, str]) -> None:
    for key, value in branch.items():
        name = f"{prefix}{key}"
        if isinstance(value, Mapping):
            _flatten(f"{name}.", value, found)
        else:
            found[name] = str(value)


def say(message: Message, language: str = "en") -> str:
    """Return a message as text. A key without a sentence is shown as the key, so that the gap is visible."""
    template = texts(language).get(message.key)
    if template is None:
        details = ", ".join(f"{name} {value}" for name, value in message.params.items())
        return f"{message.key} ({details})" if details else message.key
    kinds = tuple([type(value) for value in message.params.values()])
    if _PLAIN_KINDS.issuperset(kinds):
        return _filled(template, tuple(message.params.items()), kinds, texts)
    return _SPEAKER.vformat(template, (), message.params)


_PLAIN_KINDS = frozenset({str, int, bool, type(None)})


@lru_cache(maxsize=4096)
def _filled(template: str, params: tuple[tuple[str, Json], ...], kinds: tuple[type, ...], known: object) -> str:
    """Fill a template with plain words and numbers. Cached, because a screen shows the same sentences again and again.

    Args:
        template: the template.
        params: the parameters of the sentence.
        kinds: the types of the parameters, because 1 and True make different sentences.
        known: the function that gives the texts of the language.
    """
    return _SPEAKER.vformat(template, (), dict(params))
