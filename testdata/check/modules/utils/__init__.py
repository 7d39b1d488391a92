CONST = 4
_hidden = 4
