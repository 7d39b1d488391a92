#!/usr/bin/env python3
"""Compares the parameters of the functions that the library knows with those of the packages that are installed.

    python3 signatures.py [ROOT]

ROOT is the folder of lib. Prints a line for each function that takes more than the library says: an argument that is
said not to exist is a false finding. Parameters of which it is only known that they exist (`also`) count as known.
Ask with an interpreter that has the releases in question; what it lacks is passed over.
"""
import ast
import importlib
import inspect
import pathlib
import re
import sys
import warnings
from typing import Iterator, NamedTuple

import jax

PLACES = {  # tables that are named by what their objects are
    "ndarray": "jax.Array", "ArrayImpl": "jax.Array", "dtype": "numpy.dtype", "Mesh": "jax.sharding.Mesh",
    "AbstractMesh": "jax.sharding.AbstractMesh", "NamedSharding": "jax.sharding.NamedSharding",
    "PartitionSpec": "jax.sharding.PartitionSpec", "builtins": "builtins",
} | {name: f"builtins.{name}" for name in ("str", "dict", "list", "tuple", "set", "int", "float")}
ROW = re.compile(r'MODULE\((?:"([^"]+)"|\w+)\)|FUNCTION\(\s*"([^"]+)",\s*((?:"[^"]*"\s*)+),([^;]*?)\),\n')
BY_NAME = inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY
REST = inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD
BY_PLACE = inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD


class Known(NamedTuple):
    """A function as the library has it."""
    place: str
    name: str
    parameters: str
    also: str
    since: str
    until: str


def release(text):
    return tuple(int(number) for number in re.findall(r"\d+", text))


def rows(text: str) -> Iterator[Known]:
    """Those of a table in C."""
    place = None
    for found in ROW.finditer(text):
        if not found[2]:
            place = found[1]
        elif place:
            options = dict(re.findall(r'\.(since|until|also) = "([^"]*)"', found[4]))
            parameters = "".join(re.findall(r'"([^"]*)"', found[3])).replace("=_missing", "=None")
            yield Known(place, found[2], parameters, options.get("also", ""), options.get("since", ""),
                        options.get("until", ""))


def methods(module: str, node: ast.ClassDef) -> Iterator[Known]:
    """A class that is called, and its methods."""
    for method in node.body:
        if not isinstance(method, ast.FunctionDef) or method.decorator_list:
            continue
        if method.name == "__init__":
            yield Known(module, node.name, ast.unparse(method.args), "", "", "")
        elif method.name == "__call__" or not method.name.startswith("_"):
            yield Known(" ".join(f"{place}.{node.name}" for place in module.split()), method.name, ast.unparse(method.args), "", "", "")


def preludes(tree: ast.Module) -> Iterator[Known]:
    """Those of a file in Python: of its module, and of what `@function` names."""
    module = next((node.value.value for node in tree.body if isinstance(node, ast.Assign)
                   and getattr(node.targets[0], "id", "") == "MODULE" and isinstance(node.value, ast.Constant)), None)
    for node in tree.body:
        if module and isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            yield from methods(module, node)
        if not isinstance(node, ast.FunctionDef):
            continue
        decorators = [d for d in node.decorator_list
                      if isinstance(d, ast.Call) and getattr(d.func, "id", "") == "function"]
        for decorator in decorators:
            options = {k.arg: k.value.value for k in decorator.keywords if isinstance(k.value, ast.Constant)}
            place = decorator.args[0].value if decorator.args else module
            if not options.get("property"):
                yield Known(place, options.get("name", node.name), ast.unparse(node.args), options.get("also", ""),
                            options.get("since") or "", options.get("until") or "")
        if module and not decorators and not node.name.startswith("_"):
            yield Known(module, node.name, ast.unparse(node.args), "", "", "")


def library(root: pathlib.Path) -> Iterator[Known]:
    for path in sorted(root.rglob("*.c")):
        yield from rows(path.read_text())
    for path in sorted(root.rglob("prelude/**/*.py")):
        yield from preludes(ast.parse(path.read_text()))


def installed(places, name):
    """The function of the packages, of the first of these modules that has it; None where there is none."""
    found = (in_module(PLACES.get(place, place), name) for place in places.split())
    return next((function for function in found if function is not None), None)


def in_module(place, name):
    parts = place.split(".")
    for count in range(len(parts), 0, -1):
        try:
            found = importlib.import_module(".".join(parts[:count]))
        except Exception:
            continue
        for part in [*parts[count:], name]:
            found = getattr(found, part, None)
        return found
    return None


def of(parameters):
    """The parameters of a signature whose defaults are of no interest."""
    function = ast.parse(f"def f({parameters}): pass").body[0]
    arguments = function.args
    arguments.defaults = [ast.Constant(None)] * len(arguments.defaults)
    arguments.kw_defaults = [d and ast.Constant(None) for d in arguments.kw_defaults]
    names = {}
    exec(compile(ast.fix_missing_locations(ast.Module([function], [])), "<signature>", "exec"), names)
    return list(inspect.signature(names["f"]).parameters.values())


def lacks(known: Known, function) -> list[str]:
    try:
        real = list(inspect.signature(function).parameters.values())
        if inspect.isclass(function) and {p.kind for p in real} == set(REST):  # what its metaclass takes
            real = list(inspect.signature(function.__init__).parameters.values())[1:]
    except (TypeError, ValueError):
        return []
    ours = of(known.parameters)
    if inspect.isclass(function) and ours and ours[0].name == "self":
        ours = ours[1:]
    kinds, names = {p.kind for p in ours}, {p.name: p for p in ours}
    also = set(re.findall(r"\w+", known.also))
    said = [str(p) for p in real if p.kind in REST and p.kind not in kinds and not also]
    if inspect.Parameter.VAR_KEYWORD not in kinds:
        said += [p.name for p in real if p.kind in BY_NAME and p.name not in {*names, *also}
                 and p.name not in ("self", "a", "x") and not p.name.startswith("_")]
    said += [f"{p.name} is required" for p in real if p.default is not p.empty and p.name in names
             and names[p.name].default is p.empty and names[p.name].kind in BY_PLACE]
    places = [sum(p.kind in BY_PLACE for p in each) for each in (ours, real)]
    if inspect.Parameter.VAR_POSITIONAL not in kinds and places[0] + len(also) < places[1]:
        said.append(f"{places[1]} by place")
    return said


def main():
    warnings.simplefilter("ignore")
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "lib")
    now, count = release(jax.__version__), 0
    for known in library(root / "library"):
        if (known.since and now < release(known.since)) or (known.until and now >= release(known.until)):
            continue
        function = installed(known.place, known.name)
        if not callable(function):
            continue
        count += 1
        missing = lacks(known, function)
        if missing:
            print(f"{known.place}.{known.name}({known.parameters}): {', '.join(missing)}")
    print(f"{count} functions compared, JAX {jax.__version__}")


if __name__ == "__main__":
    main()
