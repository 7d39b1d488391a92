"""What torch.distributed refuses, with our words beside its own."""
from prelude.torch.distributed.placements import Replicate
from prelude.torch.distributed.strategies import view_groups

MODULE = "torch.distributed._words"


def _kept(x, shape):
    """The placements with which this view is taken: whole where it merges or splits dimensions."""
    changed = set()
    for before, behind in view_groups(tuple(x._array.shape), tuple(shape)):
        if len(before) != 1 or len(behind) != 1:
            changed |= set(before)
    return [Replicate() if p.is_shard() and p.dim in changed else p for p in x._placements]


def refuse_view(x, shape, text, error=RuntimeError):
    placements = ", ".join([f"Shard({p.dim})" if p.is_shard() else repr(p) for p in _kept(x, shape)])
    refuse(
        error,
        text,
        rule="reshape-ambiguous",
        say=f"a view of shape {tuple(shape)} would split or merge a dimension of the DTensor that is sharded",
        help=f"bring it there before: x = x.redistribute(placements=[{placements}])",
    )


def refuse_mixed(text):
    refuse(
        RuntimeError,
        text,
        say="an operation gets a DTensor and a plain tensor",
        help="distribute the plain one too: y = distribute_tensor(y, mesh, [Replicate()] * mesh.ndim), or name its module in the plan of parallelize_module",
    )


def refuse_meshes(text):
    refuse(
        RuntimeError,
        text,
        rule="placement-mesh",
        say="DTensors of two device meshes meet in one operation",
        help="put them on one mesh: DTensor.from_local(y.full_tensor(), mesh, [Replicate()] * mesh.ndim)",
    )


def refuse_unnamed(error, text, mesh=None):
    """A mesh of fully_shard that has no names."""
    names = '("replicate", "shard")' if mesh is not None else '("dp", "tp")'
    sizes = mesh.shape if mesh is not None else "(…, …)"
    behind = "" if mesh is not None else ', and take mesh["dp"] and mesh["tp"] of it'
    refuse(
        error,
        text,
        rule="placement-mesh",
        say="fully_shard is given a mesh whose dimensions have no names",
        help=f"name them: init_device_mesh({repr(mesh.device_type if mesh is not None else 'cuda')}, {sizes}, mesh_dim_names={names}){behind}",
    )


def refuse_loss(text):
    refuse(
        ValueError,
        text,
        say="loss_parallel is on for logits that are not sharded along the classes, on a mesh of one dimension",
        help="keep the output of the last layer sharded: ColwiseParallel(output_layouts=Shard(-1), use_local_output=False)",
    )


def refuse_unregistered(overload):
    refuse(
        NotImplementedError,
        f"Operator aten.{overload} does not have a sharding strategy registered.",
        rule="operation-without-rule",
        say=f"this release of torch has no rule by which aten.{overload} works on a DTensor",
        help="do it on x.full_tensor(), or on x.to_local() where ranks can do it alone; later releases have rules for more operations",
    )


def refuse_inplace(overload, x):
    refuse(
        RuntimeError,
        f"aten.{overload}: in-place operations that require placement changes are not supported. The input has placement {x._placements}, but no valid strategy preserves this placement. Please use the out-of-place version of this operation instead.",
        say="an operation in place would have to bring the DTensor to other placements",
        help="write it out of place, or bring the DTensor to whole or sharded placements before: x = x.redistribute(placements=[Replicate()] * mesh.ndim)",
    )
