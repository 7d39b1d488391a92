/* SPDX-License-Identifier: Apache-2.0 */
#include "op/elementwise/elementwise.h"

#include <assert.h>
#include "op/core/dtype_class.h"
#include "op/core/array_message.h"
#include "op/core/watch.h"
#include "op/core/shape_rules.h"
#include "op/shape/shape.h"

/* Families of dtypes that an operand may be of, as a set. */
enum {
	FLOAT = 1,
	COMPLEX = 2,
	INTEGER = 4,
	BOOLEAN = 8,
	SIGNED = 16,
	SINGLE_DOUBLE = 32, /* float32 and float64 */
	KEY = 64,
	NUMBER = INTEGER | FLOAT | COMPLEX,
	ANY = NUMBER | BOOLEAN,
	ORDERED = INTEGER | FLOAT | BOOLEAN,
	INEXACT = FLOAT | COMPLEX,
	LOGICAL = INTEGER | BOOLEAN,
};

/* How the dtype of the result follows. */
enum result_dtype { SAME, ALWAYS_BOOL, REAL_PART, COMPLEX_OF, POWER, INTEGER_POWER };

/* What the rules shared by the rows distinguish them by. */
struct elementwise {
	uint32_t arity;
	uint32_t accepted; /* of each operand */
	enum result_dtype result;
};

static bool infer_elementwise(struct op *op, const struct application *application,
                              struct array_type *result);

/* The derivatives of a quotient, which only reduced and unreduced arrays can refuse. JAX: lax.py
 * div_p. */
static bool div_forward(struct op *op, const struct tape_entry *entry, uint32_t operand)
{
	const struct array *y = entry->operands[1];
	return operand == 0 || !(y->type.reduced || y->type.unreduced) || lax_power(op, y, -2);
}

static bool div_transpose(struct op *op, const struct tape_entry *entry, uint32_t operand)
{
	const struct array *result = entry->results[0], *y = entry->operands[1];
	if (!y->type.rank)
		y = result; /* which it has been broadcast to */
	return operand == 1 || !(result->type.reduced || result->type.unreduced) ||
	       lax_binary(op, &lax_div, cotangent_example(op, result), array_example(op, y));
}

#define SMOOTH .derivative = DERIVATIVE_KEEPS_SHARDINGS
#define ROUGH .derivative = DERIVATIVE_UNKNOWN
#define ELEMENTWISE(id, arity, accepted, result, rule, ...)                     \
	const struct primitive lax_##id = {                                     \
	    .name = #id,                                                        \
	    .infer = infer_elementwise,                                         \
	    .unreduced = rule,                                                  \
	    .batch = broadcast_batch,                                           \
	    .elements = elementwise_elements,                                   \
	    .data = &(const struct elementwise){(arity), (accepted), (result)}, \
	    __VA_ARGS__,                                                        \
	};
#include "op/elementwise/elementwise.def"
#undef ELEMENTWISE
#undef ROUGH
#undef SMOOTH

static const struct elementwise *row_of(const struct primitive *primitive)
{
	assert(primitive->infer == infer_elementwise);
	return primitive->data;
}

uint32_t elementwise_arity(const struct primitive *primitive)
{
	return row_of(primitive)->arity;
}

static bool accepts(uint32_t accepted, const struct dtype *dtype)
{
	static const uint32_t families[] = {
	    [DTYPE_BOOL] = BOOLEAN, [DTYPE_UNSIGNED] = INTEGER, [DTYPE_SIGNED] = INTEGER | SIGNED,
	    [DTYPE_FLOAT] = FLOAT,  [DTYPE_COMPLEX] = COMPLEX,  [DTYPE_KEY] = KEY,
	};
	uint32_t families_of = families[dtype_class(dtype)];
	if (dtype_class(dtype) == DTYPE_FLOAT && dtype->bits >= 32)
		families_of |= SINGLE_DOUBLE;
	return accepted & families_of;
}

/* The names of the accepted families; the order in Python is that of a set and differs. */
static void accepted_text(struct buf *out, uint32_t accepted)
{
	static const struct {
		uint32_t family;
		const char *name;
	} names[] = {
	    {INTEGER, "integer"}, {FLOAT, "floating"},       {COMPLEX, "complexfloating"},
	    {BOOLEAN, "bool"},    {SIGNED, "signedinteger"}, {SINGLE_DOUBLE, "float32, float64"},
	};
	bool first = true;
	for (size_t i = 0; i < COUNT_OF(names); i++) {
		if (!(accepted & names[i].family))
			continue;
		buf_printf(out, "%s%s", first ? "" : ", ", names[i].name);
		first = false;
	}
}

static bool raise_dtype(struct op *op, const struct primitive *primitive, uint32_t families,
                        const struct dtype *dtype, uint32_t position)
{
	const struct elementwise *row = row_of(primitive);
	struct buf accepted = op_buf(op);
	accepted_text(&accepted, families);
	const char *name = primitive->name;
	if (row->arity == 1)
		refuse(op, RULE_DTYPE_MISMATCH, "TypeError",
		       TEXT("{} does not accept dtype {}. Accepted dtypes are subtypes of {}.",
		            name, dtype->name, &accepted));
	else
		refuse(op, RULE_DTYPE_MISMATCH, "TypeError",
		       TEXT("{} does not accept dtype {} at position {}. Accepted dtypes at "
		            "position {} are subtypes of {}.",
		            name, dtype->name, position, position, &accepted));
	return explain(
	    op, WORDS("'{}' takes no {}: its dtypes are {}", name, dtype->name, &accepted),
	    HELP("convert it first, as .astype(jnp.{}) does",
	         accepts(row->accepted, dtype_named(STR("float32"))) ? "float32" : "int32"));
}

static bool power_dtype(struct op *op, const struct application *application,
                        struct array_type *result)
{
	const struct dtype *x = application->operands[0]->dtype,
			   *y = application->operands[1]->dtype;
	result->dtype = x;
	if (!accepts(INEXACT, x))
		return raise_dtype(op, application->primitive, INEXACT, x, 0);
	if (x == y || dtype_is_integer(y))
		return true;
	return refuse(
	    op, RULE_DTYPE_MISMATCH, "TypeError",
	    TEXT("the first argument to pow must have an inexact dtype (float or complex), and the "
	         "second argument must have an inexact or integer dtype, and two inexact dtypes "
	         "must match, but got {} and {} respectively.",
	         x->name, y->name));
}

/* An exponent that is known is the parameter of integer_pow. JAX: lax.py _integer_pow_dtype_rule.
 */
static bool check_exponent(struct op *op, const struct application *application)
{
	const int64_t *exponent = application->params;
	const struct array_type *x = application->operands[0];
	if (!exponent || *exponent >= 0 || !dtype_is_integer(x->dtype))
		return true;
	return refuse(
	    op, RULE_DTYPE_MISMATCH, "TypeError",
	    TEXT("Integers cannot be raised to negative powers, got integer_pow({str}, {})", x,
	         *exponent),
	    WORDS("integers have no power of {}", *exponent),
	    HELP("convert them first: x.astype(jnp.float32)"));
}

/* lax.py naryop_dtype_rule, unop_dtype_rule. */
static bool infer_dtype(struct op *op, const struct application *application,
                        struct array_type *result)
{
	const struct elementwise *row = row_of(application->primitive);
	const struct dtype *first = application->operands[0]->dtype;
	result->weak = true;
	for (uint32_t i = 0; i < application->count; i++) {
		const struct array_type *type = application->operands[i];
		/* Of a power the exponent alone may be an integer. */
		uint32_t accepted = row->result == POWER && i == 0 ? INEXACT : row->accepted;
		if (!accepts(accepted, type->dtype))
			return raise_dtype(op, application->primitive, accepted, type->dtype, i);
		result->weak = result->weak && type->weak;
	}
	if (row->result == POWER)
		return power_dtype(op, application, result);
	if (row->result == INTEGER_POWER && !check_exponent(op, application))
		return false;
	if (!check_same_dtypes(op, application->primitive->name, application->operands,
	                       application->count))
		return false;
	result->dtype = first;
	if (row->result == ALWAYS_BOOL)
		result->dtype = dtype_named(STR("bool"));
	else if (row->result == REAL_PART)
		result->dtype = real_dtype(first);
	else if (row->result == COMPLEX_OF && dtype_class(first) != DTYPE_COMPLEX)
		result->dtype =
		    dtype_named(first->bits == 64 ? STR("complex128") : STR("complex64"));
	return true;
}

/* The first operand of rank above 0, or NULL. */
static const struct array_type *first_ranked(const struct application *application)
{
	for (uint32_t i = 0; i < application->count; i++)
		if (application->operands[i]->rank)
			return application->operands[i];
	return NULL;
}

/* The operands of rank above 0. */
static struct message_argument no_scalars(const struct op *op,
                                          const struct application *application)
{
	const struct array_type **types =
	    arena_new(op->arena, const struct array_type *, application->count);
	uint32_t count = 0;
	for (uint32_t i = 0; i < application->count; i++)
		if (application->operands[i]->rank)
			types[count++] = application->operands[i];
	return type_list_of(types, count);
}

static bool raise_ranks(struct op *op, const struct application *application)
{
	uint64_t ranks = 0;
	struct buf text = op_buf(op);
	for (uint32_t i = 0; i < application->count; i++)
		if (application->operands[i]->rank)
			ranks |= (uint64_t)1 << (application->operands[i]->rank - 1);
	buf_printf(&text, "%s: arrays must have the same number of dimensions, got {",
	           application->primitive->name);
	bool first = true;
	for (uint32_t rank = 1; rank <= MAX_RANK; rank++) {
		if (!(ranks >> (rank - 1) & 1))
			continue;
		buf_printf(&text, "%s%u", first ? "" : ", ", rank);
		first = false;
	}
	buf_putc(&text, '}');
	return refuse(op, RULE_SHAPE_MISMATCH, "TypeError", TEXT("{}", &text),
	              WORDS("lax.{} takes arrays of one rank, but these are {}",
	                    application->primitive->name,
	                    arrays_shown(op, application->operands, application->count)),
	              HELP("the functions of jax.numpy broadcast ranks; those of jax.lax do not"));
}

static bool raise_shapes(struct op *op, const struct application *application)
{
	return refuse(
	    op, RULE_SHAPE_MISMATCH, "TypeError",
	    TEXT("{} got incompatible shapes for broadcasting: {shapes}.",
	         application->primitive->name, no_scalars(op, application)),
	    WORDS("the shapes of {} do not fit together",
	          arrays_shown(op, application->operands, application->count)),
	    HELP("this fails without any sharding too: two sizes must be equal, or one of them 1"));
}

/* lax.py broadcasting_shape_rule. */
static bool infer_shape(struct op *op, const struct application *application,
                        struct array_type *result)
{
	const struct array_type *first = first_ranked(application);
	result->rank = first ? first->rank : 0;
	int64_t *shape = arena_new(op->arena, int64_t, result->rank);
	result->shape = shape;
	for (uint32_t i = 0; i < application->count; i++)
		if (application->operands[i]->rank &&
		    application->operands[i]->rank != result->rank)
			return raise_ranks(op, application);
	for (uint32_t d = 0; d < result->rank; d++) {
		shape[d] = 1;
		for (uint32_t i = 0; i < application->count; i++) {
			const struct array_type *type = application->operands[i];
			if (!type->rank || type->shape[d] == 1)
				continue;
			if (shape[d] != 1 && shape[d] != type->shape[d])
				return raise_shapes(op, application);
			shape[d] = type->shape[d];
		}
	}
	return true;
}

/* The move of one operand, the last that is sharded along the dimension, to where the first is. */
static bool help_reshard(struct op *op, const struct application *application, uint32_t dim)
{
	const struct array_type *first = NULL, *last = NULL;
	for (uint32_t i = 0; i < application->count; i++) {
		const struct array_type *type = application->operands[i];
		if (!type->rank || !type->spec[dim].count)
			continue;
		first = first ? first : type;
		last = type;
	}
	if (!first)
		return false;
	struct dim_axes *spec = spec_copy(op->arena, first->spec, first->rank);
	for (uint32_t i = 0; i < first->rank; i++)
		if (last->shape[i] == 1)
			spec[i] = (struct dim_axes){NULL, 0};
	struct str written = entries_written(op, first->mesh, spec, first->rank);
	return explain(op, HELP("move one of them first: {reshard}({written}, {})", last, written));
}

static bool raise_specs(struct op *op, const struct application *application, uint32_t dim)
{
	struct buf words = op_buf(op);
	for (uint32_t i = 0; i < application->count; i++) {
		const struct array_type *type = application->operands[i];
		if (!type->rank || !type->spec[dim].count)
			continue;
		buf_puts(&words, words.len ? " and " : "");
		buf_add(&words, array_shown(op, type, ""));
	}
	refuse(op, RULE_SHARDING_CONFLICT, "ShardingTypeError",
	       TEXT("{} got incompatible shardings for broadcasting: {entries}.",
	            application->primitive->name, no_scalars(op, application)),
	       CLASS_BEFORE(JAX_SHARDING_TYPE_ERROR, "TypeError"),
	       WORDS("{} are sharded differently along dimension {}", &words, dim));
	return help_reshard(op, application, dim);
}

/* What dimension `dim` of the result is sharded over; false when two operands differ. */
static bool meet(const struct application *application, uint32_t dim, bool trivial_ones,
                 struct dim_axes *result)
{
	assert(dim < application->operands[0]->rank || !application->operands[0]->rank);
	bool found = false;
	for (uint32_t i = 0; i < application->count; i++) {
		const struct array_type *type = application->operands[i];
		if (!type->rank ||
		    (trivial_ones && type->shape[dim] == 1 && !type->spec[dim].count))
			continue;
		if (found && !dim_axes_equal(*result, type->spec[dim]))
			return false;
		*result = type->spec[dim];
		found = true;
	}
	return true;
}

bool broadcasting_spec(struct op *op, const struct application *application,
                       struct dim_axes *result)
{
	const struct array_type *first = first_ranked(application);
	for (uint32_t d = 0; first && d < first->rank; d++) {
		if (meet(application, d, false, &result[d]) ||
		    meet(application, d, true, &result[d]))
			continue;
		result[d] = (struct dim_axes){0};
		for (uint32_t i = 0; i < application->count; i++) {
			const struct array_type *type = application->operands[i];
			if (!type->rank || !type->spec[d].count)
				continue;
			if (result[d].count && !dim_axes_equal(result[d], type->spec[d]))
				return raise_specs(op, application, d);
			result[d] = type->spec[d];
		}
	}
	return true;
}

static bool infer_elementwise(struct op *op, const struct application *application,
                              struct array_type *result)
{
	const struct abstract_mesh *mesh;
	bool runs;
	if (!infer_shape(op, application, result) || !infer_dtype(op, application, result) ||
	    !rule_mesh(op, application, &mesh, &runs))
		return false;
	struct dim_axes *spec = runs ? spec_none(op->arena, result->rank) : NULL;
	if (runs && application->count == 1 && !application->operands[0]->mesh)
		return rule_result(op, application, NULL, NULL, result); /* of a constant */
	if (runs && !broadcasting_spec(op, application, spec))
		return false;
	return rule_result(op, application, mesh, spec, result);
}

/* Whether all operands of rank above 0 are mapped along the same dimension and have one shape. */
static bool mapped_alike(const struct batching *batching, int32_t *dim)
{
	const struct array_type *shape = NULL;
	for (uint32_t i = 0; i < batching->count && !shape; i++) {
		if (batching->dims[i] < 0)
			continue;
		shape = &batching->operands[i]->type;
		*dim = batching->dims[i];
	}
	for (uint32_t i = 0; i < batching->count; i++) {
		const struct array_type *type = &batching->operands[i]->type;
		if (type->rank && (batching->dims[i] != *dim || !type_same_shape(type, shape)))
			return false;
	}
	return true;
}

/* The operand with the mapped dimension, or a new one of size 1, in front. */
static const struct array *at_front(struct op *op, const struct array *array, int32_t dim)
{
	if (dim >= 0)
		return batch_move(op, array, dim, 0);
	uint32_t front = 0;
	return lax_expand_dims(op, array, &front, 1);
}

/* An operand that is a mapped scalar, with dimensions behind the mapped one up to `rank`. */
static const struct array *pad_scalar(struct op *op, const struct array *array, uint32_t rank)
{
	assert(!array || array->type.rank <= rank);
	if (!array || array->type.rank >= rank)
		return array;
	uint32_t dims[MAX_RANK], count = 0;
	for (uint32_t i = array->type.rank; i < rank && i < MAX_RANK; i++)
		dims[count++] = i;
	return lax_expand_dims(op, array, dims, count);
}

bool broadcast_batch(struct op *op, const struct batching *batching, const struct batched *out)
{
	const struct array **operands = arena_new(op->arena, const struct array *, batching->count);
	int32_t dim = 0;
	uint32_t rank = 0;
	bool alike = mapped_alike(batching, &dim);
	for (uint32_t i = 0; i < batching->count; i++) {
		operands[i] = batching->operands[i];
		if (!alike && operands[i]->type.rank)
			operands[i] = at_front(op, operands[i], batching->dims[i]);
		if (!operands[i])
			return false;
		if (operands[i]->type.rank > rank)
			rank = operands[i]->type.rank;
	}
	for (uint32_t i = 0; !alike && i < batching->count; i++)
		if (batching->dims[i] >= 0)
			operands[i] = pad_scalar(op, operands[i], rank);
	for (uint32_t i = 0; i < batching->nresults; i++)
		out->dims[i] = alike ? dim : 0;
	return primitive_apply(op, batching->primitive, batching->params, operands, batching->count,
	                       out->results, batching->nresults);
}

const struct array *lax_nary(struct op *op, const struct primitive *primitive,
                             const struct array *const *operands, uint32_t count)
{
	assert(row_of(primitive)->arity == count);
	return primitive_apply_one(op, primitive, NULL, operands, count);
}

const struct array *lax_unary(struct op *op, const struct primitive *primitive,
                              const struct array *x)
{
	return lax_nary(op, primitive, &x, 1);
}

const struct array *lax_binary(struct op *op, const struct primitive *primitive,
                               const struct array *x, const struct array *y)
{
	const struct array *operands[] = {x, y};
	return lax_nary(op, primitive, operands, 2);
}

const struct array *lax_power(struct op *op, const struct array *x, int64_t exponent)
{
	int64_t *params = arena_new(op->arena, int64_t, 1);
	*params = exponent;
	return primitive_apply_one(op, &lax_integer_pow, params, &x, 1);
}
