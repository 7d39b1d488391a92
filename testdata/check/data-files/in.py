"""Files of YAML and JSON that stand beside the program are read; what is not there is not known."""
import json
from pathlib import Path

import jax.numpy as jnp
import yaml

with open("sizes.yaml") as file:
    sizes = yaml.safe_load(file)
with Path("model.json").open() as file:
    unread = file.read()
with open(Path("model.json"), "r", encoding="utf-8") as file:
    model = json.load(file)
lines = open("sizes.yaml").readlines()
assert lines[1] == "width: 16\n"
assert sizes["dropout"] == "1e-1" and sizes["learning_rate"] == 0.001
assert sizes["names"] == {"first": True, "second": "no", "third": 2}
x = jnp.ones((sizes["width"], model["dims"][1]))
y = jnp.ones((sizes["layers"][1], model["heads"]))
absent = yaml.load(open("absent.yaml"), Loader=yaml.FullLoader)
z = jnp.ones((3, 2)) @ jnp.ones((sizes["depth"], len(model["name"])))
x @ y
w = jnp.ones(absent["width"])
