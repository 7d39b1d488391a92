#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""embed.py FOLDER OUT.c OUT.def DEPFILE PACK_TREES: makes C of the Python files below a folder.

OUT.c holds the text of each file; an index of its names with their syntax trees as bytes, of which the
interpreter makes trees when a function is first called; and for each module a table with a row for every
function that a decorator @function("jax.numpy", …) puts there. OUT.def lists files and tables:
PRELUDE_FILE(name), PRELUDE_TABLE(name). PACK_TREES makes the trees (pack_trees.c). What the decorator
takes is said in lib/library/prelude/README.md.
"""
import ast
import pathlib
import re
import subprocess
import sys

JITTED = {"within": "JITTED_WITHIN", "itself": "JITTED_ITSELF"}
# Folders that follow other libraries than JAX and Python's own.
LIBRARIES = ("torch/", "optax/", "equinox/", "flax/", "distrax/")
KINDS = {"function": "FUNCTION", "class": "CLASS"}
# Names that may stand as defaults: of dtypes, which functions take as texts too.
NAMED_DEFAULTS = {"float", "int", "bool", "complex"}


def identifier(text):
    return "".join(c if c.isalnum() else "_" for c in text)


def c_string(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


def c_bytes(data):
    """The bytes as a string of C: those that are no plain characters by their numbers in three digits."""
    plain = set(map(ord, " !#$%&'()*+,-./0123456789:;<=>@ABCDEFGHIJKLMNOPQRSTUVWXYZ[]^_`abcdefghijklmnopqrstuvwxyz{|}~"))
    return '"' + "".join(chr(b) if b in plain else f"\\{b:03o}" for b in data) + '"'


def c_text(text):
    return "\n".join("    " + c_string(line + "\n") for line in text.split("\n"))


class File:
    def __init__(self, folder, path, number):
        self.path = path
        self.name = path.relative_to(folder).with_suffix("").as_posix()
        self.symbol = "prelude_file_" + identifier(self.name)
        self.number = number
        self.text = ""
        self.names = {}  # name → (kind, offset, length, the file it is imported from)
        self.rows = []  # (module, function, decorator)
        self.module = None  # all of whose names the file has
        self.values = ()  # functions whose results hold what JAX's do
        self.public = ()  # names with an underscore in front that the module has all the same

    def fail(self, node, text):
        sys.exit(f"{self.path}:{node.lineno}: {text}")

    def add(self, node, name, kind, text):
        if name in self.names:
            self.fail(node, f"{name} is there already")
        self.names[name] = (kind, len(self.text.encode()), len(text.encode()), None)
        self.text += text + "\n"

    def read(self):
        source = self.path.read_text()
        for node in ast.parse(source, str(self.path)).body:
            if isinstance(node, ast.FunctionDef):
                lines = source.split("\n")[node.lineno - 1 : node.end_lineno]
                self.add(node, node.name, "function", "\n".join(lines))
                self.rows += [(node, decorator) for decorator in node.decorator_list]
            elif isinstance(node, ast.ClassDef):
                lines = source.split("\n")[node.lineno - 1 : node.end_lineno]
                self.add(node, node.name, "class", "\n".join(lines))
            elif isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "MODULE":
                self.module = ast.literal_eval(node.value)
            elif isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "VALUES":
                self.values = ast.literal_eval(node.value).split()
            elif isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "PUBLIC":
                self.public = ast.literal_eval(node.value).split()
            elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                text = ast.get_source_segment(source, node.value)
                self.add(node, node.targets[0].id, "constant", text)
            elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("prelude."):
                origin = node.module[len("prelude.") :].replace(".", "/")
                for alias in node.names:
                    if alias.asname or alias.name == "*":
                        self.fail(node, "names are imported one by one, as they are")
                    self.names[alias.name] = ("import", 0, 0, origin)
            elif not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)):
                self.fail(node, "a file has functions, constants and imports from prelude")


    def exports(self):
        """The names that a module has of the file: what is imported into one of a library is not,
        unless the file has nothing else."""
        if not self.module:
            return []
        public = [n for n in sorted(self.names) if not n.startswith("_") or n == "__version__" or n in self.public]
        own = [n for n in public if self.names[n][0] != "import"]
        return own if own and self.name.startswith(LIBRARIES) else public


class Row:
    """A function in a module, of one decorator."""

    def __init__(self, file, function, decorator):
        self.file, self.function = file, function
        if not (isinstance(decorator, ast.Call) and decorator.func.id == "function"):
            file.fail(function, "the decorator is @function(module, …)")
        self.modules = [ast.literal_eval(argument) for argument in decorator.args]
        self.options = {k.arg: ast.literal_eval(k.value) for k in decorator.keywords}
        self.name = self.options.pop("name", function.name)
        without = self.options.pop("without", ())
        self.without = [without] if isinstance(without, str) else list(without)

    def parameter(self, text, default):
        if default is None:
            return text
        try:
            ast.literal_eval(default)
        except ValueError:
            if not (isinstance(default, ast.Name) and default.id in NAMED_DEFAULTS):
                self.file.fail(default, "a default is a literal")
        return text + "=" + ast.unparse(default)

    def signature(self, module):
        given = self.function.args
        positional = given.posonlyargs + given.args
        defaults = [None] * (len(positional) - len(given.defaults)) + given.defaults
        parts = []
        for i, (argument, default) in enumerate(zip(positional, defaults)):
            name = "self" if i == 0 and self.of_object(module) else argument.arg
            if argument.arg not in self.without:
                parts.append(self.parameter(name, default))
            if i + 1 == len(given.posonlyargs):
                parts.append("/")
        if given.vararg:
            parts.append("*" + given.vararg.arg)
        keywords = [k for k in zip(given.kwonlyargs, given.kw_defaults) if k[0].arg not in self.without]
        if keywords and not given.vararg:
            parts.append("*")
        parts += [self.parameter(argument.arg, default) for argument, default in keywords]
        if given.kwarg:
            parts.append("**" + given.kwarg.arg)
        return ", ".join(parts)

    def of_object(self, module):
        """Whether the module is a class, whose functions are methods."""
        return "." not in module and module not in ("jax", "einops", "math", "numpy", "<prelude>")

    def write(self, module, symbol):
        members = [f".name = {c_string(self.name)}"]
        options = dict(self.options)
        if not options.pop("property", False):
            members.append(f".signature = {c_string(self.signature(module))}")
        members += [".call = prelude_call", f".data = &{symbol}"]
        for key in ("since", "until", "also"):
            if key in options:
                members.append(f".{key} = {c_string(options.pop(key))}")
        if "errors_say" in options:
            members.append(f".python_name = {c_string(options.pop('errors_say'))}")
        if "jitted" in options:
            members.append(f".jitted = {JITTED[options.pop('jitted')]}")
        for key in ("takes_unknown", "custom_jvp", "own_rule", "called", "inlined"):
            if options.pop(key, False):
                members.append(f".{key} = true")
        if self.function.name in self.file.values:
            members.append(".values = true")
        if options:
            self.file.fail(self.function, f"{', '.join(options)}: no option of @function")
        return "    {" + ", ".join(members) + "},\n"


def pack_trees(tool, files):
    """The syntax tree of each definition as bytes, by its file and name."""
    asked, order = [], []
    for file in files:
        text = file.text.encode()
        defined = [(name, *where) for name, (kind, *where, origin) in file.names.items() if not origin]
        kinds = [file.names[name][0] for name, *_ in defined]
        asked.append(b"%d %d\n%s" % (len(text), len(defined), text))
        asked += [b"%d %d %d\n" % (offset, length, kind == "constant") for (_, offset, length), kind in zip(defined, kinds)]
        order += [(file, name) for name, *_ in defined]
    result = subprocess.run([tool], input=b"".join(asked), stdout=subprocess.PIPE)
    if result.returncode:
        sys.exit("the prelude cannot be packed")
    trees, at = {}, 0
    for key in order:
        end = result.stdout.index(b"\n", at)
        at = end + 1 + int(result.stdout[at:end])
        trees[key] = result.stdout[end + 1 : at]
    return trees


def write_file(out, file, files, trees):
    rows = []
    for name, (kind, offset, length, origin) in sorted(file.names.items()):
        if origin and origin not in files:
            sys.exit(f"{file.path}: there is no prelude/{origin}.py")
        if origin and name not in files[origin].names:
            sys.exit(f"{file.path}: prelude/{origin}.py has no {name}")
        source = f"&{files[origin].symbol}" if origin else "NULL"
        tree = "NULL" if origin else c_bytes(trees[file, name])
        rows.append(f"    {{{c_string(name)}, {source}, {tree}, {offset}, {length}, "
                    f"PRELUDE_{KINDS.get(kind, 'CONSTANT')}}},\n")
    out.append(f"static const struct prelude_name names_of_{file.symbol}[] = {{\n{''.join(rows)}}};\n")
    out.append(f"const struct prelude_file {file.symbol} = {{\n    {c_string(file.name)},\n"
               f"{{{c_text(file.text)},\n    {len(file.text.encode())}}}, names_of_{file.symbol}, {len(rows)}, {file.number},\n"
               f"    {c_string(file.module) if file.module else 'NULL'}}};\n\n")


def add_packages(tables, module):
    """Room for the module's functions, and for the packages around it, which may have none."""
    parts = module.split(".")
    for count in range(2, len(parts)):
        tables.setdefault(".".join(parts[:count]), [])
    tables.setdefault(module, [])


def recorded_names(path):
    """The names that each module of a library was recorded to have, in any release."""
    names = {}
    for module, listed in re.findall(r'NAMES\("([\w.]+)", "[^"]*", "[^"]*",((?:\s*"[^"]*")+)\)', path.read_text()):
        names.setdefault(module, set()).update("".join(re.findall(r'"([^"]*)"', listed)).split())
    return names


def write_table(out, name, tables):
    out.append(f"\nconst struct function_row {name}[] = {{\n")
    for module, rows in tables.items():
        out.append(f"    MODULE({c_string(module)}),\n" + "".join(rows))
    out.append("    TABLE_END,\n};\n")


def main():
    folder, c_path, def_path, dep_path, tool = map(pathlib.Path, sys.argv[1:])
    paths = sorted(p for p in folder.rglob("*.py") if p.name != "embed.py")
    files = {}
    for path in paths:
        file = File(folder, path, len(files))
        file.read()
        files[file.name] = file
    out = ["/* SPDX-License-Identifier: Apache-2.0 */\n/* Made by lib/library/prelude/embed.py. */\n"
           '#include "trace/eval/prelude.h"\n\n#pragma GCC diagnostic ignored "-Woverlength-strings"\n\n'
           "#define PRELUDE_FILE(name) extern const struct prelude_file name;\n"
           f'#include "{def_path.name}"\n\n'
           "extern const struct function_row prelude_table[], prelude_jax_table[], prelude_torch_table[];\n"]
    tables, jax_tables, torch_tables = {}, {}, {}  # the others for programs of JAX, or of torch, alone

    def tables_of(file):
        return (torch_tables if file.name.startswith("torch/") else
                jax_tables if file.name.startswith("loading/jax/") else tables)

    trees = pack_trees(tool, files.values())
    for file in files.values():
        write_file(out, file, files, trees)
    count = 0
    for file in files.values():
        for function, decorator in file.rows:
            row = Row(file, function, decorator)
            symbol = f"function_{count}"
            count += 1
            without = c_string("".join(name + " " for name in row.without)) if row.without else "NULL"
            out.append(f"static const struct prelude_function {symbol} = {{&{file.symbol}, "
                       f"{c_string(function.name)}, {without}}};\n")
            here = tables_of(file)
            for module in row.modules:
                add_packages(here, module)
                here[module].append(row.write(module, symbol))
    recorded = recorded_names(folder.parent / "library_names.def")
    for file in files.values():
        for name in file.exports():
            modules = [m for m in file.module.split() if name in recorded.get(m, {name})]
            if not modules:
                continue
            symbol = f"function_{count}"
            count += 1
            out.append(f"static const struct prelude_function {symbol} = {{&{file.symbol}, "
                       f"{c_string(name)}, NULL}};\n")
            here = tables_of(file)
            for module in modules:
                add_packages(here, module)
                here[module].append(
                    f"    VALUE({c_string(name)}, prelude_constant, .data = &{symbol}),\n")
    write_table(out, "prelude_table", tables)
    write_table(out, "prelude_jax_table", jax_tables)
    write_table(out, "prelude_torch_table", torch_tables)
    c_path.write_text("".join(out))
    def_path.write_text("".join(f"PRELUDE_FILE({file.symbol})\n" for file in files.values()))
    needed = sorted({p.parent for p in paths} | {folder, folder.parent / "library_names.def"} | set(paths))
    dep_path.write_text(f"{c_path}: " + " ".join(map(str, needed)) + "\n")


main()
