#!/usr/bin/env python3
"""Installs the wheel in a new environment that reaches no index, and uses what it brings.

    wheel.py WHEEL [SHARDCTL]      SHARDCTL is linked dynamically: how long both take to start is compared
"""
import email
import json
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile
import time
import zipfile

from trying import LAYOUT, ROOT, WRONG_LAYOUT, environment, expect, new_venv, run, write

ROUNDS = 100


def check_contents(wheel, version):
    """One program, its licences, and what a package index shows."""
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        metadata = email.message_from_bytes(archive.read("shardctl-%s.dist-info/METADATA" % version))
    own = [name for name in names if ".dist-info/" not in name]
    expect(own == ["shardctl-%s.data/scripts/shardctl" % version], "the wheel has one file", own)
    expect(sum("/licenses/" in name for name in names) == 2, "it has its licences", names)
    expect("manylinux_2_17" in wheel.name and "musllinux" in wheel.name and "py3-none" in wheel.name,
           "its tags are those of every Linux", wheel.name)
    for key, value in (("Name", "shardctl"), ("Version", version), ("License-Expression", "Apache-2.0"),
                       ("Description-Content-Type", "text/markdown")):
        expect(metadata[key] == value, "%s is %s" % (key, value), metadata[key])
    expect(metadata.get_payload(decode=True) == (ROOT / "README.md").read_bytes(), "README.md is its description")


def check_program(shardctl, version, work):
    write(work, {"layout.yaml": LAYOUT, "wrong.yaml": WRONG_LAYOUT})
    env = environment(HOME=str(work))
    expect(run([shardctl, "--version"], env=env) == "shardctl %s\n" % version, "its version is that of meson.build")
    expect("not a dynamic executable" in run(["ldd", shardctl], status=1) , "the program is static")
    expect(b"Assertion failed" in shardctl.read_bytes(), "assertions are compiled in")
    run([shardctl, "check", "layout.yaml"], env=env, cwd=work)
    expect("error[rank-mismatch]" in run([shardctl, "check", "."], status=1, env=env, cwd=work), "a mistake is found")
    said = run(["bash", "-c", '"$@" || [ $? = 1 ]', "bash", shardctl, "check", "--format", "json",
                *sorted(ROOT.glob("testdata/check/*/in.*"))])
    expect(json.loads(said)["summary"]["files"] > 100, "the files of the tests are read", said[:1000])


def seconds(program, path):
    start = time.perf_counter()
    subprocess.run([program, "check", path], stdout=subprocess.DEVNULL, check=True)
    return time.perf_counter() - start


def compare(shardctl, other, path):
    """How long one takes to check a small file, by the median, as a share of what the other takes."""
    pairs = [(seconds(shardctl, path), seconds(other, path)) for _ in range(ROUNDS)]
    return statistics.median(pair[0] for pair in pairs) / statistics.median(pair[1] for pair in pairs)


def main():
    wheel = pathlib.Path(sys.argv[1])
    version = re.search(r"version: '([0-9.]+)'", (ROOT / "meson.build").read_text()).group(1)
    check_contents(wheel, version)
    with tempfile.TemporaryDirectory() as name:
        work = pathlib.Path(name)
        venv = new_venv(work / "venv")
        run([venv / "bin/pip", "install", "--no-index", wheel.resolve()], env=environment(HOME=name))
        shardctl = venv / "bin/shardctl"
        check_program(shardctl, version, work)
        print("%s: %.2f MB" % (wheel.name, wheel.stat().st_size / 1e6))
        if len(sys.argv) > 2:
            print("it starts and checks a small file in %.2f of the time that the dynamic program takes" %
                  compare(shardctl, pathlib.Path(sys.argv[2]).resolve(), work / "layout.yaml"))


if __name__ == "__main__":
    main()
