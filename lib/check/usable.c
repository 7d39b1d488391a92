/* SPDX-License-Identifier: Apache-2.0 */
#include "check/usable.h"

#include <stdlib.h>

#include "base/order.h"

void usable_check_axes(struct jax_case *judged, enum moment moment)
{
	const struct mesh *mesh = judged->sharding.mesh;
	const struct partition_spec *spec = &judged->sharding.spec;
	bool placed = moment == MOMENT_DEVICE_PUT || moment == MOMENT_IN_SHARDINGS ||
	              moment == MOMENT_OUT_SHARDINGS;
	for (uint32_t i = 0; placed && i < spec->nentries; i++) {
		for (uint32_t j = 0; j < entry_axes(&spec->entries[i]); j++) {
			uint32_t last = jax_reference_axis(mesh, &spec->entries[i].axes[j]);
			for (uint32_t first = 0; last < mesh->naxes && first < last; first++) {
				if (!str_equal(mesh->axes[first].name, mesh->axes[last].name))
					continue;
				struct diag *diag =
				    diag_add(judged->judge->diags, RULE_MESH_AXIS_REPEATED,
				             spec->entries[i].axes[j].at,
				             "the mesh has this axis twice, so that nothing can be "
				             "placed along it");
				diag_note(diag, mesh->axes[last].at,
				          "the second axis of this name");
				diag_help(diag, "give the axes of the mesh different names");
				diag_framework(diag, "JaxRuntimeError",
				               STR("INVALID_ARGUMENT: `reshape_dims` and "
				                   "`transpose_perm` should have the same size"));
				judged->refused = true;
				return;
			}
		}
	}
}

/* The first id that stands twice among the mesh's devices; -1 when none does. */
static int64_t repeated_device(struct arena *scratch, const struct mesh *mesh)
{
	int64_t *ids = arena_copy(scratch, mesh->devices, mesh->ndevices, sizeof *ids);
	qsort(ids, mesh->ndevices, sizeof *ids, compare_int64);
	for (uint32_t i = 1; i < mesh->ndevices; i++)
		if (ids[i] == ids[i - 1])
			return ids[i];
	return -1;
}

void usable_check_devices(const struct jax_case *judged, enum moment moment, bool *reported)
{
	const struct mesh *mesh = judged->sharding.mesh;
	int64_t ways, most = 1;
	for (uint32_t i = 0; i < judged->sharding.spec.nentries; i++)
		if (jax_entry_ways(&judged->sharding, &judged->sharding.spec.entries[i], &ways) &&
		    ways > most)
			most = ways;
	if (!mesh->devices || moment != MOMENT_DEVICE_PUT || most == 1 || *reported)
		return;
	*reported = true;
	int64_t id = repeated_device(judged->judge->scratch, mesh);
	if (id < 0)
		return;
	struct diag *diag = diag_add(
	    judged->judge->diags, RULE_MESH_DEVICE_REPEATED, mesh->devices_node->at,
	    "device %lld stands twice in the mesh, so that device_put fails", (long long)id);
	diag_help(diag, "list each device once");
	diag_framework(diag, "ValueError", STR("safe_zip() argument 1 has length"));
}
