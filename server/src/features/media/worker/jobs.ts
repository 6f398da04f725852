import type { ErrorCode } from '@quack/contract'
import { countFrames, storePicture, writeVariant } from '../decoding/pictures.ts'
import { copyVideo, readVideo } from '../decoding/videos.ts'

/** The worker's jobs. Inputs and results are JSON; files are passed as paths. */
export const JOBS = { storePicture, writeVariant, countFrames, readVideo, copyVideo }

type Jobs = typeof JOBS
export type JobName = keyof Jobs
export type JobInput<J extends JobName> = Parameters<Jobs[J]>[0]
export type JobResult<J extends JobName> = Awaited<ReturnType<Jobs[J]>>

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
