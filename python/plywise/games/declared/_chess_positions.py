"""Positions of chess that `plywise bench` searches."""

from typing import Final

# The 30 positions of the thesis's appendix A.1, from 30 games of the tenth VSB tournament
# (Amsterdam 1996) after Black's 20th move; castling is left out there as well.
VSB30: Final[tuple[str, ...]] = (
    "2b1kb2/1pq3rp/r2p1pp1/p1nBpPN1/8/4BQ2/PPP3PP/R4RK1 w - - 0 21",
    "5rk1/r2n1ppp/p2Bpn2/q7/8/p2Q1B2/2P2PPP/3R1RK1 w - - 0 21",
    "1r3r2/1b2bpkp/pp2qnp1/2ppN2P/3P1P2/PQN1PB2/1P3P2/3RK1R1 w - - 0 21",
    "1bqrr1k1/1p3p1p/p1p5/3n1pp1/1PNP2b1/P2NP1P1/2Q2P1P/R3RBK1 w - - 0 21",
    "r1b2rk1/1p3pp1/4p2p/1B2n1b1/p2RP3/P1N4P/1PPNR1P1/2K5 w - - 0 21",
    "r1r1k3/3nbpp1/p1qp1n2/1p2pPB1/4P3/P1N4Q/1PPN3P/R5RK w - - 0 21",
    "1rb2rk1/2q2ppp/3p4/3P4/pp3BPb/5B2/PPPQ3P/2KR2R1 w - - 0 21",
    "r1b1r1k1/pp3ppp/2pQ1n2/P5q1/2PPp2n/2N1P2P/3N1PP1/R2R1BK1 w - - 0 21",
    "r1r3k1/1n1bB1b1/p4pp1/1p1Pp2n/4P3/5P1P/PP1KNN2/R4B1R w - - 0 21",
    "3q1rk1/5pp1/2n1pb1p/p1Pp4/3P4/1PN2N2/3Q1PPP/1R4K1 w - - 0 21",
    "r2qr2k/1p1b2pp/p4p2/2BR1P1Q/8/1B6/PPP3PP/6K1 w - - 0 21",
    "r2qr1k1/p2b1pp1/2n1pb1p/2ppN3/3P1B2/2PB4/P4PPP/1R1QR1K1 w - - 0 21",
    "r4rk1/p3qpp1/1p1n3p/1P1P4/3p4/P2B2B1/1PQ2PPP/1K1R4 w - - 0 21",
    "4r1k1/pb1q1rpp/1p3n2/3p1p2/P1pP4/2P1PP2/3BB1PP/RQ3RK1 w - - 0 21",
    "3r1rk1/2q1bpn1/p3p1p1/1p2P2p/1P1BQ1P1/2P5/P1B4P/R4RK1 w - - 0 21",
    "r4rk1/1p1b1pp1/pq1b3p/8/1P2BP2/P2Q4/3R2PP/2B2RK1 w - - 0 21",
    "2r1r1k1/3nqpp1/2p2n1p/p2p4/1PpP4/P3PP2/1Q2NBPP/R4RK1 w - - 0 21",
    "4rrk1/pp3pp1/2p4p/3pNn2/3P4/1PP5/P4PPP/4RRK1 w - - 0 21",
    "r2q2k1/1p1n1rp1/4p2B/p2pPp2/3P3b/1P1BQP1P/P4P2/1R4RK w - - 0 21",
    "r1b1k1r1/1p1n1q2/p3p2p/4PpB1/P1Q5/2N2N1P/1P4P1/R6K w - - 0 21",
    "r2q1n1r/4bpkn/3p2p1/pQ1Pp1P1/Pp4B1/1N2B3/1PP2P2/2KR3R w - - 0 21",
    "2r2Bk1/pb3ppp/4pn2/4q3/2B1n3/4P3/4QPPP/R4RK1 w - - 0 21",
    "r4rk1/pb1nb2p/1q1p2p1/2pPPp2/1p3P1N/1P4P1/1B5P/R2QRBK1 w - - 0 21",
    "2kr1b1r/1bq3pp/8/1pn1p3/2p5/4BN2/1PB1QPPP/R4RK1 w - - 0 21",
    "r3r1k1/ppq2pb1/3np1p1/3pN2p/P2P1P1P/2PQ2P1/1P1N2K1/R3R3 w - - 0 21",
    "r1q3k1/p3rpp1/1p5p/1BnR1Q2/8/4PN2/Pb3PPP/5RK1 w - - 0 21",
    "r1b2q1k/3nb2n/p2p1rp1/1p1Pp3/4P2p/1NN1BP1P/PP1QB3/1K1R2R1 w - - 0 21",
    "r1b2k1r/4bp2/4pp2/3q1P1p/pp6/3B3Q/PPP1N1PP/1KR4R w - - 0 21",
    "r4rk1/n1q1bpp1/2p1p1bp/P2pP3/2nP4/1NB2N2/Q3BPPP/R3R1K1 w - - 0 21",
    "r4r1k/1bpqb3/p1np4/3Np2p/Q3Ppp1/2PP1N1P/1P2KPP1/R1B1R3 w - - 0 21",
)
