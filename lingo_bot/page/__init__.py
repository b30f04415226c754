"""The assistant as one HTML file: what it holds, and the file."""
