"""The number that a rank reads of a DTensor. torch: torch/distributed/tensor/_dispatch.py."""
from prelude.torch.reading import number

MODULE = "torch._distributed_reading"


def item(x):
    """What this rank holds, without a collective."""
    if any(p.is_partial() for p in x._placements):
        lint(
            "partial-read",
            "the number of a partial DTensor is what one rank holds, and not the whole",
            "read it of x.full_tensor()",
        )
    return number(x.to_local())
