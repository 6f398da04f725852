import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A way to the product that can stall and break. */
export interface BreakableProxy {
  readonly address: string
  /** How many bytes browsers have sent through it. */
  readonly sent: () => number
  /** Stalls the connection on which browsers send the last of this many bytes from now on. The others go on. */
  stallAfter(bytes: number): void
  /** Breaks every connection that there is. */
  drop(): void
  /** Breaks every connection and refuses new ones, as a server that has ended does. */
  vanish(): void
  /** Takes connections again, at the same address. */
  comeBack(): Promise<void>
  /** Keeps every connection open, takes new ones, and passes nothing on: a server that hangs. */
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
