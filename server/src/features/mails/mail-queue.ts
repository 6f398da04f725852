import { PAGE_PATHS, UNSUBSCRIBE_PATH } from '@quack/contract/rules/page-paths'
import type { FastifyBaseLogger } from 'fastify'
import type { Connection, Database } from '../../database/database.ts'
import type { MemberId } from '../../database/schema.ts'
import type { Languages } from '../../locale/languages.ts'
import { createSeal, type Seal } from '../secrets/sealed.ts'
import { insertMails } from './mails.queries.ts'
import { type MailContent, renderMail } from './render-mail.ts'
import { createUnsubscribeToken } from './unsubscribe-token.ts'

/** What is queued: mails by what they are about, and requests, which the worker answers with mails. */
export type MailKind = 'confirmation' | 'reset' | 'notice' | 'digest' | 'test' | 'resetRequest'

export interface NewMail {
  readonly kind: Exclude<MailKind, 'resetRequest'>
  /** The mail is dropped with the member. */
  readonly member: MemberId | null
  readonly to: string
  readonly content: MailContent
  /** For how long it makes sense, in milliseconds; three days by default. */
  readonly usefulMs?: number
}

interface QueuedMail extends Omit<NewMail, 'kind' | 'content'> {
  readonly kind: MailKind
  readonly body: string
  readonly usefulMs: number
}

const USEFUL_MS = 3 * 24 * 60 * 60_000

interface Needs {
  readonly db: Pick<Database, 'ids'>
  /** Of the installation. */
  readonly secret: string
  /** Our own address, without a slash at the end. */
  readonly publicUrl: string
  readonly now: () => number
  readonly languages: Languages
  /** Whether members have to confirm their address before they sign in. */
  readonly isConfirmationRequired?: boolean
  readonly logger?: Pick<FastifyBaseLogger, 'warn'>
}

/**
 * The mails that wait in the database. Whoever queues one passes the transaction of its cause: both happen, or neither.
 */
export class MailQueue {
  readonly publicUrl: string
  readonly isConfirmationRequired: boolean
  /** Of those whom mails are for. */
  readonly languages: Languages
  readonly #needs: Needs
  readonly #seal: Seal
  #onQueued: () => void = () => undefined

  constructor(needs: Needs) {
    this.#needs = needs
    this.publicUrl = needs.publicUrl
    this.languages = needs.languages
    this.isConfirmationRequired = needs.isConfirmationRequired ?? false
    this.#seal = createSeal(needs.secret, 'mails')
  }

  /** @param listener called when a mail is queued, before its transaction ends */
  onQueued(listener: () => void): void {
    this.#onQueued = listener
  }

  /** For a mail that no request waits for. The member can ask for it again, so a failure is only logged. */
  inBackground(work: Promise<unknown>): void {
    work.catch((error: unknown) => this.#needs.logger?.warn({ err: error }, 'could not queue a mail'))
  }

  linkTo(path: string): string {
    return this.publicUrl + path
  }

  /** The addresses that end a member's digest: of the page, and for mail programs. */
  unsubscribeOf(member: MemberId): { page: string; post: string } {
    const query = `?token=${createUnsubscribeToken(this.#needs.secret, member)}`
    return { page: this.linkTo(PAGE_PATHS.unsubscribe + query), post: this.linkTo(UNSUBSCRIBE_PATH + query) }
  }

  async queue(transaction: Connection, ...mails: readonly NewMail[]): Promise<void> {
    const rendered = mails.map(({ kind, member, to, content, usefulMs = USEFUL_MS }) => {
      return { kind, member, to, body: JSON.stringify(renderMail(content, this.publicUrl)), usefulMs }
    })
    await this.#insert(transaction, rendered)
  }

  /** Queues a mail whose content is made when it is sent, from this text (`renders` of the worker's duties). */
  async queueUnwritten(
    transaction: Connection,
    ...mails: readonly (Omit<NewMail, 'content'> & { readonly text: string })[]
  ): Promise<void> {
    const rows = mails.map(({ text, usefulMs = USEFUL_MS, ...mail }) => ({ ...mail, body: padded(text), usefulMs }))
    await this.#insert(transaction, rows)
  }

  /** Queues a request, which names somebody who may not exist. */
  async queueRequest(transaction: Connection, kind: 'resetRequest', text: string): Promise<void> {
    await this.#insert(transaction, [{ kind, member: null, to: '', body: padded(text), usefulMs: USEFUL_MS }])
  }

  /**
   * The sealed text of a mail or a request, without blanks at its end; null if it cannot be read any more, because the
   * installation has another secret now.
   */
  open({ id, body }: { id: number; body: string }): string | null {
    return this.#seal.open(body, id)?.trimEnd() ?? null
  }

  async #insert(transaction: Connection, mails: readonly QueuedMail[]): Promise<void> {
    const now = this.#needs.now()
    const rows = mails.map(({ kind, member, to, body, usefulMs }) => {
      const id = this.#needs.db.ids.next()
      const row = { id, member_id: member, kind, recipient: to, due_at: now, ends_at: now + usefulMs }
      return { ...row, body: this.#seal.seal(body, id) }
    })
    await insertMails(transaction, rows)
    this.#onQueued()
  }
}

/**
 * The length of a sealed text tells that of the text: requests and unwritten mails are filled up with blanks to a
 * multiple of this.
 */
const REQUEST_BYTES = 256

function padded(text: string): string {
  return text + ' '.repeat(REQUEST_BYTES - (Buffer.byteLength(text) % REQUEST_BYTES))
}

/** By connection, because wrappers of a database share it. */
const queues = new WeakMap<Connection, MailQueue>()

export function setMailQueue({ primary }: Database, queue: MailQueue): void {
  queues.set(primary, queue)
}

/** Null if there is no mail server. */
export function mailQueueOf({ primary }: Database): MailQueue | null {
  return queues.get(primary) ?? null
}
