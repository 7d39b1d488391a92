"""What JAX takes to trace, lower and compile, the first time in a process: compile_costs.py FILE [FOLDER], with the
interpreter of a JAX. FILE is a script, whose jitted functions count; a module of StableHLO, of which there is nothing to
lower; or one with `programs`, as specs/modules/lower.py, which are lowered and compiled, and whose StableHLO is written to
the folder. Prints a line for each part of the work: whose it is, and the seconds on the clock and of the processor. Importing
JAX and starting its devices is not counted."""
import contextlib
import os
import pathlib
import re
import runpy
import sys
import time


@contextlib.contextmanager
def timed(name):
    wall, cpu = time.perf_counter(), time.process_time()
    yield
    print("compiled", name, time.perf_counter() - wall, time.process_time() - cpu)


def run_script(path):
    """Times what JAX's own log of compilation times."""
    from jax._src import dispatch
    inner = dispatch.log_elapsed_time

    @contextlib.contextmanager
    def log_elapsed_time(text, fun_name, *rest, **options):
        with timed(fun_name.removeprefix("jit(").removesuffix(")")), inner(text, fun_name, *rest, **options):
            yield

    dispatch.log_elapsed_time = log_elapsed_time
    runpy.run_path(str(path))


def lower_programs(path, folder):
    for name, (function, arguments) in runpy.run_path(str(path))["programs"].items():
        with timed(name):
            lowered = function.lower(*arguments)
            lowered.compile()
        if folder:
            (folder / f"{name}.mlir").write_text(lowered.as_text())


def compile_module(text, count):
    import jax
    import numpy
    from jax._src import compiler
    from jax._src.interpreters import mlir
    from jax._src.lib import xla_client
    from jaxlib.mlir import ir

    devices = jax.devices()
    options = compiler.get_compile_options(1, count, device_assignment=numpy.arange(count).reshape(1, count))
    options.executable_build_options.use_shardy_partitioner = True
    with timed("module"):
        with mlir.make_ir_context():
            module = ir.Module.parse(text)
        compiler.backend_compile_and_load(devices[0].client, module, xla_client.DeviceList(tuple(devices)), options, [])


def main():
    path = pathlib.Path(sys.argv[1])
    text = path.read_text()
    count = re.search(r"mhlo.num_partitions = (\d+)" if path.suffix == ".mlir" else r"devices=(\d+)|count=(\d+)", text)
    devices = count[1] or count[2]
    os.environ.update(JAX_PLATFORMS="cpu", XLA_FLAGS=f"--xla_force_host_platform_device_count={devices}")
    if path.suffix == ".mlir":
        compile_module(text, int(devices))
    elif re.search(r"^programs = ", text, re.M):
        lower_programs(path, pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else None)
    else:
        run_script(path)


main()
