"""Ctrl-C where Python would drop it: it comes once more."""

import signal
import sys
import threading
from _thread import interrupt_main

AGAIN = 0.05
"""Seconds after which an interrupt comes again that Python has dropped."""


def come_again() -> None:
    """Have a Ctrl-C come again that Python cannot raise where it falls."""
    sys.unraisablehook = _unraisable


def _unraisable(dropped: "sys.UnraisableHookArgs") -> None:
    """What Python cannot raise, as in a destructor or in a callback of an import.

    There it drops a Ctrl-C too, and the command would go on: so it comes once more, a little later.
    """
    is_ours = threading.current_thread() is threading.main_thread()
    if not isinstance(dropped.exc_value, KeyboardInterrupt) or not is_ours:
        sys.__unraisablehook__(dropped)
        return
    again = threading.Timer(AGAIN, _interrupt)
    again.daemon = True
    again.start()


def _interrupt() -> None:
    """Ctrl-C once more, by a true signal where there are any: it ends a long wait."""
    main_thread = threading.main_thread().ident
    if hasattr(signal, "pthread_kill") and main_thread is not None:
        signal.pthread_kill(main_thread, signal.SIGINT)
    else:
        interrupt_main()
