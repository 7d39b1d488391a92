/* SPDX-License-Identifier: Apache-2.0 */
/* Elements of tuples that operands name with their number: "%while.1#2", as jaxlib 0.12 prints
 * them, for a get-tuple-element that has no line of its own. */
#include "hlo/hlo_reader.h"

static uint32_t leaves_of(const struct hlo_shape *shape)
{
	uint32_t count = shape->tuple ? 0 : 1;
	for (uint32_t i = 0; i < shape->nelements; i++)
		count += leaves_of(&shape->elements[i]);
	return count;
}

/* The part of a tuple's sharding that is its element's. */
static const struct hlo_sharding *sharding_of(struct arena *arena, const struct instruction *tuple,
                                              uint32_t element)
{
	const struct hlo_sharding *sharding = tuple->sharding;
	const struct hlo_shape *shape = &tuple->shape->elements[element];
	size_t first = 0, count = leaves_of(shape);
	if (!sharding || sharding->kind != HLO_TUPLE)
		return sharding;
	for (uint32_t i = 0; i < element; i++)
		first += leaves_of(&tuple->shape->elements[i]);
	if (first + count > sharding->nelements)
		return NULL;
	if (!shape->tuple)
		return &sharding->elements[first];
	struct hlo_sharding *part = arena_new(arena, struct hlo_sharding, 1);
	*part = (struct hlo_sharding){
	    .kind = HLO_TUPLE,
	    .elements = sharding->elements + first,
	    .nelements = count,
	};
	return part;
}

static struct instruction *make_element(struct hlo_reader *reader, struct instruction *tuple,
                                        uint32_t element, size_t start)
{
	struct scanner *in = &reader->in;
	struct instruction *made = computation_add(reader->computation, OPCODE_GET_TUPLE_ELEMENT,
	                                           &tuple->shape->elements[element], &tuple, 1);
	bool added;
	made->index = element;
	made->name = str_slice(in->text, start, in->at);
	made->at = (struct span){(uint32_t)start, (uint32_t)(in->at - start)};
	made->origin = tuple->origin;
	made->sharding = sharding_of(reader->arena, tuple, element);
	(void)table_add(reader->arena, &reader->names, made->name, made->number, &added);
	return made;
}

struct instruction *hlo_element(struct hlo_reader *reader, struct instruction *tuple, size_t start)
{
	struct scanner *in = &reader->in;
	while (tuple && in->at < in->text.len && in->text.s[in->at] == '#') {
		int64_t element;
		in->at++;
		if (!scanner_integer(in, &element, "expects the number of an element behind '#'"))
			return NULL;
		if (element < 0 || element >= tuple->shape->nelements) {
			(void)scanner_fail(in, start, in->at - start,
			                   "the tuple has no element of this number");
			return NULL;
		}
		const uint32_t *place =
		    table_find(&reader->names, str_slice(in->text, start, in->at));
		tuple = place ? reader->computation->instructions[*place]
		              : make_element(reader, tuple, (uint32_t)element, start);
	}
	return tuple;
}
