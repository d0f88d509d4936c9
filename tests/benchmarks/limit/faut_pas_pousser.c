/* Faut pas pousser with 4 players, hand-written for one core: the speed limit that the compiled
 * simulator is measured against: `make limit`.
 *
 * FPP-nn are the clauses of the rules ledger; the settings are its defaults. Seat = crew = 0..3.
 *
 * A pirate is a byte, a *lane*: bits 0-2 value - 1, bit 3 Captain, bits 4-7 crew, one-hot.
 * The plank is four lanes in an integer, slot 1 lowest. An entry pushes the pirate that falls into a
 * fifth lane, so one integer is the whole outcome of a move: the plank after it, and who fell.
 */
#pragma GCC optimize("no-tree-slp-vectorize") /* gathering bytes into vectors costs 3 to 8 % */
#include "limit.h"

enum { CREWS = 4, VALUES = 6, ACTIONS = 5, SLOTS = 4, TURNS = 6 * CREWS };       /* FPP-01, 02, 03, 14 */
enum { MOST_MOVES = 2 * 5 * ACTIONS * SLOTS + 1, PILE_SIZE = 4, PILES = 5, CAPTAIN_BONUS = 2 };
enum { LANE = 8, AGE_ORDERS = 24, AGE_BITS = 2 };
static const int ACTION[ACTIONS] = {-1, -2, -3, +1, +2};                         /* FPP-02 */
static const int PLANK_POINTS[SLOTS] = {9, 8, 7, 6};                             /* FPP-16 */

static const uint32_t ONES = 0x01010101;                  /* 1 in the byte of every seat or slot */
static const uint64_t ONES_5 = 0x0101010101, ONES_8 = 0x0101010101010101, PLANK = 0xFFFFFFFF;

/* What is recorded of a game: one byte a seat, seat 0 lowest, but for the Captains. */
typedef struct {
    uint32_t score, win_twelfths, rank, turn_position, age_rank, opening_pirate, non_merci_turn;
    uint32_t captains_aboard;
} Result;

typedef struct {
    uint64_t plank, luck, weighed;                        /* weighed: outcomes that greedy looked at */
    uint32_t points, fallen;                              /* points from the piles, one byte a crew */
    uint8_t pirates[CREWS], actions[CREWS];               /* hands, one bit a card, lowest index first */
    uint8_t non_merci[CREWS];                             /* 1 while in hand */
} Table;

enum { ACTION_FIRST, PIRATE_FIRST, NON_MERCI };
typedef struct { uint8_t order, pirate, action, slot; } Move;     /* cards as n-th of those in hand */
typedef struct { uint64_t gap, newcomer; } Entry;         /* gap: a mask of all lanes but one */
typedef struct { uint64_t gap, bits; } Target;            /* bits: where the gap begins */
typedef struct { uint64_t others, moved; } Lifted;        /* a plank with one pirate taken out */

static Entry entries[CREWS][VALUES][8];                   /* by crew, value and value in slot 1 */
static Target targets[ACTIONS][SLOTS];                    /* by action and slot it is used on */
static Move moves[ACTIONS + 1][MOST_MOVES];               /* by pirates left: the legal moves, written out */
static uint32_t age_orders[AGE_ORDERS];                   /* age rank of each seat, one byte each */
static uint8_t outcome_value[PILES + 1][1 << 2 * (SLOTS + 1)];  /* by pile and my bits, see my_bits() */

static inline uint64_t pirate_lane(int crew, int value) {         /* value 0-based */
    return (uint64_t)(value | (value == 0) << 3 | 0x10 << crew);
}

/* FPP-12: the newcomer goes in, all from its slot on move right, the last one falls into lane 5. */
INLINE uint64_t enter(uint64_t plank, const Entry *by_front) {
    const Entry *e = by_front + (plank & 7);
    return _pdep_u64(plank, e->gap) | e->newcomer;
}

/* FPP-09, FPP-10: a pirate is taken out and put back at its target, the others close up. */
INLINE Lifted lift(uint64_t plank, unsigned slot) {
    return (Lifted){_pext_u64(plank, ~(0xFFull << LANE * slot)), plank >> LANE * slot & 0xFF};
}

INLINE uint64_t put_back(Lifted l, const Target *to) {
    return _pdep_u64(l.others, to->gap) | l.moved << to->bits;
}

INLINE uint32_t crew_byte(uint64_t lane) {                        /* 1 in the byte of the lane's crew */
    return _pdep_u32((uint32_t)(lane >> 4), ONES);
}

INLINE unsigned n_cards(unsigned hand) { return (unsigned)__builtin_popcount(hand); }
INLINE unsigned nth_card(unsigned hand, unsigned n) {
    return (unsigned)__builtin_ctz(_pdep_u32(1u << n, hand));
}

/* FPP-04: everybody installs a pirate. Returns the seat that plays first (FPP-06). */
INLINE unsigned install(Table *t, Result *r) {
    unsigned key[CREWS], first = 0;
    t->plank = t->points = t->fallen = 0;
    r->age_rank = age_orders[below(&t->luck, AGE_ORDERS)];        /* FPP-05: ages are not seats */
    r->opening_pirate = 0;
    for (unsigned c = 0; c < CREWS; c++) {
        unsigned value = (unsigned)below(&t->luck, VALUES);
        key[c] = value << AGE_BITS | (r->age_rank >> LANE * c & 3);   /* FPP-05: younger further left */
        r->opening_pirate |= (value + 1) << LANE * c;
        t->pirates[c] = (uint8_t)(63 ^ 1 << value);
        t->actions[c] = 31;
        t->non_merci[c] = 1;
    }
    for (unsigned c = 0; c < CREWS; c++) {
        unsigned slot = 0;
        for (unsigned d = 0; d < CREWS; d++) slot += key[d] < key[c];
        t->plank |= pirate_lane((int)c, (int)(key[c] >> AGE_BITS)) << LANE * slot;
        first |= c & -(unsigned)(slot == SLOTS - 1);
    }
    r->turn_position = (uint32_t)(0x0302010003020100 >> (32 - LANE * first));
    return first;
}

/* FPP-08. Both orders are worked out and one is kept: more work, but no coin-flip branch, 10 % faster. */
INLINE void play(Table *t, unsigned me, Move m) {
    unsigned value = nth_card(t->pirates[me], m.pirate), action = nth_card(t->actions[me], m.action);
    const Entry *entry = entries[me][value];
    const Target *to = &targets[action][m.slot];
    uint64_t action_first = enter(put_back(lift(t->plank, m.slot), to), entry);
    uint64_t pirate_first = put_back(lift(enter(t->plank, entry), m.slot), to);
    uint64_t after = action_first ^ ((action_first ^ pirate_first) & -(uint64_t)(m.order == PIRATE_FIRST));
    t->plank = after & PLANK;
    t->points += crew_byte(after >> LANE * SLOTS) * (t->fallen++ / PILE_SIZE + 1);    /* FPP-15 */
    t->pirates[me] ^= (uint8_t)(1 << value);
    t->actions[me] ^= (uint8_t)(1 << action);                     /* FPP-11 */
}

static inline void score(const Table *t, Result *r) {
    uint32_t points = t->points, rank = ONES;
    for (int s = 0; s < SLOTS; s++) {                             /* FPP-16 */
        uint32_t lane = (uint32_t)(t->plank >> LANE * s) & 0xFF;
        points += crew_byte(lane) * ((uint32_t)PLANK_POINTS[s] + (lane >> 3 & 1) * CAPTAIN_BONUS);
    }
    for (int turn = LANE; turn < LANE * CREWS; turn += LANE) {    /* each seat against the three others */
        uint32_t others = points >> turn | points << (LANE * CREWS - turn);
        rank += ((others | ONES << 7) - points - ONES) >> 7 & ONES;   /* 1 where the other has more */
    }
    uint32_t winners = rank & ~(rank >> 1) & ONES;                /* ranks are 1..4: only 1 ends in 01 */
    r->score = points;
    r->rank = rank;
    r->win_twelfths = winners * (12 / (uint32_t)__builtin_popcount(winners));     /* FPP-17 */
    r->captains_aboard = (uint32_t)__builtin_popcount((uint32_t)t->plank & ONES << 3);
}

/* Uniform over the legal moves, Non Merci being the last of the list. */
INLINE Move choose_random(Table *t, unsigned me) {
    unsigned left = n_cards(t->pirates[me]);
    return moves[left][below(&t->luck, 2 * SLOTS * left * left + t->non_merci[me])];
}

/* Of each of the five lanes: is it a Captain, is it of my crew? Ten bits, an index to outcome_value. */
INLINE uint64_t my_bits(uint64_t outcome, unsigned me) {
    return _pext_u64(outcome, ONES_5 << 3 | ONES_5 << (4 + me));
}

typedef union { uint8_t of[256]; uint64_t word[32]; } Values;     /* one byte a move, 0 = no move */

/* Uniform over the moves of the highest value, eight at a time. The table's luck decides. */
INLINE uint64_t draw_best(Table *t, const Values *v, unsigned words) {
    uint64_t tied[32], n_tied = 0, i = 0, in_word;
    uint8_t best = 0;
    for (unsigned j = 0; j < (words + 3) / 4 * 32; j++) best = v->of[j] > best ? v->of[j] : best;
    for (unsigned j = 0; j < words; j++) {                        /* bit 7 of a byte stays if it is best */
        tied[j] = ((ONES_8 << 7) - (v->word[j] ^ best * ONES_8)) & ONES_8 << 7;
        n_tied += (uint64_t)__builtin_popcountll(tied[j]);
    }
    uint64_t n = below(&t->luck, (unsigned)n_tied);
    while ((in_word = (uint64_t)__builtin_popcountll(tied[i])) <= n) n -= in_word, i++;
    return 8 * i + (uint64_t)__builtin_ctzll(_pdep_u64(1ull << n, tied[i])) / 8;
}

/* Every legal move is played out and valued, in the order of `moves`. What moves share is done once: for action
 * first the shift, for pirate first the entry. Points already in the piles are the same for all: left out. */
INLINE Move weigh_moves(Table *t, unsigned me, unsigned left) {
    const uint8_t *value = outcome_value[t->fallen / PILE_SIZE];
    const Entry *entry[ACTIONS];
    const Target *action[ACTIONS];
    Values v;
    unsigned n = 0;
    for (unsigned i = 0, p = t->pirates[me], a = t->actions[me]; i < left; i++, p &= p - 1, a &= a - 1) {
        entry[i] = entries[me][__builtin_ctz(p)];
        action[i] = targets[__builtin_ctz(a)];
    }
    for (unsigned s = 0; s < SLOTS; s++) {
        Lifted lifted = lift(t->plank, s);
        for (unsigned a = 0; a < left; a++) {
            uint64_t shifted = put_back(lifted, &action[a][s]);
            for (unsigned p = 0; p < left; p++) v.of[n++] = value[my_bits(enter(shifted, entry[p]), me)];
        }
    }
    for (unsigned p = 0; p < left; p++) {
        uint64_t entered = enter(t->plank, entry[p]);
        for (unsigned s = 0; s < SLOTS; s++) {
            Lifted lifted = lift(entered, s);
            for (unsigned a = 0; a < left; a++) v.of[n++] = value[my_bits(put_back(lifted, &action[a][s]), me)];
        }
    }
    v.of[n] = value[my_bits(t->plank, me)];                       /* FPP-13 */
    n += t->non_merci[me];
    memset(v.of + n, 0, 32);
    t->weighed += n;
    return moves[left][draw_best(t, &v, left * left + 1)];
}

/* The number of cards is made a constant, so that all loops unroll: a quarter faster. */
INLINE Move choose_greedy(Table *t, unsigned me) {
    switch (n_cards(t->pirates[me])) {                            /* as many as actions (FPP-07) */
    case 5: return weigh_moves(t, me, 5);
    case 4: return weigh_moves(t, me, 4);
    case 3: return weigh_moves(t, me, 3);
    case 2: return weigh_moves(t, me, 2);
    case 1: return weigh_moves(t, me, 1);
    default: return weigh_moves(t, me, 0);
    }
}

/* One game after another; returns the outcomes weighed. Inlined once for each strategy. */
INLINE uint64_t play_games(uint64_t seed, uint64_t games, Result *results, bool greedy) {
    Table t = {0};
    for (uint64_t g = 0; g < games; g++) {
        Result *r = &results[g];
        t.luck = mix(mix(seed) + g);
        unsigned me = install(&t, r);
        uint32_t non_merci_turn = 0;
        for (unsigned turn = 0; turn < TURNS; turn++, me = (me + 1) % CREWS) {    /* FPP-06, FPP-14 */
            Move m = greedy ? choose_greedy(&t, me) : choose_random(&t, me);
            if (m.order == NON_MERCI) {                           /* FPP-13 */
                t.non_merci[me] = 0;
                non_merci_turn |= (turn / CREWS + 1) << LANE * me;
            } else play(&t, me, m);
        }
        r->non_merci_turn = non_merci_turn;
        score(&t, r);
    }
    return t.weighed;
}

static int clamp_to_plank(int slot) { return slot < 0 ? 0 : slot >= SLOTS ? SLOTS - 1 : slot; }

static void write_out_moves(unsigned left) {                      /* in the order of weigh_moves() */
    Move *m = moves[left];
    for (uint8_t s = 0; s < SLOTS; s++)
        for (uint8_t a = 0; a < left; a++)
            for (uint8_t p = 0; p < left; p++) *m++ = (Move){ACTION_FIRST, p, a, s};
    for (uint8_t p = 0; p < left; p++)
        for (uint8_t s = 0; s < SLOTS; s++)
            for (uint8_t a = 0; a < left; a++) *m++ = (Move){PIRATE_FIRST, p, a, s};
    *m = (Move){NON_MERCI, 0, 0, 0};
}

/* Points of my crew if the game ended here, by my_bits() (FPP-15, FPP-16), plus 1, so that 0 is no move. */
static int value_of(unsigned bits, int pile) {
    int points = 0;
    for (int lane = 0; lane <= SLOTS; lane++, bits >>= 2) {
        bool captain = bits & 1, mine = bits & 2;
        if (mine) points += lane == SLOTS ? pile + 1 : PLANK_POINTS[lane] + captain * CAPTAIN_BONUS;
    }
    return points + 1;
}

static void make_tables(void) {
    for (int c = 0; c < CREWS; c++)
        for (int v = 0; v < VALUES; v++)
            for (int front = 0; front < VALUES; front++) {        /* FPP-12 */
                int bits = LANE * clamp_to_plank(v - front);
                entries[c][v][front] = (Entry){~(0xFFull << bits), pirate_lane(c, v) << bits};
            }
    for (int a = 0; a < ACTIONS; a++)
        for (int s = 0; s < SLOTS; s++) {                         /* FPP-10 */
            uint64_t bits = (uint64_t)(LANE * clamp_to_plank(s + ACTION[a]));
            targets[a][s] = (Target){~(0xFFull << bits), bits};
        }
    for (unsigned left = 0; left <= ACTIONS; left++) write_out_moves(left);
    for (int pile = 0; pile <= PILES; pile++)                     /* the last when all have fallen */
        for (unsigned bits = 0; bits < 1 << 2 * (SLOTS + 1); bits++)
            outcome_value[pile][bits] = (uint8_t)value_of(bits, pile);
    for (uint32_t i = 0, n = 0; i < 256; i++) {                   /* four ranks of two bits, all different */
        uint32_t order = _pdep_u32(i, 3 * ONES);
        int seen = 0;
        for (int c = 0; c < CREWS; c++) seen |= 1 << (order >> LANE * c & 3);
        if (seen == 15) age_orders[n++] = order;
    }
}

static int byte_of(uint32_t bytes, int seat) { return (int)(bytes >> LANE * seat & 0xFF); }

static void check(const Result *results, uint64_t games) {
    Figure win[CREWS] = {0}, points[CREWS] = {0}, captains = {0}, ties = {0};
    for (uint64_t g = 0; g < games; g++) {
        const Result *r = &results[g];
        int total = 0, twelfths = 0, winners = 0;
        for (int c = 0; c < CREWS; c++) {
            int position = byte_of(r->turn_position, c);
            note(&win[position], byte_of(r->win_twelfths, c) / 12.0), twelfths += byte_of(r->win_twelfths, c);
            note(&points[position], byte_of(r->score, c)), total += byte_of(r->score, c);
            winners += byte_of(r->rank, c) == 1;
        }
        note(&captains, r->captains_aboard);
        note(&ties, winners > 1);
        if (total != 90 + CAPTAIN_BONUS * (int)r->captains_aboard || twelfths != 12) {     /* FPP-18 */
            fprintf(stderr, "FPP-18 broken in game %" PRIu64 ": %d points, %" PRIu32 " Captains aboard\n",
                    g, total, r->captains_aboard);
            exit(1);
        }
    }
    static const char *WINS[] = {"wins.1", "wins.2", "wins.3", "wins.4"};
    static const char *SCORES[] = {"score.1", "score.2", "score.3", "score.4"};
    for (int c = 0; c < CREWS; c++) tell(WINS[c], &win[c], games), tell(SCORES[c], &points[c], games);
    tell("captains", &captains, games);
    tell("shared", &ties, games);
}

int main(int argc, char **argv) {
    Asked a = asked(argc, argv, "greedy");
    Result *results = room(a.games, sizeof *results);
    make_tables();
    const double start = now();
    uint64_t weighed =
        a.thinks ? play_games(a.seed, a.games, results, true) : play_games(a.seed, a.games, results, false);
    double seconds = now() - start;
    printf("rate %.9g 0\nweighed %.9g 0\n", (double)a.games / seconds, (double)weighed / (double)a.games);
    check(results, a.games);
    free(results);
    return 0;
}
