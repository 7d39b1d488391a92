/* SPDX-License-Identifier: Apache-2.0 */
#include <assert.h>
#include <inttypes.h>

#include "base/checked.h"
#include "op/core/dtype_class.h"
#include "op/random/random.h"
#include "op/shape/shape.h"

#include "op/elementwise/elementwise.h"
#include "op/core/shape_rules.h"

/* Params of random_split and random_bits. */
struct generation {
	uint32_t bits; /* of each number; 0: keys */
	const int64_t *shape;
	uint32_t rank;
};

const struct dtype *random_key_dtype(const struct op *op)
{
	return op->keys ? op->keys : dtype_named(STR("key<fry>"));
}

/* How many 32-bit words one key is made of. */
static uint32_t key_words(const struct dtype *dtype)
{
	return dtype->bits / 32;
}

bool random_is_key(const struct array *array)
{
	return dtype_class(array->type.dtype) == DTYPE_KEY;
}

/* The result of a rule that adds dimensions behind those of its operand, or takes the last away. */
static bool finish(struct op *op, const struct application *application, struct array_type *result)
{
	const struct array_type *operand = application->operands[0];
	struct dim_axes *spec = spec_none(op->arena, result->rank);
	for (uint32_t i = 0; i < operand->rank && i < result->rank; i++)
		spec[i] = operand->spec[i];
	if (operand->mesh)
		return rule_of_operand(op, application, spec, result);
	if (dtype_class(result->dtype) == DTYPE_KEY)
		return true; /* keys lie as what they are made of: a constant is on no mesh */
	return rule_result(op, application, op->mesh, NULL, result);
}

static bool infer_generation(struct op *op, const struct application *application,
                             struct array_type *result)
{
	const struct generation *params = application->params;
	const struct array_type *keys = application->operands[0];
	uint32_t rank = keys->rank + params->rank;
	int64_t *shape = arena_new(op->arena, int64_t, rank);
	for (uint32_t i = 0; i < rank; i++)
		shape[i] = i < keys->rank ? keys->shape[i] : params->shape[i - keys->rank];
	struct str name = str_format(op->arena, "uint%u", params->bits);
	*result =
	    type_plain(op->arena, params->bits ? dtype_named(name) : keys->dtype, shape, rank);
	if (params->bits && !op_has(op, JAX_BITS_FOLLOW_KEYS))
		return rule_result(op, application, op->mesh, NULL, result);
	return finish(op, application, result);
}

static bool infer_seed(struct op *op, const struct application *application,
                       struct array_type *result)
{
	const struct array_type *seeds = application->operands[0];
	*result = type_plain(op->arena, application->params, seeds->shape, seeds->rank);
	return finish(op, application, result);
}

static bool infer_wrap(struct op *op, const struct application *application,
                       struct array_type *result)
{
	assert(application->operands[0]->rank > 0);
	const struct array_type *data = application->operands[0];
	*result = type_plain(op->arena, application->params, data->shape, data->rank - 1);
	return finish(op, application, result);
}

static bool infer_unwrap(struct op *op, const struct application *application,
                         struct array_type *result)
{
	assert(dtype_class(application->operands[0]->dtype) == DTYPE_KEY);
	const struct array_type *keys = application->operands[0];
	int64_t *shape = arena_new(op->arena, int64_t, (size_t)keys->rank + 1);
	for (uint32_t i = 0; i < keys->rank; i++)
		shape[i] = keys->shape[i];
	shape[keys->rank] = key_words(keys->dtype);
	*result = type_plain(op->arena, dtype_named(STR("uint32")), shape, keys->rank + 1);
	return finish(op, application, result);
}

/* lax.py broadcasting_shape_rule and broadcasting_sharding_rule, on a key and a number. */
static bool infer_fold_in(struct op *op, const struct application *application,
                          struct array_type *result)
{
	const struct array_type *keys = application->operands[0],
				*numbers = application->operands[1];
	const struct array_type *whole = keys->rank ? keys : numbers;
	const struct abstract_mesh *mesh;
	bool runs;
	*result = type_plain(op->arena, keys->dtype, whole->shape, whole->rank);
	if (keys->rank && numbers->rank && !type_same_shape(keys, numbers))
		return op_unknown(op, "keys and numbers of different shapes");
	if (!rule_mesh(op, application, &mesh, &runs))
		return false;
	struct dim_axes *spec = runs ? spec_none(op->arena, result->rank) : NULL;
	if (runs && !broadcasting_spec(op, application, spec))
		return false;
	return rule_result(op, application, mesh, spec, result);
}

/* The primitives do to all keys what they do to each: the mapped dimension stays where it is. */
static bool batch_keys(struct op *op, const struct batching *batching, const struct batched *out)
{
	assert(batching->dims[0] >= 0);
	const struct array_type *keys = &batching->operands[0]->type;
	bool others = dtype_class(keys->dtype) == DTYPE_KEY && keys->dtype->id != DTYPE_ID_KEY;
	for (uint32_t i = 0; others && i < keys->rank; i++)
		if (keys->spec[i].count)
			return op_unknown(op, "sharded keys of this kind under vmap");
	out->dims[0] = batching->dims[0];
	return primitive_apply(op, batching->primitive, batching->params, batching->operands, 1,
	                       out->results, 1);
}

/* Key data goes with the mapped dimension in front, since the last one is the key's own. */
static bool batch_wrap(struct op *op, const struct batching *batching, const struct batched *out)
{
	assert(batching->dims[0] >= 0);
	const struct array *data = batch_move(op, batching->operands[0], batching->dims[0], 0);
	out->dims[0] = 0;
	return primitive_apply(op, batching->primitive, batching->params, &data, 1, out->results,
	                       1);
}

const struct array *random_seed(struct op *op, const struct array *seeds, const struct dtype *dtype)
{
	assert(dtype_class(dtype) == DTYPE_KEY);
	static const struct primitive primitive = {.name = "random_seed",
	                                           .infer = infer_seed,
	                                           .batch = batch_keys,
	                                           .derivative = DERIVATIVE_KEEPS_SHARDINGS};
	return primitive_apply_one(op, &primitive, dtype, &seeds, 1);
}

static bool refuse_data(struct op *op, const struct array_type *data, const struct dtype *dtype)
{
	if (strcmp(dtype->name, "key<fry>") != 0)
		return op_unknown(op, "data of another length than keys of this kind have");
	return refuse(op, RULE_PROGRAM_ERROR, "TypeError",
	              TEXT("JAX encountered invalid PRNG key data: expected key_data.shape to end "
	                   "with (2,); got shape={shape} for impl=PRNGImpl(key_shape=(2,), "
	                   "seed=<function threefry_seed at 0x>, split=<function threefry_split "
	                   "at 0x>, random_bits=<function threefry_random_bits at 0x>, "
	                   "fold_in=<function threefry_fold_in at 0x>, name='threefry2x32', "
	                   "tag='fry')",
	                   data),
	              HELP("make keys with jax.random.key(seed)"));
}

/* JAX: sharding_impls.py check_replicated_trailing_dims. */
static bool refuse_sharded_data(struct op *op, const struct array_type *data)
{
	struct buf partitions = op_buf(op);
	for (uint32_t i = 0; i < data->rank; i++) {
		int64_t ways = 1;
		for (uint32_t j = 0; j < data->spec[i].count; j++)
			if (!checked_multiply(&ways, ways,
			                      data->mesh->mesh->axes[data->spec[i].axes[j]].size))
				return op_unknown(op, "%s", "");
		buf_printf(&partitions, "%s%" PRId64, i ? ", " : "", ways);
	}
	return refuse(op, RULE_SHARDING_CONFLICT, "AssertionError",
	              TEXT("The trailing dims of extended dtypes should be replicated. Got "
	                   "sharding: {sharding}, partitions: [{}], num_trailing_dims: 1",
	                   data, &partitions),
	              WORDS("the last dimension of a key's data cannot be sharded"),
	              HELP("shard the dimensions before it, or none"));
}

/* Whether what one key is made of is on several devices. */
static bool data_is_sharded(const struct op *op, const struct array_type *data)
{
	return data->mesh && data->mesh->explicit_axes && data->spec[data->rank - 1].count &&
	       op_has(op, JAX_SHARDING_TYPE_ERROR);
}

const struct array *random_wrap(struct op *op, const struct array *data, const struct dtype *dtype)
{
	assert(dtype_class(dtype) == DTYPE_KEY);
	static const struct primitive primitive = {.name = "random_wrap",
	                                           .infer = infer_wrap,
	                                           .batch = batch_wrap,
	                                           .derivative = DERIVATIVE_KEEPS_SHARDINGS};
	if (!data)
		return NULL;
	const struct array_type *type = &data->type;
	if (!type->rank)
		refuse(op, RULE_PROGRAM_ERROR, "TypeError",
		       TEXT("JAX encountered invalid PRNG key data: expected key_data.ndim >= 1; "
		            "got ndim=0"));
	else if (type->shape[type->rank - 1] != key_words(dtype))
		(void)refuse_data(op, type, dtype);
	else if (strcmp(type->dtype->name, "uint32") != 0)
		refuse(op, RULE_DTYPE_MISMATCH, "TypeError",
		       TEXT("JAX encountered invalid PRNG key data: expected key_data.dtype = "
		            "uint32; got dtype={}",
		            type->dtype));
	else if (data_is_sharded(op, type))
		(void)refuse_sharded_data(op, type);
	else
		return primitive_apply_one(op, &primitive, dtype, &data, 1);
	return NULL;
}

const struct array *random_unwrap(struct op *op, const struct array *keys)
{
	static const struct primitive primitive = {.name = "random_unwrap",
	                                           .infer = infer_unwrap,
	                                           .batch = batch_keys,
	                                           .derivative = DERIVATIVE_KEEPS_SHARDINGS};
	return primitive_apply_one(op, &primitive, NULL, &keys, 1);
}

static const struct generation *generation(struct op *op, uint32_t bits, const int64_t *shape,
                                           uint32_t rank)
{
	struct generation *params = arena_new(op->arena, struct generation, 1);
	*params = (struct generation){bits, shape_copy(op->arena, shape, rank), rank};
	return params;
}

const struct array *random_split(struct op *op, const struct array *keys, const int64_t *shape,
                                 uint32_t rank)
{
	static const struct primitive primitive = {.name = "random_split",
	                                           .infer = infer_generation,
	                                           .batch = batch_keys,
	                                           .derivative = DERIVATIVE_KEEPS_SHARDINGS};
	return primitive_apply_one(op, &primitive, generation(op, 0, shape, rank), &keys, 1);
}

const struct array *random_bits(struct op *op, const struct array *keys, uint32_t bits,
                                const int64_t *shape, uint32_t rank)
{
	assert(bits == 8 || bits == 16 || bits == 32 || bits == 64);
	static const struct primitive primitive = {.name = "random_bits",
	                                           .infer = infer_generation,
	                                           .batch = batch_keys,
	                                           .derivative = DERIVATIVE_KEEPS_SHARDINGS};
	return primitive_apply_one(op, &primitive, generation(op, bits, shape, rank), &keys, 1);
}

const struct array *random_fold_in(struct op *op, const struct array *keys,
                                   const struct array *numbers)
{
	static const struct primitive primitive = {.name = "random_fold_in",
	                                           .infer = infer_fold_in,
	                                           .batch = broadcast_batch,
	                                           .derivative = DERIVATIVE_KEEPS_SHARDINGS};
	const struct array *operands[] = {keys, numbers};
	return primitive_apply_one(op, &primitive, NULL, operands, 2);
}

bool random_check_key(struct op *op, const char *name, bool several, const struct array **key,
                      bool *wrapped)
{
	if (!*key)
		return false;
	const struct array_type *given = &(*key)->type;
	*wrapped = !random_is_key(*key);
	if (*wrapped)
		*key = random_wrap(op, *key, random_key_dtype(op));
	if (!*key || several || !(*key)->type.rank)
		return *key != NULL;
	return refuse(op, RULE_PROGRAM_ERROR, "ValueError",
	              TEXT("{} accepts a single key, but was given a key array of shape {shape} != "
	                   "(). Use jax.vmap for batching.",
	                   name, given),
	              HELP("take one key, or map over them: jax.vmap(lambda key: …)(keys)"));
}
