"""What pyproject.toml cannot say of the wheel: the folder `assets` is installed as a package with a name of its own."""

from __future__ import annotations

from typing import Any

from setuptools import find_namespace_packages, setup

ASSETS = "kitchen_table_assets"
"""The package of the assets; `engine/asset_folder.py` looks for it beside the package `engine`."""


def contents() -> dict[str, Any]:
    """Return the packages of the wheel and their data files, as `setup` takes them."""
    code = find_namespace_packages(
        include=["engine", "engine.*", "vtt", "vtt.*"], exclude=["engine.docs*", "*__pycache__"]
    )
    return {
        "packages": [*code, ASSETS],
        "package_dir": {ASSETS: "assets"},
        "package_data": {ASSETS: ["**/*"], "engine": ["docs/**/*"]},
        "exclude_package_data": {"": ["*.pyc", "**/*.pyc"]},
    }


if __name__ == "__main__":
    setup(**contents())
