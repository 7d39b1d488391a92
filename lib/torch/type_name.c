/* SPDX-License-Identifier: Apache-2.0 */
/* What torch calls the type of a tensor. */
#include "torch/mark_sharding.h"

#include <ctype.h>

/* Types with classes of their own in Python's torch, and their names in C++. */
static const struct {
	enum dtype_id id;
	const char *python, *name;
} types[] = {
    {DTYPE_ID_FLOAT32, "torch.FloatTensor", "Float"},
    {DTYPE_ID_FLOAT64, "torch.DoubleTensor", "Double"},
    {DTYPE_ID_FLOAT16, "torch.HalfTensor", "Half"},
    {DTYPE_ID_INT8, "torch.CharTensor", "Char"},
    {DTYPE_ID_UINT8, "torch.ByteTensor", "Byte"},
    {DTYPE_ID_INT16, "torch.ShortTensor", "Short"},
    {DTYPE_ID_INT32, "torch.IntTensor", "Int"},
    {DTYPE_ID_INT64, "torch.LongTensor", "Long"},
    {DTYPE_ID_BFLOAT16, NULL, "BFloat16"},
    {DTYPE_ID_BOOL, NULL, "Bool"},
    {DTYPE_ID_COMPLEX64, NULL, "ComplexFloat"},
    {DTYPE_ID_COMPLEX128, NULL, "ComplexDouble"},
};

/* "Float8_e5m2" of float8_e5m2: names that C++ has as Python, with a capital. */
static struct str capitalized(struct arena *arena, const char *name)
{
	struct str text = str_format(arena, "%s", name);
	char *copy = arena_copy(arena, text.s, text.len, 1);
	copy[0] = (char)toupper((unsigned char)copy[0]);
	return (struct str){copy, text.len};
}

struct str torch_type_name(struct arena *arena, const struct torch_rules *rules,
                           const struct dtype *dtype, enum torch_device device, bool operation)
{
	enum dtype_id id = dtype ? dtype->id : DTYPE_ID_FLOAT32;
	const char *place = device == DEVICE_META ? "Meta" : "CPU";
	bool python = device == DEVICE_CPU && (operation || rules->has[XLA_EXPECTED_TENSOR]);
	for (size_t i = 0; i < COUNT_OF(types); i++) {
		if (types[i].id != id)
			continue;
		if (python && types[i].python)
			return str_of(types[i].python);
		return str_format(arena, "%s%sType", place, types[i].name);
	}
	return str_format(arena, "%s%.*sType", place, STR_ARG(capitalized(arena, dtype->name)));
}

struct str xla_device_error(struct arena *arena, const struct torch_rules *rules,
                            const struct dtype *dtype, enum torch_device device, bool operation)
{
	struct str name = torch_type_name(arena, rules, dtype, device, operation);
	if (rules->has[XLA_EXPECTED_TENSOR])
		return str_format(arena, "Expected XLA tensor. Got: %.*s", STR_ARG(name));
	return str_format(arena,
	                  "torch_xla/csrc/aten_xla_bridge.cpp:110 : Check failed: xtensor\n"
	                  "Input tensor is not an XLA tensor: %.*s",
	                  STR_ARG(name));
}
