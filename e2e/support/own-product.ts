import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, type PlaywrightWorkerArgs } from '@playwright/test'
import { freePort } from '@quack/testing/free-port'
import { patient } from '@quack/testing/patience'
import { ROOT } from '@quack/testing/run'
import { Api } from './api.ts'

const START = join(ROOT, 'server', 'start.js')
const PRELOADED = [
  new URL('end-with-parent.mjs', import.meta.url).href,
  pathToFileURL(join(ROOT, 'server', 'test', 'cheap-passwords.mjs')).href,
]

type Environment = Readonly<Record<string, string>>

/** A server of a test's own, without the demo. */
export interface OwnProduct {
  readonly address: string
  readonly api: Api
  /** For the admin command line. */
  readonly dataDirectory: string
  stop(): Promise<void>
}

/** @param environment added to that of the server, also as a function of its address */
export async function startOwnProduct(
  playwright: PlaywrightWorkerArgs['playwright'],
  environment: Environment | ((address: string) => Environment) = {},
): Promise<OwnProduct> {
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  const dataDirectory = await mkdtemp(join(tmpdir(), 'quack-e2e-own-'))
  const settings = {
    HOST: '127.0.0.1',
    PORT: String(port),
    DATA_DIR: dataDirectory,
    RATE_LIMITS: 'off',
    DEMO: 'off',
    LINK_CARDS: 'off',
  }
  // Without npm, which takes a third of its start. The servers that all journeys share start with it.
  const product = spawn(process.execPath, [...PRELOADED.map((url) => `--import=${url}`), START], {
    stdio: 'ignore',
    env: {
      ...process.env,
      LOG_LEVEL: 'warn',
      ...settings,
      ...(typeof environment === 'function' ? environment(address) : environment),
    },
  })
  const request = await playwright.request.newContext({ baseURL: address })
  async function stop(): Promise<void> {
    await request.dispose()
    if (product.exitCode === null) {
      product.kill('SIGTERM')
      await once(product, 'exit')
    }
    await rm(dataDirectory, { recursive: true, force: true })
  }
  try {
    const isReady = async () => expect((await request.get('/readyz')).ok()).toBe(true)
    // Often: the default looks after 0.85 and 1.85 s, and it takes 0.9 s.
    await expect(isReady).toPass({ intervals: [50], timeout: patient(120_000) })
  } catch (error) {
    await stop()
    throw error
  }
  return { address, api: new Api(request), dataDirectory, stop }
}
