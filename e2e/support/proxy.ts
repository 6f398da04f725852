import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A connection to the product that can break. */
export interface BreakableProxy {
  readonly address: string
  /** How many bytes browsers have sent through it. */
  readonly sent: () => number
  /** What happens once a connection has carried this many bytes from a browser: `break` happens once. */
  at(bytes: number, what: 'break' | 'stall'): void
  /** Breaks every connection that there is. */
  drop(): void
  /** Lets everything through from now on. */
  heal(): void
  close(): Promise<void>
}

export async function startProxy(target: string): Promise<BreakableProxy> {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  let sent = 0
  let limit = Number.POSITIVE_INFINITY
  let fault: 'break' | 'stall' = 'break'

  const server = createServer((browser) => {
    const product = connect(Number(port), hostname)
    let carried = 0
    for (const socket of [browser, product]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        sockets.delete(socket)
        browser.destroy()
        product.destroy()
      })
    }
    product.pipe(browser)
    browser.on('data', (chunk) => {
      carried += chunk.length
      sent += chunk.length
      if (!product.write(chunk)) {
        browser.pause()
        product.once('drain', () => browser.resume())
      }
      if (carried < limit) return
      if (fault === 'stall') {
        browser.pause()
        return
      }
      limit = Number.POSITIVE_INFINITY
      // What has been written still arrives; then both ends find the connection gone.
      product.end()
      browser.resetAndDestroy()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sent: () => sent,
    at(bytes, what) {
      limit = bytes
      fault = what
    },
    drop() {
      for (const socket of sockets) socket.resetAndDestroy()
    },
    heal() {
      limit = Number.POSITIVE_INFINITY
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
