import type { HeavyReads } from '../../http/limits/heavy-reads.ts'
import type { Metrics } from './metrics.ts'

/** The metrics of the queue of heavy reads. */
export function watchHeavyReads(reads: HeavyReads, { gauge, counter }: Metrics): void {
  gauge(
    'quack_heavy_reads_waiting',
    'Searches and other heavy reads that wait for their turn',
    () => reads.state.waiting,
  )
  gauge('quack_heavy_reads_under_way', 'Heavy reads in progress', () => reads.state.underWay)
  counter('quack_heavy_reads_total', 'Heavy reads that were done', () => reads.state.done)
  counter('quack_heavy_reads_seconds_total', 'How long they were in progress', () => reads.state.seconds)
  counter('quack_heavy_reads_refused_total', 'Heavy reads refused because too many waited', () => reads.state.refused)
}
