"""Programs that make parts of the documentation."""
