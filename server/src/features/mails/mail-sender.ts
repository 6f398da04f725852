import { createHash } from 'node:crypto'
import type { RenderedMail } from './render-mail.ts'

export interface MailAddress {
  readonly name: string
  readonly address: string
}

/** Where mails are handed over, and whom they are from. */
export interface MailLocation {
  /** smtp://user:password@host:port, or smtps:// */
  readonly url: string
  readonly from: MailAddress
}

/**
 * `sent`: the mail server has accepted it. `later`: not now. `never`: it will not accept this mail. `isServer`: the
 * problem is the mail server, so other mails would have it too.
 */
export type MailOutcome =
  | { readonly kind: 'sent' }
  | { readonly kind: 'later'; readonly problem: string; readonly isServer: boolean }
  | { readonly kind: 'never'; readonly problem: string }

export interface MailSender {
  /**
   * Never rejects.
   * @param id the same for each attempt, so that mail programs recognise a mail that comes twice
   * @param signal ends what is under way
   */
  send(to: string, mail: RenderedMail, id: number, signal: AbortSignal): Promise<MailOutcome>
}

const PROBLEM_MAX = 300
/** How long all of a mail may take, as a multiple of the time for a single answer. */
const WHOLE = 4

/** @param timeoutMs how long the server may take for each answer */
export function createMailSender({ url, from }: MailLocation, timeoutMs: number): MailSender {
  const transport = import('nodemailer').then(({ createTransport }) =>
    createTransport({
      ...{
        url,
        connectionTimeout: timeoutMs,
        greetingTimeout: timeoutMs,
        socketTimeout: timeoutMs,
        dnsTimeout: timeoutMs,
      },
      ...{ disableFileAccess: true, disableUrlAccess: true },
    }),
  )
  // Each mail reports it.
  transport.catch(() => undefined)
  const host = from.address.split('@').at(-1) ?? 'localhost'

  return {
    async send(to, { subject, text, html, unsubscribe }, id, stopped) {
      const key = createHash('sha256').update(`${id} ${to}`).digest('hex').slice(0, 32)
      try {
        const mailer = await transport
        await mailer.sendMail({
          from: { ...from },
          to: { name: '', address: to },
          envelope: { from: from.address, to },
          messageId: `<${key}@${host}>`,
          ...{ subject, text, html, textEncoding: 'quoted-printable' as const },
          headers: {
            'Auto-Submitted': 'auto-generated',
            ...(unsubscribe && {
              'List-Unsubscribe': { prepared: true, value: `<${unsubscribe}>` },
              'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
            }),
          },
          signal: AbortSignal.any([stopped, AbortSignal.timeout(timeoutMs * WHOLE)]),
        })
        return { kind: 'sent' }
      } catch (error) {
        return outcomeOf(error, to)
      }
    },
  }
}

/** Codes of nodemailer for refusals of this mail. All others count as problems of the mail server. */
const OF_MAIL = new Set(['EENVELOPE', 'EMESSAGE'])

function outcomeOf(error: unknown, to: string): MailOutcome {
  const { code = '', responseCode = 0, message = String(error) } = (error ?? {}) as Record<string, unknown>
  // Answers of mail servers often contain the address.
  const problem = String(message).replaceAll(to, 'the address').replace(/\s+/g, ' ').slice(0, PROBLEM_MAX)
  const isOfMail = OF_MAIL.has(String(code))
  const isForGood = isOfMail && (Number(responseCode) >= 500 || Number(responseCode) === 0)
  return isForGood ? { kind: 'never', problem } : { kind: 'later', problem, isServer: !isOfMail }
}
