import { type S3Keys, startS3Store } from '@quack/testing/s3-store'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** An S3-compatible store; null for tests that keep media in a directory. */
    s3: S3Keys | null
  }
}

/** Starts an S3-compatible store for the project `s3`. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const store = await startS3Store()
  project.provide('s3', store.keys)
  return () => store.stop()
}
