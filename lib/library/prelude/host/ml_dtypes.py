"""The element types that NumPy lacks. ml_dtypes: ml_dtypes/__init__.py."""
MODULE = "ml_dtypes"

bfloat16 = jnp.bfloat16
float8_e4m3b11fnuz = jnp.float8_e4m3b11fnuz
float8_e4m3fn = jnp.float8_e4m3fn
float8_e4m3fnuz = jnp.float8_e4m3fnuz
float8_e5m2 = jnp.float8_e5m2
float8_e5m2fnuz = jnp.float8_e5m2fnuz
int4 = jnp.int4
uint4 = jnp.uint4
finfo = jnp.finfo
iinfo = jnp.iinfo
