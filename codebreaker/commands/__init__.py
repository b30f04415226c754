"""The command line of `codebreaker`: a module for each command."""
