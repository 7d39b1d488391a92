#!/usr/bin/env python3
"""Records what XLA makes of whole programs, whose texts are planned as they are dumped.

    python3 record_modules.py [PROGRAM…] > modules.jsonl

A line has `id`, the `release` of JAX, the `text` of a program and the `collectives` of one device right
after the SPMD partitioner: [kind, operand bytes, result bytes], sorted. A program has a line for its
StableHLO (`.mlir`), for the HLO before optimizations (`.hlo`), and for the HLO that the partitioner
gets (`.partitioned`). Locations are left out but for those of programs that are written as StableHLO,
by which their HLO is known. Rows in whose plan a step is unknown are not kept: parts of sums in what
the partitioner gets. Runs on CPU with virtual devices, with JAX 0.10.2 or another; nothing is executed.
"""
import glob
import json
import os
import re
import sys
import tempfile

DUMP = tempfile.mkdtemp()
os.environ["JAX_PLATFORMS"] = "cpu"
os.environ["XLA_FLAGS"] = ("--xla_force_host_platform_device_count=16 --xla_dump_hlo_as_text "
                           f"--xla_dump_to={DUMP} --xla_dump_hlo_pass_re=^spmd-partitioning$")
for folder in ("reshard", "partition"):
    sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", folder))

import jax  # noqa: E402
import numpy as np  # noqa: E402
from jax._src.lib import xla_client  # noqa: E402
from jax import lax  # noqa: E402
from jax import numpy as jnp  # noqa: E402
from jax.experimental import io_callback  # noqa: E402
from jax.sharding import NamedSharding  # noqa: E402
from jax.sharding import PartitionSpec as P  # noqa: E402
from record_partition import with_elements  # noqa: E402
from record_reshard import INSTRUCTION, bytes_of  # noqa: E402

WIDE, TALL = {"s": 4, "m": 4}, {"x": 4, "y": 3}


def handed_in(x, i):
    """A broadcast that a branch is handed, since the function around it was."""
    @jax.jit
    def added(p, i, u):
        return lax.cond(p, lambda: jnp.zeros((48, 48)).at[i[:, 0], i[:, 1]].add(u),
                        lambda: x * 2)
    return added(x[0, 0] > 0, i, -(jnp.ones(48) / 48))


def zeros_twice(x, y):
    """The same zeros for two scatters, made by two operations."""
    a = jnp.zeros((24, 24, 13)).at[:, :6, :6].set(x)
    return a * 2 + jnp.zeros((24, 24, 13)).at[:, :6, :6].set(y)


def own_rule(x):
    """A custom call that says what its batch is."""
    values, vectors = jnp.linalg.eigh(jnp.einsum("bni,bnj->bij", x, x))
    return jnp.einsum("bij,bj->bi", vectors, values)


def one_result(x, w):
    return x @ w


def tuple_of_call(x, t):
    """A tuple that a function returns, taken apart by its caller."""
    @jax.jit
    def looked_up(t, i):
        return t[i] * 2, (i + 1) % 48
    i = x.astype(jnp.int32)
    value, j = looked_up(t, i)
    return value + t.at[i].add(1.0)[j]


def random_in_loop(x):
    """Calls in a loop that is in a call."""
    @jax.jit
    def noisy(x):
        def step(k, x):
            return x + jax.random.normal(jax.random.key(k), x.shape)
        return lax.fori_loop(0, 3, step, x)
    return noisy(x) @ noisy(x).T


def side_by_side(x, y):
    """Cut along what is joined: moved aside and back."""
    return jnp.concatenate([x * 2, y + 1, x], 1).sum(0)


def behind_zero(x):
    """A number before what is cut as the result is."""
    return jnp.concatenate([jnp.zeros(1, jnp.int32), jnp.cumsum(x)[:-1]])


def mapped_step(x, w, v):
    """Gradients through a shard_map in a loop: several results, and what is kept for the way back."""
    layer = jax.shard_map(lambda x, w, v: lax.psum(jnp.tanh(x @ w) @ v, "m"),
                          in_specs=(P("s"), P(None, "m"), P("m")), out_specs=P("s"))
    def loss(w, v):
        return (lax.scan(lambda x, _: (layer(x, w, v), None), x, length=3)[0] ** 2).sum()
    return jax.grad(loss, argnums=(0, 1))(w, v)[1]


def mapped_partly(x, w):
    """A shard_map over one axis with another in it, both beside an axis that the compiler has."""
    def inside(y):
        summed = jax.shard_map(lambda z: lax.psum(z, "y"), in_specs=P(None, "y"), out_specs=P(), axis_names={"y"})
        return lax.ppermute(summed(y), "x", [(0, 1), (1, 0)])
    mapped = jax.shard_map(lambda x, w: inside(x @ w), in_specs=(P("x"), P()), out_specs=P("x"), axis_names={"x"})
    return mapped(x, w) + 1


def mapped_nothing(x):
    """A shard_map without operands, one of what has no elements, and one over an axis of one device."""
    places = jax.shard_map(lambda: lax.axis_index("x").reshape(1), in_specs=(), out_specs=P("x"))()
    empty = jax.shard_map(lambda x, e: lax.psum(x, "y") + e.sum(), in_specs=(P("x", "y"), P()),
                          out_specs=P("x"))(x, jnp.zeros((0, 3)))
    alone = jax.shard_map(lambda x: x * 2, in_specs=P(None, "z"), out_specs=P(None, "z"), axis_names={"z"})(x)
    return empty.sum(1)[:4] + places + alone.sum(1)[:4]


def written_round(x, u):
    """A result of a loop for which another layout is asked than its start has."""
    return lax.fori_loop(0, 5, lambda i, x: lax.dynamic_update_slice(x, u + i, (0, i % 7, 0)), x)


def largest_so_far(x):
    """A single result, of operations that are not looked at to tell text before propagation."""
    return lax.cummax(x, 0) + lax.cumlogsumexp(x, 1)


def taken_apart(x):
    """The same of a convolution."""
    return lax.conv_general_dilated_patches(x, (3, 3), (3, 3), "VALID").reshape(6, 36, 36)


def largest_two(x):
    """Constraints on both results of one operation, of which the first leaves the other open."""
    values, places = lax.top_k(lax.with_sharding_constraint(x, P("s", None)), 2)
    return (lax.with_sharding_constraint(values, P(None, None)).sum(1) +
            lax.with_sharding_constraint(places, P(None, None)).sum(1))


def nothing_written(x, i):
    """An update without elements."""
    x = lax.with_sharding_constraint(x, P(None, "m"))
    return lax.with_sharding_constraint(
        lax.dynamic_update_slice(x, jnp.zeros((0, 4)), (i[0], i[1])), P("s", None))


def mirrored(x):
    """Pieces of what is joined, and joined again with it."""
    return jnp.pad(x, 1, mode="reflect")


def called_back(x):
    """Sums that only the host reads, of which one callback gives nothing back."""
    jax.debug.callback(lambda value: None, x.mean())
    return x * io_callback(lambda value: value, jax.ShapeDtypeStruct((), x.dtype), x.max())


def kept_on_device(x, w):
    """A result of which JAX says that it stays on the device."""
    there = jax.device_put(x * 2, jax.memory.Space.Host)
    return jax.device_put(there, jax.memory.Space.Device) @ w


def nearly_largest(x):
    """A custom call of which a compiler without a kernel for it makes a sort."""
    return jax.lax.approx_max_k(x, 5)


PROGRAMS = [
    (handed_in, WIDE, [((48, 48), P("m", "s")), ((48, 2), P("m"), "int32")], P("s")),
    (zeros_twice, TALL, [((24, 6, 6), P("x", "y")), ((24, 6, 6), P(None, None, "y"))], P("y", "x")),
    (own_rule, WIDE, [((24, 12, 12), P("m"))], P("s")),
    (one_result, TALL, [((24, 12), P("x")), ((12, 24), P(None, "y"))], P("x")),
    (tuple_of_call, WIDE, [((48,), P("s")), ((48, 24), P("m"))], P("s")),
    (random_in_loop, WIDE, [((48, 24), P("s", "m"))], P("m")),
    (side_by_side, WIDE, [((12, 48), P(None, "s")), ((12, 48), P("m"))], P("s")),
    (behind_zero, WIDE, [((48,), P("s"))], P("s")),
    (mapped_step, WIDE, [((16, 8), P("s")), ((8, 16), P(None, "m")), ((16, 8), P("m"))], P("m")),
    (mapped_partly, {"x": 2, "y": 2, "z": 2}, [((8, 12), P("x", "z")), ((12, 16), P("z"))], P("x")),
    (mapped_nothing, {"x": 4, "y": 2, "z": 1}, [((8, 6), P("x", "y"))], P("x")),
    (written_round, WIDE, [((8, 64, 4), P("s")), ((8, 1, 4), P("s"))], P(None, None, "s")),
    (largest_so_far, WIDE, [((32, 8), P(None, "m"))], None),
    (taken_apart, WIDE, [((6, 4, 18, 18), P(None, "m"))], None),
    (largest_two, WIDE, [((8, 12), P("m"))], None),
    (mirrored, WIDE, [((16, 12), P(("s", "m")))], None),
    (called_back, WIDE, [((16, 12), P("s", "m"))], None),
    (kept_on_device, WIDE, [((16, 12), P("s", "m")), ((12, 8), P("m", "s"))], P("m")),
    (nearly_largest, WIDE, [((16, 64), P("m", "s"))], None),
    (nothing_written, WIDE, [((16, 12), P("m")), ((2,), P(), "int32")], None),
]


# Programs that JAX does not write: operations that say their shardings, a broadcast that transposes,
# parts of sums that are left, ended, begun or undone at results, a shard_map whose result has no mesh.
WRITTEN = {
    "parts_left": """module @parts_left {
  sdy.mesh @mesh = <["x"=4, "y"=2]>
  func.func public @main(%arg0: tensor<8x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, %arg1: tensor<64x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], unreduced={"x"}>}) {
    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] : (tensor<8x64xf32>, tensor<64x8xf32>) -> tensor<8x8xf32>
    return %0 : tensor<8x8xf32>
  }
}
""",
    "parts_returned": """module @parts_returned {
  sdy.mesh @mesh = <["x"=4, "y"=2]>
  func.func public @main(%arg0: tensor<8x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, %arg1: tensor<64x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<8x8xf32>, tensor<8x64xf32>) {
    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] : (tensor<8x64xf32>, tensor<64x8xf32>) -> tensor<8x8xf32>
    %1 = sdy.sharding_constraint %0 <@mesh, [{}, {}], unreduced={"x"}> : tensor<8x8xf32>
    %2 = stablehlo.negate %arg0 : tensor<8x64xf32>
    return %1, %2 : tensor<8x8xf32>, tensor<8x64xf32>
  }
}
""",
    "parts_ended": """module @parts_ended {
  sdy.mesh @mesh = <["x"=4, "y"=2]>
  func.func public @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], unreduced={"x", "y"}>}) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], unreduced={"x"}>}) {
    return %arg0 : tensor<8x8xf32>
  }
}
""",
    "parts_of_shards": """module @parts_of_shards {
  sdy.mesh @mesh = <["x"=4, "y"=2]>
  func.func public @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}], unreduced={"x"}>}) {
    %0 = sdy.sharding_constraint %arg0 <@mesh, [{}, {"y"}], unreduced={"x"}> : tensor<8x8xf32>
    return %0 : tensor<8x8xf32>
  }
}
""",
    "parts_of_moved": """module @parts_of_moved {
  sdy.mesh @mesh = <["x"=4, "y"=2]>
  func.func public @main(%arg0: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, %arg1: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, %arg2: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) -> (tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], unreduced={"x"}>}, tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}], unreduced={"x"}>}, tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
    %0 = sdy.sharding_constraint %arg0 <@mesh, [{}, {}], unreduced={"x"}> : tensor<16x8xf32>
    %1 = sdy.sharding_constraint %arg1 <@mesh, [{"y"}, {}], unreduced={"x"}> : tensor<16x8xf32>
    %2 = sdy.sharding_constraint %arg2 <@mesh, [{}, {}], unreduced={"x", "y"}> : tensor<16x8xf32>
    %3 = sdy.sharding_constraint %2 <@mesh, [{"x"}, {}]> : tensor<16x8xf32>
    return %0, %1, %3 : tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>
  }
}
""",
    "parts_undone": """module @parts_undone {
  sdy.mesh @mesh = <["x"=4, "y"=2]>
  func.func public @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, %arg1: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], unreduced={"y"}>}) {
    %0 = sdy.sharding_constraint %arg0 <@mesh, [{}, {}], unreduced={"x"}> : tensor<8x8xf32>
    %1 = sdy.sharding_constraint %0 <@mesh, [{}, {}]> : tensor<8x8xf32>
    %2 = sdy.sharding_constraint %arg1 <@mesh, [{}, {}], unreduced={"x", "y"}> : tensor<8x8xf32>
    %3 = sdy.sharding_constraint %2 <@mesh, [{}, {}], unreduced={"y"}> : tensor<8x8xf32>
    return %1, %3 : tensor<8x8xf32>, tensor<8x8xf32>
  }
}
""",
    "mapped_to_all": """module @mapped_to_all {
  sdy.mesh @none = <[]>
  sdy.mesh @mesh = <["x"=4, "y"=2]>
  func.func public @main(%arg0: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>}) -> tensor<8x4xf32> {
    %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@none, [{}, {}]>] manual_axes={"x", "y"} (%arg1: tensor<2x4xf32>) {
      %1 = "stablehlo.all_gather"(%arg1) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 2, 4, 6], [1, 3, 5, 7]]> : tensor<2x4xi64>, use_global_device_ids}> : (tensor<2x4xf32>) -> tensor<8x4xf32>
      sdy.return %1 : tensor<8x4xf32>
    } : (tensor<8x4xf32>) -> tensor<8x4xf32>
    return %0 : tensor<8x4xf32>
  }
}
""",
    "written_concatenate": """module @written_concatenate {
  sdy.mesh @mesh = <["x"=4, "y"=2]>
  func.func public @main(%arg0: tensor<4x64xbf16>) -> (tensor<12x64xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
    %0 = stablehlo.concatenate %arg0, %arg0, %arg0, dim = 0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<4x64xbf16>, tensor<4x64xbf16>, tensor<4x64xbf16>) -> tensor<12x64xbf16>
    return %0 : tensor<12x64xbf16>
  }
}
""",
    "used_elsewhere": """module @used_elsewhere {
  sdy.mesh @mesh = <["x"=2, "y"=4]>
  func.func public @main(%arg0: tensor<4xf32>, %arg1: tensor<0xf32>, %arg2: tensor<4xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, tensor<12xf32>) {
    %0 = stablehlo.negate %arg0 : tensor<4xf32>
    %1 = stablehlo.concatenate %0, %arg0, %arg2, dim = 0 : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<12xf32>
    %2 = stablehlo.concatenate %arg1, %1, dim = 0 : (tensor<0xf32>, tensor<12xf32>) -> tensor<12xf32>
    %3 = stablehlo.slice %2 [0:8] : (tensor<12xf32>) -> tensor<8xf32>
    %4 = stablehlo.reverse %2, dims = [0] : tensor<12xf32>
    return %3, %4 : tensor<8xf32>, tensor<12xf32>
  }
}
""",
    "product_by_letters": """module @product_by_letters {
  sdy.mesh @mesh = <["x"=4, "y"=2]>
  func.func public @main(%a: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, %b: tensor<16x12xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) -> (tensor<12x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>}) {
    %0 = "stablehlo.einsum"(%a, %b) {einsum_config = "mk,kn->nm"} : (tensor<8x16xf32>, tensor<16x12xf32>) -> tensor<12x8xf32>
    return %0 : tensor<12x8xf32>
  }
}
""",
    "made_as_large": """module @made_as_large {
  sdy.mesh @mesh = <["x"=4, "y"=2]>
  func.func public @main(%a: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, %b: tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>}) {
    %0 = chlo.broadcast_add %a, %b : (tensor<8x16xf32>, tensor<16xf32>) -> tensor<8x16xf32>
    %1 = chlo.broadcast_maximum %0, %a : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
    return %1 : tensor<8x16xf32>
  }
}
""",
    "no_elements": """module @no_elements {
  sdy.mesh @mesh = <["x"=2, "y"=2, "z"=2]>
  func.func public @main(%arg0: tensor<2x3x9x10xf32>, %arg1: tensor<3x3x10x5xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {"y"}, {}]>}) -> tensor<2x3x0x6xf32> {
    %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x3x9x10xf32>, tensor<3x3x10x5xf32>) -> tensor<2x3x0x6xf32>
    return %0 : tensor<2x3x0x6xf32>
  }
}
""",
    "written_functions": """module @written_functions {
  sdy.mesh @mesh = <["x"=4, "y"=2]>
  func.func public @main(%arg0: tensor<16x16xcomplex<f32>> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %arg1: tensor<16x16xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %arg2: tensor<16x16xf64> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<16x16xcomplex<f32>> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, tensor<16x16xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>}, tensor<16x16xf64> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>}) {
    %0 = stablehlo.exponential %arg0 : tensor<16x16xcomplex<f32>>
    %1 = sdy.sharding_constraint %0 <@mesh, [{"y"}, {"x"}]> : tensor<16x16xcomplex<f32>>
    %2 = chlo.acos %1 : tensor<16x16xcomplex<f32>> -> tensor<16x16xcomplex<f32>>
    %3 = chlo.acosh %arg1 : tensor<16x16xbf16> -> tensor<16x16xbf16>
    %4 = chlo.next_after %3, %arg1 : tensor<16x16xbf16>, tensor<16x16xbf16> -> tensor<16x16xbf16>
    %5 = chlo.erfc %arg2 : tensor<16x16xf64> -> tensor<16x16xf64>
    %6 = sdy.sharding_constraint %5 <@mesh, [{}, {"y"}]> : tensor<16x16xf64>
    %7 = chlo.bessel_i1e %6 : tensor<16x16xf64> -> tensor<16x16xf64>
    return %2, %4, %7 : tensor<16x16xcomplex<f32>>, tensor<16x16xbf16>, tensor<16x16xf64>
  }
}
""",
    "transposing_broadcast": """module @transposing_broadcast {
  sdy.mesh @mesh = <["x"=4, "y"=2]>
  func.func public @main(%arg0: tensor<8x12x1xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}, {}]>}) -> (tensor<12x8x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}, {"y"}]>}) {
    %0 = stablehlo.broadcast_in_dim %arg0, dims = [1, 0, 2] : (tensor<8x12x1xf32>) -> tensor<12x8x6xf32>
    return %0 : tensor<12x8x6xf32>
  }
}
""",
}


def collectives_of(text):
    shapes, found = {}, []
    for line in with_elements(text.splitlines()):
        defined = re.match(r"\s*(?:ROOT )?%?(\S+) = (\(.*?\)|\S+) ", line)
        if defined:
            shapes[defined.group(1)] = defined.group(2)
        match = INSTRUCTION.search(line)
        if match:
            result, kind, operands, _ = match.groups()
            names = re.findall(r"%?([\w.\-]+)(?:,|$)", operands)
            found.append([kind, bytes_of(" ".join(shapes.get(n, "") for n in names)), bytes_of(result)])
    return sorted(found)


def short(hlo):
    hlo = re.sub(r",? metadata=\{.*?\}(?=, |$|\n)", "", hlo)
    return re.sub(r"\n(FileNames|FunctionNames|FileLocations|StackFrames)\n(.+\n)*", "\n", hlo)


def dumped(name, stage):
    path, = glob.glob(os.path.join(DUMP, f"*{name}.*{stage}*txt"))
    return open(path).read()


def print_rows(name, dump, texts):
    """The rows of a program: its texts, and what XLA dumped of it under a name."""
    found = collectives_of(dumped(dump, "after_spmd-partitioning"))
    for kind, text in texts.items():
        print(json.dumps({"id": f"{name}.{kind}", "release": jax.__version__, "text": text,
                          "collectives": found}))


def record_written(name, text):
    devices = jax.devices()[:8]
    options = xla_client.CompileOptions()
    options.num_partitions = len(devices)
    options.device_assignment = xla_client.DeviceAssignment.create(np.arange(len(devices)).reshape(1, -1))
    build = options.executable_build_options
    build.num_partitions, build.use_spmd_partitioning, build.use_shardy_partitioner = len(devices), True, True
    devices[0].client.compile_and_load(text, xla_client.DeviceList(tuple(devices)), options)
    print_rows(name, name, {"mlir": text, "hlo": dumped(name, "before_optimizations"),
                            "partitioned": dumped(name, "before_spmd-partitioning")})


def record(function, axes, operands, out):
    mesh = jax.make_mesh(tuple(axes.values()), tuple(axes), axis_types=(jax.sharding.AxisType.Auto,) * len(axes))
    arguments = [jax.ShapeDtypeStruct(o[0], o[2] if len(o) > 2 else "float32", sharding=NamedSharding(mesh, o[1]))
                 for o in operands]
    name = function.__name__
    asked = {} if out is None else {"out_shardings": NamedSharding(mesh, out)}
    with jax.set_mesh(mesh):
        lowered = jax.jit(function, **asked).lower(*arguments)
    lowered.compile()
    print_rows(name, f"jit_{name}",
               {"mlir": lowered.as_text(), "hlo": short(dumped(f"jit_{name}", "before_optimizations")),
                "partitioned": short(dumped(f"jit_{name}", "before_spmd-partitioning"))})


chosen = sys.argv[1:]
for row in PROGRAMS:
    if not chosen or row[0].__name__ in chosen:
        record(*row)
for row in WRITTEN.items():
    if not chosen or row[0] in chosen:
        record_written(*row)
