"""dtypes as some errors of C++ name them."""
MODULE = "torch._aten_names"

float32 = "float"
float64 = "double"
int64 = "long int"
int32 = "int"
uint8 = "unsigned char"
