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
PAGE_TEXTS = "d100.ledger"
"""The beginning of the keys of the texts of status pages."""
_OF_A_CELL = {"sign", "tone", "details", "boxes", "until", "buttons"}
_SAYS = re.compile(rf"\b(?:note|{'|'.join(LOG_LINES)}|Refused|needed|Message|self\.text|self\.cell)\(")


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
    """Find the messages of a file: those of its status pages, and of calls by name.

    They are `note("…")`, `Refused("…")`, `needed(…, "…")` and `Message(key=…)`.
    A function of the file that only puts the beginning of a key before its first argument is understood too.
    """
    tree = ast.parse(path.read_text(encoding="utf-8"))
    yield from _said_on_pages(path, tree)
    makers = dict(_makers(tree))
    for node in _calls(tree):
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        found: ast.expr | None = None
        prefix, params = "", _named(node.keywords)
        if name in {"note", "Refused"} and node.args:
            prefix, found = ("log." if name == "note" else "refused."), node.args[0]
        elif name == "needed":
            prefix, found = "refused.", node.args[1]
        elif name in LOG_LINES:
            prefix, found = "log.", node.args[2]
            params = None if params is None else params | LOG_LINES[name]
        elif name == "Message":
            found = next((k.value for k in node.keywords if k.arg == "key"), None)
            params = _in_dict(next((k.value for k in node.keywords if k.arg == "params"), None))
        elif name in makers and node.args:
            prefix, found = makers[name], node.args[0]
        if found is not None:
            for key in _patterns(found):
                yield Said(f"{path.relative_to(ENGINE)}:{node.lineno}", re.escape(prefix) + key, params)


def _makers(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Yield the functions that make a message of the end of its key and of its parameters, with the beginning."""
    for node in tree.body:
        if not isinstance(node, ast.FunctionDef) or node.args.kwarg is None:
            continue
        first = next((argument.arg for argument in (*node.args.posonlyargs, *node.args.args)), "")
        for call in _calls(node.body[-1]):
            match [keyword.value for keyword in call.keywords if keyword.arg in {"key", "params"}]:
                case [
                    ast.JoinedStr(
                        values=[ast.Constant(value=str(prefix)), ast.FormattedValue(value=ast.Name(id=name))]
                    ),
                    ast.Name(id=params),
                ] if name == first and params == node.args.kwarg.arg:
                    yield node.name, prefix


def _said_on_pages(path: Path, tree: ast.Module) -> Iterator[Said]:
    """Find the texts of the status pages of a file: of their columns, cells, lines and buttons."""
    for page in tree.body:
        if not isinstance(page, ast.ClassDef):
            continue
        named = {
            target.id: node.value
            for node in page.body
            if isinstance(node, ast.Assign)
            for target in node.targets
            if isinstance(target, ast.Name)
        }
        key = named.get("KEY")
        if not isinstance(key, ast.Constant):
            continue
        prefix = re.escape(f"{PAGE_TEXTS}.{key.value!s}.")
        whole: list[tuple[int, ast.expr, frozenset[str] | None]] = []
        for name in ("COLUMNS", "EMPTY", "BUTTONS"):
            constants = ast.walk(named[name]) if name in named else ()
            texts = [node for node in constants if isinstance(node, ast.Constant)]
            whole += [(page.lineno, node, frozenset()) for node in (texts[1::2] if name == "BUTTONS" else texts)]
        for call in _calls(page):
            kind = call.func.attr if isinstance(call.func, ast.Attribute) else ""
            params = _named(call.keywords)
            if kind in {"text", "cell"} and call.args:
                whole.append((call.lineno, call.args[0], None if params is None else params - _OF_A_CELL))
            elif kind in {"button", "line"}:
                whole += [(call.lineno, node, frozenset()) for node in call.args[1:]]
        for line, node, params in whole:
            for pattern in _patterns(node):
                place = f"{path.relative_to(ENGINE)}:{line}"
                yield Said(place, prefix + pattern, params)


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
