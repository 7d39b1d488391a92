/* SPDX-License-Identifier: Apache-2.0 */
#include "trace/value/class.h"

#include <assert.h>
#include "trace/value/dtype_text.h"
#include "trace/value/library.h"

#include "op/core/abstract_mesh.h"

static bool is_number(const struct value *value)
{
	return value->kind == VALUE_BOOL || value->kind == VALUE_INT ||
	       value->kind == VALUE_FLOAT || value->kind == VALUE_SCALAR;
}

/* The number of Python that a NumPy scalar is equal to, and has the hash of; any other as it is. */
static struct value plain_number(const struct value *number)
{
	struct value plain = {.kind = VALUE_FLOAT, .real = number->scalar.real};
	if (number->kind != VALUE_SCALAR)
		return *number;
	if (number->scalar.dtype->class == DTYPE_FLOAT)
		return plain;
	return (struct value){.kind = VALUE_INT, .integer = (int64_t)number->scalar.real};
}

static bool numbers_equal(const struct value *left, const struct value *right)
{
	const struct value x_plain = plain_number(left), y_plain = plain_number(right);
	const struct value *a = &x_plain, *b = &y_plain;
	if (a->kind == VALUE_FLOAT || b->kind == VALUE_FLOAT) {
		double x = a->kind == VALUE_FLOAT  ? a->real
		           : a->kind == VALUE_BOOL ? a->boolean
		                                   : (double)a->integer;
		double y = b->kind == VALUE_FLOAT  ? b->real
		           : b->kind == VALUE_BOOL ? b->boolean
		                                   : (double)b->integer;
		return x == y;
	}
	int64_t x = a->kind == VALUE_BOOL ? a->boolean : a->integer;
	int64_t y = b->kind == VALUE_BOOL ? b->boolean : b->integer;
	return x == y;
}

static bool complex_equal(const struct value *a, const struct value *b)
{
	const struct value *number = a->kind == VALUE_COMPLEX ? a : b, *other = number == a ? b : a;
	const struct value real = {.kind = VALUE_FLOAT, .real = number->complex.real};
	if (other->kind == VALUE_COMPLEX)
		return other->complex.real == number->complex.real &&
		       other->complex.imaginary == number->complex.imaginary;
	return number->complex.imaginary == 0 && is_number(other) && numbers_equal(&real, other);
}

static bool parts_equal(const struct value *a, const struct value *b);

/* Whether two values are alike, in one of the ways that they can be. */
typedef bool comparison(const struct value *a, const struct value *b);

static bool lists_alike(const struct value_list *a, const struct value_list *b, comparison *alike)
{
	if (a->count != b->count)
		return false;
	for (uint32_t i = 0; i < a->count; i++)
		if (!alike(a->items[i], b->items[i]))
			return false;
	return true;
}

static bool set_contains(const struct value_list *set, const struct value *item)
{
	for (uint32_t i = 0; i < set->count; i++)
		if (parts_equal(set->items[i], item))
			return true;
	return false;
}

static bool sets_equal(const struct value_list *a, const struct value_list *b)
{
	if (a->count != b->count)
		return false;
	for (uint32_t i = 0; i < a->count; i++)
		if (!set_contains(b, a->items[i]))
			return false;
	return true;
}

static bool dicts_alike(const struct value *a, const struct value *b, comparison *alike)
{
	if (a->dict.count != b->dict.count)
		return false;
	for (uint32_t i = 0; i < a->dict.count; i++) {
		const struct value *other = dict_get(b, a->dict.pairs[i].key);
		if (!other || !alike(a->dict.pairs[i].value, other))
			return false;
	}
	return true;
}

static bool references_equal(const struct reference *a, uint32_t na, const struct reference *b,
                             uint32_t nb)
{
	if (na != nb)
		return false;
	for (uint32_t i = 0; i < na; i++) {
		if (a[i].kind != b[i].kind || !str_equal(a[i].name, b[i].name))
			return false;
		if (a[i].kind == REFERENCE_NESTED &&
		    !references_equal(a[i].items, a[i].nitems, b[i].items, b[i].nitems))
			return false;
	}
	return true;
}

static bool references_same_set(const struct reference *a, uint32_t na, const struct reference *b,
                                uint32_t nb)
{
	for (uint32_t i = 0; i < na; i++) {
		bool found = false;
		for (uint32_t j = 0; j < nb && !found; j++)
			found = references_equal(&a[i], 1, &b[j], 1);
		if (!found)
			return false;
	}
	return na == nb;
}

static bool specs_equal(const struct partition_spec *a, const struct partition_spec *b)
{
	if (a->nentries != b->nentries)
		return false;
	for (uint32_t i = 0; i < a->nentries; i++) {
		const struct entry *x = &a->entries[i], *y = &b->entries[i];
		if (x->kind != y->kind || !references_equal(x->axes, x->naxes, y->axes, y->naxes))
			return false;
	}
	return references_same_set(a->unreduced, a->nunreduced, b->unreduced, b->nunreduced) &&
	       references_same_set(a->reduced, a->nreduced, b->reduced, b->nreduced);
}

static bool records_equal(const struct record *a, const struct record *b)
{
	if (strcmp(a->class_name, b->class_name) != 0 || a->count != b->count)
		return false;
	for (uint32_t i = 0; i < a->count; i++)
		if (!value_equal(a->fields[i], b->fields[i]))
			return false;
	return true;
}

/* Objects are equal when they are one, or of one dataclass with equal fields; what a method of the
 * program says is asked in trace/eval/equality.c. */
static bool objects_equal(const struct object *a, const struct object *b)
{
	const struct class_value *class = a->class->class;
	if (a->class == b->class && class->form == CLASS_ENUM) {
		const struct value *x = dict_get_text(a->fields, STR("value"));
		const struct value *y = dict_get_text(b->fields, STR("value"));
		return x && y && x->kind == VALUE_INT && parts_equal(x, y);
	}
	if (a->class != b->class || class->form != CLASS_DATACLASS || class->by_identity ||
	    class_find(a->class, STR("__eq__")))
		return false;
	for (uint32_t i = 0; i < class->nfields; i++) {
		const struct value *x = dict_get_text(a->fields, class->fields[i].name);
		const struct value *y = dict_get_text(b->fields, class->fields[i].name);
		if (class->fields[i].compared && (!x || !y || !parts_equal(x, y)))
			return false;
	}
	return true;
}

/* Whether both have devices, of which only the number is known: they may be others. */
static bool devices_undecided(const struct value *a, const struct value *b)
{
	assert(a->kind == VALUE_MESH && b->kind == VALUE_MESH);
	return a != b && a->mesh.mesh != b->mesh.mesh && !a->mesh.is_abstract &&
	       !b->mesh.is_abstract && abstract_mesh_equal(a->mesh.mesh, b->mesh.mesh);
}

static bool types_alike(const struct value *a, const struct value *b)
{
	const struct array_type *x = a->type, *y = b->type;
	if (x->dtype != y->dtype || x->rank != y->rank || x->weak != y->weak)
		return false;
	for (uint32_t i = 0; i < x->rank; i++)
		if (x->shape[i] != y->shape[i])
			return false;
	return true;
}

/* Whether it is a ShapeDtypeStruct that has no sharding. */
static bool is_bare_type(const struct value *value)
{
	assert(value->kind == VALUE_TYPE);
	return value->described && value->described->kind == VALUE_NONE && !value->type->mesh;
}

static bool same_kind_of_memory(const struct value *a, const struct value *b)
{
	const char *kind = a->sharding->memory_kind, *other = b->sharding->memory_kind;
	return kind && other ? strcmp(kind, other) == 0 : kind == other;
}

/* Whether two items that stand at the same place are not known to be equal or not. */
static bool items_undecided(const struct value *a, const struct value *b)
{
	return (a != b && (a->kind == VALUE_ARRAY || b->kind == VALUE_ARRAY)) ||
	       value_equal_unknown(a, b);
}

static bool lists_undecided(const struct value_list *a, const struct value_list *b)
{
	for (uint32_t i = 0; a->count == b->count && i < a->count; i++)
		if (items_undecided(a->items[i], b->items[i]))
			return true;
	return false;
}

static bool dicts_undecided(const struct value *a, const struct value *b)
{
	for (uint32_t i = 0; a->dict.count == b->dict.count && i < a->dict.count; i++) {
		const struct value *other = dict_get(b, a->dict.pairs[i].key);
		if (other && items_undecided(a->dict.pairs[i].value, other))
			return true;
	}
	return false;
}

/* Whether both may be one method of objects, which are equal when these are the same, or as their
 * class says. */
static bool methods_undecided(const struct bound_call *a, const struct bound_call *b)
{
	return a->function == b->function && a->positional.count == 1 && b->positional.count == 1 &&
	       !a->nkeywords && !b->nkeywords && a->positional.items[0]->kind == VALUE_OBJECT &&
	       b->positional.items[0]->kind == VALUE_OBJECT;
}

bool value_equal_unknown(const struct value *a, const struct value *b)
{
	if (a == b || a->kind != b->kind || value_too_large(a) || value_too_large(b))
		return false;
	switch (a->kind) {
	case VALUE_MESH:
		return devices_undecided(a, b);
	case VALUE_SHARDING:
		return devices_undecided(a->sharding->mesh, b->sharding->mesh);
	case VALUE_TYPE:
		return types_alike(a, b) && !(is_bare_type(a) && is_bare_type(b));
	case VALUE_TUPLE:
	case VALUE_LIST:
		return lists_undecided(&a->list, &b->list);
	case VALUE_DICT:
		return dicts_undecided(a, b);
	case VALUE_PARTIAL:
		return methods_undecided(&a->partial, &b->partial);
	default:
		return a->kind == VALUE_DEVICES || a->kind == VALUE_POSITIONAL ||
		       a->kind == VALUE_METHOD;
	}
}

const struct value *dict_get(const struct value *dict, const struct value *key)
{
	assert(dict->kind == VALUE_DICT);
	for (uint32_t i = 0; i < dict->dict.count; i++)
		if (value_equal(dict->dict.pairs[i].key, key))
			return dict->dict.pairs[i].value;
	return NULL;
}

const struct dtype *numpy_dtype(const struct function_row *row)
{
	if (strcmp(row->name, "bool_") == 0)
		return dtype_named(STR("bool"));
	const struct dtype *dtype = dtype_named(str_of(row->name));
	return dtype && strcmp(dtype->name, row->name) == 0 ? dtype : NULL;
}

static bool dtype_equals(const struct value *dtype, const struct value *other)
{
	assert(dtype->kind == VALUE_DTYPE);
	if (other->kind == VALUE_DTYPE)
		return dtype->dtype == other->dtype;
	if (other->kind == VALUE_BUILTIN)
		return dtype->dtype == numpy_dtype(other->builtin);
	bool foreign;
	return other->kind == VALUE_STRING &&
	       numpy_dtype_named(other->string, &foreign) == dtype->dtype;
}

static bool meshes_equal(const struct value *a, const struct value *b)
{
	return a->mesh.is_abstract == b->mesh.is_abstract &&
	       (a->mesh.mesh == b->mesh.mesh ||
	        (a->mesh.is_abstract && abstract_mesh_equal(a->mesh.mesh, b->mesh.mesh)));
}

/* Whether two ranges give the same numbers. */
static bool ranges_equal(const struct value *a, const struct value *b)
{
	int64_t length = range_length(a);
	return length == range_length(b) &&
	       (length == 0 || (a->range.start == b->range.start &&
	                        (length == 1 || a->range.step == b->range.step)));
}

/* Whether two values of one kind, which are no numbers, are equal. */
static bool alike_equal(const struct value *a, const struct value *b)
{
	assert(a->kind == b->kind);
	switch (a->kind) {
	case VALUE_NONE:
	case VALUE_ELLIPSIS:
	case VALUE_UNCONSTRAINED:
		return true;
	case VALUE_STRING:
		return str_equal(a->string, b->string);
	case VALUE_SLICE:
		return parts_equal(a->slice.start, b->slice.start) &&
		       parts_equal(a->slice.stop, b->slice.stop) &&
		       parts_equal(a->slice.step, b->slice.step);
	case VALUE_TUPLE:
	case VALUE_LIST:
		return lists_alike(&a->list, &b->list, parts_equal);
	case VALUE_SET:
		return sets_equal(&a->list, &b->list);
	case VALUE_DICT:
		return dicts_alike(a, b, parts_equal);
	case VALUE_SPEC:
		return specs_equal(a->spec, b->spec);
	case VALUE_SHARDING:
		return same_kind_of_memory(a, b) &&
		       parts_equal(a->sharding->mesh, b->sharding->mesh) &&
		       specs_equal(&a->sharding->spec, &b->sharding->spec);
	case VALUE_MESH:
		return meshes_equal(a, b);
	case VALUE_RECORD:
		return records_equal(&a->record, &b->record);
	case VALUE_OBJECT:
		return objects_equal(&a->object, &b->object);
	case VALUE_NODE:
		return a->node.class == b->node.class &&
		       lists_alike(&a->node.children, &b->node.children, parts_equal) &&
		       parts_equal(a->node.meta, b->node.meta);
	case VALUE_BUILTIN:
		return a->builtin == b->builtin;
	case VALUE_MODULE:
		return a->module == b->module && a->module_scope == b->module_scope;
	case VALUE_TYPE:
		return types_alike(a, b) && is_bare_type(a) && is_bare_type(b);
	case VALUE_RANGE:
		return ranges_equal(a, b);
	default:
		return false;
	}
}

static bool parts_equal(const struct value *a, const struct value *b)
{
	a = a->kind == VALUE_OBJECT ? enum_plain(a) : a;
	b = b->kind == VALUE_OBJECT ? enum_plain(b) : b;
	if (a == b)
		return a->kind != VALUE_UNKNOWN;
	if (a->kind == VALUE_COMPLEX || b->kind == VALUE_COMPLEX)
		return complex_equal(a, b);
	if (is_number(a) && is_number(b))
		return numbers_equal(a, b);
	if (a->kind == VALUE_DTYPE)
		return dtype_equals(a, b);
	if (b->kind == VALUE_DTYPE)
		return dtype_equals(b, a);
	return a->kind == b->kind && alike_equal(a, b);
}

bool value_equal(const struct value *a, const struct value *b)
{
	if (a->kind == VALUE_STRING && b->kind == VALUE_STRING)
		return str_equal(a->string, b->string);
	if (a->kind == VALUE_INT && b->kind == VALUE_INT)
		return a->integer == b->integer;
	if (a->kind == b->kind && a != b && (value_too_large(a) || value_too_large(b)))
		return false;
	return parts_equal(a, b);
}

/* Whether both are one method of one object. */
static bool same_method(const struct bound_call *a, const struct bound_call *b)
{
	return a->is_method && b->is_method && value_same_key(a->function, b->function) &&
	       a->positional.count == 1 && b->positional.count == 1 &&
	       a->positional.items[0] == b->positional.items[0];
}

bool value_same_key(const struct value *a, const struct value *b)
{
	if (a->kind != b->kind || a->kind == VALUE_UNKNOWN || a->kind == VALUE_ARRAY)
		return false;
	if (a == b)
		return true;
	if (value_too_large(a) || value_too_large(b))
		return false;
	switch (a->kind) {
	case VALUE_TUPLE:
	case VALUE_LIST:
		return !a->named == !b->named &&
		       (!a->named || a->named->class == b->named->class) &&
		       lists_alike(&a->list, &b->list, value_same_key);
	case VALUE_DICT:
		return dicts_alike(a, b, value_same_key);
	case VALUE_PARTIAL:
		return same_method(&a->partial, &b->partial);
	default:
		return value_equal(a, b);
	}
}
