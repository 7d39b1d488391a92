#!/usr/bin/env python3
"""Compares files of cases (README.md) with installed releases of JAX.

    python testdata/programs/rows.py [--write] [--add RELEASE] testdata/programs/numpy …

asks JAX every case of the files, or of the files in the folders, at every release that the case has an answer for.
Each release is asked by the interpreter that the environment variable JAX_PYTHONS names for it, with {} in place of the
release: JAX_PYTHONS='/venvs/{}/bin/python'. Without it the running interpreter answers for the release that it has.
Releases without an interpreter are left out. Answers that differ are printed, and their number is the exit status;
with --write they are put into the files, which keep their order, titles and comments. --add asks one more release of
each case. What shardctl alone says is not asked, nor are specs without a program.

    python testdata/programs/rows.py --release RELEASE --into FOLDER testdata/programs/*

writes files of the same names with all cases as that release alone answers them, for programs_test to be asked.
"""
import json
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
SET_IN = "    "
LABEL = re.compile(r"((?:\d|\.\.)[\d.]*(?:, (?:\d|\.\.)[\d.]*)*) +(.*)")
OWN = re.compile(r"unknown$|words: |help: |repair: |import: |[\w-]+ at |[^:]+ = ")


def version(release):
    return [int(number) for number in release.split(".")]


def is_within(release, text):
    first, dots, last = text.partition("..")
    if not dots:
        return release == text
    return (not first or version(first) <= version(release)) and (not last or version(release) <= version(last))


class Case:
    def __init__(self, title, mesh, releases):
        self.title, self.mesh, self.releases = title, mesh, releases
        self.tensors, self.program, self.labelled = {}, [], []  # labelled: [releases as text, lines]
        self.first = self.last = 0  # the lines of the file that the answers are on

    def answers(self):
        """The lines that each release says."""
        named = [part for text, _ in self.labelled for part in text.split(", ") if part and ".." not in part]
        found = {}
        for release in dict.fromkeys(self.releases + named):
            said = [lines for text, lines in self.labelled
                    if any(is_within(release, part) for part in text.split(", ") if part)]
            said += [lines for text, lines in self.labelled if not text]
            if said:
                found[release] = said[0]
        return found

    def text(self, answers):
        """The lines of answers, each release's as it is in `answers`, equal ones once."""
        groups = {}
        for release in sorted(answers, key=version):
            groups.setdefault(tuple(answers[release]), []).append(release)
        if len(groups) == 1 and set(answers) == set(self.releases):
            return [SET_IN + line for line in next(iter(groups))]
        labels = [self.label(releases, answers) for releases in groups.values()]
        width = max(map(len, labels)) + 2
        return [SET_IN + (label if i == 0 else "").ljust(width) + line
                for label, lines in zip(labels, groups) for i, line in enumerate(lines)]

    def label(self, releases, answers):
        """Releases as text: ranges where the case has no other between."""
        order = sorted(answers, key=version)
        if set(order) != set(self.releases):
            return ", ".join(releases)
        parts, i = [], 0
        while i < len(order):
            end = i
            while end < len(order) and order[end] in releases:
                end += 1
            run, i = order[i:end], max(end, i + 1)
            if len(run) > 1 and run[-1] == order[-1]:
                parts.append(f"{run[0]}..")
            elif len(run) > 1 and run[0] == order[0]:
                parts.append(f"..{run[-1]}")
            else:
                parts += [f"{run[0]}..{run[-1]}"] if len(run) > 2 else run
        return ", ".join(parts)


def read(lines):
    mesh, releases, cases = "", [], []
    for number, line in enumerate(lines):
        inner = line.strip()
        if not inner or line.startswith("#"):
            continue
        case = cases[-1] if cases else None
        outer, word = not line.startswith(" "), inner.partition(" ")
        if outer and word[0] == "mesh":
            mesh = word[2]
        elif outer and word[0] == "releases":
            releases = word[2].split()
        elif outer:
            cases.append(Case(inner, mesh, releases))
        elif inner[0] == "|":
            case.program.append(inner[2:])
        elif case.program:
            labelled = LABEL.fullmatch(inner)
            case.first, case.last = case.first or number, number + 1
            if labelled or not case.labelled:
                case.labelled.append([labelled[1] if labelled else "", [labelled[2] if labelled else inner]])
            else:
                case.labelled[-1][1].append(inner)
        elif word[0] == "mesh":
            case.mesh = word[2]
        elif word[0] == "releases":
            case.releases = word[2].split()
        else:
            name, _, text = inner.partition(": ")
            case.tensors[name] = text
    return cases


def ask(release, cases):
    """What a release says of each case, in lines; None when it cannot be asked."""
    python = os.environ.get("JAX_PYTHONS", "").replace("{}", release) or sys.executable
    if not os.path.exists(python):
        return None
    given = [{"mesh": c.mesh, "tensors": c.tensors, "program": "\n".join(c.program) + "\n"} for c in cases]
    done = subprocess.run([python, os.path.join(HERE, "rows_ask.py"), release], input=json.dumps(given), text=True,
                          capture_output=True)
    if done.returncode:
        print(done.stderr[-2000:], file=sys.stderr)
        return None
    return json.loads(done.stdout.splitlines()[-1])


def is_asked(case, lines):
    has_program = case.mesh != "none" or any(line.startswith("program:") for line in case.program)
    return has_program and not any(OWN.match(line) for line in lines)


def in_the_form_of(said, lines):
    """An answer of JAX with its line, or without where the case has none; known differences stay marked."""
    if lines[0].startswith("jax: "):
        return ["jax: " + re.sub(r"^line \d+: ", "", said[0])]
    if lines[0] != "?" and not lines[0].startswith("line "):
        return [re.sub(r"^line \d+: ", "", said[0])] + said[1:]
    return said


def same(said, lines):
    """Whether texts are equal but for what is at the end of some: blanks, and where the source is."""
    return [re.sub(r"(This error occurs at source:).*", r"\1", line).strip() for line in said] == \
        [re.sub(r"(This error occurs at source:).*", r"\1", line).strip() for line in lines]


def compare(path, write, added):
    lines = open(path, encoding="utf-8").read().split("\n")
    cases = read(lines)
    answers = [case.answers() for case in cases]
    said = [{} for _ in cases]
    asked = [0, 0]
    for release in sorted({r for found in answers for r in found} | set(added), key=version):
        mine = [i for i, found in enumerate(answers)
                if (release in found or release in added) and is_asked(cases[i], found.get(release, ["?"]))]
        says = ask(release, [cases[i] for i in mine]) if mine else []
        asked[0] += len(mine) if says is not None else 0
        for i, text in zip(mine, says or []):
            before = answers[i].get(release, ["?"])
            text = in_the_form_of(text, before)
            if not same(text, before):
                said[i][release] = text
                asked[1] += 1
                print(f"{path}: {cases[i].title}, {release}\n  case: {before}\n  jax:  {text}")
    for i in reversed(range(len(cases))):
        if write and said[i]:
            lines[cases[i].first:cases[i].last] = cases[i].text({**answers[i], **said[i]})
    if write:
        open(path, "w", encoding="utf-8").write("\n".join(lines))
    total = sum(map(len, answers))
    print(f"{path}: {asked[0]} of {total} answers asked, {asked[1]} differ", file=sys.stderr)
    return asked[1]


def ask_all(release, cases):
    """What a release says of each case; of those on which the process dies, None."""
    says = ask(release, cases) if cases else []
    if says is None and len(cases) > 1:
        half = len(cases) // 2
        return ask_all(release, cases[:half]) + ask_all(release, cases[half:])
    return [None] if says is None else says


def write_asked(release, into, paths):
    """Asks a release all cases of the files, in one process, and writes them with its answers into a folder."""
    if ask(release, []) is None:
        sys.exit(f"there is no JAX {release} to ask")
    files = {path: [c for c in read(open(path, encoding="utf-8").read().split("\n"))
                    if any(is_asked(c, lines) for lines in c.answers().values())] for path in paths}
    says = iter(ask_all(release, [case for cases in files.values() for case in cases]))
    os.makedirs(into, exist_ok=True)
    for path, cases in files.items():
        lines = [f"releases {release}"]
        for case, said in [(case, next(says)) for case in cases]:
            if said and not said[0].startswith("unknown: "):
                lines += ["", case.title] + [SET_IN + line for line in (
                    [f"mesh {case.mesh}"] + [f"{name}: {text}" for name, text in case.tensors.items()] +
                    [f"| {line}".rstrip() for line in case.program] + said)]
        if len(lines) > 1:
            open(os.path.join(into, os.path.basename(path)), "w", encoding="utf-8").write("\n".join(lines) + "\n")


def option(arguments, name):
    """The values of an option, which are taken out of the arguments."""
    values = []
    while name in arguments:
        at = arguments.index(name)
        values += arguments[at + 1:at + 2]
        del arguments[at:at + 2]
    return values


def files_of(arguments):
    paths = []
    for path in arguments:
        inside = sorted(os.listdir(path)) if os.path.isdir(path) else []
        paths += [os.path.join(path, name) for name in inside if name.endswith(".txt")] or [path]
    return paths


def main():
    arguments = [a for a in sys.argv[1:] if a != "--write"]
    added, release, into = (option(arguments, name) for name in ("--add", "--release", "--into"))
    if release and into:
        for folder in filter(os.path.isdir, arguments):
            write_asked(release[0], os.path.join(into[0], os.path.basename(folder)), files_of([folder]))
        return
    paths = files_of(arguments)
    different = sum(compare(path, "--write" in sys.argv, added) for path in paths)
    sys.exit(min(different, 125))


if __name__ == "__main__":
    main()
