"""Self-contained HTML pages: one style, charts as inline SVG, no request to any server."""
