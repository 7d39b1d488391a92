/* SPDX-License-Identifier: Apache-2.0 */
/* What a framework refuses, as files of the prelude get it. */
#pragma once

#include "torch/violation.h"
#include "trace/state/trace.h"

/* A list of tuples of class, text, rule, our words and help, in the framework's order. */
const struct value *prelude_violations(struct trace *trace, const struct violations *found);
