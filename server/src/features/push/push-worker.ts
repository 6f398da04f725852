import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../../database/database.ts'
import type { Invalidation } from '../../database/invalidation-log.ts'
import type { MemberId } from '../../database/schema.ts'
import type { JobClock } from '../../jobs/clock.ts'
import { Queue } from '../../jobs/queue.ts'
import type { Languages } from '../../locale/languages.ts'
import {
  type Claimed,
  claimDevices,
  hasSubscriptions,
  listSubscribed,
  listWaiting,
  type Waiting,
} from './push-claims.queries.ts'
import { collectEvents, listRecipients, listShown, markAgain } from './push-collect.queries.ts'
import { backOff, CLAIM_MS, deliver, drop, postpone, readState, STEPS_MAX } from './push-delivery.ts'
import type { PushSender } from './push-sender.ts'
import { PushSlots } from './push-slots.ts'
import { SUMMARY } from './push-tags.queries.ts'

/** Minimum time between two looks after commits, in milliseconds. */
const LOOK_MS = 250
/** How often a node looks without a commit: for what waits, and for what a dead node has claimed. */
const TICK_MS = 30_000
/** Recipients of one transaction. */
const BATCH = 200
/** How long a stopping node waits for push services, in milliseconds. */
const STOP_MS = 3_000
/** Devices that a node sends to at the same time. */
const DEVICES_MAX = 64

interface Needs {
  readonly db: Database
  readonly sender: PushSender
  readonly logger: FastifyBaseLogger
  readonly clock: JobClock
  /** Of the installation; null if it is not known. */
  readonly origin: string | null
  readonly languages: Languages
}

/**
 * Sends push messages. What is to be sent is in the database, so it survives a restart, and every node works on it:
 * events that are due are moved to the devices of their recipients, and the devices are the rows of a queue of jobs.
 */
export class PushWorker {
  readonly queue: Queue<Waiting, Claimed>
  readonly #needs: Needs
  /** Members whose notifications may have changed. */
  #touched = new Set<MemberId>()
  /** Whether events of all members have to be looked for. */
  #isEverythingDue = true
  #hasDevices = false

  constructor(needs: Needs) {
    const { db, sender, logger, clock, origin, languages } = needs
    this.#needs = needs
    const slots = new PushSlots()
    const delivery = {
      ...{ db, sender, logger, origin, languages, now: clock.now, isClosed: () => this.queue.isClosed },
      noteAnswer: (endpoint: string, hasAnswered: boolean) => slots.note(endpoint, hasAnswered),
    }
    this.queue = new Queue(
      {
        ...{ name: 'push', purpose: 'send push messages', everyMs: TICK_MS, gatherMs: LOOK_MS, atOnce: DEVICES_MAX },
        // Each message renews the claim.
        ...{ claimMs: CLAIM_MS, longestMs: STEPS_MAX * CLAIM_MS, stopMs: STOP_MS },
        before: (isTick) => this.#collectFrom(isTick),
        due: async (connection, { except, ...due }) => {
          if (!this.#hasDevices) return []
          const { members, services } = slots.full
          return listWaiting(connection, { ...due, except: [...except, ...members], services })
        },
        take: (device) => slots.take(device),
        free: (device) => slots.release(device),
        claim: claimDevices,
        // What is read while its message is under way is not yet known to be shown.
        run: (device, signal) => deliver(delivery, device, signal).finally(() => this.#touched.add(device.member)),
        ...{ backOff, postpone },
        giveUp: (transaction, device) => drop(transaction, device, clock.now()),
      },
      needs,
    )
    db.invalidations.listen((batch) => this.#add(batch))
  }

  /** Whether commits of other nodes may concern it. */
  get isWanted(): boolean {
    return this.#hasDevices && !this.queue.isClosed
  }

  /** Ends the messages under way, and sends no others. */
  async close(): Promise<void> {
    await this.queue.close()
    this.#needs.sender.close()
  }

  #add(batch: readonly Invalidation[]): void {
    for (const [kind, a, b] of batch) {
      if (kind === 'device') this.#hasDevices = true
      if (kind === 'everything') this.#isEverythingDue = this.#hasDevices = true
      if (!this.#hasDevices) continue
      // A like, or one that was taken back, notifies the author of the post.
      if (kind === 'ranking') this.#touched.add(b as MemberId)
      if (kind === 'notification' || kind === 'relation' || kind === 'blocked') this.#touched.add(a as MemberId)
    }
    if (this.#touched.size > 0 || (this.#isEverythingDue && this.#hasDevices)) this.queue.wake()
  }

  /** What failed is looked at again. */
  async #collectFrom(isTick: boolean): Promise<void> {
    const [touched, isEverything] = [this.#touched, this.#isEverythingDue || isTick]
    this.#touched = new Set()
    this.#isEverythingDue = false
    try {
      if (isEverything) this.#hasDevices = await hasSubscriptions(this.#needs.db.read, {})
      if (!this.#hasDevices) return
      const members = await listSubscribed(this.#needs.db.read, [...touched])
      await this.#collect(isEverything ? null : members)
      await this.#findGone(members)
    } catch (error) {
      for (const member of touched) this.#touched.add(member)
      this.#isEverythingDue ||= isEverything
      throw error
    }
  }

  /** Moves events that are due to devices. */
  async #collect(members: readonly MemberId[] | null): Promise<void> {
    const { db, clock } = this.#needs
    for (let isMore = true; isMore && !this.queue.isClosed; ) {
      const recipients = await listRecipients(db.read, members, BATCH)
      if (recipients.length === 0) return
      await db.write((transaction) => collectEvents(transaction, recipients, { mark: db.ids.next(), now: clock.now() }))
      isMore = recipients.length === BATCH
    }
  }

  /** Has devices look at notifications again that were read or taken back. */
  async #findGone(members: readonly MemberId[]): Promise<void> {
    const { db, clock } = this.#needs
    for (const [member, shown] of await listShown(db.read, members)) {
      const { groups, unread } = await readState(db.read, member, shown)
      const gone = shown.filter((group) => (group === SUMMARY ? unread === 0 : !groups.has(group)))
      if (gone.length === 0) continue
      await db.write((transaction) => markAgain(transaction, member, gone, { mark: db.ids.next(), now: clock.now() }))
    }
  }
}
