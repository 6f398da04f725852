import { RESUME_MS } from '@quack/contract/rules/limits'
import { idAtTime, parseId, timeOfId } from '../../database/ids.ts'

/**
 * Maximum time from the creation of a post's id until every node sees the post, in milliseconds. The commit may be
 * slow, or a node's clock may be behind. Posts of this period are queried repeatedly.
 */
export const UNSETTLED_MS = 30_000
/** How far back a new stream starts, in milliseconds, to include posts written since the client read its list. */
const LOOK_BACK_MS = 60_000
/** Maximum number of ids in one token. */
const IDS_MAX = 100

/**
 * A resume token: what a stream has delivered, so that any node can resume it. It covers every post up to `floor`, and
 * above that the posts whose ids it contains. Its text is the id of an SSE event.
 */
export class ResumeToken {
  #floor: number
  #delivered: number[]

  private constructor(floor: number, delivered: number[]) {
    this.#floor = floor
    this.#delivered = delivered
  }

  static fresh(now: number): ResumeToken {
    return new ResumeToken(idAtTime(now - LOOK_BACK_MS), [])
  }

  /** Parses an event id; null if the stream cannot be resumed from it: it is too old, or no token that can be. */
  static parse(text: string, now: number): ResumeToken | null {
    if (!/^[0-9a-z]{1,11}(\.[0-9a-z]{1,11})*$/.test(text)) return null
    const [floor = 0, ...steps] = text.split('.').map((part) => Number.parseInt(part, 36))
    const delivered = steps.map((step) => floor + step)
    const isValid = delivered.length <= IDS_MAX && [floor, ...delivered].every((id) => parseId(String(id)) !== null)
    const age = now - timeOfId(floor)
    return isValid && age < RESUME_MS && age > -UNSETTLED_MS ? new ResumeToken(floor, delivered) : null
  }

  get floor(): number {
    return this.#floor
  }

  isNew(id: number): boolean {
    return id > this.#floor && !this.#delivered.includes(id)
  }

  addDelivered(ids: readonly number[]): void {
    this.#delivered.push(...ids)
    if (this.#delivered.length <= IDS_MAX) return
    // Too many ids for a token: those older than the newest hundred count as delivered.
    this.#delivered.sort((a, b) => a - b)
    this.settle(this.#delivered.at(-IDS_MAX - 1) ?? 0)
  }

  /** Raises the floor: everything up to this id has been delivered. */
  settle(floor: number): void {
    if (floor <= this.#floor) return
    this.#floor = floor
    this.#delivered = this.#delivered.filter((id) => id > floor)
  }

  toString(): string {
    return [this.#floor, ...this.#delivered.map((id) => id - this.#floor)]
      .map((number) => number.toString(36))
      .join('.')
  }
}

/** At `now`, every post up to this id is visible, and no other can appear below it. */
export function settledIdAt(now: number): number {
  return idAtTime(now - UNSETTLED_MS)
}
