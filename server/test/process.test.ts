import { connect } from 'node:net'
import { describe, expect } from 'vitest'
import { type DatabaseLocation, openDatabase } from '../src/database/open.ts'
import { signUpAt, test, untilPrinted } from './process-fixtures.ts'

// These tests start real processes, on a machine that may be busy with the rest of the suite.

async function membersOf(location: DatabaseLocation) {
  const db = await openDatabase(location, (error) => {
    throw error
  })
  try {
    return await db.read.selectFrom('members').select(['username', 'password_hash']).execute()
  } finally {
    await db.close()
  }
}

describe('the server process', () => {
  test('starts without loading the fetch client of Node, which takes 4 MB', async ({ start }) => {
    const report = "process.on('exit', () => console.log(process.moduleLoadList.join('\\n')))"
    const server = start({ NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(report)}` })
    await server.ready
    server.child.kill('SIGTERM')
    const { output } = await server.ended
    expect(output).toContain('NativeModule http\n')
    expect(output).not.toContain('undici')
  })

  test('finishes the request in flight on SIGTERM, then ends with exit code 0', async ({ installation, start }) => {
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

    expect((await membersOf(installation.location)).map(({ username }) => username)).toContain('late')
  })

  test('reports on SIGTERM that it is not ready, and answers requests for DRAIN_SECONDS', async ({ start }) => {
    const server = start({ LOG_LEVEL: 'info', DRAIN_SECONDS: '5' })
    const address = await server.ready
    server.child.kill('SIGTERM')
    await untilPrinted(server, 'stopping on SIGTERM')
    // Together, because both have to arrive within that time.
    const answers = await Promise.all([fetch(`${address}/readyz`), signUpAt(address, 'late')])
    expect(answers.map(({ status }) => status)).toEqual([503, 201])
    expect((await server.ended).code).toBe(0)
  })

  test('keeps data and tokens over a restart, and stores passwords as argon2id hashes of the full cost', async ({
    installation,
    start,
  }) => {
    const first = start()
    const { encodedToken } = (await (await signUpAt(await first.ready, 'ann')).json()) as { encodedToken: string }
    first.child.kill('SIGTERM')
    await first.ended
    const second = await start().ready
    const feed = await fetch(`${second}/api/feed`, { headers: { authorization: encodedToken } })
    expect(feed.status).toBe(200)
    const [ann] = await membersOf(installation.location)
    expect(ann?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })

  test('can be killed at any instant of its first start without harm to the next one', async ({ start }) => {
    let isReady = false
    for (let wait = 200; !isReady; wait *= 3) {
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

  test('of several nodes that start together on an empty database, one migrates and creates the demo', async ({
    start,
  }) => {
    const nodes = [start({ DEMO: 'on' }), start({ DEMO: 'on' })]
    const addresses = await Promise.all(nodes.map((node) => node.ready))
    const counts = addresses.map(async (address) => {
      const users = (await (await fetch(`${address}/api/users?embed=0`)).json()) as { users: unknown[] }
      const posts = (await (await fetch(`${address}/api/posts?embed=0`)).json()) as { posts: unknown[] }
      return [users.users.length, posts.posts.length]
    })
    expect(await Promise.all(counts)).toEqual([
      [10, 19],
      [10, 19],
    ])
  })
})
