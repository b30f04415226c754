"""Word games: the word lists and their reader, the reply, the rules and their options, and WordGame."""
