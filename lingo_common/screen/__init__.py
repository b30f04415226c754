"""Text for a terminal: colours, widths, tiles."""
