import type { ErrorCode } from '@quack/contract'
import type { JobName } from './jobs.ts'

/** The messages between server and worker. */

export interface JobRequest {
  readonly job: JobName
  readonly input: unknown
}

export type JobReport = { readonly rss: number } & (
  | { readonly result?: unknown }
  | { readonly refused: ErrorCode }
  | { readonly failed: string }
)
