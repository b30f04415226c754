"""Searches for good and best trees, and bounds on what any tree can reach."""
