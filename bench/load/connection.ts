import { once } from 'node:events'
import { connect } from 'node:net'

export interface Connection {
  readonly opened: Promise<unknown>
  /** Sends a complete request. @param done called with the status of the answer; 0 if the connection broke */
  send(request: Buffer, done: (status: number) => void): void
  close(): void
}

const HEAD_END = Buffer.from('\r\n\r\n')
const NOTHING: Buffer = Buffer.alloc(0)
const LENGTH = Buffer.from('content-length: ')

/**
 * Opens a few connections at a time, and sends a request over each. Connections for which the server's accept queue has
 * no room would be retried by the kernel much later.
 */
export async function openConnections(port: number, count: number): Promise<Connection[]> {
  const opened: Connection[] = []
  while (opened.length < count) {
    const some = Array.from({ length: Math.min(AT_ONCE, count - opened.length) }, () => openConnection(port))
    await Promise.all(some.map(isAnswered))
    opened.push(...some)
  }
  return opened
}

async function isAnswered(connection: Connection): Promise<void> {
  await connection.opened
  const { promise, resolve } = Promise.withResolvers<number>()
  connection.send(HELLO, resolve)
  if ((await promise) === 0) throw new Error('A new connection was closed.')
}

const HELLO = Buffer.from('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n')
const AT_ONCE = 64

/** One buffer for all answers, which are parsed synchronously. A new one for each would cause garbage collection. */
const READ_INTO = Buffer.alloc(65_536)

/** The part of HTTP/1.1 that a load generator needs: one request at a time, answers with a length, bodies discarded. */
function openConnection(port: number): Connection {
  let done: ((status: number) => void) | null = null
  let status = 0
  let missing = 0
  let head = NOTHING
  let socket = open()

  function open() {
    const onread = { buffer: READ_INTO, callback: read }
    const opened = connect({ port, host: '127.0.0.1', noDelay: true, onread })
    opened.on('error', () => undefined)
    opened.on('close', () => finish(0))
    return opened
  }

  /** @returns whether to continue reading */
  function read(size: number): boolean {
    let rest: Buffer = READ_INTO.subarray(0, size)
    if (missing === 0) {
      head = head.length === 0 ? rest : Buffer.concat([head, rest])
      const end = head.indexOf(HEAD_END)
      if (end === -1) {
        head = Buffer.from(head)
        return true
      }
      status = Number(head.toString('latin1', 9, 12))
      const at = head.indexOf(LENGTH)
      const length =
        at === -1 || at > end ? 0 : Number.parseInt(head.toString('latin1', at + LENGTH.length, at + 40), 10)
      rest = head.subarray(end + HEAD_END.length)
      head = NOTHING
      missing = length
    }
    missing -= rest.length
    if (missing === 0) finish(status)
    return true
  }

  function finish(with_: number): void {
    const told = done
    done = null
    told?.(with_)
  }

  return {
    opened: once(socket, 'connect'),
    send(request, callback) {
      done = callback
      if (socket.destroyed) {
        missing = 0
        head = NOTHING
        socket = open()
      }
      socket.write(request)
    },
    close: () => socket.destroy(),
  }
}
