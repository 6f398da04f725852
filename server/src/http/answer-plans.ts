import type { EndpointDeclaration } from '@quack/contract'
import { Cache, type Sized } from '../cache/cache.ts'
import type { InvalidationLog } from '../database/invalidation-log.ts'
import type { AnswerPlan } from './json-answer.ts'

/** About 10,000 addresses. Feeds have few; each post and profile has one. */
const MAX_BYTES = 8 * 2 ** 20
/** Approximate size of a plan with its functions. */
const PLAN_BYTES = 500
/** Longer than any address of our client. Invented addresses must not fill the memory. */
const ADDRESS_LENGTH_MAX = 300

export interface EndpointPlan extends Sized {
  readonly plan: AnswerPlan
  readonly endpoint: Pick<EndpointDeclaration, 'path' | 'rate'>
}

/** Answer plans by address. They hold no data. A plan is invalidated when the member named in its address changes. */
export class AnswerPlans extends Cache<'plan', string, EndpointPlan> {
  constructor(log: InvalidationLog) {
    const dependsOn = ({ plan }: EndpointPlan, members: ReadonlySet<number>) => members.has(plan.named ?? 0)
    super(log, { maxBytes: MAX_BYTES, invalidatedBy: { member: { dependsOn } } })
  }

  find(url: string): EndpointPlan | undefined {
    return this.get('plan', url)
  }

  /** @param since the log's position before the name in the address was looked up */
  add(url: string, endpoint: EndpointPlan['endpoint'], plan: AnswerPlan, since: number): void {
    if (url.length > ADDRESS_LENGTH_MAX || this.find(url)) return
    this.put('plan', url, { bytes: PLAN_BYTES + url.length, plan, endpoint }, since)
  }
}
