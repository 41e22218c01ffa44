"""What experiments are made of: plans, cells that are kept, tables, figures, files."""
