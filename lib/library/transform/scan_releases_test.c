/* SPDX-License-Identifier: Apache-2.0 */
/* The same programs in releases before 0.10. Rows are checked against JAX by
 * testdata/programs/rows.py. */
#include "testing/program_cases.h"

static const struct program_case in_0_6_0[] = {
    {"0.6.0", "x=2 y=2", "c f32[8@y]",
     "out = lax.fori_loop(0, 3, lambda i, c: jax.sharding.reshard(c * 2, P('x')), c)",
     "AttributeError: module 'jax.sharding' has no attribute 'reshard'"},
    {"0.6.0", "x=1 y=4", "x f32[8@y]",
     "out = lax.cond(jnp.bool_(True), lambda x: jax.sharding.reshard(x, P('q')), "
     "lambda x: jax.sharding.reshard(x, P(None)), x)",
     "AttributeError: module 'jax.sharding' has no attribute 'reshard'"},
    {"0.6.0", "x=2", "c f32[8,8@x]", "out = lax.while_loop(lambda c: True, lambda c: c.T, c)",
     "out f32[8@x,8]"},
    {"0.6.0", "x=2", "c f32[4@x,12]",
     "def cond(c):\n"
     "  return True\n"
     "\n"
     "def body(c):\n"
     "  return jax.sharding.reshard(c * 2, P('x', None))\n"
     "\n"
     "out = lax.while_loop(cond, body, c)",
     "AttributeError: module 'jax.sharding' has no attribute 'reshard'"},
    {"0.6.0", "x=3 y=2", "c f32[4,2]; xs f32[3@x]",
     "def body(c, x):\n"
     "  return c, x * 2\n"
     "\n"
     "out0, out1 = lax.scan(body, c, xs, reverse=True)",
     "ValueError: 0th dimension of all xs should be replicated. Got "
     "PartitionSpec('x',)"},
    {"0.6.0", "data=4", "x f32[4@data]; i i32[]",
     "out = lax.switch(i, [lambda x: jax.sharding.reshard(x, P('data')), lambda x: "
     "jax.sharding.reshard(x, P('data')), lambda x: x], x)",
     "AttributeError: module 'jax.sharding' has no attribute 'reshard'"},
    {"0.6.0", "x=2", "x f32[2@x]",
     "out = lax.cond(jnp.bool_(True), lambda x: jax.sharding.reshard(x, P(None)), "
     "lambda x: jax.sharding.reshard(x, P(None)), x)",
     "AttributeError: module 'jax.sharding' has no attribute 'reshard'"},
    {"0.6.0", "x=4 y=2", "x f32[16,6@y]",
     "def yes(x):\n"
     "  return x + 1\n"
     "\n"
     "def no(x):\n"
     "  return jax.sharding.reshard(x, P('y', ('y', 'x')))\n"
     "\n"
     "out = lax.cond(x.sum() > 0, yes, no, x)",
     "AttributeError: module 'jax.sharding' has no attribute 'reshard'"},
    {"0.6.0", "x=2 y=2", "c f32[4,2@x]; xs f32[4@(y,x),12]",
     "out0, out1 = lax.scan(lambda c, x: (jax.sharding.reshard(c * 2, P(None, "
     "None)), x + 1), c, xs)",
     "ValueError: 0th dimension of all xs should be replicated. Got "
     "PartitionSpec(('y', 'x'), None)"},
    {"0.6.0", "x=2 y=2 z=2", "x f32[8]",
     "def on_true(x):\n"
     "  return jax.sharding.reshard(x, P(None))\n"
     "\n"
     "def on_false(x):\n"
     "  return jax.sharding.reshard(x, P(None))\n"
     "\n"
     "out = lax.cond(jnp.bool_(True), on_true, on_false, x)",
     "AttributeError: module 'jax.sharding' has no attribute 'reshard'"},
    {"0.6.0", "x=4 y=2", "x f32[4]",
     "out = lax.cond(x.sum() > 0, lambda x: x * 2, lambda x: jax.sharding.reshard(x, "
     "P('x', None)), x)",
     "AttributeError: module 'jax.sharding' has no attribute 'reshard'"},
    {"0.6.0", "x=2 y=2", "x f32[8@x,16]; i i32[]",
     "out = lax.switch(i, [lambda x: jax.sharding.reshard(x, P('x', None)), lambda "
     "x: jax.sharding.reshard(x, P('q', 'x')), lambda x: x], x)",
     "AttributeError: module 'jax.sharding' has no attribute 'reshard'"},
    {"0.6.0", "x=3 y=2", "c f32[8]",
     "out = lax.fori_loop(0, 3, lambda i, c: jax.sharding.reshard(c * 2, P(None)), "
     "c)",
     "AttributeError: module 'jax.sharding' has no attribute 'reshard'"},
    {"0.6.0", "x=2 y=2", "x f32[1,16]",
     "out = lax.cond(jnp.bool_(True), lambda x: jax.sharding.reshard(x, P(None, "
     "'y')), lambda x: jax.sharding.reshard(x, P('x', ('x', 'y'))), x)",
     "AttributeError: module 'jax.sharding' has no attribute 'reshard'"},
    {"0.6.0", "dp=4 tp=2", "c f32[16]", "out = lax.fori_loop(0, 3, lambda i, c: c * 2, c)",
     "out f32[16]"},
    {"0.6.0", "x=3", "x f32[2,8]",
     "def yes(x):\n"
     "  return x + 1\n"
     "\n"
     "def no(x):\n"
     "  return jax.sharding.reshard(x, P(None, None))\n"
     "\n"
     "out = lax.cond(jnp.bool_(True), yes, no, x)",
     "AttributeError: module 'jax.sharding' has no attribute 'reshard'"},
    {"0.6.0", "x=8", "c f32[8@x]; xs f32[2,8@x]",
     "out0, out1 = lax.scan(lambda c, x: (jax.sharding.reshard(c * 2, P('x')), x + "
     "1), c, xs)",
     "AttributeError: module 'jax.sharding' has no attribute 'reshard'"},
    {"0.6.0", "x=2", "c f32[1,8]",
     "out = lax.fori_loop(0, 10, lambda i, c: jax.sharding.reshard(c, P('x', None)), "
     "c)",
     "AttributeError: module 'jax.sharding' has no attribute 'reshard'"},
    {"0.6.0", "x=4 y=2", "c f32[4@y,8@x]; xs f32[3,8@x]",
     "def body(c, x):\n"
     "  return c + 1, c\n"
     "\n"
     "out0, out1 = lax.scan(body, c, xs, unroll=2)",
     "out0 f32[4@y,8@x]; out1 f32[3,4@y,8@x]"},
    {"0.6.0", "x=2 y=2", "c f32[8@x,6]",
     "out = lax.fori_loop(0, 3, lambda i, c: jax.sharding.reshard(c, P('y', 'y')), "
     "c)",
     "AttributeError: module 'jax.sharding' has no attribute 'reshard'"},
    {"0.6.0", "dp=4 tp=2", "c f32[8@tp,8]",
     "out = lax.fori_loop(0, 10, lambda i, c: c + jnp.ones(c.shape), c)", "out f32[8@tp,8]"},
    {"0.6.0", "x=2 y=2", "c f32[6]; xs f32[4]",
     "def body(c, x):\n"
     "  return c.astype(jnp.bfloat16), x\n"
     "\n"
     "out0, out1 = lax.scan(body, c, xs, reverse=True)",
     "TypeError: scan body function carry input and carry output must have equal "
     "types, but they differ:"},
    {"0.6.0", "fsdp=2 tp=2 sp=2", "c f32[8]",
     "out = lax.while_loop(lambda c: True, lambda c: c + jnp.ones(c.shape), c)", "out f32[8]"},
    {"0.6.0", "x=1 y=4", "c f32[6@x,1]; xs f32[4@(y,x),2]",
     "def body(c, x):\n"
     "  c = jax.sharding.reshard(c * 2, P('x', None))\n"
     "  return c, x + 1\n"
     "\n"
     "out0, out1 = lax.scan(body, c, xs)",
     "ValueError: 0th dimension of all xs should be replicated. Got "
     "PartitionSpec(('y', 'x'), None)"},
    {"0.6.0", "x=2 y=2 z=2", "c f32[1]; xs f32[3]",
     "def body(c, x):\n"
     "  c = c + x.sum()\n"
     "  return c, None\n"
     "\n"
     "out0, _ = lax.scan(body, c, xs, reverse=True)",
     "out0 f32[1]"},
    {"0.6.0", "x=4", "c f32[8@x,4]; xs f32[2,8]",
     "out0, out1 = lax.scan(lambda c, x: (jax.sharding.reshard(c * 2, P(None, 'x')), "
     "x + 1), c, xs)",
     "AttributeError: module 'jax.sharding' has no attribute 'reshard'"},
    {"0.6.0", "data=2 model=4", "c f32[8,6@data]", "out = lax.fori_loop(0, 3, lambda i, c: c.T, c)",
     "TypeError: scan body function carry input and carry output must have equal "
     "types, but they differ:"},
    {"0.6.0", "x=2 y=2 z=3", "x f32[8]; i i32[]",
     "out = lax.switch(i, [lambda x: jax.sharding.reshard(x, P(None)), lambda x: "
     "jax.sharding.reshard(x, P('x')), lambda x: x], x)",
     "AttributeError: module 'jax.sharding' has no attribute 'reshard'"},
    {"0.6.0", "x=2 y=4", "c f32[8,6@x]; xs f32[8,1]",
     "def body(c, x):\n"
     "  c = jax.sharding.reshard(c * 2, P(None, 'x'))\n"
     "  return c, x + 1\n"
     "\n"
     "out0, out1 = lax.scan(body, c, xs)",
     "AttributeError: module 'jax.sharding' has no attribute 'reshard'"},
    {"0.6.0", "x=2 y=2 z=3", "x f32[16]",
     "def yes(x):\n"
     "  return x + 1\n"
     "\n"
     "def no(x):\n"
     "  return jax.sharding.reshard(x, P('x', None))\n"
     "\n"
     "out = lax.cond(jnp.bool_(True), yes, no, x)",
     "AttributeError: module 'jax.sharding' has no attribute 'reshard'"},
};

/* What release 0.6.0 says. */
Test(scan_releases, as_0_6_0_does)
{
	testing_programs(in_0_6_0, ROWS(in_0_6_0));
}

static const struct program_case in_0_7_0[] = {
    {"0.7.0", "x=2 y=2", "c f32[8@y]",
     "out = lax.fori_loop(0, 3, lambda i, c: jax.sharding.reshard(c * 2, P('x')), c)",
     "out f32[8@x]"},
    {"0.7.0", "x=1 y=4", "x f32[8@y]",
     "out = lax.cond(jnp.bool_(True), lambda x: jax.sharding.reshard(x, P('q')), "
     "lambda x: jax.sharding.reshard(x, P(None)), x)",
     "ValueError: Resource axis: q of PartitionSpec('q',) is not found in mesh: ('x', "
     "'y')."},
    {"0.7.0", "x=2", "c f32[8,8@x]", "out = lax.while_loop(lambda c: True, lambda c: c.T, c)",
     "out f32[8@x,8]"},
    {"0.7.0", "x=2", "c f32[4@x,12]",
     "def cond(c):\n"
     "  return True\n"
     "\n"
     "def body(c):\n"
     "  return jax.sharding.reshard(c * 2, P('x', None))\n"
     "\n"
     "out = lax.while_loop(cond, body, c)",
     "out f32[4@x,12]"},
    {"0.7.0", "x=3 y=2", "c f32[4,2]; xs f32[3@x]",
     "def body(c, x):\n"
     "  return c, x * 2\n"
     "\n"
     "out0, out1 = lax.scan(body, c, xs, reverse=True)",
     "ValueError: 0th dimension of all xs should be replicated. Got "
     "PartitionSpec('x',)"},
    {"0.7.0", "data=4", "x f32[4@data]; i i32[]",
     "out = lax.switch(i, [lambda x: jax.sharding.reshard(x, P('data')), lambda x: "
     "jax.sharding.reshard(x, P('data')), lambda x: x], x)",
     "out f32[4@data]"},
    {"0.7.0", "x=2", "x f32[2@x]",
     "out = lax.cond(jnp.bool_(True), lambda x: jax.sharding.reshard(x, P(None)), "
     "lambda x: jax.sharding.reshard(x, P(None)), x)",
     "out f32[2]"},
    {"0.7.0", "x=4 y=2", "x f32[16,6@y]",
     "def yes(x):\n"
     "  return x + 1\n"
     "\n"
     "def no(x):\n"
     "  return jax.sharding.reshard(x, P('y', ('y', 'x')))\n"
     "\n"
     "out = lax.cond(x.sum() > 0, yes, no, x)",
     "DuplicateSpecError: A single NamedSharding spec specification can map every mesh "
     "axis to at most one positional dimension, but PartitionSpec('y', ('y', 'x')) has "
     "duplicate entries for `y`"},
    {"0.7.0", "x=2 y=2", "c f32[4,2@x]; xs f32[4@(y,x),12]",
     "out0, out1 = lax.scan(lambda c, x: (jax.sharding.reshard(c * 2, P(None, "
     "None)), x + 1), c, xs)",
     "ValueError: 0th dimension of all xs should be replicated. Got "
     "PartitionSpec(('y', 'x'), None)"},
    {"0.7.0", "x=2 y=2 z=2", "x f32[8]",
     "def on_true(x):\n"
     "  return jax.sharding.reshard(x, P(None))\n"
     "\n"
     "def on_false(x):\n"
     "  return jax.sharding.reshard(x, P(None))\n"
     "\n"
     "out = lax.cond(jnp.bool_(True), on_true, on_false, x)",
     "out f32[8]"},
    {"0.7.0", "x=4 y=2", "x f32[4]",
     "out = lax.cond(x.sum() > 0, lambda x: x * 2, lambda x: jax.sharding.reshard(x, "
     "P('x', None)), x)",
     "out f32[4@x]"},
    {"0.7.0", "x=2 y=2", "x f32[8@x,16]; i i32[]",
     "out = lax.switch(i, [lambda x: jax.sharding.reshard(x, P('x', None)), lambda "
     "x: jax.sharding.reshard(x, P('q', 'x')), lambda x: x], x)",
     "ValueError: Resource axis: q of PartitionSpec('q', 'x') is not found in mesh: "
     "('x', 'y')."},
    {"0.7.0", "x=3 y=2", "c f32[8]",
     "out = lax.fori_loop(0, 3, lambda i, c: jax.sharding.reshard(c * 2, P(None)), "
     "c)",
     "out f32[8]"},
    {"0.7.0", "x=2 y=2", "x f32[1,16]",
     "out = lax.cond(jnp.bool_(True), lambda x: jax.sharding.reshard(x, P(None, "
     "'y')), lambda x: jax.sharding.reshard(x, P('x', ('x', 'y'))), x)",
     "DuplicateSpecError: A single NamedSharding spec specification can map every mesh "
     "axis to at most one positional dimension, but PartitionSpec('x', ('x', 'y')) has "
     "duplicate entries for `x`"},
    {"0.7.0", "dp=4 tp=2", "c f32[16]", "out = lax.fori_loop(0, 3, lambda i, c: c * 2, c)",
     "out f32[16]"},
    {"0.7.0", "x=3", "x f32[2,8]",
     "def yes(x):\n"
     "  return x + 1\n"
     "\n"
     "def no(x):\n"
     "  return jax.sharding.reshard(x, P(None, None))\n"
     "\n"
     "out = lax.cond(jnp.bool_(True), yes, no, x)",
     "out f32[2,8]"},
    {"0.7.0", "x=8", "c f32[8@x]; xs f32[2,8@x]",
     "out0, out1 = lax.scan(lambda c, x: (jax.sharding.reshard(c * 2, P('x')), x + "
     "1), c, xs)",
     "out0 f32[8@x]; out1 f32[2,8@x]"},
    {"0.7.0", "x=2", "c f32[1,8]",
     "out = lax.fori_loop(0, 10, lambda i, c: jax.sharding.reshard(c, P('x', None)), "
     "c)",
     "ValueError: Sharding spec ('x',) implies that array axis 0 is partitioned 2 "
     "times, but does not evenly divide the dimension size 1. Got shape: (1, 8) and "
     "sharding NamedSharding(mesh=AbstractMesh('x': 2, axis_types=(Explicit,)), "
     "spec=PartitionSpec('x', None))"},
    {"0.7.0", "x=4 y=2", "c f32[4@y,8@x]; xs f32[3,8@x]",
     "def body(c, x):\n"
     "  return c + 1, c\n"
     "\n"
     "out0, out1 = lax.scan(body, c, xs, unroll=2)",
     "out0 f32[4@y,8@x]; out1 f32[3,4@y,8@x]"},
    {"0.7.0", "x=2 y=2", "c f32[8@x,6]",
     "out = lax.fori_loop(0, 3, lambda i, c: jax.sharding.reshard(c, P('y', 'y')), "
     "c)",
     "DuplicateSpecError: A single NamedSharding spec specification can map every mesh "
     "axis to at most one positional dimension, but PartitionSpec('y', 'y') has "
     "duplicate entries for `y`"},
    {"0.7.0", "dp=4 tp=2", "c f32[8@tp,8]",
     "out = lax.fori_loop(0, 10, lambda i, c: c + jnp.ones(c.shape), c)", "out f32[8@tp,8]"},
    {"0.7.0", "x=2 y=2", "c f32[6]; xs f32[4]",
     "def body(c, x):\n"
     "  return c.astype(jnp.bfloat16), x\n"
     "\n"
     "out0, out1 = lax.scan(body, c, xs, reverse=True)",
     "TypeError: scan body function carry input and carry output must have equal "
     "types, but they differ:"},
    {"0.7.0", "fsdp=2 tp=2 sp=2", "c f32[8]",
     "out = lax.while_loop(lambda c: True, lambda c: c + jnp.ones(c.shape), c)", "out f32[8]"},
    {"0.7.0", "x=1 y=4", "c f32[6@x,1]; xs f32[4@(y,x),2]",
     "def body(c, x):\n"
     "  c = jax.sharding.reshard(c * 2, P('x', None))\n"
     "  return c, x + 1\n"
     "\n"
     "out0, out1 = lax.scan(body, c, xs)",
     "ValueError: 0th dimension of all xs should be replicated. Got "
     "PartitionSpec(('y', 'x'), None)"},
    {"0.7.0", "x=2 y=2 z=2", "c f32[1]; xs f32[3]",
     "def body(c, x):\n"
     "  c = c + x.sum()\n"
     "  return c, None\n"
     "\n"
     "out0, _ = lax.scan(body, c, xs, reverse=True)",
     "out0 f32[1]"},
    {"0.7.0", "x=4", "c f32[8@x,4]; xs f32[2,8]",
     "out0, out1 = lax.scan(lambda c, x: (jax.sharding.reshard(c * 2, P(None, 'x')), "
     "x + 1), c, xs)",
     "out0 f32[8,4@x]; out1 f32[2,8]"},
    {"0.7.0", "data=2 model=4", "c f32[8,6@data]", "out = lax.fori_loop(0, 3, lambda i, c: c.T, c)",
     "TypeError: scan body function carry input and carry output must have equal "
     "types, but they differ:"},
    {"0.7.0", "x=2 y=2 z=3", "x f32[8]; i i32[]",
     "out = lax.switch(i, [lambda x: jax.sharding.reshard(x, P(None)), lambda x: "
     "jax.sharding.reshard(x, P('x')), lambda x: x], x)",
     "out f32[8]"},
    {"0.7.0", "x=2 y=4", "c f32[8,6@x]; xs f32[8,1]",
     "def body(c, x):\n"
     "  c = jax.sharding.reshard(c * 2, P(None, 'x'))\n"
     "  return c, x + 1\n"
     "\n"
     "out0, out1 = lax.scan(body, c, xs)",
     "out0 f32[8,6@x]; out1 f32[8,1]"},
    {"0.7.0", "x=2 y=2 z=3", "x f32[16]",
     "def yes(x):\n"
     "  return x + 1\n"
     "\n"
     "def no(x):\n"
     "  return jax.sharding.reshard(x, P('x', None))\n"
     "\n"
     "out = lax.cond(jnp.bool_(True), yes, no, x)",
     "out f32[16@x]"},
};

/* What release 0.7.0 says. */
Test(scan_releases, as_0_7_0_does)
{
	testing_programs(in_0_7_0, ROWS(in_0_7_0));
}

static const struct program_case in_0_8_2[] = {
    {"0.8.2", "x=2 y=2", "c f32[8@y]",
     "out = lax.fori_loop(0, 3, lambda i, c: jax.sharding.reshard(c * 2, P('x')), c)",
     "TypeError: scan body function carry input and carry output must have equal "
     "types, but they differ:"},
    {"0.8.2", "x=1 y=4", "x f32[8@y]",
     "out = lax.cond(jnp.bool_(True), lambda x: jax.sharding.reshard(x, P('q')), "
     "lambda x: jax.sharding.reshard(x, P(None)), x)",
     "ValueError: Resource axis: q of PartitionSpec('q',) is not found in mesh: ('x', "
     "'y')."},
    {"0.8.2", "x=2", "c f32[8,8@x]", "out = lax.while_loop(lambda c: True, lambda c: c.T, c)",
     "TypeError: while_loop body function carry input and carry output must have equal "
     "types, but they differ:"},
    {"0.8.2", "x=2", "c f32[4@x,12]",
     "def cond(c):\n"
     "  return True\n"
     "\n"
     "def body(c):\n"
     "  return jax.sharding.reshard(c * 2, P('x', None))\n"
     "\n"
     "out = lax.while_loop(cond, body, c)",
     "out f32[4@x,12]"},
    {"0.8.2", "x=3 y=2", "c f32[4,2]; xs f32[3@x]",
     "def body(c, x):\n"
     "  return c, x * 2\n"
     "\n"
     "out0, out1 = lax.scan(body, c, xs, reverse=True)",
     "ValueError: 0th dimension of all xs should be replicated. Got "
     "PartitionSpec('x',)"},
    {"0.8.2", "data=4", "x f32[4@data]; i i32[]",
     "out = lax.switch(i, [lambda x: jax.sharding.reshard(x, P('data')), lambda x: "
     "jax.sharding.reshard(x, P('data')), lambda x: x], x)",
     "out f32[4@data]"},
    {"0.8.2", "x=2", "x f32[2@x]",
     "out = lax.cond(jnp.bool_(True), lambda x: jax.sharding.reshard(x, P(None)), "
     "lambda x: jax.sharding.reshard(x, P(None)), x)",
     "out f32[2]"},
    {"0.8.2", "x=4 y=2", "x f32[16,6@y]",
     "def yes(x):\n"
     "  return x + 1\n"
     "\n"
     "def no(x):\n"
     "  return jax.sharding.reshard(x, P('y', ('y', 'x')))\n"
     "\n"
     "out = lax.cond(x.sum() > 0, yes, no, x)",
     "DuplicateSpecError: A single NamedSharding spec specification can map every mesh "
     "axis to at most one positional dimension, but PartitionSpec('y', ('y', 'x')) has "
     "duplicate entries for `y`"},
    {"0.8.2", "x=2 y=2", "c f32[4,2@x]; xs f32[4@(y,x),12]",
     "out0, out1 = lax.scan(lambda c, x: (jax.sharding.reshard(c * 2, P(None, "
     "None)), x + 1), c, xs)",
     "ValueError: 0th dimension of all xs should be replicated. Got "
     "PartitionSpec(('y', 'x'), None)"},
    {"0.8.2", "x=2 y=2 z=2", "x f32[8]",
     "def on_true(x):\n"
     "  return jax.sharding.reshard(x, P(None))\n"
     "\n"
     "def on_false(x):\n"
     "  return jax.sharding.reshard(x, P(None))\n"
     "\n"
     "out = lax.cond(jnp.bool_(True), on_true, on_false, x)",
     "out f32[8]"},
    {"0.8.2", "x=4 y=2", "x f32[4]",
     "out = lax.cond(x.sum() > 0, lambda x: x * 2, lambda x: jax.sharding.reshard(x, "
     "P('x', None)), x)",
     "TypeError: cond branches must have equal output types but they differ."},
    {"0.8.2", "x=2 y=2", "x f32[8@x,16]; i i32[]",
     "out = lax.switch(i, [lambda x: jax.sharding.reshard(x, P('x', None)), lambda "
     "x: jax.sharding.reshard(x, P('q', 'x')), lambda x: x], x)",
     "ValueError: Resource axis: q of PartitionSpec('q', 'x') is not found in mesh: "
     "('x', 'y')."},
    {"0.8.2", "x=3 y=2", "c f32[8]",
     "out = lax.fori_loop(0, 3, lambda i, c: jax.sharding.reshard(c * 2, P(None)), "
     "c)",
     "out f32[8]"},
    {"0.8.2", "x=2 y=2", "x f32[1,16]",
     "out = lax.cond(jnp.bool_(True), lambda x: jax.sharding.reshard(x, P(None, "
     "'y')), lambda x: jax.sharding.reshard(x, P('x', ('x', 'y'))), x)",
     "DuplicateSpecError: A single NamedSharding spec specification can map every mesh "
     "axis to at most one positional dimension, but PartitionSpec('x', ('x', 'y')) has "
     "duplicate entries for `x`"},
    {"0.8.2", "dp=4 tp=2", "c f32[16]", "out = lax.fori_loop(0, 3, lambda i, c: c * 2, c)",
     "out f32[16]"},
    {"0.8.2", "x=3", "x f32[2,8]",
     "def yes(x):\n"
     "  return x + 1\n"
     "\n"
     "def no(x):\n"
     "  return jax.sharding.reshard(x, P(None, None))\n"
     "\n"
     "out = lax.cond(jnp.bool_(True), yes, no, x)",
     "out f32[2,8]"},
    {"0.8.2", "x=8", "c f32[8@x]; xs f32[2,8@x]",
     "out0, out1 = lax.scan(lambda c, x: (jax.sharding.reshard(c * 2, P('x')), x + "
     "1), c, xs)",
     "out0 f32[8@x]; out1 f32[2,8@x]"},
    {"0.8.2", "x=2", "c f32[1,8]",
     "out = lax.fori_loop(0, 10, lambda i, c: jax.sharding.reshard(c, P('x', None)), "
     "c)",
     "ValueError: Sharding spec ('x',) implies that array axis 0 is partitioned 2 "
     "times, but does not evenly divide the dimension size 1. Got shape: (1, 8) and "
     "sharding NamedSharding(mesh=AbstractMesh('x': 2, axis_types=(Explicit,), "
     "device_kind=cpu, num_cores=None), spec=PartitionSpec('x', None))"},
    {"0.8.2", "x=4 y=2", "c f32[4@y,8@x]; xs f32[3,8@x]",
     "def body(c, x):\n"
     "  return c + 1, c\n"
     "\n"
     "out0, out1 = lax.scan(body, c, xs, unroll=2)",
     "out0 f32[4@y,8@x]; out1 f32[3,4@y,8@x]"},
    {"0.8.2", "x=2 y=2", "c f32[8@x,6]",
     "out = lax.fori_loop(0, 3, lambda i, c: jax.sharding.reshard(c, P('y', 'y')), "
     "c)",
     "DuplicateSpecError: A single NamedSharding spec specification can map every mesh "
     "axis to at most one positional dimension, but PartitionSpec('y', 'y') has "
     "duplicate entries for `y`"},
    {"0.8.2", "dp=4 tp=2", "c f32[8@tp,8]",
     "out = lax.fori_loop(0, 10, lambda i, c: c + jnp.ones(c.shape), c)", "out f32[8@tp,8]"},
    {"0.8.2", "x=2 y=2", "c f32[6]; xs f32[4]",
     "def body(c, x):\n"
     "  return c.astype(jnp.bfloat16), x\n"
     "\n"
     "out0, out1 = lax.scan(body, c, xs, reverse=True)",
     "TypeError: scan body function carry input and carry output must have equal "
     "types, but they differ:"},
    {"0.8.2", "fsdp=2 tp=2 sp=2", "c f32[8]",
     "out = lax.while_loop(lambda c: True, lambda c: c + jnp.ones(c.shape), c)", "out f32[8]"},
    {"0.8.2", "x=1 y=4", "c f32[6@x,1]; xs f32[4@(y,x),2]",
     "def body(c, x):\n"
     "  c = jax.sharding.reshard(c * 2, P('x', None))\n"
     "  return c, x + 1\n"
     "\n"
     "out0, out1 = lax.scan(body, c, xs)",
     "ValueError: 0th dimension of all xs should be replicated. Got "
     "PartitionSpec(('y', 'x'), None)"},
    {"0.8.2", "x=2 y=2 z=2", "c f32[1]; xs f32[3]",
     "def body(c, x):\n"
     "  c = c + x.sum()\n"
     "  return c, None\n"
     "\n"
     "out0, _ = lax.scan(body, c, xs, reverse=True)",
     "out0 f32[1]"},
    {"0.8.2", "x=4", "c f32[8@x,4]; xs f32[2,8]",
     "out0, out1 = lax.scan(lambda c, x: (jax.sharding.reshard(c * 2, P(None, 'x')), "
     "x + 1), c, xs)",
     "TypeError: scan body function carry input and carry output must have equal "
     "types, but they differ:"},
    {"0.8.2", "data=2 model=4", "c f32[8,6@data]", "out = lax.fori_loop(0, 3, lambda i, c: c.T, c)",
     "TypeError: scan body function carry input and carry output must have equal "
     "types, but they differ:"},
    {"0.8.2", "x=2 y=2 z=3", "x f32[8]; i i32[]",
     "out = lax.switch(i, [lambda x: jax.sharding.reshard(x, P(None)), lambda x: "
     "jax.sharding.reshard(x, P('x')), lambda x: x], x)",
     "TypeError: switch branches must have equal output types but they differ."},
    {"0.8.2", "x=2 y=4", "c f32[8,6@x]; xs f32[8,1]",
     "def body(c, x):\n"
     "  c = jax.sharding.reshard(c * 2, P(None, 'x'))\n"
     "  return c, x + 1\n"
     "\n"
     "out0, out1 = lax.scan(body, c, xs)",
     "out0 f32[8,6@x]; out1 f32[8,1]"},
    {"0.8.2", "x=2 y=2 z=3", "x f32[16]",
     "def yes(x):\n"
     "  return x + 1\n"
     "\n"
     "def no(x):\n"
     "  return jax.sharding.reshard(x, P('x', None))\n"
     "\n"
     "out = lax.cond(jnp.bool_(True), yes, no, x)",
     "TypeError: cond branches must have equal output types but they differ."},
};

/* What release 0.8.2 says. */
Test(scan_releases, as_0_8_2_does)
{
	testing_programs(in_0_8_2, ROWS(in_0_8_2));
}

static const struct program_case in_0_9_0[] = {
    {"0.9.0", "x=2 y=2", "c f32[8@y]",
     "out = lax.fori_loop(0, 3, lambda i, c: jax.sharding.reshard(c * 2, P('x')), c)",
     "TypeError: scan body function carry input and carry output must have equal "
     "types, but they differ:"},
    {"0.9.0", "x=1 y=4", "x f32[8@y]",
     "out = lax.cond(jnp.bool_(True), lambda x: jax.sharding.reshard(x, P('q')), "
     "lambda x: jax.sharding.reshard(x, P(None)), x)",
     "ValueError: Resource axis: q of PartitionSpec('q',) is not found in mesh: ('x', "
     "'y')."},
    {"0.9.0", "x=2", "c f32[8,8@x]", "out = lax.while_loop(lambda c: True, lambda c: c.T, c)",
     "TypeError: while_loop body function carry input and carry output must have equal "
     "types, but they differ:"},
    {"0.9.0", "x=2", "c f32[4@x,12]",
     "def cond(c):\n"
     "  return True\n"
     "\n"
     "def body(c):\n"
     "  return jax.sharding.reshard(c * 2, P('x', None))\n"
     "\n"
     "out = lax.while_loop(cond, body, c)",
     "out f32[4@x,12]"},
    {"0.9.0", "x=3 y=2", "c f32[4,2]; xs f32[3@x]",
     "def body(c, x):\n"
     "  return c, x * 2\n"
     "\n"
     "out0, out1 = lax.scan(body, c, xs, reverse=True)",
     "ValueError: 0th dimension of all xs should be replicated. Got "
     "PartitionSpec('x',)"},
    {"0.9.0", "data=4", "x f32[4@data]; i i32[]",
     "out = lax.switch(i, [lambda x: jax.sharding.reshard(x, P('data')), lambda x: "
     "jax.sharding.reshard(x, P('data')), lambda x: x], x)",
     "out f32[4@data]"},
    {"0.9.0", "x=2", "x f32[2@x]",
     "out = lax.cond(jnp.bool_(True), lambda x: jax.sharding.reshard(x, P(None)), "
     "lambda x: jax.sharding.reshard(x, P(None)), x)",
     "out f32[2]"},
    {"0.9.0", "x=4 y=2", "x f32[16,6@y]",
     "def yes(x):\n"
     "  return x + 1\n"
     "\n"
     "def no(x):\n"
     "  return jax.sharding.reshard(x, P('y', ('y', 'x')))\n"
     "\n"
     "out = lax.cond(x.sum() > 0, yes, no, x)",
     "DuplicateSpecError: A single NamedSharding spec specification can map every mesh "
     "axis to at most one positional dimension, but PartitionSpec('y', ('y', 'x')) has "
     "duplicate entries for `y`"},
    {"0.9.0", "x=2 y=2", "c f32[4,2@x]; xs f32[4@(y,x),12]",
     "out0, out1 = lax.scan(lambda c, x: (jax.sharding.reshard(c * 2, P(None, "
     "None)), x + 1), c, xs)",
     "ValueError: 0th dimension of all xs should be replicated. Got "
     "PartitionSpec(('y', 'x'), None)"},
    {"0.9.0", "x=2 y=2 z=2", "x f32[8]",
     "def on_true(x):\n"
     "  return jax.sharding.reshard(x, P(None))\n"
     "\n"
     "def on_false(x):\n"
     "  return jax.sharding.reshard(x, P(None))\n"
     "\n"
     "out = lax.cond(jnp.bool_(True), on_true, on_false, x)",
     "out f32[8]"},
    {"0.9.0", "x=4 y=2", "x f32[4]",
     "out = lax.cond(x.sum() > 0, lambda x: x * 2, lambda x: jax.sharding.reshard(x, "
     "P('x', None)), x)",
     "TypeError: cond branches must have equal output types but they differ."},
    {"0.9.0", "x=2 y=2", "x f32[8@x,16]; i i32[]",
     "out = lax.switch(i, [lambda x: jax.sharding.reshard(x, P('x', None)), lambda "
     "x: jax.sharding.reshard(x, P('q', 'x')), lambda x: x], x)",
     "ValueError: Resource axis: q of PartitionSpec('q', 'x') is not found in mesh: "
     "('x', 'y')."},
    {"0.9.0", "x=3 y=2", "c f32[8]",
     "out = lax.fori_loop(0, 3, lambda i, c: jax.sharding.reshard(c * 2, P(None)), "
     "c)",
     "out f32[8]"},
    {"0.9.0", "x=2 y=2", "x f32[1,16]",
     "out = lax.cond(jnp.bool_(True), lambda x: jax.sharding.reshard(x, P(None, "
     "'y')), lambda x: jax.sharding.reshard(x, P('x', ('x', 'y'))), x)",
     "DuplicateSpecError: A single NamedSharding spec specification can map every mesh "
     "axis to at most one positional dimension, but PartitionSpec('x', ('x', 'y')) has "
     "duplicate entries for `x`"},
    {"0.9.0", "dp=4 tp=2", "c f32[16]", "out = lax.fori_loop(0, 3, lambda i, c: c * 2, c)",
     "out f32[16]"},
    {"0.9.0", "x=3", "x f32[2,8]",
     "def yes(x):\n"
     "  return x + 1\n"
     "\n"
     "def no(x):\n"
     "  return jax.sharding.reshard(x, P(None, None))\n"
     "\n"
     "out = lax.cond(jnp.bool_(True), yes, no, x)",
     "out f32[2,8]"},
    {"0.9.0", "x=8", "c f32[8@x]; xs f32[2,8@x]",
     "out0, out1 = lax.scan(lambda c, x: (jax.sharding.reshard(c * 2, P('x')), x + "
     "1), c, xs)",
     "out0 f32[8@x]; out1 f32[2,8@x]"},
    {"0.9.0", "x=2", "c f32[1,8]",
     "out = lax.fori_loop(0, 10, lambda i, c: jax.sharding.reshard(c, P('x', None)), "
     "c)",
     "ValueError: Sharding spec ('x',) implies that array axis 0 is partitioned 2 "
     "times, but does not evenly divide the dimension size 1. Got shape: (1, 8) and "
     "sharding NamedSharding(mesh=AbstractMesh('x': 2, axis_types=(Explicit,), "
     "device_kind=cpu, num_cores=None), spec=PartitionSpec('x', None))"},
    {"0.9.0", "x=4 y=2", "c f32[4@y,8@x]; xs f32[3,8@x]",
     "def body(c, x):\n"
     "  return c + 1, c\n"
     "\n"
     "out0, out1 = lax.scan(body, c, xs, unroll=2)",
     "out0 f32[4@y,8@x]; out1 f32[3,4@y,8@x]"},
    {"0.9.0", "x=2 y=2", "c f32[8@x,6]",
     "out = lax.fori_loop(0, 3, lambda i, c: jax.sharding.reshard(c, P('y', 'y')), "
     "c)",
     "DuplicateSpecError: A single NamedSharding spec specification can map every mesh "
     "axis to at most one positional dimension, but PartitionSpec('y', 'y') has "
     "duplicate entries for `y`"},
    {"0.9.0", "dp=4 tp=2", "c f32[8@tp,8]",
     "out = lax.fori_loop(0, 10, lambda i, c: c + jnp.ones(c.shape), c)", "out f32[8@tp,8]"},
    {"0.9.0", "x=2 y=2", "c f32[6]; xs f32[4]",
     "def body(c, x):\n"
     "  return c.astype(jnp.bfloat16), x\n"
     "\n"
     "out0, out1 = lax.scan(body, c, xs, reverse=True)",
     "TypeError: scan body function carry input and carry output must have equal "
     "types, but they differ:"},
    {"0.9.0", "fsdp=2 tp=2 sp=2", "c f32[8]",
     "out = lax.while_loop(lambda c: True, lambda c: c + jnp.ones(c.shape), c)", "out f32[8]"},
    {"0.9.0", "x=1 y=4", "c f32[6@x,1]; xs f32[4@(y,x),2]",
     "def body(c, x):\n"
     "  c = jax.sharding.reshard(c * 2, P('x', None))\n"
     "  return c, x + 1\n"
     "\n"
     "out0, out1 = lax.scan(body, c, xs)",
     "ValueError: 0th dimension of all xs should be replicated. Got "
     "PartitionSpec(('y', 'x'), None)"},
    {"0.9.0", "x=2 y=2 z=2", "c f32[1]; xs f32[3]",
     "def body(c, x):\n"
     "  c = c + x.sum()\n"
     "  return c, None\n"
     "\n"
     "out0, _ = lax.scan(body, c, xs, reverse=True)",
     "out0 f32[1]"},
    {"0.9.0", "x=4", "c f32[8@x,4]; xs f32[2,8]",
     "out0, out1 = lax.scan(lambda c, x: (jax.sharding.reshard(c * 2, P(None, 'x')), "
     "x + 1), c, xs)",
     "TypeError: scan body function carry input and carry output must have equal "
     "types, but they differ:"},
    {"0.9.0", "data=2 model=4", "c f32[8,6@data]", "out = lax.fori_loop(0, 3, lambda i, c: c.T, c)",
     "TypeError: scan body function carry input and carry output must have equal "
     "types, but they differ:"},
    {"0.9.0", "x=2 y=2 z=3", "x f32[8]; i i32[]",
     "out = lax.switch(i, [lambda x: jax.sharding.reshard(x, P(None)), lambda x: "
     "jax.sharding.reshard(x, P('x')), lambda x: x], x)",
     "TypeError: switch branches must have equal output types but they differ."},
    {"0.9.0", "x=2 y=4", "c f32[8,6@x]; xs f32[8,1]",
     "def body(c, x):\n"
     "  c = jax.sharding.reshard(c * 2, P(None, 'x'))\n"
     "  return c, x + 1\n"
     "\n"
     "out0, out1 = lax.scan(body, c, xs)",
     "out0 f32[8,6@x]; out1 f32[8,1]"},
    {"0.9.0", "x=2 y=2 z=3", "x f32[16]",
     "def yes(x):\n"
     "  return x + 1\n"
     "\n"
     "def no(x):\n"
     "  return jax.sharding.reshard(x, P('x', None))\n"
     "\n"
     "out = lax.cond(jnp.bool_(True), yes, no, x)",
     "TypeError: cond branches must have equal output types but they differ."},
};

/* What release 0.9.0 says. */
Test(scan_releases, as_0_9_0_does)
{
	testing_programs(in_0_9_0, ROWS(in_0_9_0));
}
