"""The dtypes of tensorflow."""
from prelude.loading.tensorflow_tensors import DType

MODULE = "tensorflow tensorflow.dtypes"
PUBLIC = "float16 float32 float64 bfloat16 uint8 int8 int16 int32 int64"

float16 = DType("float16")
float32 = DType("float32")
float64 = DType("float64")
bfloat16 = DType("bfloat16")
uint8 = DType("uint8")
int8 = DType("int8")
int16 = DType("int16")
int32 = DType("int32")
int64 = DType("int64")
