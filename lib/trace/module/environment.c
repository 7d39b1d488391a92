/* SPDX-License-Identifier: Apache-2.0 */
#include "trace/module/environment.h"
#include "trace/module/bind.h"

#include <assert.h>

#include "trace/module/library_call.h"
#include "trace/state/failure.h"

static const char device_flag[] = "--xla_force_host_platform_device_count=";

/* Whether the value is foreign and has this name. */
static bool is_named(const struct value *value, const char *name)
{
	return value_is_foreign(value) && str_equal(value->string, str_of(name));
}

/* Whether shells, machines, launchers or libraries set a variable of this name, so that nothing is
 * known of it; the others are for the users of the program to set. */
static bool is_of_machine(struct str name)
{
	static const char *const names[] = {
	    "HOME", "USER", "USERNAME", "LOGNAME",  "PATH",       "PWD",      "OLDPWD", "SHELL",
	    "TERM", "LANG", "TZ",       "HOSTNAME", "HOST",       "DISPLAY",  "EDITOR", "TMP",
	    "TEMP", "CI",   "CC",       "RANK",     "LOCAL_RANK", "NODE_RANK"};
	static const char *const starts[] = {
	    "JAX_",    "XLA_",    "TPU_",    "CUDA_",  "NVIDIA_",   "NCCL_",      "TF_",
	    "TORCH_",  "PYTHON",  "PYTEST",  "CONDA",  "VIRTUAL",   "LD_",        "LC_",
	    "XDG_",    "SSH_",    "TMPDIR",  "TEST_",  "GITHUB_",   "GITLAB_",    "BUILD_",
	    "RUNNER_", "SLURM_",  "PBS_",    "LSB_",   "SGE_",      "OMPI_",      "PMI_",
	    "KUBE",    "MASTER_", "WORLD_",  "COLAB_", "KAGGLE_",   "CLOUD_",     "GOOGLE_",
	    "AWS_",    "AZURE_",  "COORDIN", "LIBTPU", "MEGASCALE", "READTHEDOCS"};
	for (size_t i = 0; i < COUNT_OF(starts); i++)
		if (str_starts_with(name, str_of(starts[i])))
			return true;
	return str_place(name, names, COUNT_OF(names)) < COUNT_OF(names);
}

/* Whether what stands around a name in quotes asks for the variable, and does not set it. */
static bool is_asked(struct str before, struct str behind)
{
	if (str_ends_with(before, STR("environ[")) && str_starts_with(behind, STR("]")))
		return !text_is_assigned(str_slice(behind, 1, behind.len));
	return str_ends_with(before, STR("get(")) || str_ends_with(before, STR("getenv(")) ||
	       str_starts_with(behind, STR(" in ")) || str_starts_with(behind, STR(" not in "));
}

/* Whether the program may give the variable a value, also where that is not run. */
static bool may_give(const struct trace *trace, struct str name)
{
	struct str text = trace->program->text;
	if (str_contains(text, STR("dotenv")) || str_contains(text, STR("environ.update(")))
		return true;
	for (size_t at = str_search(text, name, 0); at < text.len;
	     at = str_search(text, name, at + 1)) {
		size_t end = at + name.len;
		char quote = at > 0 && end < text.len ? text.s[at - 1] : ' ';
		bool quoted = (quote == '"' || quote == '\'') && text.s[end] == quote;
		if (quoted &&
		    !is_asked(str_slice(text, 0, at - 1), str_slice(text, end + 1, text.len)))
			return true;
	}
	return false;
}

/* Whether it is a variable that is left to the users of the program, none of whom has set it. */
static bool is_left(const struct trace *trace, const struct value *name)
{
	return name->kind == VALUE_STRING && name->string.len && !is_of_machine(name->string) &&
	       !may_give(trace, name->string);
}

/* Where the variable of this name is kept, or NULL when it is none that is followed. */
static const struct value **variable(struct trace *trace, const struct value *key)
{
	if (key->kind != VALUE_STRING)
		return NULL;
	return str_equal(key->string, STR("XLA_FLAGS"))        ? &trace->host.flags
	       : str_equal(key->string, STR("JAX_ENABLE_X64")) ? &trace->host.x64
	       : str_equal(key->string, STR("XLA_USE_SPMD"))   ? &trace->host.spmd
	                                                       : NULL;
}

/* The variable of this name as torchrun sets it for the first process of a program of DTensor; NULL
 * where the program may set it itself, or it is another. */
static const struct value *launched(struct trace *trace, const struct value *name)
{
	static const char *const names[] = {"WORLD_SIZE", "RANK", "LOCAL_RANK", "GROUP_RANK"};
	if (trace->spec->framework.family != FRAMEWORK_DTENSOR || name->kind != VALUE_STRING ||
	    str_place(name->string, names, COUNT_OF(names)) == COUNT_OF(names) ||
	    may_give(trace, name->string))
		return NULL;
	return library_call(trace, "<launcher>", "variable", &name, 1, (struct span){0, 0});
}

/* os.environ.get(name, default) of a variable that is left to users; NULL: it is none such. */
static const struct value *default_of(const struct trace *trace, const struct given *given)
{
	const struct value_list *list = &given->positional;
	if (!list->count || !is_left(trace, list->items[0]))
		return NULL;
	if (list->count > 1)
		return list->items[1];
	return given->nkeywords ? given->keywords[0].value : &value_none;
}

/* The same, of an item of os.environ. */
static const struct value **item(struct trace *trace, const struct value *object,
                                 const struct value *key)
{
	return is_named(object, "os.environ") ? variable(trace, key) : NULL;
}

static void set(const struct trace *trace, const struct value **kept, const struct value *value)
{
	assert(!kept || value);
	if (kept && !trace->trial.running)
		*kept = value;
}

/* What it holds; XLA_FLAGS nothing when it has not been set. */
static const struct value *variable_value(struct trace *trace, const struct value **kept)
{
	bool none = kept == &trace->host.flags && !*kept;
	return none ? value_string(trace->op.arena, STR("")) : *kept;
}

const struct value *environment_item(struct trace *trace, const struct value *object,
                                     const struct value *key)
{
	const struct value **kept = item(trace, object, key);
	if (!kept)
		return is_named(object, "os.environ") ? launched(trace, key) : NULL;
	return variable_value(trace, kept);
}

const struct value *environment_contains(struct trace *trace, const struct value *object,
                                         const struct value *key)
{
	const struct value **kept = item(trace, object, key);
	if (!kept && is_named(object, "os.environ"))
		return launched(trace, key)  ? &value_true
		       : is_left(trace, key) ? &value_false
		                             : NULL;
	return kept ? value_bool(*kept) : NULL;
}

void environment_set(struct trace *trace, const struct value *object, const struct value *key,
                     const struct value *value)
{
	set(trace, item(trace, object, key), value);
}

/* os.environ.update({"XLA_FLAGS": …}, XLA_FLAGS=…), of which nothing is known in other forms. */
static void update(struct trace *trace, const struct given *given)
{
	for (uint32_t i = 0; i < given->positional.count; i++) {
		const struct value *map = given->positional.items[i];
		for (uint32_t j = 0; map->kind == VALUE_DICT && j < map->dict.count; j++)
			set(trace, variable(trace, map->dict.pairs[j].key),
			    map->dict.pairs[j].value);
	}
	for (uint32_t i = 0; i < given->nkeywords; i++)
		set(trace, variable(trace, given->keywords[i].key), given->keywords[i].value);
}

const struct value *environment_call(struct trace *trace, const struct value *function,
                                     const struct given *given)
{
	const struct value_list *list = &given->positional;
	if (is_named(function, "os.environ.update"))
		update(trace, given);
	const struct value **kept = list->count ? variable(trace, list->items[0]) : NULL;
	bool gets = is_named(function, "os.environ.get") || is_named(function, "os.getenv");
	if (!kept) {
		const struct value *told =
		    gets && list->count ? launched(trace, list->items[0]) : NULL;
		return told || !gets ? told : default_of(trace, given);
	}
	if (gets)
		return *kept || list->count < 2 ? *kept : list->items[1];
	bool default_only = is_named(function, "os.environ.setdefault");
	if (list->count == 2 && ((default_only && !*kept) || is_named(function, "os.putenv")))
		set(trace, kept, list->items[1]);
	return default_only ? variable_value(trace, kept) : NULL;
}

void environment_read(struct trace *trace)
{
	static const char *const yes[] = {"1",   "True", "true", "TRUE", "yes", "Yes",
	                                  "YES", "on",   "On",   "ON",   "y",   "t"};
	const struct value *x64 = trace->host.x64;
	for (size_t i = 0; x64 && x64->kind == VALUE_STRING && i < COUNT_OF(yes); i++)
		trace->op.x64 |= str_equal(x64->string, str_of(yes[i]));
}

const struct value *host_devices_configure(struct trace *trace, const struct value *count)
{
	if (trace->host.asked && trace->host.configured != count)
		return trace_refuse(trace, RULE_PROGRAM_ERROR, "RuntimeError",
		                    TEXT("jax_num_cpu_devices config should be updated before "
		                         "backends are initialized i.e. before any JAX operation "
		                         "is executed. You should initialize this config "
		                         "immediately after `import jax`."));
	if (!trace->trial.running)
		trace->host.configured = count;
	return &value_none;
}

/* The number behind the last such flag, which is the one that counts; 0: there is none. */
static int64_t count_of_flags(struct str flags)
{
	struct str flag = str_of(device_flag);
	int64_t count = 0;
	for (size_t at = str_search(flags, flag, 0); at < flags.len;
	     at = str_search(flags, flag, at + 1)) {
		size_t from = at + flag.len, to = from;
		while (to < flags.len && flags.s[to] >= '0' && flags.s[to] <= '9')
			to++;
		if (!str_to_int64(str_slice(flags, from, to), &count))
			count = 0;
	}
	return count;
}

int64_t host_devices(struct trace *trace)
{
	struct host_devices *host = &trace->host;
	if (host->asked)
		return host->count;
	host->asked = true;
	if (host->configured && host->configured->kind != VALUE_INT)
		host->count = 0;
	else if (host->configured && host->configured->integer >= 0)
		host->count = host->configured->integer;
	else if (host->flags && host->flags->kind == VALUE_STRING)
		host->count = count_of_flags(host->flags->string);
	if (host->count < 1 || host->count > MAX_DEVICES || trace->spec->devices)
		return host->count = 0;
	struct spec *spec = arena_new(trace->op.arena, struct spec, 1);
	*spec = *trace->spec;
	spec->devices = host->count;
	trace->spec = spec;
	return host->count;
}
