"""What hydra composes of the files beside the program, as if it were called without arguments."""
from dataclasses import dataclass

import hydra
import jax.numpy as jnp
import optax
from omegaconf import DictConfig, OmegaConf


@dataclass
class Layer:
    width: int
    scale: float = 1.0


@hydra.main(version_base=None, config_path="conf", config_name="config")
def main(cfg: DictConfig) -> None:
    assert cfg.title == "wide_3" and "hydra" not in cfg
    print(OmegaConf.to_yaml(cfg))
    layer = hydra.utils.instantiate({"_target_": "in.Layer", "width": cfg.model.width})
    params = jnp.ones((cfg.model.width, cfg.model.heads))
    state = optax.adam(cfg.optimizer.lr, *cfg.optimizer.betas).init(params)
    for _ in range(cfg.steps):
        params = params + 1
    params @ jnp.ones((3, 2))
    cfg.wdith = 4


if __name__ == "__main__":
    main()
