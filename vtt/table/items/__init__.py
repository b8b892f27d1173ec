"""Cards, chips and other movable items."""
