/* SPDX-License-Identifier: Apache-2.0 */
#include "library/library.h"

/* The functions that are written in Python (library/prelude), and their files. */
extern const struct function_row prelude_table[], prelude_jax_table[], prelude_torch_table[];
#define PRELUDE_FILE(name) extern const struct prelude_file name;
#include "library/prelude/prelude_files.def"
#undef PRELUDE_FILE

#define PRELUDE_FILE(name) &name,
static const struct prelude_file *const preludes[] = {
#include "library/prelude/prelude_files.def"
};
#undef PRELUDE_FILE

#define LIBRARY_TABLE(name) name,
static const struct function_row *const tables[] = {
    prelude_jax_table,
#include "library/tables.def"
    prelude_table,
    prelude_torch_table,
};
/* At the start, which programs of torch do not have, and at the end, which those of JAX do not. */
enum { JAX_TABLES = 1, TORCH_TABLES = 1 };
#undef LIBRARY_TABLE

#define TORCH_GLOBAL(module, name)                                    \
	{                                                             \
		name, module "." name, "from " module " import " name \
	}

/* What programs can use without an import; first, what those of torch alone do. */
static const struct library_global globals[] = {
    {"torch", "torch", "import torch"},
    {"nn", "torch.nn", "import torch.nn as nn"},
    {"F", "torch.nn.functional", "import torch.nn.functional as F"},
    {"dist", "torch.distributed", "import torch.distributed as dist"},
    {"torch_xla", "torch_xla", "import torch_xla"},
    {"xm", "torch_xla.core.xla_model", "import torch_xla.core.xla_model as xm"},
    {"xr", "torch_xla.runtime", "import torch_xla.runtime as xr"},
    {"xs", "torch_xla.distributed.spmd", "import torch_xla.distributed.spmd as xs"},
    TORCH_GLOBAL("torch.distributed.tensor", "Shard"),
    TORCH_GLOBAL("torch.distributed.tensor", "Replicate"),
    TORCH_GLOBAL("torch.distributed.tensor", "Partial"),
    TORCH_GLOBAL("torch.distributed.tensor", "DTensor"),
    TORCH_GLOBAL("torch.distributed.tensor", "distribute_tensor"),
    TORCH_GLOBAL("torch.distributed.tensor", "distribute_module"),
    TORCH_GLOBAL("torch.distributed.tensor.placement_types", "_StridedShard"),
    TORCH_GLOBAL("torch.distributed.device_mesh", "DeviceMesh"),
    TORCH_GLOBAL("torch.distributed.device_mesh", "init_device_mesh"),
    TORCH_GLOBAL("torch.distributed.tensor.parallel", "parallelize_module"),
    TORCH_GLOBAL("torch.distributed.tensor.parallel", "ColwiseParallel"),
    TORCH_GLOBAL("torch.distributed.tensor.parallel", "RowwiseParallel"),
    TORCH_GLOBAL("torch.distributed.tensor.parallel", "SequenceParallel"),
    TORCH_GLOBAL("torch.distributed.fsdp", "fully_shard"),
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

#undef TORCH_GLOBAL

enum { TORCH_GLOBALS = 22 }; /* at the beginning */

static const struct library_alias aliases[] = {
    {"jax", "P", "jax.sharding", "PartitionSpec", "0.7.0"},
    {"jax", "NamedSharding", "jax.sharding", "NamedSharding", ""},
    {"jax.dtypes", "bfloat16", "jax.numpy", "bfloat16", ""},
    {"jax.dtypes", "finfo", "jax.numpy", "finfo", ""},
    {"jax.dtypes", "iinfo", "jax.numpy", "iinfo", ""},
};

#define GONE(...)
#define NAMES(...) {__VA_ARGS__, .of_library = OF_LIBRARY},
static const struct module_names names[] =
    {
#define OF_LIBRARY false
#include "library/module_names.def"
#include "library/jax_names.def"
#include "library/special_names.def"
#undef OF_LIBRARY
#define OF_LIBRARY true
#include "library/library_names.def"
#undef OF_LIBRARY
},
				 names_with_torch[] = {
#define OF_LIBRARY false
#include "library/module_names.def"
#include "library/jax_names.def"
#include "library/special_names.def"
#include "library/torch_names.def"
#undef OF_LIBRARY
#define OF_LIBRARY true
#include "library/library_names.def"
#undef OF_LIBRARY
};
#define OF_LIBRARY true
static const struct module_names class_names[] = {
#include "library/class_names.def"
};
#undef OF_LIBRARY
#undef NAMES
#undef GONE

#define NAMES(...)
#define GONE(...) {__VA_ARGS__},
static const struct gone_name gone[] = {
#include "library/module_names.def"
#include "library/jax_names.def"
};
#undef NAMES
#undef GONE

#define LIBRARY(first_table, first_global, known_names)                                       \
	{                                                                                     \
		.tables = tables + (first_table),                                             \
		.ntables = COUNT_OF(tables) - (first_table ? JAX_TABLES : TORCH_TABLES),      \
		.preludes = preludes, .npreludes = COUNT_OF(preludes),                        \
		.globals = globals + (first_global),                                          \
		.nglobals = COUNT_OF(globals) - (first_global), .aliases = aliases,           \
		.naliases = COUNT_OF(aliases), .names = known_names,                          \
		.nnames = COUNT_OF(known_names), .class_names = class_names,                  \
		.nclass_names = COUNT_OF(class_names), .gone = gone, .ngone = COUNT_OF(gone), \
	}

const struct library jax_library = LIBRARY(0, TORCH_GLOBALS, names);

const struct library torch_library = LIBRARY(JAX_TABLES, 0, names_with_torch);
