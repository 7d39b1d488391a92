/* SPDX-License-Identifier: Apache-2.0 */
#include "trace/module/release_messages.h"

#include <assert.h>
#include "trace/module/bind.h"

enum { MAX_QUOTED = 40 };

/* What is written now where a name was used before. */
static const struct {
	const char *name, *instead;
} successors[] = {
    {"PositionalSharding", "NamedSharding(mesh, P(…)), with P() to replicate"},
    {"use_mesh", "jax.set_mesh"},
};

/* The same of modules: where what they had is now. CHANGELOG.md of JAX; flax: docs/guides. */
static const struct {
	const char *module, *instead;
} moved_modules[] = {
    {"jax.abstract_arrays", "jax.core.ShapedArray"},
    {"jax.config", "jax.config.update(…), an attribute of jax"},
    {"jax.experimental.array_api", "jax.numpy"},
    {"jax.experimental.export", "jax.export"},
    {"jax.experimental.global_device_array", "jax.Array"},
    {"jax.experimental.host_callback",
     "jax.pure_callback, jax.experimental.io_callback or jax.debug.callback"},
    {"jax.experimental.loops", "jax.lax.fori_loop or jax.lax.scan"},
    {"jax.experimental.maps", "jax.sharding.Mesh and jax.shard_map"},
    {"jax.experimental.optimizers", "jax.example_libraries.optimizers, or optax"},
    {"jax.experimental.stax", "jax.example_libraries.stax"},
    {"jax.lib.xla_bridge", "jax.extend.backend"},
    {"jax.linear_util", "jax.extend.linear_util"},
    {"flax.optim", "optax"},
    {"flax.deprecated", "flax.linen or flax.nnx"},
    {"flax.nn", "flax.linen or flax.nnx"},
};

static struct str this_release(const struct trace *trace)
{
	return version_text(trace->op.arena, trace->op.rules->version);
}

/* Whether the release is older than the one from which the row is there. */
static bool is_before(const struct trace *trace, const struct function_row *row)
{
	return !jax_rules_within(trace->op.rules, row->since, NULL);
}

/* "; JAX 0.7.0 has it", the first that does, or " any more", by the rows for other releases. */
static void when_text(const struct trace *trace, struct buf *out, struct str module,
                      struct str name)
{
	const char *since = NULL, *until = NULL;
	for (uint32_t i = 0; i < trace->index->nrows; i++) {
		const struct module_row *home = &trace->index->rows[i];
		for (uint32_t j = 0; str_equal(str_of(home->name), module) && j < home->count;
		     j++) {
			const struct function_row *row = &home->rows[j];
			if (!str_equal(str_of(row->name), name))
				continue;
			if (!since && is_before(trace, row))
				since = row->since;
			if (!jax_rules_within(trace->op.rules, NULL, row->until))
				until = row->until;
		}
	}
	if (since)
		buf_printf(out, "; JAX %s has it", since);
	else if (until || library_had(trace, module, name))
		buf_puts(out, " any more");
}

/* The same of a library on JAX, at the release that is said of it. */
static bool say_library_released(struct trace *trace, const struct library_release *said,
                                 struct str module, struct str name)
{
	struct str release = version_text(trace->op.arena, said->version);
	explain(&trace->op, WORDS("{} {} has no {}.{}, which other releases have", said->name,
	                          release, module, name));
	explain(&trace->op, HELP("use a release that has it"));
	return true;
}

bool say_name_released(struct trace *trace, struct str module, struct str name)
{
	struct op *op = &trace->op;
	const struct library_release *said = library_said(trace, module);
	if (said)
		return say_library_released(trace, said, module, name);
	struct buf when = op_buf(op);
	when_text(trace, &when, module, name);
	explain(op, WORDS("JAX {} has no {}.{}{}", this_release(trace), module, name, &when));
	for (size_t i = 0; i < COUNT_OF(successors); i++) {
		if (!str_equal(str_of(successors[i].name), name) || !when.len)
			continue;
		explain(op, HELP("write {}", successors[i].instead));
		return true;
	}
	const char *home = library_other_home(trace, module, name);
	const char *gone = library_gone_text(trace, module, name, true);
	if (gone)
		explain(op, HELP("{}", gone));
	else if (home)
		explain(op, HELP("this release has it as {}.{}", home, name));
	else if (when.len)
		explain(op, HELP("use a release that has it"));
	return gone || home || when.len;
}

bool say_module_released(struct trace *trace, struct str package, struct str name)
{
	struct op *op = &trace->op;
	struct str inside = str_format(op->arena, "%.*s.*", STR_ARG(package));
	struct str module = str_format(op->arena, "%.*s.%.*s", STR_ARG(package), STR_ARG(name));
	bool of_jax = str_equal(str_until(module, '.'), STR("jax"));
	const char *instead = NULL;
	for (size_t i = 0; i < COUNT_OF(moved_modules) && !instead; i++)
		instead = str_is(module, moved_modules[i].module) ? moved_modules[i].instead : NULL;
	bool had = instead || library_had(trace, inside, name);
	if (!had && !library_listed(trace, inside, name))
		return false;
	op->error.rule = RULE_API_MISSING;
	if (of_jax)
		explain(op, WORDS("JAX {} has no module {}{}", this_release(trace), module,
		                  had ? " any more" : ""));
	else
		explain(op, WORDS("no release that goes with JAX {} has the module {}",
		                  this_release(trace), module));
	if (instead)
		explain(op, HELP("write {}", instead));
	return true;
}

static bool is_parameter(const struct formal *formals, uint32_t count, struct str name)
{
	for (uint32_t i = 0; i < count; i++)
		if (str_equal(formals[i].name, name))
			return true;
	return false;
}

/* The release from which the function takes the keyword, when that is a later one; else NULL. */
static const char *keyword_since(struct trace *trace, const struct function_row *row,
                                 struct str keyword)
{
	const struct module_row *own = library_home(trace, row);
	struct formal formals[MAX_PARAMETERS];
	for (uint32_t i = 0; own && i < trace->index->nrows; i++) {
		const struct module_row *home = &trace->index->rows[i];
		for (uint32_t j = 0; strcmp(home->name, own->name) == 0 && j < home->count; j++) {
			const struct function_row *other = &home->rows[j];
			if (strcmp(other->name, row->name) != 0 || !other->signature ||
			    !is_before(trace, other))
				continue;
			if (is_parameter(formals, signature_read(trace, other->signature, formals),
			                 keyword))
				return other->since;
		}
	}
	return NULL;
}

/* The function as the program calls it: jnp.sum. */
static struct str called_name(const struct trace *trace, const struct function_row *row,
                              const struct given *given)
{
	struct str text =
	    given->call ? program_text(trace->program, given->call->function->at) : STR("");
	bool quotable = text.len && text.len <= MAX_QUOTED && str_find(text, '\n', 0) == text.len;
	return quotable ? text : str_of(row->name);
}

bool say_keyword_released(struct trace *trace, const struct function_row *row,
                          const struct formal *formals, uint32_t count, const struct given *given)
{
	assert(row && row->name);
	struct op *op = &trace->op;
	struct str keyword = STR("");
	for (uint32_t i = 0; i < given->nkeywords && !keyword.len; i++)
		if (!is_parameter(formals, count, given->keywords[i].key->string))
			keyword = given->keywords[i].key->string;
	if (!keyword.len)
		return false;
	const char *since = keyword_since(trace, row, keyword);
	struct buf later = op_buf(op);
	if (since)
		buf_printf(&later, "; in JAX %s it does", since);
	explain(op, WORDS("{} takes no argument '{}' in JAX {}{}", called_name(trace, row, given),
	                  keyword, this_release(trace), &later));
	if (str_equal(keyword, STR("out_sharding")))
		explain(op, HELP("leave it out, and move the result: {reshard}(…, P(…))"));
	else if (since)
		explain(op, HELP("leave it out, or use a release that has it"));
	return true;
}
