"""The packaged word lists, and the reader of word lists that all programs use."""
