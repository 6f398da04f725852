import { createRandom, type Random } from '@quack/testing/random'
import type { Installation } from '../app.ts'
import { appoint, signUp, type TestMember } from '../members.ts'
import { startOverNetwork } from '../oracle/over-network.ts'
import { choose, drawing, WEIGHTS, type Write } from './choose.ts'
import { passHours } from './clock.ts'
import { replaceMember } from './departure.ts'
import { Ids, perform, type Stage } from './perform.ts'
import { advance, startWalk, type Walk } from './read-notifications.ts'
import { World } from './world.ts'

const NAMES = Array.from({ length: 12 }, (_, index) => `duck${index}s`)
/** Few posts, so that many act on each. */
const DRAWING = drawing(
  {
    ...WEIGHTS,
    ...{ like: 24, dislike: 10, repost: 14, unrepost: 6, quote: 14, withdrawQuote: 6 },
    ...{ comment: 14, editPost: 6, editComment: 6, upvote: 10, downvote: 5 },
    ...{ hideComment: 3, unhideComment: 2, deleteComment: 3, unfollow: 6, block: 5, unblock: 4, mute: 3, unmute: 3 },
    ...{ readNotifications: 10, chooseNotifications: 8, mutePost: 2, unmutePost: 2 },
    ...{ report: 8, decide: 8, decideAppeal: 6, restore: 10, unlimit: 8 },
    ...{ reusePicture: 0, setAvatar: 0, dropAvatar: 0 },
    ...{ pin: 0, unpin: 0, bookmark: 0, muteWord: 0, unmuteWord: 0 },
  },
  8,
)
/** No sum of these is twelve, so what follows does not depend on milliseconds. */
const HOURS = [5, 7.5]
const WALKS = 4
/** Reads of everybody's first page, so that each is in the caches when something changes. */
const EVERYBODY = 0.1

/**
 * A random history of the same writes as in the leak test, also of members who leave, and of hours that pass. Members
 * read their notifications page by page meanwhile: entries, people, counts, unread state and order are those of the
 * world.
 * @returns null if nothing is wrong; else a description
 */
export async function findWrongNotification(
  steps: number,
  seed: number,
  onStep?: (count: number) => void,
  start: () => Promise<Installation> = startOverNetwork,
): Promise<string | null> {
  const installation = await start()
  try {
    const members = new Map<string, TestMember>()
    for (const username of NAMES) members.set(username, await signUp(installation, { username }))
    const [moderator = ''] = NAMES
    await appoint(installation, members.get(moderator) as TestMember, 'moderator')
    const world = new World(NAMES, moderator)
    const stage = { app: installation.app, db: installation.db, members, world, ids: new Ids(), positions: new Map() }
    const run: Run = { installation, stage, random: createRandom(seed), walks: [] }
    for (let step = 1; step <= steps; step++) {
      onStep?.(step)
      const problem = (await act(run, step)) ?? (await look(run, step === steps))
      if (problem) return `Seed ${seed}, step ${step}, ${problem}`
    }
    return null
  } finally {
    await installation.close()
  }
}

interface Run {
  readonly installation: Installation
  readonly stage: Stage
  readonly random: Random
  walks: Walk[]
}

async function act(run: Run, step: number): Promise<string | null> {
  const { installation, stage, random } = run
  const { world } = stage
  if (random.chance(0.02)) {
    const hours = random.pick(HOURS)
    await passHours(installation.db, hours)
    world.notifications.hour += hours
    // Cursors and positions are times.
    run.walks = []
    stage.positions.clear()
    return null
  }
  if (random.chance(0.01)) {
    const name = random.pick(world.names)
    if (name === world.moderator || world.suspended.has(name)) return null
    run.walks = run.walks.filter(({ viewer }) => viewer !== name)
    return replaceMember(installation, stage, name, `duck${NAMES.length + step}s`)
  }
  const write = aim(world, random, { ...choose(world, random, step, DRAWING), hasPicture: false })
  const problem = await perform(stage, write)
  return problem && `${JSON.stringify(write)}: ${problem}`
}

/** What takes something back mostly takes back what there is. */
function aim(world: World, random: Random, write: Write): Write {
  const lists = { unblock: world.blocks, unmute: world.mutes, unfollow: world.follows } as const
  const pairs = lists[write.kind as keyof typeof lists] ?? []
  const likers = write.kind === 'dislike' ? world.post(write.post)?.up : undefined
  const voters = write.kind === 'downvote' ? world.comment(write.comment)?.comment.up : undefined
  const reposters = write.kind === 'unrepost' ? world.post(write.post)?.reposts : undefined
  const takers = likers ?? voters ?? reposters ?? []
  if (random.chance(0.1)) return write
  if (pairs.length > 0) {
    const { from, to } = random.pick(pairs)
    return { ...write, by: from, member: to }
  }
  return takers.length > 0 ? { ...write, by: random.pick(takers) } : write
}

/** @param isEnd whether everybody reads */
async function look(run: Run, isEnd: boolean): Promise<string | null> {
  const { stage, random } = run
  if (isEnd || random.chance(EVERYBODY)) {
    for (const viewer of stage.world.names) {
      const found = await advance(stage, { viewer, kind: undefined, limit: 100, cursor: null })
      if (typeof found === 'string') return found
    }
  }
  if (run.walks.length < WALKS) run.walks.push(startWalk(random, random.pick(stage.world.names)))
  const walks: Walk[] = []
  for (const walk of run.walks) {
    const next = random.chance(0.3) ? await advance(stage, walk) : walk
    if (typeof next === 'string') return next
    if (next) walks.push(next)
  }
  run.walks = walks
  return null
}
