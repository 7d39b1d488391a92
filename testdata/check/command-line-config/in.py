# What a program asks the command line for is given when it is run.
import jax.numpy as jnp
from omegaconf import OmegaConf

arguments = OmegaConf.from_cli()
path = arguments.config
del arguments.config
x = jnp.ones((4, 8)) @ jnp.ones((8, 2))
width = arguments.get("width", 2)
y = x + jnp.ones(width)
