"""A run on disk: schema, reader, writer, lock, resume and verification."""
