import type { UploadedMedia } from '@quack/contract'
import { NetworkError } from './api-errors.ts'
import { loadCode } from './load-code.ts'
import { pause, type UploadOptions } from './upload-options.ts'
import { uploadWhole } from './upload-whole.ts'

/** From this size on, in bytes, a broken connection costs more than the requests that going on takes. */
const RESUMABLE_FROM = 1_048_576
/** How long to wait before a small file is sent once more, in milliseconds. */
const RETRY_DELAYS = [1_000, 3_000, 6_000]

/**
 * Sends a file to the media store: a small one in one request, and again when the connection breaks; a larger one so
 * that it goes on where it stopped. Throws what `call` throws, and AbortError when cancelled.
 */
export async function upload(file: File, options: UploadOptions = {}): Promise<UploadedMedia> {
  if (file.size >= RESUMABLE_FROM) {
    const { uploadResumable } = await loadCode(() => import('./upload-resumable.ts'))
    return uploadResumable(file, options)
  }
  for (const delay of RETRY_DELAYS) {
    try {
      return await uploadWhole(file, options)
    } catch (error) {
      if (!(error instanceof NetworkError)) throw error
    }
    await pause(delay, options.signal)
  }
  return uploadWhole(file, options)
}
