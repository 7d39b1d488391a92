# SPDX-License-Identifier: Apache-2.0
"""Compares what `shardctl check --show-files .` passes by with what git ignores, in random trees.

    python3 testdata/gitignore/compare.py build/cli/shardctl [TREES [SEED]]

Each tree is a repository with random .gitignore files and info/exclude, some with a repository or a worktree in
it. Prints the first tree where the two differ and leaves it there; the exit status says whether there was one.
"""
import os
import random
import shutil
import subprocess
import sys
import tempfile

NAMES = ["a", "b", "ab", "abc", "x y", "c[1]", "d!", "#e", "lib", "ä", "a.b", "bb", "tail "]
PIECES = ["a", "b", "ab", "*", "?", "[ab]", "[!a]", "[^b]", "[a-c]", "**", "lib", "c\\[1]", "a*", "*b", "[[:alpha:]]*",
          "x y", "\\#e", "d!", "[", "[]a]", "***", "a**b", "tail\\ ", "\\a", "*.py", "f.py", "g*.py", "*[^f].py", "ä", ".b"]


def pattern(rng):
    parts = [rng.choice(PIECES) if rng.random() < 0.8 else rng.choice(PIECES) + rng.choice(PIECES)
             for _ in range(rng.choice([1, 1, 1, 2, 2, 3]))]
    text = "/".join(parts)
    text = ("!" if rng.random() < 0.3 else "") + ("/" if rng.random() < 0.25 else "") + text
    text += "/" if rng.random() < 0.25 else ""
    text += " " * rng.choice([0, 0, 0, 0, 2]) + ("\r" if rng.random() < 0.05 else "")
    return "# " + text if rng.random() < 0.03 else text


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", newline="") as file:
        file.write(text)


def patterns(rng, path):
    write(path, "".join(pattern(rng) + "\n" for _ in range(rng.randint(1, 6))))


def fill(rng, folder, depth):
    for name in rng.sample(["f.py", "g.py", "gh.py", "a.b.py"], rng.randint(1, 3)):
        write(os.path.join(folder, name), "import jax\n")
    if rng.random() < 0.4:
        patterns(rng, os.path.join(folder, ".gitignore"))
    for name in rng.sample(NAMES, rng.randint(1, 4)) if depth < 4 else []:
        fill(rng, os.path.join(folder, name), depth + 1)


def git(folder, *words, **options):
    return subprocess.run(["git", "-C", folder, *words], capture_output=True, **options)


def kept_by_git(root, start):
    """The files below `start` that git does not ignore. A repository inside is asked by itself."""
    kept = []
    for folder, folders, names in os.walk(os.path.join(root, start)):
        folders[:] = [name for name in folders if name != ".git"]
        repository = folder
        while not os.path.exists(os.path.join(repository, ".git")):
            repository = os.path.dirname(repository)
        paths = [os.path.join(folder, name) for name in folders + [n for n in names if n.endswith(".py")]]
        inner = [os.path.relpath(path, repository) for path in paths]
        ignored = git(repository, "check-ignore", "-z", "--no-index", "--stdin", input="\0".join(inner).encode())
        gone = set(ignored.stdout.decode().split("\0"))
        folders[:] = [name for name in folders if os.path.relpath(os.path.join(folder, name), repository) not in gone]
        kept += [path for path, name in zip(paths, inner) if name not in gone and not os.path.isdir(path)]
    return sorted(os.path.relpath(path, root) for path in kept)


def kept_by_shardctl(shardctl, root, start):
    run = subprocess.run([shardctl, "check", "--show-files", start], cwd=root, capture_output=True, text=True)
    return sorted(run.stdout.splitlines())


def main():
    shardctl = os.path.abspath(sys.argv[1])
    trees, seed = (int(word) for word in (sys.argv[2:] + ["300", "0"][len(sys.argv) - 2:]))
    os.environ |= {"GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null"}
    files = 0
    for number in range(seed, seed + trees):
        rng = random.Random(number)
        root = os.path.join(tempfile.mkdtemp(prefix="shardctl-gitignore-"), "tree")
        fill(rng, root, 0)
        git(root, "init", "-q", ".")
        if rng.random() < 0.5:
            patterns(rng, os.path.join(root, ".git", "info", "exclude"))
        folders = sorted(path for path, _, _ in os.walk(root) if "/.git" not in path[len(root):])
        if rng.random() < 0.3:
            git(rng.choice(folders), "init", "-q", ".")
        if rng.random() < 0.2:
            who = ["-c", "user.name=a", "-c", "user.email=a@example.org"]
            git(root, *who, "commit", "-q", "--allow-empty", "-m", "empty")
            inner = os.path.join(root, "worktree")
            git(root, "worktree", "add", "-q", inner)
            fill(rng, inner, 2)
        expected, got = kept_by_git(root, "."), kept_by_shardctl(shardctl, root, ".")
        if expected != got:
            print(f"tree {number} in {root}\n  git only: {sorted(set(expected) - set(got))}\n"
                  f"  shardctl only: {sorted(set(got) - set(expected))}")
            return 1
        files += len(expected)
        shutil.rmtree(os.path.dirname(root))
    print(f"{trees} trees agree, {files} files kept")
    return 0


sys.exit(main())
