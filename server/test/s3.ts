import { createBucket, type S3Keys } from '@quack/testing/s3-store'
import type { S3Location } from '../src/features/media/store/s3-store.ts'

/** The S3-compatible store of this run, if there is one. */
const KEYS = process.env.TEST_S3

/** A new bucket in the store of this run; null if media are stored in a directory. */
export async function createTestBucket(): Promise<S3Location | null> {
  if (KEYS === undefined) return null
  return createBucket(JSON.parse(KEYS) as S3Keys)
}
