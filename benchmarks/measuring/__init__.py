"""What benchmarks share: stopwatches, facts about the machine, tables in Markdown and line charts as SVG."""
