/* SPDX-License-Identifier: Apache-2.0 */
/* stablehlo.einsum of two operands, which XLA makes a product of, and a transpose where the result
 * has another order than the product: dims of both that stay first, then those of the left operand,
 * then those of the right one. */
#include "stablehlo/build.h"

/* The dims of operands and result, a letter each. */
struct equation {
	struct str lhs, rhs, out;
};

static bool has(struct str letters, char letter)
{
	return str_find(letters, letter, 0) < letters.len;
}

/* Whether each letter is one of the others. */
static bool is_within(struct str letters, struct str one, struct str other)
{
	for (size_t i = 0; i < letters.len; i++)
		if (!has(one, letters.s[i]) && !has(other, letters.s[i]))
			return false;
	return true;
}

/* Whether there are as many letters as dims, each once. */
static bool fits(struct str letters, const struct hlo_shape *shape)
{
	for (size_t i = 0; i < letters.len; i++) {
		bool letter = (letters.s[i] >= 'a' && letters.s[i] <= 'z') ||
		              (letters.s[i] >= 'A' && letters.s[i] <= 'Z');
		if (!letter || str_find(letters, letters.s[i], i + 1) < letters.len)
			return false;
	}
	return shape->element && letters.len == shape->rank;
}

/* "mk,kn->mn", as what is not in the result is in both operands; false for any other. */
static bool read_equation(struct str text, struct equation *equation)
{
	size_t comma = str_find(text, ',', 0), arrow = str_find(text, '-', 0);
	if (comma >= arrow || arrow + 1 >= text.len || text.s[arrow + 1] != '>')
		return false;
	*equation = (struct equation){str_trim(str_slice(text, 0, comma)),
	                              str_trim(str_slice(text, comma + 1, arrow)),
	                              str_trim(str_slice(text, arrow + 2, text.len))};
	return is_within(equation->lhs, equation->out, equation->rhs) &&
	       is_within(equation->rhs, equation->out, equation->lhs) &&
	       is_within(equation->out, equation->lhs, equation->rhs);
}

/* The numbers of the product; its letters, as many as the result has, are appended to `product`. */
static struct dot_numbers *numbers_of(struct arena *arena, const struct equation *e, char *product)
{
	struct dot_numbers *dot = arena_new(arena, struct dot_numbers, 1);
	size_t rank = e->lhs.len, count = 0;
	int64_t *lists[4];
	for (size_t i = 0; i < COUNT_OF(lists); i++)
		lists[i] = arena_new(arena, int64_t, rank);
	for (size_t i = 0; i < rank; i++) {
		char letter = e->lhs.s[i];
		if (!has(e->rhs, letter))
			continue;
		bool batch = has(e->out, letter);
		uint32_t *at = batch ? &dot->nbatch : &dot->ncontracting;
		lists[batch ? 0 : 2][*at] = (int64_t)i;
		lists[batch ? 1 : 3][(*at)++] = (int64_t)str_find(e->rhs, letter, 0);
		if (batch)
			product[count++] = letter;
	}
	for (size_t i = 0; i < rank; i++)
		if (!has(e->rhs, e->lhs.s[i]))
			product[count++] = e->lhs.s[i];
	for (size_t i = 0; i < e->rhs.len; i++)
		if (!has(e->lhs, e->rhs.s[i]))
			product[count++] = e->rhs.s[i];
	dot->lhs_batch = lists[0];
	dot->rhs_batch = lists[1];
	dot->lhs_contracting = lists[2];
	dot->rhs_contracting = lists[3];
	return dot;
}

static bool add_product(struct reader *reader, struct operation *operation, struct region *region,
                        const struct equation *e, const struct hlo_shape *shape)
{
	struct arena *arena = reader->arena;
	char *product = arena_new(arena, char, e->out.len + 1);
	const struct dot_numbers *numbers = numbers_of(arena, e, product);
	struct str letters = {product, e->out.len};
	int64_t *sizes = arena_new(arena, int64_t, shape->rank);
	int64_t *order = arena_new(arena, int64_t, shape->rank);
	for (uint32_t i = 0; i < shape->rank; i++) {
		sizes[i] = shape->dims[str_find(e->out, product[i], 0)];
		order[i] = (int64_t)str_find(letters, e->out.s[i], 0);
	}
	struct instruction *made = build_add_of(
	    reader, operation, region, OPCODE_DOT,
	    hlo_shape_array(arena, shape->element, sizes, shape->rank), operation->operands, 2);
	if (!made)
		return false;
	made->dot = numbers;
	if (!str_equal(letters, e->out)) {
		made = build_add_of(reader, operation, region, OPCODE_TRANSPOSE, shape, &made, 1);
		if (!made)
			return false;
		made->dims = order;
		made->ndims = shape->rank;
	}
	return build_bind(reader, operation, region, &made, 1);
}

/* Whether letters that operands share name dims of one size, and those of the result its own. */
static bool sizes_fit(const struct operation *operation, const struct equation *e,
                      const struct hlo_shape *shape)
{
	const struct hlo_shape *lhs = operation->operands[0]->shape;
	const struct hlo_shape *rhs = operation->operands[1]->shape;
	if (!fits(e->lhs, lhs) || !fits(e->rhs, rhs) || !fits(e->out, shape))
		return false;
	for (uint32_t i = 0; i < lhs->rank; i++) {
		size_t right = str_find(e->rhs, e->lhs.s[i], 0);
		size_t out = str_find(e->out, e->lhs.s[i], 0);
		if ((right < rhs->rank && rhs->dims[right] != lhs->dims[i]) ||
		    (out < shape->rank && shape->dims[out] != lhs->dims[i]))
			return false;
	}
	for (uint32_t i = 0; i < rhs->rank; i++) {
		size_t out = str_find(e->out, e->rhs.s[i], 0);
		if (out < shape->rank && shape->dims[out] != rhs->dims[i])
			return false;
	}
	return true;
}

bool build_einsum(struct reader *reader, struct operation *operation, struct region *region)
{
	struct equation equation;
	const struct hlo_shape *shape = build_shape(reader, operation);
	struct str text = attribute_text(attributes_find(&operation->attributes, "einsum_config"));
	if (!shape || !read_equation(text, &equation))
		return shape && build_simple(reader, operation, region);
	if (!build_operands(reader, operation, 2, 2))
		return false;
	if (!sizes_fit(operation, &equation, shape))
		return build_refuse(reader, operation, "its equation does not fit the shapes");
	return add_product(reader, operation, region, &equation, shape);
}
