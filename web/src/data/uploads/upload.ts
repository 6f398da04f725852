import type { UploadedMedia } from '@quack/contract'
import { isFromGateway, readAnswer } from '../api/api.ts'
import { ApiError, NetworkError } from '../api/api-errors.ts'
import { noteReachable, noteUnreachable } from '../api/connection.ts'
import { readRawAnswer, toAddress } from '../api/http.ts'
import { KEPT_NAMES } from '../api/member-key.ts'
import { getSession, memberOfSession } from '../api/session.ts'
import { type Begun, type SendRequest, sendFile, tusHeaders } from './send-file.ts'
import { LEFT, pause, type UploadOptions } from './upload-options.ts'

/** Back-off before a retry, in milliseconds. It starts over whenever bytes have arrived. */
const DELAYS = [0, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000, 15_000]
/** In milliseconds. A part that takes longer is taken for lost. A picture may be processed for 45 seconds. */
const STALLED_MS = 60_000

/**
 * Uploads a file. A broken upload goes on where it stopped, also after a reload when the same file is picked again.
 * Throws what `call` throws, and AbortError when cancelled: what has arrived is then deleted, but not for LEFT.
 */
export async function upload(file: File, options: UploadOptions = {}): Promise<UploadedMedia> {
  const { purpose = 'post', onProgress, signal } = options
  const token = getSession()?.token
  const send = createRequests(file, token, signal)
  // Names an unfinished upload of the same file by the same member.
  const mark = KEPT_NAMES.upload + [memberOfSession(), purpose, file.name, file.size, file.lastModified].join(':')
  const address = inStorage((storage) => storage.getItem(mark))
  const begun: Begun = address === null ? {} : { address }
  let delays = [...DELAYS]
  let arrived = 0
  const noteSent = (bytes: number) => {
    inStorage((storage) => storage.setItem(mark, begun.address ?? ''))
    if (bytes > arrived) delays = [...DELAYS]
    arrived = bytes
    onProgress?.(Math.floor((bytes / Math.max(file.size, 1)) * 100))
  }
  const path = toAddress('/api/uploads', {}, { for: purpose === 'avatar' ? 'avatar' : undefined })
  while (true) {
    try {
      const media = await sendFile(file, { path, begun, send, noteSent })
      forget()
      return media
    } catch (error) {
      if (signal?.aborted) {
        if (signal.reason !== LEFT) {
          forget()
          // The server would keep it for a day.
          if (begun.address) createRequests(file, token)('DELETE', begun.address).catch(() => undefined)
        }
        throw signal.reason
      }
      if (error instanceof ApiError && !isWorthRepeating(error, begun)) {
        forget()
        throw error
      }
      // Nothing of it has arrived: without a network, the file waits with its post.
      if (error instanceof NetworkError && !begun.address) throw error
      const delay = delays.shift()
      if (delay === undefined) throw error instanceof ApiError ? error : new NetworkError(error)
      await pause(delay, signal)
    }
  }

  function forget(): void {
    inStorage((storage) => storage.removeItem(mark))
  }
}

/** Of an upload that the server does not have any more, nothing is known. */
function isWorthRepeating(error: ApiError, begun: Begun): boolean {
  if (error.code === 'uploadUnknown' && begun.address) {
    delete begun.address
    delete begun.isComplete
    return true
  }
  return !begun.isComplete && (error.status >= 500 || error.code === 'uploadOffsetWrong')
}

/** Requests of the member who has begun the upload. */
function createRequests(file: File, token: string | undefined, signal?: AbortSignal): SendRequest {
  return async (method, address, part) => {
    const stalled = new AbortController()
    const timer = setTimeout(() => stalled.abort(), STALLED_MS)
    try {
      const answer = await fetch(address, {
        method,
        headers: { ...tusHeaders(file, part), ...(token && { authorization: `Bearer ${token}` }) },
        ...(part?.part && { body: part.part }),
        signal: signal ? AbortSignal.any([signal, stalled.signal]) : stalled.signal,
      })
      if (answer.ok) noteReachable()
      else await refuse(answer, token)
      return answer
    } catch (error) {
      if (signal?.aborted || error instanceof ApiError) throw error
      noteUnreachable()
      throw new NetworkError(error)
    } finally {
      clearTimeout(timer)
    }
  }
}

/** Throws what `call` throws. */
async function refuse(answer: Response, token: string | undefined): Promise<void> {
  const raw = await readRawAnswer(answer)
  if (!isFromGateway(raw)) noteReachable()
  readAnswer(raw, token)
}

/** Where storage is blocked, the file is sent from its start after a reload. */
function inStorage<Result>(use: (storage: Storage) => Result): Result | null {
  try {
    return use(localStorage)
  } catch {
    return null
  }
}
