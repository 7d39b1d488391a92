for name in ("ma" + "de", "b"):
    globals()[name] = name
