import { AppError } from '../errors/errors.ts'
import { createFairQueue } from './fair-queue.ts'

/** Does a few things at a time. The owners of those that wait take turns. */
export interface FairLimit<Owner> {
  readonly waiting: number
  readonly underWay: number
  /**
   * Begins at once if there is room.
   * @param refusal makes the error of work that is not done because too much waits; by default it is unavailable
   * @throws the refusal, else what the work throws
   */
  run<T>(owner: Owner, work: () => Promise<T>, refusal?: () => Error): Promise<T>
}

interface Waiting {
  start(): Promise<void>
  drop(): void
}

export function createFairLimit<Owner>(atOnce: number, waitingMax: number): FairLimit<Owner> {
  const waiting = createFairQueue<Owner, Waiting>(waitingMax)
  let underWay = 0

  function next(): void {
    const first = underWay < atOnce ? waiting.take() : null
    if (!first) return
    underWay++
    void first.start().finally(() => {
      underWay--
      next()
    })
  }

  return {
    get waiting() {
      return waiting.size
    },
    get underWay() {
      return underWay
    },
    run<T>(owner: Owner, work: () => Promise<T>, refusal = () => new AppError('unavailable')): Promise<T> {
      const { promise, resolve, reject } = Promise.withResolvers<T>()
      const entry = { start: () => work().then(resolve, reject), drop: () => reject(refusal()) }
      waiting.add(owner, entry)?.drop()
      next()
      return promise
    },
  }
}
