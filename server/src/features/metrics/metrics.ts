import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { CacheStats } from '../../cache/cache.ts'
import type { Database } from '../../database/database.ts'
import type { HeavyReads } from '../../http/limits/heavy-reads.ts'
import type { LoadGate } from '../../http/limits/load-gate.ts'
import type { Job, JobState } from '../../jobs/job.ts'

/** Metrics of the process: memory, CPU, event loop, garbage collection. All apps of one process share them. */
const ofProcess = new Registry()

/** The metrics of one app, for Prometheus. */
export function createMetrics(db: Database, gate: LoadGate | null, caches: ReadonlyMap<string, CacheStats>) {
  const registers = [new Registry()]
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of HTTP requests in seconds, by method, route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 30],
    registers,
  })
  const limited = new Counter({
    name: 'quack_requests_limited_total',
    help: 'Requests refused by a rate limit, by class',
    labelNames: ['class'],
    registers,
  })
  /** Children by label values, because looking them up for every request costs more than counting. */
  const durations = new Map<string, Histogram.Internal<string>>()
  const metrics = {
    /** Requests that have not been answered yet, but for event streams. */
    underWay: 0,
    limited,
    /** @param seconds duration of the answer */
    observe(method: string, route: string, status: number, seconds: number): void {
      const key = `${method} ${status} ${route}`
      let found = durations.get(key)
      if (!found) {
        found = duration.labels(method, route, String(status))
        durations.set(key, found)
      }
      found.observe(seconds)
    },
    /** Adds a metric of a feature. @param read called for each request for metrics */
    gauge(name: string, help: string, read: () => number): void {
      new Gauge({
        name,
        help,
        registers,
        collect() {
          this.set(read())
        },
      })
    },
    /** As gauge, for a number that only grows. @param name ends in `_total` */
    counter(name: string, help: string, read: () => number): void {
      new Counter({
        name,
        help,
        registers,
        collect() {
          this.reset()
          this.inc(read())
        },
      })
    },
    /** As gauge, or as counter if the name ends in `_total`, with a time series for each value of a label. */
    series(name: string, help: string, label: string, read: () => Iterable<readonly [value: string, number]>): void {
      const Metric = name.endsWith('_total') ? Counter : Gauge
      new Metric({
        name,
        help,
        labelNames: [label],
        registers,
        collect() {
          this.reset()
          for (const [value, number] of read()) this.inc({ [label]: value }, number)
        },
      })
    },
    async text(): Promise<string> {
      // Started with the first request for metrics, because these collectors keep a timer running.
      if (ofProcess.getMetricsAsArray().length === 0) collectDefaultMetrics({ register: ofProcess })
      return Registry.merge([ofProcess, ...registers]).metrics()
    },
  }
  metrics.gauge('http_requests_under_way', 'HTTP requests in progress', () => metrics.underWay)
  if (gate) watchGate(gate, metrics)
  watchCaches(caches, metrics)
  watchDatabase(db, metrics)
  return metrics
}

export type Metrics = ReturnType<typeof createMetrics>

function watchGate(gate: LoadGate, { counter, gauge }: Metrics): void {
  counter('quack_requests_shed_total', 'Requests refused because of overload', () => gate.state.refused)
  gauge('quack_requests_waiting_limit', 'Maximum number of requests in progress', () => gate.state.limit)
}

function watchCaches(caches: ReadonlyMap<string, CacheStats>, { series }: Metrics): void {
  const of = (stat: keyof CacheStats) => () => Array.from(caches, ([cache, stats]) => [cache, stats[stat]] as const)
  series('quack_cache_hits_total', 'Cache hits, by cache', 'cache', of('hits'))
  series('quack_cache_misses_total', 'Cache misses, by cache', 'cache', of('misses'))
  series('quack_cache_entries', 'Entries in a cache, by cache', 'cache', of('entries'))
  series('quack_cache_bytes', 'Size of a cache in bytes, by cache', 'cache', of('bytes'))
}

/**
 * A metric for each statistic of the engine in HELP. The engines have different ones. Names of counters end in
 * `_total`.
 */
function watchDatabase(db: Database, { counter, gauge }: Metrics): void {
  for (const [key, help] of Object.entries(HELP)) {
    if (!(key in db.stats())) continue
    const add = key.endsWith('_total') ? counter : gauge
    add(`quack_database_${key}`, help, () => db.stats()[key] ?? 0)
  }
}

const HELP: Readonly<Record<string, string>> = {
  connections: 'Open connections to PostgreSQL',
  connections_idle: 'Idle connections to PostgreSQL',
  connections_waiting: 'Requests waiting for a connection to PostgreSQL',
  replica_reads_total: 'Reads from the replica',
  replica_passed_total: 'Reads from the primary, because the replica was behind or unavailable',
  queries_total: 'Executed statements',
  heavy_queries_total: 'Those of heavy reads, in their thread',
  retries_total: 'Retries of transactions, after a conflict or a lost connection',
  writes_waiting: 'Writes waiting for the next commit',
  writes_total: 'Processed writes, committed or refused',
  commits_total: 'Commits; concurrent writes share one',
  wal_pages: 'Pages of the write-ahead log since its last reset',
  writes_lost: '1 if the write-ahead log was missing or damaged at the start, after an unclean end',
  checkpoints_total: 'Checkpoints of the write-ahead log in the background',
}

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

type Read = (state: JobState) => number | undefined

const METRICS: readonly (readonly [name: string, help: string, read: Read])[] = [
  ['looks_total', 'Looks of a background job for work', ({ looks }) => looks],
  ['look_failures_total', 'Looks of a background job that failed and are repeated', ({ failures }) => failures],
  ['look_seconds_total', 'How long its looks took', ({ seconds }) => seconds],
  [
    'last_success_seconds',
    'When a look last succeeded, in seconds since 1970',
    ({ succeededAt }) => succeededAt / 1_000,
  ],
  ['runs_total', 'Runs of a queue, one for each row', ({ runs }) => runs?.ended],
  ['run_failures_total', 'Runs of a queue that failed: the row waits, or was given up', ({ runs }) => runs?.failed],
  ['runs_under_way', 'Runs of a queue in progress', ({ runs }) => runs?.underWay],
]

/** The metrics of background work on this node, by job. @param jobs called whenever the metrics are requested */
export function watchJobs(jobs: () => Iterable<Job>, { series }: Metrics): void {
  for (const [name, help, read] of METRICS)
    series(`quack_job_${name}`, help, 'job', () =>
      [...jobs()].flatMap((job) => {
        const value = read(job.state)
        return value === undefined ? [] : [[job.name, value] as const]
      }),
    )
}
