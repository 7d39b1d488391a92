"""Methods of modules that change dtypes. torch: torch/nn/modules/module.py."""
MODULE = "torch._module_methods"

float = lambda self: self.to(member("torch", "float32"))
double = lambda self: self.to(member("torch", "float64"))
half = lambda self: self.to(member("torch", "float16"))
bfloat16 = lambda self: self.to(member("torch", "bfloat16"))


def type(self, dst_type):
    return self.to(dst_type)
