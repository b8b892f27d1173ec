"""The layout of the table: rectangles for seats, stations, zones and cards."""
