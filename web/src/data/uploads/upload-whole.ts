import type { UploadedMedia } from '@quack/contract'
import { ERROR_CODE_HEADER } from '@quack/contract/errors/client-errors'
import { toAddress } from '../api/address.ts'
import { readAnswer } from '../api/api.ts'
import { NetworkError } from '../api/api-errors.ts'
import { noteUnreachable } from '../api/connection.ts'
import type { RawAnswer } from '../api/raw-answer.ts'
import { getSession } from '../api/session.ts'
import type { UploadOptions } from './upload-options.ts'

/**
 * Uploads a file in one request. Uses XMLHttpRequest, because fetch reports no upload progress. Throws what `call`
 * throws, also for a connection that hangs, and AbortError when cancelled.
 */
export function uploadWhole(
  file: File,
  { purpose = 'post', onProgress, signal }: UploadOptions,
): Promise<UploadedMedia> {
  const token = getSession()?.token
  const request = new XMLHttpRequest()
  return new Promise<UploadedMedia>((resolve, reject) => {
    const abort = () => request.abort()
    const aborted = () => reject(new DOMException('The upload was cancelled.', 'AbortError'))
    if (signal?.aborted) {
      aborted()
      return
    }
    signal?.addEventListener('abort', abort, { once: true })
    request.addEventListener('loadend', () => signal?.removeEventListener('abort', abort))
    request.addEventListener('abort', aborted)
    request.addEventListener('error', () => {
      noteUnreachable()
      reject(new NetworkError())
    })
    request.upload.addEventListener('progress', (event) => {
      if (event.lengthComputable && event.total > 0) onProgress?.(Math.floor((event.loaded / event.total) * 100))
    })
    request.addEventListener('load', () => {
      Promise.resolve()
        .then(() => readAnswer(toRawAnswer(request), token))
        .then((answer) => resolve((answer as { media: UploadedMedia }).media))
        .catch((error) => {
          if (error instanceof NetworkError) noteUnreachable()
          reject(error)
        })
    })
    request.open('POST', toAddress('/api/media', {}, { for: purpose === 'avatar' ? 'avatar' : undefined }))
    request.setRequestHeader('accept', 'application/json')
    if (token) request.setRequestHeader('authorization', `Bearer ${token}`)
    const form = new FormData()
    form.append('file', file)
    endIfStalled(request)
    request.send(form)
  })
}

function toRawAnswer(request: XMLHttpRequest): RawAnswer {
  return { status: request.status, code: request.getResponseHeader(ERROR_CODE_HEADER), text: request.responseText }
}

/** In milliseconds. A connection over which nothing has been sent for this long is taken for lost. */
const SENDING_MS = 30_000
/** In milliseconds. When all has been sent, the server may still process it: a picture that hangs, for 45 seconds. */
const ANSWERING_MS = 90_000

/**
 * Ends a request with the event `error` if its connection hangs. Without a limit, a browser may wait until it is closed,
 * and so would everything behind the upload. Call this before `send`.
 */
export function endIfStalled(request: XMLHttpRequest): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  function end() {
    // Before the abort, which says that the member has cancelled it.
    request.dispatchEvent(new ProgressEvent('error'))
    request.abort()
  }
  function wait(ms: number) {
    clearTimeout(timer)
    timer = setTimeout(end, ms)
  }
  request.upload.addEventListener('progress', () => wait(SENDING_MS))
  request.upload.addEventListener('load', () => wait(ANSWERING_MS))
  request.addEventListener('loadend', () => clearTimeout(timer))
  wait(SENDING_MS)
}
