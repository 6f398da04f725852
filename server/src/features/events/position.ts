import { RESUME_MS } from '@quack/contract/limits'
import { idAtTime, parseId, timeOfId } from '../../database/ids.ts'

/**
 * How much later than its id says a post may be seen, in milliseconds: a commit that took its time, a node whose clock
 * is behind. Posts that are younger than this are looked for again and again.
 */
export const UNSETTLED_MS = 30_000
/** A stream that begins looks back so far, in milliseconds: what came after its client had read a list is news. */
const LOOK_BACK_MS = 60_000
/** Posts that one position can name. */
const NAMED_MAX = 100

/**
 * What a stream has told, so that any node can go on with it: every post up to `floor`, and those above it that are
 * named. Its text is the id of an event.
 */
export class Position {
  #floor: number
  #told: number[]

  private constructor(floor: number, told: number[]) {
    this.#floor = floor
    this.#told = told
  }

  static fresh(now: number): Position {
    return new Position(idAtTime(now - LOOK_BACK_MS), [])
  }

  /** The position that an id says; null for one that cannot be gone on from: it is too old, or not ours. */
  static read(text: string, now: number): Position | null {
    if (!/^[0-9a-z]{1,11}(\.[0-9a-z]{1,11})*$/.test(text)) return null
    const [floor = 0, ...steps] = text.split('.').map((part) => Number.parseInt(part, 36))
    const told = steps.map((step) => floor + step)
    const isOurs = told.length <= NAMED_MAX && [floor, ...told].every((id) => parseId(String(id)) !== null)
    const age = now - timeOfId(floor)
    return isOurs && age < RESUME_MS && age > -UNSETTLED_MS ? new Position(floor, told) : null
  }

  get floor(): number {
    return this.#floor
  }

  isNew(id: number): boolean {
    return id > this.#floor && !this.#told.includes(id)
  }

  tell(ids: readonly number[]): void {
    this.#told.push(...ids)
    if (this.#told.length <= NAMED_MAX) return
    // Someone follows very many: what is older than the last hundred is taken for settled.
    this.#told.sort((a, b) => a - b)
    this.settle(this.#told.at(-NAMED_MAX - 1) ?? 0)
  }

  /** Nothing up to this id is still to be told. */
  settle(floor: number): void {
    if (floor <= this.#floor) return
    this.#floor = floor
    this.#told = this.#told.filter((id) => id > floor)
  }

  toString(): string {
    return [this.#floor, ...this.#told.map((id) => id - this.#floor)].map((number) => number.toString(36)).join('.')
  }
}

/** Up to here every post is to be seen by who looks at `now`. */
export function settledAt(now: number): number {
  return idAtTime(now - UNSETTLED_MS)
}
