/* SPDX-License-Identifier: Apache-2.0 */
#include "module/sharding_check.h"

#include "base/utf8.h"
#include "notation/shardy.h"

/* Looks at the sharding of one value, called `what` and `name`; whether nothing is wrong with it.
 */
typedef bool look(struct diags *diags, const struct named_sharding *sharding,
                  const struct hlo_shape *shape, struct span at, const char *what, struct str name);

/* What an argument or a result is called; a result without a name by its number. */
static struct str value_name(struct diags *diags, const struct module *module, bool argument,
                             uint32_t i)
{
	if (argument)
		return module_argument_name(module, i);
	struct str path = module->results[i].path;
	return path.len ? path : str_format(diags->arena, "%u", i);
}

static bool look_at_values(look *look_at, const struct module *module, bool argument,
                           struct diags *diags)
{
	const struct module_value *values = argument ? module->arguments : module->results;
	uint32_t count = argument ? module->narguments : module->nresults;
	const char *what = argument ? "argument" : "result";
	bool fits = true;
	for (uint32_t i = 0; i < count; i++)
		if (values[i].named)
			fits &= look_at(diags, values[i].named, values[i].shape, values[i].at, what,
			                value_name(diags, module, argument, i));
	return fits;
}

/* The shape of an instruction's i-th result; NULL: it has none. */
static const struct hlo_shape *result_shape(const struct instruction *instruction, uint32_t i)
{
	const struct hlo_shape *shape = instruction->shape;
	if (!shape->tuple)
		return i == 0 ? shape : NULL;
	return i < shape->nelements ? &shape->elements[i] : NULL;
}

static bool look_at_instruction(look *look_at, const struct instruction *instruction,
                                struct diags *diags)
{
	bool fits = true;
	for (uint32_t i = 0; i < instruction->nnamed; i++) {
		const struct hlo_shape *shape = result_shape(instruction, i);
		if (shape && instruction->named[i])
			fits &= look_at(diags, instruction->named[i], shape, instruction->at,
			                "value", instruction->name);
	}
	return fits;
}

/* Arguments and results, then what stands on operations; of `constraints` only on those. */
static bool look_at_module(look *look_at, const struct module *module, bool constraints,
                           struct diags *diags)
{
	bool fits = look_at_values(look_at, module, true, diags);
	fits &= look_at_values(look_at, module, false, diags);
	for (uint32_t i = 0; i < module->ncomputations; i++)
		for (uint32_t j = 0; j < module->computations[i]->count; j++) {
			const struct instruction *at = module->computations[i]->instructions[j];
			bool looked = at->opcode != OPCODE_PARAMETER &&
			              (!constraints || at->opcode == OPCODE_SHARDING_CONSTRAINT);
			if (looked)
				fits &= look_at_instruction(look_at, at, diags);
		}
	return fits;
}

/* "argument params['w']", "value %12" or "argument" for a message. */
static const char *called(struct diags *diags, const char *what, struct str name)
{
	if (!name.len)
		return what;
	return str_format(diags->arena, "%s %s", what, utf8_escaped(diags->arena, name).s).s;
}

/* What to write instead: the same dims as far as they go, and the others whole. */
static const char *fitting(struct diags *diags, const struct named_sharding *sharding,
                           uint32_t rank)
{
	struct buf help = {.arena = diags->arena};
	struct named_sharding other = *sharding;
	struct named_dim *dims = arena_new(diags->arena, struct named_dim, rank);
	for (uint32_t i = 0; i < rank; i++)
		dims[i] = i < sharding->rank ? sharding->dims[i]
		                             : (struct named_dim){.priority = NO_PRIORITY};
	other.dims = dims;
	other.rank = rank;
	buf_puts(&help, "write one pair of braces for each dim: ");
	shardy_write_dims(&help, &other);
	return buf_str(&help).s;
}

static bool rank_fits(struct diags *diags, const struct named_sharding *sharding,
                      const struct hlo_shape *shape, struct span at, const char *what,
                      struct str name)
{
	if (sharding->any_rank || sharding->mesh->single || sharding->rank == shape->rank)
		return true;
	struct diag *diag =
	    diag_add(diags, RULE_RANK_MISMATCH, at, "a sharding of %lu dim%s on %s, which has %lu",
	             (unsigned long)sharding->rank, plural(sharding->rank),
	             called(diags, what, name), (unsigned long)shape->rank);
	diag_help(diag, "%s", fitting(diags, sharding, shape->rank));
	return false;
}

static bool find_uneven(enum rule_id rule, struct diags *diags,
                        const struct named_sharding *sharding, const struct hlo_shape *shape,
                        struct span at, const char *what, struct str name)
{
	for (uint32_t i = 0; i < sharding->rank && i < shape->rank; i++) {
		int64_t ways = axis_parts_ways(&sharding->dims[i].axes);
		if (ways <= 0 || shape->dims[i] % ways == 0)
			continue;
		struct diag *diag = diag_add(
		    diags, rule, at,
		    "dim %lu of %s has %lld elements, which its axes do not divide into %lld equal "
		    "shards",
		    (unsigned long)i, called(diags, what, name), (long long)shape->dims[i],
		    (long long)ways);
		diag_help(diag, "make its elements a multiple of %lld, or leave the dim whole: {}",
		          (long long)ways);
	}
	return true;
}

/* Warns of dims that are not divided evenly. */
static bool warn_uneven(struct diags *diags, const struct named_sharding *sharding,
                        const struct hlo_shape *shape, struct span at, const char *what,
                        struct str name)
{
	return find_uneven(RULE_DIM_UNEVEN, diags, sharding, shape, at, what, name);
}

/* Refuses such dims of arguments and results, as JAX does, and warns of those of constraints. */
static bool refuse_uneven(struct diags *diags, const struct named_sharding *sharding,
                          const struct hlo_shape *shape, struct span at, const char *what,
                          struct str name)
{
	bool constraint = strcmp(what, "value") == 0;
	return find_uneven(constraint ? RULE_DIM_UNEVEN : RULE_DIM_INDIVISIBLE, diags, sharding,
	                   shape, at, what, name);
}

bool module_ranks_fit(const struct module *module, struct diags *diags)
{
	return look_at_module(rank_fits, module, false, diags);
}

void module_check_divisible(const struct module *module, struct diags *diags)
{
	/* XLA itself takes arguments that are not: JAX calls its modules so. */
	bool jax = str_starts_with(module->name, STR("jit_")) ||
	           str_starts_with(module->name, STR("pjit_"));
	(void)look_at_module(jax ? refuse_uneven : warn_uneven, module, true, diags);
}
