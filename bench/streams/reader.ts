import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export interface Reader {
  close(): void
}

/** The data of an event about new posts. */
const NEWS = /^data: \{"ids":\[([^\]]*)\]\}$/gm

/** The delay before a refused connection is retried, in milliseconds. */
const RETRY_MS = 2_000

/** Like `connectReader`, and retries while the server is busy, as clients do. */
export async function openReader(...of: Parameters<typeof connectReader>): Promise<Reader> {
  for (;;) {
    const reader = await connectReader(...of)
    if (reader) return reader
    await sleep(RETRY_MS)
  }
}

/**
 * Opens an event stream on a bare socket, which uses little memory.
 * @param onPost called for each new post
 * @returns when the stream has sent its initial events; null if the server is busy
 */
function connectReader(
  port: number,
  token: string,
  watch: readonly string[],
  onPost: (id: string) => void,
): Promise<Reader | null> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    socket.setEncoding('utf8')
    socket.on('error', reject)
    socket.write(
      `GET /api/events?watch=${watch.join()} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${token}\r\n\r\n`,
    )
    let isOpen = false
    socket.on('data', (chunk: string) => {
      // An event is small and written in one piece, so chunks contain complete events.
      for (const [, ids = ''] of chunk.matchAll(NEWS)) for (const id of ids.split(',')) onPost(JSON.parse(id))
      if (isOpen) return
      if (chunk.startsWith('HTTP/1.1 503')) {
        socket.destroy()
        resolve(null)
      } else if (chunk.startsWith('HTTP/1.1 ') && !chunk.startsWith('HTTP/1.1 200'))
        reject(new Error(chunk.slice(0, 500)))
      if (!chunk.includes('event: follower')) return
      isOpen = true
      resolve({ close: () => socket.destroy() })
    })
  })
}
