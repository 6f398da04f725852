import { availableParallelism } from 'node:os'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Engine } from '../../database/database.ts'
import { AppError } from '../errors/errors.ts'
import { createFairLimit, type FairLimit } from './fair-limit.ts'
import type { LoadGate } from './load-gate.ts'

/**
 * SQLite's heavy statements have one thread. PostgreSQL's run beside each other, but on two processors two of them
 * leave none for the statements of others.
 */
export const heavyReadsAtOnce = (engine: Engine): number => (engine === 'sqlite' || availableParallelism() <= 2 ? 1 : 2)

/** How many reads may wait. Beyond that a refusal is better than a long wait. */
const WAITING_MAX = 100
/** All visitors take turns as one member. */
const VISITORS = 0

declare module 'fastify' {
  interface FastifyInstance {
    heavyReads: HeavyReads
  }
}

export function registerHeavyReads(app: FastifyInstance, heavyReads: HeavyReads): void {
  app.decorate('heavyReads', heavyReads)
  app.decorateRequest('isInTurn', false)
}

/** A read turns out to be heavy. It begins again when it is its turn. */
export class NeedsTurn extends Error {}

/**
 * Reads that cost much more than others, say searches. One or two are under way at a time, and members take turns: so
 * however much one member asks for, others wait for little of it.
 */
export class HeavyReads {
  readonly #limit: FairLimit<number>
  readonly #gate: LoadGate | null
  #refused = 0
  #done = 0
  #milliseconds = 0

  /** @param max how many are under way at a time */
  constructor(max: number, gate: LoadGate | null) {
    this.#limit = createFairLimit(max, WAITING_MAX)
    this.#gate = gate
  }

  /** Those that wait and are under way, and those that were refused and done since the start, with their seconds. */
  get state() {
    return {
      waiting: this.#limit.waiting,
      underWay: this.#limit.underWay,
      refused: this.#refused,
      done: this.#done,
      seconds: this.#milliseconds / 1_000,
    }
  }

  /** Reads at once, or in turn if the read is heavy, or turns out to be. */
  take<T>(request: FastifyRequest, read: () => Promise<T>, isHeavy: boolean): Promise<T> {
    if (isHeavy) return this.run(request, read)
    return read().catch((error) => {
      if (error instanceof NeedsTurn) return this.run(request, read)
      throw error
    })
  }

  /**
   * Calls back when it is this request's turn. If it has waited for it, its viewer is authenticated again, and nothing
   * is read for a client that has left.
   * @throws unavailable if too many reads wait already, else what the read throws
   */
  run<T>(request: FastifyRequest, read: () => Promise<T>): Promise<T> {
    const id = request.viewer?.id ?? VISITORS
    // They are bounded here. As slow answers, they would make the gate refuse others.
    if (request.countedFrom !== 0) this.#gate?.pause()
    request.countedFrom = 0
    let hasWaited = false
    const readInTurn = async () => {
      const begun = performance.now()
      try {
        if (hasWaited && request.raw.socket.destroyed) throw unread(request)
        if (hasWaited) await request.renewViewer()
        request.isInTurn = true
        return await read()
      } finally {
        this.#done++
        this.#milliseconds += performance.now() - begun
      }
    }
    const refuse = () => {
      this.#refused++
      return unread(request)
    }
    const answer = this.#limit.run(id, readInTurn, refuse)
    hasWaited = true
    return answer
  }
}

/** In the log it is a refusal, not an error. */
function unread(request: FastifyRequest): AppError {
  request.isShed = true
  return new AppError('unavailable')
}
