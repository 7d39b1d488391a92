/* SPDX-License-Identifier: Apache-2.0 */
/* Asks the rules what was asked of real torch_xla (testdata/torch/) and compares the answers. */
#include "testing/records.h"
#include "torch/mark_sharding.h"

/* One recorded case on its way. */
struct replay {
	struct arena *arena;
	const cJSON *record;
	struct torch_rules rules;
	struct xla_mesh mesh;
	struct xla_tensor tensor;
	struct violations found;
	const struct xla_sharding *sharding; /* of the last call */
};

/* A list of Python's, which is a tuple unless the recording says otherwise. */
static struct mark mark_of(struct arena *arena, const cJSON *value)
{
	struct mark mark = {.kind = MARK_TUPLE};
	if (cJSON_IsNull(value))
		return (struct mark){.kind = MARK_NONE};
	if (cJSON_IsNumber(value))
		return (struct mark){.kind = MARK_INDEX, .index = (int64_t)value->valuedouble};
	if (cJSON_IsString(value))
		return (struct mark){.kind = MARK_NAME, .text = str_of(value->valuestring)};
	if (cJSON_IsObject(value)) {
		const char *class = record_word(value, "py");
		mark.kind = strcmp(class, "list") == 0 ? MARK_LIST : MARK_OTHER;
		mark.text = str_of(strcmp(class, "np.int64") == 0 ? "numpy.int64" : class);
		value = record_member(value, "v");
		if (cJSON_IsString(value))
			return (struct mark){.kind = MARK_NAME, .text = str_of(value->valuestring)};
	}
	struct mark *items = arena_new(arena, struct mark, (size_t)cJSON_GetArraySize(value));
	mark.items = items;
	const cJSON *item;
	for (item = cJSON_IsArray(value) ? value->child : NULL; item; item = item->next)
		items[mark.nitems++] = mark_of(arena, item);
	return mark;
}

static const int64_t *numbers_of(struct arena *arena, const cJSON *list, uint32_t *count)
{
	const cJSON *kept = record_member(list, "v");
	return record_numbers(arena, kept ? kept : list, count);
}

static bool make_mesh(struct replay *replay)
{
	const cJSON *mesh = record_member(replay->record, "mesh"),
		    *ids = record_member(mesh, "device_ids"),
		    *names = record_member(mesh, "axis_names");
	struct xla_mesh *made = &replay->mesh;
	uint32_t count;
	made->devices = (int64_t)record_member(replay->record, "num_devices")->valuedouble;
	if (record_member(mesh, "hybrid")) {
		uint32_t nici, ndcn;
		const int64_t *ici = numbers_of(replay->arena, record_member(mesh, "ici"), &nici);
		const int64_t *dcn = numbers_of(replay->arena, record_member(mesh, "dcn"), &ndcn);
		bool given = cJSON_IsArray(record_member(mesh, "dcn"));
		xla_check_hybrid_mesh(ici, nici, given ? dcn : NULL, ndcn, made->devices,
		                      &replay->found);
		return false;
	}
	made->sizes = numbers_of(replay->arena, record_member(mesh, "shape"), &made->nsizes);
	if (!cJSON_IsNull(names)) {
		struct mark marks = mark_of(replay->arena, names);
		if (marks.kind == MARK_NAME)
			(void)!mark_entries(replay->arena, &marks, &marks.items, &marks.nitems);
		made->names = marks.items;
		made->nnames = marks.nitems;
	}
	if (cJSON_IsArray(ids)) {
		made->ids = numbers_of(replay->arena, ids, &count);
		made->nids = count;
	} else {
		made->nids = xla_mesh_size(made);
	}
	xla_check_mesh(made, &replay->found);
	return !replay->found.count;
}

static void make_tensor(struct replay *replay)
{
	const cJSON *tensor = record_member(replay->record, "tensor");
	const char *device = record_word(tensor, "device"), *dtype = record_word(tensor, "dtype"),
		   *kind = record_word(tensor, "kind");
	struct xla_tensor *made = &replay->tensor;
	made->sizes = numbers_of(replay->arena, record_member(tensor, "shape"), &made->rank);
	made->dtype = *dtype ? dtype_named(str_of(dtype)) : NULL;
	made->device = strcmp(device, "cpu") == 0    ? DEVICE_CPU
	               : strcmp(device, "meta") == 0 ? DEVICE_META
	                                             : DEVICE_XLA;
	made->state = *kind ? XLA_STATE_IR : XLA_STATE_HOST;
	made->sharding = STR("");
}

/* One call, after which the tensor holds what it was marked with. */
static void call(struct replay *replay, const cJSON *step)
{
	const char *name = cJSON_IsString(step) ? step->valuestring : "", *api;
	struct xla_tensor *tensor = &replay->tensor;
	api = record_word(replay->record, "api");
	if (strcmp(name, "clear") == 0)
		tensor->sharding = STR("");
	else if (strcmp(name, "sync") == 0)
		tensor->state = XLA_STATE_DATA;
	else if (strcmp(name, "inplace_add") == 0)
		tensor->state = XLA_STATE_IR;
	else {
		struct mark spec = mark_of(replay->arena, step);
		struct mark_case mark = {&replay->rules,
		                         &replay->mesh,
		                         &spec,
		                         tensor,
		                         MARK_SHARDING,
		                         record_member(replay->record, "nospmd") == NULL,
		                         true};
		if (strcmp(api, "send") == 0)
			mark.call = MARK_SEND;
		else if (strcmp(api, "sharding_spec") == 0)
			mark.call = MARK_SPEC;
		else if (strcmp(api, "annotate") == 0 || strcmp(api, "with_grad") == 0)
			mark.call = MARK_ANNOTATE;
		replay->sharding = xla_check_mark(&mark, &replay->found);
		if (mark.call == MARK_SPEC && replay->sharding && tensor->device != DEVICE_XLA)
			violation_add(&replay->found, RULE_TENSOR_DEVICE, "AssertionError", "%s",
			              "");
		if (!replay->sharding)
			return;
		tensor->sharding = replay->sharding->text;
		if (tensor->state == XLA_STATE_HOST)
			tensor->state = XLA_STATE_DATA;
	}
}

static void compare_error(struct replay *replay, const char *line, const cJSON *result)
{
	const struct violation *first = replay->found.first;
	struct str text = first->text, want = str_of(record_word(result, "error"));
	bool state = first->rule == RULE_ANNOTATION_EXISTS;
	text = str_slice(text, 0, state ? want.len : str_find(text, '\n', 0));
	cr_expect(strcmp(first->type, record_word(result, "error_type")) == 0 &&
	              str_equal(text, want),
	          "%s\n  got %s: %.*s", line, first->type, STR_ARG(first->text));
	cr_expect(first->message.len || !first->text.len, "%s: no words", line);
}

/* The sharding, and the shape of a shard with its padding. */
static void compare_sharding(struct replay *replay, const char *line, const cJSON *result)
{
	const char *hlo = record_word(result, "hlo");
	bool manual = strcmp(hlo, "{manual}") == 0;
	bool applies = !replay->sharding || replay->sharding->rank == replay->tensor.rank ||
	               replay->tensor.state != XLA_STATE_HOST;
	const cJSON *padded = record_member(result, manual ? "manual_local_shape" : "padded");
	if (*hlo && !manual && applies)
		cr_expect(str_equal(replay->tensor.sharding, str_of(hlo)), "%s\n  got %.*s", line,
		          STR_ARG(replay->tensor.sharding));
	uint32_t count;
	const int64_t *sizes = numbers_of(replay->arena, padded, &count);
	bool computed = replay->tensor.state == XLA_STATE_IR; /* the compiler decides */
	for (uint32_t i = 0; padded && !computed && replay->sharding && i < count; i++)
		cr_expect_eq(xla_shard_size(replay->sharding, replay->tensor.sizes, i), sizes[i],
		             "%s", line);
}

/* A loader leaves such a tensor replicated, without a word. ShardingSpec.can_apply. */
static bool is_send_of_other_rank(const struct replay *replay)
{
	const cJSON *spec = record_member(replay->record, "specs")->child;
	struct mark mark = mark_of(replay->arena, spec);
	bool listed = mark.kind == MARK_TUPLE || mark.kind == MARK_LIST;
	return strcmp(record_word(replay->record, "api"), "send") == 0 &&
	       (listed ? mark.nitems : mark.text.len) != replay->tensor.rank;
}

static void replay(const cJSON *record, struct str line, void *context)
{
	struct arena arena = {0};
	const char *shown = str_copy(&arena, line).s;
	const cJSON *result = record_member(record, "result"), *step;
	struct version version = {{2, 9}};
	struct replay asked = {.arena = &arena, .record = record};
	asked.rules = torch_rules_at(FRAMEWORK_TORCH_XLA, version);
	asked.found = violations_make(&arena);
	bool made = make_mesh(&asked);
	make_tensor(&asked);
	for (step = made ? record_member(record, "specs")->child : NULL; step && !asked.found.count;
	     step = step->next)
		call(&asked, step);
	bool accepts = strcmp(record_word(result, "verdict"), "accept") == 0;
	if (accepts != !asked.found.count)
		cr_expect_fail("%s\n  got %s", shown,
		               asked.found.count ? asked.found.first->text.s : "accepted");
	else if (!accepts)
		compare_error(&asked, shown, result);
	else if (!is_send_of_other_rank(&asked))
		compare_sharding(&asked, shown, result);
	arena_drop(&arena);
}

Test(mark_replay, agrees_with_the_recorded_release)
{
	enum { FEWEST = 700 };
	cr_expect_gt(records_replay("testdata/torch/mark.2.9.0.jsonl", replay, NULL), FEWEST);
}
