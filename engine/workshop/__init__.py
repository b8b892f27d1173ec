"""The workbench: what a window shows of the things that a game is made of, and of the group's changes to them."""
