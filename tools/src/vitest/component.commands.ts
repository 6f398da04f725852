import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { mkdtemp, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type Transport, virtualAuthenticator } from '@quack/testing/chromium'
import { Noise } from '@quack/testing/noise'
import { patient } from '@quack/testing/patience'
import type { CDPSession, FileChooser, Page, Request, Route } from 'playwright'
import type { BrowserCommand } from 'vitest/node'
import type { Media, PickedFile, Requests, Role, Seen } from '../../../web/test/browser-commands.ts'
import { startComponentServer, withClock } from './component.setup.ts'

/** Of every page, unless a test wants it otherwise. */
export const REDUCED_MOTION = 'reduce'

/** What component tests do from outside of their page. Vitest calls these functions in the process of the run. */

/** A request, or its answer, that waits for `releaseRequests`. */
interface Held {
  readonly arrived: PromiseWithResolvers<void>
  readonly released: PromiseWithResolvers<void>
}

class PageState {
  readonly noise = new Noise()
  readonly held = new Map<string, Held>()
  readonly watched = new Map<string, { readonly seen: Seen[]; readonly stop: () => void }>()
  /** Of virtual authenticators: they end with it. */
  devTools: CDPSession | null = null
  hasMedia = false
  /** Resolves when the page has the file of `chooseNextFile`. */
  chosen = Promise.resolve()
}

const states = new WeakMap<Page, PageState>()

function stateOf(page: Page): PageState {
  const known = states.get(page)
  if (known) return known
  const state = new PageState()
  state.noise.listenTo(page.context())
  states.set(page, state)
  return state
}

/** By path and query: the addresses of the client's modules contain `/api/` too. */
function matcher({ path, method = 'any' }: Requests): (request: Request) => boolean {
  const pattern = new RegExp(path)
  return (request) => {
    const isAsked = method === 'any' || (request.method() === 'GET') === (method === 'read')
    return isAsked && pattern.test(pathOf(request))
  }
}

function pathOf(request: Request): string {
  const { pathname, search } = new URL(request.url())
  return pathname + search
}

async function route(page: Page, requests: Requests, handle: (route: Route) => Promise<void>): Promise<void> {
  const isAsked = matcher(requests)
  const pattern = new RegExp(requests.path)
  await page.route(
    ({ pathname, search }) => pattern.test(pathname + search),
    (each) => (isAsked(each.request()) ? handle(each) : each.fallback()),
  )
}

const startTest: BrowserCommand<[]> = ({ page }) => {
  stateOf(page).noise.reset()
}

/** Rows are measured again in the next frame. Outside of Vitest, Chromium writes nothing of it into the console. */
const MEASURED_LATER = /ResizeObserver loop completed/

/** Ends what the test began. @returns what the console has shown and no pattern expects */
const endTest: BrowserCommand<[expected: readonly string[]]> = async ({ page }, expected) => {
  const state = stateOf(page)
  for (const { released } of state.held.values()) released.resolve()
  for (const { stop } of state.watched.values()) stop()
  state.held.clear()
  state.watched.clear()
  await state.devTools?.detach()
  state.devTools = null
  if (state.hasMedia) await page.emulateMedia({ colorScheme: null, reducedMotion: REDUCED_MOTION })
  state.hasMedia = false
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  state.noise.expect(MEASURED_LATER, ...expected.map((source) => new RegExp(source)))
  return state.noise.unexpected()
}

/** Takes one line that matches out of what the console has shown. @returns whether there was one */
const takeNoise: BrowserCommand<[pattern: string]> = ({ page }, pattern) =>
  stateOf(page).noise.take(new RegExp(pattern))

/** @returns what says that something waits, and then waits for `releaseRequests` */
function addGate(page: Page, name: string): () => Promise<void> {
  const held: Held = { arrived: Promise.withResolvers(), released: Promise.withResolvers() }
  stateOf(page).held.set(name, held)
  return () => {
    held.arrived.resolve()
    return held.released.promise
  }
}

const holdRequests: BrowserCommand<[name: string, requests: Requests]> = ({ page }, name, requests) => {
  const wait = addGate(page, name)
  return route(page, requests, async (each) => {
    await wait()
    await each.fallback()
  })
}

const holdAnswers: BrowserCommand<[name: string, requests: Requests]> = ({ page }, name, requests) => {
  const wait = addGate(page, name)
  return route(page, requests, async (each) => {
    const response = await each.fetch()
    await wait()
    await each.fulfill({ response })
  })
}

const requestArrived: BrowserCommand<[name: string]> = ({ page }, name) => stateOf(page).held.get(name)?.arrived.promise

const releaseRequests: BrowserCommand<[name: string]> = ({ page }, name) => {
  stateOf(page).held.get(name)?.released.resolve()
}

const failRequests: BrowserCommand<[requests: Requests]> = ({ page }, requests) =>
  route(page, requests, (each) => each.abort('connectionfailed'))

const answerRequests: BrowserCommand<[requests: Requests, status: number, body: string]> = (
  { page },
  requests,
  status,
  body,
) => route(page, requests, (each) => each.fulfill({ status, body, contentType: 'application/json' }))

const stopRoutes: BrowserCommand<[]> = ({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' })

const watchRequests: BrowserCommand<[name: string, requests: Requests]> = ({ page }, name, requests) => {
  const seen: Seen[] = []
  const isAsked = matcher(requests)
  const listen = (request: Request) => {
    if (!isAsked(request)) return
    const entry: Seen = { method: request.method(), path: pathOf(request), body: request.postData(), status: null }
    seen.push(entry)
    request.response().then(
      (response) => {
        entry.status = response?.status() ?? null
      },
      () => undefined,
    )
  }
  page.on('request', listen)
  stateOf(page).watched.set(name, { seen, stop: () => page.off('request', listen) })
}

const seenRequests: BrowserCommand<[name: string]> = async ({ page }, name) => {
  // The browser reports in order: by this answer, the requests that the page has made before are known here.
  await page.evaluate(() => undefined)
  return stateOf(page).watched.get(name)?.seen ?? []
}

/** The next file dialog that the page opens is answered with this file. */
const chooseNextFile: BrowserCommand<[file: PickedFile]> = ({ page }, file) => {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  stateOf(page).chosen = promise
  page.once('filechooser', (chooser) => choose(chooser, file).then(resolve, reject))
}

const fileChosen: BrowserCommand<[]> = ({ page }) => stateOf(page).chosen

/** From the disk: a large file in a message to the browser would cost seconds. */
async function choose(chooser: FileChooser, { name, base64, size }: PickedFile): Promise<void> {
  files ??= makeFiles()
  const path = join(await mkdtemp(join(files, 'file-')), name)
  await writeFile(path, Buffer.from(base64, 'base64'))
  if (size !== undefined) await truncate(path, size)
  await chooser.setFiles(path)
}

/** The directory of all chosen files. A page may read one later, so they stay until the end of the run. */
let files: string | null = null

function makeFiles(): string {
  const directory = mkdtempSync(join(tmpdir(), 'quack-files-'))
  process.once('exit', () => rmSync(directory, { recursive: true, force: true }))
  return directory
}

/** Whether the page takes the pointer for a finger. */
const setTouch: BrowserCommand<[enabled: boolean]> = async ({ page }, enabled) => {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setTouchEmulationEnabled', { enabled })
  await session.detach()
}

const addAuthenticator: BrowserCommand<[transport: Transport]> = async ({ page }, transport) => {
  const state = stateOf(page)
  if (state.devTools === null) {
    state.devTools = await page.context().newCDPSession(page)
    await state.devTools.send('WebAuthn.enable')
  }
  await state.devTools.send('WebAuthn.addVirtualAuthenticator', { options: virtualAuthenticator(transport) })
}

/** Until the end of the test. */
const setMedia: BrowserCommand<[media: Media]> = async ({ page }, media) => {
  stateOf(page).hasMedia = true
  await page.emulateMedia(media)
}

interface Moderated {
  readonly address: string
  readonly database: string
  /** The file that moves its clock. */
  readonly clock: string
}

let moderated: Promise<Moderated> | null = null

/** Apart from the server of all tests, on which nothing of moderation may be visible. */
async function startModerated(): Promise<Moderated> {
  const directory = mkdtempSync(join(tmpdir(), 'quack-moderated-'))
  const clock = join(directory, 'ahead')
  writeFileSync(clock, '0')
  const { child, ready } = startComponentServer(directory, withClock(clock))
  process.once('exit', () => rmSync(directory, { recursive: true, force: true, maxRetries: 3 }))
  const address = await ready
  // The run must not wait for it.
  for (const handle of [child, child.stdout, child.stderr] as ({ unref?: () => void } | null)[]) handle?.unref?.()
  return { address, database: join(directory, 'quack.sqlite'), clock }
}

/** Until the end of the test, the page has another server, which starts with the first test that asks for it. */
const askModerated: BrowserCommand<[]> = async ({ page }) => {
  moderated ??= startModerated()
  const { address } = await moderated
  await page.route(
    ({ pathname }) => /^\/api\/|^\/healthz$/.test(pathname),
    (each) => each.continue({ url: address + pathOf(each.request()) }),
  )
  // The browser would refuse private media of another origin.
  await page.route(
    ({ pathname }) => pathname.startsWith('/media/'),
    async (each) => each.fulfill({ response: await each.fetch({ url: address + pathOf(each.request()) }) }),
  )
}

/**
 * Writes the role as `quack role` does. The command takes as long as a start of the server, and has tests of its own.
 */
const giveRole: BrowserCommand<[username: string, role: Role]> = async (_, username, role) => {
  if (!moderated) throw new Error('No test has asked for the moderated server.')
  const database = new DatabaseSync((await moderated).database, { timeout: patient(30_000) })
  const { changes } = database.prepare('update members set role = ? where username = ?').run(role, username)
  database.close()
  if (changes !== 1) throw new Error(`${username} did not get the role.`)
}

/** Moves the clock of the moderated server on. */
const passTime: BrowserCommand<[ms: number]> = async (_, ms) => {
  if (!moderated) throw new Error('No test has asked for the moderated server.')
  const { clock } = await moderated
  // In one step: the server must not read a file that is still empty.
  writeFileSync(`${clock}.next`, String(Number(readFileSync(clock, 'utf8')) + ms))
  renameSync(`${clock}.next`, clock)
}

export const commands = {
  startTest,
  endTest,
  takeNoise,
  holdRequests,
  holdAnswers,
  requestArrived,
  releaseRequests,
  failRequests,
  answerRequests,
  stopRoutes,
  watchRequests,
  seenRequests,
  chooseNextFile,
  fileChosen,
  setTouch,
  addAuthenticator,
  setMedia,
  askModerated,
  giveRole,
  passTime,
}
