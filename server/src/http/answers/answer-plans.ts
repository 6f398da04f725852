import type { IncomingMessage, ServerResponse } from 'node:http'
import { Cache, type Sized } from '../../cache/cache.ts'
import type { InvalidationLog } from '../../database/invalidation-log.ts'
import type { Hidden } from '../../reading/hidden.ts'
import type { Limits, Viewer } from '../../reading/viewer.ts'
import type { AnswerKey } from './json-answer.ts'

/** About 13,000 addresses. Feeds have few; each post and profile has one. */
const MAX_BYTES = 8 * 2 ** 20
/** Approximate size of a plan with its key. */
const PLAN_BYTES = 350
/** Longer than nearly all addresses of our client. Invented addresses must not fill the memory. */
const ADDRESS_LENGTH_MAX = 300

/** Who asks now. */
export interface Asker {
  readonly request: IncomingMessage
  readonly viewer: Viewer
  /** What this viewer does not see. */
  readonly hidden: Hidden
}

/** Sends an answer. @param limit headers: names and values in turn @returns the status code */
export type Send = (response: ServerResponse, limit: readonly string[]) => number

/** How a route answers from the caches. It is made once, when the route is registered, so it knows no member. */
export interface DirectRoute<Key> {
  /** The rules of the handler do not run, so they are here. @returns null if the handler has to answer */
  find(key: Key, asker: Asker): Send | null
}

/** A route whose plans are kept by address. */
export interface PlannedRoute<Key> extends DirectRoute<Key> {
  readonly plans: AnswerPlans
}

type Endpoint = Limits & { readonly path: string }

/** How to answer an address again, for any member. */
interface AnswerPlan extends Sized {
  readonly endpoint: Endpoint
  readonly route: DirectRoute<object>
  readonly key: AnswerKey<object>
}

/** Answer plans by address. They hold no data. A plan is invalidated when the member named in its address changes. */
export class AnswerPlans extends Cache<'plan', string, AnswerPlan> {
  constructor(log: InvalidationLog) {
    const dependsOn = ({ key }: AnswerPlan, members: ReadonlySet<number>) => members.has(key.named ?? 0)
    super(log, { maxBytes: MAX_BYTES, invalidatedBy: { member: { dependsOn } } })
  }

  find(url: string): AnswerPlan | undefined {
    return this.get('plan', url)
  }

  /** @param since the log's position before the name in the address was looked up */
  add<Key extends AnswerKey<Key>>(
    url: string,
    endpoint: Endpoint,
    route: DirectRoute<Key>,
    key: Key,
    since: number,
  ): void {
    if (url.length > ADDRESS_LENGTH_MAX || this.find(url)) return
    this.put('plan', url, { bytes: PLAN_BYTES + url.length, endpoint, route, key }, since)
  }
}
