/* SPDX-License-Identifier: Apache-2.0 */
/* How often a loop runs. */
#pragma once

#include "module/module.h"

/*
 * Sets the trip count of every while of the module that has none yet, where it can be told: a
 * counter that starts at a constant, is compared with a constant, and is advanced by one, as
 * jax.lax.scan and fori_loop write it. Others stay -1.
 */
void module_count_trips(struct module *module);
