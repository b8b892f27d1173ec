"""Hooks: what a package needs of features above it, connected in one place, by `ruleset.py`."""

from __future__ import annotations

from typing import Generic, NoReturn, TypeVar

T = TypeVar("T")


class Hooks(Generic[T]):
    """The features that a package calls without importing them.

    Attributes:
        package: the package, for the error message.
        features: the connected features. Raises LookupError while nothing is connected.
    """

    features: T

    def __init__(self, package: str) -> None:
        self.package = package

    def connect(self, features: T) -> None:
        """Set the features; `ruleset.py` does it once."""
        self.features = features

    def __getattr__(self, name: str) -> NoReturn:
        if name == "features":
            raise LookupError(f"{self.package}: no features are connected; import ruleset.py")
        raise AttributeError(name)
