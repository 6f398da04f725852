import { Writable } from 'node:stream'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LOG_OPTIONS } from '../src/http/log-options.ts'
import { PASSWORD } from './answers.ts'
import { startTestApp, type TestApp } from './app.ts'
import { signUp, type TestMember, writePost } from './members.ts'
import { fileForm, picture } from './uploads.ts'

const EMAIL = 'very-own-address@example.com'
const WORDS = 'the words of a post'

/** Logs at the lowest level. Nothing in the log may be personal. */
describe('the log', () => {
  let app: TestApp
  let ann: TestMember
  let isBroken = false
  const lines: string[] = []

  beforeAll(async () => {
    const stream = new Writable({
      write(chunk: Buffer, _encoding, done) {
        lines.push(chunk.toString())
        done()
      },
    })
    app = await startTestApp({ logger: pino({ ...LOG_OPTIONS, level: 'trace' }, stream) }, (db) => ({
      ...db,
      write: (work) => (isBroken ? Promise.reject(driverError()) : db.write(work)),
    }))
    ann = await signUp(app, { email: EMAIL, firstName: 'Annabella' })
  })
  afterAll(() => app.close())

  /** An error with the values of a row, as PostgreSQL's driver throws it. */
  function driverError(): Error {
    const cause = Object.assign(new Error('duplicate key'), { code: '23505', detail: `Key (email)=(${EMAIL}) exists` })
    return new Error('the statement failed', { cause })
  }

  test('names every request by id and route, and contains no secret and nothing personal', async () => {
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
    isBroken = true
    const broken = await post({ postData: { content: WORDS } })
    isBroken = false
    expect(broken.status).toBe(500)

    const log = lines.join('')
    const { requestId } = broken.body as { requestId: string }
    expect(log).toContain('the statement failed')
    expect(log).toContain('23505')
    const entries = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
    const done = entries.filter((entry) => entry.msg === 'request')
    expect(done.length).toBeGreaterThan(10)
    expect(done.every((entry) => entry.reqId && entry.route && entry.status && entry.milliseconds !== undefined)).toBe(
      true,
    )
    expect(done.find((entry) => entry.reqId === requestId)).toMatchObject({ status: 500, route: '/api/posts' })
    const private_ = [PASSWORD, EMAIL, WORDS, ann.token, ann.username, 'Annabella', '$argon2', 'Bearer']
    expect(private_.filter((text) => text && log.includes(text))).toEqual([])
  })
})
