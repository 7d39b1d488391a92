/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/module/module_layout.h"

#include <inttypes.h>

#include "base/buf.h"
#include "notation/convert.h"
#include "plan/module/module_mesh.h"

/* The last of the layouts for a place that names a value, or NULL; `used` says which did. */
static const struct asked_layout *layout_of(struct arena *arena,
                                            const struct asked_layouts *layouts,
                                            enum asked_place place, struct str name, bool *used)
{
	size_t number = asked_layout_of(arena, layouts, place, STR(""), name);
	if (number == layouts->count)
		return NULL;
	used[number] = true;
	return &layouts->items[number];
}

static void find_arguments(struct arena *arena, const struct module *module,
                           const struct asked_layouts *layouts, bool *used,
                           struct module_targets *targets)
{
	for (uint32_t i = 0; i < module->narguments; i++) {
		struct str name = module_argument_name(module, i);
		const struct asked_layout *layout =
		    layout_of(arena, layouts, ASKED_ARGUMENT, name, used);
		if (layout && module->arguments[i].shape->element)
			arena_push(arena, targets->items, targets->count, targets->room,
			           (struct module_target){.layout = layout,
			                                  .name = name,
			                                  .index = i,
			                                  .shape = module->arguments[i].shape});
	}
}

static void find_results(struct arena *arena, const struct module *module,
                         const struct asked_layouts *layouts, bool *used,
                         struct module_targets *targets)
{
	for (uint32_t i = 0; i < module->nresults; i++) {
		struct str path = module->results[i].path,
			   name = path.len ? path : str_format(arena, "result[%u]", i);
		const struct asked_layout *layout =
		    layout_of(arena, layouts, ASKED_RESULT, name, used);
		if (layout && module->results[i].shape->element)
			arena_push(arena, targets->items, targets->count, targets->room,
			           (struct module_target){.layout = layout,
			                                  .name = name,
			                                  .index = i,
			                                  .shape = module->results[i].shape});
	}
}

/* The bytes of a line; of length 0 behind the last. */
static struct span line_span(struct str text, int64_t line)
{
	size_t start = 0;
	for (int64_t i = 1; i < line && start < text.len; i++)
		start = str_find(text, '\n', start) + 1;
	if (line < 1 || start >= text.len)
		return (struct span){0, 0};
	return (struct span){(uint32_t)start, (uint32_t)(str_find(text, '\n', start) - start)};
}

/* Whether the instruction is what its line of the text makes in the end: a constraint, or the last
 * of those that it is lowered to. */
static bool ends_line(const struct computation *computation, uint32_t number, struct span line)
{
	const struct instruction *instruction = computation->instructions[number];
	uint32_t next = number + 1;
	if (instruction->at.offset - line.offset >= line.length || !instruction->shape->element)
		return false;
	return next == computation->count ||
	       computation->instructions[next]->at.offset != instruction->at.offset;
}

static void find_on_line(struct arena *arena, const struct module *module, struct str text,
                         const struct asked_layout *layout, bool *used,
                         struct module_targets *targets)
{
	struct span line = line_span(text, layout->line);
	for (uint32_t i = 0; i < module->ncomputations && line.length; i++) {
		const struct computation *computation = module->computations[i];
		for (uint32_t k = 0; k < computation->count; k++) {
			struct instruction *instruction = computation->instructions[k];
			if (!ends_line(computation, k, line))
				continue;
			*used = true;
			struct str name =
			    str_format(arena, "line %" PRId64 ", %.*s.%u.%u", layout->line,
			               STR_ARG(instruction->name), i, k);
			arena_push(arena, targets->items, targets->count, targets->room,
			           (struct module_target){.layout = layout,
			                                  .name = name,
			                                  .instruction = instruction,
			                                  .shape = instruction->shape});
		}
	}
}

struct module_targets module_targets_find(struct arena *arena, const struct module *module,
                                          struct str text, const struct asked_layouts *layouts)
{
	struct module_targets targets = {0};
	bool *used = arena_new(arena, bool, layouts->count);
	find_arguments(arena, module, layouts, used, &targets);
	find_results(arena, module, layouts, used, &targets);
	for (size_t i = 0; i < layouts->count; i++) {
		if (layouts->items[i].place == ASKED_LINE)
			find_on_line(arena, module, text, &layouts->items[i], &used[i], &targets);
		if (!used[i])
			arena_push(arena, targets.missed, targets.nmissed, targets.missed_room,
			           &layouts->items[i]);
	}
	return targets;
}

struct str module_targets_spec(struct arena *arena, const struct module_targets *targets)
{
	struct buf out = {.arena = arena};
	buf_puts(&out, "tensors:\n");
	for (size_t i = 0; i < targets->count; i++) {
		const struct module_target *target = &targets->items[i];
		buf_puts(&out, "  ");
		module_add_name(&out, target->name);
		buf_puts(&out, ": {shape: [");
		for (uint32_t k = 0; k < target->shape->rank; k++)
			buf_printf(&out, "%s%" PRId64, k ? ", " : "", target->shape->dims[k]);
		buf_printf(&out, "], dtype: %s, spec: ", target->shape->element->name);
		module_add_name(&out, target->layout->spec);
		buf_puts(&out, "}\n");
	}
	return buf_str(&out);
}

/* The axes of a PartitionSpec; NULL for one that says more than axes. */
static const struct named_sharding *sharding_of(struct arena *arena, const struct named_mesh *mesh,
                                                const struct partition_spec *spec, uint32_t rank)
{
	struct named_sharding *sharding = arena_new(arena, struct named_sharding, 1);
	*sharding = named_sharding_make(arena, mesh, rank);
	for (uint32_t i = 0; i < spec->nentries && i < rank; i++) {
		const struct entry *entry = &spec->entries[i];
		struct named_dim *dim = &sharding->dims[i];
		dim->open = entry->kind == ENTRY_UNCONSTRAINED;
		for (uint32_t k = 0; k < entry_axes(entry); k++) {
			uint32_t axis = named_mesh_axis(mesh, entry->axes[k].name);
			if (entry->axes[k].kind != REFERENCE_NAME || axis == mesh->naxes)
				return NULL;
			axis_parts_add(arena, &dim->axes, axis_whole(mesh, axis));
		}
	}
	return spec->nunreduced || spec->nreduced ? NULL : sharding;
}

/* The parameter that an argument is, and its value, get a sharding. */
static void set_argument(struct arena *arena, struct module *module, uint32_t index,
                         const struct named_sharding *sharding)
{
	struct instruction *parameter = module->entry->parameters[index];
	parameter->named = arena_copy(arena, &sharding, 1, sizeof(sharding));
	parameter->nnamed = 1;
	parameter->sharding = NULL;
	module->arguments[index].named = sharding;
	module->arguments[index].sharding = NULL;
}

static void set(struct arena *arena, struct module *module, const struct module_target *target,
                const struct named_sharding *sharding)
{
	switch (target->layout->place) {
	case ASKED_ARGUMENT:
		set_argument(arena, module, target->index, sharding);
		break;
	case ASKED_RESULT:
		module->results[target->index].named = sharding;
		module->results[target->index].sharding = NULL;
		break;
	case ASKED_LINE:
		target->instruction->named = arena_copy(arena, &sharding, 1, sizeof(sharding));
		target->instruction->nnamed = 1;
		target->instruction->sharding = NULL;
		break;
	}
}

const char *module_targets_apply(struct arena *arena, struct module *module,
                                 const struct named_mesh *mesh,
                                 const struct module_targets *targets, const struct spec *spec,
                                 const struct module_target **at)
{
	struct diags unread = diags_make(arena);
	const struct converter *converter = converter_make(arena, spec, &unread);
	for (size_t i = 0; i < targets->count; i++) {
		const struct tensor *tensor = convert_tensor(
		    arena, converter, spec_tensor(arena, spec, (uint32_t)i, &unread));
		const struct layout *layout = tensor->layout;
		const struct named_sharding *sharding =
		    layout && layout->notation == NOTATION_PARTITION_SPEC
			? sharding_of(arena, mesh, &layout->spec, tensor->rank)
			: NULL;
		*at = &targets->items[i];
		if (!sharding)
			return "the layout says more than which axes cut which dimension";
		set(arena, module, &targets->items[i], sharding);
	}
	return NULL;
}

/* Reads "x"=2, "y"=4 up to the closing bracket, and whether that is the mesh; *end is its place. */
static bool is_mesh(struct str text, size_t at, const struct named_mesh *mesh, size_t *end)
{
	uint32_t axis = 0;
	for (*end = at; *end < text.len && text.s[*end] != ']';) {
		size_t name = str_find(text, '"', *end) + 1, close = str_find(text, '"', name);
		if (close >= text.len || axis == mesh->naxes ||
		    !str_equal(str_slice(text, name, close), mesh->axes[axis++].name))
			return false;
		*end = close + 1;
		while (*end < text.len && text.s[*end] != ',' && text.s[*end] != ']')
			++*end;
		*end += *end < text.len && text.s[*end] == ',';
	}
	return axis == mesh->naxes && *end < text.len;
}

/* ["x"=4, "y"=2], of the mesh that takes the place of another. */
static void add_mesh(struct buf *out, const struct mesh *mesh)
{
	buf_putc(out, '[');
	for (uint32_t i = 0; i < mesh->naxes; i++)
		buf_printf(out, "%s\"%.*s\"=%" PRId64, i ? ", " : "", STR_ARG(mesh->axes[i].name),
		           mesh->axes[i].size);
	buf_putc(out, ']');
}

struct str module_text_on_mesh(struct arena *arena, struct str text, const struct named_mesh *mesh,
                               const struct mesh *other)
{
	static const struct str word = {"sdy.mesh", sizeof "sdy.mesh" - 1}, open = {"<[", 2};
	struct buf out = {.arena = arena};
	size_t done = 0, end;
	for (size_t at = str_search(text, word, 0); at < text.len;
	     at = str_search(text, word, at + word.len)) {
		size_t axes = str_search(text, open, at), line = str_find(text, '\n', at);
		if (axes >= line || !is_mesh(text, axes + open.len, mesh, &end))
			continue;
		size_t close = str_find(text, '>', end);
		buf_add(&out, str_slice(text, done, axes + 1));
		add_mesh(&out, other);
		done = close;
	}
	if (!done)
		return (struct str){0};
	buf_add(&out, str_slice(text, done, text.len));
	return buf_str(&out);
}
