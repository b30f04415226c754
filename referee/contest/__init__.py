"""The contest as plain data: players, words, limits and conditions."""
