"""The player for people: advice, review, explanation, and Player for Python."""
