"""Actions: their cost, aiming, preparing, weapon use, plain rolls."""
