"""The names of jax.ref that jax has too. JAX: __init__.py."""
from prelude.transform.references import Ref, freeze, new_ref


@function("jax", since="0.8.0", property=True, name="Ref")
def class_of_references():
    return Ref


@function("jax", since="0.8.0", property=True, name="new_ref")
def maker_of_references():
    return new_ref


@function("jax", since="0.8.0", property=True, name="freeze")
def end_of_references():
    return freeze
