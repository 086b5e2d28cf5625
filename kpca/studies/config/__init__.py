"""The configuration: the keys and values of the YAML file, and the messages for wrong ones."""
