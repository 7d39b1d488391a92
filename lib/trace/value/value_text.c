/* SPDX-License-Identifier: Apache-2.0 */
/* Values as Python prints them. */
#include "trace/value/class.h"
#include "trace/value/library.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "jax/python_text.h"
#include "op/core/abstract_mesh.h"

enum { DOUBLE_DIGITS = 17, NUMBER_ROOM = 40 };

/* The fewest digits that read back as the same number. */
static int shortest_digits(double real)
{
	char text[NUMBER_ROOM];
	int digits = 1;
	while (digits < DOUBLE_DIGITS) {
		(void)snprintf(text, sizeof text, "%.*e", digits - 1, real);
		if (strtod(text, NULL) == real)
			break;
		digits++;
	}
	return digits;
}

/* repr() of a float. */
void python_float(struct buf *out, double real)
{
	if (isnan(real)) {
		buf_puts(out, "nan");
		return;
	}
	if (isinf(real)) {
		buf_puts(out, real < 0 ? "-inf" : "inf");
		return;
	}
	int digits = shortest_digits(real);
	double size = fabs(real);
	if (size != 0 && (size < 1e-4 || size >= 1e16)) {
		buf_printf(out, "%.*e", digits - 1, real);
		return;
	}
	int before = size < 1 ? 0 : (int)floor(log10(size)) + 1;
	int decimals = digits - before > 1 ? digits - before : 1;
	if (size != 0 && size < 1)
		decimals = digits - 1 - (int)floor(log10(size));
	buf_printf(out, "%.*f", decimals, real);
}

static void part_text(struct buf *out, const struct jax_rules *rules, const struct value *value);

/* What describes an array. JAX: core.py ShapeDtypeStruct.__repr__. */
static void struct_text(struct buf *out, const struct jax_rules *rules, const struct value *value)
{
	buf_puts(out, "ShapeDtypeStruct(shape=");
	python_shape(out, value->type->shape, value->type->rank);
	buf_printf(out, ", dtype=%s", value->type->dtype->name);
	if (value->described->kind != VALUE_NONE) {
		buf_puts(out, ", sharding=");
		part_text(out, rules, value->described);
	}
	if (value->type->weak)
		buf_puts(out, ", weak_type=True");
	buf_putc(out, ')');
}

static void list_text(struct buf *out, const struct jax_rules *rules, const struct value_list *list)
{
	for (uint32_t i = 0; i < list->count; i++) {
		if (i)
			buf_puts(out, ", ");
		part_text(out, rules, list->items[i]);
	}
}

static void dict_text(struct buf *out, const struct jax_rules *rules, const struct value *value)
{
	buf_putc(out, '{');
	for (uint32_t i = 0; i < value->dict.count; i++) {
		if (i)
			buf_puts(out, ", ");
		part_text(out, rules, value->dict.pairs[i].key);
		buf_puts(out, ": ");
		part_text(out, rules, value->dict.pairs[i].value);
	}
	buf_putc(out, '}');
}

static void sequence_text(struct buf *out, const struct jax_rules *rules, const struct value *value)
{
	if (value->kind == VALUE_SET && value->list.count == 0) {
		buf_puts(out, value->frozen ? "frozenset()" : "set()");
		return;
	}
	if (value->frozen || value->view)
		buf_printf(out, "%s(", value_class_name(value));
	buf_putc(out, value->kind == VALUE_TUPLE ? '(' : value->kind == VALUE_LIST ? '[' : '{');
	list_text(out, rules, &value->list);
	if (value->kind == VALUE_TUPLE)
		python_tuple_end(out, value->list.count);
	else
		buf_putc(out, value->kind == VALUE_LIST ? ']' : '}');
	if (value->frozen || value->view)
		buf_putc(out, ')');
}

/* SVDResult(U=…, S=…). */
static void named_tuple_text(struct buf *out, const struct jax_rules *rules,
                             const struct value *value)
{
	buf_printf(out, "%s(", value->named->class_name);
	for (uint32_t i = 0; i < value->list.count; i++) {
		buf_printf(out, "%s%s=", i ? ", " : "", value->named->names[i]);
		part_text(out, rules, value->list.items[i]);
	}
	buf_putc(out, ')');
}

static void slice_text(struct buf *out, const struct jax_rules *rules, const struct value *value)
{
	buf_puts(out, "slice(");
	part_text(out, rules, value->slice.start);
	buf_puts(out, ", ");
	part_text(out, rules, value->slice.stop);
	buf_puts(out, ", ");
	part_text(out, rules, value->slice.step);
	buf_putc(out, ')');
}

static void range_text(struct buf *out, const struct value *value)
{
	buf_printf(out, "range(%lld, %lld", (long long)value->range.start,
	           (long long)value->range.stop);
	if (value->range.step != 1)
		buf_printf(out, ", %lld", (long long)value->range.step);
	buf_putc(out, ')');
}

/* A tracer. What stands behind the first line is left out. */
static void array_text(struct buf *out, const struct jax_rules *rules, const struct array *array)
{
	if (rules->has[JAX_TRACER_NAMED]) {
		bool round = rules->has[JAX_TRACER_ROUND];
		buf_puts(out, array->level ? "VmapTracer" : "JitTracer");
		buf_putc(out, round ? '(' : '<');
		buf_puts(out, round && array->level ? "aval=" : "");
		type_str_text(out, rules, &array->type);
		if (round && array->level) {
			buf_puts(out, ", batched=");
			type_str_text(out, rules, &array->mapped->type);
		}
		buf_putc(out, round ? ')' : '>');
		return;
	}
	buf_puts(out, "Traced<");
	type_str_text(out, rules, &array->type);
	buf_printf(out, ">with<%s", array->level ? "BatchTrace" : "DynamicJaxprTrace");
	if (rules->has[JAX_TRACER_LEVEL])
		buf_printf(out, "(level=%u/0)", array->level + 1);
	buf_puts(out, array->level ? "> with" : ">");
}

static void mesh_text(struct buf *out, const struct jax_rules *rules, const struct value *value)
{
	const struct abstract_mesh *mesh = value->mesh.mesh;
	if (value->mesh.is_abstract) {
		abstract_mesh_text(out, rules, mesh);
	} else if (mesh) {
		struct jax_sharding sharding = {
		    .rules = rules, .mesh = mesh->mesh, .types = mesh->types};
		jax_mesh_text(out, &sharding);
	} else {
		buf_puts(out, "Mesh(axis_sizes=(), axis_names=())");
	}
}

static void sharding_text(struct buf *out, const struct jax_rules *rules, const struct value *value)
{
	const struct abstract_mesh *mesh = value->sharding->mesh->mesh.mesh;
	struct jax_sharding sharding = {rules, mesh->mesh, mesh->types, value->sharding->spec,
	                                value->sharding->mesh->mesh.is_abstract};
	struct buf text = {.arena = out->arena};
	jax_sharding_text(&text, &sharding);
	struct str whole = buf_str(&text);
	if (!value->sharding->memory_kind) {
		buf_add(out, whole);
		return;
	}
	buf_add(out, str_slice(whole, 0, str_search(whole, STR(", memory_kind="), 0)));
	if (str_search(whole, STR(", memory_kind="), 0) == whole.len)
		out->len--; /* the parenthesis */
	buf_printf(out, ", memory_kind=%s)", value->sharding->memory_kind);
}

/* A type of mesh axes prints its name alone. JAX: mesh.py AxisType.__repr__. */
static void record_text(struct buf *out, const struct record *record)
{
	if (strcmp(record->class_name, "AxisType") == 0 && record->count)
		buf_add(out, record->fields[0]->string);
	else if (strcmp(record->class_name, "UnreducedKind") == 0 && record->count == 2)
		buf_printf(out, "<UnreducedKind.%.*s: %d>", STR_ARG(record->fields[0]->string),
		           (int)record->fields[1]->integer);
	else
		buf_printf(out, "<%s>", record->class_name);
}

static void function_text(struct buf *out, const struct value *value)
{
	struct str name = STR("<lambda>");
	if (value->closure.definition)
		name = value->closure.definition->name;
	buf_printf(out, "<function %.*s at 0x>", STR_ARG(name));
}

/* repr() of an exception: ValueError('text'). */
static void exception_repr(struct buf *out, const struct jax_rules *rules,
                           const struct value *value)
{
	const struct value *given = dict_get_text(value->object.fields, STR("args"));
	buf_printf(out, "%s(", value_class_name(value));
	if (given && given->kind == VALUE_TUPLE)
		list_text(out, rules, &given->list);
	buf_putc(out, ')');
}

static void dataclass_text(struct buf *out, const struct jax_rules *rules,
                           const struct value *value)
{
	const struct class_value *class = value->object.class->class;
	const char *before = "";
	buf_printf(out, "%.*s(", STR_ARG(class->name));
	for (uint32_t i = 0; i < class->nfields; i++) {
		const struct class_field *field = &class->fields[i];
		const struct value *part = dict_get_text(value->object.fields, field->name);
		if (!field->shown || !part)
			continue;
		buf_printf(out, "%s%.*s=", before, STR_ARG(field->name));
		part_text(out, rules, part);
		before = ", ";
	}
	buf_putc(out, ')');
}

static void object_text(struct buf *out, const struct jax_rules *rules, const struct value *value)
{
	const struct value *class = value->object.class, *member = enum_value(value);
	const struct value *name = dict_get_text(value->object.fields, STR("name"));
	if (member && name && name->kind == VALUE_STRING) {
		buf_printf(out, "<%s.%.*s: ", value_class_name(value), STR_ARG(name->string));
		part_text(out, rules, member);
		buf_putc(out, '>');
	} else if (class_is(class, "BaseException")) {
		exception_repr(out, rules, value);
	} else if (class->class->form == CLASS_DATACLASS) {
		dataclass_text(out, rules, value);
	} else {
		struct str module = class_module(class->class);
		buf_printf(out, "<%.*s%s%.*s object at 0x>", STR_ARG(module), module.len ? "." : "",
		           STR_ARG(class->class->name));
	}
}

/* str() of an exception: its only argument, or all of them as a tuple. */
static void exception_str(struct buf *out, const struct jax_rules *rules, const struct value *value)
{
	const struct value *text = dict_get_text(value->object.fields, STR("<text>"));
	const struct value *given = dict_get_text(value->object.fields, STR("args"));
	if (text)
		value_str_text(out, rules, text);
	else if (given && given->kind == VALUE_TUPLE && given->list.count == 1 &&
	         !class_is(value->object.class, "KeyError"))
		value_str_text(out, rules, given->list.items[0]);
	else if (given && given->kind == VALUE_TUPLE && given->list.count == 1)
		value_text(out, rules, given->list.items[0]);
	else if (given && given->kind == VALUE_TUPLE && given->list.count)
		value_text(out, rules, given);
}

static void object_str(struct buf *out, const struct jax_rules *rules, const struct value *value)
{
	const struct value *class = value->object.class;
	const struct value *name = dict_get_text(value->object.fields, STR("name"));
	if (enum_value(value) && enum_prints_value(value))
		value_str_text(out, rules, enum_value(value));
	else if (enum_value(value) && name && name->kind == VALUE_STRING)
		buf_printf(out, "%s.%.*s", value_class_name(value), STR_ARG(name->string));
	else if (class_is(class, "BaseException"))
		exception_str(out, rules, value);
	else
		value_text(out, rules, value);
}

/* A part of a complex number, without the .0 of a float. */
static void complex_part(struct buf *out, double real)
{
	python_float(out, real);
	if (str_ends_with(buf_str(out), STR(".0")))
		out->len -= 2;
}

/* CPython: complexobject.c complex_repr. */
static void complex_text(struct buf *out, const struct value *value)
{
	double real = value->complex.real, imaginary = value->complex.imaginary;
	bool alone = real == 0 && !signbit(real);
	if (!alone) {
		buf_putc(out, '(');
		complex_part(out, real);
		buf_puts(out, signbit(imaginary) && !isnan(imaginary) ? "" : "+");
	}
	complex_part(out, imaginary);
	buf_puts(out, alone ? "j" : "j)");
}

/* A NumPy scalar; repr() has its dtype. Of float32 the digits are those that tell it from its
 * neighbours. */
static void scalar_text(struct buf *out, const struct numpy_scalar *scalar, bool repr)
{
	bool boolean = scalar->dtype->class == DTYPE_BOOL;
	bool whole = scalar->dtype->class == DTYPE_SIGNED || scalar->dtype->class == DTYPE_UNSIGNED;
	double real = scalar->real;
	char text[32];
	if (boolean) {
		buf_printf(out, "%s%s%s", repr ? "np." : "", real != 0 ? "True" : "False",
		           repr ? "_" : "");
		return;
	}
	if (repr)
		buf_printf(out, "np.%s(", scalar->dtype->name);
	for (int digits = 1; scalar->dtype->bits == 32 && !whole && digits < 10; digits++) {
		snprintf(text, sizeof text, "%.*g", digits, real);
		if (strtof(text, NULL) == (float)real) {
			real = strtod(text, NULL);
			break;
		}
	}
	if (whole)
		buf_printf(out, "%.0f", real);
	else
		python_float(out, real);
	if (repr)
		buf_putc(out, ')');
}

static bool is_python_class(const char *name)
{
	static const char *const names[] = {"int",   "float", "str",       "bool",    "list",
	                                    "tuple", "dict",  "set",       "complex", "range",
	                                    "slice", "type",  "frozenset", "property"};
	for (size_t i = 0; i < COUNT_OF(names); i++)
		if (strcmp(name, names[i]) == 0)
			return true;
	return false;
}

static void type_value_text(struct buf *out, const struct jax_rules *rules,
                            const struct value *value)
{
	if (value->described)
		struct_text(out, rules, value);
	else
		type_shaped_array_text(out, rules, value->type);
}

static void class_text(struct buf *out, const struct class_value *class)
{
	struct str module = class_module(class);
	buf_printf(out, "<class '%.*s%s%.*s'>", STR_ARG(module), module.len ? "." : "",
	           STR_ARG(class->name));
}

static void builtin_text(struct buf *out, const char *name)
{
	static const char *const scalars[] = {"generic",       "number",         "integer",
	                                      "inexact",       "floating",       "complexfloating",
	                                      "signedinteger", "unsignedinteger"};
	if (is_python_class(name))
		buf_printf(out, "<class '%s'>", name);
	else if (str_place(str_of(name), scalars, COUNT_OF(scalars)) < COUNT_OF(scalars))
		buf_printf(out, "<class 'numpy.%s'>", name);
	else
		buf_printf(out, "<function %s at 0x>", name);
}

/* Numbers, texts and what has no parts; false of any other value. */
static bool plain_text(struct buf *out, const struct value *value)
{
	switch (value->kind) {
	case VALUE_NONE:
		buf_puts(out, "None");
		break;
	case VALUE_BOOL:
		buf_puts(out, value->boolean ? "True" : "False");
		break;
	case VALUE_INT:
		buf_printf(out, "%lld", (long long)value->integer);
		break;
	case VALUE_FLOAT:
		python_float(out, value->real);
		break;
	case VALUE_COMPLEX:
		complex_text(out, value);
		break;
	case VALUE_STRING:
		python_string(out, value->string);
		break;
	case VALUE_SCALAR:
		scalar_text(out, &value->scalar, true);
		break;
	case VALUE_ELLIPSIS:
		buf_puts(out, "Ellipsis");
		break;
	case VALUE_RANGE:
		range_text(out, value);
		break;
	case VALUE_UNCONSTRAINED:
		buf_puts(out, "UNCONSTRAINED");
		break;
	default:
		return false;
	}
	return true;
}

/* Code, and what is made of it; false of any other value. */
static bool code_text(struct buf *out, const struct jax_rules *rules, const struct value *value)
{
	switch (value->kind) {
	case VALUE_FUNCTION:
		function_text(out, value);
		break;
	case VALUE_BUILTIN:
		if (value->builtin->custom_jvp)
			buf_puts(out, "<jax._src.custom_derivatives.custom_jvp object at 0x>");
		else
			builtin_text(out, value->builtin->name);
		break;
	case VALUE_MODULE:
		buf_printf(out, "<module '%s'>", value->module->name);
		break;
	case VALUE_CLASS:
		class_text(out, value->class);
		break;
	case VALUE_OBJECT:
		object_text(out, rules, value);
		break;
	case VALUE_RECORD:
		record_text(out, &value->record);
		break;
	default:
		return false;
	}
	return true;
}

static void part_text(struct buf *out, const struct jax_rules *rules, const struct value *value)
{
	switch (value->kind) {
	case VALUE_LEAF:
		buf_add(out, value->leaf->string);
		break;
	case VALUE_SLICE:
		slice_text(out, rules, value);
		break;
	case VALUE_TUPLE:
	case VALUE_LIST:
	case VALUE_SET:
		if (value->named)
			named_tuple_text(out, rules, value);
		else
			sequence_text(out, rules, value);
		break;
	case VALUE_DICT:
		dict_text(out, rules, value);
		break;
	case VALUE_ARRAY:
		array_text(out, rules, value->array);
		break;
	case VALUE_TYPE:
		type_value_text(out, rules, value);
		break;
	case VALUE_DTYPE:
		buf_printf(out, "<class 'jax.numpy.%s'>", value->dtype->name);
		break;
	case VALUE_SPEC:
		jax_spec_text(out, rules, value->spec);
		break;
	case VALUE_MESH:
		mesh_text(out, rules, value);
		break;
	case VALUE_SHARDING:
		sharding_text(out, rules, value);
		break;
	default:
		if (!plain_text(out, value) && !code_text(out, rules, value))
			buf_printf(out, "<%s>", value_class_name(value));
		break;
	}
}

void value_text(struct buf *out, const struct jax_rules *rules, const struct value *value)
{
	if (value_too_large(value))
		buf_puts(out, "...");
	else
		part_text(out, rules, value);
}

void value_str_text(struct buf *out, const struct jax_rules *rules, const struct value *value)
{
	const struct record *record = value->kind == VALUE_RECORD ? &value->record : NULL;
	bool enumeration = record && record->count &&
	                   (strcmp(record->class_name, "AxisType") == 0 ||
	                    strcmp(record->class_name, "UnreducedKind") == 0);
	if (enumeration)
		buf_printf(out, "%s.%.*s", record->class_name, STR_ARG(record->fields[0]->string));
	else if (value->kind == VALUE_STRING)
		buf_add(out, value->string);
	else if (value->kind == VALUE_MESH && !value->mesh.mesh && !value->mesh.is_abstract)
		buf_puts(out, "Mesh()");
	else if (value->kind == VALUE_DTYPE)
		buf_puts(out, value->dtype->name);
	else if (value->kind == VALUE_TYPE && !value->described)
		type_str_text(out, rules, value->type);
	else if (value->kind == VALUE_OBJECT)
		object_str(out, rules, value);
	else if (value->kind == VALUE_SCALAR)
		scalar_text(out, &value->scalar, false);
	else
		value_text(out, rules, value);
}

static void print_repr(struct buf *out, const struct op *op, const void *value)
{
	value_text(out, op->rules, value);
}

static void print_str(struct buf *out, const struct op *op, const void *value)
{
	value_str_text(out, op->rules, value);
}

struct message_argument value_repr(const struct value *value)
{
	return printed_by(print_repr, value);
}

struct message_argument value_str(const struct value *value)
{
	return printed_by(print_str, value);
}
