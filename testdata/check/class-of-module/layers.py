class Layer:
    pass
