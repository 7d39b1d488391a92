"""What the trials beside this file share: runs with a limit of time, and what must come of them."""
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
# What pip may wait for an index that does not answer: a minute, not the many that its own limits add up to.
PATIENCE = {"PIP_RETRIES": "2", "PIP_DEFAULT_TIMEOUT": "20", "PIP_DISABLE_PIP_VERSION_CHECK": "1"}

LAYOUT = "mesh: {data: 8}\ntensors:\n  labels: {shape: [64, 10], spec: [data, null]}\n"
WRONG_LAYOUT = LAYOUT.replace("[data, null]", "[data, null, null]")
PROGRAM = "import jax.numpy as jnp\nx = jnp.ones((8, 4))\n"
# None of these is for shardctl, though some of their keys are those of a layout.
OTHERS = {
    ".github/workflows/ci.yaml": "name: ci\non: [push]\njobs: {}\n",
    "sweep.yaml": "program: train.py\nmethod: bayes\nmetric: {name: loss}\nparameters: {lr: {min: 0.1}}\n",
    "policy.yaml": "type: TrafficPermission\nname: all\nmesh: default\nsources: []\n",
    "tool.py": "print('no arrays')\n",
}


def expect(holds, what, shown=""):
    if not holds:
        sys.exit("%s: not so: %s\n%s" % (os.path.basename(sys.argv[0]), what, shown))


def run(arguments, status=0, limit=500, **options):
    """What the command writes, to standard error too; ends the trial when its exit status is another."""
    try:
        done = subprocess.run([str(argument) for argument in arguments], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              stdin=subprocess.DEVNULL, text=True, timeout=limit, **options)
    except subprocess.TimeoutExpired as late:
        sys.exit("%s: no end of %s after %d s\n%s" % (sys.argv[0], arguments, limit, late.output))
    expect(done.returncode == status, "%s ends with %d" % (arguments, status),
           "it ends with %d:\n%s" % (done.returncode, done.stdout))
    return done.stdout


def write(folder, files):
    for name, text in files.items():
        path = pathlib.Path(folder, name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def environment(venv=None, **more):
    """An environment with nothing of the caller's but its home of nothing and the usual PATH."""
    path = "/usr/local/bin:/usr/bin:/bin"
    names = ("PIP_CERT", "PIP_INDEX_URL", "PIP_EXTRA_INDEX_URL", "SSL_CERT_FILE", "http_proxy", "https_proxy", "no_proxy",
             "HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY")
    reach = {name: os.environ[name] for name in names if name in os.environ}
    return {"PATH": "%s/bin:%s" % (venv, path) if venv else path, "LANG": "C.UTF-8", **reach, **PATIENCE, **more}


def new_venv(folder, *packages):
    """A virtual environment with these packages from PyPI."""
    run(["/usr/bin/python3", "-m", "venv", folder])
    if packages:
        try:
            subprocess.run([folder / "bin/pip", "install", "--quiet", *packages], check=True, timeout=300,
                           env=environment(HOME=str(folder)))
        except (subprocess.CalledProcessError, subprocess.TimeoutExpired):
            sys.exit("cannot install %s: is PyPI reachable?" % " and ".join(packages))
    return folder
