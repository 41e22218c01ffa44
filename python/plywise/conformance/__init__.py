"""Whether a game keeps what all searches and learners rely on, found out by random play."""

from plywise.conformance.checking import Finding, check
from plywise.conformance.rules import rule_names

__all__ = ["Finding", "check", "rule_names"]
