"""Every sentence that the engine can say, found by reading its source."""

from __future__ import annotations

import ast
import re
import string
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ENGINE = Path(__file__).resolve().parents[2] / "engine"
_NOT_PARAMS = {"audience", "reckoning", "tells", "calls_for"}
LOG_LINES: Mapping[str, frozenset[str]] = {
    "add_log_line": frozenset({"actor"}),
    "add_open_log_line": frozenset({"actor"}),
    "add_hand_log_line": frozenset({"actor", "sharing"}),
}
"""The functions that write a log line on a character, with the parameters that they add themselves."""
_SAYS = re.compile(rf"\b(?:note|{'|'.join(LOG_LINES)}|Refused|Message)\(")


@dataclass(frozen=True, slots=True)
class Said:
    """One place where a message is made: its key as a pattern, and the parameters if they can be read."""

    place: str
    key: str
    params: frozenset[str] | None

    @property
    def open(self) -> bool:
        """True if several keys fit, as with `f"turned_{face}"`."""
        return ".+" in self.key

    @property
    def plain(self) -> str:
        """The one key that fits, of what is not open."""
        return self.key.replace("\\", "")

    def among(self, keys: Mapping[str, str]) -> tuple[str, ...]:
        """Return the sentences of all keys that fit."""
        if not self.open:
            return (keys[self.plain],) if self.plain in keys else ()
        fits = re.compile(self.key).fullmatch
        return tuple(text for key, text in keys.items() if fits(key))


def modules() -> list[Path]:
    """Return the modules of the engine, without the examples, whose texts are their own."""
    return [path for path in sorted(ENGINE.rglob("*.py")) if ENGINE / "docs" not in path.parents]


def sources() -> Iterator[Path]:
    """Yield the files of the engine that say anything."""
    return (path for path in modules() if _SAYS.search(path.read_text(encoding="utf-8")))


def _calls(tree: ast.AST) -> Iterator[ast.Call]:
    # `ast.walk` takes three times as long, and there is much to read.
    nodes = [tree]
    for node in nodes:
        if isinstance(node, ast.Call):
            yield node
        for name in node._fields:
            found = getattr(node, name, None)
            if isinstance(found, list):
                nodes += [one for one in found if isinstance(one, ast.AST)]
            elif isinstance(found, ast.AST):
                nodes.append(found)


def said_in(path: Path) -> Iterator[Said]:
    """Find the messages of a file: `note("…")`, `Refused("…")`, `Message(key=…)`."""
    for node in _calls(ast.parse(path.read_text(encoding="utf-8"))):
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        found: ast.expr | None = None
        prefix, params = "", _named(node.keywords)
        if name in {"note", "Refused"} and node.args:
            prefix, found = ("log." if name == "note" else "refused."), node.args[0]
        elif name in LOG_LINES:
            prefix, found = "log.", node.args[2]
            params = None if params is None else params | LOG_LINES[name]
        elif name == "Message":
            found = next((k.value for k in node.keywords if k.arg == "key"), None)
            params = _in_dict(next((k.value for k in node.keywords if k.arg == "params"), None))
        if found is not None:
            for key in _patterns(found):
                yield Said(f"{path.relative_to(ENGINE)}:{node.lineno}", re.escape(prefix) + key, params)


def _patterns(node: ast.expr) -> Iterator[str]:
    match node:
        case ast.Constant(value=str(text)):
            yield re.escape(text)
        case ast.JoinedStr(values=parts):
            yield "".join(re.escape(str(p.value)) if isinstance(p, ast.Constant) else ".+" for p in parts)
        case ast.IfExp(body=body, orelse=orelse):
            yield from _patterns(body)
            yield from _patterns(orelse)
        case _:
            pass


def _named(keywords: list[ast.keyword]) -> frozenset[str] | None:
    names = {k.arg for k in keywords}
    return None if None in names else frozenset(n for n in names if n is not None) - _NOT_PARAMS


def _in_dict(node: ast.expr | None) -> frozenset[str] | None:
    if node is None:
        return frozenset()
    if not isinstance(node, ast.Dict):
        return None
    return frozenset(k.value for k in node.keys if isinstance(k, ast.Constant) and isinstance(k.value, str))


@cache
def core_refusals() -> frozenset[str]:
    """Return the refusals that belong to the table itself and to no rule."""
    core = (said for path in sources() if ENGINE / "rulesets" not in path.parents for said in said_in(path))
    return frozenset(said.plain for said in core if said.key.startswith(re.escape("refused.")))


def fields_of(template: str) -> frozenset[str]:
    """Return the names that a sentence wants filled in."""
    return frozenset(name for _, name, _, _ in string.Formatter().parse(template) if name)
