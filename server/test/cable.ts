import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A way to a server of this machine that can be cut, as if the server were gone. */
export interface Cable {
  readonly port: number
  /** Ends all connections, and refuses new ones. Twice does nothing. */
  cut(): Promise<void>
  /** Twice does nothing. */
  mend(): Promise<void>
}

export async function openCable(to: number, host: string): Promise<Cable> {
  const sockets = new Set<Socket>()
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    socket.on('error', () => undefined)
  }
  const server = createServer((near) => {
    const far = connect(to, host)
    for (const socket of [near, far]) keep(socket)
    near.pipe(far).pipe(near)
    near.once('close', () => far.destroy())
    far.once('close', () => near.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    port,
    async cut() {
      if (!server.listening) return
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
    async mend() {
      if (server.listening) return
      server.listen(port, '127.0.0.1')
      await once(server, 'listening')
    },
  }
}
