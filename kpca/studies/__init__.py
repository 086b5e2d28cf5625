"""What a study is, and how it is made from a configuration and data files."""
