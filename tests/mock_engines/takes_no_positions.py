"""Knows nothing but moves from the start, as old engines do, and announces nothing but that."""

from well_behaved import Xboard


class Mock(Xboard):
    features = "setboard=0 done=1"


Mock().run()
