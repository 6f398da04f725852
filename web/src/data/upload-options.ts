export interface UploadOptions {
  purpose?: 'post' | 'avatar'
  /** Called with whole percent, 0 to 100. */
  onProgress?: (percent: number) => void
  signal?: AbortSignal
}

/** Resolves after so many milliseconds, or at once when cancelled: what comes next finds that out. */
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
