/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/program_tensors.h"

#include "base/checked.h"
#include "op/core/abstract_mesh.h"
#include "op/core/sharding_request.h"
#include "plan/mesh_match.h"
#include "trace/named_array.h"
#include "trace/value/class.h"

enum { MOST_MESHES = 256 }; /* as many as a file has */

/* The tensors on their way. */
struct collection {
	struct arena *arena;
	struct spec *spec;
	const void **owners; /* the values that the meshes of the program were read from */
	uint32_t nown;       /* meshes of the file, which stand first */
	bool gaps;           /* parts of the program are not known */
	struct table storages;
};

/* ---- Meshes ---- */

/* The integers of a tuple or list; NULL when it is none or holds something else. */
static int64_t *integers(struct arena *arena, const struct value *value, uint32_t *count)
{
	const struct value_list *items = value ? value_items(value) : NULL;
	if (!items)
		return NULL;
	int64_t *numbers = arena_new(arena, int64_t, items->count);
	*count = items->count;
	for (uint32_t i = 0; i < items->count; i++) {
		if (items->items[i]->kind != VALUE_INT)
			return NULL;
		numbers[i] = items->items[i]->integer;
	}
	return numbers;
}

/* The name of an axis: its text, or else its number. */
static struct str axis_name(struct arena *arena, const struct value *names, uint32_t axis)
{
	const struct value_list *items = names ? value_items(names) : NULL;
	if (items && axis < items->count && items->items[axis]->kind == VALUE_STRING)
		return items->items[axis]->string;
	return str_format(arena, "%u", axis);
}

/* Whether the devices are 0, 1, 2 … */
static bool in_order(const struct mesh *mesh)
{
	for (uint32_t i = 0; i < mesh->ndevices; i++)
		if (mesh->devices[i] != i)
			return false;
	return true;
}

/* A mesh of torch of its sizes, the names of its axes and its devices; false when it is none. */
static bool fill_mesh(struct arena *arena, const struct value *sizes, const struct value *names,
                      const struct value *ids, struct mesh *mesh)
{
	uint32_t count = 0;
	int64_t *lengths = integers(arena, sizes, &count);
	mesh->devices = integers(arena, ids, &mesh->ndevices);
	if (!lengths || !mesh->devices || count > MAX_AXES)
		return false;
	if (in_order(mesh))
		mesh->devices = NULL;
	mesh->axes = arena_new(arena, struct axis, count);
	mesh->naxes = mesh->nsizes = count;
	mesh->unnamed = !names || !value_items(names);
	for (uint32_t i = 0; i < count; i++)
		mesh->axes[i] =
		    (struct axis){.name = axis_name(arena, names, i), .size = lengths[i]};
	return mesh_size(mesh) == (int64_t)mesh->ndevices;
}

/* A mesh of JAX, with its devices where they are known. */
static struct mesh of_jax(const struct abstract_mesh *abstract)
{
	struct mesh mesh = *abstract->mesh;
	mesh.made = true;
	if (!mesh.devices && mesh.device_ids) {
		mesh.devices = mesh.device_ids;
		mesh.ndevices = mesh.ndevice_ids;
	}
	return mesh;
}

/* The mesh that a value is: a Mesh of torch_xla, a DeviceMesh, or one of JAX. */
static bool read_mesh(struct arena *arena, const struct value *value, struct mesh *mesh)
{
	if (value->kind == VALUE_MESH) {
		*mesh = value->mesh.mesh ? of_jax(value->mesh.mesh) : (struct mesh){.broken = true};
		return !value->mesh.is_abstract && mesh_size(mesh) > 0;
	}
	*mesh = (struct mesh){.name = STR("mesh"), .made = true};
	const struct value *plain = object_field(value, "_plain");
	const struct value_list *parts = plain ? value_items(plain) : NULL;
	if (parts && parts->count == 5)
		return fill_mesh(arena, parts->items[0], parts->items[1], parts->items[3], mesh);
	return fill_mesh(arena, object_field(value, "_sizes"),
	                 object_field(value, "mesh_dim_names"), object_field(value, "_ranks"),
	                 mesh);
}

/* What tells a mesh of a program from others. */
static const void *owner_of(const struct value *value)
{
	return value->kind == VALUE_MESH ? (const void *)value->mesh.mesh
	                                 : (const void *)value->object.fields;
}

/* The mesh of the collection that equals this one, or it itself; NULL when it is one too many. */
static const struct mesh *keep_mesh(struct collection *collection, const struct mesh *mesh,
                                    const void *owner)
{
	struct spec *spec = collection->spec;
	const struct mesh *known = mesh_find(spec, mesh);
	if (known)
		return known;
	if (spec->nmeshes == collection->nown + MOST_MESHES)
		return NULL;
	collection->owners[spec->nmeshes - collection->nown] = owner;
	spec->meshes[spec->nmeshes] = *mesh;
	return &spec->meshes[spec->nmeshes++];
}

/* The mesh that was read from a value already, or NULL. */
static const struct mesh *mesh_of_owner(const struct collection *collection, const void *owner)
{
	for (uint32_t i = collection->nown; i < collection->spec->nmeshes; i++)
		if (collection->owners[i - collection->nown] == owner)
			return &collection->spec->meshes[i];
	return NULL;
}

/* mesh[dp, tp]: the part of another one that a DeviceMesh is; the name itself of any other. */
static struct str part_name(const struct collection *collection, const struct value *value,
                            const struct mesh *mesh)
{
	const struct value *root = object_field(value, "_root");
	struct buf name = {.arena = collection->arena};
	if (!root || root->kind != VALUE_OBJECT)
		return mesh->name;
	const struct mesh *whole = mesh_of_owner(collection, owner_of(root));
	buf_add(&name, whole ? whole->name : STR("mesh"));
	for (uint32_t i = 0; i < mesh->naxes; i++) {
		buf_puts(&name, i ? ", " : "[");
		buf_add(&name, mesh->axes[i].name);
	}
	buf_putc(&name, ']');
	return buf_str(&name);
}

/* The mesh of the collection that is the value; NULL when it is none, or one too many. */
static const struct mesh *add_mesh(struct collection *collection, const struct value *value,
                                   struct str name)
{
	struct mesh mesh;
	if (!value || (value->kind != VALUE_OBJECT && value->kind != VALUE_MESH))
		return NULL;
	const struct mesh *known = mesh_of_owner(collection, owner_of(value));
	if (known)
		return known;
	if (!read_mesh(collection->arena, value, &mesh))
		return NULL;
	mesh.name = name.len ? name : part_name(collection, value, &mesh);
	return keep_mesh(collection, &mesh, owner_of(value));
}

/* The mesh of the spec that is this one of the program or of the file; NULL: none is. */
static const struct mesh *program_mesh(const struct spec *spec, const struct mesh *mesh)
{
	for (uint32_t i = 0; mesh && i < spec->nmeshes; i++)
		if (spec->meshes[i].axes == mesh->axes)
			return &spec->meshes[i];
	return NULL;
}

/* ---- Layouts ---- */

/* Which placement an object is, by its class or one that this is derived from. */
static bool placement_of(const struct value *object, struct placement *placement)
{
	static const struct {
		const char *name;
		enum placement_kind kind;
	} classes[] = {
	    {"_StridedShard", PLACEMENT_STRIDED_SHARD},
	    {"Shard", PLACEMENT_SHARD},
	    {"Replicate", PLACEMENT_REPLICATE},
	    {"Partial", PLACEMENT_PARTIAL},
	};
	const struct value *dim = object_field(object, "dim"),
			   *factor = object_field(object, "split_factor"),
			   *reduce = object_field(object, "reduce_op");
	*placement = (struct placement){.reduce_op = STR("sum")};
	if (dim && dim->kind == VALUE_INT)
		placement->dim = dim->integer;
	if (factor && factor->kind == VALUE_INT)
		placement->split_factor = factor->integer;
	if (reduce && reduce->kind == VALUE_STRING)
		placement->reduce_op = reduce->string;
	if (object->kind != VALUE_OBJECT)
		return false;
	const struct class_value *class = object->object.class->class;
	for (uint32_t i = 0; i < class->norder; i++) {
		struct str name = class_short_name(class->order[i]);
		for (size_t j = 0; j < COUNT_OF(classes); j++) {
			placement->kind = classes[j].kind;
			if (str_equal(name, str_of(classes[j].name)))
				return true;
		}
	}
	return false;
}

/* The placements of a DTensor; NULL when they are not known. */
static const struct layout *placements_of(struct arena *arena, const struct value *value,
                                          struct span at)
{
	const struct value_list *items = value ? value_items(value) : NULL;
	if (!items)
		return NULL;
	struct layout *layout = arena_new(arena, struct layout, 1);
	struct placement *placements = arena_new(arena, struct placement, items->count);
	for (uint32_t i = 0; i < items->count; i++) {
		if (!placement_of(items->items[i], &placements[i]))
			return NULL;
		placements[i].at = at;
	}
	*layout = (struct layout){.notation = NOTATION_PLACEMENTS, .at = at};
	layout->placements.items = placements;
	layout->placements.count = items->count;
	return layout;
}

static const struct layout *hlo_layout(struct arena *arena, struct str text, struct span at)
{
	struct layout *layout = arena_new(arena, struct layout, 1);
	*layout = (struct layout){.notation = NOTATION_HLO_SHARDING, .at = at, .text = text};
	return layout;
}

static const struct layout *spec_layout(struct arena *arena, struct partition_spec spec,
                                        struct span at)
{
	struct layout *layout = arena_new(arena, struct layout, 1);
	*layout = (struct layout){.notation = NOTATION_PARTITION_SPEC, .at = at};
	layout->spec = spec;
	layout->spec.at = at;
	return layout;
}

static bool text_is(const struct value *value, const char *text)
{
	return value && value->kind == VALUE_STRING && str_equal(value->string, str_of(text));
}

static const char computed_by_xla[] =
    "nobody marked it, and the compiler chooses how it is laid out";

/* The mesh that torch_xla lays tensors out on that nobody marked: any has all devices. */
static const struct mesh *any_mesh(const struct collection *collection)
{
	return collection->spec->nmeshes ? &collection->spec->meshes[0] : NULL;
}

static void place_marked(struct collection *collection, const struct named_array *array,
                         const struct value *storage, struct tensor *tensor)
{
	const struct value *device = object_field(storage, "device"),
			   *state = object_field(storage, "state"),
			   *kind = state ? object_field(state, "kind") : NULL,
			   *spread = state ? object_field(state, "spread") : NULL;
	struct arena *arena = collection->arena;
	tensor->mesh = add_mesh(collection, object_field(storage, "mesh"), STR(""));
	if (!tensor->mesh)
		tensor->mesh = any_mesh(collection);
	if (text_is(device, "meta"))
		tensor->open = "it is on the meta device and has no elements";
	else if (!text_is(device, "xla"))
		tensor->open = "it is in the memory of the host";
	else if (str_equal(array->sharding, STR("{manual}")))
		tensor->open = "each device has a part of its own, as of a tensor in manual mode";
	else if (array->sharding.s)
		tensor->layout = hlo_layout(arena, array->sharding, array->at);
	else if (collection->gaps)
		tensor->open = "nobody marked it, as far as the program is followed";
	else if ((!kind || text_is(kind, "data")) && (!spread || spread->kind == VALUE_NONE))
		tensor->layout =
		    spec_layout(arena, (struct partition_spec){.nentries = 0}, array->at);
	else
		tensor->open = computed_by_xla;
}

bool program_computed_by_xla(const struct tensor *tensor)
{
	return tensor->open == computed_by_xla;
}

static const char on_one_device[] = "it is on one device: nothing has put it on a mesh";

bool program_on_one_device(const struct tensor *tensor)
{
	return tensor->open == on_one_device;
}

static bool types_show_meshes(const struct spec *spec)
{
	return spec->framework.rules && spec->framework.rules->has[JAX_AXIS_TYPES];
}

/* An array of JAX lies as its type says. */
static void place_type(struct arena *arena, const struct spec *spec, const struct array_type *type,
                       struct tensor *tensor)
{
	struct sharding_request request = type_request(type);
	tensor->layout = spec_layout(arena, request_partition_spec(arena, &request), tensor->at);
	tensor->mesh = type->mesh ? program_mesh(spec, type->mesh->mesh) : NULL;
	if (abstract_mesh_all_axes(type->mesh) & ~(type->mesh ? type->mesh->explicit_axes : 0))
		tensor->open = "the compiler chooses how it is laid out along axes that are not "
			       "explicit";
	else if (type->unreduced)
		tensor->open = "its unreduced axes hold parts of sums";
	else if (!type->mesh && spec->nmeshes && !spec->meshes[0].made)
		tensor->mesh = &spec->meshes[0]; /* constants are on every device */
	else if (!type->mesh && spec->program_eager && types_show_meshes(spec))
		tensor->open = on_one_device;
	else if (!type->mesh)
		tensor->open = "its type does not say on which devices it is";
}

/* It lies as it was placed, along axes of all types. */
static void place_request(struct arena *arena, const struct spec *spec,
                          const struct sharding_request *request, struct tensor *tensor)
{
	tensor->layout = spec_layout(arena, request_partition_spec(arena, request), tensor->at);
	tensor->mesh = mesh_find(spec, request->mesh->mesh);
	if (!tensor->mesh)
		tensor->open = "its mesh is not known";
	else if (request->unreduced)
		tensor->open = "its unreduced axes hold parts of sums";
	else if (request->open)
		tensor->open = "P.UNCONSTRAINED leaves the layout to the compiler";
}

/* A mesh of JAX that nothing has a name for. */
static void keep_jax_mesh(struct collection *collection, const struct abstract_mesh *abstract)
{
	struct mesh mesh = abstract ? of_jax(abstract) : (struct mesh){.broken = true};
	if (mesh_size(&mesh))
		keep_mesh(collection, &mesh, abstract);
}

static void place(struct collection *collection, const struct named_array *array,
                  struct tensor *tensor)
{
	const struct value *object = array->value,
			   *placements = object_field(object, "_placements"),
			   *storage = object_field(object, "_storage");
	struct arena *arena = collection->arena;
	if (object_field(object, "_assumed")) {
		tensor->open = "how backward lays it out is not known";
	} else if (placements) {
		tensor->mesh = add_mesh(collection, object_field(object, "_mesh"), STR(""));
		tensor->layout = placements_of(arena, placements, array->at);
		if (!tensor->mesh || !tensor->layout)
			tensor->open = "its placements are not known";
	} else if (storage && collection->spec->framework.family == FRAMEWORK_TORCH_XLA) {
		place_marked(collection, array, storage, tensor);
	} else if (storage) {
		tensor->open = "it is no DTensor: every rank has one of its own";
	} else {
		const struct sharding_request *placed =
		    array->value->kind == VALUE_ARRAY ? array->value->array->placed : NULL;
		keep_jax_mesh(collection, array->type->mesh);
		keep_jax_mesh(collection, placed ? placed->mesh : NULL);
		place_type(arena, collection->spec, array->type, tensor);
	}
}

/* ---- Tensors ---- */

/* Whether an array before this one has its storage. */
static bool shares_storage(struct collection *collection, const struct named_array *array)
{
	const struct value *storage = object_field(array->value, "_storage");
	const void **owner = arena_new(collection->arena, const void *, 1);
	bool added;
	*owner = storage ? (const void *)storage->object.fields : (const void *)array->type;
	table_add(collection->arena, &collection->storages,
	          (struct str){(const char *)owner, sizeof *owner}, 0, &added);
	return !added;
}

/* Whether its bits can be counted. */
static bool countable(const struct array_type *type)
{
	int64_t bits, elements = shape_elements(type->shape, type->rank);
	return checked_multiply(&bits, elements, type->dtype->bits);
}

/* A tensor of this type that is not placed yet. */
static struct tensor tensor_of(struct arena *arena, struct str name, const struct array_type *type,
                               struct span at)
{
	struct dim *dims = arena_new(arena, struct dim, type->rank);
	for (uint32_t i = 0; i < type->rank; i++)
		dims[i].size = type->shape[i];
	return (struct tensor){.name = name,
	                       .count = 1,
	                       .dims = dims,
	                       .rank = type->rank,
	                       .dtype = type->dtype,
	                       .device = DEVICE_XLA,
	                       .made = true,
	                       .has_shape = true,
	                       .open = countable(type) ? NULL : "its bytes do not fit in 64 bits",
	                       .at = at};
}

struct tensor program_tensor(struct arena *arena, const struct spec *spec, struct str name,
                             const struct array_type *type, const struct sharding_request *placed,
                             struct span at)
{
	struct tensor tensor = tensor_of(arena, name, type, at);
	if (!tensor.open && placed && placed->mesh)
		place_request(arena, spec, placed, &tensor);
	else if (!tensor.open)
		place_type(arena, spec, type, &tensor);
	return tensor;
}

bool program_dtensor(struct arena *arena, const struct spec *spec, const struct value *object,
                     struct span at, struct tensor *tensor)
{
	const struct value *array = object_field(object, "_array"),
			   *owner = object_field(object, "_mesh");
	struct mesh mesh;
	if (!array || array->kind != VALUE_ARRAY || !owner || !read_mesh(arena, owner, &mesh))
		return false;
	*tensor = tensor_of(arena, STR(""), &array->array->type, at);
	tensor->layout = placements_of(arena, object_field(object, "_placements"), at);
	tensor->mesh = mesh_find(spec, &mesh);
	return tensor->mesh && tensor->layout && !tensor->open;
}

/* Adds the meshes that the program has names for. */
static void add_named_meshes(struct collection *collection, const struct trace_result *program)
{
	for (uint32_t i = 0; i < program->count; i++)
		add_mesh(collection, program->values[i].value, program->values[i].name);
}

/* Adds the meshes that arrays are moved to or from which have no name of their own. */
static void add_event_meshes(struct collection *collection, const struct trace_result *program)
{
	for (const struct trace_event *event = program->events; event; event = event->next) {
		if (event->before)
			add_mesh(collection, object_field(event->before, "_mesh"), STR(""));
		if (event->moves && event->from->mesh)
			keep_jax_mesh(collection, event->from->mesh);
		if (event->moves && event->to->mesh)
			keep_jax_mesh(collection, event->to->mesh);
	}
}

/* Numbers of the file's own tensors by their names. */
static struct table names_of(struct arena *arena, const struct spec *spec)
{
	struct table names = {0};
	bool added;
	for (uint32_t i = 0; i < spec_tensor_count(spec); i++)
		table_add(arena, &names, spec_tensor_name(spec, i), i, &added);
	return names;
}

const struct spec *program_spec(struct arena *arena, const struct check_result *checked)
{
	const struct trace_result *program = checked->program;
	uint32_t count = 0;
	bool added;
	if (!program || !checked->spec)
		return checked->spec;
	const struct named_array *arrays = named_arrays(arena, program, &count);
	struct spec *spec = arena_new(arena, struct spec, 1);
	struct collection collection = {.arena = arena, .spec = spec};
	*spec = *checked->spec;
	collection.nown = spec->nmeshes;
	collection.gaps = program->coverage.ngaps > 0;
	collection.owners = arena_new(arena, const void *, MOST_MESHES);
	spec->meshes = arena_new(arena, struct mesh, spec->nmeshes + MOST_MESHES);
	for (uint32_t i = 0; i < spec->nmeshes; i++)
		spec->meshes[i] = checked->spec->meshes[i];
	if (program->mesh_replaced)
		spec->meshes[0].made = true; /* the program's own in other sizes */
	struct table names = names_of(arena, spec);
	struct tensor *made = arena_new(arena, struct tensor, count);
	add_named_meshes(&collection, program);
	for (uint32_t i = 0; i < count; i++) {
		made[i] = tensor_of(arena, arrays[i].name, arrays[i].type, arrays[i].at);
		made[i].kind = arrays[i].is_parameter ? KIND_PARAM : KIND_UNSAID;
		made[i].repeats = table_find(&names, arrays[i].name) != NULL;
		made[i].shares = shares_storage(&collection, &arrays[i]);
		if (!made[i].open)
			place(&collection, &arrays[i], &made[i]);
		table_add(arena, &spec->made_names, arrays[i].name, i, &added);
	}
	add_event_meshes(&collection, program);
	spec->made = made;
	spec->nmade = count;
	return spec;
}
