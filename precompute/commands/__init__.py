"""The command line of `precompute`: a module for each command."""
