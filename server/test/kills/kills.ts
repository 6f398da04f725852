import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Post } from '@quack/contract'
import { createRandom, type Random } from '@quack/testing/random'
import { type ServerProcess, startServerProcess } from '@quack/testing/server-process'
import pino from 'pino'
import type { Database } from '../../src/database/database.ts'
import { openDatabase } from '../../src/database/open/open.ts'
import { findFfmpeg } from '../../src/features/media/conversion/ffmpeg.ts'
import { openMediaProcessing } from '../../src/features/media/media.processing.ts'
import type { MediaStore } from '../../src/features/media/store/media-store.ts'
import { openMediaStore } from '../../src/features/media/store/open-store.ts'
import { createSweep } from '../../src/features/media/sweep/media.sweep.ts'
import { createTestLocation } from '../database.ts'
import { createTestBucket } from '../s3.ts'
import { HttpMember } from './http-member.ts'
import { type Files, makeFiles } from './kill-files.ts'
import { findHalf } from './whole.ts'

const DAY = 24 * 60 * 60_000
/** The number of members who upload concurrently. */
const MEMBERS = 4

export interface KillReport {
  /** Answered uploads, and requests interrupted by a kill. */
  readonly uploaded: number
  readonly broken: number
  readonly posts: number
  /** Leftover files after the last kill, before the sweep. */
  readonly left: number
  /** Violations; empty if everything is right. */
  readonly problems: string[]
}

/**
 * Kills a real server process repeatedly while members upload, post and delete. Then it checks that no file is served
 * incomplete, that no post refers to a missing file, that every video that was to be converted is converted in the end,
 * and that a sweep removes all leftovers.
 * @param say called with a line for each round
 */
export async function killServers(rounds: number, seed: number, say: (line: string) => void): Promise<KillReport> {
  const random = createRandom(seed)
  const directory = await mkdtemp(join(tmpdir(), 'quack-kills-'))
  const bucket = await createTestBucket()
  const { location, env, drop } = await createTestLocation(directory)
  const s3 = bucket && {
    S3_ENDPOINT: bucket.endpoint,
    S3_REGION: bucket.region,
    S3_BUCKET: bucket.bucket,
    S3_ACCESS_KEY_ID: bucket.accessKeyId,
    S3_SECRET_ACCESS_KEY: bucket.secretAccessKey,
  }
  const start = () => startServerProcess({ DEMO: 'off', LOG_LEVEL: 'error', ...env, ...s3 })
  const files = await makeFiles(random)
  const problems: string[] = []
  const members: HttpMember[] = []
  let server: ServerProcess = start()
  try {
    let address = await server.ready
    for (let index = 0; index < MEMBERS; index++) members.push(await HttpMember.signUp(address, `member${index}`))
    for (let round = 1; round <= rounds; round++) {
      const enough = 2 + random.int(10)
      await killAmid(server, members, files, address, enough, random)
      server = start()
      address = await server.ready
      problems.push(...(await findProblems(address, members)))
      const { uploaded, broken } = count(members)
      say(`kill ${round}: ${uploaded} uploads answered, ${broken} requests broken, ${problems.length} problems`)
    }
    const posts = await listPosts(address)
    server.child.kill('SIGKILL')
    await server.ended

    const db = await openDatabase(location, (error) => problems.push(error.message))
    const store = await openMediaStore(directory, bucket)
    const left = (await readdir(store.partsDirectory)).length + (await listUnfinished(store.temporaryFile())).length
    await convertRest(db, store)
    const sweep = createSweep(db, store)
    const later = Date.now() + 2 * DAY
    await sweep.removeDue(later)
    await sweep.removeLeftOver(later)
    const named = new Set(posts.map((post) => post.mediaUrl.slice('/media/'.length)))
    const rows = await db.read.selectFrom('media').select(['name', 'state', 'removing_at']).execute()
    for (const { name, state, removing_at } of rows) {
      if (named.has(name) && state !== 'ready') problems.push(`a video of a post is ${state}: ${name}`)
      if (!named.has(name) || removing_at !== null) problems.push(`a row is left: ${name}`)
    }
    const converting = new Set(rows.filter(({ state }) => state === 'converting').map(({ name }) => name))
    for await (const { name } of store.list()) {
      const original = name.split('.', 2).join('.')
      if (!named.has(original)) problems.push(`a file is left: ${name}`)
      if (name.endsWith('.source') && !converting.has(original)) problems.push(`a source is left: ${name}`)
    }
    for (const name of await listUnfinished(store.temporaryFile())) problems.push(`an unfinished file is left: ${name}`)
    for (const name of await readdir(store.partsDirectory)) problems.push(`a part is left: ${name}`)
    await db.close()
    return { ...count(members), posts: posts.length, left, problems }
  } finally {
    server.child.kill('SIGKILL')
    await server.ended
    await drop()
    await rm(directory, { recursive: true, force: true })
  }
}

/** As the next server does with what the killed ones have left, once their claims have expired. */
async function convertRest(db: Database, store: MediaStore): Promise<void> {
  await db.write((transaction) =>
    transaction.updateTable('media').set({ claimed_until: 0 }).where('state', '=', 'converting').execute(),
  )
  const processing = openMediaProcessing(db, store, pino({ level: 'silent' }), findFfmpeg())
  const waiting = () =>
    db.primary
      .selectFrom('media')
      .select('name')
      .where('state', '=', 'converting')
      .where('removing_at', 'is', null)
      .executeTakeFirst()
  while (await waiting()) await sleep(100)
  await processing.close()
}

/** Lets members act until enough uploads were answered, and kills the server amid the next ones. */
async function killAmid(
  server: ServerProcess,
  members: readonly HttpMember[],
  files: Files,
  address: string,
  enough: number,
  random: Random,
): Promise<void> {
  const before = count(members).uploaded
  let isOver = false
  const lives = members.map(async (member) => {
    while (!isOver) await member.doSomething(address, files, random)
  })
  const watch = (async () => {
    const isTime = () => count(members).uploaded >= before + enough && members.some(({ isUploading }) => isUploading)
    while (!isTime()) await Promise.race(members.map((member) => member.nextUpload()))
    isOver = true
    server.child.kill('SIGKILL')
  })()
  await Promise.all([...lives, watch, server.ended])
}

async function findProblems(address: string, members: readonly HttpMember[]): Promise<string[]> {
  const problems: string[] = []
  const posts = await listPosts(address)
  for (const post of posts) {
    const problem = await findHalf(address, post)
    if (problem === 'nothing') problems.push(`post ${post._id} points at nothing: ${post.mediaUrl}`)
    else if (problem !== null) problems.push(`post ${post._id}: ${problem}`)
  }
  // An upload without a post may be gone, but must not be incomplete.
  for (const media of members.flatMap((member) => member.unposted)) {
    const problem = await findHalf(address, { mediaUrl: media.url, type: media.type, media })
    if (problem !== null && problem !== 'nothing') problems.push(problem)
  }
  return problems
}

async function listPosts(address: string): Promise<Post[]> {
  const posts: Post[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const url: string = `${address}/api/posts?embed=0${cursor && `&cursor=${cursor}`}`
    const page = (await (await fetch(url)).json()) as { posts: Post[]; nextCursor: string | null }
    posts.push(...page.posts)
    cursor = page.nextCursor
  }
  return posts
}

function count(members: readonly HttpMember[]): { uploaded: number; broken: number } {
  const sum = (of: (member: HttpMember) => number) => members.reduce((total, member) => total + of(member), 0)
  return { uploaded: sum((member) => member.uploaded), broken: sum((member) => member.broken) }
}

/** @param example the path of any unfinished file */
function listUnfinished(example: string): Promise<string[]> {
  return readdir(join(example, '..'))
}
