import jax.numpy as jnp
NAME = __name__
len_ = len
P = 3
def forward(x):
    return x @ jnp.ones((127, len([1, 2])))
if __name__ == "__main__":
    raise ValueError()
