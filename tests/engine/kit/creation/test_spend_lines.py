"""The prices of points, and how many of them can be paid."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from engine.kit.creation.creation_plan import SpendStep
from engine.kit.creation.spend_lines import SpendLine, most_affordable, points_gone, raised_dice
from tests.properties import examples

KINDS = (4, 6, 8, 10, 12)


class CountedCosts(dict[str, int]):
    """Costs that count how often they are read."""

    reads = 0

    def get(self, key: str, default: Any = None) -> Any:
        """Return a cost."""
        self.reads += 1
        return super().get(key, default)


def spend_step(**more: Any) -> SpendStep:
    """Return a step that raises one field."""
    return SpendStep(key="s", title="S", say="S.", fields=("brawn",), **more)


@examples(60)
@given(data=st.data())
def test_the_most_that_can_be_paid_is_paid_and_one_more_cannot(data: st.DataObject) -> None:
    raises = data.draw(st.sampled_from(["number", "dice", "die"]))
    given_, dice = {"number": (3, ""), "dice": (2, "2d6"), "die": (6, "2d6")}[raises]
    step = spend_step(raises=raises, rising=data.draw(st.integers(1, 3)))
    most, added, left = (data.draw(st.integers(low, high)) for low, high in ((0, 20), (0, 5), (0, 300)))
    line = SpendLine(
        "Brawn", given_, min(added, most), 0, most, dice=dice, sides=data.draw(st.sampled_from([(), KINDS]))
    )
    count = most_affordable(step, line, left)
    paid = points_gone(step, line)
    assert points_gone(step, line, count) - paid <= left
    assert count == most or points_gone(step, line, count + 1) - paid > left


def test_each_price_is_looked_up_once_however_many_points_there_are() -> None:
    """A hero with thousands of points must not stop the window."""
    costs = CountedCosts({str(number): number for number in range(2000)})
    assert most_affordable(spend_step(costs=costs), SpendLine("Brawn", 0, 0, 0, 1999), 9999) == 1999
    assert costs.reads <= 2 * 2000


@examples(60)
@given(steps=st.lists(st.integers(0, 7), max_size=4), sides=st.sampled_from([(), KINDS]))
def test_dice_are_raised_at_once_as_step_by_step(steps: list[int], sides: tuple[int, ...]) -> None:
    dice = "3d6"
    for added in steps:
        dice = raised_dice(dice, "die", added, sides)
    assert dice == raised_dice("3d6", "die", sum(steps), sides)
