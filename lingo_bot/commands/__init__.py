"""The command line of `lingo-bot`."""
