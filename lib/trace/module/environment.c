/* SPDX-License-Identifier: Apache-2.0 */
#include "trace/module/environment.h"

#include "trace/module/bind.h"
#include "trace/state/failure.h"

static const char device_flag[] = "--xla_force_host_platform_device_count=";

/* Whether the value is foreign and has this name. */
static bool is_named(const struct value *value, const char *name)
{
	return value_is_foreign(value) && str_equal(value->string, str_of(name));
}

static bool is_flags(const struct value *key)
{
	return key->kind == VALUE_STRING && str_equal(key->string, STR("XLA_FLAGS"));
}

static const struct value *flags_value(struct trace *trace)
{
	const struct value *flags = trace->host.flags;
	return flags ? flags : value_string(trace->op.arena, STR(""));
}

static void set_flags(struct trace *trace, const struct value *value)
{
	if (!trace->trial.running)
		trace->host.flags = value;
}

const struct value *environment_item(struct trace *trace, const struct value *object,
                                     const struct value *key)
{
	bool followed = is_named(object, "os.environ") && is_flags(key);
	return followed ? flags_value(trace) : NULL;
}

const struct value *environment_contains(struct trace *trace, const struct value *object,
                                         const struct value *key)
{
	bool followed = is_named(object, "os.environ") && is_flags(key);
	return followed ? value_bool(trace->host.flags) : NULL;
}

void environment_set(struct trace *trace, const struct value *object, const struct value *key,
                     const struct value *value)
{
	if (is_named(object, "os.environ") && is_flags(key))
		set_flags(trace, value);
}

/* os.environ.update({"XLA_FLAGS": …}, XLA_FLAGS=…), of which nothing is known in other forms. */
static void update(struct trace *trace, const struct given *given)
{
	const struct value name = {.kind = VALUE_STRING, .string = STR("XLA_FLAGS")};
	for (uint32_t i = 0; i < given->positional.count; i++) {
		const struct value *map = given->positional.items[i];
		const struct value *value = map->kind == VALUE_DICT ? dict_get(map, &name) : NULL;
		if (value)
			set_flags(trace, value);
	}
	for (uint32_t i = 0; i < given->nkeywords; i++)
		if (is_flags(given->keywords[i].key))
			set_flags(trace, given->keywords[i].value);
}

const struct value *environment_call(struct trace *trace, const struct value *function,
                                     const struct given *given)
{
	const struct value_list *list = &given->positional;
	if (is_named(function, "os.environ.update"))
		update(trace, given);
	if (!list->count || !is_flags(list->items[0]))
		return NULL;
	if (is_named(function, "os.environ.get") || is_named(function, "os.getenv")) {
		if (trace->host.flags || list->count < 2)
			return trace->host.flags;
		return list->items[1];
	}
	bool unset = is_named(function, "os.environ.setdefault") && !trace->host.flags;
	if (list->count == 2 && (unset || is_named(function, "os.putenv")))
		set_flags(trace, list->items[1]);
	return is_named(function, "os.environ.setdefault") ? flags_value(trace) : NULL;
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
