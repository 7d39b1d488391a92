"""The class of shapes, which are tuples here."""
MODULE = "torch"

Size = tuple
