/* Piratoons with 4 players, hand-written for one core: the speed limit of the compiled simulator.
 * PT-nn are the clauses of the rules ledger; the settings are its defaults, the tiles those of seeds/piratoons.
 *
 * A ship is a handful of bytes: counts of equipment, places, tops and half symbols. Pawns are counted in a byte for each
 * seat of a tile, so that a word is a tile. Nothing is kept that neither the rules nor the results ask for.
 */
#include <stddef.h>

#include "limit.h"

enum { SEATS = 4, ROUNDS = 8, CREW = 6, START = 3, IN_ALL = 40, SAND = 15, MOST_TICKS = 30, DELAY = 1 };
enum { SAIL, DECK, GUNPORT, PORTHOLE, QUARTERS, KINDS };
enum { SAILS = 12, DESIGNS = 3, COPIES = 3, TYPES = 1 + 4 * DESIGNS, EQUIPMENT = 48, SHIPS = 24 };
enum { PILE = 6, SHIP_PILE = 3, CHEST = PILE + SHIP_PILE, SYMBOLS = 4, CODES = TYPES + SHIPS, ORDERS = 24, NONE = 255 };
enum { LOOT_STATES = 1 << 12 };
static const double KNOCK = 0.005, DROP = 0.01;

typedef struct { uint8_t storeys, left, right, gunports, portholes, quarters, barrels; } Tile;
static const Tile TILES[SHIPS] = {                        /* symbols: 0 anchor, 1 compass, 2 blazon, 3 buoy */
    {1, 0, 0, 0, 1, 0, 0}, {1, 0, 0, 1, 0, 0, 0}, {1, 0, 0, 0, 0, 1, 0}, {1, 0, 0, 1, 0, 0, 0},
    {2, 0, 0, 1, 1, 0, 1}, {2, 0, 1, 1, 0, 1, 1}, {2, 1, 0, 0, 1, 1, 1}, {2, 1, 1, 1, 1, 0, 2},
    {2, 0, 1, 1, 0, 1, 1}, {2, 1, 0, 0, 1, 1, 2}, {3, 0, 1, 1, 1, 1, 2}, {3, 0, 2, 1, 2, 0, 2},
    {3, 1, 0, 2, 0, 1, 3}, {3, 1, 2, 0, 1, 2, 2}, {3, 1, 2, 1, 1, 1, 3}, {3, 2, 0, 1, 1, 1, 2},
    {3, 2, 1, 1, 1, 1, 3}, {4, 0, 3, 1, 2, 1, 3}, {4, 0, 2, 2, 1, 1, 4}, {4, 1, 0, 1, 1, 2, 3},
    {4, 1, 3, 1, 2, 1, 4}, {4, 2, 0, 2, 1, 1, 3}, {4, 3, 2, 1, 1, 2, 4}, {4, 3, 1, 1, 2, 1, 4}};

typedef struct {
    uint8_t held[TYPES], kinds[KINDS], places[KINDS], tops[4], lefts[SYMBOLS], rights[SYMBOLS];
    uint8_t tiles, barrels, linked;
    uint8_t purse, bid, reserve, fallen, out, looted, bought, thrown, spent, lost;
} Seat;

typedef struct {
    Seat seats[SEATS];
    uint64_t luck;
    uint32_t pawns[CHEST];                                /* a byte a seat */
    uint8_t equipment[EQUIPMENT], ships[SHIPS], chest[CHEST], lot[CODES], sea[TYPES];
    uint8_t bank, captain;
    uint16_t ticks, decisions;
    uint8_t stops, ties, auctions, halvings, sunk, round;
    double worth[SEATS][CODES];                           /* what a tile is worth to each, if they value tiles */
} Table;

typedef struct {
    int16_t score[SEATS], joins[SEATS], families[SEATS];
    uint8_t twelfths[SEATS], looted[SEATS], bought[SEATS], thrown[SEATS], purse[SEATS];
    uint16_t ticks, decisions;
    uint8_t stops, ties, auctions, halvings, sunk, bank;
} Result;

static uint8_t kind_of[TYPES], orders[ORDERS][SEATS], pair_bit[SYMBOLS][SYMBOLS], group_of[64][SYMBOLS];
static uint8_t taker_of[LOOT_STATES];                     /* by three bits for each seat's pawns: who takes the tile */
static uint8_t family_of[4][4][4];                        /* by the copies of each design: the points (PT-20) */

/* A family's best partition into three alike, two alike and one of each (PT-20). */
static int alike(int n) { return n >= 3 ? 5 : n == 2 ? 2 : 0; }
static int family(int a, int b, int c) {
    int best = 0, most = a < b ? a : b;
    for (int mixed = 0; mixed <= (most < c ? most : c); mixed++) {
        int points = 4 * mixed + alike(a - mixed) + alike(b - mixed) + alike(c - mixed);
        best = points > best ? points : best;
    }
    return best;
}

INLINE void shuffle(uint8_t *pile, unsigned n, uint64_t *luck) {
    for (unsigned k = n - 1; k > 0; k--) {
        unsigned other = below(luck, k + 1);
        uint8_t card = pile[k];
        pile[k] = pile[other], pile[other] = card;
    }
}

static void deal(Table *t) {                              /* PT-01 to PT-04 */
    uint64_t luck = t->luck;
    memset(t, 0, offsetof(Table, worth));
    t->luck = luck;
    unsigned n = 0;
    for (unsigned k = 0; k < SAILS; k++) t->equipment[n++] = 0;
    for (unsigned type = 1; type < TYPES; type++)
        for (unsigned k = 0; k < COPIES; k++) t->equipment[n++] = (uint8_t)type;
    for (unsigned k = 0; k < SHIPS; k++) t->ships[k] = (uint8_t)(TYPES + k);
    shuffle(t->equipment, EQUIPMENT, &t->luck);
    shuffle(t->ships, SHIPS, &t->luck);
    for (unsigned s = 0; s < SEATS; s++) {
        t->seats[s].purse = START;
        t->seats[s].lefts[0] = t->seats[s].rights[0] = 1;  /* stern and prow: anchors */
    }
    t->bank = IN_ALL - SEATS * START;
    t->captain = (uint8_t)below(&t->luck, SEATS);
}

INLINE void take(Seat *s, unsigned code) {
    if (code < TYPES) {
        s->held[code]++, s->kinds[kind_of[code]]++;
        return;
    }
    const Tile *tile = &TILES[code - TYPES];              /* PT-13 */
    s->tiles++, s->tops[tile->storeys - 1]++;
    s->barrels = (uint8_t)(s->barrels + tile->barrels);
    s->lefts[tile->left]++, s->rights[tile->right]++;
    s->linked |= pair_bit[tile->left][tile->right];
    s->places[DECK]++;
    s->places[GUNPORT] = (uint8_t)(s->places[GUNPORT] + tile->gunports);
    s->places[PORTHOLE] = (uint8_t)(s->places[PORTHOLE] + tile->portholes);
    s->places[QUARTERS] = (uint8_t)(s->places[QUARTERS] + tile->quarters);
}

INLINE void lose(Seat *s, unsigned code) { s->held[code]--, s->kinds[kind_of[code]]--; }

/* PT-15: 3, 2, 1, 0 sails on masts of 1 to 4 storeys; decks go on the highest tiles first. */
INLINE int sail_room(const Seat *s, int decks) {
    int room = 0;
    for (int k = 3; k >= 0; k--) {
        int decked = decks < s->tops[k] ? decks : s->tops[k];
        decks -= decked, room += (s->tops[k] - decked) * (3 - k);
    }
    return room;
}

INLINE unsigned overfull(const Seat *s) {                 /* a bit a kind (PT-14) */
    unsigned found = s->kinds[SAIL] > sail_room(s, s->kinds[DECK]);
    for (unsigned kind = DECK; kind < KINDS; kind++) found |= (unsigned)(s->kinds[kind] > s->places[kind]) << kind;
    return found;
}

/* Types of equipment that make room where room is wanted, a bit each: for their own kind, or a deck for sails. */
static unsigned helpful(const Seat *s, unsigned full) {
    int decks = s->kinds[DECK];
    if (full & 1 << SAIL && decks > 0 && sail_room(s, decks - 1) > sail_room(s, decks)) full |= 1 << DECK;
    unsigned found = 0;
    for (unsigned type = 0; type < TYPES; type++)
        found |= (unsigned)(s->held[type] > 0 && full >> kind_of[type] & 1) << type;
    return found;
}

INLINE unsigned nth_bit(uint64_t bits, unsigned n) { return (unsigned)__builtin_ctzll(_pdep_u64(1ull << n, bits)); }

/* PT-15, PT-19: the fewest empty places of a kind. */
INLINE int empty_of(const Seat *s, unsigned kind) {
    if (kind != DECK) return s->places[kind] > s->kinds[kind] ? s->places[kind] - s->kinds[kind] : 0;
    int decks = s->kinds[DECK] < s->tiles ? s->kinds[DECK] : s->tiles;
    int masts = s->tiles - (decks > s->tops[3] ? decks : s->tops[3]);
    return s->tiles - decks - (s->kinds[SAIL] < masts ? s->kinds[SAIL] : masts);
}

INLINE int all_empty(const Seat *s) {
    return empty_of(s, DECK) + empty_of(s, GUNPORT) + empty_of(s, PORTHOLE) + empty_of(s, QUARTERS);
}

INLINE int family_with(const Seat *s, unsigned code) {    /* the points of the family of this code; sails have none */
    if (code == SAIL) return 0;
    const uint8_t *held = &s->held[1 + DESIGNS * (kind_of[code] - DECK)];
    return family_of[held[0]][held[1]][held[2]];
}

/* PT-16: the ring of tiles, prow and stern is parted into the fewest drives along good joins. */
static int bad_joins(const Seat *s) {
    int drives = 0, odd = 0;
    for (unsigned root = 0; root < SYMBOLS; root++) {
        int leaving = 0, roads = 0;
        for (unsigned symbol = 0; symbol < SYMBOLS; symbol++)
            if (group_of[s->linked][symbol] == root) {
                leaving += s->lefts[symbol] > s->rights[symbol] ? s->lefts[symbol] - s->rights[symbol] : 0;
                roads += s->lefts[symbol];
            }
        drives += leaving > 0 ? leaving : roads > 0;
    }
    for (unsigned symbol = 0; symbol < SYMBOLS; symbol++) odd += s->lefts[symbol] != s->rights[symbol];
    return drives == 1 && odd == 0 ? 0 : drives;
}

/* The quartermaster's value of a tile: joins, families, empty places, barrels, and room for more. */
static double worth_of(const Table *t, Seat s, unsigned code, int bad) {
    if (code < TYPES) {
        unsigned kind = kind_of[code], place = kind > DECK ? kind : DECK;
        int empty = empty_of(&s, place), families = family_with(&s, code);
        s.held[code]++, s.kinds[kind]++;
        unsigned full = overfull(&s);
        if (full >> kind & 1 || (kind == DECK && full & 1)) return 0;
        return 4.0 - 0.7 * (empty_of(&s, place) - empty) + 3.0 * (family_with(&s, code) - families);
    }
    int empty = all_empty(&s);
    take(&s, code);
    double joins = 2 * (1 - 2 * (bad_joins(&s) - bad)), size = 0.4 * TILES[code - TYPES].barrels + (ROUNDS - 1 - t->round);
    return 4.0 - 0.7 * (all_empty(&s) - empty) + joins + size;
}

static void value_tiles(Table *t, uint64_t codes) {       /* of the chest or the lot, for everybody */
    for (unsigned k = 0; k < SEATS; k++) {
        int bad = bad_joins(&t->seats[k]);
        for (uint64_t left = codes; left; left &= left - 1) {
            unsigned code = (unsigned)__builtin_ctzll(left);
            t->worth[k][code] = worth_of(t, t->seats[k], code, bad);
        }
    }
}

/* The best so far and how many are as good; one of them is drawn in the end. */
typedef struct { double best; uint64_t tied; } Favourites;
INLINE void weigh(Favourites *f, unsigned choice, double value) {
    f->tied = value > f->best ? 1ull << choice : value == f->best ? f->tied | 1ull << choice : f->tied;
    f->best = value > f->best ? value : f->best;
}
INLINE unsigned favourite(const Favourites *f, uint64_t *luck) {
    return nth_bit(f->tied, below(luck, (unsigned)__builtin_popcountll(f->tied)));
}

/* Where a pawn wins the most; the others wait until the sand has almost run out. */
INLINE unsigned place_pawn(Table *t, unsigned seat, uint32_t in, unsigned tick, unsigned tiles) {
    Favourites f = {-1e9, 0};
    bool waits = SAND + 1 - (int)tick > 6 && t->seats[seat].reserve <= 3;
    for (unsigned place = 0; place < tiles; place++) {
        unsigned now = taker_of[_pext_u32(t->pawns[place] & in, 0x07070707)];
        unsigned then = taker_of[_pext_u32((t->pawns[place] & in) + (1u << 8 * seat), 0x07070707)];
        double value = -1.0, mine = t->worth[seat][t->chest[place]];
        if (now != seat && then == seat) value = mine;
        else if (now != seat && now != NONE && then == NONE) value = 0.2 * (mine + t->worth[now][t->chest[place]]);
        weigh(&f, place, waits ? -1.0 : value - 2.5);
    }
    weigh(&f, tiles, 0.0);
    if (tick > SAND) weigh(&f, tiles + 1, 0.01);
    return favourite(&f, &t->luck);
}

INLINE unsigned bid(Table *t, unsigned seat, uint64_t offered) {
    Favourites f = {-1e9, 0};
    bool wanted = false;
    for (; offered; offered &= offered - 1) wanted |= t->worth[seat][__builtin_ctzll(offered)] > 0;
    double highest = 1.0 + 0.18 * t->seats[seat].purse;
    for (unsigned b = 0; b <= t->seats[seat].purse; b++)
        weigh(&f, b, wanted ? -fmax(fmax(1.0 - b, b - highest), 0.0) : -1.0 * b);
    return favourite(&f, &t->luck);
}

INLINE unsigned pick(Table *t, unsigned seat, uint64_t offered) {
    Favourites f = {-1e9, 0};
    for (; offered; offered &= offered - 1) {
        unsigned code = (unsigned)__builtin_ctzll(offered);
        weigh(&f, code, t->worth[seat][code]);
    }
    return favourite(&f, &t->luck);
}

INLINE unsigned throw(Table *t, const Seat *s, unsigned types) {
    Favourites f = {-1e9, 0};
    for (; types; types &= types - 1) {
        unsigned code = (unsigned)__builtin_ctz(types);
        Seat less = *s;
        less.held[code]--;
        weigh(&f, code, -1.0 * (family_with(s, code) - family_with(&less, code)) - 0.5 * (code == SAIL));
    }
    return favourite(&f, &t->luck);
}

INLINE void assemble(Table *t, Seat *s, bool thinks) {    /* PT-14 */
    unsigned full, sails = 0;
    while ((full = overfull(s)) != 0) {
        unsigned types = helpful(s, full);
        unsigned code = thinks ? throw(t, s, types) : nth_bit(types, below(&t->luck, (unsigned)__builtin_popcount(types)));
        t->decisions++;
        lose(s, code), t->sea[code]++, s->thrown++, sails += code == SAIL;
    }
    for (; sails > 0; sails--) {                          /* decks thrown later may have made masts for them */
        if (s->kinds[SAIL] + 1 > sail_room(s, s->kinds[DECK])) return;
        take(s, SAIL), t->sea[SAIL]--, s->thrown--;
    }
}

INLINE void plunder(Table *t, bool thinks) {              /* PT-06 to PT-08 */
    unsigned tick = 0;
    uint32_t in = UINT32_MAX;
    bool stopped = false;
    while (!stopped && tick < MOST_TICKS) {
        tick++;
        const uint8_t *order = orders[below(&t->luck, ORDERS)];
        bool sand_through = tick > SAND;
        uint64_t quick = draw(&t->luck);                  /* a bit a seat: a reaction of a half */
        for (unsigned k = 0; k < SEATS && !stopped; k++) {
            unsigned seat = order[k];
            Seat *s = &t->seats[seat];
            if (!(quick >> (63 - seat) & 1) || s->out || (seat == t->captain && tick <= DELAY)) continue;
            if (s->reserve == 0 && !sand_through) continue;
            unsigned tiles = s->reserve ? CHEST : 0;
            unsigned choice = thinks ? place_pawn(t, seat, in, tick, tiles) : below(&t->luck, tiles + 1 + sand_through);
            t->decisions++;
            if (choice < tiles) {
                s->reserve--;
                double luck = chance(&t->luck);
                uint32_t mine = 0xFFu << 8 * seat;
                if (luck < KNOCK && t->pawns[choice] & ~mine) s->out = 1, s->fallen++, in &= ~mine;
                else if (luck >= 1 - DROP) s->fallen++;
                else t->pawns[choice] += 1u << 8 * seat;
            } else if (choice > tiles) stopped = true, t->stops++;
        }
    }
    t->ticks = (uint16_t)(t->ticks + tick);
}

static void give_back_half(Table *t) {                    /* PT-09 */
    t->halvings++;
    for (unsigned s = 0; s < SEATS; s++) {
        uint8_t half = t->seats[s].purse / 2;
        t->seats[s].purse = (uint8_t)(t->seats[s].purse - half), t->bank = (uint8_t)(t->bank + half);
    }
}

INLINE void pay(Table *t) {
    unsigned due = 0;
    for (unsigned s = 0; s < SEATS; s++) due += t->seats[s].out ? 0 : t->seats[s].reserve;
    while (due > t->bank) give_back_half(t);
    for (unsigned s = 0; s < SEATS; s++) {
        uint8_t paid = t->seats[s].out ? 0 : t->seats[s].reserve;
        t->bank = (uint8_t)(t->bank - paid), t->seats[s].purse = (uint8_t)(t->seats[s].purse + paid);
    }
}

INLINE void share_loot(Table *t) {                        /* PT-08, PT-10 */
    uint32_t in = 0;
    for (unsigned s = 0; s < SEATS; s++) in |= (t->seats[s].out ? 0u : 0xFFu) << 8 * s;
    for (unsigned place = 0; place < CHEST; place++) {
        uint32_t pawns = t->pawns[place] & in;
        unsigned winner = taker_of[_pext_u32(pawns, 0x07070707)];
        if (winner != NONE) {
            take(&t->seats[winner], t->chest[place]), t->seats[winner].looted++;
            continue;
        }
        t->ties += pawns != 0;
        t->lot[t->chest[place]]++;
    }
}

INLINE uint64_t lots(const Table *t) {                    /* the codes on offer, a bit each */
    uint64_t found = 0;
    for (unsigned code = 0; code < CODES; code++) found |= (uint64_t)(t->lot[code] > 0) << code;
    return found;
}

INLINE void auction(Table *t, bool thinks) {              /* PT-11, PT-12 */
    unsigned n_lot = 0;
    for (unsigned type = 0; type < TYPES; type++) t->lot[type] = (uint8_t)(t->lot[type] + t->sea[type]), t->sea[type] = 0;
    for (unsigned code = 0; code < CODES; code++) n_lot += t->lot[code];
    if (n_lot == 0) return;
    t->auctions++;
    uint64_t offered = lots(t);
    if (thinks) value_tiles(t, offered);
    uint8_t bids[SEATS];
    for (unsigned s = 0; s < SEATS; s++) {
        unsigned purse = t->seats[s].purse;
        bids[s] = !purse ? 0 : (uint8_t)(thinks ? bid(t, s, offered) : below(&t->luck, purse + 1));
        t->decisions = (uint16_t)(t->decisions + (purse > 0));
    }
    for (unsigned s = 0; s < SEATS; s++) {
        bool stands = bids[s] > 0;
        for (unsigned o = 0; o < SEATS; o++) stands &= o == s || bids[o] != bids[s];
        t->seats[s].bid = stands ? bids[s] : 0;
    }
    while (n_lot > 0) {
        unsigned best = 0;
        for (unsigned s = 1; s < SEATS; s++) best = t->seats[s].bid > t->seats[best].bid ? s : best;
        Seat *s = &t->seats[best];
        if (s->bid == 0) break;
        offered = lots(t);
        unsigned code =
            thinks ? pick(t, best, offered) : nth_bit(offered, below(&t->luck, (unsigned)__builtin_popcountll(offered)));
        t->decisions++;
        s->purse = (uint8_t)(s->purse - s->bid), t->bank = (uint8_t)(t->bank + s->bid), s->bid = 0, s->bought++;
        t->lot[code]--, n_lot--;
        take(s, code);
    }
    for (unsigned type = 0; type < TYPES; type++) t->sea[type] = t->lot[type];
    for (unsigned code = TYPES; code < CODES; code++) t->sunk = (uint8_t)(t->sunk + t->lot[code]);
    memset(t->lot, 0, sizeof t->lot);
}

INLINE void supply(Table *t, unsigned round) {            /* PT-04, PT-05 */
    t->round = (uint8_t)round;
    memcpy(t->chest, t->equipment + PILE * round, PILE);
    memcpy(t->chest + PILE, t->ships + SHIP_PILE * round, SHIP_PILE);
    memset(t->pawns, 0, sizeof t->pawns);
    for (unsigned s = 0; s < SEATS; s++) t->seats[s].reserve = CREW, t->seats[s].fallen = t->seats[s].out = 0;
}

INLINE int most(const int *amounts, unsigned seat, bool none_scores) {     /* PT-17, PT-18 */
    int mine = amounts[seat], best = 0, n_best = 0, ahead = 0;
    if (mine == 0 && !none_scores) return 0;
    for (unsigned o = 0; o < SEATS; o++) best = amounts[o] > best ? amounts[o] : best;
    for (unsigned o = 0; o < SEATS; o++) n_best += amounts[o] == best, ahead += amounts[o] > mine;
    return ahead == 0 ? 5 : ahead == n_best ? 2 : 0;
}

static void count_points(const Table *t, Result *r) {
    int sails[SEATS], riches[SEATS], size[SEATS], empty[5][SEATS], points[SEATS], winners = 0;
    for (unsigned k = 0; k < SEATS; k++) {
        const Seat *s = &t->seats[k];
        sails[k] = s->kinds[SAIL], riches[k] = s->purse, size[k] = s->barrels, empty[4][k] = 0;
        for (unsigned kind = DECK; kind < KINDS; kind++) empty[kind - DECK][k] = empty_of(s, kind);
        for (unsigned kind = 0; kind < 4; kind++) empty[4][k] += empty[kind][k];
    }
    for (unsigned k = 0; k < SEATS; k++) {
        const Seat *s = &t->seats[k];
        r->joins[k] = (int16_t)(2 * (s->tiles + 1 - 2 * bad_joins(s)));
        int families = 0;
        for (unsigned f = 0; f < 4; f++) {
            const uint8_t *held = &s->held[1 + DESIGNS * f];
            families += family_of[held[0]][held[1]][held[2]];
        }
        r->families[k] = (int16_t)families;
        points[k] = most(sails, k, false) + most(riches, k, true) + most(size, k, false) + r->joins[k] + families;
        for (unsigned kind = 0; kind < 5; kind++) {
            bool is_most = empty[kind][k] > 0;
            for (unsigned o = 0; o < SEATS; o++) is_most &= empty[kind][o] <= empty[kind][k];
            points[k] -= 2 * is_most;
        }
        r->score[k] = (int16_t)points[k];
        r->looted[k] = s->looted, r->bought[k] = s->bought, r->thrown[k] = s->thrown, r->purse[k] = s->purse;
    }
    bool first[SEATS];
    for (unsigned k = 0; k < SEATS; k++) {
        first[k] = true;
        for (unsigned o = 0; o < SEATS; o++) first[k] &= points[o] <= points[k];
        winners += first[k];
    }
    for (unsigned k = 0; k < SEATS; k++) r->twelfths[k] = (uint8_t)(first[k] ? 12 / winners : 0);     /* PT-21 */
}

INLINE uint64_t in_chest(const Table *t) {
    uint64_t codes = 0;
    for (unsigned place = 0; place < CHEST; place++) codes |= 1ull << t->chest[place];
    return codes;
}

/* One game after another; inlined once for each strategy. */
INLINE void play_games(uint64_t seed, uint64_t games, Result *results, bool thinks) {
    Table t;
    for (uint64_t g = 0; g < games; g++) {
        Result *r = &results[g];
        t.luck = mix(mix(seed) + g);
        deal(&t);
        unsigned first_captain = t.captain;
        for (unsigned round = 0; round < ROUNDS; round++) {
            t.captain = (uint8_t)((first_captain + round) % SEATS);
            supply(&t, round);
            if (thinks) value_tiles(&t, in_chest(&t));
            plunder(&t, thinks);
            pay(&t);
            share_loot(&t);
            auction(&t, thinks);
            for (unsigned s = 0; s < SEATS; s++) assemble(&t, &t.seats[s], thinks);
        }
        count_points(&t, r);
        r->ticks = t.ticks, r->stops = t.stops, r->ties = t.ties, r->auctions = t.auctions, r->halvings = t.halvings;
        r->sunk = t.sunk, r->bank = t.bank, r->decisions = t.decisions;
    }
}

static void make_tables(void) {
    for (unsigned type = 1; type < TYPES; type++) kind_of[type] = (uint8_t)(DECK + (type - 1) / DESIGNS);
    for (unsigned i = 0, n = 0; i < 256; i++) {
        unsigned seen = 0;
        for (unsigned s = 0; s < SEATS; s++) seen |= 1u << (i >> 2 * s & 3);
        for (unsigned s = 0; seen == 15 && s < SEATS; s++) orders[n][s] = i >> 2 * s & 3;
        n += seen == 15;
    }
    for (unsigned one = 0, bit = 0; one < SYMBOLS; one++)
        for (unsigned other = 0; other < one; other++, bit++)
            pair_bit[one][other] = pair_bit[other][one] = (uint8_t)(1 << bit);
    for (unsigned links = 0; links < 64; links++) {
        for (uint8_t s = 0; s < SYMBOLS; s++) group_of[links][s] = s;
        for (unsigned again = 0; again < SYMBOLS; again++)
            for (unsigned one = 0; one < SYMBOLS; one++)
                for (unsigned other = 0; other < SYMBOLS; other++)
                    if (links & pair_bit[one][other] && group_of[links][other] < group_of[links][one])
                        group_of[links][one] = group_of[links][other];
    }
    for (unsigned state = 0; state < LOOT_STATES; state++) {       /* equal counts cancel, the highest of the rest wins */
        unsigned best = 0;
        taker_of[state] = NONE;
        for (unsigned s = 0; s < SEATS; s++) {
            unsigned mine = state >> 3 * s & 7, same = 0;
            for (unsigned o = 0; o < SEATS; o++) same += (state >> 3 * o & 7) == mine;
            if (mine > best && same == 1) best = mine, taker_of[state] = (uint8_t)s;
        }
    }
    for (int a = 0; a < 4; a++)
        for (int b = 0; b < 4; b++)
            for (int c = 0; c < 4; c++) family_of[a][b][c] = (uint8_t)family(a, b, c);
}

static void check(const Result *results, uint64_t games) {
    enum { WIN, SCORE, JOINS, FAMILIES, LOOTED, BOUGHT, THROWN, PURSE, TICKS, STOPS, TIES, AUCTIONS, HALVINGS, SUNK, BANK,
           DECISIONS, FIGURES };
    static const char *NAMES[FIGURES] = {"wins.1", "score", "joins", "families", "looted", "bought", "thrown", "purse",
                                         "ticks", "stops", "ties", "auctions", "halvings", "sunk", "bank", "decisions"};
    Figure f[FIGURES] = {0};
    for (uint64_t g = 0; g < games; g++) {
        const Result *r = &results[g];
        const double told[FIGURES] = {r->twelfths[0] / 12.0, r->score[0], r->joins[0], r->families[0], r->looted[0],
                                      r->bought[0], r->thrown[0], r->purse[0], r->ticks, r->stops, r->ties, r->auctions,
                                      r->halvings, r->sunk, r->bank, r->decisions};
        for (unsigned k = 0; k < FIGURES; k++) note(&f[k], told[k]);
        if (r->bank + r->purse[0] + r->purse[1] + r->purse[2] + r->purse[3] != IN_ALL)
            fprintf(stderr, "game %" PRIu64 ": doubloons are missing\n", g), exit(1);
    }
    for (unsigned k = 0; k < FIGURES; k++) tell(NAMES[k], &f[k], games);
}

int main(int argc, char **argv) {
    Asked a = asked(argc, argv, "quartermaster");
    Result *results = room(a.games, sizeof *results);
    make_tables();
    const double start = now();
    a.thinks ? play_games(a.seed, a.games, results, true) : play_games(a.seed, a.games, results, false);
    double seconds = now() - start;
    printf("rate %.9g 0\n", (double)a.games / seconds);
    check(results, a.games);
    free(results);
    return 0;
}
