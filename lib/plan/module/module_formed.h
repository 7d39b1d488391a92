/* SPDX-License-Identifier: Apache-2.0 */
/* Whether operations are of their arrays: kernels go by their numbers without asking. */
#pragma once

#include "module/module.h"

/* Whether each operation of the module has operands and dims that are those of its arrays. */
bool module_is_well_formed(const struct module *module);
