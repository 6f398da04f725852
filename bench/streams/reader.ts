import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export interface Reader {
  close(): void
}

/** The start of what a stream says of new posts. */
const NEWS = /^data: \{"ids":\[([^\]]*)\]\}$/gm

/** When one who was told that the server is busy comes back, in milliseconds. */
const RETRY_MS = 2_000

/** As `connectReader`, and comes back as clients do while the server is too busy. */
export async function openReader(...of: Parameters<typeof connectReader>): Promise<Reader> {
  for (;;) {
    const reader = await connectReader(...of)
    if (reader) return reader
    await sleep(RETRY_MS)
  }
}

/**
 * Holds one stream of events open on a bare socket, which takes little of this process. Resolves once the stream has said
 * where things stand, with null when the server is busy. @param onPost told of each new post
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
      // Events come whole: they are small, and each is written at once.
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
