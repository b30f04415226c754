"""The packaged word lists and the one reader of word lists."""
