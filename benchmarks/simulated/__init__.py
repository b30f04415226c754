"""What the statistics of the referee state, checked on simulated contests."""
