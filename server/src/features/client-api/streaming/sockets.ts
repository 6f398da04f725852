import type { IncomingMessage } from 'node:http'
import { STREAMING_PATH } from '@quack/contract/client-api/streaming'
import type { WebSocket, WebSocketServer } from 'ws'
import type { Outlet } from '../../events/live-stream.ts'

/** What apps say is short. */
const MESSAGE_MAX_BYTES = 4_096
/** How long a socket may take to close, in milliseconds: a stopping server waits for it. */
const CLOSE_MS = 2_000
/** How long the other side may take to answer a ping, in milliseconds. */
const PONG_MS = 10_000
/** The server goes away, or the session has ended: an app that may connects again. */
const GOING_AWAY = 1001

let sockets: WebSocketServer | null = null

/** Loaded with the first socket. */
export async function openSockets(): Promise<WebSocketServer> {
  if (sockets) return sockets
  const { WebSocketServer } = await import('ws')
  const options = { noServer: true, clientTracking: false, perMessageDeflate: false, maxPayload: MESSAGE_MAX_BYTES }
  // A protocol that is asked for is repeated, because browsers insist on it.
  sockets ??= new WebSocketServer({ ...options, ...{ closeTimeout: CLOSE_MS } })
  return sockets
}

export function outletOf(socket: WebSocket): Outlet {
  // The socket closes by itself.
  socket.on('error', () => undefined)
  return {
    get destroyed() {
      return socket.readyState !== socket.OPEN
    },
    get readableLength() {
      return socket.bufferedAmount
    },
    push: (text) => (text === null ? socket.close(GOING_AWAY) : socket.send(text)),
    destroy: () => socket.terminate(),
    once: (event, listener) => socket.once(event, listener),
  }
}

/** Ends a connection whose other side has gone without a word. */
export function pingOf(socket: Pick<WebSocket, 'on' | 'ping' | 'terminate'>): () => void {
  let askedAt: number | null = null
  socket.on('pong', () => {
    askedAt = null
  })
  return () => {
    // A round of news that fails is repeated, with its pings.
    if (askedAt !== null && Date.now() - askedAt < PONG_MS) return
    if (askedAt !== null) return socket.terminate()
    askedAt = Date.now()
    socket.ping()
  }
}

/** Moves the token of a stream's address, or of a WebSocket's protocol, to the header where all tokens are read. */
export function takeToken(request: IncomingMessage): void {
  const { url = '', headers } = request
  if (!url.startsWith(STREAMING_PATH)) return
  const [path = '', query = ''] = url.split('?')
  const search = new URLSearchParams(query)
  const [protocol] = headers['sec-websocket-protocol']?.split(',') ?? []
  const token = search.get('access_token') ?? protocol?.trim()
  if (token && !headers.authorization) headers.authorization = `Bearer ${token}`
  if (!search.has('access_token')) return
  search.delete('access_token')
  request.url = `${path}?${search}`
}
