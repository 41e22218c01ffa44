"""What the pieces of a game are worth: values with errors, a match that tries them, exports."""

from plywise.valuing.measure import values
from plywise.valuing.result import Values

__all__ = ["Values", "values"]
