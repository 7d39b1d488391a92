#!/usr/bin/env python3
"""Checks tables of programs in C tests against installed releases of JAX.

    python testdata/programs/rows.py [--write] lib/op/shape/reshape_test.c …

A row is a struct program_case of lib/testing/program_cases.h: {release, mesh, tensors, program, says}. Each release
is asked by the interpreter that the environment variable JAX_PYTHONS names for it, with {} in place of the release:
JAX_PYTHONS='/venvs/{}/bin/python'. Without it the running interpreter answers for the release that it has, and rows of
others are left out. With --write the last string of a row becomes what JAX says; rows that differ are printed either
way, and their number is the exit status. Rows that expect "unknown" are not asked.
"""
import ast
import json
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
STRING = r'"(?:[^"\\]|\\.)*"'
STRINGS = rf'{STRING}(?:\s*{STRING})*'
ROW = re.compile(rf'\{{\s*({STRINGS}),\s*({STRINGS}),\s*({STRINGS}),\s*({STRINGS}),\s*({STRINGS}),?\s*\}}')


def text_of(literal):
    return "".join(ast.literal_eval(part) for part in re.findall(STRING, literal))


def literal_of(text):
    """A C string, in pieces that fit a line."""
    text = text.replace("\\", "\\\\").replace('"', '\\"')
    pieces = re.findall(r".{1,80}(?:\s|$)|.{1,80}", text) or [""]
    return "\n     ".join(f'"{piece}"' for piece in pieces)


def ask(release, rows):
    """What a release says of each row; None when it cannot be asked."""
    python = os.environ.get("JAX_PYTHONS", "").replace("{}", release) or sys.executable
    done = subprocess.run([python, os.path.join(HERE, "rows_ask.py"), release], input=json.dumps(rows), text=True,
                          capture_output=True)
    if done.returncode:
        print(done.stderr[-2000:], file=sys.stderr)
        return None
    return json.loads(done.stdout.splitlines()[-1])


def main():
    write = "--write" in sys.argv
    different = 0
    for path in [a for a in sys.argv[1:] if a != "--write"]:
        source = open(path, encoding="utf-8").read()
        found = [(m, [text_of(g) for g in m.groups()]) for m in ROW.finditer(source)]
        releases, answers = sorted({row[0] for _, row in found}), {}
        for release in releases:
            mine = [i for i, (_, row) in enumerate(found) if row[0] == release and row[4] != "unknown"]
            said = ask(release, [found[i][1] for i in mine])
            answers.update(zip(mine, said or []))
        for i in sorted(answers, reverse=True):
            match, row = found[i]
            if answers[i] == row[4]:
                continue
            different += 1
            print(f"{path}: {row[:4]}\n  row: {row[4]}\n  jax: {answers[i]}")
            if write:
                source = source[:match.start(5)] + literal_of(answers[i]) + source[match.end(5):]
        if write:
            open(path, "w", encoding="utf-8").write(source)
        print(f"{path}: {len(answers)} of {len(found)} rows asked", file=sys.stderr)
    sys.exit(min(different, 125))


if __name__ == "__main__":
    main()
