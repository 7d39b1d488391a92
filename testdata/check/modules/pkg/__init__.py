from .sub import deep
