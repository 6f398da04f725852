import type { UploadedMedia } from '@quack/contract'
import { NetworkError } from '../api/api-errors.ts'
import { loadCode } from '../code/load-code.ts'
import { pause, type UploadOptions } from './upload-options.ts'
import { uploadWhole } from './upload-whole.ts'

/** In bytes. For smaller files, the extra requests of a resumable upload cost more than sending the file again. */
const RESUMABLE_FROM = 1_048_576
/** Delays before a small file is sent again, in milliseconds. */
const RETRY_DELAYS = [1_000, 3_000, 6_000]

/**
 * Uploads a file: a small one in one request, which is repeated if the connection breaks; a larger one resumably.
 * Throws what `call` throws, and AbortError when cancelled.
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
