/* SPDX-License-Identifier: Apache-2.0 */
#include "hardware/device_mesh.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/order.h"
#include "hardware/ring_order.h"

/* Product of Python integers: one that does not fit equals no number of devices. */
static int64_t product_of(const int64_t *sizes, uint32_t count)
{
	int64_t product = 1;
	for (uint32_t i = 0; i < count; i++)
		if (sizes[i] == 0)
			return 0;
	for (uint32_t i = 0; i < count; i++)
		if (!checked_multiply(&product, product, sizes[i]))
			return -1;
	return product;
}

static struct mesh_error shape_error(struct arena *arena, const struct device_list *devices,
                                     const struct device_mesh_request *request,
                                     const struct jax_rules *rules)
{
	if (request->rank > MESH_RANK_MAX)
		return (struct mesh_error){
		    "", str_format(arena, "a mesh has at most %d axes", MESH_RANK_MAX)};
	bool is_list = request->mesh_shape_is_list && rules->has[JAX_SIZES_AS_PASSED];
	if (product_of(request->mesh_shape, request->rank) != devices->count)
		return (struct mesh_error){
		    "ValueError", str_format(arena,
		                             "Number of devices %" PRIu32
		                             " must equal the product of mesh_shape %.*s",
		                             devices->count,
		                             STR_ARG(mesh_error_sizes(arena, request->mesh_shape,
		                                                      request->rank, is_list)))};
	if (devices->count == 0)
		return (struct mesh_error){"IndexError", STR("list index out of range")};
	return (struct mesh_error){0};
}

/* numpy takes a negative size for one to be computed, of which there may be one. */
static struct mesh_error negative_error(const int64_t *shape, uint32_t rank)
{
	for (uint32_t i = 0; i < rank; i++)
		if (shape[i] < 0)
			return (struct mesh_error){"ValueError",
			                           STR("can only specify one unknown dimension")};
	return (struct mesh_error){0};
}

static const int32_t *listed_ids(struct arena *arena, const struct device_list *devices,
                                 bool sorted)
{
	int32_t *ids = arena_new(arena, int32_t, devices->count);
	for (uint32_t i = 0; i < devices->count; i++)
		ids[i] = devices->items[i].id;
	if (sorted)
		qsort(ids, devices->count, sizeof *ids, compare_int32);
	return ids;
}

/* The error that comes up as soon as a device is used that is not there. */
static struct mesh_error missing_error(const struct device_mesh *mesh)
{
	for (uint32_t i = 0; i < mesh->count; i++)
		if (mesh->ids[i] < 0)
			return (struct mesh_error){"AttributeError",
			                           STR("'NoneType' object has no attribute 'id'")};
	return (struct mesh_error){0};
}

/* The general case on TPU: the physical mesh, and logical axes assigned to its axes. */
static void lay_on_torus(struct arena *arena, const struct device_list *devices,
                         const struct device_mesh_request *request, const struct jax_rules *rules,
                         struct device_mesh *mesh)
{
	const struct device_kind_rule *kind = device_kind_rule_of(rules, devices->device_kind);
	mesh->physical = physical_mesh_of(arena, devices, rules, kind->core_axis);
	if (!mesh->physical.error.type && request->contiguous_submeshes)
		mesh->physical = physical_mesh_contiguous(arena, mesh->physical,
		                                          request->mesh_shape, request->rank);
	mesh->error = mesh->physical.error;
	if (mesh->error.type)
		return;
	struct axis_assignment_options options = {request->allow_split_physical_axes,
	                                          kind->core_axis_first};
	mesh->assignment =
	    axis_assignment_of(arena, &mesh->physical, mesh->shape, mesh->rank, options, rules);
	mesh->path = mesh->assignment.split ? DEVICE_MESH_SPLIT : DEVICE_MESH_WHOLE;
	mesh->error = mesh->assignment.error;
	if (!mesh->error.type)
		mesh->ids =
		    axis_assignment_ids(arena, &mesh->physical, &mesh->assignment, &mesh->error);
	if (!mesh->error.type)
		mesh->error = missing_error(mesh);
}

/*
 * A ring rule that looks at the lengths of the cuboid has the physical mesh made first, whose
 * errors come before its own.
 */
static bool builds_physical_mesh(const struct device_kind_rule *kind, uint32_t count)
{
	for (uint32_t i = 0; i < kind->nrings; i++)
		if ((kind->rings[i].at_most_2x2 || kind->rings[i].asserts_2x2) &&
		    count % kind->rings[i].length == 0 && count <= kind->rings[i].most)
			return true;
	return false;
}

static bool lay_on_ring(struct arena *arena, const struct device_list *devices,
                        const struct device_kind_rule *kind, const struct jax_rules *rules,
                        struct device_mesh *mesh)
{
	if (builds_physical_mesh(kind, devices->count)) {
		mesh->error = physical_mesh_of(arena, devices, rules, kind->core_axis).error;
		if (mesh->error.type)
			return true;
	}
	struct ring_order ring = ring_order_of(arena, devices, kind, mesh->shape, mesh->rank);
	mesh->path = DEVICE_MESH_RING;
	mesh->ids = ring.ids;
	mesh->error = ring.error;
	return ring.found;
}

struct device_mesh device_mesh_create(struct arena *arena, const struct device_list *devices,
                                      const struct device_mesh_request *request,
                                      const struct jax_rules *rules)
{
	const struct device_kind_rule *kind = device_kind_rule_of(rules, devices->device_kind);
	struct device_mesh mesh = {.error = shape_error(arena, devices, request, rules),
	                           .problem = DEVICE_MESH_COUNT};
	if (mesh.error.type)
		return mesh;
	mesh.problem = DEVICE_MESH_LAYOUT;
	mesh.rank = request->rank;
	mesh.count = devices->count;
	for (uint32_t i = 0; i < mesh.rank; i++)
		mesh.shape[i] = request->mesh_shape[i];
	if (!lay_on_ring(arena, devices, kind, rules, &mesh)) {
		if (devices->platform == PLATFORM_TPU) {
			lay_on_torus(arena, devices, request, rules, &mesh);
		} else {
			bool sorted =
			    devices->platform == PLATFORM_GPU && rules->has[JAX_GPUS_SORTED_BY_ID];
			mesh.path = DEVICE_MESH_LISTED;
			mesh.ids = listed_ids(arena, devices, sorted);
		}
	}
	if (!mesh.error.type)
		mesh.error = negative_error(mesh.shape, mesh.rank);
	return mesh;
}

/* Devices by granule: the granules' keys, and every device beside those of its granule. */
struct granules {
	uint32_t count;
	struct device_list *lists;
};

static int32_t granule_key(const struct device *device, bool process_is_granule)
{
	return process_is_granule ? device->process : device->slice;
}

struct keyed_device {
	int32_t key;
	uint32_t key_order; /* position among granules: by key, or by first appearance */
	uint32_t index;     /* in the list of devices */
};

static int by_key(const void *left, const void *right)
{
	const struct keyed_device *a = left, *b = right;
	if (a->key != b->key)
		return a->key < b->key ? -1 : 1;
	return (a->index > b->index) - (a->index < b->index);
}

static int by_granule(const void *left, const void *right)
{
	const struct keyed_device *a = left, *b = right;
	if (a->key_order != b->key_order)
		return a->key_order < b->key_order ? -1 : 1;
	return (a->index > b->index) - (a->index < b->index);
}

/* The devices sorted by granule, list order kept within each. */
static struct keyed_device *keyed_devices(struct arena *arena, const struct device_list *devices,
                                          const struct device_mesh_request *request)
{
	struct keyed_device *keyed = arena_new(arena, struct keyed_device, devices->count);
	for (uint32_t i = 0; i < devices->count; i++)
		keyed[i] = (struct keyed_device){
		    .key = granule_key(&devices->items[i], request->process_is_granule),
		    .index = i};
	qsort(keyed, devices->count, sizeof *keyed, by_key);
	for (uint32_t i = 0, first = 0; i < devices->count; i++) {
		first = i && keyed[i].key == keyed[i - 1].key ? first : i;
		keyed[i].key_order = request->granules_as_listed ? keyed[first].index : first;
	}
	qsort(keyed, devices->count, sizeof *keyed, by_granule);
	return keyed;
}

static struct granules granules_of(struct arena *arena, const struct device_list *devices,
                                   const struct device_mesh_request *request)
{
	struct keyed_device *keyed = keyed_devices(arena, devices, request);
	struct device *sorted = arena_new(arena, struct device, devices->count);
	struct granules granules = {.lists = arena_new(arena, struct device_list, devices->count)};
	for (uint32_t i = 0; i < devices->count; i++) {
		sorted[i] = devices->items[keyed[i].index];
		if (i == 0 || keyed[i].key != keyed[i - 1].key) {
			struct device_list granule = *devices;
			granule.items = &sorted[i];
			granule.count = 0;
			granules.lists[granules.count++] = granule;
		}
		granules.lists[granules.count - 1].count++;
	}
	return granules;
}

static struct mesh_error hybrid_error(struct arena *arena, const struct device_list *devices,
                                      const struct device_mesh_request *request,
                                      const struct jax_rules *rules)
{
	if (request->dcn_rank > MESH_RANK_MAX || request->rank > MESH_RANK_MAX)
		return (struct mesh_error){
		    "", str_format(arena, "a mesh has at most %d axes", MESH_RANK_MAX)};
	if (devices->count == 0)
		return (struct mesh_error){"IndexError", STR("list index out of range")};
	if (devices->platform != PLATFORM_OTHER || request->process_is_granule)
		return (struct mesh_error){0};
	if (rules->has[JAX_SLICE_INDEX_ASSERTED])
		return (struct mesh_error){"AssertionError", STR("")};
	return (struct mesh_error){
	    "ValueError", str_format(arena,
	                             "Device %s does not have attribute slice_index. See "
	                             "`process_is_granule` option.",
	                             rules->has[JAX_SHORT_DEVICE_TEXT] ? "cpu:0" : "TFRT_CPU_0")};
}

static struct mesh_error granule_error(struct arena *arena, uint32_t granules,
                                       const struct device_mesh_request *request)
{
	if (product_of(request->dcn_mesh_shape, request->dcn_rank) == granules)
		return negative_error(request->dcn_mesh_shape, request->dcn_rank);
	struct str shape = mesh_error_sizes(arena, request->dcn_mesh_shape, request->dcn_rank,
	                                    request->dcn_mesh_shape_is_list);
	return (struct mesh_error){"ValueError",
	                           str_format(arena,
	                                      "Number of slices %" PRIu32
	                                      " must equal the product of dcn_mesh_shape %.*s",
	                                      granules, STR_ARG(shape))};
}

/* Size `i` of `rank` right-aligned in a shape of `wide` sizes. */
static int64_t aligned_size(const int64_t *shape, uint32_t rank, uint32_t wide, uint32_t i)
{
	return i < wide - rank ? 1 : shape[i - (wide - rank)];
}

/* Where position `at` of the joint mesh lies: its granule, and the place in the granule's mesh. */
static void locate(const struct device_mesh *joint, const struct device_mesh_request *request,
                   int64_t at, int64_t *granule, int64_t *place)
{
	int64_t granule_stride = 1, place_stride = 1;
	*granule = *place = 0;
	for (uint32_t i = joint->rank; i-- > 0;) {
		int64_t inner = aligned_size(request->mesh_shape, request->rank, joint->rank, i);
		int64_t outer =
		    aligned_size(request->dcn_mesh_shape, request->dcn_rank, joint->rank, i);
		int64_t index = at % joint->shape[i];
		at /= joint->shape[i];
		*granule += index / inner * granule_stride;
		*place += index % inner * place_stride;
		granule_stride *= outer;
		place_stride *= inner;
	}
}

/* Sets the meshes of the granules, all of the shape of the first, side by side. */
static struct device_mesh join(struct arena *arena, struct device_mesh first,
                               const int32_t *const *granule_ids, uint32_t granules,
                               const struct device_mesh_request *request)
{
	struct device_mesh joint = first;
	joint.rank = request->dcn_rank > request->rank ? request->dcn_rank : request->rank;
	joint.count = first.count * granules;
	for (uint32_t i = 0; i < joint.rank; i++)
		joint.shape[i] =
		    aligned_size(request->mesh_shape, request->rank, joint.rank, i) *
		    aligned_size(request->dcn_mesh_shape, request->dcn_rank, joint.rank, i);
	int32_t *ids = arena_new(arena, int32_t, joint.count);
	for (uint32_t i = 0; i < joint.count; i++) {
		int64_t granule, place;
		locate(&joint, request, i, &granule, &place);
		ids[i] = granule_ids[granule][place];
	}
	joint.ids = ids;
	return joint;
}

struct device_mesh device_mesh_create_hybrid(struct arena *arena, const struct device_list *devices,
                                             const struct device_mesh_request *request,
                                             const struct jax_rules *rules)
{
	struct device_mesh failed = {.error = hybrid_error(arena, devices, request, rules)};
	if (failed.error.type)
		return failed;
	struct granules granules = granules_of(arena, devices, request);
	failed.error = granule_error(arena, granules.count, request);
	failed.problem = DEVICE_MESH_SLICES;
	if (failed.error.type)
		return failed;
	struct device_mesh_request inner = *request;
	inner.contiguous_submeshes = false;
	const int32_t **ids = arena_new(arena, const int32_t *, granules.count);
	struct device_mesh first = {0};
	for (uint32_t i = 0; i < granules.count; i++) {
		struct device_mesh mesh =
		    device_mesh_create(arena, &granules.lists[i], &inner, rules);
		if (mesh.error.type)
			return mesh;
		ids[i] = mesh.ids;
		if (i == 0)
			first = mesh;
	}
	return join(arena, first, ids, granules.count, request);
}
