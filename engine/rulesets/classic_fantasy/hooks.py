"""Hooks: what a package needs of features above it, connected in one place, by `ruleset.py`."""

from __future__ import annotations

from typing import Generic, TypeVar

T = TypeVar("T")


class Hooks(Generic[T]):
    """The features that a package calls without importing them.

    Attributes:
        package: the package, for the error message.
    """

    def __init__(self, package: str) -> None:
        self.package = package
        self._features: T | None = None

    def connect(self, features: T) -> None:
        """Set the features; `ruleset.py` does it once."""
        self._features = features

    @property
    def features(self) -> T:
        """The connected features. Raises LookupError while nothing is connected."""
        if self._features is None:
            raise LookupError(f"{self.package}: no features are connected; import ruleset.py")
        return self._features
