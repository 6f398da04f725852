import { type ChangeLog, MEMBER, SESSIONS_OF } from '../../database/changes.ts'
import type { Viewer } from '../../http/viewer.ts'

/** Tokens of so many sessions are remembered; the oldest are forgotten first. */
const REMEMBERED = 10_000
/** After so long a session is looked at again, and when it was last used is noted; in milliseconds. */
const AGE_MAX = 5 * 60_000

interface Known {
  readonly viewer: Viewer
  readonly until: number
  /** Nothing that ends the session has happened up to here. */
  position: number
}

/** Whose a verified token is, by the header it came in, until it expires or something ends its session. */
export class KnownViewers {
  readonly #log: ChangeLog
  readonly #known = new Map<string, Known>()
  hits = 0
  misses = 0

  constructor(log: ChangeLog) {
    this.#log = log
  }

  get position(): number {
    return this.#log.position
  }

  get entries(): number {
    return this.#known.size
  }

  find(header: string): Viewer | null {
    const viewer = this.#look(header)
    if (viewer) this.hits++
    else this.misses++
    return viewer
  }

  #look(header: string): Viewer | null {
    const known = this.#known.get(header)
    if (!known) return null
    const { viewer } = known
    const position = this.#log.position
    const isGood =
      Date.now() < known.until &&
      this.#log.isQuiet(
        known.position,
        position,
        (kind, member) => (kind === SESSIONS_OF || kind === MEMBER) && member === viewer.id,
      )
    if (!isGood) {
      this.#known.delete(header)
      return null
    }
    known.position = position
    return viewer
  }

  /** @param position read before the session was looked at; @param expiresAt of the token, in milliseconds */
  remember(header: string, viewer: Viewer, expiresAt: number, position: number): void {
    if (this.#known.size >= REMEMBERED) this.#known.delete(this.#known.keys().next().value ?? '')
    this.#known.set(header, { viewer, until: Math.min(expiresAt, Date.now() + AGE_MAX), position })
  }
}
