import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ErrorBody } from '@quack/contract'
import { bareEnvironment, type ServerProcess, startServerProcess } from '@quack/testing/server-process'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { findWrongCounts } from '../../test/counts.ts'
import { createTestLocation, type TestLocation } from '../../test/database.ts'
import { readAll } from '../../test/read-all.ts'
import { compareIndex } from '../../test/search-index.ts'
import { fileForm, picture } from '../../test/uploads.ts'
import { openDatabase } from '../database/open/open.ts'

/** The procedure of docs/operations.md with the real programs. backup.test.ts has what needs no process. */
describe('a backup', () => {
  let directory: string
  let target: TestLocation
  let other: TestLocation
  let servers: ServerProcess[]

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'quack-backup-'))
    target = await createTestLocation(join(directory, 'first'))
    other = await createTestLocation(join(directory, 'second'))
    servers = []
  })
  afterEach(async () => {
    for (const server of servers) {
      server.child.kill('SIGKILL')
      await server.ended
    }
    await target.drop()
    await other.drop()
    await rm(directory, { recursive: true, force: true })
  })

  async function start(at: TestLocation): Promise<{ address: string; stop(): Promise<void> }> {
    const server = startServerProcess({ DEMO: 'off', LOG_LEVEL: 'warn', ...at.env })
    servers.push(server)
    const stop = async () => {
      server.child.kill('SIGTERM')
      await server.ended
    }
    return { address: await server.ready, stop }
  }
  const bringBack = (from: string) => runProgram('restore', ['--from', from], other.env)

  test('of a server under writes can be restored completely in an empty place', async () => {
    const first = await start(target)
    const token = await signUp(first.address)
    const writer = writeUntilStopped(first.address, token)
    await writer.until(20)
    const acknowledged = [...writer.acknowledged]
    const copy = join(directory, 'copy')
    expect(await runProgram('backup', ['--to', copy], target.env)).toMatchObject({
      code: 0,
      output: expect.stringContaining('contains the database'),
    })
    await writer.stop()
    await first.stop()
    expect((await stat(join(copy, 'secret.key'))).mode & 0o777).toBe(0o600)

    expect(await bringBack(copy)).toMatchObject({ code: 0, output: expect.stringContaining('is restored') })
    const second = await start(other)
    // With the same secret, tokens stay valid.
    const answer = await call(second.address, token, 'GET', '/api/users/writer')
    // All pages: nothing limits how many posts the writer makes until the copy begins.
    const posts = await readAll(async ({ cursor }) => {
      const after = cursor === undefined ? '' : `&cursor=${encodeURIComponent(cursor)}`
      const page = await call(second.address, token, 'GET', `/api/posts/user/writer?limit=100${after}`)
      const { posts: entries, nextCursor } = page as Posts
      return { entries, nextCursor }
    })
    expect(posts.length).toBe((answer as { user: { postsCount: number } }).user.postsCount)
    const contents = posts.map((post) => post.content)
    expect(contents).toEqual(expect.arrayContaining(acknowledged))
    for (const { mediaUrl } of posts) {
      if (mediaUrl === '') continue
      const media = await fetch(`${second.address}${mediaUrl}?w=400`)
      expect({ mediaUrl, status: media.status }).toEqual({ mediaUrl, status: 200 })
      await media.arrayBuffer()
    }
    expect(posts.some((post) => post.mediaUrl !== '')).toBe(true)
    await second.stop()
    const db = await openDatabase(other.location, () => undefined)
    expect(await findWrongCounts(db.read)).toEqual([])
    const { actual, expected } = await compareIndex(db)
    expect(actual).toEqual(expected)
    expect(actual.posts.size).toBeGreaterThan(0)
    await db.close()
  })

  test('says in one line that the bucket of the media cannot be reached, as a start does', async () => {
    const copy = join(directory, 'copy')
    const first = await start(target)
    expect(await runProgram('backup', ['--to', copy], target.env)).toMatchObject({ code: 0 })
    await first.stop()
    const keys = { S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'secret' }
    const env = { ...other.env, ...keys, S3_ENDPOINT: 'http://127.0.0.1:1', S3_BUCKET: 'media' }
    const told = expect.stringMatching(/^[^\n]+ The media store at http:\/\/127\.0\.0\.1:1 failed: [^\n]+\n$/)
    expect(await runProgram('restore', ['--from', copy], env)).toEqual({ code: 1, output: told })
    const server = startServerProcess({ DEMO: 'off', LOG_LEVEL: 'warn', ...env })
    servers.push(server)
    expect(await server.ended).toEqual({ code: 1, output: told })
  })

  test('needs a directory', async () => {
    expect(await runProgram('backup', [], target.env)).toMatchObject({
      code: 2,
      output: expect.stringContaining('--to'),
    })
  })
})

interface Posts {
  readonly posts: { readonly content: string; readonly mediaUrl: string }[]
  readonly nextCursor: string | null
}

async function runProgram(name: 'backup' | 'restore', args: readonly string[], env: Record<string, string>) {
  const child = spawn(process.execPath, [fileURLToPath(new URL(`${name}.ts`, import.meta.url)), ...args], {
    env: { ...bareEnvironment(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
  }
  const [code] = (await once(child, 'close')) as [number]
  return { code, output }
}

async function call(address: string, token: string, method: string, path: string, body?: object): Promise<unknown> {
  const answer = await fetch(`${address}${path}`, {
    method,
    headers: { authorization: token, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  const said = (await answer.json()) as ErrorBody
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${said.errors}`)
  return said
}

async function signUp(address: string): Promise<string> {
  const names = { username: 'writer', firstName: 'A', lastName: 'B' }
  const form = { ...names, email: 'a@example.com', password: 'correct horse' }
  const { encodedToken } = (await call(address, '', 'POST', '/api/auth/signup', form)) as { encodedToken: string }
  return encodedToken
}

/** Creates posts without pause, every fourth with its own picture, and deletes every fifth. */
function writeUntilStopped(address: string, token: string) {
  const acknowledged: string[] = []
  let isStopped = false
  let reached: (() => void) | null = null
  let wanted = Number.POSITIVE_INFINITY

  async function upload(count: number): Promise<string> {
    const { payload, headers } = fileForm(
      await picture(30 + count, 20)
        .png()
        .toBuffer(),
    )
    const form = { method: 'POST', headers: { authorization: token, ...headers } as Record<string, string> }
    const answer = await fetch(`${address}/api/media?for=post`, { ...form, body: new Uint8Array(payload as Buffer) })
    return ((await answer.json()) as { media: { url: string } }).media.url
  }

  async function write(): Promise<void> {
    for (let count = 0; !isStopped; count++) {
      const mediaUrl = count % 4 === 0 ? await upload(count) : ''
      const postData = { content: `post ${count}`, mediaUrl }
      const { posts } = (await call(address, token, 'POST', '/api/posts?limit=1', { postData })) as {
        posts: { _id: string; content: string }[]
      }
      // Some of the deleted posts have a picture. Its file must stay for the copy.
      if (count % 5 === 3 || count % 20 === 8) await call(address, token, 'DELETE', `/api/posts/${posts[0]?._id}`)
      else acknowledged.push(postData.content)
      if (acknowledged.length >= wanted) reached?.()
    }
  }

  const writing = write()
  return {
    acknowledged,
    until(count: number): Promise<void> {
      wanted = count
      return Promise.race([new Promise<void>((resolve) => (reached = resolve)), writing])
    },
    async stop(): Promise<void> {
      isStopped = true
      await writing
    },
  }
}
