"""Programs for maintainers: reference pages, man pages, the site, the check of a release."""
