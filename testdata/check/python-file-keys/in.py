# A note of our own.
# shardctl: framework=jax==0.6.0 device=16
# shardctl: devices=many
import jax
