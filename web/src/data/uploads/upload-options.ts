export interface UploadOptions {
  purpose?: 'post' | 'avatar'
  /** Called with an integer from 0 to 100. */
  onProgress?: (percent: number) => void
  signal?: AbortSignal
}

/** The reason of an abort that keeps what has arrived on the server: the upload will be resumed. */
export const LEFT = new DOMException('The upload is continued elsewhere.', 'AbortError')

/** Resolves after `delay` milliseconds, or immediately when aborted. It never rejects: the next request will. */
export function pause(delay: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, delay)
    function done() {
      clearTimeout(timer)
      signal?.removeEventListener('abort', done)
      resolve()
    }
    signal?.addEventListener('abort', done, { once: true })
    if (signal?.aborted) done()
  })
}
