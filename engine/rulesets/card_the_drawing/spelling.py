"""How an expression is written in its plainest spelling; read again, it is the same."""

from __future__ import annotations

from engine.rulesets.card_the_drawing.language import Among, Call, Path, Scope
from engine.sheets.functions import Simple
from engine.sheets.terms import (
    AND,
    ATOM,
    COMPARISON,
    NOT,
    OR,
    PRODUCT,
    SIGN,
    SUM,
    Arithmetic,
    Both,
    Comparison,
    Either,
    Fixed,
    Negative,
    Not,
    Term,
    Told,
)


def printed(node: Term[Scope]) -> str:
    """Return a part in its plainest spelling."""
    return _spelled(node).text


def _spelled(node: Term[Scope]) -> Told:
    match node:
        case Fixed(fixed=fixed):
            return Told(f"'{fixed}'" if isinstance(fixed, str) else str(fixed))
        case Path():
            return Told(node.text)
        case Call(of=of, name=name, text=text):
            return Told(f"{name}('{text}')" if of is None else f"{of.text}.{name}('{text}')")
        case Negative(inner=inner):
            return Told(f"-{_spelled(inner).within(ATOM)}", SIGN)
        case Arithmetic(sign=sign, left=left, right=right):
            level = SUM if sign in {"+", "-"} else PRODUCT
            return Told(f"{_spelled(left).within(level)} {sign} {_spelled(right).within(level + 1)}", level)
        case Comparison(first=left, rest=[(sign, right)]):
            return Told(f"{_spelled(left).within(SUM)} {sign} {_spelled(right).within(SUM)}", COMPARISON)
        case Among(item=item, group=group, inside=inside):
            return Told(f"{_spelled(item).within(SUM)} {'in' if inside else 'not in'} {group.text}", COMPARISON)
        case Not(inner=inner):
            return Told(f"not {_spelled(inner).within(COMPARISON)}", NOT)
        case Both(parts=parts, all_of=all_of):
            level, word = (AND, " and ") if all_of else (OR, " or ")
            return Told(word.join(_spelled(part).within(level + 1) for part in parts), level)
        case Either(test=test, then=then, otherwise=otherwise):
            return Told(f"iff({printed(test)}, {printed(then)}, {printed(otherwise)})")
        case Simple(name=name, args=args):
            return Told(f"{name}({', '.join(map(printed, args))})")
        case _:
            raise TypeError(node)
