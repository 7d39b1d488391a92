#!/usr/bin/env python3
"""Records what the SPMD partitioner of an installed jaxlib inserts into small programs.

    python3 record_partition.py KIND FIRST COUNT > recorded.jsonl

Programs are made at random, each from its KIND (see KINDS below; "all" takes them in turn) and
number, so that releases can be compared on the same ones. A line has `id`, `jaxlib`, the module as
it stands right before the pass spmd-partitioning (`hlo`, without metadata), and the collectives
right behind it, those of the entry computation before those of the loops in it; or `signal` when the
compiler process died. Runs on CPU with virtual devices; nothing is executed.
"""
import argparse
import glob
import json
import math
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "reshard"))
from record_reshard import INSTRUCTION, collectives_of  # noqa: E402

MESHES = [[("x", 4)], [("x", 2), ("y", 2)], [("x", 2), ("y", 4)], [("x", 4), ("y", 2)],
          [("x", 2), ("y", 2), ("z", 2)], [("x", 4), ("y", 4)], [("x", 2), ("y", 3)]]
EINSUMS = ["mk,kn->mn", "bmk,bkn->bmn", "mk,nk->nm", "abk,kn->abn", "bhqd,bhkd->bhqk", "km,kn->mn",
           "abmk,abkn->abmn", "mkl,kln->mn", "bsd,dhf->bshf", "i,i->", "mk,k->m", "a,b->ab"]


def spec(rng, axes, rank, tuples):
    from jax.sharding import PartitionSpec
    entries = [[] for _ in range(rank)]
    for axis in rng.sample(axes, len(axes)):
        if rank and rng.random() < 0.7:
            entries[rng.randrange(rank)].append(axis)
    return PartitionSpec(*[(tuple(e) if tuples and len(e) > 1 else e[0]) if e else None
                           for e in entries])


def einsum(rng, mesh):
    import jax.numpy as jnp
    text = rng.choice(EINSUMS)
    operands, result = text.split("->")
    sizes = {c: rng.choice([24, 48, 96]) for c in operands if c != ","}
    shapes = [[sizes[c] for c in o] for o in operands.split(",")]
    return shapes, lambda *a: jnp.einsum(text, *a), len(result)


def reshaped(rng, mesh):
    factors = [rng.choice([1, 2, 3, 4, 8, 12]) for _ in range(rng.randrange(2, 6))]
    cuts = [sorted(rng.sample(range(1, len(factors)), rng.randrange(0, len(factors))))
            for _ in range(2)]
    before, after = [[math.prod(factors[i:j]) * (1 if k else 2) for k, (i, j) in
                      enumerate(zip([0] + c, c + [len(factors)]))] for c in cuts]
    return [before], lambda a: (a * 2).reshape(after) + 1, len(after)


def layers(rng, mesh):
    import jax
    import jax.numpy as jnp
    d, f, b = (rng.choice([24, 48, 96]) for _ in range(3))

    def net(x, w1, w2):
        h = jax.nn.gelu(x @ w1) @ w2
        h = h - h.mean(-1, keepdims=True)
        return (jax.nn.softmax(h, -1) * x).sum()

    return [[b, d], [d, f], [f, d]], jax.grad(net, argnums=(1, 2)), None


def stack(rng, mesh):
    import jax
    import jax.numpy as jnp
    d, b, n = rng.choice([24, 48]), rng.choice([24, 48]), 3

    def net(x, w):
        return jax.lax.scan(lambda c, m: (jnp.tanh(c @ m), c.sum()), x, w)[0]

    return [[b, d], [n, d, d]], net, 2


def attention(rng, mesh):
    import jax
    import jax.numpy as jnp
    b, s, h, d = 24, rng.choice([24, 48]), rng.choice([12, 24]), 24

    def net(x, wq, wk, wv, wo):
        q, k, v = (jnp.einsum("bsd,dhe->bhse", x, w) for w in (wq, wk, wv))
        p = jax.nn.softmax(jnp.einsum("bhse,bhte->bhst", q, k), -1)
        return jnp.einsum("bhst,bhte,hed->bsd", p, v, wo)

    return [[b, s, d]] + 3 * [[d, h, 12]] + [[h, 12, d]], net, 3


def summed(rng, mesh):
    """A matrix product whose contracted dimension takes all devices, in two orders."""
    from jax.sharding import PartitionSpec
    names = [n for n, _ in mesh]
    first, second = (tuple(rng.sample(names, len(names))) for _ in range(2))
    m, k, n = rng.choice([24, 48]), 48, rng.choice([24, 48])
    specs = [PartitionSpec(None, first), PartitionSpec(second, None)]
    return [[m, k], [k, n]], lambda a, b: a @ b, 2, specs


def disguised(rng, mesh):
    """Convolutions whose windows are a dimension that goes through both operands one by one."""
    import jax
    n, b, c, o = rng.choice([8, 12, 24]), 24, rng.choice([24, 48]), rng.choice([24, 48])
    steps, holes = rng.choice([(n - 1, 1), (1, n - 1), (n - 1, n - 1), (n, 1)])

    def net(x, w):
        return jax.lax.conv_general_dilated(
            x, w, (steps,), [(0, 0)], (n,), (holes,), ("NHC", "HIO", "NHC"))

    return [[b, n, c], [n, c, o]], net, 3


def chosen(rng, mesh):
    """A sum whose shards lie otherwise than what it goes into, of what a product reads too."""
    import jax.numpy as jnp
    from jax.sharding import PartitionSpec
    m, k, axis = rng.choice([24, 48]), rng.choice([24, 48]), rng.choice(mesh)[0]
    specs = [PartitionSpec(*s) for s in [(axis, None), (None, axis), (None, axis), (None, None)]]

    def net(mask, x, y, w):
        h = x * 2
        product = h @ w
        return product, jnp.where(mask > 0, h + y, 0.0)

    return [[m, k], [m, k], [m, k], [k, m]], net, None, specs


def taken(rng, mesh):
    """What a product reads goes to another layout behind it."""
    import jax.numpy as jnp
    from jax.sharding import PartitionSpec
    m, k, axis = rng.choice([24, 48]), rng.choice([24, 48]), rng.choice(mesh)[0]
    lines, columns = PartitionSpec(axis, None), PartitionSpec(None, axis)
    there, back = rng.choice([(lines, columns), (columns, lines)])
    left = rng.random() < 0.5

    def net(mask, x, w):
        h = x * 2
        product = h @ w if left else w.T @ h
        return product, jnp.where(mask > 0, h, 0.0)

    other = PartitionSpec(*[rng.choice([None, axis]), None])
    return [[m, k], [m, k], [k, m] if left else [m, k]], net, None, [there, back, other]


def padded(rng, mesh):
    import jax.numpy as jnp
    rows, columns = rng.choice([24, 48]), rng.choice([24, 48])
    widths = rng.choice([((0, 1), (0, 0)), ((1, 2), (0, 0)), ((3, 1), (2, 2))])
    return [[rows, columns]], lambda a: jnp.pad(a, widths), 2


def spread(rng, mesh):
    a, b, c = (rng.choice([24, 48]) for _ in range(3))
    return [[a, b, c], [a, 1, c]], lambda x, y: x * y, 3


def reduced(rng, mesh):
    """What is left of a reduction goes to another layout."""
    import jax.numpy as jnp
    shape = [rng.choice([24, 48]) for _ in range(3)]
    dim = rng.randrange(3)
    return [shape], lambda x: jnp.sin(x).sum(dim), 2


def viewed(rng, mesh):
    """Numbers as their bytes."""
    import jax
    shape = [rng.choice([24, 48]) for _ in range(2)]
    return [shape], lambda x: jax.lax.bitcast_convert_type(x, "int8"), 3


KINDS = [einsum, reshaped, layers, stack, attention, summed, disguised, chosen, padded, spread,
         reduced, viewed, taken]


def compile_case(kind, number, name):
    """The devices of the case; its dumps are called by its name."""
    import jax
    import numpy as np
    from jax.sharding import Mesh, NamedSharding
    rng = random.Random("%s %d" % (kind.__name__, number))
    axes = rng.choice(MESHES)
    count = math.prod(size for _, size in axes)
    devices = np.array(jax.devices()[:count]).reshape([size for _, size in axes])
    mesh = Mesh(devices, [n for n, _ in axes])
    shapes, function, rank, *given = kind(rng, axes)
    tuples = rng.random() < 0.4
    names = [n for n, _ in axes]
    inside = [spec(rng, names, len(s), tuples) for s in shapes] if not given else given[0]
    inside = [NamedSharding(mesh, s) for s in inside]
    wanted = NamedSharding(mesh, spec(rng, names, rank, tuples)) if rank is not None else None
    how = rng.random() < 0.6

    def program(*arguments):
        result = function(*arguments)
        return jax.lax.with_sharding_constraint(result, wanted) if wanted and how else result

    program.__name__ = name
    arguments = [jax.ShapeDtypeStruct(s, "float32", sharding=i) for s, i in zip(shapes, inside)]
    jax.jit(program, in_shardings=tuple(inside)).lower(*arguments).compile()
    return count


def without_details(line):
    line = re.sub(r", (metadata|frontend_attributes|backend_config|origin)=\{.*?\}(?=, |$)", "", line)
    return re.sub(r"/\*.*?\*/", "", line)


def module_of(text, count):
    lines = [without_details(line) for line in text.splitlines()[1:] if line.strip()]
    tables = ("FileNames", "FunctionNames", "FileLocations", "StackFrames")
    start = next(i for i, line in enumerate(lines) if re.match(r"(ENTRY )?%\S+.*\{$", line))
    assert all(not line.startswith(tables) for line in lines[start:])
    return ["HloModule m, num_partitions=%d" % count] + lines[start:]


def with_elements(lines):
    """The lines with one for each element of a tuple that an operand names as "%while.1#2"."""
    shapes, result, made = {}, [], set()
    for line in lines:
        for name, number in re.findall(r"%([\w.\-]+)#(\d+)", line):
            if (name, number) not in made:
                made.add((name, number))
                parts = re.findall(r"[a-z]+\d*\[[\d,]*\](?:\{[\d,]*\})?", shapes.get(name, ""))
                result.append("%%%s#%s = %s element()" % (name, number, parts[int(number)]))
        defined = re.match(r"\s*(?:ROOT )?%(\S+) = (\(.*?\)) ", line)
        if defined:
            shapes[defined.group(1)] = defined.group(2)
        result.append(line)
    return [re.sub(r"%([\w.\-]+)#(\d+)", r"%\1.element.\2", line) for line in result]


def called_by(line):
    """The computations that an instruction runs, in order, but those of reductions."""
    called = re.findall(r"(?:condition|body|true_computation|false_computation)=%([\w.\-]+)", line)
    for branches in re.findall(r"branch_computations=\{(.*?)\}", line):
        called += re.findall(r"%([\w.\-]+)", branches)
    return called + (re.findall(r"to_apply=%([\w.\-]+)", line) if " call(" in line else [])


def in_order(text):
    """Lines of the entry computation first, then those of computations by their first use."""
    bodies, name, entry = {}, None, None
    for line in text.splitlines():
        head = re.match(r"(ENTRY )?%(\S+) .*\{$", line)
        if head:
            name = head.group(2)
            bodies[name] = []
            entry = name if head.group(1) else entry
        elif name:
            bodies[name].append(line)
    order, depths = [], {}

    def visit(body, depth):
        order.append(body)
        depths[body] = depth
        for line in bodies[body]:
            for called in called_by(line):
                if called not in order:
                    visit(called, depth + (" while(" in line))

    visit(entry, 0)
    found = []
    for body in order:
        found += [dict(step, depth=depths[body]) for step in collectives_of("\n".join(with_elements(bodies[body])))]
    return found


def worker(cases, start):
    folder = tempfile.mkdtemp(prefix="partition")
    os.environ["XLA_FLAGS"] = ("--xla_force_host_platform_device_count=16 --xla_dump_to=%s "
                               "--xla_dump_hlo_pass_re=^spmd-partitioning$" % folder)
    os.environ["JAX_PLATFORMS"] = "cpu"
    import jaxlib.version
    for kind, number in cases[start:]:
        name = "%s_%d" % (kind.__name__, number)
        answer = {"id": name, "jaxlib": jaxlib.version.__version__}
        try:
            count = compile_case(kind, number, name)
        except ValueError:  # the sizes are no multiples
            count = 0
        before = glob.glob(os.path.join(folder, "*before_spmd-partitioning*"))
        after = glob.glob(os.path.join(folder, "*after_spmd-partitioning*"))
        if count and after:
            answer["hlo"] = module_of(open(before[0]).read(), count)
            answer["collectives"] = in_order(open(after[0]).read())
        print(json.dumps(answer), flush=True)
        for path in glob.glob(os.path.join(folder, "module*")):
            shutil.rmtree(path) if os.path.isdir(path) else os.remove(path)
    shutil.rmtree(folder)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("kind", choices=["all"] + [k.__name__ for k in KINDS])
    parser.add_argument("first", type=int)
    parser.add_argument("count", type=int)
    parser.add_argument("--worker", type=int, help=argparse.SUPPRESS)
    options = parser.parse_args()
    numbers = range(options.first, options.first + options.count)
    kinds = KINDS if options.kind == "all" else [k for k in KINDS if k.__name__ == options.kind]
    cases = [(kinds[n % len(kinds)], n) for n in numbers]
    if options.worker is not None:
        worker(cases, options.worker)
        return
    done = 0
    while done < len(cases):
        run = subprocess.Popen([sys.executable, __file__, options.kind, str(options.first),
                                str(options.count), "--worker", str(done)],
                               stdout=subprocess.PIPE, text=True)
        for line in run.stdout:
            if "collectives" in line:
                sys.stdout.write(line)
            done += 1
        if run.wait() == 0:
            break
        if run.returncode > 0:
            sys.exit("case %d could not be compiled" % done)
        print(json.dumps({"id": "%s_%d" % (cases[done][0].__name__, cases[done][1]),
                          "signal": signal.Signals(-run.returncode).name}))
        done += 1


if __name__ == "__main__":
    main()
