/* SPDX-License-Identifier: Apache-2.0 */
/* The door for functions of the library: their rows and arguments, raising and giving up, and what
 * they evaluate and call. */
#pragma once

#include "trace/convert/iterate.h"
#include "trace/eval/evaluate.h"
#include "trace/state/failure.h"
#include "trace/value/library.h"
#include "trace/state/trace.h"
