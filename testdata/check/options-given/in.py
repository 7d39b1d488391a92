import argparse
import jax, jax.numpy as jnp
p = argparse.ArgumentParser()
p.add_argument("--dp", type=int, default=4)
p.add_argument("--batch-size", type=int, required=True)
p.add_argument("--wide", action="store_true")
p.add_argument("--dims", type=int, nargs="+", default=[1,2])
args = p.parse_args()
x = jnp.ones((args.batch_size, args.dp))
y = x @ jnp.ones((4, 3))
if args.wide:
   z = jnp.ones(args.dims) + jnp.ones((3, 3))
