"""Options of jax.config: some change no verdict, whatever they are, and others not as they are. JAX: config.py."""
from prelude.transform.options import dtype_promotion, set_dtype_promotion, set_rank_promotion

_FREE = (
    "jax_platforms", "jax_platform_name", "jax_log_compiles", "jax_debug_nans", "jax_debug_infs",
    "jax_traceback_filtering", "jax_compilation_cache_dir", "jax_persistent_cache_min_entry_size_bytes",
    "jax_persistent_cache_min_compile_time_secs", "jax_default_matmul_precision", "jax_explain_cache_misses",
    "jax_default_dtype_bits", "jax_enable_compilation_cache", "jax_cpu_collectives_implementation", "jax_captured_constants_warn_bytes",
    "jax_threefry_partitionable", "jax_debug_key_reuse", "jax_use_shardy_partitioner", "jax_default_device",
    "jax_check_tracer_leaks", "jax_transfer_guard", "jax_transfer_guard_host_to_device",
    "jax_transfer_guard_device_to_device", "jax_transfer_guard_device_to_host", "jax_disable_most_optimizations",
    "jax_raise_persistent_cache_errors", "jax_include_full_tracebacks_in_locations", "jax_enable_checks",
    "jax_dump_ir_to", "jax_dump_ir_modes", "jax_softmax_custom_jvp", "jax_pgle_profiling_runs", "jax_persistent_cache_enable_xla_caches",
    "jax_spmd_mode", "jax_xla_backend", "jax_debug_log_modules", "jax_logging_level",
    "jax_traceback_in_locations_limit", "jax_memory_fitting_level", "jax_optimization_level",
    "jax_exec_time_optimization_effort", "jax_memory_fitting_effort", "jax_mutable_array_checks",
    "jax_enable_recoverability", "jax_enable_preemption_service", "jax_backend_target", "jax_use_magma",
    "mock_num_gpu_processes", "jax_cross_host_transfer_socket_address", "jax_cross_host_transport_addresses")


_PRECISIONS = (
    "default", "high", "highest", "bfloat16", "tensorfloat32", "float32", "ANY_F8_ANY_F8_F32",
    "ANY_F8_ANY_F8_F32_FAST_ACCUM", "ANY_F8_ANY_F8_ANY", "ANY_F8_ANY_F8_ANY_FAST_ACCUM", "F16_F16_F16", "F16_F16_F32",
    "BF16_BF16_BF16", "BF16_BF16_F32", "BF16_BF16_F32_X3", "BF16_BF16_F32_X6", "BF16_BF16_F32_X9", "TF32_TF32_F32",
    "TF32_TF32_F32_X3", "F32_F32_F32", "F64_F64_F64")


def _check_precision(val):
    """Only names are taken: a `jax.lax.Precision` is none."""
    if release < (0, 5) or not is_known(val) or val is None or val in _PRECISIONS:
        return
    name = getattr(val, "name", None)
    got = f"{val} of type {type(val)}" if name is None else f"{name} of type <enum 'Precision'>"
    raise ValueError(f"new enum value must be None or in {list(_PRECISIONS)}, got {got}.")


@function("jax.config", takes_unknown=True)
def update(name, val):
    if not isinstance(name, str):
        unknown("an option of jax.config is not known")
    if name == "jax_default_matmul_precision":
        _check_precision(val)
    if name in _FREE:
        return None
    if name == "jax_default_prng_impl":
        return set_key_implementation(val)
    if name == "jax_num_cpu_devices":
        return set_device_count(val)
    if name == "jax_enable_x64":
        return set_x64(val)
    if name == "jax_numpy_dtype_promotion":
        return set_dtype_promotion(val)
    if name == "jax_disable_jit":
        return set_disable_jit(val)
    if name == "jax_numpy_rank_promotion":
        return set_rank_promotion(val)
    unknown(f"what jax.config.update changes by '{name}' is not known")


@function("jax.config")
def read(name):
    if name != "jax_enable_x64":
        unknown(f"what jax.config.read('{name}') gives is not known")
    return enables_x64()


@function("jax.config")
def parse_flags_with_absl():
    library_module("absl.flags").FLAGS.mark_as_parsed()


@function("jax.config")
def config_with_absl():
    return None


@function("jax.config", property=True)
def jax_enable_x64():
    return enables_x64()


@function("jax.config", property=True)
def x64_enabled():
    return enables_x64()


@function("jax.config", property=True)
def jax_numpy_dtype_promotion():
    return dtype_promotion()


@function("jax.config", property=True)
def jax_disable_jit():
    return disables_jit()
