"""The commands of `referee`, a module each; what they do lies in the modules beside this package."""
