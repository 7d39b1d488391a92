/* SPDX-License-Identifier: Apache-2.0 */
/* Libraries that show, store or report what they are given, and compute nothing on arrays of JAX.
 */
#pragma once

#include "base/str.h"

/* What stands for a list of Python's of which it is not known how long it is: what is put into it
 * is kept as it is. */
#define OBSERVER_GROWN_LIST "a list of a loop"

/* Whether a function of such a library, or what one of its functions gave, has this name:
 * "matplotlib.pyplot.plot", "matplotlib.pyplot.subplots(…)". */
bool is_observer(struct str function);

/* Whether it puts something else in the place of functions and attributes, which it may be told by
 * their names alone: "unittest.mock.patch". */
bool replaces_names(struct str function);

/* Whether it is of a library that computes or looks at what it is given, and changes none of
 * Python's objects: "os.path.join". */
bool computes_only(struct str function);
