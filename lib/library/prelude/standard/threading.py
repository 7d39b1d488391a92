"""threading: what a thread has of its own. CPython: Lib/_threading_local.py."""
MODULE = "threading"


class local:
    pass
