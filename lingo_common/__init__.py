"""What every program of this project shares: errors and exit codes, whole files, work in pieces."""
