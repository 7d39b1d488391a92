"""hydra.main, for a script that is called without arguments: the configuration is composed of the files of YAML that
stand beside it. hydra 1.3: main.py, _internal/defaults_list.py."""
from prelude.configuration.omegaconf import DictConfig, OmegaConf, merged, set_at, value_of

MODULE = "hydra"


class _Unreadable(Exception):
    pass


def _text(roots, path):
    """What the file says in the first of the folders that has it: the one beside the script, then those of the search
    path, which are named from where the script is started."""
    for i, root in enumerate(roots):
        text = file_text(_joined(root, path), i == 0)
        if text is not None:
            return text
    raise _Unreadable(path)


def _search_path(content):
    """The folders that the first configuration names behind its own."""
    said = content.get("hydra")
    listed = said.get("searchpath", []) if isinstance(said, dict) else []
    roots = []
    for entry in listed if isinstance(listed, list) else []:
        kind, _, path = entry.partition("://") if isinstance(entry, str) else ("", "", "")
        if kind not in ("file", "pkg") or not path:
            raise _Unreadable(entry)
        roots.append(path if kind == "file" else path.replace(".", "/"))
    return roots


def _read(roots, path):
    """The defaults list of a file, what else it says, and the package that its head gives it or None."""
    text = _text(roots, path)
    head = text.split("\n", 1)[0].replace(" ", "")
    package = head.removeprefix("#@package") if head.startswith("#@package") else None
    made = yaml_value(text, True) if text.strip() else ({},)
    if made is None or not isinstance(made[0], dict):
        if made is not None and made[0] is None:
            return [], {}, package
        raise _Unreadable(path)
    content = made[0]
    defaults = content.pop("defaults", [])
    if not isinstance(defaults, list):
        raise _Unreadable(path)
    return defaults, content, package


def _within(package, content):
    """What a file says, at the place of its package."""
    if not package:
        return content
    made = {}
    set_at(made, package, content)
    return made


def _choices(item):
    """A group and the names that an item of a defaults list chooses from it."""
    if isinstance(item, str):
        return "", [item]
    if not isinstance(item, dict) or len(item) != 1:
        raise _Unreadable(item)
    group, chosen = list(item.items())[0]
    return group, chosen if isinstance(chosen, list) else [chosen]


def _joined(*parts):
    return "/".join([part for part in parts if part])


def _overrides(defaults):
    """What items `override group: name` choose, by their groups."""
    made = {}
    for item in defaults:
        if isinstance(item, dict) and len(item) == 1 and list(item)[0].startswith("override "):
            group, chosen = list(item.items())[0]
            made[group.removeprefix("override ").strip().lstrip("/")] = chosen
    return made


def _compose(roots, group, name, package, overrides, depth):
    """What a file says together with those that its defaults list names: the later ones over the earlier."""
    if depth > 8 or not isinstance(name, str) or "${" in name:
        raise _Unreadable(name)
    name = name.removesuffix(".yaml").removesuffix(".yml")
    defaults, content, header = _read(roots, _joined(group, name + ".yaml"))
    if depth == 0:
        roots = roots + _search_path(content)
        content.pop("hydra", None)
    if header == "_global_":
        package = ""
    elif header == "_group_":
        package = group.replace("/", ".")
    elif header is not None:
        package = header
    overrides = merged(_overrides(defaults), overrides)
    own, made = _within(package, content), {}
    said = False
    for item in defaults:
        if item == "_self_":
            said, made = True, merged(made, own)
            continue
        inner, names = _choices(item)
        if inner.startswith("override ") or inner == "hydra" or inner.startswith("hydra/"):
            continue
        optional = inner.startswith("optional ")
        inner, at, place = inner.removeprefix("optional ").strip().partition("@")
        base = "" if inner.startswith("/") else group
        inner = inner.lstrip("/")
        full = _joined(base, inner)
        chosen = said_choice(full, overrides.get(full, names)) if inner else names
        for each in chosen if isinstance(chosen, list) else [chosen]:
            if each is None:
                continue
            if isinstance(each, str) and each.startswith("/"):
                full, base, each = "", "", each.lstrip("/")
            where = (package + "." + place if package else place) if at else _place(package, inner)
            where = "" if at and place == "_global_" else package if at and place == "_here_" else where
            folder, _, last = each.rpartition("/") if isinstance(each, str) else ("", "", each)
            try:
                made = merged(made, _compose(roots, _joined(full, folder), last, where, overrides, depth + 1))
            except _Unreadable as error:
                if not optional:
                    raise error
    return made if said else merged(made, own)


def _place(package, inner):
    inner = inner.replace("/", ".")
    return package + "." + inner if package and inner else package or inner


def said_choice(group, names):
    given = asked_setting(group) if group else None
    return names if given is None else [given]


def _changed(made, path):
    """What --set gives the fields."""
    for key in list(made):
        dotted = path + "." + key if path else str(key)
        given = asked_setting(dotted)
        if isinstance(made[key], dict):
            _changed(made[key], dotted)
        elif given is not None:
            made[key] = value_of(given)
    return made


def configuration(config_path, config_name):
    """What the files say, or what is not known."""
    if config_name is None:
        return DictConfig({})
    if not is_known((config_path, config_name)) or "://" in (config_path or ""):
        return unknowable("hydra configuration")
    try:
        made = _compose([config_path or ""], "", config_name, "", {}, 0)
    except _Unreadable:
        return unknowable("hydra configuration")
    config = DictConfig(_changed(made, ""))
    OmegaConf.set_struct(config, True)
    return config


def main(config_path="<unsaid>", config_name=None, version_base="<unsaid>"):
    def decorated(task_function):
        def started(cfg_passthrough=None):
            if cfg_passthrough is not None:
                return program_call(task_function, cfg_passthrough)
            folder = "" if config_path == "<unsaid>" else config_path
            return program_call(task_function, configuration(folder, config_name))

        return started

    return decorated
