"""Many games at a time, on this machine or on a cluster."""
