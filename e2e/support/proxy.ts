import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A TCP proxy to the server whose connections can stall and break. */
export interface BreakableProxy {
  readonly address: string
  /** The number of bytes that browsers have sent. */
  readonly sent: () => number
  /** After this many further bytes, stalls the connection that sends the last of them. The others continue. */
  stallAfter(bytes: number): void
  /** Resets all connections. */
  drop(): void
  /** Resets all connections and refuses new ones, like a server that has exited. */
  vanish(): void
  /** Accepts connections again, at the same address. */
  comeBack(): Promise<void>
  /** Keeps all connections open and accepts new ones, but forwards nothing, like a server that hangs. */
  freeze(): void
  close(): Promise<void>
}

export async function startProxy(target: string): Promise<BreakableProxy> {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  let sent = 0
  let stallAt = Number.POSITIVE_INFINITY
  let isFrozen = false

  const server = createServer((browser) => {
    if (isFrozen) {
      sockets.add(browser)
      return
    }
    const product = connect(Number(port), hostname)
    const resume = () => browser.resume()
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
      sent += chunk.length
      if (!product.write(chunk)) {
        browser.pause()
        product.once('drain', resume)
      }
      if (sent < stallAt) return
      stallAt = Number.POSITIVE_INFINITY
      product.off('drain', resume)
      browser.pause()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const own = (server.address() as AddressInfo).port
  const drop = () => {
    for (const socket of sockets) socket.resetAndDestroy()
  }
  return {
    address: `http://127.0.0.1:${own}`,
    sent: () => sent,
    stallAfter(bytes) {
      stallAt = sent + bytes
    },
    drop,
    vanish() {
      server.close()
      drop()
    },
    async comeBack() {
      server.listen(own, '127.0.0.1')
      await once(server, 'listening')
    },
    freeze() {
      isFrozen = true
      for (const socket of sockets) socket.unpipe().pause()
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
