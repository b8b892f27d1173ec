"""Import of a game's code: the games of the program by their own names, all others under a private package.

The private package `kitchen_table_games` holds one package for each game, so that the code of a game can hide no module
of the program or of another game. Inside a game's package, imports of its own modules are relative.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Container, Iterable, Mapping
from importlib.machinery import ModuleSpec
from importlib.util import module_from_spec, spec_from_file_location
from types import ModuleType
from typing import Final

from engine.core.commands import Command, Move
from engine.core.continuation import Continuation
from engine.core.game_options import OptionSpec
from engine.messages.refusal import Refused
from engine.messages.texts import read_game_texts
from engine.model.table import Procedure
from engine.presentation.game import Ruleset
from engine.presentation.game_capabilities import (
    linked_conditions_of,
    record_lists_of,
    row_templates_of,
    secret_lists_of,
)
from engine.rulesets.game_folder import GameFolder, GameOrigin

PRIVATE: Final = "kitchen_table_games"
"""The package of all games that do not come with the program."""
OWN: Final = "engine.rulesets"
"""The package of the games of the program."""
MEMBERS: Final = tuple(name for name in vars(Ruleset) if not name.startswith("_"))
"""The members that a ruleset needs."""


def import_ruleset(folder: GameFolder) -> Ruleset:
    """Return the rules of a game. Raises Refused, with one sentence, for code that is faulty."""
    params = {"name": folder.name, "folder": folder.path.name[:60]}
    if folder.origin is not GameOrigin.BUNDLED:
        try:
            read_game_texts(folder.path)
        except (ValueError, OSError) as error:
            raise Refused("game_texts_wrong", **params, reason=str(error)) from error
    if folder.ruleset is None:
        # Imported here, because the start of the program needs neither such games nor record sheets.
        from engine.kit.without_code.game_without_code import game_without_code

        return game_without_code(folder.id)
    if folder.origin is not GameOrigin.BUNDLED:
        from engine.sheets.catalogue.rules_reference import rules_reference_of
        from engine.sheets.catalogue.sheet_library import sheets_of

        try:
            sheets_of(folder.id)
        except (ValueError, OSError) as error:
            raise Refused("game_sheet_wrong", **params, reason=_one_line(str(error))) from error
        try:
            rules_reference_of(folder.id)
        except (ValueError, OSError) as error:
            raise Refused("game_reference_wrong", **params, reason=_one_line(str(error))) from error
    module, name = folder.ruleset
    try:
        found = getattr(_imported(folder, module), name, None)
    except Refused:
        raise
    except (Exception, SystemExit) as error:  # the code of somebody else may raise anything
        raise Refused("game_import_failed", **params, reason=_reason(error)) from error
    if not isinstance(found, type):
        raise Refused("game_class_missing", **params, entry=folder.file.ruleset)
    try:
        ruleset = found()
        missing = [member for member in MEMBERS if not hasattr(ruleset, member)]
        id_ = getattr(ruleset, "id", folder.id)
        if not missing:
            _need_members(ruleset)
    except (Exception, SystemExit) as error:  # the code of somebody else may raise anything
        raise Refused("game_ruleset_failed", **params, reason=_reason(error)) from error
    if missing:
        raise Refused("game_ruleset_lacks", **params, missing=missing)
    if id_ != folder.id:
        raise Refused("game_ruleset_id", **params, id=folder.id, other=str(id_)[:60])
    checked: Ruleset = ruleset
    return checked


def _need_members(ruleset: Ruleset) -> None:
    """Raise TypeError for a member that the list of games or a new campaign would stumble over."""
    if not isinstance(ruleset.options, Mapping):
        raise TypeError("options: a mapping is needed")
    for name, option in ruleset.options.items():
        if not isinstance(option, OptionSpec):
            raise TypeError(f"options: “{name}” is no OptionSpec")
    if not isinstance(secret_lists_of(ruleset), frozenset | set):
        raise TypeError("secret_lists: a set is needed")
    if not isinstance(record_lists_of(ruleset), frozenset | set):
        raise TypeError("record_lists: a set is needed")
    templates: object = row_templates_of(ruleset)
    if not isinstance(templates, Mapping) or not all(isinstance(row, Mapping) for row in templates.values()):
        raise TypeError("row_templates: a mapping of mappings is needed")
    if not isinstance(linked_conditions_of(ruleset), frozenset | set):
        raise TypeError("linked_conditions: a set is needed")
    _need_kinds("moves", [move.command if isinstance(move, Move) else move for move in ruleset.moves], Command)
    _need_kinds("procedures", ruleset.procedures, Procedure)
    _need_kinds("continuations", ruleset.continuations, Continuation)


def _need_kinds(member: str, listed: Iterable[object], kind: type) -> None:
    for one in listed:
        if not isinstance(one, type) or not issubclass(one, kind):
            raise TypeError(f"{member}: “{one}” is no class of the kind {kind.__name__}")


def _reason(error: BaseException) -> str:
    return _one_line(f"{type(error).__name__}: {error}")


def _one_line(text: str) -> str:
    return " ".join(text.split())[:300].rstrip(".")


def _imported(folder: GameFolder, module: str) -> ModuleType:
    if folder.origin is GameOrigin.BUNDLED:
        return importlib.import_module(f"{OWN}.{module}")
    before = {*sys.modules}
    try:
        _make_package(folder)
        return importlib.import_module(f"{PRIVATE}.{module}")
    except BaseException:
        forget_code(folder.id, before)
        raise


def forget_code(game: str, but: Container[str] = frozenset()) -> None:
    """Forget the imported modules of a game of other people, but for some."""
    own = f"{PRIVATE}.{game}"
    for name in [name for name in sys.modules if name == own or name.startswith(f"{own}.")]:
        if name not in but:
            del sys.modules[name]


def _make_package(folder: GameFolder) -> None:
    """Make the private package of a game, from the folder in its game folder that is named after its id."""
    name, code = f"{PRIVATE}.{folder.id}", folder.path / folder.id
    if name in sys.modules:
        return
    if not code.is_dir():
        raise Refused("game_package_missing", name=folder.name, folder=folder.path.name[:60], id=folder.id)
    importlib.invalidate_caches()
    if PRIVATE not in sys.modules:
        package = ModuleType(PRIVATE, "The games that do not come with the program, each as a package of its own.")
        package.__path__ = []
        sys.modules[PRIVATE] = package
    first = code / "__init__.py"
    spec: ModuleSpec | None
    if first.is_file():
        spec = spec_from_file_location(name, first, submodule_search_locations=[str(code)])
    else:
        spec = ModuleSpec(name, None, is_package=True)
        spec.submodule_search_locations = [str(code)]
    assert spec is not None
    module = module_from_spec(spec)
    sys.modules[name] = module
    if first.is_file() and spec.loader is not None:
        spec.loader.exec_module(module)
