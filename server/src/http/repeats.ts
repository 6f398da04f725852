import type { EndpointDeclaration } from '@quack/contract'
import { SecondChance, type Used } from '../second-chance.ts'
import type { MakeAgain } from './written.ts'

/** So many addresses are remembered, a few hundred bytes each: those of feeds are few, each post and profile has one. */
const ADDRESSES_MAX = 10_000
/** Longer ones than our client's are not: whoever makes them up must not fill the memory. */
const ADDRESS_LENGTH_MAX = 300

type RepeatedEndpoint = Pick<EndpointDeclaration, 'path' | 'rate'>

export interface Repeat extends Used {
  readonly make: MakeAgain
  readonly endpoint: RepeatedEndpoint
}

/**
 * How to answer at once what was asked for before, by address. It holds no answers, only ways to put them together of
 * what is remembered, so nothing in it can be out of date.
 */
export class Repeats {
  readonly #known = new SecondChance<string, Repeat>()
  hits = 0
  misses = 0

  get entries(): number {
    return this.#known.size
  }

  find(url: string): Repeat | null {
    return this.#known.get(url) ?? null
  }

  add(url: string, endpoint: RepeatedEndpoint, make: MakeAgain): void {
    if (url.length > ADDRESS_LENGTH_MAX || this.#known.get(url)) return
    this.#known.set(url, { make, endpoint, weight: 1, isUsed: false })
    if (this.#known.size > ADDRESSES_MAX) this.#known.deleteOldest()
  }
}
