"""Places that jobs can be sent to: a file for each kind, found by how its addresses begin.

A file has `SCHEME`, that beginning; `workers(where, most)`, the hands there; and `machines(where)`,
who is there, asked one by one. Both raise BadSetting for a place that cannot be used.
"""
