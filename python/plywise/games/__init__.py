"""Games: their rules as seen from Python, and rules that are written in it.

Its names are `pw.game` and others of `pw`. Nothing is imported here: an engine that starts needs a
few of these modules, and not the rest.
"""
