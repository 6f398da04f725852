import { createRandom } from '@quack/testing/random'
import type { Installation } from '../app.ts'
import { createClient } from '../client.ts'
import { appoint, signUp, type TestMember } from '../members.ts'
import { startOverNetwork } from '../oracle/over-network.ts'
import { check } from './check.ts'
import { choose } from './choose.ts'
import { Ids, perform, type Stage } from './perform.ts'
import type { Read } from './read.ts'
import { READS } from './reads.ts'
import { World } from './world.ts'

/** No name is a part of another, or of anything else in an answer. */
const NAMES = ['quokka', 'numbat', 'bilby', 'dugong', 'emu-x', 'galah', 'wombat', 'echidna'] as const
const WRITES_PER_ROUND = 40
const READS_PER_ROUND = 50
/**
 * Random worlds of members who follow, block and mute each other, and of a moderator. Every call that reads is made by
 * random viewers and compared with what the world says: entries, counts, and refusals in every field and header.
 * @returns null if nothing is wrong; else a description
 */
export async function findLeak(
  reads: number,
  seed: number,
  onRound?: (made: number) => void,
  start: () => Promise<Installation> = startOverNetwork,
): Promise<string | null> {
  const installation = await start()
  try {
    const { app } = installation
    const members = new Map<string, TestMember>()
    for (const username of NAMES) {
      members.set(username, await signUp(installation, { username, firstName: `Of ${username}` }))
    }
    const [moderator] = NAMES
    await appoint(installation, members.get(moderator) as TestMember, 'moderator')
    const random = createRandom(seed)
    const world = new World(NAMES, moderator)
    const stage: Stage = { app, members, world, ids: new Ids() }
    const all = Object.values<readonly Read[]>(READS)
      .flat()
      .filter(({ isStream }) => !isStream || start === startOverNetwork)
    let number = 0
    for (let made = 0; made < reads; made += READS_PER_ROUND) {
      onRound?.(made)
      for (let count = 0; count < WRITES_PER_ROUND; count++) {
        const write = choose(world, random, ++number)
        const problem = await perform(stage, write)
        if (problem) return `Seed ${seed}, write ${number}, ${JSON.stringify(write)}: ${problem}`
      }
      for (let count = 0; count < READS_PER_ROUND; count++) {
        const viewer = random.chance(0.1) ? null : random.pick(NAMES)
        const post = world.posts.length > 0 ? random.pick(world.posts) : null
        const report = world.reports.length > 0 ? random.pick(world.reports) : null
        const read = random.pick(all)
        if ((read.isMembersOnly && viewer === null) || !post) continue
        const client = (viewer && members.get(viewer)) || createClient(app, null)
        const target = { member: random.pick(NAMES), post, report }
        const problem = await check({ ...stage, client, viewer, read, target, random })
        if (problem) return `Seed ${seed}, after ${number} writes, for ${viewer}: ${problem}`
      }
    }
    return null
  } finally {
    await installation.close()
  }
}
