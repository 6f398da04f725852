import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../../database/database.ts'
import { timeOfId } from '../../database/ids.ts'
import type { MemberId } from '../../database/schema.ts'
import type { JobClock } from '../../jobs/clock.ts'
import { DONE, doubling, type Outcome, Queue } from '../../jobs/queue.ts'
import type { Owned } from '../../jobs/turns.ts'
import type { MailQueue } from './mail-queue.ts'
import type { MailOutcome, MailSender } from './mail-sender.ts'
import * as queries from './mails.queries.ts'
import { type MailContent, type RenderedMail, renderMail } from './render-mail.ts'

/** How long it gathers before a look, in milliseconds. */
const GATHER_MS = 100
/** How often it looks without a commit: for what waits, and for what a dead node has claimed. */
const TICK_MS = 30_000
/** Mails that a node sends at the same time. */
const AT_ONCE = 5
/** How long a claim is valid. A run that takes longer is aborted soon after that. */
export const CLAIM_MS = 10 * 60_000
/** How long the others wait if the problem is the mail server. */
const PAUSE_MS = 60_000
/** The longest back-off; the shorter one if the problem is the mail server. */
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
 * Hands the mails that wait to the mail server, in a queue of jobs: a mail is claimed, sent, and deleted. Members take
 * turns; requests, and mails of no member, have one turn together.
 */
export class MailWorker {
  readonly queue: Queue<Owned<number>, queries.ClaimedMail>
  /** For /metrics. Waiting and failed ones as of the last tick. */
  readonly state = { waiting: 0, failed: 0, sent: 0, refused: 0 }
  readonly #needs: Needs
  /** When this node has last queued a mail, whose transaction ends some time later. */
  #queuedAt = Number.NEGATIVE_INFINITY

  constructor(needs: Needs) {
    const { db, queue, clock } = needs
    this.#needs = needs
    this.queue = new Queue(
      {
        ...{ name: 'mails', purpose: 'send mails', everyMs: TICK_MS, gatherMs: GATHER_MS, atOnce: AT_ONCE },
        ...{ claimMs: CLAIM_MS, longestMs: CLAIM_MS },
        before: (isTick) => this.#count(isTick),
        due: queries.listWaiting,
        claim: queries.claimMails,
        run: (mail, signal) => this.#deliver(mail, signal),
        backOff: (mail, { pauseMs }) => {
          const wait = doubling(mail, BACKOFF_MAX_MS[pauseMs ? 'server' : 'mail'])
          return clock.now() + wait < mail.endsAt ? wait : null
        },
        postpone: queries.postponeMail,
        giveUp: (transaction, mail, problem) => queries.giveUpMail(transaction, mail, problem, clock.now()),
        about: ({ key, kind }) => ({ mail: key, kind }),
      },
      needs,
    )
    queue.onQueued(() => {
      this.#queuedAt = performance.now()
    })
    db.invalidations.listen((batch) => {
      if (batch.some(([kind]) => kind === 'queued' || kind === 'everything')) this.queue.wake()
    })
    // A node of PostgreSQL reads the invalidations of its own commits later.
    db.onCommit(() => {
      if (performance.now() - this.#queuedAt < TICK_MS) this.queue.wake()
    })
  }

  async #count(isTick: boolean): Promise<void> {
    if (isTick) Object.assign(this.state, await queries.countMails(this.#needs.db.primary))
  }

  async #deliver(mail: queries.ClaimedMail, signal: AbortSignal): Promise<Outcome> {
    const { queue, sender, clock, duties } = this.#needs
    const text = queue.open({ id: mail.key, body: mail.body })
    if (mail.recipient === '') {
      const answer = duties.requests[mail.kind]
      if (!answer || text === null) return never('It cannot be answered.')
      await answer({ id: mail.key, text })
      return DONE
    }
    if (text === null) return never('The mail was queued with another secret key.')
    if (clock.now() >= mail.endsAt) return never('It was not accepted in time.')
    const rendered = await this.#render(mail, text)
    if (rendered === null) return this.#forget(mail)
    const outcome = await sender.send(mail.recipient, rendered, mail.key, signal)
    if (outcome.kind === 'never') return outcome
    if (outcome.kind === 'later') return this.#refused(mail, outcome)
    this.state.sent++
    return this.#forget(mail)
  }

  /** @returns null if there is nothing to send any more */
  async #render({ key, kind, member, recipient }: queries.ClaimedMail, text: string): Promise<RenderedMail | null> {
    const { queue, duties } = this.#needs
    const render = duties.renders[kind]
    if (!render) return JSON.parse(text) as RenderedMail
    const content = await render({ id: key, member, recipient, text })
    return content && renderMail(content, queue.publicUrl)
  }

  async #forget({ key }: queries.ClaimedMail): Promise<Outcome> {
    await this.#needs.db.write((transaction) => queries.deleteMail(transaction, key))
    return DONE
  }

  #refused({ key, kind, attempts }: queries.ClaimedMail, { problem, isServer }: Refusal): Outcome {
    const { logger, clock } = this.#needs
    // A mail that ends because this server stops says nothing about the mail server.
    if (!this.queue.isClosed) {
      this.state.refused++
      const waited = clock.now() - timeOfId(key)
      logger.warn({ mail: key, kind, problem, attempts: attempts + 1, waited }, 'a mail has to wait')
    }
    return { kind: 'later', problem, ...(isServer && { pauseMs: PAUSE_MS }) }
  }
}

type Refusal = Extract<MailOutcome, { kind: 'later' }>

const never = (problem: string): Outcome => ({ kind: 'never', problem })
