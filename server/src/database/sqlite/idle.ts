import { performance } from 'node:perf_hooks'

/**
 * Waits until a turn of the event loop has found no I/O: then every request that has arrived is answered, or waits for
 * something else.
 * @param isBusy whether one goes on without I/O
 * @param isOver ends the wait all the same; it is called once per turn
 */
export async function untilIdle(isBusy: () => boolean, isOver: () => boolean): Promise<void> {
  for (let before = countEvents(); ; before = countEvents()) {
    await new Promise((resolve) => setImmediate(resolve))
    if ((countEvents() === before && !isBusy()) || isOver()) return
  }
}

/** How many events of I/O the loop has processed. */
const countEvents = (): number => performance.nodeTiming.uvMetricsInfo.events
