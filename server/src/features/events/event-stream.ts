import { Readable } from 'node:stream'
import type { Events } from '@quack/contract'
import type { PostId } from '../../database/schema.ts'
import type { Viewer } from '../../http/viewer.ts'
import type { Position } from './position.ts'

/** What may wait for a slow reader, in bytes. Whoever has more to take is cut off, and goes on from where they were. */
const WAITING_MAX = 128 * 1_024

export type EventName = keyof Events

/** An event as it goes on the wire, made once for all who get it. */
export function eventText<Name extends EventName>(name: Name, data: Events[Name]): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`
}

/** One open stream of events. */
export class EventStream {
  readonly viewer: Viewer
  readonly watched: readonly PostId[]
  readonly endsAt: number
  position: Position
  /** Begins with a word that it cannot be gone on with from where it was. */
  readonly isBroken: boolean
  /** When its session ends by itself; unknown until it was looked at. */
  expiresAt = Number.POSITIVE_INFINITY
  followersCount: number | null = null
  writtenAt = 0
  readonly body: Readable

  constructor(of: {
    viewer: Viewer
    watched: readonly PostId[]
    position: Position
    isBroken: boolean
    endsAt: number
  }) {
    this.viewer = of.viewer
    this.watched = of.watched
    this.position = of.position
    this.isBroken = of.isBroken
    this.endsAt = of.endsAt
    this.body = new Readable({ read: () => undefined })
    // At once, so that the headers go out.
    this.write(': welcome\n\n')
  }

  get isOpen(): boolean {
    return !this.body.destroyed && !this.body.readableEnded
  }

  write(text: string): void {
    if (!this.isOpen) return
    this.writtenAt = Date.now()
    this.body.push(text)
    if (this.body.readableLength > WAITING_MAX) this.body.destroy()
  }

  /** @param event with the place to go on from; without one, the place alone is told */
  writePlaced(event = ':\n\n'): void {
    this.write(`id: ${this.position}\n${event}`)
  }

  /** What was written still arrives. */
  end(last = ''): void {
    if (!this.isOpen) return
    if (last !== '') this.body.push(last)
    this.body.push(null)
  }
}
