import { spawnSync } from 'node:child_process'
import { chmodSync } from 'node:fs'
import { mkdir, mkdtemp, rm, rmdir, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ServerProcess, startServerProcess } from '@quack/testing/server-process'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase } from '../src/database/open.ts'
import { createTestLocation, type TestLocation } from './database.ts'

// These tests start real processes, on a machine that may be busy with the rest of the suite.
describe('the server process', () => {
  let directory: string
  let database: TestLocation
  let started: ServerProcess[]

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'quack-process-'))
    database = await createTestLocation(directory)
    started = []
  })
  afterEach(async () => {
    for (const server of started) {
      server.child.kill('SIGKILL')
      await server.ended
    }
    await database.drop()
    await rm(directory, { recursive: true, force: true })
  })

  function start(env: Record<string, string> = {}): ServerProcess {
    const server = startServerProcess({ DEMO: 'off', ...database.env, ...env })
    started.push(server)
    return server
  }

  const signUp = (address: string, username: string) =>
    fetch(`${address}/api/auth/signup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username, firstName: 'A', lastName: 'B', email: 'a@example.com', password: '12345678' }),
    })

  test('refuses a bad configuration with all problems and exit code 2', async () => {
    const file = join(directory, 'file')
    await writeFile(file, '')
    const { code, output } = await start({
      HOST: '127.0.0.1:3000',
      DATA_DIR: join(file, 'data'),
      PORT: 'high',
      DRAIN_SECONDS: 'long',
      DATABASE_POOL: '0',
      DEMO: 'maybe',
      SECRET_KEY: 'short',
      METRICS_TOKEN: 'short',
      S3_ENDPOINT: 'http://127.0.0.1:9',
      S3_BUCKET: 'media',
      REDIS_URL: 'http://127.0.0.1:9',
      DATABASE_URL: '',
      DATABASE_REPLICA_URL: 'postgres://127.0.0.1:9/quack',
      RATE_LIMITS: 'read=5/60,quack=1/1',
      TRUST_PROXY: '10.0.0.0/8,10.0.0',
    }).ended
    expect(code).toBe(2)
    expect(output).toContain('HOST must be an address or a name; it is "127.0.0.1:3000".')
    expect(output).toContain(
      `DATA_DIR must be a directory that can be read and written; ${join(file, 'data')} cannot be used: ENOTDIR.`,
    )
    expect(output).toContain('PORT must be a whole number from 0 to 65535; it is "high".')
    expect(output).toContain('DRAIN_SECONDS must be a whole number from 0 to 300; it is "long".')
    expect(output).toContain('DATABASE_POOL must be a whole number from 1 to 500; it is "0".')
    expect(output).toContain('DATABASE_REPLICA_URL needs DATABASE_URL too.')
    expect(output).toContain('DEMO must be one of on, off; it is "maybe".')
    expect(output).toContain('METRICS_TOKEN must have at least 16 characters.')
    expect(output).toContain('SECRET_KEY must have at least 32 characters.')
    expect(output).toContain('REDIS_URL must be an address starting with redis:// or rediss://.')
    expect(output).toContain('RATE_LIMITS must be on, off, or like signin=20/300,read=900/60')
    expect(output).toContain('"quack=1/1" is invalid.')
    expect(output).toContain(
      'TRUST_PROXY must be off, loopback, linklocal, uniquelocal, or addresses and networks; "10.0.0" is invalid.',
    )
    expect(output).toContain('Media in S3 need S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY too.')
  })

  test('refuses a DATA_DIR or a database that it cannot write to', async () => {
    const data = join(directory, 'data')
    const problem = 'DATA_DIR must be a directory that can be read and written; '
    const env = { DATA_DIR: data, DATABASE_URL: '' }
    await mkdir(join(data, 'quack.sqlite'), { recursive: true })
    const damaged = await start(env).ended
    expect(damaged.output).toContain(`${problem}${join(data, 'quack.sqlite')} cannot be used: EISDIR.`)
    await rmdir(join(data, 'quack.sqlite'))

    const lock = lockDirectory(data)
    try {
      const there = await start(env).ended
      const below = await start({ ...env, DATA_DIR: join(data, 'a/b') }).ended
      expect(there.output).toContain(`${problem}${data} cannot be used: ${lock.code}.`)
      expect(below.output).toContain(`${problem}${join(data, 'a/b')} cannot be created: ${lock.code} in ${data}.`)
      expect([damaged.code, there.code, below.code]).toEqual([2, 2, 2])
    } finally {
      lock.open()
    }
  })

  test.each(['192.0.2.1', 'no-such-name.invalid'])('reports in one line that it cannot listen on %s', async (host) => {
    const { code, output } = await start({ HOST: host, LOG_LEVEL: 'silent' }).ended
    // The address may be added later, so a service manager should restart the server.
    expect(code).toBe(1)
    expect(output).toMatch(/^Quack could not start\. .*: .* Set HOST to .*\n$/)
  })

  test('reports that its port is taken', async () => {
    const first = start()
    const { port } = new URL(await first.ready)
    const { code, output } = await start({ PORT: port }).ended
    expect(code).toBe(1)
    expect(output).toContain('another program uses that port')
  })

  test('starts without loading the fetch client of Node, which takes 4 MB', async () => {
    const report = "process.on('exit', () => console.log(process.moduleLoadList.join('\\n')))"
    const server = start({ NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(report)}` })
    await server.ready
    server.child.kill('SIGTERM')
    const { output } = await server.ended
    expect(output).toContain('NativeModule http\n')
    expect(output).not.toContain('undici')
  })

  test('finishes the request in flight on SIGTERM, then ends with exit code 0', async () => {
    const server = start({ LOG_LEVEL: 'info' })
    const address = new URL(await server.ready)
    const body = JSON.stringify({
      username: 'late',
      firstName: 'A',
      lastName: 'B',
      email: 'a@example.com',
      password: '12345678',
    })
    const socket = connect(Number(address.port), address.hostname)
    const answer = new Promise<string>((resolve, reject) => {
      let text = ''
      socket.on('data', (chunk) => {
        text += chunk.toString()
      })
      socket.on('end', () => resolve(text))
      socket.on('error', reject)
    })
    const head = [
      'POST /api/auth/signup HTTP/1.1',
      `Host: ${address.host}`,
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
    ].join('\r\n')
    socket.write(`${head}\r\nExpect: 100-continue\r\n\r\n`)
    // A server that asks for the body has read the head of the request.
    await new Promise((resolve) => socket.once('data', resolve))
    server.child.kill('SIGTERM')
    await untilPrinted(server, 'stopping on SIGTERM')
    socket.write(body)
    expect(await answer).toContain('HTTP/1.1 201 Created')
    const { code, output } = await server.ended
    expect(code).toBe(0)
    expect(output).toContain('stopped')

    const again = await start().ready
    expect((await fetch(`${again}/api/users/late`)).status).toBe(200)
  })

  test('reports on SIGTERM that it is not ready, and answers requests for DRAIN_SECONDS', async () => {
    const server = start({ LOG_LEVEL: 'info', DRAIN_SECONDS: '2' })
    const address = await server.ready
    server.child.kill('SIGTERM')
    await untilPrinted(server, 'stopping on SIGTERM')
    expect((await fetch(`${address}/readyz`)).status).toBe(503)
    expect((await signUp(address, 'late')).status).toBe(201)
    expect((await server.ended).code).toBe(0)
  })

  test('keeps data and tokens over a restart, and stores passwords as argon2id hashes of the full cost', async () => {
    const first = start()
    const { encodedToken } = (await (await signUp(await first.ready, 'ann')).json()) as { encodedToken: string }
    first.child.kill('SIGTERM')
    await first.ended
    const second = await start().ready
    const feed = await fetch(`${second}/api/feed`, { headers: { authorization: encodedToken } })
    expect(feed.status).toBe(200)
    const db = await openDatabase(database.location, (error) => {
      throw error
    })
    const { password_hash } = await db.read.selectFrom('members').select('password_hash').executeTakeFirstOrThrow()
    await db.close()
    expect(password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })

  test('can be killed at any instant of its first start without harm to the next one', async () => {
    let isReady = false
    for (let wait = 100; !isReady; wait *= 2.5) {
      const server = start({ DEMO: 'on' })
      const timer = setTimeout(() => server.child.kill('SIGKILL'), wait)
      isReady = await server.ready.then(
        () => true,
        () => false,
      )
      clearTimeout(timer)
      if (!isReady) expect((await server.ended).code).toBeNull()
      server.child.kill('SIGKILL')
      await server.ended
    }
    const address = await start({ DEMO: 'on' }).ready
    const { users } = (await (await fetch(`${address}/api/users?embed=0`)).json()) as { users: unknown[] }
    const { posts } = (await (await fetch(`${address}/api/posts?embed=0`)).json()) as { posts: { mediaUrl: string }[] }
    expect([users.length, posts.length]).toEqual([10, 19])
    for (const { mediaUrl } of posts.filter((post) => post.mediaUrl !== '')) {
      const media = await fetch(`${address}${mediaUrl}`)
      expect(media.status).toBe(200)
      await media.arrayBuffer()
    }
  })

  test('of several nodes that start together on an empty database, one migrates and creates the demo', async () => {
    const nodes = [start({ DEMO: 'on' }), start({ DEMO: 'on' }), start({ DEMO: 'on' })]
    const addresses = await Promise.all(nodes.map((node) => node.ready))
    const counts = addresses.map(async (address) => {
      const users = (await (await fetch(`${address}/api/users?embed=0`)).json()) as { users: unknown[] }
      const posts = (await (await fetch(`${address}/api/posts?embed=0`)).json()) as { posts: unknown[] }
      return [users.users.length, posts.posts.length]
    })
    expect(await Promise.all(counts)).toEqual([
      [10, 19],
      [10, 19],
      [10, 19],
    ])
  })
})

/** Resolves when the process has printed this text. */
function untilPrinted(server: ServerProcess, text: string): Promise<void> {
  return new Promise((resolve) => {
    const look = (chunk: Buffer) => {
      if (chunk.toString().includes(text)) resolve()
    }
    server.child.stdout?.on('data', look)
  })
}

/** Makes a directory read-only. Root ignores file modes, but not a read-only file system. */
function lockDirectory(directory: string): { readonly code: string; open(): void } {
  if (process.getuid?.() !== 0) {
    chmodSync(directory, 0o500)
    return { code: 'EACCES', open: () => chmodSync(directory, 0o700) }
  }
  const mount = spawnSync('mount', ['-t', 'tmpfs', '-o', 'ro,size=1m', 'tmpfs', directory], { encoding: 'utf8' })
  expect(mount.stderr).toBe('')
  return { code: 'EROFS', open: () => void spawnSync('umount', [directory]) }
}
