"""The commands on a recorded run, a module each."""
