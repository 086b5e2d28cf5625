"""Warm processes: jobs and notebook kernels that need not import anything before they begin.

Two seconds of each notebook were the start of Python and imports. A run starts one process that
imports everything (``server``), and each job is a fork of it, which a small program asks for and
waits for (``client``). Without a server, as in a job of a cluster, the same program starts Python.
"""
