"""An independent recogniser of the grammar of section 5.3."""

from __future__ import annotations

import re

_TOKENS = re.compile(r"\s*('[^']*'|[A-Za-z_][A-Za-z_0-9]*|[0-9]+|==|!=|<=|>=|[-<>+*/(),.])")


class Grammar:
    """Says whether tokens follow the grammar; more than one `-` or `not` in a row is let pass."""

    def __init__(self, text: str) -> None:
        self.tokens, place = [], 0
        while place < len(text.rstrip(" ")):
            match = _TOKENS.match(text, place)
            assert match is not None, text
            self.tokens.append(match[1])
            place = match.end()
        self.at = 0

    def next(self, *words: str) -> bool:
        if self.at < len(self.tokens) and self.tokens[self.at] in words:
            self.at += 1
            return True
        return False

    def whole(self) -> bool:
        return self.either() and self.at == len(self.tokens)

    def either(self) -> bool:
        return self.both() and (not self.next("or") or self.either())

    def both(self) -> bool:
        return self.negated() and (not self.next("and") or self.both())

    def negated(self) -> bool:
        while self.next("not"):
            pass
        if not self.sum():
            return False
        if self.next("==", "!=", "<", "<=", ">", ">=", "in") or (self.next("not") and self.next("in")):
            return self.sum()
        return True

    def sum(self) -> bool:
        return self.product() and (not self.next("+", "-") or self.sum())

    def product(self) -> bool:
        while self.next("-"):
            pass
        return self.atom() and (not self.next("*", "/") or self.product())

    def atom(self) -> bool:
        if self.next("("):
            return self.either() and self.next(")")
        if self.at >= len(self.tokens):
            return False
        word = self.tokens[self.at]
        self.at += 1
        if word.isdigit() or word[0] == "'":
            return True
        if not word.isidentifier() or word in {"and", "or", "not", "in"}:
            return False
        while self.next("."):
            self.at += 1
        return not self.next("(") or self.arguments()

    def arguments(self) -> bool:
        return self.either() and (self.next(")") or (self.next(",") and self.arguments()))
