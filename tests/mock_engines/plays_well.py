"""Nothing is wrong with it."""

from well_behaved import Uci

Uci().run()
