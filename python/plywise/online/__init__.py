"""Play on chess servers, and learn there: small clients for Lichess and for ICS."""
