import type { EndpointDeclaration } from '@quack/contract'
import { SecondChance, type Used } from '../second-chance.ts'
import type { Viewer } from './viewer.ts'
import type { MakeAgain } from './written.ts'

/** So many requests are remembered; a few hundred bytes each: Home and Explore of 6,000 readers. */
const REPEATS_MAX = 12_000

type RepeatedEndpoint = Pick<EndpointDeclaration, 'path' | 'rate'>

export interface Repeat extends Used {
  readonly make: MakeAgain
  readonly endpoint: RepeatedEndpoint
}

/**
 * What members asked for and may ask for again: how to answer it at once, by member and address. It holds no answers,
 * only ways to put them together of what is remembered, so nothing in it can be out of date.
 */
export class Repeats {
  readonly #known = new SecondChance<string, Repeat>()
  hits = 0
  misses = 0

  get entries(): number {
    return this.#known.size
  }

  find(viewer: Viewer, url: string): Repeat | null {
    return this.#known.get(keyOf(viewer, url)) ?? null
  }

  add(viewer: Viewer, url: string, endpoint: RepeatedEndpoint, make: MakeAgain): void {
    this.#known.set(keyOf(viewer, url), { make, endpoint, weight: 1, isUsed: false })
    if (this.#known.size > REPEATS_MAX) this.#known.deleteOldest()
  }
}

const keyOf = (viewer: Viewer, url: string): string => `${viewer.id} ${url}`
