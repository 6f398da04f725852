import { commands } from 'vitest/browser'
import type { Requests, Seen } from './browser-commands.ts'

type Method = Requests['method']

let last = 0

function nextName(): string {
  last += 1
  return String(last)
}

function requests(path: RegExp, method: Method = 'any'): Requests {
  return { path: path.source, method }
}

export interface Gate {
  /** Resolves when a request, or its answer, waits. */
  readonly arrived: () => Promise<void>
  readonly open: () => Promise<void>
}

/** Delays requests until `open` is called. Their path, with its query, matches `path`. */
export async function holdBack(path: RegExp, method?: Method): Promise<Gate> {
  const name = nextName()
  await commands.holdRequests(name, requests(path, method))
  return gateOf(name)
}

/** Delays answers, which the server has given, until `open` is called. */
export async function holdAnswers(path: RegExp, method?: Method): Promise<Gate> {
  const name = nextName()
  await commands.holdAnswers(name, requests(path, method))
  return gateOf(name)
}

function gateOf(name: string): Gate {
  return { arrived: () => commands.requestArrived(name), open: () => commands.releaseRequests(name) }
}

/** Aborts requests, as a broken network does. */
export async function breakRequests(path: RegExp, method?: Method): Promise<void> {
  await commands.failRequests(requests(path, method))
}

/** Aborts all writes. Reads still succeed. */
export async function breakWrites(): Promise<void> {
  await breakRequests(/^\/api\//, 'write')
}

/** Answers requests in place of the server. For what it cannot be made to answer: an error of its own. */
export async function answer(path: RegExp, status: number, body: unknown, method?: Method): Promise<void> {
  await commands.answerRequests(requests(path, method), status, JSON.stringify(body))
}

/** Ends what `holdBack`, `breakRequests` and `answer` have begun. So does the end of the test. */
export async function stopRoutes(): Promise<void> {
  await commands.stopRoutes()
}

/** @returns a function that lists the requests since then */
export async function watchRequests(path: RegExp, method?: Method): Promise<() => Promise<Seen[]>> {
  const name = nextName()
  await commands.watchRequests(name, requests(path, method))
  return () => commands.seenRequests(name)
}
