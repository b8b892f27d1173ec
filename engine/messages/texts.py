"""Texts of the language file, and messages as text."""

from __future__ import annotations

import re
import string
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from functools import cache, lru_cache
from pathlib import Path
from typing import Final

from engine.asset_folder import ASSETS, BUNDLED_GAMES, cached_per_game, registered_game_folders
from engine.messages.message import Message
from engine.model.cards import card_label
from engine.model.frozen import Json

LARGEST: Final = 1_000_000
"""The size limit of a file of texts, in bytes."""
MOST_FILES: Final = 200
"""The number of files of texts that are read of a game."""


class _Speaker(string.Formatter):
    """Fills templates. `{n:plural:card|cards}` chooses by number, `{c:cards}` writes cards, `{l:list}` a list.

    `{w:word}` writes the text of a key under `[word]`, `{w:word:condition}` first of one under `[condition]`, and
    `{l:list:word}` a list of words. `{x:name}` writes the text
    under `[name]`, or else the value with a capital letter; `{x:name:, }` adds it after these words if there is one.
    `{x:signed}` writes the plus sign too, `{x:changes: (|)}` writes such a number between two texts unless it is 0,
    `{s:clock}` writes seconds as h:mm:ss, `{t:quoted}` adds a quotation if there is one, `{p:given:, wounds −}` adds
    these words and the number or the cards if there are any, `{n:some:, |card|cards}` adds a number with its noun,
    `{n:or:No}` writes a number, or this word for 0.
    Negative numbers have a true minus sign. Without a number, `plural` takes the singular.

    A template may contain only plain names, so that it cannot reach the inside of a parameter.

    Args:
        own: the texts in which words are looked up first.
    """

    def __init__(self, own: Mapping[str, str]) -> None:
        self._own = own

    def _word(self, word: str, group: str = "word") -> str:
        known = texts()
        for key in (f"{group}.{word}", f"word.{word}", f"word.{word.partition('-')[0]}"):
            found = self._own.get(key, known.get(key))
            if found is not None:
                return found
        return word

    def _name(self, name: str) -> str:
        key = f"name.{name}"
        return self._own.get(key, texts().get(key, name[:1].upper() + name[1:]))

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
                is_list = isinstance(value, Sequence) and not isinstance(value, str)
                words = list(map(str, value)) if is_list else [str(value)]  # type: ignore[call-overload]
                return ", ".join(self._word(word) if rest == "word" else word for word in words)
            case "clock":
                minutes, seconds = divmod(abs(value), 60) if isinstance(value, int) else (0, 0)
                sign = "−" if isinstance(value, int) and value < 0 else ""
                return f"{sign}{minutes // 60}:{minutes % 60:02}:{seconds:02}"
            case "word":
                return self._word(str(value), rest or "word")
            case "name":
                return f"{rest}{self._name(str(value))}" if value else ""
            case "given":
                inner = "cards" if isinstance(value, Sequence) and not isinstance(value, str) else ""
                return f"{rest}{self.format_field(value, inner)}" if value else ""
            case "some":
                before, one, many = rest.split("|")
                return f"{before}{self.format_field(value, '')} {one if value == 1 else many}" if value else ""
            case "or":
                return self.format_field(value, "") if value else rest
            case "quoted":
                return f": “{value}”" if value else ""
            case _ if value is None or isinstance(value, bool):
                return self._word({None: "none", True: "on", False: "off"}[value])
            case _ if isinstance(value, int | float):
                return str(value).replace("-", "−")
            case _:
                return str(value)


_SPEAKER = _Speaker({})


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


_PLAIN = re.compile(r'\[(?P<table>[\w."-]+)\]|(?P<key>[\w-]+|"") = "(?P<words>[^"\\]*)"|(?:#.*)?')


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
            table = match["table"].replace('"', "") + "."
        elif match["key"]:
            plain[table + match["key"].strip('"')] = match["words"]
    found.update(plain)
    return True


def _flatten(prefix: str, branch: Mapping[str, object], found: dict[str, str]) -> None:
    for key, value in branch.items():
        name = f"{prefix}{key}"
        if isinstance(value, Mapping):
            _flatten(f"{name}.", value, found)
        else:
            found[name] = str(value)


def game_texts(game: str, language: str = "en") -> Mapping[str, str]:
    """Return the sentences of a game that does not come with the program, by their keys in its own files.

    Faulty files are left out; `read_game_texts` tells the fault. Of a game that is missing they are those that were
    remembered with a campaign (`remember_game_texts`).
    """
    return _texts_in_folder(game, language) or _remembered.get(game, {})


_remembered: dict[str, Mapping[str, str]] = {}


def remember_game_texts(game: str, sentences: Mapping[str, object]) -> None:
    """Take the sentences of a game that is missing from a campaign, so that its story can be read.

    They may come from strangers: what is no sentence is left out, and so is what goes beyond the bounds of a game.
    """
    found: dict[str, str] = {}
    room = LARGEST
    for key, template in sentences.items():
        if isinstance(template, str) and len(template) + len(key) <= room and _is_template(template):
            found[key] = template
            room -= len(template) + len(key)
    _remembered[game] = found


def forget_game_texts(game: str) -> None:
    """Forget what `remember_game_texts` took in."""
    _remembered.pop(game, None)


def _is_template(text: str) -> bool:
    try:
        return all(True for _ in string.Formatter().parse(text))
    except ValueError:
        return False


@cached_per_game
def _texts_in_folder(game: str, language: str) -> Mapping[str, str]:
    found: dict[str, str] = {}
    folder = dict(registered_game_folders()).get(game)
    for path in _game_text_files(folder, language) if folder is not None else ():
        with suppress(ValueError):
            found.update(_read_game_file(path))
    return found


def read_game_texts(folder: Path, language: str = "en") -> Mapping[str, str]:
    """Return the sentences in a game's folder. Raises ValueError, which names the file and the fault."""
    found: dict[str, str] = {}
    for path in _game_text_files(folder, language):
        found.update(_read_game_file(path))
    return found


def _game_text_files(folder: Path, language: str) -> Sequence[Path]:
    return sorted((folder / "texts" / language).glob("*.toml"))[:MOST_FILES]


def _read_game_file(path: Path) -> Mapping[str, str]:
    """Return the sentences of a file that may come from strangers. Raises ValueError."""
    found: dict[str, str] = {}
    try:
        with path.open("rb") as stream:
            raw = stream.read(LARGEST + 1)
        if len(raw) > LARGEST:
            raise ValueError(f"larger than {LARGEST} bytes")
        _flatten("", tomllib.loads(raw.decode("utf-8")), found)
        for template in found.values():
            for _ in string.Formatter().parse(template):
                pass
    except (OSError, ValueError, RecursionError) as error:
        raise ValueError(f"{path.name}: {' '.join(str(error).split())[:200]}") from error
    return found


def key_in_game(game: str, key: str) -> str:
    """Return the key under which a sentence is found in the texts of a game first, if the game has it."""
    return f"{game}:{key}" if key in game_texts(game) else key


def template_of(key: str, language: str = "en") -> str | None:
    """Return the sentence of a key, which may name a game (`high_card:log.plays`); None if there is none."""
    if ":" in key:
        game, _, key = key.partition(":")
        own = game_texts(game, language).get(key)
        if own is not None:
            return own
    return texts(language).get(key)


def say(message: Message, language: str = "en") -> str:
    """Return a message as text. A key without a sentence is shown as the key, so that the gap is visible."""
    if ":" in message.key:
        return _say_in_game(message, language)
    template = texts(language).get(message.key)
    if template is None:
        return _without_sentence(message)
    kinds = tuple([type(value) for value in message.params.values()])
    if _PLAIN_KINDS.issuperset(kinds):
        return _filled(template, tuple(message.params.items()), kinds, texts)
    return _SPEAKER.vformat(template, (), message.params)


def paragraph(sentences: Iterable[str]) -> str:
    """Return sentences as one text; those without an end get a full stop, and empty ones are left out.

    >>> paragraph(["Beside the  door", "Who goes there?", "", "Poison."])
    'Beside the door. Who goes there? Poison.'
    """
    words = (" ".join(sentence.split()) for sentence in sentences)
    return " ".join(part if part.endswith((".", "!", "?")) else f"{part}." for part in words if part)


def _say_in_game(message: Message, language: str) -> str:
    """Return a message of a game as text; words inside it are looked up in the texts of the game first too.

    Of a missing game whose sentence no campaign remembers, only the key is shown: a sentence may keep a parameter back.
    """
    template = template_of(message.key, language)
    if template is None:
        return message.key if message.key.partition(":")[0] in _remembered else _without_sentence(message)
    speaker = _Speaker(game_texts(message.key.partition(":")[0], language))
    try:
        return speaker.vformat(template, (), message.params)
    except (ValueError, KeyError, IndexError):  # a template of somebody else, which no test of ours has read
        return _without_sentence(message)


def _without_sentence(message: Message) -> str:
    details = ", ".join(f"{name} {value}" for name, value in message.params.items())
    return f"{message.key} ({details})" if details else message.key


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
