"""What a study is, and how a configuration and the files that it names become one."""
