"""The plainest spelling of an expression; parsing it gives the same expression again."""

from __future__ import annotations

from engine.rulesets.card_the_drawing.cards.expressions import AttributePath, ExpressionScope, FunctionCall, Membership
from engine.sheets.formulas.expression_terms import (
    AND,
    ATOM,
    COMPARISON,
    NOT,
    OR,
    PRODUCT,
    SIGN,
    SUM,
    Arithmetic,
    BooleanOperation,
    Comparison,
    Conditional,
    Constant,
    Explanation,
    Negation,
    Not,
    Term,
)
from engine.sheets.formulas.formula_functions import NumericFunction


def format_expression(node: Term[ExpressionScope]) -> str:
    """Return a node in its plainest spelling."""
    return _spelled(node).text


def _spelled(node: Term[ExpressionScope]) -> Explanation:
    match node:
        case Constant(fixed=fixed):
            return Explanation(f"'{fixed}'" if isinstance(fixed, str) else str(fixed))
        case AttributePath():
            return Explanation(node.text)
        case FunctionCall(of=of, name=name, text=text):
            return Explanation(f"{name}('{text}')" if of is None else f"{of.text}.{name}('{text}')")
        case Negation(inner=inner):
            return Explanation(f"-{_spelled(inner).within(ATOM)}", SIGN)
        case Arithmetic(sign=sign, left=left, right=right):
            level = SUM if sign in {"+", "-"} else PRODUCT
            return Explanation(f"{_spelled(left).within(level)} {sign} {_spelled(right).within(level + 1)}", level)
        case Comparison(first=left, rest=[(sign, right)]):
            return Explanation(f"{_spelled(left).within(SUM)} {sign} {_spelled(right).within(SUM)}", COMPARISON)
        case Membership(item=item, group=group, inside=inside):
            return Explanation(f"{_spelled(item).within(SUM)} {'in' if inside else 'not in'} {group.text}", COMPARISON)
        case Not(inner=inner):
            return Explanation(f"not {_spelled(inner).within(COMPARISON)}", NOT)
        case BooleanOperation(parts=parts, all_of=all_of):
            level, word = (AND, " and ") if all_of else (OR, " or ")
            return Explanation(word.join(_spelled(part).within(level + 1) for part in parts), level)
        case Conditional(test=test, then=then, otherwise=otherwise):
            return Explanation(
                f"iff({format_expression(test)}, {format_expression(then)}, {format_expression(otherwise)})"
            )
        case NumericFunction(name=name, args=args):
            return Explanation(f"{name}({', '.join(map(format_expression, args))})")
        case _:
            raise TypeError(node)
