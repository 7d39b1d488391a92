"""What annotations of arrays raise. jaxtyping 0.3.11: _errors.py."""
MODULE = "jaxtyping"


class TypeCheckError(TypeError):
    pass


class AnnotationError(Exception):
    pass
