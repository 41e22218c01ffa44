"""The terms of `rich` once more, written with python-chess, square by square and slowly."""

from collections import Counter

import chess

NAMES = {chess.KNIGHT: "knight", chess.BISHOP: "bishop", chess.ROOK: "rook", chess.QUEEN: "queen"}


def _rank(square: int, color: bool) -> int:
    """0 to 7, as the side sees it."""
    rank = chess.square_rank(square)
    return rank if color else 7 - rank


def _file(square: int) -> int:
    return chess.square_file(square)


def _at(file: int, rank: int, color: bool) -> int | None:
    """The square on a file and on a rank that the side sees."""
    if not (0 <= file <= 7 and 0 <= rank <= 7):
        return None
    return chess.square(file, rank if color else 7 - rank)


def _men(board: chess.Board, kind: int, color: bool) -> list[int]:
    return list(board.pieces(kind, color))


def _pawn_attacks(board: chess.Board, color: bool) -> set[int]:
    found: set[int] = set()
    for pawn in board.pieces(chess.PAWN, color):
        found |= set(chess.SquareSet(chess.BB_PAWN_ATTACKS[color][pawn]))
    return found


def _attacked(board: chess.Board, color: bool, kinds: tuple[int, ...]) -> set[int]:
    found: set[int] = set()
    for kind in kinds:
        for square in board.pieces(kind, color):
            found |= set(board.attacks(square))
    return found


class _Scene:
    """A board as one side sees it, and what both attack."""

    def __init__(self, board: chess.Board, us: bool) -> None:
        self.board, self.us, self.them = board, us, not us
        self.pawns = _men(board, chess.PAWN, us)
        self.their_pawns = _men(board, chess.PAWN, self.them)
        self.ours, self.theirs = _pawn_attacks(board, us), _pawn_attacks(board, self.them)
        every = (chess.PAWN, *NAMES, chess.KING)
        self.we_attack = _attacked(board, us, every)
        self.they_attack = _attacked(board, self.them, every)
        king, their_king = board.king(us), board.king(self.them)
        assert king is not None
        assert their_king is not None
        self.king, self.their_king = king, their_king
        self.around = set(chess.SquareSet(chess.BB_KING_ATTACKS[their_king]))
        before = {_at(_file(s), _rank(s, us) - 1, us) for s in self.around}
        self.zone = self.around | {s for s in before if s is not None} | {their_king}

    def rank(self, square: int) -> int:
        return _rank(square, self.us)

    def ahead(self, square: int, pawns: list[int], width: int = 0) -> list[int]:
        """The pawns on the file, or on those so far beside it, before a square."""
        file, rank = _file(square), self.rank(square)
        return [p for p in pawns if abs(_file(p) - file) <= width and self.rank(p) > rank]

    @property
    def passed(self) -> list[int]:
        return [
            pawn
            for pawn in self.pawns
            if not self.ahead(pawn, self.their_pawns, 1) and not self.ahead(pawn, self.pawns)
        ]


def _mobility(scene: _Scene, counts: Counter[str]) -> None:
    attackers = 0
    for kind, name in NAMES.items():
        for square in _men(scene.board, kind, scene.us):
            reached = set(scene.board.attacks(square))
            free = [s for s in reached if scene.board.color_at(s) != scene.us]
            counts[f"{name}_mobility_{sum(s not in scene.theirs for s in free)}"] += 1
            if reached & scene.zone:
                counts[f"attack_{name}"] += 1
                attackers += 1
    if attackers >= 2:
        counts[{2: "attack_two", 3: "attack_three"}.get(attackers, "attack_four")] += 1


def _pawns(scene: _Scene, counts: Counter[str]) -> None:
    for pawn in scene.pawns:
        file, rank = _file(pawn), scene.rank(pawn)
        beside = [p for p in scene.pawns if abs(_file(p) - file) == 1]
        is_open = not scene.ahead(pawn, scene.their_pawns)
        counts["doubled"] += bool(scene.ahead(pawn, scene.pawns))
        if not beside:
            counts["isolated"] += 1
            counts["isolated_open"] += is_open
        step = _at(file, rank + 1, scene.us)
        is_behind = beside and not [p for p in beside if scene.rank(p) <= rank]
        if is_behind and step in scene.theirs and step not in scene.ours:
            counts["backward"] += 1
            counts["backward_open"] += is_open
        neighbours = {_at(file - 1, rank, scene.us), _at(file + 1, rank, scene.us)}
        if pawn in scene.ours or neighbours & set(scene.pawns):
            counts[f"connected_rank{rank + 1}"] += 1


def _passed(scene: _Scene, counts: Counter[str]) -> None:
    for pawn in scene.passed:
        file, rank = _file(pawn), scene.rank(pawn)
        step = _at(file, rank + 1, scene.us)
        assert step is not None
        counts[f"passed_rank{rank + 1}"] += 1
        counts["passed_blocked"] += scene.board.piece_at(step) is not None
        counts["passed_guarded"] += pawn in scene.ours
        counts["passed_own_king"] += chess.square_distance(scene.king, step)
        counts["passed_other_king"] += chess.square_distance(scene.their_king, step)
        way = [_at(file, r, scene.us) for r in range(rank + 1, 8)]
        shut = [s for s in way if s is None or scene.board.piece_at(s) or s in scene.they_attack]
        counts["passed_free"] += not shut


def _pieces(scene: _Scene, counts: Counter[str]) -> None:
    bishops = _men(scene.board, chess.BISHOP, scene.us)
    counts["bishop_pair"] += len(bishops) >= 2
    for bishop in bishops:
        counts["bad_bishop"] += sum(_is_dark(p) == _is_dark(bishop) for p in scene.pawns)
    for kind, name in ((chess.KNIGHT, "knight_outpost"), (chess.BISHOP, "bishop_outpost")):
        for square in _men(scene.board, kind, scene.us):
            before = scene.ahead(square, scene.their_pawns, 1)
            driving = [p for p in before if _file(p) != _file(square)]
            is_post = 3 <= scene.rank(square) <= 5 and square in scene.ours
            counts[name] += is_post and not driving
    for rook in _men(scene.board, chess.ROOK, scene.us):
        _rook(scene, rook, counts)
    for file in range(2, 6):
        for rank in range(1, 4):
            square = _at(file, rank, scene.us)
            assert square is not None
            if square not in scene.pawns and square not in scene.theirs:
                counts["space"] += 1 + bool(scene.ahead(square, scene.pawns))


def _is_dark(square: int) -> bool:
    return bool(chess.BB_DARK_SQUARES & chess.BB_SQUARES[square])


def _rook(scene: _Scene, rook: int, counts: Counter[str]) -> None:
    file = _file(rook)
    if file not in {_file(p) for p in scene.pawns}:
        is_half = file in {_file(p) for p in scene.their_pawns}
        counts["rook_half_open" if is_half else "rook_open"] += 1
    counts["rook_behind_passed"] += bool(scene.ahead(rook, scene.passed))
    targets = [p for p in scene.their_pawns if scene.rank(p) == 6]
    is_worth = bool(targets) or scene.rank(scene.their_king) == 7
    counts["rook_seventh"] += scene.rank(rook) == 6 and is_worth


def _kings(scene: _Scene, counts: Counter[str]) -> None:
    file, rank = _file(scene.king), scene.rank(scene.king)
    near = [scene.rank(p) for p in scene.pawns if abs(_file(p) - file) <= 1]
    counts["shelter_near"] += near.count(rank + 1)
    counts["shelter_far"] += near.count(rank + 2)
    storm = [scene.rank(p) for p in scene.their_pawns if abs(_file(p) - file) <= 1]
    counts["storm_near"] += sum(rank <= other <= rank + 2 for other in storm)
    counts["storm_far"] += storm.count(rank + 3)
    files = {_file(p) for p in scene.pawns}
    counts["king_open"] += file not in files
    counts["king_open_beside"] += sum(f not in files for f in (file - 1, file + 1) if 0 <= f <= 7)


def _attack(scene: _Scene, counts: Counter[str]) -> None:
    attacked = scene.zone & scene.we_attack
    guards = _attacked(scene.board, scene.them, (chess.PAWN, *NAMES))
    counts["attacked_zone"] += len(attacked)
    counts["weak_zone"] += len((attacked & scene.around) - guards)
    for kind, name in NAMES.items():
        for square in _attacked(scene.board, scene.us, (kind,)) - scene.they_attack:
            if scene.board.color_at(square) != scene.us:
                counts[f"check_{name}"] += scene.their_king in _through(scene.board, kind, square)


def _threats(scene: _Scene, counts: Counter[str]) -> None:
    by_minor = _attacked(scene.board, scene.us, (chess.KNIGHT, chess.BISHOP))
    by_rook = _attacked(scene.board, scene.us, (chess.ROOK,))
    for kind, name in NAMES.items():
        men = set(_men(scene.board, kind, scene.them))
        counts[f"pawn_on_{name}"] += len(men & scene.ours)
        if kind in (chess.ROOK, chess.QUEEN):
            counts[f"minor_on_{name}"] += len(men & by_minor)
        if kind == chess.QUEEN:
            counts["rook_on_queen"] += len(men & by_rook)
    for kind, name in ((chess.PAWN, "pawn"), *NAMES.items()):
        men = set(_men(scene.board, kind, scene.them))
        counts[f"loose_{name}"] += len((men & scene.we_attack) - scene.they_attack)
    counts["push_threat"] += len(_pushed(scene))


def _side(board: chess.Board, us: bool) -> Counter[str]:
    scene, counts = _Scene(board, us), Counter[str]()
    for part in (_mobility, _pawns, _passed, _pieces, _kings, _attack, _threats):
        part(scene, counts)
    return counts


def _through(board: chess.Board, kind: int, square: int) -> set[int]:
    """What a piece of that kind attacks from a square, whatever stands there."""
    bare = chess.BaseBoard.empty()
    for other, piece in board.piece_map().items():
        if other != square:
            bare.set_piece_at(other, piece)
    bare.set_piece_at(square, chess.Piece(kind, chess.WHITE))
    return set(bare.attacks(square))


def _pushed(scene: _Scene) -> set[int]:
    """Enemy pieces that a pawn would attack after a safe step."""
    threatened: set[int] = set()
    for pawn in scene.pawns:
        for to in _steps(scene, pawn):
            is_lost = to in scene.they_attack and to not in scene.we_attack
            if to not in scene.theirs and not is_lost:
                threatened |= set(chess.SquareSet(chess.BB_PAWN_ATTACKS[scene.us][to]))
    pieces = {s for kind in NAMES for s in _men(scene.board, kind, scene.them)}
    return (threatened & pieces) - scene.ours


def _steps(scene: _Scene, pawn: int) -> list[int]:
    """Where a pawn can step to."""
    found: list[int] = []
    for far in (1, 2) if scene.rank(pawn) == 1 else (1,):
        to = _at(_file(pawn), scene.rank(pawn) + far, scene.us)
        if to is None or scene.board.piece_at(to):
            break
        found.append(to)
    return found


def terms(board: chess.Board) -> dict[str, int]:
    """All terms that are not 0, White's minus Black's."""
    counts = _side(board, chess.WHITE)
    counts.subtract(_side(board, chess.BLACK))
    counts["tempo"] = 1 if board.turn == chess.WHITE else -1
    return {name: count for name, count in counts.items() if count}
