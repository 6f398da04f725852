import type { Job, JobState } from '../../jobs/job.ts'
import type { Metrics } from './metrics.ts'

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

/** The metrics of background work on this node, by job. @param jobs called for each request for metrics */
export function watchJobs(jobs: () => Iterable<Job>, { series }: Metrics): void {
  for (const [name, help, read] of METRICS)
    series(`quack_job_${name}`, help, 'job', () =>
      [...jobs()].flatMap((job) => {
        const value = read(job.state)
        return value === undefined ? [] : [[job.name, value] as const]
      }),
    )
}
