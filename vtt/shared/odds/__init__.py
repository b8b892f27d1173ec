"""The odds of what is offered: calculated aside, a figure with a bar, and on a click the distribution."""
