import { request } from '@playwright/test'
import { createRandom } from '@quack/testing/random'
import { RestartableBrowser, RestartableServer, untilInstalled } from '../support/restartable.ts'
import type { HistoryServer } from './cluster-server.ts'
import { startCuttingProxy } from './cutting-proxy.ts'
import { type Counts, runHistory } from './history.ts'

interface Report {
  problems: string[]
  counts: Counts
}

interface Options {
  /** Starts the server; one with SQLite by default. */
  startServer?: () => Promise<HistoryServer>
  /** How many times slower the browser's pages run: other things then happen first. */
  slowdown?: number
  /** An installation with an older client: in each history, one release takes the place of the other. */
  older?: string | null
  log?: (line: string) => void
}

/** Random histories of members who write while the connection is cut at random moments, in a real browser. */
export async function runHistories(
  count: number,
  seed: number,
  { startServer = () => RestartableServer.create(), slowdown = 1, older = null, log = () => undefined }: Options = {},
): Promise<Report> {
  const server = await startServer()
  const proxy = await startCuttingProxy(server.address)
  const browser = await RestartableBrowser.create()
  const context = await request.newContext({ baseURL: server.address })
  const counts: Counts = new Map()
  const problems: string[] = []
  try {
    await install(browser, proxy.address)
    for (let index = 0; index < count; index += 1) {
      const begun = performance.now()
      const name = `h${index}`
      const world = { server, browser, proxy, request: context, slowdown, older }
      const found = await runHistory(world, createRandom(seed + index), name, counts)
      problems.push(...found.map((problem) => `History ${index} (seed ${seed + index}): ${problem}`))
      for (const problem of found) log(`History ${index} (seed ${seed + index}): ${problem}`)
      if (found.length > 0) await recover(server, browser)
      log(`History ${index}: ${((performance.now() - begun) / 1_000).toFixed(0)} s`)
    }
  } finally {
    await context.dispose()
    await browser.close()
    await proxy.close()
    await server.close()
  }
  return { problems, counts }
}

/** A browser that is killed soon after the first visit has not yet stored its service worker. */
async function install(browser: RestartableBrowser, address: string): Promise<void> {
  const page = await browser.page()
  await page.goto(`${address}/login`)
  await untilInstalled(page)
  await browser.kill({ closes: true })
  await browser.start()
}

/** After a failed history, the next one begins with both running. */
async function recover(server: HistoryServer, browser: RestartableBrowser): Promise<void> {
  await browser.kill()
  await browser.start()
  await server.kill()
  await server.start()
}
