"""Self-contained HTML pages: charts as inline SVG, one style, nothing that is fetched from anywhere."""
