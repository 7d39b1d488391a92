/* SPDX-License-Identifier: Apache-2.0 */
/* Rows are checked against JAX by testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case accepted[] = {
    {"0.10.2", "x=2 y=2", "c f32[1]; xs f32[8]",
     "def body(c, x):\n"
     "  c = jax.sharding.reshard(c * 2, P(None))\n"
     "  return c, x + 1\n"
     "\n"
     "out0, out1 = lax.scan(body, c, xs, unroll=2)",
     "out0 f32[1]; out1 f32[8]"},
    {"0.10.2", "x=3 y=2", "c f32[8]; xs f32[4,3]",
     "def body(c, x):\n"
     "  c = jax.sharding.reshard(c * 2, P(None))\n"
     "  return c, x + 1\n"
     "\n"
     "out0, out1 = lax.scan(body, c, xs)",
     "out0 f32[8]; out1 f32[4,3]"},
    {"0.10.2", "x=2 y=4", "c f32[1,6]; xs f32[8,4]",
     "def body(c, x):\n"
     "  c = jax.sharding.reshard(c * 2, P(None, None))\n"
     "  return c, x + 1\n"
     "\n"
     "out0, out1 = lax.scan(body, c, xs)",
     "out0 f32[1,6]; out1 f32[8,4]"},
    {"0.10.2", "x=2", "c f32[12@x]; xs f32[8]",
     "def body(c, x):\n"
     "  c = jax.sharding.reshard(c * 2, P('x'))\n"
     "  return c, x + 1\n"
     "\n"
     "out0, out1 = lax.scan(body, c, xs)",
     "out0 f32[12@x]; out1 f32[8]"},
    {"0.10.2", "x=2 y=4", "c f32[8,6@x]; xs f32[8,1]",
     "def body(c, x):\n"
     "  c = jax.sharding.reshard(c * 2, P(None, 'x'))\n"
     "  return c, x + 1\n"
     "\n"
     "out0, out1 = lax.scan(body, c, xs)",
     "out0 f32[8,6@x]; out1 f32[8,1]"},
    {"0.10.2", "x=4", "c f32[4,16@x]; xs f32[4,1,4]",
     "def body(c, x):\n"
     "  c = jax.sharding.reshard(c * 2, P(None, 'x'))\n"
     "  return c, x + 1\n"
     "\n"
     "out0, out1 = lax.scan(body, c, xs, reverse=True)",
     "out0 f32[4,16@x]; out1 f32[4,1,4]"},
    {"0.10.2", "x=3 y=2", "c f32[6@(y,x),6]; xs f32[8,8@y]",
     "def body(c, x):\n"
     "  c = jax.sharding.reshard(c * 2, P(('y', 'x'), None))\n"
     "  return c, x + 1\n"
     "\n"
     "out0, out1 = lax.scan(body, c, xs)",
     "out0 f32[6@(y,x),6]; out1 f32[8,8@y]"},
    {"0.10.2", "x=2 y=2", "c f32[1]; xs f32[4,1]",
     "def body(c, x):\n"
     "  return c, x * 2\n"
     "\n"
     "out0, out1 = lax.scan(body, c, xs)",
     "out0 f32[1]; out1 f32[4,1]"},
    {"0.10.2", "data=4", "c f32[1,8]; xs f32[3,4@data]",
     "def body(c, x):\n"
     "  return c, x * 2\n"
     "\n"
     "out0, out1 = lax.scan(body, c, xs)",
     "out0 f32[1,8]; out1 f32[3,4@data]"},
    {"0.10.2", "x=4 y=2", "c f32[4@y,8@x]; xs f32[3,8@x]",
     "def body(c, x):\n"
     "  return c + 1, c\n"
     "\n"
     "out0, out1 = lax.scan(body, c, xs, unroll=2)",
     "out0 f32[4@y,8@x]; out1 f32[3,4@y,8@x]"},
    {"0.10.2", "x=2 y=2 z=2", "c f32[1]; xs f32[3]",
     "def body(c, x):\n"
     "  c = c + x.sum()\n"
     "  return c, None\n"
     "\n"
     "out0, _ = lax.scan(body, c, xs, reverse=True)",
     "out0 f32[1]"},
    {"0.10.2", "data=4", "c f32[6,4]; xs f32[3,12@data]",
     "def body(c, x):\n"
     "  c = c + x.sum()\n"
     "  return c, None\n"
     "\n"
     "out0, _ = lax.scan(body, c, xs)",
     "out0 f32[6,4]"},
    {"0.10.2", "data=4", "c f32[4@data]; xs f32[4]",
     "def body(c, x):\n"
     "  c = c + x.sum()\n"
     "  return c, None\n"
     "\n"
     "out0, _ = lax.scan(body, c, xs)",
     "out0 f32[4@data]"},
    {"0.10.2", "fsdp=2 tp=2 sp=2", "c f32[8@(tp,fsdp)]; xs f32[8,8]",
     "def body(c, x):\n"
     "  c = c + x.sum()\n"
     "  return c, None\n"
     "\n"
     "out0, _ = lax.scan(body, c, xs, unroll=2)",
     "out0 f32[8@(tp,fsdp)]"},
    {"0.10.2", "x=1 y=4", "c f32[1@x,12@y]; xs f32[4]",
     "def body(c, x):\n"
     "  c = c * 2\n"
     "  return c, x.sum()\n"
     "\n"
     "out0, out1 = lax.scan(body, c, xs)",
     "out0 f32[1@x,12@y]; out1 f32[4]"},
    {"0.10.2", "x=1 y=4", "c f32[2]",
     "def cond(c):\n"
     "  return True\n"
     "\n"
     "def body(c):\n"
     "  return jax.sharding.reshard(c * 2, P(None))\n"
     "\n"
     "out = lax.while_loop(cond, body, c)",
     "out f32[2]"},
    {"0.10.2", "x=8", "c f32[12,4]",
     "def cond(c):\n"
     "  return True\n"
     "\n"
     "def body(c):\n"
     "  return jax.sharding.reshard(c * 2, P(None, None))\n"
     "\n"
     "out = lax.while_loop(cond, body, c)",
     "out f32[12,4]"},
    {"0.10.2", "x=2", "c f32[4@x,12]",
     "def cond(c):\n"
     "  return True\n"
     "\n"
     "def body(c):\n"
     "  return jax.sharding.reshard(c * 2, P('x', None))\n"
     "\n"
     "out = lax.while_loop(cond, body, c)",
     "out f32[4@x,12]"},
    {"0.10.2", "x=2 y=2 z=2", "x f32[1]",
     "out = lax.cond(jnp.bool_(True), lambda x: jax.sharding.reshard(x, P(None)), "
     "lambda x: jax.sharding.reshard(x, P(None)), x)",
     "out f32[1]"},
    {"0.10.2", "x=1 y=4", "x f32[1@x]",
     "out = lax.cond(jnp.bool_(True), lambda x: x * 2, lambda x: "
     "jax.sharding.reshard(x, P('x')), x)",
     "out f32[1@x]"},
    {"0.10.2", "x=2 y=2", "x f32[6,2@x]",
     "out = lax.cond(jnp.bool_(True), lambda x: jax.sharding.reshard(x, P('x', "
     "None)), lambda x: jax.sharding.reshard(x, P('x', None)), x)",
     "out f32[6@x,2]"},
    {"0.10.2", "x=2 y=2", "x f32[6@y,4@x]",
     "out = lax.cond(jnp.bool_(True), lambda x: jax.sharding.reshard(x, P(None, "
     "('y', 'x'))), lambda x: jax.sharding.reshard(x, P(None, ('y', 'x'))), x)",
     "out f32[6,4@(y,x)]"},
    {"0.10.2", "data=4", "c f32[8]",
     "out = lax.fori_loop(0, 10, lambda i, c: jax.sharding.reshard(c, P(None)), c)", "out f32[8]"},
    {"0.10.2", "x=2 y=2 z=2", "c f32[3,1]",
     "out = lax.fori_loop(0, 3, lambda i, c: jax.sharding.reshard(c * 2, P(None, "
     "None)), c)",
     "out f32[3,1]"},
    {"0.10.2", "x=2", "c f32[4@x]",
     "out = lax.fori_loop(0, 3, lambda i, c: jax.sharding.reshard(c * 2, P('x')), c)",
     "out f32[4@x]"},
    {"0.10.2", "x=2 y=2 z=2", "c f32[4@z,2]",
     "out = lax.fori_loop(0, 3, lambda i, c: jax.sharding.reshard(c * 2, P('z', "
     "None)), c)",
     "out f32[4@z,2]"},
    {"0.10.2", "x=1 y=4", "c f32[8@x,8@y]",
     "out = lax.fori_loop(0, 3, lambda i, c: jax.sharding.reshard(c * 2, P('x', "
     "'y')), c)",
     "out f32[8@x,8@y]"},
    {"0.10.2", "x=4", "c f32[1]",
     "out = lax.fori_loop(0, 10, lambda i, c: c + jnp.ones(c.shape), c)", "out f32[1]"},
    {"0.10.2", "dp=4 tp=2", "c f32[8@tp,8]",
     "out = lax.fori_loop(0, 10, lambda i, c: c + jnp.ones(c.shape), c)", "out f32[8@tp,8]"},
    {"0.10.2", "dp=4 tp=2", "c f32[16]", "out = lax.fori_loop(0, 3, lambda i, c: c * 2, c)",
     "out f32[16]"},
    {"0.10.2", "x=4 y=2", "c f32[4,4@y]; xs f32[2,6]",
     "out0, out1 = lax.scan(lambda c, x: (jax.sharding.reshard(c * 2, P(None, 'y')), "
     "x + 1), c, xs)",
     "out0 f32[4,4@y]; out1 f32[2,6]"},
    {"0.10.2", "x=8", "c f32[8@x]; xs f32[2,8@x]",
     "out0, out1 = lax.scan(lambda c, x: (jax.sharding.reshard(c * 2, P('x')), x + "
     "1), c, xs)",
     "out0 f32[8@x]; out1 f32[2,8@x]"},
    {"0.10.2", "x=3 y=2", "x f32[16]; i i32[]",
     "out = lax.switch(i, [lambda x: jax.sharding.reshard(x, P(None)), lambda x: "
     "jax.sharding.reshard(x, P(None)), lambda x: x], x)",
     "out f32[16]"},
    {"0.10.2", "data=4", "x f32[4@data]; i i32[]",
     "out = lax.switch(i, [lambda x: jax.sharding.reshard(x, P('data')), lambda x: "
     "jax.sharding.reshard(x, P('data')), lambda x: x], x)",
     "out f32[4@data]"},
    {"0.10.2", "x=3 y=2", "c f32[8]",
     "out = lax.while_loop(lambda c: True, lambda c: jax.sharding.reshard(c, "
     "P(None)), c)",
     "out f32[8]"},
    {"0.10.2", "x=4", "c f32[6,4]",
     "out = lax.while_loop(lambda c: True, lambda c: jax.sharding.reshard(c * 2, "
     "P(None, None)), c)",
     "out f32[6,4]"},
    {"0.10.2", "x=2 y=2 z=2", "c f32[2@z]",
     "out = lax.while_loop(lambda c: True, lambda c: jax.sharding.reshard(c * 2, "
     "P('z')), c)",
     "out f32[2@z]"},
    {"0.10.2", "x=1 y=4", "c f32[8@y,8]",
     "out = lax.while_loop(lambda c: True, lambda c: jax.sharding.reshard(c * 2, "
     "P('y', None)), c)",
     "out f32[8@y,8]"},
    {"0.10.2", "fsdp=2 tp=2 sp=2", "c f32[8]",
     "out = lax.while_loop(lambda c: True, lambda c: c + jnp.ones(c.shape), c)", "out f32[8]"},
    {"0.10.2", "x=8", "c f32[2,3]",
     "out = lax.while_loop(lambda c: True, lambda c: c + jnp.ones(c.shape), c)", "out f32[2,3]"},
    {"0.10.2", "x=2 y=2 z=2", "x f32[8]",
     "def on_true(x):\n"
     "  return jax.sharding.reshard(x, P(None))\n"
     "\n"
     "def on_false(x):\n"
     "  return jax.sharding.reshard(x, P(None))\n"
     "\n"
     "out = lax.cond(jnp.bool_(True), on_true, on_false, x)",
     "out f32[8]"},
    {"0.10.2", "x=3", "x f32[2,8]",
     "def yes(x):\n"
     "  return x + 1\n"
     "\n"
     "def no(x):\n"
     "  return jax.sharding.reshard(x, P(None, None))\n"
     "\n"
     "out = lax.cond(jnp.bool_(True), yes, no, x)",
     "out f32[2,8]"},
};

/* The types that JAX gives. */
Test(scan, gives_the_types_of_jax)
{
	testing_programs(accepted, ROWS(accepted));
}

static const struct program_case refused[] = {
    {"0.10.2", "x=2 y=2", "c f32[6]; xs f32[4]",
     "def body(c, x):\n"
     "  return c.astype(jnp.bfloat16), x\n"
     "\n"
     "out0, out1 = lax.scan(body, c, xs, reverse=True)",
     "TypeError: scan body function carry input and carry output must have equal "
     "types, but they differ:"},
    {"0.10.2", "x=4 y=2", "c f32[12]; xs f32[4,8]",
     "def body(c, x):\n"
     "  c = jax.sharding.reshard(c * 2, P('x'))\n"
     "  return c, x + 1\n"
     "\n"
     "out0, out1 = lax.scan(body, c, xs)",
     "TypeError: scan body function carry input and carry output must have equal "
     "types, but they differ:"},
    {"0.10.2", "x=4 y=2", "c f32[6]; xs f32[4@x,3]",
     "def body(c, x):\n"
     "  c = jax.sharding.reshard(c * 2, P(None))\n"
     "  return c, x + 1\n"
     "\n"
     "out0, out1 = lax.scan(body, c, xs)",
     "ValueError: 0th dimension of all xs should be replicated. Got P('x', None)"},
    {"0.10.2", "x=1 y=4", "c f32[1]; xs f32[4,4@x,1]",
     "def body(c, x):\n"
     "  c = jax.sharding.reshard(c, P('y'))\n"
     "  return c, (c, x)\n"
     "\n"
     "out0, (out1, out2) = lax.scan(body, c, xs)",
     "ValueError: Sharding spec ('y',) implies that array axis 0 is partitioned 4 "
     "times, but does not evenly divide the dimension size 1. Got shape: (1,) and "
     "sharding NamedSharding(mesh=AbstractMesh('x': 1, 'y': 4, axis_types=(Explicit, "
     "Explicit), device_kind=cpu, num_cores=None, platform=cpu), spec=P('y',))"},
    {"0.10.2", "x=3 y=2", "c f32[4,2]; xs f32[3@x]",
     "def body(c, x):\n"
     "  return c, x * 2\n"
     "\n"
     "out0, out1 = lax.scan(body, c, xs, reverse=True)",
     "ValueError: 0th dimension of all xs should be replicated. Got P('x',)"},
    {"0.10.2", "data=2 model=4", "c f32[16@(data,model)]; xs f32[8@model]",
     "def body(c, x):\n"
     "  c = c * 2\n"
     "  return c, x.sum()\n"
     "\n"
     "out0, out1 = lax.scan(body, c, xs)",
     "ValueError: 0th dimension of all xs should be replicated. Got P('model',)"},
    {"0.10.2", "x=4", "c f32[2,12@x]",
     "def cond(c):\n"
     "  return c.sum() < 10\n"
     "\n"
     "def body(c):\n"
     "  return jax.sharding.reshard(c, P('x', None))\n"
     "\n"
     "out = lax.while_loop(cond, body, c)",
     "ValueError: Sharding spec ('x',) implies that array axis 0 is partitioned 4 "
     "times, but does not evenly divide the dimension size 2. Got shape: (2, 12) and "
     "sharding NamedSharding(mesh=AbstractMesh('x': 4, axis_types=(Explicit,), "
     "device_kind=cpu, num_cores=None, platform=cpu), spec=P('x', None))"},
    {"0.10.2", "x=2 y=2", "x f32[1,16]",
     "out = lax.cond(jnp.bool_(True), lambda x: jax.sharding.reshard(x, P(None, "
     "'y')), lambda x: jax.sharding.reshard(x, P('x', ('x', 'y'))), x)",
     "DuplicateSpecError: A single NamedSharding spec specification can map every "
     "mesh axis to at most one positional dimension, but P('x', ('x', 'y')) has "
     "duplicate entries for `x`"},
    {"0.10.2", "x=2 y=4", "x f32[8]",
     "out = lax.cond(jnp.bool_(True), lambda x: jax.sharding.reshard(x, P('x')), "
     "lambda x: jax.sharding.reshard(x, P(None)), x)",
     "TypeError: cond branches must have equal output types but they differ."},
    {"0.10.2", "x=1 y=4", "x f32[8@y]",
     "out = lax.cond(jnp.bool_(True), lambda x: jax.sharding.reshard(x, P('q')), "
     "lambda x: jax.sharding.reshard(x, P(None)), x)",
     "ValueError: Resource axis: q of P('q',) is not found in mesh: ('x', 'y')."},
    {"0.10.2", "x=4 y=2", "x f32[1]",
     "out = lax.cond(jnp.bool_(True), lambda x: x * 2, lambda x: "
     "jax.sharding.reshard(x, P('y')), x)",
     "ValueError: Sharding spec ('y',) implies that array axis 0 is partitioned 2 "
     "times, but does not evenly divide the dimension size 1. Got shape: (1,) and "
     "sharding NamedSharding(mesh=AbstractMesh('x': 4, 'y': 2, axis_types=(Explicit, "
     "Explicit), device_kind=cpu, num_cores=None, platform=cpu), spec=P('y',))"},
    {"0.10.2", "data=2 model=4", "x f32[4]",
     "out = lax.cond(x.sum() > 0, lambda x: x * 2, lambda x: jax.sharding.reshard(x, "
     "P('data')), x)",
     "TypeError: cond branches must have equal output types but they differ."},
    {"0.12.0.1", "x=4 y=2", "x f32[4]",
     "out = lax.cond(x.sum() > 0, lambda x: x * 2, lambda x: jax.sharding.reshard(x, "
     "P('x', None)), x)",
     "ValueError: Length of sharding.spec (2) must be equal to aval's ndim (1). Got "
     "sharding.spec P('x', None), aval.ndim 1 and sharding "
     "NamedSharding(mesh=AbstractMesh('x': 4, 'y': 2, axis_types=(Explicit, "
     "Explicit), device_kind=cpu, num_cores=None, platform=cpu), spec=P('x', None))"},
    {"0.10.2", "x=4 y=1 z=2", "c f32[12@x]",
     "out = lax.fori_loop(0, 10, lambda i, c: jax.sharding.reshard(c * 2, P('x', "
     "'z')), c)",
     "AssertionError: (1, P('x', 'z'))"},
    {"0.10.2", "x=2 y=2", "c f32[8@x,6]",
     "out = lax.fori_loop(0, 3, lambda i, c: jax.sharding.reshard(c, P('y', 'y')), "
     "c)",
     "DuplicateSpecError: A single NamedSharding spec specification can map every "
     "mesh axis to at most one positional dimension, but P('y', 'y') has duplicate "
     "entries for `y`"},
    {"0.10.2", "x=2 y=2", "c f32[8@y]",
     "out = lax.fori_loop(0, 3, lambda i, c: jax.sharding.reshard(c * 2, P('x')), c)",
     "TypeError: scan body function carry input and carry output must have equal "
     "types, but they differ:"},
    {"0.10.2", "x=2", "c f32[1,8]",
     "out = lax.fori_loop(0, 10, lambda i, c: jax.sharding.reshard(c, P('x', None)), "
     "c)",
     "ValueError: Sharding spec ('x',) implies that array axis 0 is partitioned 2 "
     "times, but does not evenly divide the dimension size 1. Got shape: (1, 8) and "
     "sharding NamedSharding(mesh=AbstractMesh('x': 2, axis_types=(Explicit,), "
     "device_kind=cpu, num_cores=None, platform=cpu), spec=P('x', None))"},
    {"0.12.0.1", "x=4 y=1 z=2", "c f32[12@x]",
     "out = lax.fori_loop(0, 10, lambda i, c: jax.sharding.reshard(c * 2, P('x', "
     "'z')), c)",
     "ValueError: Length of sharding.spec (2) must be equal to aval's ndim (1). Got "
     "sharding.spec P('x', 'z'), aval.ndim 1 and sharding "
     "NamedSharding(mesh=AbstractMesh('x': 4, 'y': 1, 'z': 2, axis_types=(Explicit, "
     "Explicit, Explicit), device_kind=cpu, num_cores=None, platform=cpu), "
     "spec=P('x', 'z'))"},
    {"0.10.2", "data=2 model=4", "c f32[8,6@data]",
     "out = lax.fori_loop(0, 3, lambda i, c: c.T, c)",
     "TypeError: scan body function carry input and carry output must have equal "
     "types, but they differ:"},
    {"0.10.2", "x=4", "c f32[8@x,4]; xs f32[2,8]",
     "out0, out1 = lax.scan(lambda c, x: (jax.sharding.reshard(c * 2, P(None, 'x')), "
     "x + 1), c, xs)",
     "TypeError: scan body function carry input and carry output must have equal "
     "types, but they differ:"},
    {"0.10.2", "x=2 y=2", "c f32[4,2@x]; xs f32[4@(y,x),12]",
     "out0, out1 = lax.scan(lambda c, x: (jax.sharding.reshard(c * 2, P(None, "
     "None)), x + 1), c, xs)",
     "ValueError: 0th dimension of all xs should be replicated. Got P(('y', 'x'), "
     "None)"},
    {"0.10.2", "x=2 y=2 z=3", "x f32[8@y,1]; i i32[]",
     "out = lax.switch(i, [lambda x: jax.sharding.reshard(x, P('z', None, 'y')), "
     "lambda x: jax.sharding.reshard(x, P('x')), lambda x: x], x)",
     "AssertionError: (2, P('z', None, 'y'))"},
    {"0.10.2", "x=2 y=2 z=3", "x f32[8]; i i32[]",
     "out = lax.switch(i, [lambda x: jax.sharding.reshard(x, P(None)), lambda x: "
     "jax.sharding.reshard(x, P('x')), lambda x: x], x)",
     "TypeError: switch branches must have equal output types but they differ."},
    {"0.10.2", "x=2 y=2", "x f32[8@x,16]; i i32[]",
     "out = lax.switch(i, [lambda x: jax.sharding.reshard(x, P('x', None)), lambda "
     "x: jax.sharding.reshard(x, P('q', 'x')), lambda x: x], x)",
     "ValueError: Resource axis: q of P('q', 'x') is not found in mesh: ('x', 'y')."},
    {"0.10.2", "x=2 y=2 z=3", "x f32[16,1]; i i32[]",
     "out = lax.switch(i, [lambda x: jax.sharding.reshard(x, P(None, None)), lambda "
     "x: jax.sharding.reshard(x, P(('x', 'y'), 'z')), lambda x: x], x)",
     "ValueError: Sharding spec ('z',) implies that array axis 1 is partitioned 3 "
     "times, but does not evenly divide the dimension size 1. Got shape: (16, 1) and "
     "sharding NamedSharding(mesh=AbstractMesh('x': 2, 'y': 2, 'z': 3, "
     "axis_types=(Explicit, Explicit, Explicit), device_kind=cpu, num_cores=None, "
     "platform=cpu), spec=P(('x', 'y'), 'z'))"},
    {"0.12.0.1", "x=2 y=2 z=3", "x f32[8@y,1]; i i32[]",
     "out = lax.switch(i, [lambda x: jax.sharding.reshard(x, P('z', None, 'y')), "
     "lambda x: jax.sharding.reshard(x, P('x')), lambda x: x], x)",
     "ValueError: Length of sharding.spec (3) must be equal to aval's ndim (2). Got "
     "sharding.spec P('z', None, 'y'), aval.ndim 2 and sharding "
     "NamedSharding(mesh=AbstractMesh('x': 2, 'y': 2, 'z': 3, axis_types=(Explicit, "
     "Explicit, Explicit), device_kind=cpu, num_cores=None, platform=cpu), "
     "spec=P('z', None, 'y'))"},
    {"0.10.2", "x=1 y=4", "c f32[6]",
     "out = lax.while_loop(lambda c: True, lambda c: jax.sharding.reshard(c * 2, "
     "P('x')), c)",
     "TypeError: while_loop body function carry input and carry output must have "
     "equal types, but they differ:"},
    {"0.10.2", "x=2", "c f32[8,8@x]", "out = lax.while_loop(lambda c: True, lambda c: c.T, c)",
     "TypeError: while_loop body function carry input and carry output must have "
     "equal types, but they differ:"},
    {"0.10.2", "x=2 y=2 z=2", "x f32[4@z]",
     "def on_true(x):\n"
     "  return jax.sharding.reshard(x, P(None))\n"
     "\n"
     "def on_false(x):\n"
     "  return jax.sharding.reshard(x, P('y'))\n"
     "\n"
     "out = lax.cond(jnp.bool_(True), on_true, on_false, x)",
     "TypeError: cond branches must have equal output types but they differ."},
    {"0.10.2", "x=4 y=2", "x f32[16,6@y]",
     "def yes(x):\n"
     "  return x + 1\n"
     "\n"
     "def no(x):\n"
     "  return jax.sharding.reshard(x, P('y', ('y', 'x')))\n"
     "\n"
     "out = lax.cond(x.sum() > 0, yes, no, x)",
     "DuplicateSpecError: A single NamedSharding spec specification can map every "
     "mesh axis to at most one positional dimension, but P('y', ('y', 'x')) has "
     "duplicate entries for `y`"},
    {"0.10.2", "x=2 y=2 z=3", "x f32[16]",
     "def yes(x):\n"
     "  return x + 1\n"
     "\n"
     "def no(x):\n"
     "  return jax.sharding.reshard(x, P('x', None))\n"
     "\n"
     "out = lax.cond(jnp.bool_(True), yes, no, x)",
     "TypeError: cond branches must have equal output types but they differ."},
    {"0.12.0.1", "x=2 y=2 z=3", "x f32[16]",
     "def yes(x):\n"
     "  return x + 1\n"
     "\n"
     "def no(x):\n"
     "  return jax.sharding.reshard(x, P('x', None))\n"
     "\n"
     "out = lax.cond(jnp.bool_(True), yes, no, x)",
     "ValueError: Length of sharding.spec (2) must be equal to aval's ndim (1). Got "
     "sharding.spec P('x', None), aval.ndim 1 and sharding "
     "NamedSharding(mesh=AbstractMesh('x': 2, 'y': 2, 'z': 3, axis_types=(Explicit, "
     "Explicit, Explicit), device_kind=cpu, num_cores=None, platform=cpu), "
     "spec=P('x', None))"},
};

/* What JAX refuses, with its texts. */
Test(scan, raises_what_jax_raises)
{
	testing_programs(refused, ROWS(refused));
}
