import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../../database/database.ts'
import { timeOfId } from '../../database/ids.ts'
import type { MemberId } from '../../database/schema.ts'
import type { JobClock } from '../../jobs/clock.ts'
import { type Found, Loop, NOTHING_MORE } from '../../jobs/loop.ts'
import type { MailQueue } from './mail-queue.ts'
import type { MailSender } from './mail-sender.ts'
import * as queries from './mails.queries.ts'
import { type MailContent, type RenderedMail, renderMail } from './render-mail.ts'

/** How long it gathers before a look, in milliseconds. */
const GATHER_MS = 100
/** How often it looks without a commit: for what waits, and for what a dead node has claimed. */
const TICK_MS = 30_000
/** Mails that a node sends at the same time. */
const AT_ONCE = 5
/** How long a claim is valid: longer than a mail may take. */
export const CLAIM_MS = 10 * 60_000
/** Back-off: doubled with each refusal, up to a maximum; the shorter one if the mail server does not work at all. */
const BACKOFF_MS = 60_000
const BACKOFF_MAX_MS = { mail: 12 * 60 * 60_000, server: 16 * 60_000 }

interface Needs {
  readonly db: Database
  readonly queue: MailQueue
  readonly sender: MailSender
  readonly logger: FastifyBaseLogger
  readonly clock: JobClock
  readonly duties: MailDuties
}

export interface UnwrittenMail {
  readonly id: number
  readonly member: MemberId | null
  readonly recipient: string
  /** As it was queued. */
  readonly text: string
}

export interface MailRequest {
  readonly id: number
  readonly text: string
}

/** What other features have the worker do. */
export interface MailDuties {
  /** Answer requests, by kind: delete the row, and queue mails. */
  readonly requests: Readonly<Record<string, (request: MailRequest) => Promise<void>>>
  /** Write unwritten mails when they are sent, by kind. Null if there is nothing to say any more. */
  readonly renders: Readonly<Record<string, (mail: UnwrittenMail) => Promise<MailContent | null>>>
}

/**
 * Hands the mails that wait to the mail server. They are in the database, so they survive a restart, and every node works
 * on them: a mail is claimed, sent, and deleted. A node that dies in between leaves a claim, which expires.
 */
export class MailWorker {
  /** For /metrics. Waiting and failed ones as of the last tick. */
  readonly state = { waiting: 0, failed: 0, sent: 0, refused: 0, givenUp: 0 }
  readonly #needs: Needs
  readonly #loop: Loop
  readonly #running = new Set<Promise<void>>()
  /** When this node has last queued a mail, whose transaction ends some time later. */
  #queuedAt = Number.NEGATIVE_INFINITY
  /** The mail server does not work: nothing is tried before this time. */
  #pausedUntil = 0

  constructor(needs: Needs) {
    const { db, queue, logger, clock } = needs
    this.#needs = needs
    const look = (isTick: boolean) => this.#look(isTick)
    this.#loop = new Loop({ purpose: 'look for mails', logger, clock, everyMs: TICK_MS, gatherMs: GATHER_MS, look })
    queue.onQueued(() => {
      this.#queuedAt = performance.now()
    })
    db.invalidations.listen((batch) => {
      if (batch.some(([kind]) => kind === 'queued' || kind === 'everything')) this.#loop.wake()
    })
    // A node of PostgreSQL reads the invalidations of its own commits later.
    db.onCommit(() => {
      if (performance.now() - this.#queuedAt < TICK_MS) this.#loop.wake()
    })
  }

  start(): void {
    this.#loop.start()
  }

  /** Ends the mails under way; they are sent by the next process, or by another node. */
  async close(): Promise<void> {
    await this.#loop.close()
    this.#needs.sender.close()
    await Promise.all(this.#running)
  }

  async #look(isTick: boolean): Promise<Found> {
    if (isTick) await this.#tick()
    await this.#claim()
    return NOTHING_MORE
  }

  async #tick(): Promise<void> {
    Object.assign(this.state, await queries.countMails(this.#needs.db.primary))
  }

  async #claim(): Promise<void> {
    const { db, clock } = this.#needs
    const now = clock.now()
    const limit = AT_ONCE - this.#running.size
    if (this.#loop.isClosed || limit <= 0 || now < this.#pausedUntil || !(await queries.isAnyDue(db.primary, now)))
      return
    const claim = { now, until: now + CLAIM_MS, limit }
    const mails = await db.write((transaction) => queries.claimMails(transaction, claim))
    for (const mail of mails) this.#run(mail)
  }

  #run(mail: queries.ClaimedMail): void {
    const run = this.#deliver(mail)
      .catch((error) => this.#needs.logger.warn({ err: error, mail: mail.id }, 'could not send a mail'))
      .finally(() => {
        this.#running.delete(run)
        // There may be more that waits.
        this.#loop.wake()
      })
    this.#running.add(run)
  }

  async #deliver(mail: queries.ClaimedMail): Promise<void> {
    const { queue, sender, clock, duties } = this.#needs
    if (mail.recipient === '') {
      const [answer, text] = [duties.requests[mail.kind], queue.open(mail)]
      return answer && text !== null ? answer({ id: mail.id, text }) : this.#giveUp(mail, 'It cannot be answered.')
    }
    const text = queue.open(mail)
    if (text === null) return this.#giveUp(mail, 'The mail was queued with another secret key.')
    if (clock.now() >= mail.endsAt) return this.#giveUp(mail, 'It was not accepted in time.')
    const rendered = await this.#render(mail, text)
    if (rendered === null) return this.#forget(mail)
    const outcome = await sender.send(mail.recipient, rendered, mail.id)
    if (outcome.kind === 'never') return this.#giveUp(mail, outcome.problem)
    if (outcome.kind === 'later') return this.#postpone(mail, outcome)
    this.state.sent++
    this.#pausedUntil = 0
    await this.#forget(mail)
  }

  /** @returns null if there is nothing to send any more */
  async #render({ id, kind, member, recipient }: queries.ClaimedMail, text: string): Promise<RenderedMail | null> {
    const { queue, duties } = this.#needs
    const render = duties.renders[kind]
    if (!render) return JSON.parse(text) as RenderedMail
    const content = await render({ id, member, recipient, text })
    return content && renderMail(content, queue.publicUrl)
  }

  async #forget({ id }: queries.ClaimedMail): Promise<void> {
    await this.#needs.db.write((transaction) => queries.deleteMail(transaction, id))
  }

  async #giveUp({ id, kind }: queries.ClaimedMail, problem: string): Promise<void> {
    const { db, logger, clock } = this.#needs
    this.state.givenUp++
    logger.warn({ mail: id, kind, problem }, 'a mail was given up')
    await db.write((transaction) => queries.giveUpMail(transaction, id, problem, clock.now()))
  }

  async #postpone(mail: queries.ClaimedMail, outcome: { problem: string; isServer: boolean }): Promise<void> {
    const { db, logger, clock } = this.#needs
    const { id, kind, endsAt } = mail
    const { problem, isServer } = outcome
    // A mail that ends because this server stops says nothing about the mail server.
    const attempts = this.#loop.isClosed ? mail.attempts : mail.attempts + 1
    const longest = BACKOFF_MAX_MS[isServer ? 'server' : 'mail']
    const wait = this.#loop.isClosed ? 0 : Math.min(BACKOFF_MS * 2 ** mail.attempts, longest)
    const dueAt = clock.now() + wait
    if (!this.#loop.isClosed) {
      this.state.refused++
      if (dueAt >= endsAt) return this.#giveUp(mail, problem)
      logger.warn({ mail: id, kind, problem, attempts, waited: clock.now() - timeOfId(id) }, 'a mail has to wait')
      if (isServer) this.#pausedUntil = clock.now() + BACKOFF_MS
    }
    await db.write((transaction) => queries.postponeMail(transaction, id, { dueAt, attempts, problem }))
  }
}
