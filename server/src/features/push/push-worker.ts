import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../../database/database.ts'
import type { Invalidation } from '../../database/invalidation-log.ts'
import type { MemberId } from '../../database/schema.ts'
import type { JobClock } from '../../jobs/clock.ts'
import { type Found, Loop, NOTHING_MORE } from '../../jobs/loop.ts'
import {
  type Claimed,
  claimDue,
  hasSubscriptions,
  isAnyDue,
  listSubscribed,
  returnClaims,
} from './push-claims.queries.ts'
import { collectEvents, listRecipients, listShown, markAgain } from './push-collect.queries.ts'
import { CLAIM_MS, type Delivery, deliver, readState } from './push-delivery.ts'
import type { PushSender } from './push-sender.ts'
import { PushSlots, serviceOf } from './push-slots.ts'
import { SUMMARY } from './push-tags.queries.ts'

/** Minimum time between two looks after commits, in milliseconds. */
const LOOK_MS = 250
/** How often a node looks without a commit: for what waits, and for what a dead node has claimed. */
const TICK_MS = 30_000
/** Recipients of one transaction. */
const BATCH = 200
/** How long a stopping node waits for push services. */
const CLOSE_MS = 3_000

interface Needs {
  readonly db: Database
  readonly sender: PushSender
  readonly logger: FastifyBaseLogger
  readonly clock: JobClock
}

/**
 * Sends push messages. What is to be sent is in the database, so it survives a restart, and every node works on it: events
 * that are due are moved to the devices of their recipients, a device is claimed, and its messages are sent.
 */
export class PushWorker {
  readonly #needs: Needs
  readonly #delivery: Delivery
  readonly #loop: Loop
  readonly #running = new Set<Promise<void>>()
  readonly #slots = new PushSlots()
  /** Members whose notifications may have changed. */
  #touched = new Set<MemberId>()
  /** Whether events of all members have to be looked for. */
  #isEverythingDue = true
  #hasDevices = false

  constructor(needs: Needs) {
    const { db, sender, logger, clock } = needs
    this.#needs = needs
    this.#delivery = {
      ...{ db, sender, logger, now: clock.now, isClosed: () => this.#loop.isClosed },
      noteAnswer: (endpoint, hasAnswered) => this.#slots.note(endpoint, hasAnswered),
    }
    const look = (isTick: boolean) => this.#lookFrom(isTick)
    this.#loop = new Loop({
      purpose: 'look for push messages',
      logger,
      clock,
      everyMs: TICK_MS,
      gatherMs: LOOK_MS,
      look,
    })
    db.invalidations.listen((batch) => this.#add(batch))
  }

  /** Whether commits of other nodes may concern it. */
  get isWanted(): boolean {
    return this.#hasDevices && !this.#loop.isClosed
  }

  start(): void {
    this.#loop.start()
  }

  /** Ends the messages under way, and sends no others. */
  async close(): Promise<void> {
    await this.#loop.close()
    const patience = setTimeout(() => this.#needs.sender.close(), CLOSE_MS)
    await Promise.all(this.#running)
    clearTimeout(patience)
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
    if (this.#touched.size > 0 || (this.#isEverythingDue && this.#hasDevices)) this.#loop.wake()
  }

  /** What failed is looked at again. */
  async #lookFrom(isTick: boolean): Promise<Found> {
    const [touched, isEverything] = [this.#touched, this.#isEverythingDue || isTick]
    this.#touched = new Set()
    this.#isEverythingDue = false
    try {
      if (isEverything) this.#hasDevices = await hasSubscriptions(this.#needs.db.read)
      if (!this.#hasDevices) return NOTHING_MORE
      const members = await listSubscribed(this.#needs.db.read, [...touched])
      await this.#collect(isEverything ? null : members)
      await this.#findGone(members)
      await this.#claim()
      return NOTHING_MORE
    } catch (error) {
      for (const member of touched) this.#touched.add(member)
      this.#isEverythingDue ||= isEverything
      throw error
    }
  }

  /** Moves events that are due to devices. */
  async #collect(members: readonly MemberId[] | null): Promise<void> {
    const { db, clock } = this.#needs
    for (let isMore = true; isMore && !this.#loop.isClosed; ) {
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

  async #claim(): Promise<void> {
    const { db, clock } = this.#needs
    for (;;) {
      const due = { now: clock.now(), ...this.#slots.full }
      const limit = this.#slots.free
      if (this.#loop.isClosed || limit <= 0 || !(await isAnyDue(db.read, due))) return
      const claim = { ...due, until: due.now + CLAIM_MS, limit }
      const devices = await db.write((transaction) => claimDue(transaction, claim))
      if (devices.length === 0) return
      const without = devices.filter((device) => !this.#slots.take(device))
      for (const device of devices) if (!without.includes(device)) this.#run(device)
      await this.#giveBack(without)
    }
  }

  /** They are due when a slot of their member or push service is free again. */
  async #giveBack(devices: readonly Claimed[]): Promise<void> {
    for (const [service, some] of Map.groupBy(devices, ({ endpoint }) => serviceOf(endpoint))) {
      const sessions = some.map(({ session }) => session)
      await this.#needs.db.write((transaction) => returnClaims(transaction, { sessions, service }))
    }
  }

  #run(device: Claimed): void {
    const run = deliver(this.#delivery, device)
      .catch((error) => this.#needs.logger.warn({ err: error }, 'could not send push messages'))
      .finally(() => {
        this.#running.delete(run)
        this.#slots.release(device)
        // There may be more that waits. And what was read while its message was under way was not yet known to be shown.
        this.#touched.add(device.member)
        this.#loop.wake()
      })
    this.#running.add(run)
  }
}
