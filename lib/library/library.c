/* SPDX-License-Identifier: Apache-2.0 */
#include "library/library.h"
#include "trace/eval/prelude.h"

/* The functions that are written in Python (library/prelude), and their files. */
#define PRELUDE_TABLE(name) extern const struct module_row name;
#define PRELUDE_FILE(name) extern const struct prelude_file name;
#include "library/prelude/prelude_tables.def"
#undef PRELUDE_TABLE
#undef PRELUDE_FILE

#define PRELUDE_TABLE(name)
#define PRELUDE_FILE(name) &name,
static const struct prelude_file *const preludes[] = {
#include "library/prelude/prelude_tables.def"
};
#undef PRELUDE_TABLE
#undef PRELUDE_FILE

static const struct module_row *const tables[] = {
#define LIBRARY_TABLE(name) &name,
#define PRELUDE_TABLE(name) &name,
#define PRELUDE_FILE(name)
#include "library/tables.def"
#include "library/prelude/prelude_tables.def"
#undef PRELUDE_FILE
#undef PRELUDE_TABLE
#undef LIBRARY_TABLE
};

/* What programs can use without an import. */
static const struct library_global globals[] = {
    {"jax", "jax", "import jax"},
    {"jnp", "jax.numpy", "import jax.numpy as jnp"},
    {"lax", "jax.lax", "from jax import lax"},
    {"np", "numpy", "import numpy as np"},
    {"numpy", "numpy", "import numpy"},
    {"math", "math", "import math"},
    {"functools", "functools", "import functools"},
    {"partial", "functools.partial", "from functools import partial"},
    {"random", "jax.random", "from jax import random"},
    {"nn", "jax.nn", "from jax import nn"},
    {"eqx", "equinox", "import equinox as eqx"},
    {"equinox", "equinox", "import equinox"},
    {"P", "jax.sharding.PartitionSpec", "from jax.sharding import PartitionSpec as P"},
    {"PartitionSpec", "jax.sharding.PartitionSpec", "from jax.sharding import PartitionSpec"},
    {"NamedSharding", "jax.sharding.NamedSharding", "from jax.sharding import NamedSharding"},
    {"PositionalSharding", "jax.sharding.PositionalSharding",
     "from jax.sharding import PositionalSharding"},
    {"Mesh", "jax.sharding.Mesh", "from jax.sharding import Mesh"},
    {"AbstractMesh", "jax.sharding.AbstractMesh", "from jax.sharding import AbstractMesh"},
    {"AxisType", "jax.sharding.AxisType", "from jax.sharding import AxisType"},
    {"mesh_utils", "jax.experimental.mesh_utils", "from jax.experimental import mesh_utils"},
};

static const struct library_alias aliases[] = {
    {"jax", "P", "jax.sharding", "PartitionSpec", "0.7.0"},
    {"jax", "NamedSharding", "jax.sharding", "NamedSharding", ""},
    {"jax.dtypes", "bfloat16", "jax.numpy", "bfloat16", ""},
    {"jax.dtypes", "finfo", "jax.numpy", "finfo", ""},
    {"jax.dtypes", "iinfo", "jax.numpy", "iinfo", ""},
};

#define GONE(...)
#define NAMES(...) {__VA_ARGS__},
static const struct module_names names[] = {
#include "library/module_names.def"
#include "library/special_names.def"
};
#undef NAMES
#undef GONE

#define NAMES(...)
#define GONE(...) {__VA_ARGS__},
static const struct gone_name gone[] = {
#include "library/module_names.def"
};
#undef NAMES
#undef GONE

const struct library jax_library = {
    .modules = tables,
    .nmodules = sizeof tables / sizeof *tables,
    .preludes = preludes,
    .npreludes = sizeof preludes / sizeof *preludes,
    .globals = globals,
    .nglobals = sizeof globals / sizeof *globals,
    .aliases = aliases,
    .naliases = sizeof aliases / sizeof *aliases,
    .names = names,
    .nnames = sizeof names / sizeof *names,
    .gone = gone,
    .ngone = sizeof gone / sizeof *gone,
};
