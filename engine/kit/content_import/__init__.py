"""Content from files of other programs: their values are read with care, since they come from strangers."""
