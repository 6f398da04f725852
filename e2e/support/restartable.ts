import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { freePort } from '@quack/testing/free-port'
import { patient } from '@quack/testing/patience'
import { bareEnvironment, type ServerProcess, startServerProcess } from '@quack/testing/server-process'
import { findChromium } from '@quack/testing/system'

/** A server that can be killed and started again, with its data and at its address. */
export class RestartableServer {
  readonly address: string
  readonly #environment: Record<string, string>
  readonly #directory: string
  /** The installation that is started next: by default this one. */
  root: string | undefined
  #process: ServerProcess | null = null

  private constructor(port: number, directory: string, databaseUrl: string) {
    this.address = `http://127.0.0.1:${port}`
    this.#directory = directory
    const database = databaseUrl === '' ? {} : { DATABASE_URL: databaseUrl }
    const quiet = { DEMO: 'off', LOG_LEVEL: 'warn', DATA_DIR: directory, PORT: String(port) }
    this.#environment = { ...bareEnvironment(), ...quiet, ...(database as Record<string, string>) }
  }

  /** @param databaseUrl of an empty PostgreSQL database, or '' for SQLite */
  static async create(databaseUrl = ''): Promise<RestartableServer> {
    const directory = await mkdtemp(join(tmpdir(), 'quack-restartable-'))
    const server = new RestartableServer(await freePort(), directory, databaseUrl)
    await server.start()
    return server
  }

  async start(): Promise<void> {
    if (this.#process) return
    this.#process = startServerProcess(this.#environment, this.root)
    await this.#process.ready
  }

  /** Kills it with SIGKILL: what it has not answered or stored is lost. */
  async kill(): Promise<void> {
    const killed = this.#process
    this.#process = null
    killed?.child.kill('SIGKILL')
    await killed?.ended
  }

  async close(): Promise<void> {
    await this.kill()
    await rm(this.#directory, { recursive: true, force: true, maxRetries: 3 })
  }
}

/** A browser with a profile on the disk, which can be killed and started again. */
export class RestartableBrowser {
  readonly #profile: string
  readonly #listen: (context: BrowserContext) => void
  #process: ChildProcess | null = null
  #context: BrowserContext | null = null

  private constructor(profile: string, listen: (context: BrowserContext) => void) {
    this.#profile = profile
    this.#listen = listen
  }

  /** @param listen is called with each new context, for its console */
  static async create(listen: (context: BrowserContext) => void = () => undefined): Promise<RestartableBrowser> {
    const browser = new RestartableBrowser(await mkdtemp(join(tmpdir(), 'quack-profile-')), listen)
    await browser.start()
    return browser
  }

  get context(): BrowserContext {
    if (!this.#context) throw new Error('The browser does not run.')
    return this.#context
  }

  async start(): Promise<void> {
    const args = ['--headless', '--no-sandbox', '--disable-gpu', '--remote-debugging-port=0', '--no-first-run']
    await rm(join(this.#profile, 'DevToolsActivePort'), { force: true })
    this.#process = spawn(findChromium() ?? '', [...args, `--user-data-dir=${this.#profile}`, 'about:blank'], {
      stdio: 'ignore',
      // A process group of its own, so that one signal reaches all of its processes.
      detached: true,
    })
    const browser = await chromium.connectOverCDP(`http://127.0.0.1:${await this.#port()}`)
    const [context] = browser.contexts()
    if (!context) throw new Error('The browser has no context.')
    this.#context = context
    this.#listen(context)
  }

  /** The port that the browser has chosen for its debugger. */
  async #port(): Promise<string> {
    for (const end = Date.now() + patient(60_000); Date.now() < end; await sleep(20)) {
      const text = await readFile(join(this.#profile, 'DevToolsActivePort'), 'utf8').catch(() => '')
      const [port] = text.split('\n')
      if (port) return port
    }
    throw new Error('The browser did not start.')
  }

  async page(): Promise<Page> {
    const page = await this.context.newPage()
    page.setDefaultTimeout(patient(30_000))
    await page.setViewportSize({ width: 1280, height: 1600 })
    return page
  }

  /** Kills it with SIGKILL. With `closes`, it first writes what it has only in memory, such as local storage. */
  async kill({ closes = false } = {}): Promise<void> {
    const killed = this.#process
    const context = this.#context
    this.#process = null
    this.#context = null
    if (!killed) return
    const isOver = killed.exitCode === null ? once(killed, 'exit') : null
    if (closes) {
      const session = await context?.browser()?.newBrowserCDPSession()
      await session?.send('Browser.close').catch(() => undefined)
      await isOver
    }
    // As long as one of its processes lives, another browser cannot open the databases of the profile.
    while (signalGroup(killed, 'SIGKILL')) await sleep(10)
    await isOver
  }

  async close(): Promise<void> {
    await this.kill()
    await rm(this.#profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  }
}

/** Waits until the service worker controls the page, so that the next load works without network. */
export async function untilInstalled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
    if (navigator.serviceWorker.controller) return
    const options = { once: true }
    await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve, options))
  })
}

/** False when no process of the group is left. */
function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): boolean {
  if (pid === undefined) return false
  try {
    return process.kill(-pid, signal)
  } catch {
    return false
  }
}
