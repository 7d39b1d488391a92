from absl import app, flags
import jax, jax.numpy as jnp
FLAGS = flags.FLAGS
flags.DEFINE_integer("batch", 8, "size")
_DIM = flags.DEFINE_integer("dim", 16, "dim")
flags.DEFINE_bool("wide", False, "")
flags.DEFINE_list("layers", "a,b", "")
def main(argv):
    del argv
    x = jnp.ones((FLAGS.batch, _DIM.value))
    y = x @ jnp.ones((16, 3))
    z = y + jnp.ones((8, len(FLAGS.layers) + 1))
    if FLAGS.wide:
        k = y + 1 @ z
    q = y + jnp.ones(FLAGS.other)
if __name__ == "__main__":
    app.run(main)
