import { randomBytes } from 'node:crypto'
import { S3mini } from 's3mini'
import type { S3Location } from '../src/features/media/s3-store.ts'

/** The S3-compatible store of this run, if there is one. */
const KEYS = process.env.TEST_S3

/** A new bucket in the store of this run; null if media are stored in a directory. */
export async function createTestBucket(): Promise<S3Location | null> {
  if (KEYS === undefined) return null
  return createBucket(JSON.parse(KEYS) as Omit<S3Location, 'bucket'>)
}

export async function createBucket(keys: Omit<S3Location, 'bucket'>): Promise<S3Location> {
  const bucket = `quack-${randomBytes(6).toString('hex')}`
  if (!(await new S3mini({ ...keys, endpoint: `${keys.endpoint}/${bucket}` }).createBucket())) {
    throw new Error('The S3 store makes no bucket.')
  }
  return { ...keys, bucket }
}
