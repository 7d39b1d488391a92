"""What torch.Size has beside tuples. torch: torch/csrc/Size.cpp."""


@function("tuple")
def numel(self):
    count = 1
    for n in self:
        count *= n
    return count
