#!/usr/bin/env python3
"""Runs the hook of .pre-commit-hooks.yaml at the last commit, by pre-commit from PyPI, in a repository made for it:
pre-commit clones this one, compiles it and installs it in an environment of its own."""
import os
import pathlib
import tempfile

from trying import LAYOUT, OTHERS, PROGRAM, ROOT, WRONG_LAYOUT, environment, expect, new_venv, run, write

CONFIG = "repos:\n  - repo: %s\n    rev: %s\n    hooks:\n      - id: shardctl\n"


def main():
    with tempfile.TemporaryDirectory() as name:
        work = pathlib.Path(name)
        venv = new_venv(work / "venv", "pre-commit")
        env = environment(venv, HOME=name, PRE_COMMIT_HOME=str(work / "cache"), GIT_CONFIG_NOSYSTEM="1",
                          GIT_AUTHOR_NAME="a", GIT_AUTHOR_EMAIL="a@b", GIT_COMMITTER_NAME="a", GIT_COMMITTER_EMAIL="a@b")
        run(["git", "config", "--global", "safe.directory", "*"], env=env)
        commit = run(["git", "-C", ROOT, "rev-parse", "HEAD"], env=env).strip()
        user = work / "user"
        write(user, {**OTHERS, "train.py": PROGRAM, "layout.yaml": WRONG_LAYOUT,
                     ".pre-commit-config.yaml": CONFIG % (ROOT, commit)})
        run(["git", "init", "-q"], env=env, cwd=user)
        run(["git", "add", "-A"], env=env, cwd=user)
        run(["pre-commit", "install"], env=env, cwd=user)
        said = run(["git", "commit", "-m", "a wrong layout"], status=1, env=env, cwd=user)
        expect("error[rank-mismatch]" in said and "layout.yaml:3:35" in said, "the wrong layout is found", said)
        expect(not any(other in said for other in OTHERS), "other files are passed by", said)
        write(user, {"layout.yaml": LAYOUT})
        run(["git", "add", "-A"], env=env, cwd=user)
        said = run(["git", "commit", "-m", "the layout as it should be"], env=env, cwd=user)
        expect("Passed" in said, "the hook passes", said)
        print("%s: the hook refuses a wrong layout and takes a right one" % os.path.basename(__file__))


if __name__ == "__main__":
    main()
