"""Live figures about attention, in notebooks. `figure(name, ...)` makes one, `figures()` tells which there are."""
from ._figure import Figure, figure, figures
from ._files import __version__

__all__ = ["Figure", "__version__", "figure", "figures"]
