// Plain JavaScript, as start.js is.

/**
 * How Node collects garbage, which it is told at its start (docs/decisions/022-garbage.md): the nursery also while the
 * rest is marked, its semi-spaces of at most 8 MB, with one thread beside the main one, and the rest once it has grown
 * by 30 %, from 128 MB on.
 */
export const FLAGS = [
  '--no-separate-gc-phases',
  '--max-semi-space-size=8',
  '--v8-pool-size=1',
  '--heap-growing-percent=30',
  '--initial-old-space-size=128',
]

/** Of the GNU C library: memory that one thread gives back is there for all of them, in place of 64 MB for each. */
export const ENVIRONMENT = { MALLOC_ARENA_MAX: '1' }
