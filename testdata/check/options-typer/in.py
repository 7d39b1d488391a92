# Options of typer have their defaults.
import jax.numpy as jnp
import typer
from typing_extensions import Annotated


def main(width: int = typer.Option(3, help="of the layer"), depth: Annotated[int, typer.Option()] = 2, lr: float = 1e-3):
    x = jnp.ones((width, depth)) * lr
    x @ jnp.ones((4, 2))


if __name__ == "__main__":
    typer.run(main)
