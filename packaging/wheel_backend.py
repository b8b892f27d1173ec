"""The build of the wheel. Setuptools makes it; only the list of its packages cannot stand in pyproject.toml.

The folder `assets` is installed as a package with a name of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from typing import Any

import setuptools
from setuptools import build_meta

ASSETS = "kitchen_table_assets"
"""The package of the assets; `engine/asset_folder.py` looks for it beside the package `engine`."""
Settings = Mapping[str, Any] | None


def contents() -> dict[str, Any]:
    """Return the packages of the wheel and their data files, as `setuptools.setup` takes them."""
    code = setuptools.find_namespace_packages(
        include=["engine", "engine.*", "vtt", "vtt.*"], exclude=["engine.docs*", "*__pycache__"]
    )
    return {
        "packages": [*code, ASSETS],
        "package_dir": {ASSETS: "assets"},
        "package_data": {ASSETS: ["**/*"], "engine": ["docs/**/*"]},
        "exclude_package_data": {"": ["*.pyc", "**/*.pyc"]},
    }


@contextmanager
def _with_contents() -> Iterator[None]:
    """Let setuptools, which reads all else in pyproject.toml, take the packages from here."""
    setup = setuptools.setup
    setuptools.setup = partial(setup, **contents())
    try:
        yield
    finally:
        setuptools.setup = setup


def get_requires_for_build_wheel(config_settings: Settings = None) -> list[str]:
    """Return what the build needs besides setuptools (PEP 517)."""
    with _with_contents():
        return list(build_meta.get_requires_for_build_wheel(config_settings))


def get_requires_for_build_sdist(config_settings: Settings = None) -> list[str]:
    """Return what the source archive needs besides setuptools (PEP 517)."""
    with _with_contents():
        return list(build_meta.get_requires_for_build_sdist(config_settings))


def prepare_metadata_for_build_wheel(metadata_directory: str, config_settings: Settings = None) -> str:
    """Write the metadata of the wheel; return the name of their folder (PEP 517)."""
    with _with_contents():
        return str(build_meta.prepare_metadata_for_build_wheel(metadata_directory, config_settings))


def build_wheel(wheel_directory: str, config_settings: Settings = None, metadata_directory: str | None = None) -> str:
    """Build the wheel; return its name (PEP 517)."""
    with _with_contents():
        return str(build_meta.build_wheel(wheel_directory, config_settings, metadata_directory))


def build_sdist(sdist_directory: str, config_settings: Settings = None) -> str:
    """Build the source archive; return its name (PEP 517)."""
    with _with_contents():
        return str(build_meta.build_sdist(sdist_directory, config_settings))
