import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../server/src/database/database.ts'
import type { Cost } from './exceeded.ts'
import { watchTurns } from './turns.ts'

export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly url: string
  /** By number; null for a visitor. */
  readonly member: number | null
  readonly payload?: object | undefined
  /** Whether the answer of a write is short (`Prefer: return=minimal`). */
  readonly isMinimal?: boolean
}

/** Of an answer, what later calls need. */
interface Answer {
  readonly nextCursor?: string | null
  readonly post?: { readonly _id: string; readonly comments: readonly { readonly _id: string }[] }
}

/** Times are in milliseconds. */
export interface Figures extends Cost {
  readonly runs: number
  readonly p50: number
  readonly p99: number
  /** Processor time of a request. */
  readonly processor: number
  /** The longest turn of the event loop, in elapsed time. */
  readonly turn: number
}

interface Samples {
  readonly elapsed: number[]
  readonly statements: number[]
  readonly processor: number[]
  readonly reference: number[]
  bytes: number
  hold: number
  turn: number
}

interface Parts {
  readonly app: FastifyInstance
  readonly db: Database
  readonly tokenOf: (member: number) => Promise<string>
  readonly reference: () => Promise<unknown>
  readonly isWanted: (name: string) => boolean
}

export type Meter = ReturnType<typeof createMeter>

/** Sends requests one at a time, and measures them. */
export function createMeter({ app, db, tokenOf, reference, isWanted }: Parts) {
  const all = new Map<string, Samples>()

  /** @returns what sends the request, once its token is there */
  async function prepare({ method, url, member, payload, isMinimal = false }: Call) {
    const headers = {
      ...(member === null ? {} : { authorization: await tokenOf(member) }),
      ...(isMinimal ? { prefer: 'return=minimal' } : {}),
    }
    return async () => {
      const answer = await app.inject({ method, url, headers, ...(payload && { payload }) })
      if (answer.statusCode >= 300) throw new Error(`${method} ${url} answered ${answer.statusCode}: ${answer.body}`)
      return answer
    }
  }

  async function send(call: Call): Promise<Answer> {
    return (await (await prepare(call))()).json()
  }

  /**
   * The first request of a call loads and compiles its code, so it does not count. Every second one is watched for its
   * longest turn. That takes processor time, which is therefore measured of the others, in turn with the reference
   * read.
   */
  async function measure(name: string, call: Call): Promise<void> {
    const samples = all.get(name)
    if (!samples) {
      const none = { elapsed: [], statements: [], processor: [], reference: [], bytes: 0, hold: 0, turn: 0 }
      if (isWanted(name)) all.set(name, none)
      return void (await send(call))
    }
    const isWatched = samples.elapsed.length % 2 === 0
    const request = await prepare(call)
    if (!isWatched) samples.reference.push((await processorOf(reference)).processor)
    await nextTurn()
    const before = statementsOf(db)
    const end = isWatched ? watchTurns() : null
    const start = performance.now()
    const { value, processor } = await processorOf(request)
    samples.elapsed.push(performance.now() - start)
    if (!isWatched) samples.processor.push(processor)
    const longest = end?.() ?? { elapsed: 0, processor: 0 }
    samples.hold = Math.max(samples.hold, longest.processor)
    samples.turn = Math.max(samples.turn, longest.elapsed)
    samples.statements.push(statementsOf(db) - before)
    samples.bytes = Math.max(samples.bytes, value.rawPayload.byteLength)
  }

  return {
    isWanted,
    send,
    measure,
    figures: (): ReadonlyMap<string, Figures> => new Map([...all].map(([name, samples]) => [name, figuresOf(samples)])),
  }
}

const statementsOf = (db: Database): number => db.stats().queries_total ?? 0

/** Processor time of the whole process, with the threads of heavy reads, but without that of a PostgreSQL server. */
async function processorOf<T>(work: () => Promise<T>): Promise<{ value: T; processor: number }> {
  const before = process.cpuUsage()
  const value = await work()
  const { user, system } = process.cpuUsage(before)
  return { value, processor: (user + system) / 1_000 }
}

function figuresOf({ elapsed, statements, processor, reference, bytes, hold, turn }: Samples): Figures {
  const median = (values: readonly number[]) => percentile(values, 0.5)
  return {
    runs: elapsed.length,
    p50: median(elapsed),
    p99: percentile(elapsed, 0.99),
    bytes,
    statements: median(statements),
    processor: median(processor),
    times: median(processor) / median(reference),
    hold,
    turn,
  }
}

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
