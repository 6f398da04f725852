import { createRandom, type Random } from '@quack/testing/random'
import type { Database } from '../../src/database/database.ts'
import type { TagId } from '../../src/database/schema.ts'
import { setMediaLease } from '../../src/features/media/sweep/sweep.queries.ts'
import { LOOKED_AT } from '../../src/features/search/search-tags.queries.ts'
import { createClient } from '../client.ts'
import { appoint, signUp, type TestMember } from '../members.ts'
import { check } from './check.ts'
import { choose } from './choose.ts'
import { checkDigests } from './digests.ts'
import { open } from './opening.ts'
import { Ids, perform, type Stage } from './perform.ts'
import type { Read } from './read.ts'
import { READS } from './reads.ts'
import { READS_OF_APPS } from './reads-of-apps.ts'
import { PAGES } from './reads-of-pages.ts'
import { type LeakInstallation, startWithPages } from './start.ts'
import { openListeners } from './streams.ts'
import { depart, lookAtQuotes, lookAtTold, sweep, takeBack } from './sweep.ts'
import { OWN_LETTER, TOPICS } from './topics.ts'
import { World } from './world.ts'

/** No name is a part of another, or of anything else in an answer. */
const NAMES = ['quokka', 'numbat', 'bilby', 'dugong', 'emu-x', 'galah', 'wombat', 'echidna'] as const
const WRITES_PER_ROUND = 40
const READS_PER_ROUND = 50
/** The share of reads by apps of other makers. */
const APPS = 0.3
/** Rounds of which one has open event streams. Their last event takes up to half a second. */
const LISTENED_EVERY = 5
/** Rounds of which one looks at everything that chance would rarely come to. */
const SWEPT_EVERY = 20

/**
 * Random worlds of members who follow, block and mute each other or are private, and of a moderator. Calls that read
 * are made by random viewers. Most answers are compared with what the world says: entries, counts and refusals. What is
 * not for the moderator is searched, with its headers, for what the viewer does not see.
 * @returns null if nothing is wrong; else a description
 */
export async function findLeak(
  reads: number,
  seed: number,
  onRound?: (made: number) => void,
  start: () => Promise<LeakInstallation> = startWithPages,
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
    const stage = {
      app,
      db: installation.db,
      members,
      world: new World(NAMES, moderator, installation.isAhead),
      ids: new Ids(),
      positions: new Map(),
    }
    await fillTags(installation.db)
    // What nothing refers to stays as well, so that it is known what becomes of it.
    await installation.db.write((transaction) => setMediaLease(transaction, Number.MAX_SAFE_INTEGER))
    const run: Run = { installation, stage, random: createRandom(seed), number: await open(stage) }
    for (let made = 0; made < reads; made += READS_PER_ROUND) {
      onRound?.(made)
      const problem = await playRound(run, made / READS_PER_ROUND)
      if (problem) return `Seed ${seed}, after ${run.number} writes, ${problem}`
    }
    const problem = await depart(installation, sweepOf(run))
    return problem && `Seed ${seed}, after ${run.number} writes, ${problem}`
  } finally {
    await installation.close()
  }
}

interface Run {
  readonly installation: LeakInstallation
  readonly stage: Stage
  readonly random: Random
  /** Of the last write. */
  number: number
}

async function playRound(run: Run, round: number): Promise<string | null> {
  const written = await writeRound(run, round)
  if (written) return written
  run.stage.ids.tags = await readTags(run.installation.db)
  const found = round % SWEPT_EVERY === 0 ? await sweepRound(run) : null
  return found ?? (await lookAtQuotes(sweepOf(run))) ?? (await lookAtTold(sweepOf(run))) ?? readRound(run)
}

const sweepOf = (run: Run) => {
  const { stage, random, installation } = run
  return { stage, random, hasPages: installation.address !== null, next: () => ++run.number }
}

async function sweepRound(run: Run): Promise<string | null> {
  const { installation, stage } = run
  const { mailing } = installation
  const of = sweepOf(run)
  return (await sweep(of)) ?? (mailing && checkDigests(installation, mailing, stage, () => takeBack(of)))
}

/** In some rounds, members listen to live news meanwhile. */
async function writeRound(run: Run, round: number): Promise<string | null> {
  const { stage, random, installation } = run
  const { address } = installation
  const isHeard = round % LISTENED_EVERY === LISTENED_EVERY - 1
  // The opening is a part of the first round.
  const writes = round === 0 ? WRITES_PER_ROUND - run.number : WRITES_PER_ROUND
  const listeners = isHeard && address !== null ? await openListeners(stage, address, random) : []
  try {
    for (let count = 0; count < writes; count++) {
      const write = choose(stage.world, random, ++run.number)
      const problem = await perform(stage, write)
      if (problem) return `the last of which was ${JSON.stringify(write)}: ${problem}`
      for (const listener of listeners) listener.notice()
    }
    for (const listener of listeners) {
      // The numbers of two comments.
      run.number += 2
      const problem = await listener.judge(choose(stage.world, random, run.number))
      if (problem) return problem
    }
    return null
  } finally {
    for (const listener of listeners) listener.close()
  }
}

async function readRound({ stage, random, installation: { address } }: Run): Promise<string | null> {
  const { app, members, world } = stage
  const ours = [...Object.values<readonly Read[]>(READS).flat(), ...(address === null ? [] : PAGES)]
  for (let count = 0; count < READS_PER_ROUND; count++) {
    const viewer = random.chance(0.1) ? null : random.pick(NAMES)
    const post = world.posts.length > 0 ? random.pick(world.posts) : null
    const report = world.reports.length > 0 ? random.pick(world.reports) : null
    const read = random.pick(random.chance(APPS) ? READS_OF_APPS : ours)
    if ((read.isMembersOnly && viewer === null) || !post) continue
    const client = (viewer && members.get(viewer)) || createClient(app, null)
    const member = (random.chance(0.2) && viewer) || random.pick(NAMES)
    const topic = random.pick(TOPICS)
    const file = world.files.length > 0 ? random.pick(world.files).number : 0
    const target = { member, post, report, topic, file }
    const problem = await check({ ...stage, client, viewer, read, target, random })
    if (problem) return `for ${viewer}: ${problem}`
  }
  return null
}

/**
 * Hashtags without posts, which come before the topics of members in their search: it stops looking at the first of
 * these, whether the viewer sees it or not.
 */
async function fillTags({ ids, write }: Database): Promise<void> {
  const keys = Array.from({ length: LOOKED_AT - 1 }, (_, index) => `${OWN_LETTER}${10_000 + index}`)
  const rows = keys.map((key) => ({ id: ids.next<TagId>(), key, name: key }))
  await write((transaction) => transaction.insertInto('tags').values(rows).execute())
}

/** The ids of all hashtags, by key. */
async function readTags({ primary }: Database): Promise<ReadonlyMap<string, string>> {
  const rows = await primary.selectFrom('tags').select(['id', 'key']).execute()
  return new Map(rows.map(({ id, key }) => [key, String(id)]))
}
