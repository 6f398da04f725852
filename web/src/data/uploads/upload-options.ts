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

/** Endings of pictures and videos for which some systems know no type. What the content is, only the server knows. */
const PICTURES = ['jpg', 'jpeg', 'png', 'gif', 'webp', 'avif', 'heic']
const VIDEOS = ['mp4', 'm4v', 'mov', 'webm', 'mkv']

/** What a file is by its type, or by its name if it has none; null for neither a picture nor a video. */
export function fileKind({ type, name }: Pick<File, 'type' | 'name'>): 'image' | 'video' | null {
  const [kind] = type.split('/')
  if (kind === 'image' || kind === 'video') return kind
  if (type !== '') return null
  const [, ending = ''] = /\.(\w+)$/.exec(name.toLowerCase()) ?? []
  if (PICTURES.includes(ending)) return 'image'
  return VIDEOS.includes(ending) ? 'video' : null
}
