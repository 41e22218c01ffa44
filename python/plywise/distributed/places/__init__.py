"""Places that jobs can be sent to: a file for each kind, named as addresses begin.

A file has `SCHEME`, how its addresses look for people (`FORMS`), and `workers(where, most)`.
"""
