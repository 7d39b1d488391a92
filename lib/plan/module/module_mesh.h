/* SPDX-License-Identifier: Apache-2.0 */
/* The mesh that a module is planned on. */
#pragma once

#include "base/buf.h"
#include "module/module.h"

/*
 * The mesh of the module, where its text names one. HLO text does not: then one over its devices
 * whose axes, axis_0 and so on, are as fine as its shardings and groups of devices cut them. NULL
 * for more devices than are listed.
 */
const struct named_mesh *module_mesh(struct arena *arena, const struct module *module);

/* The mesh as a spec has it: mesh: {axes: {"x": 2}}. */
struct str module_mesh_spec(struct arena *arena, const struct named_mesh *mesh);

/* A name, or any other text, as YAML reads it whatever stands in it: in quotes. */
void module_add_name(struct buf *out, struct str name);
