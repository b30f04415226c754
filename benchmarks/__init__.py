"""What is measured, apart from what is tested: python -m benchmarks [NAME …]."""
