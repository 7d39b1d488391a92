fuzz.py
import itself, pkg.sub
from . import *
from itself import x as y
z = y + itself.x
