import { writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { startServerProcess } from '@quack/testing/server-process'
import { describe, expect } from 'vitest'
import { openDatabase } from '../src/database/open/open.ts'
import { createTestLocation } from './database.ts'
import { test as base } from './fixtures.ts'
import { signUpAt, untilPrinted } from './process-fixtures.ts'

// These tests start real processes, on a machine that may be busy with the rest of the suite.

const REPORT = "process.on('exit', () => console.log(process.moduleLoadList.join('\\n')))"
const LATE = { username: 'late', firstName: 'A', lastName: 'B', email: 'a@example.com', password: '12345678' }

const test = base
  .extend('installation', { scope: 'file' }, async ({ fileDirectory }, { onCleanup }) => {
    const location = await createTestLocation(fileDirectory)
    onCleanup(() => location.drop())
    return location
  })
  .extend('start', { scope: 'file' }, ({ installation }, { onCleanup }) => {
    const started: ReturnType<typeof startServerProcess>[] = []
    onCleanup(async () => {
      for (const { child, ended } of started) {
        child.kill('SIGKILL')
        await ended
      }
    })
    return (env: Record<string, string>) => {
      const server = startServerProcess({ DEMO: 'off', LOG_LEVEL: 'info', ...installation.env, ...env })
      started.push(server)
      return server
    }
  })
  /** The life of a first process, which is asked to stop in the middle of a sign-up. */
  .extend('first', { scope: 'file' }, async ({ start }) => {
    const server = start({ NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(REPORT)}` })
    const address = new URL(await server.ready)
    const body = JSON.stringify(LATE)
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
    const answered = await answer
    const token = /"encodedToken":"([^"]+)"/.exec(answered)?.[1] ?? ''
    return { answered, token, ...(await server.ended) }
  })

describe('the server process', () => {
  test('starts without loading the fetch client of Node, which takes 4 MB', async ({ first }) => {
    expect(first.output).toContain('NativeModule http\n')
    expect(first.output).not.toContain('undici')
  })

  test('finishes the request in flight on SIGTERM, then ends with exit code 0', async ({ first }) => {
    expect(first.answered).toContain('HTTP/1.1 201 Created')
    expect(first.code).toBe(0)
    expect(first.output).toContain('stopped')
  })

  test('stores passwords as argon2id hashes of the full cost', async ({ first, installation }) => {
    expect(first.code).toBe(0)
    const db = await openDatabase(installation.location, (error) => expect.fail(error.message))
    const rows = db.read.selectFrom('members').select('password_hash').where('username', '=', LATE.username)
    const { password_hash } = await rows.executeTakeFirstOrThrow()
    await db.close()
    expect(password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })

  test('keeps data and tokens over a restart; on SIGTERM it is not ready, and answers, until a second one', async ({
    first,
    start,
    installation: { location },
  }) => {
    // As if it had ended uncleanly, and had left no log.
    if ('file' in location) await writeFile(`${location.file}-open`, '')
    // Longer than the test takes: the second signal ends it.
    const server = start({ DRAIN_SECONDS: '300' })
    const address = await server.ready
    expect((await fetch(`${address}/api/feed`, { headers: { authorization: first.token } })).status).toBe(200)
    server.child.kill('SIGTERM')
    await untilPrinted(server, 'stopping on SIGTERM')
    expect((await fetch(`${address}/readyz`)).status).toBe(503)
    expect((await signUpAt(address, 'later')).status).toBe(201)
    server.child.kill('SIGTERM')
    const { code, output } = await server.ended
    expect({ code, output }).toMatchObject({ code: 1, output: expect.stringContaining('SIGTERM while stopping') })
    const lost = /"level":"?(?:50|error)"?[^\n]*write-ahead log[^\n]* is missing after an unclean end/
    if ('file' in location) expect(output).toMatch(lost)
  })
})
