# Options of click have their defaults.
import click
import jax.numpy as jnp


@click.command()
@click.option("--width", "-w", default=3, type=int, help="of the layer")
@click.option("--lr", default=1, type=float)
@click.option("--use-bias/--no-bias", default=True)
@click.option("--dims", multiple=True, type=int, default=[4, 5])
def main(width, lr, use_bias, dims):
    x = jnp.ones((width, *dims)) * lr
    assert use_bias
    x @ jnp.ones((4, 2))


if __name__ == "__main__":
    main()
