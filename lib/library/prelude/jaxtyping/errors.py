"""What annotations of arrays raise. jaxtyping 0.3.11: _errors.py."""
MODULE = "jaxtyping"


class TypeCheckError(TypeError):
    pass


class AnnotationError(Exception):
    pass


_contexts = []  # of each `with jaxtyped("context")` that is open, the sizes that names stand for
