"""The layout of a sheet's fields on paper."""
