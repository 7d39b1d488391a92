"""Errors of flax. flax 0.12.8: errors.py."""

MODULE = "flax.errors"

_PAGE = "https://flax.readthedocs.io/en/latest/api_reference/flax.errors.html#flax.errors."


class FlaxError(Exception):
    def __init__(self, message):
        super().__init__(f"{message} ({_PAGE}{type(self).__name__})")


class TraceContextError(FlaxError):
    pass


class InvalidRngError(FlaxError):
    pass


class ApplyScopeInvalidVariablesTypeError(FlaxError):
    def __init__(self):
        super().__init__(
            "The first argument passed to an apply function should be a dictionary of collections. Each "
            "collection should be a dictionary with string keys."
        )


class ApplyScopeInvalidVariablesStructureError(FlaxError):
    def __init__(self, variables):
        super().__init__(
            'Expect the `variables` (first argument) passed to apply() to be a dict with the structure {"params": '
            '{...}}, but got a dict with an extra params layer, i.e.  {"params": {"params": ... } }. You should '
            f'instead pass in your dict\'s ["params"].'
        )


class ScopeParamNotFoundError(FlaxError):
    def __init__(self, name, scope):
        super().__init__(f'Could not find parameter named "{name}" in scope "{scope}".')


class ScopeCollectionNotFound(FlaxError):
    def __init__(self, col_name, var_name, scope_path):
        super().__init__(
            f'Tried to access "{var_name}" from collection "{col_name}" in "{scope_path}" but the collection is '
            "empty."
        )


class ScopeParamShapeError(FlaxError):
    def __init__(self, name, scope, value_shape, init_shape):
        super().__init__(
            f'For parameter "{name}" in "{scope}", the given initializer is expected to generate shape '
            f"{init_shape}, but the existing parameter it received has shape {value_shape}."
        )


class ScopeVariableNotFoundError(FlaxError):
    def __init__(self, name, col, scope):
        super().__init__(f'No Variable named "{name}" for collection "{col}" exists in "{scope}".')


class ModifyScopeVariableError(FlaxError):
    def __init__(self, col, name, scope):
        super().__init__(f'Cannot update variable "{name}" in "{scope}" because collection "{col}" is immutable.')


class PartitioningUnspecifiedError(FlaxError):
    def __init__(self, target):
        super().__init__(
            'Trying to transform a Partitioned variable but "partition_name" is not specified in '
            f"metadata_params: {target}"
        )


class NameInUseError(FlaxError):
    def __init__(self, key_type, value, module_name):
        super().__init__(f'Could not create {key_type} "{value}" in Module {module_name}: Name in use.')


class AssignSubModuleError(FlaxError):
    def __init__(self, cls):
        super().__init__(f"Submodule {cls} must be defined in `setup()` or in a method wrapped in `@compact`")


class SetAttributeInModuleSetupError(FlaxError):
    def __init__(self):
        super().__init__("Module construction attributes are frozen.")


class SetAttributeFrozenModuleError(FlaxError):
    def __init__(self, module_cls, attr_name, attr_val):
        super().__init__(
            f"Can't set {attr_name}={attr_val} for Module of type {module_cls}: Module instance is frozen outside "
            "of setup method."
        )


class MultipleMethodsCompactError(FlaxError):
    def __init__(self):
        super().__init__("Only one method per class can be @nn.compact")


class CallCompactUnboundModuleError(FlaxError):
    def __init__(self):
        super().__init__("Can't call compact methods on unbound modules")


class CallShareScopeOnUnboundModuleError(FlaxError):
    def __init__(self):
        super().__init__("Can't call `share_scope` on unbound modules")


class CallSetupUnboundModuleError(FlaxError):
    def __init__(self):
        super().__init__("Can't call compact methods on unbound modules")


class CallUnbindOnUnboundModuleError(FlaxError):
    def __init__(self):
        super().__init__("Can't call `unbind()` on unbound modules")


class InvalidInstanceModuleError(FlaxError):
    def __init__(self):
        super().__init__(
            "Can only call init, init_with_output or apply methods on an instance of the Module class, not the "
            "Module class itself")


class JaxTransformError(FlaxError):
    def __init__(self):
        super().__init__("Jax transforms and Flax models cannot be mixed.")


class TransformedMethodReturnValueError(FlaxError):
    def __init__(self, name):
        super().__init__(f"Transformed module method {name} cannot return Modules or Variables.")


class TransformTargetError(FlaxError):
    def __init__(self, target):
        super().__init__("Linen transformations must be applied to Modules classes or functions taking a Module instance as the first argument.")
