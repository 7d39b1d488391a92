#!/usr/bin/env python3
"""Puts the public names and parameters of the installed JAX to shardctl, which must call none of them missing.

    /venvs/0.10.2/bin/python testdata/modules/ask_signatures.py build/cli/shardctl

Each name is imported and asked for as an attribute; each function is called with each of its parameters by keyword, and
with as many arguments as it has places for. What the call means does not matter: wrong is only an answer that there is
no such name, module or parameter. Prints those, and their number is the exit status.
"""
import importlib
import inspect
import json
import os
import subprocess
import sys
import tempfile

import jax

from record_names import MODULES

CHUNK = 150
REFUSALS = ("unexpected keyword argument", "positional-only arguments passed as keyword", "has no attribute",
            "cannot import name", "No module named")


def parameters(value):
    try:
        return list(inspect.signature(value).parameters.values())
    except (TypeError, ValueError):
        return []


def calls(dotted, value):
    """Calls of a function, each with what must not be said of it."""
    given = parameters(value)
    if any(p.kind is p.VAR_KEYWORD for p in given) or isinstance(value, type):
        return
    for p in given:
        if p.kind in (p.KEYWORD_ONLY, p.POSITIONAL_OR_KEYWORD):
            yield f"{dotted}({p.name}=None)", f"argument '{p.name}'"
    places = sum(p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD) for p in given)
    if not any(p.kind is p.VAR_POSITIONAL for p in given):
        yield f"{dotted}({', '.join(['None'] * places)})", f"but {places} "


def statements():
    for name in MODULES:
        try:
            module = importlib.import_module(name)
        except ImportError:
            continue
        for attribute in dir(module):
            value = getattr(module, attribute, None)
            if attribute.startswith("_") or value is None or inspect.ismodule(value):
                continue
            yield name, f"from {name} import {attribute}", ""
            yield name, f"{name}.{attribute}", ""
            if callable(value):
                for statement, wrong in calls(f"{name}.{attribute}", value):
                    yield name, statement, wrong


def judge(binary, asked):
    """The statements of which shardctl says what is wrong."""
    modules = sorted({module for module, _, _ in asked})
    lines = [f"import {module}" for module in modules] + [statement for _, statement, _ in asked]
    with tempfile.NamedTemporaryFile("w", suffix=".py") as file:
        file.write("\n".join(lines) + "\n")
        file.flush()
        command = [binary, "check", "--framework", f"jax=={jax.__version__}", "--devices", "8", "--format", "json"]
        answer = json.loads(subprocess.run(command + [file.name], capture_output=True).stdout)["files"][0]
    for finding in answer["diagnostics"]:
        at = finding["start"]["line"] - 1 - len(modules)
        text = finding.get("framework_error", finding).get("message") or finding["message"]
        if finding["severity"] != "error" or at < 0:
            continue
        _, statement, wrong = asked[at]
        named = f"{wrong}" in text if wrong else True
        if named and (any(refusal in text for refusal in REFUSALS) or "positional argument" in text and wrong in text):
            yield f"{statement}: {text[:100]}"


def main():
    binary, asked, wrong = os.path.abspath(sys.argv[1]), list(statements()), []
    for start in range(0, len(asked), CHUNK):
        wrong += judge(binary, asked[start:start + CHUNK])
    print("\n".join(wrong + [f"jax {jax.__version__}: {len(asked)} asked, {len(wrong)} wrong"]))
    sys.exit(min(len(wrong), 100))


if __name__ == "__main__":
    main()
