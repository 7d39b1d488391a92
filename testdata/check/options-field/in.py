from dataclasses import dataclass

import draccus
import jax.numpy as jnp
from draccus import field
from strategies import Strategy


@dataclass
class Options:
    strategy: str = field(default=Strategy.RESTART)
    sizes: list = field(default=[3, 4], is_mutable=True)
    width: int = field(default_factory=lambda: 5)


@draccus.wrap()
def main(options: Options):
    return jnp.ones(options.sizes) @ jnp.ones((options.width, 2))


main()
