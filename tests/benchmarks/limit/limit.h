/* What the C programs of this folder share: luck, the clock, and figures that are held against the kernel's.
 * They run on one core of an x86-64 with BMI2. */
#define _POSIX_C_SOURCE 199309L
#include <immintrin.h>
#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define INLINE static inline __attribute__((always_inline))

/* Luck: splitmix64, one stream a game. */
INLINE uint64_t mix(uint64_t z) {
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9;
    z = (z ^ z >> 27) * 0x94D049BB133111EB;
    return z ^ z >> 31;
}

INLINE uint64_t draw(uint64_t *luck) {
    *luck += 0x9E3779B97F4A7C15;
    return mix(*luck);
}

INLINE unsigned below(uint64_t *luck, unsigned n) { return (unsigned)((draw(luck) >> 32) * n >> 32); }

INLINE double chance(uint64_t *luck) { return (double)(draw(luck) >> 11) * 0x1p-53; }

/* Processor time, so that other programs matter less. */
static inline double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* A figure of all games: printed with the standard error of its mean. */
typedef struct { double sum, squares; } Figure;

static inline void note(Figure *f, double value) { f->sum += value, f->squares += value * value; }

static inline void tell(const char *name, const Figure *f, uint64_t games) {
    double n = (double)games, mean = f->sum / n;
    printf("%s %.9g %.9g\n", name, mean, sqrt(fmax(f->squares / n - mean * mean, 0) / n));
}

/* What was typed: STRATEGY GAMES SEED. */
typedef struct { bool thinks; uint64_t games, seed; } Asked;

static inline Asked asked(int argc, char **argv, const char *thinker) {
    Asked a = {argc == 4 && strcmp(argv[1], thinker) == 0, argc == 4 ? strtoull(argv[2], NULL, 10) : 0, 0};
    if (a.games == 0 || !(a.thinks || strcmp(argv[1], "random") == 0)) {
        fprintf(stderr, "usage: %s random|%s GAMES SEED\n", argv[0], thinker);
        exit(2);
    }
    a.seed = strtoull(argv[3], NULL, 10);
    return a;
}

/* Room for results; page faults are not part of play. */
static inline void *room(uint64_t games, size_t size) {
    void *results = malloc(games * size);
    if (results == NULL) perror("results"), exit(3);
    return memset(results, 0xFF, games * size);
}
