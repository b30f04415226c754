"""Code that all programs share: errors, files, pieces of work, clusters; the rooms cli and html."""
