#!/usr/bin/env python3
"""Runs the steps of action.yml in an environment with nothing else, as GitHub does, and holds the lines of the gcc format
against the problem matcher.

    action.py WHEEL        which is installed instead of the source, as an input of the action says
"""
import json
import os
import pathlib
import re
import sys
import tempfile

import yaml

from trying import LAYOUT, OTHERS, PROGRAM, ROOT, WRONG_LAYOUT, environment, expect, run, write


def filled(text, inputs):
    """The text with its expressions ${{ … }} replaced."""
    values = {"inputs." + name: value for name, value in inputs.items()}
    return re.sub(r"\$\{\{ *([a-z_.]+) *\}\}", lambda found: values[found.group(1)], text)


def act(action, work, files, status, **given):
    """What the steps write in a repository with these files, each in the environment that those before it have left."""
    unknown = set(given) - set(action["inputs"])
    expect(not unknown, "the action has the inputs", unknown)
    inputs = {name: given.get(name, what["default"]) for name, what in action["inputs"].items()}
    work.mkdir()
    write(work / "repository", files)
    path, said = work / "path", ""
    path.touch()
    steps = action["runs"]["steps"]
    for number, step in enumerate(steps):
        expect("${{" not in step["run"], "scripts take inputs from the environment only", step["run"])
        found = os.pathsep.join([*reversed(path.read_text().split()), "/usr/local/bin:/usr/bin:/bin"])
        env = environment(HOME=str(work), RUNNER_TEMP=str(work), GITHUB_PATH=str(path), GITHUB_ACTIONS="true",
                          GITHUB_ACTION_PATH=str(ROOT), CI="true",
                          PIP_NO_INDEX="1",
                          **{name: filled(value, inputs) for name, value in step["env"].items()})
        env["PATH"] = found
        said += run(["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]], env=env,
                    status=status if number == len(steps) - 1 else 0, cwd=work / "repository")
    return said


def try_action(wheel, work):
    action = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
    expect(action["runs"]["using"] == "composite", "the action is composite")
    files = {**OTHERS, "train.py": PROGRAM, "my layouts/a b.yaml": LAYOUT}
    said = act(action, work / "clean", files, 0, package=str(wheel))
    expect("::error" not in said and "::warning" not in said, "a clean repository has no annotations", said)
    said = act(action, work / "wrong", {**files, "layout.yaml": WRONG_LAYOUT}, 1, package=str(wheel))
    expect(re.search(r"^::error .*file=layout.yaml,line=3,", said, re.M), "the mistake is annotated", said)
    said = act(action, work / "paths", {**files, "layout.yaml": WRONG_LAYOUT}, 0, package=str(wheel),
               paths="my layouts\ntrain.py\n")
    said = act(action, work / "options", {**files, "layout.yaml": WRONG_LAYOUT}, 0, package=str(wheel),
               options="--ignore=rank-mismatch\n--framework=jax==0.6.0")
    expect("rank" not in said, "options come through", said)
    readme = re.findall(r"^```yaml\n(.*?)^```", (ROOT / "README.md").read_text(encoding="utf-8"), re.S | re.M)
    scan, upload = next(yaml.safe_load(block) for block in readme if "upload-sarif" in block)
    act(action, work / "scanning", {**files, "layout.yaml": WRONG_LAYOUT}, 0, package=str(wheel), **scan["with"])
    sarif = json.loads((work / "scanning" / "repository" / upload["with"]["sarif_file"]).read_text(encoding="utf-8"))
    expect([found["ruleId"] for found in sarif["runs"][0]["results"]] == ["rank-mismatch"], "README.md: code scanning", sarif)
    print("action.yml: five repositories are judged")
    return work / "clean" / "shardctl" / "bin" / "shardctl"


def try_matcher(shardctl):
    matcher = json.loads((ROOT / ".github/shardctl-matcher.json").read_text())["problemMatcher"][0]["pattern"][0]
    paths = sorted(ROOT.glob("testdata/check/*/in.yaml"))
    findings, matched = [], []
    for way in "json", "gcc":
        said = run(["bash", "-c", '"$@" || [ $? = 1 ]', "bash", shardctl, "check", "--format", way, *paths])
        if way == "json":
            findings = [(found.get("path", file["path"]), str(found["start"]["line"]), str(found["start"]["column"]),
                         found["severity"], found["rule"])
                        for file in json.loads(said)["files"] for found in file["diagnostics"] if found["severity"] != "note"]
        else:
            for line in said.splitlines():
                found = re.match(matcher["regexp"], line)
                if found:
                    matched.append(tuple(found.group(matcher[part]) for part in ("file", "line", "column", "severity", "code")))
    expect(len(findings) > 100 and findings == matched, "the matcher finds what JSON has",
           [pair for pair in zip(findings, matched) if pair[0] != pair[1]][:3])
    print("problem matcher: %d findings" % len(matched))


def main():
    with tempfile.TemporaryDirectory() as work:
        try_matcher(try_action(pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(work)))


if __name__ == "__main__":
    main()
