"""Embeddings. equinox 0.13.8: nn/_embedding.py."""
from prelude.equinox.kinds import matrix_shape
from prelude.equinox.modules import Module, field
from prelude.equinox.parameters import floating
from prelude.equinox.trees import is_array_like

MODULE = "equinox.nn"


class Embedding(Module):
    num_embeddings: int = field(static=True)
    embedding_size: int = field(static=True)
    weight: object

    def __init__(self, num_embeddings=None, embedding_size=None, weight=None, dtype=None, *, key=None):
        if weight is None:
            if num_embeddings is None or embedding_size is None or key is None:
                raise ValueError(
                    "Must provide `eqx.nn.Embedding(num_embeddings=..., embedding_size=..., key=...)` if not "
                    "providing the weight directly."
                )
            if num_embeddings < 0:
                raise ValueError("num_embeddings must not be negative.")
            if embedding_size < 0:
                raise ValueError("embedding_size must not be negative.")
            self.weight = jax.random.normal(key, (num_embeddings, embedding_size), dtype=floating(dtype))
        else:
            told = (num_embeddings, embedding_size)
            if weight.ndim != 2 or any([t not in (None, size) for t, size in zip(told, weight.shape)]):
                raise ValueError("weight must have shape (num_embeddings, embedding_size).")
            num_embeddings, embedding_size = weight.shape
            self.weight = weight
        self.num_embeddings = num_embeddings
        self.embedding_size = embedding_size

    def __call__(self, x, *, key=None):
        if not is_array_like(x) or jnp.shape(x) != ():
            raise ValueError(
                "`eqx.nn.Embedding()(x)` should be called with a scalar index `x`. "
                "Use `jax.vmap` if you would like to index with multiple values."
            )
        return self.weight[x]


class RotaryPositionalEmbedding(Module):
    embedding_size: int = field(static=True)
    theta: float = field(static=True, default=10_000.0)
    dtype: object = field(static=True, default_factory=lambda: floating(None))

    def __check_init__(self):
        if self.embedding_size < 0:
            raise ValueError("`embedding_size` must not be negative.")
        if self.embedding_size % 2 != 0:
            raise ValueError("`embedding_size` must be even.")

    @staticmethod
    def rotate_half(x):
        half = x.shape[-1] // 2
        return jnp.concatenate([-x[..., half:], x[..., :half]], axis=-1)

    @staticmethod
    def precompute_freqs_cis(embedding_size, end, theta, dtype):
        freqs = 1.0 / theta ** (jnp.arange(0.0, embedding_size, 2)[jnp.newaxis, :] / embedding_size)
        angles = jnp.outer(jnp.arange(float(end)), freqs)
        return jnp.cos(angles).astype(dtype), jnp.sin(angles).astype(dtype)

    def __call__(self, x, *, key=None):
        length, size = matrix_shape(x)
        if size != self.embedding_size:
            raise ValueError(f"x.shape[-1] must match self.embedding_size, but {size} != {self.embedding_size}")
        cos, sin = self.precompute_freqs_cis(size, length, self.theta, self.dtype)
        rotated = x * jnp.tile(cos, (1, 2)) + self.rotate_half(x) * jnp.tile(sin, (1, 2))
        return rotated.astype(x.dtype)
