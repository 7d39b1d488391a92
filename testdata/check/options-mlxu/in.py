# Flags of mlxu have their defaults.
import jax.numpy as jnp
import mlxu
import mlxu.jax_utils

FLAGS, FLAGS_DEF = mlxu.define_flags_with_default(env="a", width=3, lr=1e-3, logger=mlxu.WandBLogger.get_default_config())


def main(argv):
    variant = mlxu.get_user_flags(FLAGS, FLAGS_DEF)
    mlxu.set_random_seed(42)
    logger = mlxu.WandBLogger(config=FLAGS.logger, variant=variant)
    with mlxu.Timer() as timer:
        x = jnp.ones((FLAGS.width, variant["width"])) * FLAGS.lr
    loss = x.sum()
    metrics = mlxu.prefix_metrics(mlxu.jax_utils.collect_metrics(locals(), ["loss", "other"]), "train")
    logger.log({"time": timer(), "project": variant["logger.project"], **metrics})
    x @ jnp.ones((4, 2))


if __name__ == "__main__":
    mlxu.run(main)
