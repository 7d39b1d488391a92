def pytest_configure(config):
    global most_rows
    most_rows = config.getoption("--most-rows")


def rows():
    return most_rows
