import { createWriteStream, openAsBlob } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { MediaStore } from './media-store.ts'
import { openTemporaryFiles } from './temporary-files.ts'

export interface S3Location {
  readonly endpoint: string
  readonly region: string
  readonly bucket: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

/** The store of the configuration cannot be used. The message is for the operator. */
export class MediaStoreError extends Error {}

/**
 * Stores objects in a bucket of an S3-compatible store, with path-style addresses.
 * @param directory a local directory for temporary files
 * @param page names in one answer of the store, when it lists them
 * @throws MediaStoreError if the bucket cannot be reached
 */
export async function openS3Store(location: S3Location, directory: string, page = 1_000): Promise<MediaStore> {
  // Loaded only where it is configured.
  const { S3mini } = await import('s3mini')
  const { endpoint, bucket, region, accessKeyId, secretAccessKey } = location
  const s3 = new S3mini({
    endpoint: `${endpoint.replace(/(?<!\/)\/+$/, '')}/${bucket}`,
    region,
    accessKeyId,
    secretAccessKey,
  })
  await requireBucket(() => s3.bucketExists(), location)
  const temporaryFiles = await openTemporaryFiles(directory)

  async function open(name: string, range?: { start: number; end: number }) {
    const whole = range === undefined
    // The library's end of a range is exclusive.
    const answer = await ifThere(s3.getObjectRaw(name, whole, range?.start ?? 0, whole ? undefined : range.end + 1))
    return answer?.body ? Readable.fromWeb(answer.body as never) : null
  }

  async function* list(prefix: string) {
    let next: string | undefined
    do {
      const listed = await s3.listObjectsPaged('/', prefix, page, next)
      for (const object of listed?.objects ?? []) yield { name: object.Key, storedAt: object.LastModified.getTime() }
      next = listed?.nextContinuationToken
    } while (next !== undefined)
  }

  return {
    ...temporaryFiles,
    open,
    list: () => list(''),

    async put(file, name, mime) {
      // The file is streamed. The object becomes visible only when all of it has arrived.
      await s3.putObject(name, await openAsBlob(file), mime)
      await rm(file, { force: true })
    },

    async find(name) {
      return (await s3.objectExists(name)) ? { bytes: await s3.getContentLength(name) } : null
    },

    async withLocalFile(name, use) {
      const content = await open(name)
      if (content === null) return null
      const path = temporaryFiles.temporaryFile()
      try {
        await pipeline(content, createWriteStream(path))
        return await use(path)
      } finally {
        await rm(path, { force: true })
      }
    },

    async remove(name) {
      for await (const made of list(`${name}.`)) await ifThere(s3.deleteObject(made.name))
      await ifThere(s3.deleteObject(name))
    },
  }
}

async function requireBucket(exists: () => Promise<boolean>, { endpoint, bucket }: S3Location): Promise<void> {
  const isThere = await exists().catch((error: Error) => {
    throw new MediaStoreError(`The media store at ${endpoint} failed: ${reasonOf(error)}`)
  })
  if (isThere) return
  throw new MediaStoreError(`There is no bucket "${bucket}" at ${endpoint}, or the keys give no access to it.`)
}

/**
 * One line. An error of `fetch` says what failed only in its cause. Without one, `fetch` did not take the request: its
 * message may contain signed headers.
 */
function reasonOf(error: Error): string {
  let first = error
  while (first.cause instanceof Error) first = first.cause
  if (first === error && !('status' in error)) return 'no request can be made of this address and these keys.'
  const message = first.message.replace(/\s+/g, ' ').trim()
  const code = 'code' in first && typeof first.code === 'string' ? first.code : ''
  if (message.includes(code)) return message
  return message === '' ? code : `${message} (${code})`
}

/** Null if the object does not exist. Other errors are thrown. */
async function ifThere<T>(result: Promise<T>): Promise<T | null> {
  try {
    return await result
  } catch (error) {
    if (error instanceof Error && 'status' in error && error.status === 404) return null
    throw error
  }
}
