"""What serves people: advice, review, explanation, and Player for Python."""
