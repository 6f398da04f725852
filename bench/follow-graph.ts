import { createRandom, type Random } from '@quack/testing/random'

/**
 * Who follows whom, distributed as in real networks: most follow 20 to 300, a few 2,000; a few have very many
 * followers. Members are numbered from 0. The same number of members gives the same graph.
 */

/** Has 50,000 followers, or nearly all members of a smaller network. */
export const STAR = 0
/** Follows 2,000, or half of a smaller network. */
export const READER = 1
/** Follows one member. */
export const LURKER = 2
/** Follows 100. The only reader of the hot scenarios. */
export const HOT = 3

/** Consecutive members, by number. */
export interface Group {
  readonly first: number
  readonly count: number
}

const FIRST_IN_GROUPS = 10
const STAR_FOLLOWERS = 50_000
const MOST = 2_000

/**
 * Members by about how many they follow, as random readers; those of `tags` follow about 200, and 20 hashtags. A small
 * network has fewer of them, and none in the group of 2,000.
 */
export function groupsOf(members: number): Readonly<Record<20 | 200 | 2_000 | 'tags', Group>> {
  const few = { first: FIRST_IN_GROUPS, count: Math.min(500, Math.floor(members / 20)) }
  const usual = { first: few.first + few.count, count: Math.min(5_000, Math.floor(members / 2)) }
  const many = { first: usual.first + usual.count, count: members > 2 * MOST ? Math.min(100, members / 50) : 0 }
  const tags = { first: many.first + many.count, count: Math.min(5_000, Math.floor(members * 0.4)) }
  return { 20: few, 200: usual, 2000: many, tags }
}

export function starFollowers(members: number): number {
  return Math.min(STAR_FOLLOWERS, members - FIRST_IN_GROUPS)
}

export function createFollowGraph(members: number) {
  const groups = groupsOf(members)
  const isIn = ({ first, count }: Group, member: number) => member >= first && member < first + count

  function howMany(member: number, random: Random): number {
    const most = Math.min(MOST, Math.floor(members / 2))
    if (member === STAR) return 50
    if (member === READER) return most
    if (member === LURKER) return 1
    if (member === HOT) return 100
    if (isIn(groups[20], member)) return 20
    if (isIn(groups[200], member) || isIn(groups.tags, member)) return 180 + random.int(41)
    if (isIn(groups[2_000], member) || random.int(500) === 0) return most
    // Uniform on a logarithmic scale: as many between 20 and 77 as between 77 and 300.
    return Math.floor(20 * 15 ** (random.int(1_000) / 1_000))
  }

  /** The numbers of the members that a member follows, ascending. */
  function followedBy(member: number): Int32Array {
    const random = createRandom(member + 1)
    const wanted = howMany(member, random)
    const found = new Set<number>()
    if (member >= members - starFollowers(members)) found.add(STAR)
    while (found.size < wanted) {
      // Squared, so that low numbers have many followers.
      const to = 1 + Math.floor((random.int(members - 1) * random.int(members - 1)) / (members - 1))
      if (to !== member) found.add(to)
    }
    return Int32Array.from(found).sort()
  }

  return {
    followedBy,
    count() {
      const followers = new Int32Array(members)
      const following = new Int32Array(members)
      for (let member = 0; member < members; member++) {
        const followed = followedBy(member)
        following[member] = followed.length
        for (const to of followed) followers[to] = (followers[to] ?? 0) + 1
      }
      return { followers, following }
    },
  }
}
