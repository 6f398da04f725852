import { AppError } from '../errors/errors.ts'
import { createFairQueue } from './fair-queue.ts'

/** Does a few things at a time. The owners of those that wait take turns. */
export interface FairLimit<Owner> {
  /** @throws unavailable if too many wait already, else what the work throws */
  run<T>(owner: Owner, work: () => Promise<T>): Promise<T>
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
    run<T>(owner: Owner, work: () => Promise<T>): Promise<T> {
      const { promise, resolve, reject } = Promise.withResolvers<T>()
      const entry = { start: () => work().then(resolve, reject), drop: () => reject(new AppError('unavailable')) }
      waiting.add(owner, entry)?.drop()
      next()
      return promise
    },
  }
}
