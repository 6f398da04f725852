import { passConnections } from '../support/connections.ts'

/** When the connection of the next write breaks: as it arrives, or when the server has answered it. */
export type Cut = 'request' | 'answer'

/** A TCP proxy to the server that can break at a chosen moment of a write. */
export interface CuttingProxy {
  readonly address: string
  /** Breaks everything at the next write, and calls `onCut`. */
  cutAt(moment: Cut, onCut: () => void): void
  /** Takes back `cutAt`. */
  disarm(): void
  close(): Promise<void>
}

const WRITE = /^(POST|PUT|DELETE|PATCH) \/api\/(posts|comments|media|uploads|users|tags|notifications)/

export async function startCuttingProxy(target: string): Promise<CuttingProxy> {
  let armed: { moment: Cut; onCut: () => void } | null = null

  function cut(): void {
    const { onCut } = armed ?? {}
    armed = null
    onCut?.()
    connections.reset()
  }

  const connections = await passConnections(target, (browser, openProduct) => {
    const product = openProduct()
    let isWriting = false
    browser.on('data', (chunk: Buffer) => {
      isWriting ||= WRITE.test(chunk.toString('latin1', 0, 40))
      product.write(chunk)
      if (isWriting && armed?.moment === 'request') cut()
    })
    product.on('data', (chunk) => {
      if (isWriting && armed?.moment === 'answer') cut()
      else browser.write(chunk)
      isWriting = false
    })
  })
  return {
    address: connections.address,
    cutAt(moment, onCut) {
      armed = { moment, onCut }
    },
    disarm() {
      armed = null
    },
    close: connections.close,
  }
}
