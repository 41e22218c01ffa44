"""Nothing is wrong with it."""

from well_behaved import Usi

Usi().run()
