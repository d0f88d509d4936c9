/* La Planche with 4 players, hand-written for one core: the speed limit of the compiled simulator.
 * LP-nn are the clauses of the rules ledger; the settings are its defaults.
 *
 * The plank is three words of a bit a slot, slot 1 lowest: who stands where, and both bits of the colour that stands
 * there. So a push is a shift of all three, and who is pushed off the plank is masked away. The strategies only draw or
 * protect, so what others may have guessed from a move is not written down.
 */
#include "limit.h"

enum { PLAYERS = 4, COLOURS = 4, PRISONERS = 16, HALF = 8, LENGTH = 18, MOST_TURNS = 10000 };    /* LP-01, 03 */
enum { SWAP = 1, ADVANCE = 2, MOVE = 4, PAIRS = 5, STONE_ORDERS = 24 };
enum { MOST_CHOICES = 192, MOST_SWAPS = 120 };
static const uint8_t VANE[PAIRS] = {SWAP, ADVANCE | MOVE, SWAP | MOVE, ADVANCE, 0};               /* LP-07 */

typedef struct { uint32_t taken, low, high; } Plank;
typedef struct { uint16_t turns; uint8_t survivor, stones, left_at_half[COLOURS]; } Result;

static const uint32_t ON = (1u << LENGTH) - 1, EDGE = 1u << (LENGTH - 1);
static uint8_t stone_orders[STONE_ORDERS];                /* the colour of each seat, two bits each */
static uint8_t swap_one[MOST_SWAPS], swap_other[MOST_SWAPS];
static uint16_t swap_bits[MOST_SWAPS];
static uint8_t n_of[256], places_of[256];                 /* bits of a byte, and the sum of their numbers */

INLINE unsigned count(uint32_t bits) { return (unsigned)__builtin_popcount(bits); }
INLINE uint32_t nth(uint32_t bits, unsigned n) { return _pdep_u32(1u << n, bits); }
INLINE uint32_t all_below(uint32_t bits) { return UINT32_MAX >> __builtin_clz(bits); }

/* LP-14, LP-15: all from this bit on move one slot, gaps and all; beyond the plank they fall. */
INLINE uint32_t pushed(uint32_t slots, uint32_t bit) { return slots + (slots & -bit); }
INLINE Plank push(Plank p, uint32_t bit) {
    return (Plank){pushed(p.taken, bit) & ON, pushed(p.low, bit) & ON, pushed(p.high, bit) & ON};
}

/* LP-09: two prisoners change places. */
INLINE Plank swap(Plank p, uint32_t one, uint32_t other) {
    uint32_t both = one | other;
    p.low ^= both & -(uint32_t)(count(p.low & both) == 1);
    p.high ^= both & -(uint32_t)(count(p.high & both) == 1);
    return p;
}

/* LP-11: one is taken up and put down elsewhere. */
INLINE Plank put(Plank p, uint32_t bit, uint32_t to) {
    return (Plank){(p.taken ^ bit) | to, (p.low & ~bit) | (p.low & bit ? to : 0), (p.high & ~bit) | (p.high & bit ? to : 0)};
}
INLINE uint32_t first_of(uint32_t others) { return all_below(others) + 1; }
INLINE uint32_t last_of(uint32_t others) { return (others & -others) >> 1; }

INLINE uint32_t of_colour(Plank p, unsigned colour) {
    return p.taken & ~(p.low ^ -(colour & 1)) & ~(p.high ^ -(colour >> 1));
}

/* How many can be put first, and last: all, or where that slot is taken only who stands there (LP-11). */
INLINE unsigned n_firsts(uint32_t taken, unsigned n) { return taken & EDGE ? 1 : n; }
INLINE unsigned n_lasts(uint32_t taken, unsigned n) { return taken & 1 ? 1 : n; }

/* The choice of this number, of those that the vane allows: swaps, advances, firsts, lasts. */
INLINE Plank act(Plank p, unsigned shown, unsigned choice) {
    unsigned n = count(p.taken), swaps = shown & SWAP ? n * (n - 1) / 2 : 0;
    if (choice < swaps) return swap(p, nth(p.taken, swap_one[choice]), nth(p.taken, swap_other[choice]));
    choice -= swaps;
    unsigned advances = shown & ADVANCE ? n : 0;
    if (choice < advances) return push(p, nth(p.taken, choice));                                   /* LP-10 */
    choice -= advances;
    unsigned firsts = n_firsts(p.taken, n);
    bool is_first = choice < firsts;
    uint32_t bit = nth(p.taken, is_first ? (firsts > 1 ? choice : n - 1) : choice - firsts), others = p.taken ^ bit;
    return put(p, bit, is_first ? first_of(others) : last_of(others));
}

INLINE unsigned n_choices(uint32_t taken, unsigned shown) {
    unsigned n = count(taken);
    return (shown & SWAP ? n * (n - 1) / 2 : 0) + (shown & ADVANCE ? n : 0) +
           (shown & MOVE ? n_firsts(taken, n) + n_lasts(taken, n) : 0);
}

/* Each of mine, and those between it and the shark: `mine` has a bit for each of `left` prisoners in a row. */
INLINE unsigned value_of(uint32_t mine, unsigned left) {
    return (unsigned)(n_of[mine & 255] + n_of[mine >> 8]) * (left - 8) + n_of[mine & 255] * 8u - places_of[mine & 255] -
           places_of[mine >> 8] + 1;
}

/* The turn's compulsory push at the end: the foremost falls if it stands at the edge (LP-13). */
INLINE unsigned value_pushed(uint32_t mine, uint32_t taken) {
    unsigned left = count(taken) - (taken >> (LENGTH - 1) & 1);
    return value_of(mine & ((1u << left) - 1), left);
}

typedef union { uint8_t of[MOST_CHOICES]; uint64_t word[MOST_CHOICES / 8]; } Values;       /* 0: no choice */

/* Uniform over the choices of the highest value, eight at a time. */
INLINE unsigned draw_best(uint64_t *luck, const Values *v, unsigned words) {
    const uint64_t ONES = 0x0101010101010101;
    uint64_t tied[MOST_CHOICES / 8], n_tied = 0, i = 0, in_word;
    uint8_t best = 0;
    for (unsigned j = 0; j < (words + 3) / 4 * 32; j++) best = v->of[j] > best ? v->of[j] : best;
    for (unsigned j = 0; j < words; j++) {
        tied[j] = ((ONES << 7) - (v->word[j] ^ best * ONES)) & ONES << 7;
        n_tied += (uint64_t)__builtin_popcountll(tied[j]);
    }
    uint64_t n = below(luck, (unsigned)n_tied);
    while ((in_word = (uint64_t)__builtin_popcountll(tied[i])) <= n) n -= in_word, i++;
    return (unsigned)(8 * i + (uint64_t)__builtin_ctzll(_pdep_u64(1ull << n, tied[i])) / 8);
}

/* Every choice is worked out as far as it matters to the score: where mine stand in the row at the end of the turn. */
static inline unsigned protect(Plank p, unsigned shown, unsigned colour, uint64_t *luck, uint64_t *weighed) {
    const uint32_t taken = p.taken, mine = _pext_u32(of_colour(p, colour), taken);
    unsigned n = count(taken), at = 0;
    Values v;
    if (shown & SWAP) {
        unsigned swaps = n * (n - 1) / 2, left = n - (taken >> (LENGTH - 1) & 1);
        uint32_t still = (1u << left) - 1;
        for (; at < swaps; at++) {
            uint32_t both = swap_bits[at], after = mine ^ (both & -(uint32_t)(count(mine & both) == 1));
            v.of[at] = (uint8_t)value_of(after & still, left);
        }
    }
    if (shown & ADVANCE) {
        bool falls = taken & EDGE;
        uint32_t rest = falls ? mine & ((1u << (n - 1)) - 1) : mine;
        for (uint32_t t = taken; t; t &= t - 1) {
            uint32_t after = pushed(taken, t & -t) & ON;
            v.of[at++] = (uint8_t)(count(after) > 1 ? value_pushed(rest, after) : value_of(rest, 1));   /* LP-16 */
        }
    }
    if (shown & MOVE) {
        for (unsigned k = n - n_firsts(taken, n); k < n; k++) {
            uint32_t others = taken ^ nth(taken, k), rest = _pext_u32(mine, ~(1u << k));
            v.of[at++] = (uint8_t)value_pushed(rest | (mine >> k & 1) << (n - 1), others | first_of(others));
        }
        unsigned lasts = n_lasts(taken, n);
        for (unsigned k = 0; k < lasts; k++) {
            uint32_t others = taken ^ nth(taken, k), rest = _pext_u32(mine, ~(1u << k));
            v.of[at++] = (uint8_t)value_pushed(rest << 1 | (mine >> k & 1), others | last_of(others));
        }
    }
    memset(v.of + at, 0, 32);
    *weighed += at;
    return draw_best(luck, &v, (at + 7) / 8);
}

INLINE void count_half(Plank p, Result *r) {
    for (unsigned colour = 0; colour < COLOURS; colour++) r->left_at_half[colour] = (uint8_t)count(of_colour(p, colour));
}

/* One game after another; returns the outcomes weighed. Inlined once for each strategy. */
INLINE uint64_t play_games(uint64_t seed, uint64_t games, Result *results, uint64_t *decisions, bool protects) {
    uint64_t weighed = 0, asked_of = 0;
    for (uint64_t g = 0; g < games; g++) {
        Result *r = &results[g];
        uint64_t luck = mix(mix(seed) + g);
        Plank p = {(1u << PRISONERS) - 1, 0xAAAA, 0xCCCC};         /* LP-02: yellow, red, green, blue, four times */
        r->stones = stone_orders[below(&luck, STONE_ORDERS)];      /* LP-04 */
        unsigned turns = 0, seat = 0, left = PRISONERS;
        bool half = false;
        while (left > 1 && turns < MOST_TURNS) {                   /* LP-05, LP-06, LP-16, LP-17 */
            turns++;
            unsigned shown = VANE[below(&luck, PAIRS)];
            if (shown) {                                           /* LP-08 */
                asked_of++;
                unsigned choice = protects ? protect(p, shown, r->stones >> 2 * seat & 3, &luck, &weighed)
                                           : below(&luck, n_choices(p.taken, shown));
                p = act(p, shown, choice);
                left = count(p.taken);
                if (left == HALF && !half) count_half(p, r), half = true;
            }
            if (left > 1) {
                p = push(p, 1);                                    /* LP-13: the rearmost pushes the whole row */
                left = count(p.taken);
                if (left == HALF && !half) count_half(p, r), half = true;
            }
            seat = (seat + 1) % PLAYERS;
        }
        r->turns = (uint16_t)turns;
        r->survivor = (uint8_t)((p.low != 0) | (p.high != 0) << 1);
    }
    *decisions = asked_of;
    return weighed;
}

static void make_tables(void) {
    unsigned at = 0, n = 0;
    for (unsigned other = 0; other < PRISONERS; other++)
        for (unsigned one = 0; one < other; one++, at++) {
            swap_one[at] = (uint8_t)one, swap_other[at] = (uint8_t)other;
            swap_bits[at] = (uint16_t)(1u << one | 1u << other);
        }
    for (unsigned byte = 0; byte < 256; byte++)
        for (unsigned k = 0; k < 8; k++)
            if (byte >> k & 1) n_of[byte]++, places_of[byte] = (uint8_t)(places_of[byte] + k);
    for (unsigned i = 0; i < 256; i++) {
        unsigned seen = 0;
        for (unsigned s = 0; s < PLAYERS; s++) seen |= 1u << (i >> 2 * s & 3);
        if (seen == 15) stone_orders[n++] = (uint8_t)i;
    }
}

static void check(const Result *results, uint64_t games, uint64_t decisions) {
    Figure wins[PLAYERS] = {0}, turns = {0}, survivors[COLOURS] = {0}, at_half = {0};
    for (uint64_t g = 0; g < games; g++) {
        const Result *r = &results[g];
        for (unsigned s = 0; s < PLAYERS; s++) note(&wins[s], (r->stones >> 2 * s & 3) == r->survivor);
        for (unsigned c = 0; c < COLOURS; c++) note(&survivors[c], r->survivor == c);
        note(&turns, r->turns);
        note(&at_half, r->left_at_half[r->stones & 3]);
        unsigned all = 0;
        for (unsigned c = 0; c < COLOURS; c++) all += r->left_at_half[c];
        if (all != HALF) fprintf(stderr, "game %" PRIu64 ": %u at half\n", g, all), exit(1);
    }
    static const char *SEATS[] = {"wins.1", "wins.2", "wins.3", "wins.4"};
    static const char *NAMES[] = {"survivor.0", "survivor.1", "survivor.2", "survivor.3"};
    for (unsigned s = 0; s < PLAYERS; s++) tell(SEATS[s], &wins[s], games);
    for (unsigned c = 0; c < COLOURS; c++) tell(NAMES[c], &survivors[c], games);
    tell("turns", &turns, games);
    tell("at_half.1", &at_half, games);
    printf("decisions %.9g 0\n", (double)decisions / (double)games);
}

int main(int argc, char **argv) {
    Asked a = asked(argc, argv, "protector");
    Result *results = room(a.games, sizeof *results);
    make_tables();
    uint64_t decisions = 0;
    const double start = now();
    uint64_t weighed = a.thinks ? play_games(a.seed, a.games, results, &decisions, true)
                                : play_games(a.seed, a.games, results, &decisions, false);
    double seconds = now() - start;
    printf("rate %.9g 0\nweighed %.9g 0\n", (double)a.games / seconds, (double)weighed / (double)a.games);
    check(results, a.games, decisions);
    free(results);
    return 0;
}
