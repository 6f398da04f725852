import { type ChangeLog, MEMBER, SESSIONS_OF } from '../../database/changes.ts'
import type { Viewer } from '../../http/viewer.ts'

/** Tokens of so many sessions are remembered; the oldest are forgotten first. */
const REMEMBERED = 10_000
/** After so long a session is looked at again, and when it was last used is noted; in milliseconds. */
const AGE_MAX = 5 * 60_000

/** Ours are a third as long: whoever puts blanks before a token must not fill the memory. */
const HEADER_LENGTH_MAX = 1_000

/** Members of whom it is known when they changed last; beyond that, all tokens are looked at again. */
const CHANGED_MAX = 10_000

interface Known {
  readonly viewer: Viewer
  readonly until: number
  /** From before the session was looked at. */
  readonly position: number
}

/** Whose a verified token is, by the header it came in, until it expires or something ends its session. */
export class KnownViewers {
  readonly #log: ChangeLog
  readonly #known = new Map<string, Known>()
  /** Where the latest change stands, at most, that may end a member's sessions. */
  readonly #changed = new Map<number, number>()
  #position: number
  /** Of changes before it nothing is known. */
  #start = 0
  hits = 0
  misses = 0

  constructor(log: ChangeLog) {
    this.#log = log
    this.#position = log.position
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
    this.#catchUp()
    const known = this.#known.get(header)
    if (!known) return null
    const { viewer, until, position } = known
    if (Date.now() < until && (this.#changed.get(viewer.id) ?? 0) <= position) return viewer
    this.#known.delete(header)
    return null
  }

  /** Each change is looked at once, whoever asks next. */
  #catchUp(): void {
    const { position } = this.#log
    if (position === this.#position) return
    const isKnown = this.#log.visit(this.#position, position, (kind, member) => {
      if (kind === SESSIONS_OF || kind === MEMBER) this.#changed.set(member, position)
    })
    if (!isKnown || this.#changed.size > CHANGED_MAX) {
      this.#known.clear()
      this.#changed.clear()
      this.#start = position
    }
    this.#position = position
  }

  /** @param position read before the session was looked at; @param expiresAt of the token, in milliseconds */
  remember(header: string, viewer: Viewer, expiresAt: number, position: number): void {
    // All that was known up to a later instant is forgotten: this may be of before.
    if (position < this.#start || header.length > HEADER_LENGTH_MAX) return
    if (this.#known.size >= REMEMBERED) this.#known.delete(this.#known.keys().next().value ?? '')
    this.#known.set(header, { viewer, until: Math.min(expiresAt, Date.now() + AGE_MAX), position })
  }
}
