"""Tensor parallelism. torch: torch/distributed/tensor/parallel/api.py, style.py."""
from prelude.torch.distributed.api import DTensor, distribute_module, distributed, distributed_parameter, _from_local
from prelude.torch.distributed.dispatch import _loss_parallel
from prelude.torch.distributed.mesh import _mesh_in_context
from prelude.torch.distributed.placements import Replicate, Shard

MODULE = "torch.distributed.tensor.parallel torch.distributed.tensor.parallel.style torch.distributed.tensor.parallel.api torch.distributed.tensor.parallel.loss"


class ParallelStyle:
    pass


def _is_of_spec(module):
    """Whether the spec says its parameters alone, and not what it is."""
    return isinstance(module, member("torch._spec", "Model"))


def _is_a(module, *names):
    return any(isinstance(module, member("torch.nn", name)) for name in names)


def _placed(x, mesh, now, wanted):
    """A tensor that lies as the style is told, brought to what it wants."""
    if not isinstance(x, DTensor):
        x = _from_local(x, mesh, now, None, None)
    return _brought(x, wanted) if tuple(now) != tuple(wanted) else x


def _brought(x, wanted):
    return x.redistribute(placements=list(wanted))


def _given(outputs, wanted, use_local):
    if outputs.placements != tuple(wanted):
        outputs = _brought(outputs, wanted)
    return outputs.to_local() if use_local else outputs


class ColwiseParallel(ParallelStyle):
    def __init__(self, *, input_layouts=None, output_layouts=None, use_local_output=True):
        self.input_layouts = (input_layouts or Replicate(),)
        self.output_layouts = (output_layouts or Shard(-1),)
        self.desired_input_layouts = (Replicate(),)
        self.use_local_output = use_local_output

    def _cut(self, name, module, mesh):
        d = 0 if _is_a(module, "Linear") else 1
        for key, x in list(module._parameters.items()):
            if x is not None:
                module._parameters[key] = distributed(x, mesh, [Shard(d)])

    def _apply(self, module, device_mesh):
        if _is_of_spec(module):
            return unknown("which layer a module of the spec is, is not known")
        if not _is_a(module, "Linear", "Embedding"):
            raise NotImplementedError("ColwiseParallel currently only support nn.Linear and nn.Embedding!")
        return _applied(self, module, device_mesh, self._cut)


class RowwiseParallel(ParallelStyle):
    def __init__(self, *, input_layouts=None, output_layouts=None, use_local_output=True):
        self.input_layouts = (input_layouts or Shard(-1),)
        self.output_layouts = (output_layouts or Replicate(),)
        self.desired_input_layouts = (Shard(-1),)
        self.use_local_output = use_local_output

    def _cut(self, name, module, mesh):
        linear = _is_a(module, "Linear")
        for key, x in list(module._parameters.items()):
            if x is not None:
                placement = Shard(0) if not linear else Replicate() if key == "bias" else Shard(1)
                module._parameters[key] = distributed(x, mesh, [placement])

    def _apply(self, module, device_mesh):
        if _is_a(module, "Linear"):
            self.desired_input_layouts = (Shard(-1),)
        elif _is_a(module, "Embedding"):
            self.desired_input_layouts = (Replicate(),)
        elif _is_of_spec(module):
            return unknown("which layer a module of the spec is, is not known")
        else:
            raise NotImplementedError("RowwiseParallel currently only support nn.Linear and nn.Embedding!")
        return _applied(self, module, device_mesh, self._cut)


def _dims_from_front(layouts, ndim):
    return tuple([Shard(p.dim + ndim) if p.is_shard() and p.dim < 0 else p for p in layouts])


def _applied(style, module, mesh, cut):
    def before(m, inputs, mesh):
        x = inputs[0]
        now, wanted = style.input_layouts, style.desired_input_layouts
        x = _placed(x, mesh, now, wanted)
        return (x,)

    def behind(m, outputs, mesh):
        wanted = _dims_from_front(style.output_layouts, outputs.ndim)
        return _given(outputs, wanted, style.use_local_output)

    return distribute_module(module, mesh, cut, before, behind)


class SequenceParallel(ParallelStyle):
    def __init__(self, *, sequence_dim=1, use_local_output=False):
        self.sequence_sharding = (Shard(sequence_dim),)
        self.use_local_output = use_local_output

    def _apply(self, module, device_mesh):
        def whole(name, m, mesh):
            placements = [Replicate()] * (1 if framework[1] < (2, 15) else mesh.ndim)
            for key, x in list(m.named_parameters()):
                m.register_parameter(key, distributed_parameter(_from_local(x, mesh, placements, None, None)))

        def before(m, inputs, mesh):
            x = inputs[0]
            if isinstance(x, DTensor):
                return x if x.placements == self.sequence_sharding else _brought(x, self.sequence_sharding)
            return _from_local(x, mesh, self.sequence_sharding, None, None)

        def behind(m, outputs, mesh):
            return outputs.to_local() if self.use_local_output else outputs

        return distribute_module(module, device_mesh, whole, before, behind)


def _several(layouts):
    return (layouts,) if hasattr(layouts, "is_shard") else tuple(layouts)


class PrepareModuleInput(ParallelStyle):
    def __init__(self, *, input_layouts=None, desired_input_layouts=None, input_kwarg_layouts=None, desired_input_kwarg_layouts=None, use_local_output=False):
        self.input_layouts = None if input_layouts is None else _several(input_layouts)
        self.desired_input_layouts = None if desired_input_layouts is None else _several(desired_input_layouts)
        self.kwarg_layouts = input_kwarg_layouts or {}
        self.desired_kwarg_layouts = desired_input_kwarg_layouts or {}
        self.use_local_output = use_local_output
        if self.input_layouts is not None:
            assert self.desired_input_layouts is not None, "desired module inputs should not be None!"
            assert len(self.input_layouts) == len(self.desired_input_layouts), (
                "input_layouts and desired_input_layouts should have same length!"
            )

    def _one(self, x, mesh, now, wanted):
        if now is None:
            return x
        made = _placed(x, mesh, (now,), (now,))
        if wanted is not None and wanted != now:
            made = _brought(made, (wanted,))
        return made.to_local() if self.use_local_output else made

    def _apply(self, module, device_mesh):
        def before(m, args, kwargs):
            if self.input_layouts is not None:
                if len(args) != len(self.input_layouts):
                    raise ValueError("module inputs and input_layouts should have same length!")
                args = tuple(
                    [
                        self._one(x, device_mesh, now, wanted)
                        for x, now, wanted in zip(args, self.input_layouts, self.desired_input_layouts)
                    ]
                )
            made = {}
            for key, x in kwargs.items():
                made[key] = self._one(x, device_mesh, self.kwarg_layouts.get(key), self.desired_kwarg_layouts.get(key))
            return args, made

        module.register_forward_pre_hook(before, with_kwargs=True)
        return module


class PrepareModuleOutput(ParallelStyle):
    def __init__(self, *, output_layouts, desired_output_layouts, use_local_output=True):
        self.output_layouts = _several(output_layouts)
        self.desired_output_layouts = _several(desired_output_layouts)
        self.use_local_output = use_local_output
        assert len(self.output_layouts) == len(self.desired_output_layouts), (
            "output_layouts and desired_output_layouts should have same length!"
        )

    def _apply(self, module, device_mesh):
        def behind(m, inputs, outputs):
            given = outputs if isinstance(outputs, tuple) else (outputs,)
            if len(given) != len(self.output_layouts):
                raise ValueError("module outputs and output_layouts should have same length!")
            made = []
            for x, now, wanted in zip(given, self.output_layouts, self.desired_output_layouts):
                if now is not None:
                    x = _placed(x, device_mesh, (now,), (now,))
                    if wanted != now:
                        x = _brought(x, (wanted,))
                    x = x.to_local() if self.use_local_output else x
                made.append(x)
            return tuple(made) if len(made) > 1 else made[0]

        module.register_forward_hook(behind)
        return module


class loss_parallel:
    def __enter__(self):
        _loss_parallel["on"] = True

    def __exit__(self, *details):
        _loss_parallel["on"] = False


def _fits(name, pattern):
    """Whether a name fits a pattern of a shell."""
    if not pattern:
        return not name
    if pattern[0] == "*":
        return any(_fits(name[i:], pattern[1:]) for i in range(len(name) + 1))
    if pattern[0] == "[":
        return unknown("a pattern with brackets is not known")
    return name != "" and pattern[0] in (name[0], "?") and _fits(name[1:], pattern[1:])


def _matching(module, path):
    first, _, rest = path.partition(".")
    found = [child for name, child in module.named_children() if _fits(name, first)]
    return found if not rest else [x for child in found for x in _matching(child, rest)]


def parallelize_module(module, device_mesh=None, parallelize_plan=None, *, src_data_rank=0):
    mesh = device_mesh or _mesh_in_context()
    if parallelize_plan is None:
        return module
    if isinstance(parallelize_plan, ParallelStyle):
        return parallelize_plan._apply(module, mesh)
    if not isinstance(parallelize_plan, dict):
        raise TypeError(
            f"Expect Union[ParallelStyle, Dict[str, ParallelStyle]] for parallelize_plan, {type(parallelize_plan)} found!"
        )
    for path, style in parallelize_plan.items():
        found = [module] if path == "" else _matching(module, path)
        if not found:
            lint(
                "plan-key-unmatched",
                f"the key '{path}' of the plan matches no module: its parameters stay plain tensors on every rank",
                "write the path as named_modules() gives it",
            )
        for child in found:
            parallelize_module(child, mesh, style)
    return module
