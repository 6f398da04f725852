import { Writable } from 'node:stream'
import pino from 'pino'
import { describe, expect } from 'vitest'
import type { Database } from '../src/database/database.ts'
import { LOG_OPTIONS } from '../src/http/server/log-options.ts'
import { PASSWORD } from './answers.ts'
import { test as base } from './fixtures.ts'
import { writePost } from './members.ts'
import { fileForm, picture } from './uploads.ts'

const EMAIL = 'very-own-address@example.com'
const WORDS = 'the words of a post'

/** An error with the values of a row, as PostgreSQL's driver throws it. */
function driverError(): Error {
  const cause = Object.assign(new Error('duplicate key'), { code: '23505', detail: `Key (email)=(${EMAIL}) exists` })
  return new Error('the statement failed', { cause })
}

const test = base
  /** What was logged, and whether writes fail. */
  .extend('log', { scope: 'file' }, () => ({ lines: [] as string[], isBroken: false }))
  .extend('options', { scope: 'file' }, ({ log }) => {
    const stream = new Writable({
      write(chunk: Buffer, _encoding, done) {
        log.lines.push(chunk.toString())
        done()
      },
    })
    return { logger: pino({ ...LOG_OPTIONS, level: 'trace' }, stream) }
  })
  .extend(
    'watch',
    { scope: 'file' },
    ({ log }) =>
      (db: Database): Database => ({
        ...db,
        write: (work) => (log.isBroken ? Promise.reject(driverError()) : db.write(work)),
      }),
  )
  .extend('ann', ({ member }) => member('ann', { email: EMAIL, firstName: 'Annabella' }))

/** Logs at the lowest level. Nothing in the log may be personal. */
describe('the log', () => {
  test('names every request by id and route, and contains no secret and nothing personal', async ({
    app,
    ann,
    log,
  }) => {
    const { _id: postId } = await writePost(ann, WORDS)
    await ann.call('POST /api/comments/add/:postId', { params: { postId }, body: { commentData: { text: WORDS } } })
    await ann.send({ url: `/api/users/${ann.username}?secret=${PASSWORD}` })
    await ann.send({ url: `/profile/${ann.username}` })
    await ann.send({ ...fileForm(await picture().png().toBuffer(), `${WORDS}.png`), url: '/api/media?for=post' })
    const logIn = (payload: object) => app.visitor.send({ method: 'POST', url: '/api/auth/login', payload })
    await logIn({ username: ann.username, password: PASSWORD })
    await logIn({ username: ann.username, password: `not ${PASSWORD}` })
    await logIn({ username: EMAIL, password: PASSWORD })
    const post = (payload: object | string, headers = { 'content-type': 'application/json' }) =>
      ann.send({ method: 'POST', url: '/api/posts', headers, payload })
    await post(`{"postData": {"content": "${WORDS}`)
    await post({ postData: { content: WORDS, mediaUrl: WORDS } })
    await app.visitor.send({ url: '/api/feed', headers: { authorization: `${ann.token}x` } })
    log.isBroken = true
    const broken = await post({ postData: { content: WORDS } })
    log.isBroken = false
    expect(broken.status).toBe(500)

    const text = log.lines.join('')
    const { requestId } = broken.body as { requestId: string }
    expect(text).toContain('the statement failed')
    expect(text).toContain('23505')
    const entries = log.lines.map((line) => JSON.parse(line) as Record<string, unknown>)
    const done = entries.filter((entry) => entry.msg === 'request')
    expect(done.length).toBeGreaterThan(10)
    expect(done.every((entry) => entry.reqId && entry.route && entry.status && entry.milliseconds !== undefined)).toBe(
      true,
    )
    expect(done.find((entry) => entry.reqId === requestId)).toMatchObject({ status: 500, route: '/api/posts' })
    const private_ = [PASSWORD, EMAIL, WORDS, ann.token, ann.username, 'Annabella', '$argon2', 'Bearer']
    expect(private_.filter((word) => word && text.includes(word))).toEqual([])
  })

  test('takes what the queue of heavy reads refuses for no failure', async ({ ann, log }) => {
    const search = () => ann.send({ url: '/api/search/posts', query: { q: 'duck' } })
    const answers = await Promise.all(Array.from({ length: 130 }, search))
    const refused = answers.filter(({ status }) => status === 503)
    expect(refused.length).toBeGreaterThan(0)
    const logged = log.lines.map((line) => JSON.parse(line) as Record<string, unknown>)
    const levels = logged.filter(({ msg, status }) => msg === 'request' && status === 503).map(({ level }) => level)
    expect(levels).toEqual(refused.map(() => pino.levels.values.info))
  })
})
