/* SPDX-License-Identifier: Apache-2.0 */
#include "trace/value/dtype_text.h"

#include <string.h>

/* On Linux, where a C long has 64 bits. */
static const struct {
	enum dtype_id id;
	const char *codes; /* may follow a byte order */
	const char *names;
} numpy_words[] = {
    {DTYPE_ID_BOOL, "? b1", "bool_"},
    {DTYPE_ID_INT8, "b i1", "byte"},
    {DTYPE_ID_INT16, "h i2", "short"},
    {DTYPE_ID_INT32, "i i4", "intc"},
    {DTYPE_ID_INT64, "l n p q i8", "int int_ long longlong intp"},
    {DTYPE_ID_UINT8, "B u1", "ubyte"},
    {DTYPE_ID_UINT16, "H u2", "ushort"},
    {DTYPE_ID_UINT32, "I u4", "uintc"},
    {DTYPE_ID_UINT64, "L N P Q u8", "uint ulong ulonglong uintp"},
    {DTYPE_ID_FLOAT16, "e f2", "half"},
    {DTYPE_ID_FLOAT32, "f f4", "single"},
    {DTYPE_ID_FLOAT64, "d f8", "float double"},
    {DTYPE_ID_COMPLEX64, "F c8", "csingle"},
    {DTYPE_ID_COMPLEX128, "D c16", "complex cdouble"},
};

/* The beginnings of what NumPy has beside, or had, and of what ml_dtypes adds to it. */
static const char *const foreign_words[] = {
    "S",      "U",     "V",       "M",       "m",        "O",          "T",          "a",
    "g",      "G",     "f16",     "c32",     "float128", "complex256", "longdouble", "clongdouble",
    "str",    "bytes", "c",       "object",  "datetime", "timedelta",  "void",       "unicode",
    "float_", "bool8", "float4_", "float6_", "float8_",  "int1",       "uint1"};

static bool is_foreign(struct str text)
{
	bool fields = str_find(text, ',', 0) < text.len || str_find(text, '(', 0) < text.len;
	bool repeated = text.len && text.s[0] >= '0' && text.s[0] <= '9'; /* 3f4 */
	if (fields || repeated)
		return true;
	for (size_t i = 0; i < COUNT_OF(foreign_words); i++)
		if (str_starts_with(text, str_of(foreign_words[i])))
			return true;
	return false;
}

const struct dtype *numpy_dtype_named(struct str text, bool *foreign)
{
	bool ordered = text.len > 1 && memchr("<>=|", text.s[0], 4);
	struct str code = str_slice(text, ordered, text.len);
	const struct dtype *same = ordered ? NULL : dtype_named(text);
	*foreign = false;
	if (same && same->class != DTYPE_KEY && str_equal(str_of(same->name), text))
		return same;
	for (size_t i = 0; i < COUNT_OF(numpy_words); i++)
		if (str_has_word(str_of(numpy_words[i].codes), code) ||
		    (!ordered && str_has_word(str_of(numpy_words[i].names), text)))
			return dtype_of(numpy_words[i].id);
	*foreign = is_foreign(code);
	return NULL;
}
