def scaled(x):
    return x * 2
