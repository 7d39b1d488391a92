/* SPDX-License-Identifier: Apache-2.0 */
#include "op/core/shape_rules.h"

#include <assert.h>
#include "op/core/array_message.h"

/* The function of jax.numpy that an error about dtypes recommends, or NULL. */
static const char *numpy_equivalent(const char *name)
{
	static const struct {
		const char *lax, *numpy;
	} names[] = {
	    {"add", "add"},
	    {"atan2", "arctan2"},
	    {"concatenate", "concatenate"},
	    {"div", "divide"},
	    {"eq", "equal"},
	    {"max", "maximum"},
	    {"min", "minimum"},
	    {"mul", "multiply"},
	    {"ne", "not_equal"},
	    {"nextafter", "nextafter"},
	    {"pow", "float_power"},
	    {"select", "where"},
	    {"shift_left", "left_shift"},
	    {"sub", "subtract"},
	    {"shift_right_arithmetic", "right_shift"},
	    {"shift_right_logical", "right_shift"},
	};
	for (size_t i = 0; i < COUNT_OF(names); i++)
		if (strcmp(names[i].lax, name) == 0)
			return names[i].numpy;
	return NULL;
}

bool check_same_dtypes(struct op *op, const char *name, const struct array_type *const *types,
                       uint32_t count)
{
	assert(count > 0);
	bool same = true;
	for (uint32_t i = 0; i < count; i++)
		same = same && types[i]->dtype == types[0]->dtype;
	if (same)
		return true;
	struct buf list = op_buf(op);
	for (uint32_t i = 0; i < count; i++)
		buf_printf(&list, "%s%s", i ? ", " : "", types[i]->dtype->name);
	const char *numpy = numpy_equivalent(name);
	struct str tip = !numpy ? STR("")
	                        : phrase(op,
	                                 " (Tip: jnp.{} is a similar function that does automatic "
	                                 "type promotion on inputs).",
	                                 numpy);
	refuse(
	    op, RULE_DTYPE_MISMATCH, "TypeError",
	    TEXT("lax.{} requires arguments to have the same dtypes, got {}.{}", name, &list, tip),
	    WORDS("lax.{} converts nothing: {} differ in dtype", name,
	          arrays_shown(op, types, count)));
	if (numpy)
		return explain(op, HELP("use jnp.{}, or convert one operand", numpy));
	if (count > 2)
		return explain(op, HELP("convert them to one dtype, by .astype"));
	return explain(op, HELP("convert one of them: {written}.astype(jnp.{})", types[count - 1],
	                        types[0]->dtype));
}
