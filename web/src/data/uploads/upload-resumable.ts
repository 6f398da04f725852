import type { UploadedMedia } from '@quack/contract'
import { ERROR_CODE_HEADER } from '@quack/contract/errors/client-errors'
import { type DetailedError, type HttpResponse, Upload } from 'tus-js-client'
import { toAddress } from '../api/address.ts'
import { call, isFromGateway, readAnswer } from '../api/api.ts'
import { NetworkError } from '../api/api-errors.ts'
import { noteReachable, noteUnreachable } from '../api/connection.ts'
import type { RawAnswer } from '../api/raw-answer.ts'
import { getSession, memberOfSession } from '../api/session.ts'
import { LEFT, pause, type UploadOptions } from './upload-options.ts'
import { endIfStalled } from './upload-whole.ts'

const PATH = '/api/uploads'
/** Bytes per request. Small, because a browser may itself repeat a broken request from its start. */
const CHUNK = 1_048_576
/** Back-off before a retry, in milliseconds. It starts over whenever bytes have arrived. */
const DELAYS = [0, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000, 15_000]

/**
 * Uploads a file by the tus protocol and has the server process it. A broken upload resumes where it stopped, also
 * after a reload when the same file is picked again.
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

/** @returns the URL of the completed upload */
async function send(file: File, { purpose = 'post', onProgress, signal }: UploadOptions): Promise<string> {
  const token = getSession()?.token
  const member = memberOfSession()
  return new Promise<string>((resolve, reject) => {
    const cancelled = () => reject(new DOMException('The upload was cancelled.', 'AbortError'))
    const sending = new Upload(file, {
      endpoint: toAddress(PATH, {}, { for: purpose === 'avatar' ? 'avatar' : undefined }),
      headers: { accept: 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
      // Identifies an unfinished upload of the same file by the same member.
      fingerprint: async () => [member, purpose, file.name, file.size, file.lastModified].join(':'),
      removeFingerprintOnSuccess: true,
      chunkSize: CHUNK,
      retryDelays: DELAYS,
      onShouldRetry: ({ originalResponse }: DetailedError) => {
        const status = originalResponse?.getStatus() ?? 0
        if (status === 0) noteUnreachable()
        return status === 0 || status >= 500 || status === 409
      },
      onBeforeRequest: (request) => endIfStalled(request.getUnderlyingObject() as XMLHttpRequest),
      onAfterResponse: (_, response) => (isFromGateway(toRawAnswer(response)) ? noteUnreachable() : noteReachable()),
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
      // Also deletes the upload on the server, which otherwise expires it after a day.
      sending.abort(signal?.reason !== LEFT).catch(() => undefined)
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

/** Converts the library's error to the one that `call` would throw. */
function toOurs(error: Error | DetailedError, token: string | undefined): unknown {
  const response = 'originalResponse' in error ? error.originalResponse : null
  if (!response || response.getStatus() === 0) return new NetworkError(error)
  try {
    readAnswer(toRawAnswer(response), token)
  } catch (ours) {
    return ours
  }
  return new NetworkError(error)
}

function toRawAnswer(response: HttpResponse): RawAnswer {
  const code = response.getHeader(ERROR_CODE_HEADER) ?? null
  return { status: response.getStatus(), code, text: response.getBody() }
}
