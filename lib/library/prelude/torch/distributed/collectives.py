"""Collectives that a program calls itself, seen from rank 0: what they leave in its tensors is not known, but its shape is.
torch: torch/distributed/distributed_c10d.py."""
from prelude.torch.distributed.group import _require, get_world_size

MODULE = "torch.distributed"


class ReduceOp:
    SUM, AVG, PRODUCT, MIN, MAX = "sum", "avg", "product", "min", "max"


class Work:
    """What is waited for, of a collective that goes on beside the program."""

    def wait(self, timeout=None):
        return True

    def is_completed(self):
        return unknowable("whether it has ended", True)

    def is_success(self):
        return True


def _written(tensors, async_op=False):
    """What a collective leaves in tensors of the program."""
    _require()
    for x in tensors:
        if x._is_distributed:
            return unknown("a collective on a DTensor is not known")
        x._array = unheld(x._array)
        x._storage.version += 1
    return Work() if async_op else None


def all_reduce(tensor, op=None, group=None, async_op=False):
    return _written([tensor], async_op)


def broadcast(tensor, src=None, group=None, async_op=False, group_src=None):
    return _written([tensor], async_op)


def reduce(tensor, dst=None, op=None, group=None, async_op=False, group_dst=None):
    return _written([tensor], async_op)


def all_gather(tensor_list, tensor, group=None, async_op=False):
    return _written(tensor_list, async_op)


def all_gather_into_tensor(output_tensor, input_tensor, group=None, async_op=False):
    return _written([output_tensor], async_op)


def reduce_scatter(output, input_list, op=None, group=None, async_op=False):
    return _written([output], async_op)


def reduce_scatter_tensor(output, input, op=None, group=None, async_op=False):
    return _written([output], async_op)


def scatter(tensor, scatter_list=None, src=None, group=None, async_op=False, group_src=None):
    return _written([tensor], async_op)


def gather(tensor, gather_list=None, dst=None, group=None, async_op=False, group_dst=None):
    return _written(gather_list or [], async_op)


def all_to_all(output_tensor_list, input_tensor_list, group=None, async_op=False):
    return _written(output_tensor_list, async_op)


def _check_split(x, sizes, group):
    """torch 2.15: torch/csrc/distributed/c10d/Utils.hpp checkSplitSizes."""
    if not sizes and framework[1] >= (2, 15) and x.shape[0] % get_world_size(group):
        raise RuntimeError("Tensor's dim 0 does not divide equally across group size")


def all_to_all_single(output, input, output_split_sizes=None, input_split_sizes=None, group=None, async_op=False):
    _check_split(input, input_split_sizes, group)
    _check_split(output, output_split_sizes, group)
    return _written([output], async_op)


def send(tensor, dst=None, group=None, tag=0, group_dst=None):
    return _written([])


def isend(tensor, dst=None, group=None, tag=0, group_dst=None):
    return _written([], True)


def irecv(tensor, src=None, group=None, tag=0, group_src=None):
    return _written([tensor], True)


def recv(tensor, src=None, group=None, tag=0, group_src=None):
    _written([tensor])
    return unknowable("the rank that has sent", 1) if src is None else src


class P2POp:
    def __init__(self, op, tensor, peer=None, group=None, tag=0, group_peer=None):
        self.op, self.tensor, self.peer, self.group, self.tag = op, tensor, peer, group, tag


def batch_isend_irecv(p2p_op_list):
    return [x.op(x.tensor, x.peer, x.group, x.tag) for x in p2p_op_list]


def barrier(group=None, async_op=False, device_ids=None, timeout=None):
    return _written([], async_op)


def monitored_barrier(group=None, timeout=None, wait_all_ranks=False):
    return _written([])
