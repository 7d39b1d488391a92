import sys

setattr(sys.modules["layers"], "given", 1)
