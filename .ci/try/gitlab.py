#!/usr/bin/env python3
"""Runs the script of README.md's job for GitLab in a new environment, and reads the reports that it names.

    gitlab.py WHEEL        which pip installs in place of the repository
"""
import json
import pathlib
import re
import sys
import tempfile
import xml.etree.ElementTree

import yaml

from trying import LAYOUT, OTHERS, PROGRAM, ROOT, WRONG_LAYOUT, environment, expect, new_venv, run, write


def main():
    wheel = pathlib.Path(sys.argv[1]).resolve()
    blocks = re.findall(r"^```yaml\n(.*?)^```", (ROOT / "README.md").read_text(encoding="utf-8"), re.S | re.M)
    job = next(yaml.safe_load(block)["shardctl"] for block in blocks if "codequality" in block)
    script = [line.replace("git+URL@COMMIT", str(wheel)) for line in job["script"]]
    expect(any(str(wheel) in line for line in script), "the job installs shardctl", script)
    reports = job["artifacts"]["reports"]
    with tempfile.TemporaryDirectory() as name:
        work = pathlib.Path(name)
        env = environment(new_venv(work / "venv"), HOME=name, GITLAB_CI="true", CI="true", PIP_NO_INDEX="1")
        for layout, status in ((LAYOUT, 0), (WRONG_LAYOUT, 1)):
            write(work / "repository", {**OTHERS, "train.py": PROGRAM, "layout.yaml": layout})
            run(["sh", "-ec", "\n".join(script)], status=status, env=env, cwd=work / "repository")
            found = json.loads((work / "repository" / reports["codequality"]).read_text())
            expect([issue["location"]["path"] for issue in found] == ["layout.yaml"] * status, "code quality has it", found)
            suites = xml.etree.ElementTree.parse(work / "repository" / reports["junit"]).getroot()
            expect(len(suites.findall(".//failure")) == status and suites.findall(".//testcase"), "JUnit has it")
    print("README.md: the job for GitLab writes its reports")


if __name__ == "__main__":
    main()
