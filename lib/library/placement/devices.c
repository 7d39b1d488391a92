/* SPDX-License-Identifier: Apache-2.0 */
/* The devices there are, and NumPy arrays of them. JAX: xla_bridge.py devices, device_count. */

#include "base/checked.h"

#include <assert.h>
#include "library/library.h"
#include "library/placement/sharding_values.h"
#include "spec/script/script.h"
#include "trace/convert/sequence.h"
#include "trace/eval/prelude.h"
#include "trace/module/environment.h"
#include "trace/state/work.h"
#include "op/core/dtype_class.h"

enum { MAX_LISTED_DEVICES = 1 << 17 };

int64_t device_count(struct trace *trace)
{
	const struct spec *spec = trace->spec;
	int64_t most = 0;
	if (spec->script_devices > 0 || spec->devices > 0)
		return spec->script_devices > 0 ? spec->script_devices : spec->devices;
	for (uint32_t i = 0; i < spec->nmeshes; i++) {
		int64_t product = 1;
		for (uint32_t j = 0; j < spec->meshes[i].nsizes; j++)
			if (!checked_multiply(&product, product, spec->meshes[i].axes[j].size))
				return 0;
		if (product > most)
			most = product;
	}
	return most ? most : host_devices(trace);
}

const struct value *devices_value(struct trace *trace, const int64_t *sizes, uint32_t count)
{
	struct value *value = value_new(trace->op.arena, VALUE_DEVICES);
	value->devices = value_shape(trace->op.arena, sizes, count)->list;
	return value;
}

static int64_t elements_of(const struct value *devices)
{
	assert(devices->kind == VALUE_DEVICES);
	int64_t elements = 1;
	for (uint32_t i = 0; i < devices->devices.count; i++)
		if (!checked_multiply(&elements, elements, devices->devices.items[i]->integer))
			return INT64_MAX;
	return elements;
}

/* The shape of a list that holds devices at its innermost level; false when it is none. */
static bool list_shape(const struct value *value, int64_t *sizes, uint32_t *count)
{
	const struct value_list *items = value_items(value);
	if (value_is_one_device(value))
		return true;
	if (!items || !items->count || *count == MAX_RANK)
		return false;
	sizes[(*count)++] = items->count;
	return list_shape(items->items[0], sizes, count);
}

bool devices_shape(struct trace *trace, const struct value *value, const int64_t **sizes,
                   uint32_t *count)
{
	int64_t *read = arena_new(trace->op.arena, int64_t, MAX_RANK);
	*count = 0;
	*sizes = read;
	if (value->kind == VALUE_DEVICES) {
		*count = value->devices.count;
		for (uint32_t i = 0; i < *count; i++)
			read[i] = value->devices.items[i]->integer;
		return true;
	}
	if (list_shape(value, read, count))
		return true;
	return op_unknown(&trace->op, "a %s where devices are expected", value_class_name(value));
}

/* Adds the ids of a device, or of those in a list; false when something else is in it. */
static bool collect_ids(const struct value *value, int64_t *ids, uint32_t *count)
{
	const struct value_list *items = value_items(value);
	if (value_is_one_device(value) && value->record.count &&
	    value->record.fields[0]->kind == VALUE_INT && *count < MAX_LISTED_DEVICES) {
		ids[(*count)++] = value->record.fields[0]->integer;
		return true;
	}
	for (uint32_t i = 0; items && i < items->count; i++)
		if (!collect_ids(items->items[i], ids, count))
			return false;
	return items != NULL;
}

/* How many devices there are in lists inside of each other. */
static uint64_t count_listed(const struct value *value)
{
	const struct value_list *items = value_items(value);
	uint64_t count = items ? 0 : 1;
	for (uint32_t i = 0; items && i < items->count; i++)
		count += count_listed(items->items[i]);
	return count;
}

const int64_t *device_ids(struct trace *trace, const struct value *value, uint32_t *count)
{
	*count = 0;
	if (value->kind == VALUE_DEVICES) {
		int64_t elements = elements_of(value);
		*count = elements <= MAX_LISTED_DEVICES ? (uint32_t)elements : 0;
		return value->device_ids;
	}
	uint64_t listed = value_too_large(value) ? 0 : count_listed(value);
	if (listed == 0 || listed > MAX_LISTED_DEVICES)
		return NULL;
	int64_t *ids = arena_new(trace->op.arena, int64_t, (size_t)listed);
	return collect_ids(value, ids, count) ? ids : NULL;
}

const struct value *devices_in_shape(struct trace *trace, const struct value *devices,
                                     const int64_t *sizes, uint32_t count)
{
	uint32_t known;
	struct value *value = value_new(trace->op.arena, VALUE_DEVICES);
	value->devices = value_shape(trace->op.arena, sizes, count)->list;
	value->device_ids = device_ids(trace, devices, &known);
	return value;
}

bool holds_devices(const struct value *value)
{
	const struct value_list *items;
	while ((items = value_items(value)) && items->count)
		value = items->items[0];
	return value->kind == VALUE_DEVICES || value_is_one_device(value);
}

void explain_device_count(struct trace *trace)
{
	trace->host.wanted |= !trace->host.flags && !trace->host.configured;
	if (source_is_script(trace->spec->source))
		explain(&trace->op,
		        HELP("say how many there are: --devices 16, or a comment at the top of the "
		             "file: # shardctl: devices=16"));
	else
		explain(&trace->op,
		        HELP("say how many there are: devices: 8 in the spec, or --devices 8"));
}

static const struct value *unknown_count(struct trace *trace)
{
	(void)trace_unknown(trace, "how many devices there are is not known");
	explain_device_count(trace);
	return NULL;
}

/* As JAX calls it; without hardware there are the devices of a host, or those that are assumed. */
static struct str platform_name(struct trace *trace, struct span at)
{
	static const char *const names[] = {
	    [PLATFORM_TPU] = "tpu", [PLATFORM_GPU] = "gpu", [PLATFORM_OTHER] = "cpu"};
	const struct spec *spec = trace->spec;
	struct host_devices *host = &trace->host;
	if (!trace->prelude && !spec->hardware && !host->kind_asked.length && !host->flags &&
	    !host->configured)
		host->kind_asked = program_span(trace->program, at);
	return spec->hardware     ? str_of(names[spec->hardware->chip->platform])
	       : spec->platform.s ? spec->platform
	                          : STR("cpu");
}

static const struct value *device_value(struct trace *trace, int64_t id, struct span at)
{
	static const char *const names[] = {"id", "process_index", "platform", "device_kind"};
	const struct hardware *hardware = trace->spec->hardware;
	struct value *value = value_new(trace->op.arena, VALUE_RECORD);
	const struct value **fields = arena_new(trace->op.arena, const struct value *, 4);
	fields[0] = value_int(trace->op.arena, id);
	fields[1] = value_int(trace->op.arena, 0);
	fields[2] = value_string(trace->op.arena, platform_name(trace, at));
	fields[3] = hardware
	                ? value_string(trace->op.arena, str_of(hardware->chip->device_kinds[0]))
	                : fields[2];
	value->record = (struct record){"Device", names, fields, 4};
	return value;
}

/* The devices in the order in which they are listed; none where the hardware is not known. */
static struct device_list hardware_devices(struct trace *trace)
{
	const struct hardware *hardware = trace->spec->hardware;
	if (!hardware || hardware->devices > MAX_LISTED_DEVICES)
		return (struct device_list){.count = 0};
	const struct topology topology = hardware_topology(hardware);
	return topology_devices(trace->op.arena, &topology);
}

/* Whether backend= names a kind of device that JAX knows; without it all there are. */
static bool check_backend(struct trace *trace, const struct value *backend)
{
	static const char *const platforms[] = {"cpu", "gpu", "tpu", "cuda", "rocm"};
	for (uint32_t i = 0; i < COUNT_OF(platforms); i++)
		if (backend->kind == VALUE_STRING &&
		    str_equal(backend->string, str_of(platforms[i])))
			return true;
	return backend->kind == VALUE_NONE ||
	       op_unknown(&trace->op, "devices of such a backend are not known");
}

/* backend=None, or process_index=None, backend=None, host_id=None */
static const struct value *list_devices(struct trace *trace, const struct call_arguments *arguments)
{
	if (!check_backend(trace, argument(arguments, arguments->count > 1)))
		return NULL;
	int64_t count = device_count(trace);
	if (count == 0)
		return unknown_count(trace);
	if (count > MAX_LISTED_DEVICES)
		return trace_unknown(trace, "a list of more than %d devices", MAX_LISTED_DEVICES);
	const struct device_list listed = hardware_devices(trace);
	const struct value **items =
	    arena_new(trace->op.arena, const struct value *, (size_t)count);
	for (int64_t i = 0; i < count; i++)
		items[i] = device_value(trace, listed.count == count ? listed.items[i].id : i,
		                        arguments->at);
	return value_sequence(trace->op.arena, VALUE_LIST, items, (uint32_t)count);
}

static const struct value *default_backend(struct trace *trace,
                                           const struct call_arguments *arguments)
{
	return value_string(trace->op.arena, platform_name(trace, arguments->at));
}

static const struct value *count_devices(struct trace *trace,
                                         const struct call_arguments *arguments)
{
	if (!check_backend(trace, argument(arguments, 0)))
		return NULL;
	int64_t count = device_count(trace);
	return count ? value_int(trace->op.arena, count) : unknown_count(trace);
}

/* ---- Arrays of devices ---- */

/* devices, sizes: the same in another shape, or others of which only the shape is known. */
static const struct value *shaped(struct trace *trace, const struct call_arguments *arguments)
{
	const struct value *devices = argument(arguments, 0);
	const int64_t *sizes;
	uint32_t count;
	if (!value_to_ints(trace, argument(arguments, 1), &sizes, &count))
		return NULL;
	if (count > MAX_RANK)
		return trace_unknown(trace, "devices of more than %d dimensions", MAX_RANK);
	return devices->kind == VALUE_DEVICES ? devices_in_shape(trace, devices, sizes, count)
	                                      : devices_value(trace, sizes, count);
}

/* count, taken=None: a mesh takes this many devices and no other number, where it takes all that
 * there are, which are `taken`. */
static const struct value *means_devices(struct trace *trace,
                                         const struct call_arguments *arguments)
{
	const struct value *taken = argument(arguments, 1);
	int64_t count = argument(arguments, 0)->integer;
	bool all = taken->kind == VALUE_NONE || taken->integer == device_count(trace);
	if (!trace->host.meant && all && count <= MAX_DEVICES)
		trace->host.meant = count;
	return &value_none;
}

static const struct value *shape(struct trace *trace, const struct call_arguments *arguments)
{
	const struct value_list *sizes = &argument(arguments, 0)->devices;
	return value_sequence(trace->op.arena, VALUE_TUPLE, sizes->items, sizes->count);
}

/* The places along a dimension that an index takes; no count: they are not known. */
struct places {
	int64_t start, step, count;
};

/* Moves past one index of an array of devices; false when it is none that is known. */
static bool take_index(struct trace *trace, const struct value *index, int64_t length,
                       int64_t *sizes, uint32_t *count, struct places *places)
{
	int64_t start, step, kept;
	if (index->kind == VALUE_INT && index->integer >= -length && index->integer < length) {
		start = index->integer < 0 ? index->integer + length : index->integer;
		*places = (struct places){start, 1, 1};
		return true;
	}
	if (index->kind == VALUE_ARRAY && index->array->host && length > 0 &&
	    *count + index->array->type.rank <= MAX_RANK &&
	    dtype_is_integer(index->array->type.dtype)) {
		for (uint32_t i = 0; i < index->array->type.rank; i++)
			sizes[(*count)++] = index->array->type.shape[i];
		return true;
	}
	if (index->kind != VALUE_SLICE || !slice_range(trace, index, length, &start, &step, &kept))
		return op_unknown(&trace->op, "devices indexed by a %s", value_class_name(index));
	sizes[(*count)++] = kept;
	*places = (struct places){start, step, kept};
	return true;
}

/* Which devices stand at these places of each dimension; NULL when that is not known. */
static const int64_t *ids_at(struct trace *trace, const struct value *devices, const int64_t *sizes,
                             const struct places *places, uint32_t rank)
{
	assert(devices->kind == VALUE_DEVICES);
	int64_t total = 1;
	for (uint32_t dim = 0; dim < rank; dim++)
		total *= places[dim].count;
	if (!devices->device_ids || total <= 0)
		return NULL;
	charge_items(trace, (uint64_t)total);
	int64_t *ids = arena_new(trace->op.arena, int64_t, (size_t)total);
	for (int64_t i = 0; i < total; i++) {
		int64_t rest = i, stride = 1, place = 0;
		for (uint32_t dim = rank; dim-- > 0;) {
			const struct places *taken = &places[dim];
			place += (taken->start + rest % taken->count * taken->step) * stride;
			rest /= taken->count;
			stride *= sizes[dim];
		}
		ids[i] = devices->device_ids[place];
	}
	return ids;
}

/* The device at these indices, one for each dimension, which the program asks for at a place. */
static const struct value *device_at(struct trace *trace, const struct value *devices,
                                     const struct value_list *indices, const int64_t *sizes,
                                     struct span at)
{
	assert(devices->kind == VALUE_DEVICES);
	int64_t place = 0;
	for (uint32_t i = 0; i < indices->count; i++) {
		int64_t index = indices->items[i]->integer;
		place = place * sizes[i] + (index < 0 ? index + sizes[i] : index);
	}
	return devices->device_ids ? device_value(trace, devices->device_ids[place], at)
	                           : trace_unknown(trace, "which device this is");
}

/* devices[:4] and devices[0, :2] */
static const struct value *item(struct trace *trace, const struct call_arguments *arguments)
{
	const struct value *index = argument(arguments, 1);
	const struct value_list one = {&index, 1},
				*indices = index->kind == VALUE_TUPLE ? &index->list : &one;
	const int64_t *sizes;
	uint32_t rank_before, count = 0;
	if (!devices_shape(trace, argument(arguments, 0), &sizes, &rank_before))
		return NULL;
	int64_t *kept = arena_new(trace->op.arena, int64_t, 2 * MAX_RANK);
	struct places places[MAX_RANK] = {{0, 0, 0}};
	if (indices->count > rank_before)
		return trace_refuse(
		    trace, RULE_PROGRAM_ERROR, "IndexError",
		    TEXT("too many indices for array: array is {}-dimensional, but {} were indexed",
		         rank_before, indices->count));
	for (uint32_t i = 0; i < rank_before; i++) {
		places[i] = (struct places){0, 1, sizes[i]};
		if (i >= indices->count)
			kept[count++] = sizes[i];
		else if (!take_index(trace, indices->items[i], sizes[i], kept, &count, &places[i]))
			return NULL;
		else if (indices->items[i]->kind == VALUE_ARRAY)
			places[i].count = 0;
	}
	const struct value *devices = argument(arguments, 0);
	if (!count)
		return device_at(trace, devices, indices, sizes, arguments->at);
	struct value *taken = value_new(trace->op.arena, VALUE_DEVICES);
	taken->devices = devices_value(trace, kept, count)->devices;
	taken->device_ids = ids_at(trace, devices, sizes, places, rank_before);
	return taken;
}

const struct function_row library_devices[] = {
    MODULE(PRELUDE_INTRINSICS),
    FUNCTION("devices_in_shape", "devices, sizes", shaped),
    FUNCTION("means_devices", "count, taken=None", means_devices),
    MODULE("jax"),
    FUNCTION("devices", "backend=None", list_devices),
    FUNCTION("local_devices", "process_index=None, backend=None, host_id=None", list_devices),
    FUNCTION("default_backend", "", default_backend),
    FUNCTION("device_count", "backend=None", count_devices),
    FUNCTION("local_device_count", "backend=None", count_devices),
    MODULE("devices"),
    VALUE("shape", shape),
    FUNCTION("__getitem__", "self, index", item),
    TABLE_END,
};
