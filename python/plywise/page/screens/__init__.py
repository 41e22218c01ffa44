"""The screens, a file each: `routes(house)` says what it answers to."""
