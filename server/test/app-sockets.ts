import type { Status } from '@quack/contract/client-api/entities'
import { STREAMING_PATH } from '@quack/contract/client-api/streaming'
import { type ClientOptions, WebSocket } from 'ws'

/** What an app has heard on its socket. */
export interface HeardByApp {
  /** Its stream, with the hashtag. */
  readonly on: string
  readonly event: string
  readonly payload: string
}

export type AppSocket = Awaited<ReturnType<typeof openSocket>>

/** A WebSocket of an app, after its first round: what happens from now on is told. */
export async function openSocket(
  address: string,
  { query = '', protocols = [], ...options }: ClientOptions & { query?: string; protocols?: string[] },
) {
  const socket = new WebSocket(`${address.replace('http', 'ws')}${STREAMING_PATH}${query}`, protocols, options)
  const heard: HeardByApp[] = []
  const errors: { error: string; status: number }[] = []
  const waiting = new Set<() => void>()
  socket.on('message', (data) => {
    const { stream, error, ...message } = JSON.parse(String(data))
    if (error !== undefined) errors.push({ error, ...message })
    else heard.push({ on: stream.join(' '), ...message })
    for (const look of waiting) look()
  })
  const closed = new Promise<number>((resolve) => socket.once('close', resolve))
  /** Rejects with the status if the server refuses it. */
  await new Promise<void>((resolve, reject) => {
    socket.once('ping', () => resolve())
    socket.once('unexpected-response', (request, answer) => {
      request.destroy()
      reject(new Error(`refused with ${answer.statusCode}`))
    })
    socket.once('error', reject)
    socket.once('close', (code) => reject(new Error(`closed with ${code}`)))
  })
  return {
    socket,
    heard,
    errors,
    closed,
    close: () => socket.terminate(),
    /** Says something, and waits until the server has heard it. */
    async say(message: object | string): Promise<void> {
      const pong = new Promise((resolve) => socket.once('pong', resolve))
      socket.send(typeof message === 'string' ? message : JSON.stringify(message))
      socket.ping()
      await pong
    },
    until: (fits: (heard: readonly HeardByApp[]) => boolean) =>
      new Promise<void>((resolve, reject) => {
        const look = () => {
          if (fits(heard)) resolve()
        }
        waiting.add(look)
        look()
        closed.then((code) => reject(new Error(`closed with ${code} after ${JSON.stringify(heard)}`)))
      }),
    /** Which events of statuses it has heard, each with its stream and the id. */
    statuses: () =>
      heard
        .filter(({ event }) => event !== 'notification')
        .map(
          ({ on, event, payload }) =>
            `${on}: ${event} ${event === 'delete' ? payload : (JSON.parse(payload) as Status).id}`,
        ),
  }
}
