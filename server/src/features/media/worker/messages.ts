import type { ErrorCode } from '@quack/contract'
import type { JobName } from './jobs.ts'

/** The messages between server and worker. */

export interface Order {
  readonly job: JobName
  readonly input: unknown
}

export type Report = { readonly rss: number } & (
  | { readonly result?: unknown }
  | { readonly refused: ErrorCode }
  | { readonly failed: string }
)
