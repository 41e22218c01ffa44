"""The live page: a server on this machine alone, that shows runs, boards and searches.

`app` puts it together out of screens (a file each), `guard` stands before all of them, `house` is
what they share, and `serving` binds a port and runs it.
"""
