#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""agree.py SHARDCTL FILE…: whether the schema and the reader of specs agree on files.

A file in which the reader finds no mistake of form is to be valid by the schema, and one with such a mistake is not. It needs
jsonschema (4.26.0) and PyYAML (6.0), and prints each file on which they differ; lib/report/schema_test.c asks the same of
the files of this repository by a validator of its own, which this script checks too.
"""
import collections
import json
import re
import subprocess
import sys

import jsonschema
import yaml

# Findings on the form of a file that a schema can see.
FORM = {"key-unknown", "key-missing", "value-type", "value-invalid", "dtype-unknown", "type-syntax", "spec-syntax",
        "family-syntax", "framework-unknown", "limit-exceeded", "quotes-missing"}
# Findings for which there is no tree of values to be valid or not.
BEFORE = {"encoding-invalid", "file-empty", "yaml-syntax", "yaml-unsupported", "alias-unknown", "key-repeated"}


class Core(yaml.SafeLoader):
    """YAML by the core schema of its version 1.2, as editors read it."""


Core.yaml_implicit_resolvers = {}
for tag, pattern, first in (
        ("null", r"^(~|null|Null|NULL|)$", "~nN\0"),
        ("bool", r"^(true|True|TRUE|false|False|FALSE)$", "tTfF"),
        ("int", r"^([-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+)$", "-+0123456789"),
        ("float", r"^([-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?|[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN))$",
         "-+0123456789.")):
    Core.add_implicit_resolver(f"tag:yaml.org,2002:{tag}", re.compile(pattern), list(first.replace("\0", "")) + [""])
Core.add_constructor("tag:yaml.org,2002:int", lambda loader, node: int(
    node.value, 16 if "x" in node.value else 8 if "o" in node.value else 10))


def main():
    shardctl, *files = sys.argv[1:]
    schema = json.loads(subprocess.run([shardctl, "schema"], capture_output=True, text=True, check=True).stdout)
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    counts = collections.Counter()
    for start in range(0, len(files), 500):
        run = subprocess.run([shardctl, "check", "--format", "json", *files[start:start + 500]],
                             capture_output=True, text=True, errors="replace")
        for result in json.loads(run.stdout)["files"]:
            found = {finding["rule"] for finding in result["diagnostics"]}
            if found & BEFORE:
                continue
            try:
                value = yaml.load(open(result["path"], encoding="utf-8"), Core)
            except (yaml.YAMLError, ValueError):
                counts["not read by PyYAML"] += 1
                continue
            # JSON has texts as keys.
            value = json.loads(json.dumps(value, default=str))
            error = jsonschema.exceptions.best_match(validator.iter_errors(value))
            wrong = sorted(found & FORM)
            right = result["verdict"] != "invalid"
            counts["right" if right else "wrong" if wrong else "invalid", "refused" if error else "valid"] += 1
            if error if right else wrong and not error:
                first = next((f["message"] for f in result["diagnostics"] if f["rule"] in wrong), "")
                path = "/".join(map(str, error.absolute_path)) if error else ""
                print(f"{result['path']}: {' '.join(wrong)} {first[:150]} {path}: {error.message[:200] if error else ''}")
    print(dict(counts))


main()
