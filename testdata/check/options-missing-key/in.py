# Which key is asked for is up to the command line.
import argparse

import jax.numpy as jnp
from omegaconf import OmegaConf

parser = argparse.ArgumentParser()
parser.add_argument("--size", default="medium")
args = parser.parse_args()
config = OmegaConf.create({"small": {"width": 3}})
x = jnp.ones(config[args.size].width)
