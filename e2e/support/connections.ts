import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** Connections of browsers that a proxy passes on to a server. */
export interface Connections {
  readonly address: string
  /** Resets all of them. */
  reset(): void
  /** Refuses new ones. */
  refuse(): void
  /** Accepts new ones again, at the same address. */
  accept(): Promise<void>
  /** All sockets, to browsers and to the server. */
  readonly sockets: ReadonlySet<Socket>
  close(): Promise<void>
}

/**
 * Listens for connections, and opens one to the server for each. If one of the two ends, so does the other.
 * @param pass passes on what both ends send
 */
export async function passConnections(
  target: string,
  pass: (browser: Socket, openProduct: () => Socket) => void,
): Promise<Connections> {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  const server = createServer((browser) => {
    const ends = [browser]
    const watch = (socket: Socket) => {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        sockets.delete(socket)
        for (const end of ends) end.destroy()
      })
    }
    watch(browser)
    pass(browser, () => {
      const product = connect(Number(port), hostname)
      ends.push(product)
      watch(product)
      return product
    })
  })
  const listen = async (at: number) => {
    server.listen(at, '127.0.0.1')
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }
  const own = await listen(0)
  return {
    address: `http://127.0.0.1:${own}`,
    sockets,
    reset() {
      for (const socket of sockets) socket.resetAndDestroy()
    },
    refuse: () => void server.close(),
    accept: async () => void (await listen(own)),
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
