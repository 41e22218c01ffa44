"""Nothing is wrong with it."""

from well_behaved import Xboard

Xboard().run()
