"""What is played, as plain data: players, words, limits and conditions."""
