"""The commands of `referee`, by what they are about; what they do lies in the modules beside this package."""
