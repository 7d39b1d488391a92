/* SPDX-License-Identifier: Apache-2.0 */
/* The modules that programs use: jax, jax.numpy, jax.lax and their like, each a table of functions
 * in a file of its own. */
#pragma once

#include "trace/library.h"

/* Everything a program can call. */
extern const struct library jax_library;

/* The same with torch and torch_xla, for programs of these. */
extern const struct library torch_library;

/* The tables. */
#define LIBRARY_TABLE(name) extern const struct function_row name[];
#include "library/tables.def"
#undef LIBRARY_TABLE
