"""What stands under each field of a class of settings, read from its source when asked for."""

import ast
import inspect
from functools import cache
from itertools import pairwise
from pathlib import Path


@cache
def sentences(settings: type) -> dict[str, str]:
    """The text under each field, those of its bases too, on one line; {} where there is no source.

    >>> from plywise.learning.config import LearnConfig
    >>> sentences(LearnConfig)["games"]
    'Games to learn from.'
    """
    told: dict[str, str] = {}
    for part in reversed(settings.__mro__):
        if part.__module__.partition(".")[0] == __name__.partition(".")[0]:
            told |= _under_fields(part)
    return told


def _under_fields(settings: type) -> dict[str, str]:
    # Parsed as a whole: `inspect.getsource` reads a class token by token, which takes a while.
    try:
        text = Path(inspect.getfile(settings)).read_text(encoding="utf-8")
    except (OSError, TypeError):
        return {}
    classes = (node for node in ast.parse(text).body if isinstance(node, ast.ClassDef))
    found = next((node for node in classes if node.name == settings.__name__), None)
    return {
        field.target.id: " ".join(text.value.value.split())
        for field, text in pairwise(found.body if found else [])
        if isinstance(field, ast.AnnAssign)
        and isinstance(field.target, ast.Name)
        and isinstance(text, ast.Expr)
        and isinstance(text.value, ast.Constant)
        and isinstance(text.value.value, str)
    }
