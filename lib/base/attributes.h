/* SPDX-License-Identifier: Apache-2.0 */
/* Compiler attributes that say what a prototype cannot. */
#pragma once

#define MUST_USE __attribute__((warn_unused_result))
#define PRINTF_LIKE(format, first) __attribute__((__format__(__printf__, format, first)))
#define NORETURN __attribute__((noreturn))
/* Hardly ever called: what leads there is kept away from the code that runs. */
#define COLD __attribute__((cold))

/* How many elements an array has. */
#define COUNT_OF(array) (sizeof(array) / sizeof *(array))
