"""A test as pytest runs it: with each set of its parameters, and with what fixtures give. pytest 9: _pytest/python.py,
_pytest/fixtures.py, _pytest/skipping.py."""
from prelude.standard.unittest_cases import PlainTestCase, SkipTest, is_left_out, run_tests

_OF_PYTEST = ("cache", "capfd", "caplog", "capsys", "doctest_namespace", "pytestconfig", "recwarn", "testdir", "tmp_path",
              "tmp_path_factory", "tmpdir", "tmpdir_factory", "benchmark", "mocker", "subtests")


class OutcomeException(BaseException):
    """By which a test ends, and is no error of what it tests."""
    _ends_script = True


class Skipped(OutcomeException):
    pass


class Failed(OutcomeException):
    pass


class XFailed(Failed):
    pass


class ParameterSet:
    def __init__(self, values, marks):
        self.values, self.marks, self.id = values, marks, None


def marks_listed(marks):
    return list(marks) if isinstance(marks, (list, tuple)) else [marks]


def own_marks(test):
    """The marks of a test, the nearest decorator first, or of a class without those that it derives from."""
    if isinstance(test, type):
        return marks_listed(own_member(test, "pytestmark") or [])
    while not hasattr(test, "pytestmark") and hasattr(test, "__wrapped__"):
        test = test.__wrapped__
    return marks_listed(getattr(test, "pytestmark", []))


def _all_marks(members, case, test):
    marks = own_marks(test)
    for c in case.__mro__ if case is not None else ():
        marks = marks + own_marks(c)
    return marks + marks_listed(members.get("pytestmark", []))


def _holds(mark):
    """Whether one of the conditions of a mark holds, or it has none."""
    conditions = list(mark.args) + ([mark.kwargs["condition"]] if "condition" in mark.kwargs else [])
    if not is_known(conditions) or any([isinstance(condition, str) for condition in conditions]):
        unknown(f"whether a condition of the mark {mark.name} holds")
    return not conditions or any(conditions)


def _is_run(marks):
    return not any([m.name == "skip" or (m.name in ("skipif", "xfail") and _holds(m)) for m in marks])


# ---- Fixtures ----


def _fixtures_in(members):
    found = {}
    for name, value in members.items():
        if is_function(value) and hasattr(value, "_prelude_fixture"):
            found[value._prelude_fixture[0] or name] = value
    return found


def _conftests():
    modules = [project_module(name) for name in ("conftest", "tests.conftest")]
    return [module for module in modules if module is not None]


def _levels(members, case):
    """The fixtures that a test sees, by name, those that hide others first."""
    levels = [_fixtures_in(own_members(c)) for c in case.__mro__ if c is not object] if case is not None else []
    return levels + [_fixtures_in(m) for m in [members] + [module_members(module) for module in _conftests()]]


def _find(levels, name, hidden=0):
    for i in range(hidden, len(levels)):
        if name in levels[i]:
            return levels[i][name], i + 1
    return None, 0


def _wanted(function, bound):
    """The names of what it takes without a default."""
    while hasattr(function, "__wrapped__"):
        function = function.__wrapped__
    parameters = parameters_of(function) or []
    return [p[0] for p in parameters[1 if bound else 0 :] if len(p) == 1]


def _closure(levels, names, given):
    """All fixtures of these names, and those that they take: names with the function and what it hides."""
    found, waiting = {}, [(name, 0) for name in names]
    while waiting:
        name, hidden = waiting.pop()
        fixture, level = _find(levels, name, hidden)
        if fixture is None or name in given or (name in found and hidden == 0):
            continue
        if hidden == 0:
            found[name] = fixture
        taken = _wanted(fixture, False)
        waiting = waiting + [(n, level if n == name else 0) for n in taken if n != "self"]
    return found


class _Run:
    """A test that is run once."""

    def __init__(self, levels, instance, given, params):
        self.levels, self.instance, self.given, self.params = levels, instance, given, params
        self.made, self.finishers = {}, []

    def value(self, name, hidden=0):
        if name in self.given:
            return self.given[name]
        if name == "request":
            return _Request(self, None)
        if hidden == 0 and name in self.made:
            return self.made[name]
        fixture, level = _find(self.levels, name, hidden)
        if fixture is None:
            return MonkeyPatch() if name == "monkeypatch" else unknowable(f"the fixture {name}")
        value = self.call(name, fixture, level)
        if hidden == 0:
            self.made[name] = value
        return value

    def call(self, name, fixture, level):
        given = {}
        for taken in _wanted(fixture, False):
            if taken == "request":
                given[taken] = _Request(self, name)
            elif taken != "self":
                given[taken] = self.value(taken, level if taken == name else 0)
        function = getattr(self.instance, function_name(fixture)) if "self" in _wanted(fixture, False) else fixture
        value = function(**given)
        if not is_known(value) or type(value).__name__ != "generator":
            return value
        self.finishers.append(lambda: next(value, None))
        return next(value)

    def finish(self):
        while self.finishers:
            self.finishers.pop()()


class _Request:
    def __init__(self, run, name):
        self._run, self.fixturename, self.instance = run, name, run.instance
        self.cls = None if run.instance is None else type(run.instance)
        self.scope = "function"
        if name in run.params:
            self.param = run.params[name]

    @property
    def node(self):
        return unknowable("request.node")

    @property
    def config(self):
        return unknowable("request.config")

    def getfixturevalue(self, argname):
        return self._run.value(argname)

    def addfinalizer(self, finalizer):
        self._run.finishers.append(finalizer)


class MonkeyPatch:
    def setattr(self, target, name, value=None, raising=True):
        if isinstance(target, str):
            unknown("monkeypatch.setattr of a name in a text")
        setattr(target, name, value)

    def delattr(self, target, name=None, raising=True):
        delattr(target, name)

    def setitem(self, dic, name, value):
        dic[name] = value

    def delitem(self, dic, name, raising=True):
        dic.pop(name, None)

    def setenv(self, name, value, prepend=None):
        return None

    def delenv(self, name, raising=True):
        return None

    def chdir(self, path):
        return None


# ---- Parameters ----


def _values_of(names, item):
    """What an item of parametrize gives these names, and its marks."""
    if isinstance(item, ParameterSet):
        return dict(zip(names, item.values)), item.marks
    return dict(zip(names, (item,) if len(names) == 1 else tuple(item))), []


def _parametrized(mark):
    """The names that parametrize gives, those among them that fixtures take as request.param, and its items."""
    given = dict(zip(("argnames", "argvalues", "indirect"), mark.args))
    given.update(mark.kwargs)
    names, indirect = given["argnames"], given.get("indirect", False)
    names = [n.strip() for n in names.split(",") if n.strip()] if isinstance(names, str) else list(names)
    indirect = names if indirect is True else list(indirect) if indirect else []
    return names, indirect, [_values_of(names, item) for item in given["argvalues"]]


def _params_of(fixture):
    return [_values_of(["param"], item) for item in fixture._prelude_fixture[1]]


def _sets(axes):
    """All ways of choosing one item of each axis: what is given, what fixtures get, marks."""
    sets = [({}, {}, [])]
    for names, indirect, items in axes:
        sets = [
            (
                {**given, **{n: v for n, v in values.items() if n not in indirect}},
                {**params, **{n: v for n, v in values.items() if n in indirect}},
                marks + more,
            )
            for given, params, marks in sets
            for values, more in items
        ]
    return sets


# ---- Tests ----


@function("<prelude>")
def prepare_test(instance, test):
    """Runs what unittest and pytest run for the object of a class before its test; some take the test."""
    for name in ("setUpClass", "setup_class", "setUp", "setup_method"):
        prepare = getattr(instance, name, None)
        if prepare is not None and not hasattr(function_of(prepare), "_prelude_fixture"):
            takes = _wanted(function_of(prepare), True)
            prepare(*[test for _ in takes])


def _run_once(run, test, names, used):
    try:
        for name in used:
            run.value(name)
        test(**{name: run.value(name) for name in names})
        run.finish()
    except (Skipped, XFailed, SkipTest):
        return None


def _run_sets(members, case, name, levels, marks, used):
    test = members[name] if case is None else getattr(case, name)
    names = _wanted(test, case is not None)
    axes = [_parametrized(m) for m in marks if m.name == "parametrize"]
    given = [n for axis in axes for n in axis[0] if n not in axis[1]]
    indirect = [n for axis in axes for n in axis[1]]
    for fixture, function in _closure(levels, used + names, given).items():
        if function._prelude_fixture[1] is not None and fixture not in indirect:
            items = [({fixture: values["param"]}, more) for values, more in _params_of(function)]
            axes.append(([fixture], [fixture], items))
    for values, params, more in _sets(axes):
        if _is_run(more):
            instance = None if case is None else case()
            bound = test if case is None else getattr(instance, name)
            if case is not None:
                prepare_test(instance, bound)
            _run_once(_Run(levels, instance, values, params), bound, names, used)


def _sees_pytest(members, names, levels):
    """Whether something that is taken is of pytest, or may be."""
    own = [n for n in names if n == "request" or n == "monkeypatch" or n in _OF_PYTEST or _find(levels, n)[0] is not None]
    return bool(own) or (bool(names) and ("pytest" in members or bool(_conftests())))


def _run_by_pytest(members, case, name, marks):
    test = members[name] if case is None else getattr(case, name)
    levels = _levels(members, case)
    used = [n for level in levels for n, f in level.items() if f._prelude_fixture[2]]
    used = used + [n for m in marks if m.name == "usefixtures" for n in m.args]
    if not marks and not used and not _sees_pytest(members, _wanted(test, case is not None), levels):
        return False
    _run_sets(members, case, name, levels, marks, used)
    return True


@function("<prelude>")
def run_test_alone(case, name):
    """Whether it is a test of unittest, or has something that pytest alone knows of: then the test, of a class or None,
    has been run."""
    members = module_members()
    marks = _all_marks(members, case, members[name] if case is None else getattr(case, name))
    of_unittest = case is not None and issubclass(case, PlainTestCase)
    if not _is_run(marks) or (of_unittest and is_left_out(case, name)):
        unknown("a test that is skipped, or whose failure is expected,")
    if of_unittest:
        run_tests(case, [name])
    return of_unittest or _run_by_pytest(members, case, name, marks)
