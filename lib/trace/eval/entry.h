/* SPDX-License-Identifier: Apache-2.0 */
/* Functions that the user wants judged though the program does not call them. */
#pragma once

#include "trace/state/trace.h"

/* Whether one of the entries is a function of the spec's own file. */
bool has_entries(const struct spec *spec);

/* Runs the conftest.py that pytest runs before it imports the file, where one of the entries is a
 * test. */
void import_conftests(struct trace *trace);

/*
 * Calls the functions that the spec's entries name, once the program has been run: with the
 * arguments that are given, or that annotations of jaxtyping describe. What is missing is a finding
 * at the function.
 */
void call_entries(struct trace *trace);
