/**
 * The kernel's memory map: tables and state lie at constant addresses below `memoryBase` (asconfig.json), so that they can be the constant
 * offset of a load (`load<u64>(index << 3, TABLE)`), which costs no addition. Behind it are the weights, a few small tables of one file
 * each (`memory.data`), and INPUT. Nothing is allocated while running, and nothing checks bounds but us.
 */

// --- state of the position (board/position.ts)
/** 64 bytes: piece code on each square, EMPTY where none. */
export const MAILBOX: usize = 1024;
/** 16 x u64: bitboard by piece code; codes 6 and 14 hold all white and all black pieces. */
export const BITBOARDS: usize = 1088;
/**
 * The caller's position while its canonical twin is analysed (canonical.ts); while a game is read, the one behind its last comment
 * (movetext.ts).
 */
export const KEPT_POSITION: usize = 1408;
/** The one from which the last game was read. */
export const FIRST_POSITION: usize = 1664;
/**
 * Undo stack, UNDO_BYTES a ply. It holds 448: searches and perft stay far below, and a game's replay forgets each ply behind it.
 */
export const UNDO: usize = 2048;
export const UNDO_BYTES: usize = 32;

// --- tables (board/attacks.ts, board/hash.ts)
/** 16 piece codes x 64 squares x u64: what pawns, knights and kings attack; sliders nothing. */
export const LEAPS: usize = 16384;
export const BETWEEN: usize = LEAPS + 8192;
export const LINE: usize = BETWEEN + 32768;
/** 64 bytes a square: by what the men on its lines are gathered into indices (board/attacks.ts). */
export const FACTORS: usize = LINE + 32768;
/** 16 codes x 64 squares x u64. */
export const PIECE_KEYS: usize = FACTORS + 4096;
export const CASTLING_KEYS: usize = PIECE_KEYS + 8192;
export const EP_KEYS: usize = CASTLING_KEYS + 128;
/** 64 bytes: castling rights that survive a move from or to the square. */
export const CASTLING_MASK: usize = EP_KEYS + 64;
/** 32 x i32: the swap list of exchange.ts. */
export const SWAP_LIST: usize = 130048;
/** 64 squares x 4 lines x 64 x u64. */
export const VIEWS: usize = 131072;
const AFTER_TABLES: usize = VIEWS + 131072;

// --- move lists: one frame a ply, 256 moves of 4 bytes and 256 scores of 4 bytes
export const MOVE_LISTS: usize = AFTER_TABLES;
export const LIST_BYTES: usize = 2048;
export const SCORE_OFFSET: usize = 1024;
export const MAX_PLY: i32 = 64;
/**
 * Frames beyond the search's: the blows behind a reply, the root's moves while they are examined, and the answers to a check that may be
 * mate.
 */
export const BLOW_FRAME: usize = MOVE_LISTS + 125 * LIST_BYTES;
export const SCAN_FRAME: usize = MOVE_LISTS + 126 * LIST_BYTES;
export const MATE_FRAME: usize = MOVE_LISTS + 127 * LIST_BYTES;
const AFTER_LISTS: usize = MOVE_LISTS + 128 * LIST_BYTES;

// --- forcing tree (tree/)
/** 2^TABLE_BITS entries of 16 bytes. */
export const TABLE_BITS: i32 = 15;
export const HASH_TABLE: usize = AFTER_LISTS;
/** Principal variations: triangular, MAX_PLY rows of MAX_PLY u16. */
export const PV_TABLE: usize = HASH_TABLE + (16 << TABLE_BITS);
export const PV_LENGTHS: usize = PV_TABLE + MAX_PLY * MAX_PLY * 2;
export const KILLERS: usize = PV_LENGTHS + 256;
/** 16 codes x 64 squares x i32. */
export const HISTORY: usize = KILLERS + 512;
/** Root moves, ROOT_BYTES each (tree/roots.ts); where the best move is asked for, 8 bytes each (tree/best.ts). */
export const ROOTS: usize = HISTORY + 4096;
export const ROOT_BYTES: usize = 256;
/** More than any position has legal moves. */
const MAX_ROOTS: usize = 256;

// --- candidates and results (candidates.ts, records.ts)
export const CANDIDATES: usize = ROOTS + MAX_ROOTS * ROOT_BYTES;
export const CANDIDATE_BYTES: usize = 64;
export const MAX_CANDIDATES: i32 = 1024;
export const RESULTS: usize = CANDIDATES + <usize>MAX_CANDIDATES * CANDIDATE_BYTES;
export const RESULT_BYTES: usize = 128;
export const MAX_RESULTS: i32 = 1024;
/** Packed records on their way out: what the TypeScript side reads. */
export const OUTPUT: usize = RESULTS + <usize>MAX_RESULTS * RESULT_BYTES;
export const OUTPUT_BYTES: i32 = 131072;

// --- bytes in (fen, movetext) and moves out
/** u16 each. */
export const MOVES: usize = OUTPUT + OUTPUT_BYTES;
export const MAX_MOVES: i32 = 32768;
if (4 * MAX_MOVES > OUTPUT_BYTES) ERROR('OUTPUT does not hold where each move of a game ends');
/** Lines of defences other than the first (attribution/defences.ts): LINE_BYTES each, u16 a move. */
export const LINES: usize = MOVES + 2 * MAX_MOVES;
export const LINE_BYTES: usize = 128;
export const MAX_LINES: i32 = 256;
/** One line more, while it is not yet known whether it is worth keeping. */
export const DRAFT_LINE: usize = LINES + <usize>MAX_LINES * LINE_BYTES;
/** The beginning of a line, with what might end it there. */
export const TRIED_LINE: usize = DRAFT_LINE + LINE_BYTES;
/** Per square: where a black piece there may go (patterns/reach.ts, patterns/standing.ts). */
export const ESCAPES: usize = TRIED_LINE + LINE_BYTES;
/** Per square: what is known of a white piece's moves from there (patterns/sift.ts). */
export const MOVERS: usize = ESCAPES + 64 * 32;
/** Neurons of the network (tree/network.ts), two bytes each, of what one side sees. */
export const NEURON_BYTES: usize = 256;
/** What the network keeps of the last boards that it saw: White's neurons and Black's, then the men by square. */
export const EYE_BYTES: usize = 2 * NEURON_BYTES + 64;
export const EYES: usize = MOVERS + 64 * 64;
/** What positions were found to be worth (tree/network.ts): 2^WORTH_BITS times u64 hash and i32 worth, 16 bytes each. */
export const WORTH_BITS: i32 = 11;
export const WORTHS: usize = EYES + 4 * EYE_BYTES;
/** What was found in positions that came before (along.ts): 2^MEMO_BITS buckets, up to `memoryBase`. */
export const MEMO_BITS: i32 = 16;
export const MEMO_BUCKET: usize = 32;
/** The same as in asconfig.json, which abi.ts sees to. */
export const MEMORY_BASE: usize = 4194304;
export const MEMO: usize = MEMORY_BASE - (MEMO_BUCKET << MEMO_BITS);
if (WORTHS + (16 << WORTH_BITS) > MEMO) ERROR('the memory map runs into MEMO');
/** The host writes FEN, movetext and moves here, behind what the compiler has laid down (abi.ts). */
export const INPUT: usize = MEMORY_BASE + 262144;
export const INPUT_BYTES: i32 = 16777216;
