import type { EndpointDeclaration } from '@quack/contract'
import { Cache, type Sized } from '../cache/cache.ts'
import type { InvalidationLog } from '../database/invalidation-log.ts'
import type { AnswerPlan } from './json-answer.ts'

/** About 10,000 addresses: those of feeds are few, each post and profile has one. */
const MAX_BYTES = 8 * 2 ** 20
/** What a plan and its functions take, about. */
const PLAN_BYTES = 500
/** Longer addresses than our client's have no plan: whoever makes them up must not fill the memory. */
const ADDRESS_LENGTH_MAX = 300

export interface EndpointPlan extends Sized {
  readonly plan: AnswerPlan
  readonly endpoint: Pick<EndpointDeclaration, 'path' | 'rate'>
}

/** How to answer what was asked before, by address. Plans hold no data, so nothing in them can be out of date. */
export class AnswerPlans extends Cache<'plan', string, EndpointPlan> {
  constructor(log: InvalidationLog) {
    super(log, { maxBytes: MAX_BYTES, endedBy: {} })
  }

  find(url: string): EndpointPlan | undefined {
    return this.get('plan', url)
  }

  add(url: string, endpoint: EndpointPlan['endpoint'], plan: AnswerPlan): void {
    if (url.length > ADDRESS_LENGTH_MAX || this.find(url)) return
    this.put('plan', url, { bytes: PLAN_BYTES + url.length, plan, endpoint }, this.position)
  }
}
