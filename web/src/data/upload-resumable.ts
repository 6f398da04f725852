import type { UploadedMedia } from '@quack/contract'
import { type DetailedError, Upload } from 'tus-js-client'
import { call, readAnswer, toAddress } from './api.ts'
import { NetworkError } from './api-errors.ts'
import { noteReachable, noteUnreachable } from './connection.ts'
import { getSession } from './session.ts'
import { pause, type UploadOptions } from './upload-options.ts'

const PATH = '/api/uploads'
/** What a request carries, in bytes: browsers repeat one whose connection breaks by themselves, from its start. */
const CHUNK = 1_048_576
/** How long to wait before going on, in milliseconds; from the start whenever bytes have arrived. */
const DELAYS = [0, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000, 15_000]

/**
 * Sends a file by the tus protocol, and has media made of it. When the connection breaks it goes on from where it
 * stopped; also after a reload, when the same file is picked again.
 */
export async function uploadResumable(file: File, options: UploadOptions): Promise<UploadedMedia> {
  const address = await send(file, options)
  const uploadId = address.slice(address.lastIndexOf('/') + 1)
  for (const delay of DELAYS) {
    try {
      const { signal } = options
      const input = { params: { uploadId } }
      return (await call('POST /api/uploads/:uploadId/finish', input, signal ? { signal } : {})).media
    } catch (error) {
      if (!(error instanceof NetworkError)) throw error
    }
    await pause(delay, options.signal)
  }
  throw new NetworkError()
}

/** @returns the address of the upload, which has arrived whole */
async function send(file: File, { purpose = 'post', onProgress, signal }: UploadOptions): Promise<string> {
  const { token, username } = getSession() ?? {}
  return new Promise<string>((resolve, reject) => {
    const cancelled = () => reject(new DOMException('The upload was cancelled.', 'AbortError'))
    const sending = new Upload(file, {
      endpoint: toAddress(PATH, {}, { for: purpose === 'avatar' ? 'avatar' : undefined }),
      headers: { accept: 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
      // What this member has begun, with this very file.
      fingerprint: async () => [username, purpose, file.name, file.size, file.lastModified].join(':'),
      removeFingerprintOnSuccess: true,
      chunkSize: CHUNK,
      retryDelays: DELAYS,
      onShouldRetry: ({ originalResponse }: DetailedError) => {
        const status = originalResponse?.getStatus() ?? 0
        if (status === 0) noteUnreachable()
        return status === 0 || status >= 500 || status === 409
      },
      onAfterResponse: () => noteReachable(),
      onProgress: (sent, total) => onProgress?.(Math.floor((sent / total) * 100)),
      onError: (error) => {
        signal?.removeEventListener('abort', abort)
        reject(toOurs(error, token))
      },
      onSuccess: () => {
        signal?.removeEventListener('abort', abort)
        if (sending.url === null) reject(new NetworkError())
        else resolve(sending.url)
      },
    })
    function abort() {
      // The server forgets it too; if it cannot be told, it does so after a day.
      sending.abort(true).catch(() => undefined)
      cancelled()
    }
    if (signal?.aborted) {
      cancelled()
      return
    }
    signal?.addEventListener('abort', abort, { once: true })
    sending.findPreviousUploads().then(([previous]) => {
      if (signal?.aborted) return
      if (previous) sending.resumeFromPreviousUpload(previous)
      sending.start()
    }, reject)
  })
}

/** The library's error as `call` would throw it. */
function toOurs(error: Error | DetailedError, token: string | undefined): unknown {
  const response = 'originalResponse' in error ? error.originalResponse : null
  if (!response || response.getStatus() === 0) return new NetworkError(error)
  try {
    readAnswer(response.getStatus(), response.getBody(), token)
  } catch (ours) {
    return ours
  }
  return new NetworkError(error)
}
