"""Nothing is wrong with it."""

from well_behaved import Gnubg

Gnubg().run()
