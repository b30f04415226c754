"""The player: book, live strategies, the dialogue over standard input and output."""
