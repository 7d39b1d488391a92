# pyrallis gives a function a dataclass of options with their defaults.
from dataclasses import dataclass

import jax.numpy as jnp
import pyrallis


@dataclass
class Config:
    seed: int = 3
    dims: tuple = (4, 5)
    names: list = pyrallis.field(default=[1, 2], is_mutable=True)


@pyrallis.wrap()
def main(config: Config):
    x = jnp.ones((config.seed, *config.dims, len(config.names)))
    x @ jnp.ones((3, 2))


if __name__ == "__main__":
    y = jnp.ones(pyrallis.parse(config_class=Config).seed)
    main()
