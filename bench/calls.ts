import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pino from 'pino'
import { buildApp } from '../server/src/app.ts'
import { openDatabase } from '../server/src/database/open.ts'
import { openMediaStore } from '../server/src/features/media/store/open-store.ts'
import { fillDataset, type Size } from './dataset.ts'
import { LURKER, READER, STAR } from './follow-graph.ts'
import { createMemberTokens } from './member-tokens.ts'

/**
 * `npm run bench:calls -- [--scale 1] [--runs 100] [--only feed] [--url postgres://…] [--keep DIR]`: the time and the
 * answer size of each call alone, on a large dataset, with the members and posts that make it most expensive. `--keep`
 * stores the dataset for the next run.
 */
const { values } = parseArgs({
  options: {
    scale: { type: 'string', default: '1' },
    runs: { type: 'string', default: '100' },
    only: { type: 'string', default: '' },
    url: { type: 'string', default: '' },
    keep: { type: 'string', default: '' },
  },
})
const scale = Number(values.scale)
const runs = Number(values.runs)
const of = (count: number) => Math.round(count * scale)
const SIZE: Size = {
  members: of(50_101),
  posts: of(100_000),
  likes: of(2_000_000),
  comments: of(200_000),
  votes: of(400_000),
  bookmarks: of(100_000),
}
const P99_MAX_MS = 100
const ANSWER_MAX_BYTES = 5_000_000

const directory = values.keep || (await mkdtemp(join(tmpdir(), 'quack-bench-')))
const isFilled = existsSync(join(directory, 'quack.sqlite'))
const place = values.url ? { url: values.url } : { file: join(directory, 'quack.sqlite') }
const db = await openDatabase(place, (error) => console.error(error))
const filling = performance.now()
if (isFilled) console.log('Using the stored dataset; the writes of earlier runs have changed it slightly.')
const data = await fillDataset(db, SIZE, isFilled)
console.log(
  `${JSON.stringify(SIZE)} on ${db.engine}, filled in ${((performance.now() - filling) / 1_000).toFixed(0)} s`,
)

const secret = 'a secret that is long enough for a bench'
const app = await buildApp({
  db,
  secret,
  media: await openMediaStore(directory, null),
  logger: pino({ level: 'error' }),
  version: '0',
  publicUrl: null,
  guestLogin: false,
  rateLimits: null,
  webDirectory: join(directory, 'no-web'),
})
const tokenOf = createMemberTokens(db, secret, data)

interface Result {
  readonly name: string
  readonly times: number[]
  bytes: number
}
const results = new Map<string, Result>()

async function call(
  name: string,
  member: number | null,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  payload?: object,
  minimal = false,
) {
  if (values.only && !name.includes(values.only)) return null
  const headers = {
    ...(member === null ? {} : { authorization: await tokenOf(member) }),
    ...(minimal ? { prefer: 'return=minimal' } : {}),
  }
  const start = performance.now()
  const answer = await app.inject({ method, url, headers, ...(payload && { payload }) })
  const time = performance.now() - start
  if (answer.statusCode >= 500) throw new Error(`${name} answered ${answer.statusCode}: ${answer.body}`)
  if (answer.statusCode >= 400) return null
  const result = results.get(name) ?? { name, times: [], bytes: 0 }
  result.times.push(time)
  result.bytes = Math.max(result.bytes, answer.rawPayload.byteLength)
  results.set(name, result)
  return answer.json() as { nextCursor?: string | null; post?: { _id: string; comments: { _id: string }[] } }
}

const star = data.username(STAR)
const reader = data.username(READER)
const post = String(data.busiestPost)

/** Measures the first page of a list, and one that is ten or more pages further. */
async function list(name: string, member: number | null, path: string): Promise<void> {
  const join = path.includes('?') ? '&' : '?'
  let cursor: string | null | undefined = null
  for (let page = 0; page < 12; page++) {
    const url: string = cursor ? `${path}${join}cursor=${cursor}` : path
    const answer: Awaited<ReturnType<typeof call>> = await call(`(to the deep page) ${name}`, member, 'GET', url)
    if (!answer?.nextCursor) break
    cursor = answer.nextCursor
  }
  for (let run = 0; run < runs; run++) {
    await call(name, member, 'GET', path)
    if (cursor) await call(`${name}, deep`, member, 'GET', `${path}${join}cursor=${cursor}`)
  }
}

await list('GET posts', READER, '/api/posts')
await list('GET posts, a visitor', null, '/api/posts')
for (const sort of ['latest', 'oldest', 'trending']) {
  await list(`GET feed ${sort}, follows 2,000`, READER, `/api/feed?sort=${sort}`)
  await list(`GET feed ${sort}, follows one`, LURKER, `/api/feed?sort=${sort}`)
  await list(`GET feed ${sort}, the star`, STAR, `/api/feed?sort=${sort}`)
}
await list('GET posts of a member', READER, `/api/posts/user/${star}`)
await list('GET bookmarks', READER, '/api/bookmarks')
await list('GET bookmark ids', READER, '/api/users/bookmark')
await list('GET users', READER, '/api/users')
await list('GET suggestions, follows 2,000', READER, '/api/suggestions')
await list('GET suggestions, follows one', LURKER, '/api/suggestions')
await list('GET suggestions, the star', STAR, '/api/suggestions')
await list('GET followers', READER, `/api/users/${star}/followers`)
await list('GET following', STAR, `/api/users/${reader}/following`)
await list('GET likes', READER, `/api/posts/${post}/likes`)
await list('GET comments', READER, `/api/comments/${post}`)
for (let run = 0; run < runs; run++) {
  await call('GET the star', READER, 'GET', `/api/users/${star}`)
  await call('GET the reader', READER, 'GET', `/api/users/${reader}`)
  await call('GET the busiest post', READER, 'GET', `/api/posts/${post}`)
}
for (let run = 0; run < runs * 2; run++) {
  const member = 100 + run
  const minimal = run % 2 === 0
  const form = minimal ? 'minimal' : 'full'
  const write = (name: string, path: string, payload?: object, method: 'POST' | 'PUT' | 'DELETE' = 'POST') =>
    call(`${name}, ${form}`, member, method, path, payload, minimal)
  await write('POST dislike', `/api/posts/dislike/${post}`)
  await write('POST like', `/api/posts/like/${post}`)
  await write('DELETE like', `/api/posts/${post}/like`, undefined, 'DELETE')
  await write('PUT like', `/api/posts/${post}/like`, undefined, 'PUT')
  const made = await call('POST post, minimal', member, 'POST', '/api/posts', { postData: { content: 'quack' } }, true)
  await write('POST post', '/api/posts', { postData: { content: 'quack' } })
  const id = made?.post?._id ?? post
  await write('POST edit post', `/api/posts/edit/${id}`, { postData: { content: 'quack' } })
  await write('DELETE post', `/api/posts/${id}`, undefined, 'DELETE')
  const said = await call(
    'POST comment, minimal',
    member,
    'POST',
    `/api/comments/add/${post}`,
    { commentData: { text: 'q' } },
    true,
  )
  await write('POST comment', `/api/comments/add/${post}`, { commentData: { text: 'quack' } })
  const comment = said?.post?.comments[0]?._id ?? '1'
  await write('POST upvote', `/api/comments/upvote/${post}/${comment}`)
  await write('POST downvote', `/api/comments/downvote/${post}/${comment}`)
  await write('PUT vote', `/api/comments/${post}/${comment}/vote`, { vote: 'up' }, 'PUT')
  await write('DELETE vote', `/api/comments/${post}/${comment}/vote`, undefined, 'DELETE')
  await write('POST edit comment', `/api/comments/edit/${post}/${comment}`, { commentData: { text: 'quack' } })
  await write('POST delete comment', `/api/comments/delete/${post}/${comment}`)
  await write('POST bookmark', `/api/users/bookmark/${post}`)
  await write('POST remove bookmark', `/api/users/remove-bookmark/${post}`)
  await write('PUT bookmark', `/api/posts/${post}/bookmark`, undefined, 'PUT')
  await write('DELETE bookmark', `/api/posts/${post}/bookmark`, undefined, 'DELETE')
  await write('POST unfollow', `/api/users/unfollow/${data.memberId(STAR)}`)
  await write('POST follow', `/api/users/follow/${data.memberId(STAR)}`)
  await write('DELETE follow', `/api/users/${data.memberId(STAR)}/follow`, undefined, 'DELETE')
  await write('PUT follow', `/api/users/${data.memberId(STAR)}/follow`, undefined, 'PUT')
  await write('POST edit profile', '/api/users/edit', { userData: { bio: 'quack' } })
}

const percentile = (times: readonly number[], share: number) =>
  times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
console.log(
  `\n${'call'.padEnd(44)}${'runs'.padStart(6)}${'p50 ms'.padStart(9)}${'p99 ms'.padStart(9)}${'kB'.padStart(8)}`,
)
for (const { name, times, bytes } of results.values()) {
  if (name.startsWith('(')) continue
  times.sort((a, b) => a - b)
  const p99 = percentile(times, 0.99)
  const marks = `${p99 > P99_MAX_MS ? '  slow' : ''}${bytes > ANSWER_MAX_BYTES ? '  large' : ''}`
  const figures = [times.length, percentile(times, 0.5).toFixed(1), p99.toFixed(1), (bytes / 1_000).toFixed(0)]
  console.log(
    name.padEnd(44) +
      figures.map((figure, index) => String(figure).padStart([6, 9, 9, 8][index] ?? 8)).join('') +
      marks,
  )
}
await app.close()
await db.close()
if (!values.keep) await rm(directory, { recursive: true, force: true })
