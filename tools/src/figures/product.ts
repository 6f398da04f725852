import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { GUEST } from '@quack/contract/rules/demo'
import { freePort } from '@quack/testing/free-port'
import { ROOT } from '@quack/testing/run'

export interface Product {
  readonly address: string
  /** The storage of a browser in which the guest is signed in. */
  readonly session: Readonly<Record<'token' | 'username', string>>
  /** The address of a post with a picture. */
  readonly postPath: string
  stop(): Promise<void>
}

/**
 * The built product with the demo data, in a temporary directory.
 * @param databaseUrl of an empty PostgreSQL database; with an empty text, the product uses SQLite
 */
export async function startProduct(databaseUrl: string): Promise<Product> {
  const data = mkdtempSync(join(tmpdir(), 'quack-figures-'))
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  const server = spawn('node', ['server/src/main.ts'], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      PORT: String(port),
      DATABASE_URL: databaseUrl,
      DATA_DIR: data,
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'warn',
    },
  })
  async function stop() {
    server.kill('SIGTERM')
    if (server.exitCode === null) await once(server, 'exit')
    rmSync(data, { recursive: true, force: true, maxRetries: 3 })
  }
  try {
    await untilReady(address, () => server.exitCode !== null)
    return { address, session: await logIn(address), postPath: await findPicture(address), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function untilReady(address: string, hasEnded: () => boolean): Promise<void> {
  const deadline = Date.now() + 60_000
  while (Date.now() < deadline && !hasEnded()) {
    const isReady = await fetch(`${address}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isReady) return
    await sleep(100)
  }
  throw new Error('The server did not start.')
}

async function logIn(address: string): Promise<Product['session']> {
  const answer = await fetch(`${address}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(GUEST),
  })
  const { encodedToken } = (await answer.json()) as { encodedToken: string }
  return { token: encodedToken, username: GUEST.username }
}

async function findPicture(address: string): Promise<string> {
  const answer = await fetch(`${address}/api/explore?embed=0`)
  const { posts } = (await answer.json()) as { posts: { id: string; type: string }[] }
  const post = posts.find(({ type }) => type === 'image')
  if (!post) throw new Error('The demo has no post with a picture.')
  return `/post-detail/${post.id}`
}
