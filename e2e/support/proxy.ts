import { passConnections } from './connections.ts'

/** More bytes than a request without a file has. */
const BULK = 4_096

/** A TCP proxy to the server whose connections can stall and break. */
export interface BreakableProxy {
  readonly address: string
  /** The number of bytes that browsers have sent. */
  readonly sent: () => number
  /** After this many further bytes, stalls the connection that sends a file. The others continue. */
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
  let sent = 0
  let stallAt = Number.POSITIVE_INFINITY
  let isFrozen = false

  const connections = await passConnections(target, (browser, openProduct) => {
    if (isFrozen) return
    const product = openProduct()
    const resume = () => browser.resume()
    product.pipe(browser)
    browser.on('data', (chunk) => {
      sent += chunk.length
      if (!product.write(chunk)) {
        browser.pause()
        product.once('drain', resume)
      }
      // The last byte may be that of a read beside the file.
      if (sent < stallAt || chunk.length < BULK) return
      stallAt = Number.POSITIVE_INFINITY
      product.off('drain', resume)
      browser.pause()
    })
  })
  return {
    address: connections.address,
    sent: () => sent,
    stallAfter(bytes) {
      stallAt = sent + bytes
    },
    drop: connections.reset,
    vanish() {
      connections.refuse()
      connections.reset()
    },
    comeBack: connections.accept,
    freeze() {
      isFrozen = true
      for (const socket of connections.sockets) socket.unpipe().pause()
    },
    close: connections.close,
  }
}
