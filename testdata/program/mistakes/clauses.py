try:
    pass
except:
    pass
except ValueError:
    pass

def f():
    from os.path import *
    return join

try:
    pass
except ValueError:
    pass
except:
    pass
