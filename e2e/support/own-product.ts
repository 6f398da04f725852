import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type PlaywrightWorkerArgs } from '@playwright/test'
import { freePort } from '@quack/testing/free-port'
import { patient } from '@quack/testing/patience'
import { Api } from './api.ts'

/** A server without the demo, for a test that counts all posts or gives roles. */
export interface OwnProduct {
  readonly address: string
  readonly api: Api
  /** For the admin command line. */
  readonly dataDirectory: string
  stop(): Promise<void>
}

/** @param environment added to that of the server */
export async function startOwnProduct(
  playwright: PlaywrightWorkerArgs['playwright'],
  environment: Readonly<Record<string, string>> = {},
): Promise<OwnProduct> {
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  const dataDirectory = await mkdtemp(join(tmpdir(), 'quack-e2e-own-'))
  const product = spawn('node', ['../tools/src/serve-for-tests.ts'], {
    cwd: new URL('..', import.meta.url),
    stdio: 'ignore',
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDirectory, DEMO: 'off', ...environment },
  })
  const request = await playwright.request.newContext({ baseURL: address })
  async function stop(): Promise<void> {
    await request.dispose()
    if (product.exitCode !== null) return
    product.kill('SIGTERM')
    await once(product, 'exit')
  }
  try {
    const isReady = async () => expect((await request.get('/readyz')).ok()).toBe(true)
    await expect(isReady).toPass({ timeout: patient(120_000) })
  } catch (error) {
    await stop()
    throw error
  }
  return { address, api: new Api(request), dataDirectory, stop }
}
