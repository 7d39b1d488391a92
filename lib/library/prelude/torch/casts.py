"""Methods that change the dtype. torch: torch/_tensor_docs.py."""
MODULE = "torch._methods"

float = lambda self, memory_format=None: self.to(member("torch", "float32"))
double = lambda self, memory_format=None: self.to(member("torch", "float64"))
half = lambda self, memory_format=None: self.to(member("torch", "float16"))
bfloat16 = lambda self, memory_format=None: self.to(member("torch", "bfloat16"))
long = lambda self, memory_format=None: self.to(member("torch", "int64"))
int = lambda self, memory_format=None: self.to(member("torch", "int32"))
short = lambda self, memory_format=None: self.to(member("torch", "int16"))
char = lambda self, memory_format=None: self.to(member("torch", "int8"))
byte = lambda self, memory_format=None: self.to(member("torch", "uint8"))
bool = lambda self, memory_format=None: self.to(member("torch", "bool"))


def type(self, dtype=None, non_blocking=False):
    if dtype is None:
        return member("torch._reading", "type_text")(self)
    if isinstance(dtype, str):
        return unknown("torch.Tensor.type of a text is not known")
    return self.to(dtype)
